package telegramserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

func (s *Server) person(id int64, name string, started bool) {
	s.people[id] = user{id: id, first: name}
	s.chats[id] = newChat(id, "private", "")
	s.chats[id].started = started
}

func newChat(id int64, kind, title string) *chat {
	return &chat{id: id, kind: kind, title: title, messages: map[int]map[string]any{}, reacted: map[int]string{}}
}

// AddPerson adds somebody who has pressed Start, and returns their id.
func (s *Server) AddPerson(name string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := int64(Principal + len(s.people))
	s.person(id, name, true)
	return id
}

// AddGroup adds a group that the bot and everybody else are in, and returns its id.
func (s *Server) AddGroup(title string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.group--
	s.chats[s.group] = newChat(s.group, "supergroup", title)
	return s.group
}

// Upgrade makes a group another with a new id, which it returns: nothing of the old one is
// there any more. Both say so.
func (s *Server) Upgrade(group int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.chats[group]
	s.group--
	was.kind, was.to = "group", s.group
	is := newChat(s.group, "supergroup", was.title)
	s.chats[s.group] = is
	for _, told := range []struct {
		in    *chat
		field string
		id    int64
	}{{was, "migrate_to_chat_id", is.id}, {is, "migrate_from_chat_id", was.id}} {
		s.message++
		s.putJSON("message", map[string]any{
			"message_id": s.message, "date": s.now().Unix(), "from": s.people[Principal].json(), "chat": told.in.json(s), told.field: told.id,
		})
	}
	return is.id
}

// Block has the principal block the bot (true), or let it write again.
func (s *Server) Block(yes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[Principal]
	c.blocked = yes
	status := map[bool]string{true: "kicked", false: "member"}
	bot := map[string]any{"id": Bot, "is_bot": true, "first_name": "Citadel"}
	s.putJSON("my_chat_member", map[string]any{
		"chat": c.json(s), "from": s.people[Principal].json(), "date": s.now().Unix(),
		"old_chat_member": map[string]any{"status": status[!yes], "user": bot, "until_date": 0},
		"new_chat_member": map[string]any{"status": status[yes], "user": bot, "until_date": 0},
	})
}

// Say has the principal say something to the bot, and returns the message's id. Telegram
// itself finds commands and mentions in it.
func (s *Server) Say(text string) int { return s.SayIn(Principal, Principal, text) }

// SayIn has somebody say something in a chat.
func (s *Server) SayIn(chat, from int64, text string) int {
	return s.Write(chat, from, map[string]any{"text": text, "entities": found(text)})
}

// Write has somebody post a message of any content: fields are those of the wire, beside
// the id, the date, the sender and the chat, which they may replace.
func (s *Server) Write(chat, from int64, fields map[string]any) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.message++
	s.steps++
	c := s.chats[chat]
	m := map[string]any{"message_id": s.message, "date": s.now().Unix(), "from": s.people[from].json(), "chat": c.json(s)}
	maps.Copy(m, fields)
	c.messages[s.message] = m
	s.putJSON("message", m)
	return s.message
}

// Reply has the principal answer a message.
func (s *Server) Reply(to int, text string) int {
	return s.Write(Principal, Principal, map[string]any{"text": text, "entities": found(text), "reply_to_message": s.quoted(Principal, to)})
}

// quoted is a message as it stands in a reply to it, or under a button.
func (s *Server) quoted(chat int64, id int) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[chat]
	if p := c.post(id); p != nil {
		return s.onWire(c, p)
	}
	m := maps.Clone(c.messages[id])
	delete(m, "reply_to_message")
	return m
}

// Edit has the principal change a message.
func (s *Server) Edit(id int, text string) { s.EditIn(Principal, id, text) }

// EditIn has whoever said it change the words of a message: its caption, where there is more in it than words.
func (s *Server) EditIn(chat int64, id int, text string) {
	words, entities := "text", "entities"
	if s.quoted(chat, id)[words] == nil {
		words, entities = "caption", "caption_entities"
	}
	s.Change(chat, id, map[string]any{words: text, entities: found(text)})
}

// Change has whoever said it change a message: fields are those of the wire that are others from then on,
// or nil where they are there no more.
func (s *Server) Change(chat int64, id int, fields map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.chats[chat].messages[id]
	maps.Copy(m, fields)
	maps.DeleteFunc(m, func(_ string, v any) bool { return v == nil })
	m["edit_date"] = s.now().Unix()
	s.putJSON("edited_message", m)
}

// Delete has the principal take a message back, of which Telegram tells a bot nothing.
func (s *Server) Delete(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.chats[Principal].messages, id)
}

// React has the principal's reactions to a message be these: none, one or several.
func (s *Server) React(id int, emoji ...string) { s.ReactIn(Principal, Principal, id, emoji...) }

// ReactIn has somebody's reactions to a message in a chat be these.
func (s *Server) ReactIn(chat, from int64, id int, emoji ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[chat]
	reactions := make([]any, len(emoji))
	for i, e := range emoji {
		reactions[i] = map[string]any{"type": "emoji", "emoji": e}
	}
	if m := c.messages[id]; m != nil && s.Echo && m["touched"] == nil {
		m["touched"] = true
		echo := maps.Clone(m)
		delete(echo, "touched")
		echo["edit_date"] = s.now().Unix()
		s.putJSON("edited_message", echo)
	}
	if c.kind == "private" && !s.Reactions {
		return
	}
	s.putJSON("message_reaction", map[string]any{
		"chat": c.json(s), "message_id": id, "user": s.people[from].json(), "date": s.now().Unix(), "old_reaction": []any{}, "new_reaction": reactions,
	})
}

// Press has the principal press the button with that data under a post, and returns the id
// of the query.
func (s *Server) Press(id int, data string) string { return s.PressIn(Principal, Principal, id, data) }

// PressIn has somebody press a button in a chat.
func (s *Server) PressIn(chat, from int64, id int, data string) string {
	message := s.quoted(chat, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pressed++
	query := fmt.Sprintf("43820%d", s.pressed)
	s.presses[query] = false
	if message == nil { // one that is too old to be told
		message = map[string]any{"message_id": id, "date": 0, "chat": s.chats[chat].json(s)}
	}
	s.putJSON("callback_query", map[string]any{"id": query, "from": s.people[from].json(), "message": message, "chat_instance": "-1", "data": data})
	return query
}

// Answered says whether the bot took notice of a press.
func (s *Server) Answered(query string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.presses[query]
}

func (s *Server) answerPress(r *request) (any, *refusal) {
	query := r.params["callback_query_id"]
	if answered, known := s.presses[query]; !known || answered {
		return nil, bad("query is too old and response timeout expired or query ID is invalid")
	}
	s.presses[query] = true
	return true, nil
}

func (s *Server) chatAction(r *request) (any, *refusal) {
	if _, no := s.where(r); no != nil {
		return nil, no
	}
	s.actions++
	return true, nil
}

// Reactions that a bot may give: one at a time, from this list.
var given = []string{
	"❤", "👍", "👎", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩",
	"🙏", "👌", "🕊", "🤡", "🥱", "🥴", "😍", "🐳", "❤\u200d🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆",
	"💔", "🤨", "😐", "🍓", "🍾", "💋", "🖕", "😈", "😴", "😭", "🤓", "👻", "👨\u200d💻", "👀", "🎃", "🙈",
	"😇", "😨", "🤝", "✍", "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄",
	"😘", "💊", "🙊", "😎", "👾", "🤷\u200d♂", "🤷", "🤷\u200d♀", "😡",
}

func (s *Server) setReaction(r *request) (any, *refusal) {
	c, no := s.where(r)
	if no != nil {
		return nil, no
	}
	var list []struct{ Type, Emoji string }
	if text := r.params["reaction"]; text != "" && json.Unmarshal([]byte(text), &list) != nil {
		return nil, bad("can't parse reaction types JSON object")
	}
	id, emoji := int(r.int("message_id")), ""
	if len(list) > 1 {
		return nil, bad("REACTIONS_TOO_MANY")
	}
	if len(list) == 1 {
		if emoji = list[0].Emoji; !slices.Contains(given, emoji) {
			return nil, bad("REACTION_INVALID")
		}
	}
	switch p := c.post(id); {
	case p != nil:
		p.Reaction = emoji
	case c.messages[id] != nil:
		c.reacted[id] = emoji
	default:
		return nil, bad("message to react not found")
	}
	return true, nil
}

// Reaction is what the bot put on a message of the principal; "" for nothing.
func (s *Server) Reaction(id int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chats[Principal].reacted[id]
}

// file is what was uploaded.
type file struct {
	path, mime string
	data       []byte
	size       int64
}

// Upload puts a file where the bot can fetch it, and returns its id.
func (s *Server) Upload(name, mime string, data []byte) string {
	return s.upload(file{path: "documents/" + name, mime: mime, data: data, size: int64(len(data))})
}

// Claim is Upload of a file that is said to be of some size.
func (s *Server) Claim(name, mime string, data []byte, size int64) string {
	return s.upload(file{path: "documents/" + name, mime: mime, data: data, size: size})
}

func (s *Server) upload(f file) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := fmt.Sprintf("BQACAgIAAxkB%d", len(s.files))
	s.files[id] = f
	return id
}

// anew gives every file in what is told another file_id, as Telegram may each time. By the file_unique_id it is known again.
func (s *Server) anew(told any) {
	switch told := told.(type) {
	case []any:
		for _, v := range told {
			s.anew(v)
		}
	case map[string]any:
		for _, v := range told {
			s.anew(v)
		}
		if id, is := told["file_id"].(string); is {
			s.named++
			told["file_id"] = fmt.Sprintf("%s-%d", id, s.named)
			if told["file_unique_id"] == nil {
				told["file_unique_id"] = unique(id)
			}
		}
	}
}

// uploaded is the file_id that Upload gave, of each that the file has by now.
func uploaded(id string) string {
	id, _, _ = strings.Cut(id, "-")
	return id
}

func unique(id string) string { return "U" + uploaded(id) }

func (s *Server) getFile(r *request) (any, *refusal) {
	id := r.params["file_id"]
	f, ok := s.files[uploaded(id)]
	switch {
	case !ok:
		return nil, bad("wrong file_id or the file is temporarily unavailable")
	case f.size > 20<<20:
		return nil, bad("file is too big")
	}
	return map[string]any{"file_id": id, "file_unique_id": unique(id), "file_size": f.size, "file_path": f.path}, nil
}

func (s *Server) download(w http.ResponseWriter, hr *http.Request, token, path string) {
	s.mu.Lock()
	s.calls["file"]++
	known := token == Token && !s.revoked
	var body []byte
	there := false
	for _, f := range s.files {
		if f.path == path {
			body, there = f.data, true
		}
	}
	what := s.faults.draw(s.rand, "file")
	s.mu.Unlock()
	switch {
	case !known:
		answer(w, nil, &refusal{code: http.StatusUnauthorized, text: "Unauthorized"})
	case s.before(w, hr, what):
	case !there:
		answer(w, nil, &refusal{code: http.StatusNotFound, text: "Not Found"})
	default:
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = w.Write(body) // a client that left does not matter
	}
}

var (
	slash   = regexp.MustCompile(`(?:^|\s)(/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?)(?:$|[^\w/<>@])`)
	mention = regexp.MustCompile(`(?:^|[^\w@])(@[a-zA-Z0-9_]{3,32})\b`)
)

// found are the entities that Telegram itself finds in a text.
func found(text string) []Entity {
	var out []Entity
	for kind, pattern := range map[string]*regexp.Regexp{"bot_command": slash, "mention": mention} {
		for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
			out = append(out, Entity{Type: kind, Offset: units(text[:at[2]]), Length: units(text[at[2]:at[3]])})
		}
	}
	slices.SortFunc(out, func(a, b Entity) int { return a.Offset - b.Offset })
	return out
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }
