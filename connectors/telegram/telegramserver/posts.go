package telegramserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

// What one message may hold, in UTF-16 units, and one button, in bytes.
const (
	maxText    = 4096
	maxCaption = 1024
	maxData    = 64
	maxPhoto   = 10 << 20
	draftFor   = 30 * time.Second
)

// Entity is a part of a text that is set off, as on the wire: in UTF-16 units.
type Entity struct {
	Type     string `json:"type"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	URL      string `json:"url,omitempty"`
	Language string `json:"language,omitempty"`
}

// Button is one under a post.
type Button struct {
	Text string `json:"text"`
	Data string `json:"callback_data,omitempty"`
	URL  string `json:"url,omitempty"`
}

// Shown is a post of the bot as the person sees it.
type Shown struct {
	ID        int
	Text      string // or the picture's caption
	Entities  []Entity
	Buttons   [][]Button
	Photo     []byte // nil where there is none
	PhotoName string
	ReplyTo   int // 0 for none
	Thread    int
	Silent    bool
	Preview   bool // links show what is behind them
	Edits     int  // how often it was changed
	Reaction  string
}

type chat struct {
	id       int64
	kind     string // private, supergroup
	title    string
	started  bool // private: the person pressed Start
	blocked  bool
	to       int64                  // the group that it goes on as; 0 where it does not
	messages map[int]map[string]any // what people said
	posts    []*Shown
	told     []time.Time // of posts and edits, for the budget
	draft    int64
	drafted  string
	draftAt  time.Time
	reacted  map[int]string // by the bot, on messages of people
}

func (c *chat) json(s *Server) map[string]any {
	if c.kind == "private" {
		return map[string]any{"id": c.id, "type": c.kind, "first_name": s.people[c.id].first}
	}
	return map[string]any{"id": c.id, "type": c.kind, "title": c.title}
}

func (c *chat) post(id int) *Shown {
	for _, p := range c.posts {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Shown returns the posts in a chat, oldest first.
func (s *Server) Shown(chat int64) []Shown {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Shown
	if c := s.chats[chat]; c != nil {
		for _, p := range c.posts {
			out = append(out, *p)
		}
	}
	return out
}

// Drafted returns the draft that is shown in a chat, and whether there is one; a draft
// without a text is "Thinking…".
func (s *Server) Drafted(chat int64) (text string, shown bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[chat]
	if c == nil || c.draft == 0 || s.now().Sub(c.draftAt) > draftFor {
		return "", false
	}
	return c.drafted, true
}

// Typing is how often the bot said that it is writing.
func (s *Server) Typing() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.actions
}

// where is the chat that a call names, if the bot may write there.
func (s *Server) where(r *request) (*chat, *refusal) {
	c := s.chats[r.int("chat_id")]
	switch {
	case c == nil:
		return nil, bad("chat not found")
	case c.to != 0:
		return nil, &refusal{code: http.StatusBadRequest, text: "Bad Request: group chat was upgraded to a supergroup chat", to: c.to}
	case c.blocked:
		return nil, &refusal{code: http.StatusForbidden, text: "Forbidden: bot was blocked by the user"}
	case c.kind == "private" && !c.started:
		return nil, &refusal{code: http.StatusForbidden, text: "Forbidden: bot can't initiate conversation with a user"}
	}
	return c, nil
}

// spend takes one from the chat's budget of posts and edits.
func (s *Server) spend(c *chat) *refusal {
	now := s.now()
	c.told = slices.DeleteFunc(c.told, func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	if s.Budget > 0 && len(c.told) >= s.Budget {
		after := int(time.Minute-now.Sub(c.told[0]))/int(time.Second) + 1
		return &refusal{code: http.StatusTooManyRequests, text: fmt.Sprintf("Too Many Requests: retry after %d", after), after: after}
	}
	c.told = append(c.told, now)
	return nil
}

func (s *Server) sendMessage(r *request) (any, *refusal) {
	p, c, no := s.compose(r, "text", "entities", maxText)
	if no != nil {
		return nil, no
	}
	if p.Text == "" {
		return nil, bad("message text is empty")
	}
	return s.show(c, p)
}

func (s *Server) sendPhoto(r *request) (any, *refusal) {
	p, c, no := s.compose(r, "caption", "caption_entities", maxCaption)
	if no != nil {
		return nil, no
	}
	p.Photo, p.PhotoName = r.upload["photo"], r.names["photo"]
	switch {
	case len(p.Photo) == 0:
		return nil, bad("there is no photo in the request")
	case len(p.Photo) > maxPhoto:
		return nil, bad("file is too big")
	case !strings.HasPrefix(http.DetectContentType(p.Photo), "image/"):
		return nil, bad("IMAGE_PROCESS_FAILED")
	}
	return s.show(c, p)
}

// compose reads what a post of any kind has.
func (s *Server) compose(r *request, text, entities string, most int) (*Shown, *chat, *refusal) {
	c, no := s.where(r)
	if no != nil {
		return nil, nil, no
	}
	p := &Shown{Silent: r.params["disable_notification"] == "true", Preview: true, Thread: int(r.int("message_thread_id"))}
	if p.Text, p.Entities, no = said(r.params[text], r.params[entities], most); no != nil {
		return nil, nil, no
	}
	if p.Buttons, no = keyboard(r.params["reply_markup"]); no != nil {
		return nil, nil, no
	}
	var preview struct {
		Off bool `json:"is_disabled"`
	}
	if json.Unmarshal([]byte(r.params["link_preview_options"]), &preview) == nil {
		p.Preview = !preview.Off
	}
	if reply := r.params["reply_parameters"]; reply != "" {
		var to struct {
			ID      int  `json:"message_id"`
			Without bool `json:"allow_sending_without_reply"`
		}
		if err := json.Unmarshal([]byte(reply), &to); err != nil {
			return nil, nil, bad("can't parse reply parameters")
		}
		switch {
		case c.messages[to.ID] != nil || c.post(to.ID) != nil:
			p.ReplyTo = to.ID
		case !to.Without:
			return nil, nil, bad("message to be replied not found")
		}
	}
	return p, c, nil
}

// said checks a text the way Telegram does, and cuts the space around it.
func said(text, list string, most int) (string, []Entity, *refusal) {
	var entities []Entity
	if list != "" {
		if err := json.Unmarshal([]byte(list), &entities); err != nil {
			return "", nil, bad("can't parse entities JSON object")
		}
	}
	units := utf16.Encode([]rune(text))
	if no := checkEntities(units, entities); no != nil {
		return "", nil, no
	}
	trimmed := strings.TrimLeft(text, " \n\t")
	cut := len(utf16.Encode([]rune(text))) - len(utf16.Encode([]rune(trimmed)))
	for i := range entities {
		entities[i].Offset -= cut
	}
	trimmed = strings.TrimRight(trimmed, " \n\t")
	if len(utf16.Encode([]rune(trimmed))) > most {
		if most == maxCaption {
			return "", nil, bad("message caption is too long")
		}
		return "", nil, bad("message is too long")
	}
	return trimmed, entities, nil
}

// checkEntities refuses what Telegram would, and what it would quietly repair.
func checkEntities(units []uint16, entities []Entity) *refusal {
	kinds := []string{"bold", "italic", "underline", "strikethrough", "spoiler", "code", "pre", "text_link", "blockquote", "expandable_blockquote"}
	for i, e := range entities {
		end := e.Offset + e.Length
		switch {
		case !slices.Contains(kinds, e.Type):
			return bad("can't parse entities: unsupported type %q", e.Type)
		case e.Offset < 0 || e.Length <= 0 || end > len(units):
			return bad("can't parse entities: ENTITY_BOUNDS_INVALID")
		case splits(units, e.Offset) || splits(units, end):
			return bad("can't parse entities: entity splits a character")
		case e.Type == "text_link" && !strings.Contains(e.URL, "://"):
			return bad("can't parse entities: wrong HTTP URL")
		}
		for _, f := range entities[i+1:] {
			from, to := max(e.Offset, f.Offset), min(end, f.Offset+f.Length)
			if from >= to {
				continue
			}
			if to-from != e.Length && to-from != f.Length {
				return bad("can't parse entities: entities cross")
			}
			inner, outer := f, e
			if f.Length > e.Length {
				inner, outer = e, f
			}
			code := func(e Entity) bool { return e.Type == "code" || e.Type == "pre" }
			if code(outer) || inner.Type == outer.Type || e.Length == f.Length && code(inner) && outer.Type != "blockquote" {
				return bad("can't parse entities: %s within %s", inner.Type, outer.Type)
			}
		}
	}
	return nil
}

// splits says whether a position lies within a character of two units.
func splits(units []uint16, i int) bool {
	return i > 0 && i < len(units) && utf16.IsSurrogate(rune(units[i-1])) && units[i-1] < 0xDC00 && units[i] >= 0xDC00 && units[i] < 0xE000
}

func keyboard(markup string) ([][]Button, *refusal) {
	if markup == "" {
		return nil, nil
	}
	var k struct {
		Rows [][]Button `json:"inline_keyboard"`
	}
	if err := json.Unmarshal([]byte(markup), &k); err != nil {
		return nil, bad("can't parse inline keyboard markup JSON object")
	}
	for _, row := range k.Rows {
		for _, b := range row {
			switch {
			case b.Text == "":
				return nil, bad("inline keyboard button text is empty")
			case len(b.Data) < 1 || len(b.Data) > maxData:
				return nil, bad("BUTTON_DATA_INVALID")
			}
		}
	}
	if len(k.Rows) == 0 {
		return nil, nil
	}
	return k.Rows, nil
}

// show puts a post into a chat. The draft that was there goes.
func (s *Server) show(c *chat, p *Shown) (any, *refusal) {
	if no := s.spend(c); no != nil {
		return nil, no
	}
	s.message++
	s.steps++
	p.ID = s.message
	c.posts = append(c.posts, p)
	c.draft, c.drafted = 0, ""
	return s.onWire(c, p), nil
}

// onWire is a post as the wire has it.
func (s *Server) onWire(c *chat, p *Shown) map[string]any {
	m := map[string]any{
		"message_id": p.ID, "date": s.now().Unix(), "chat": c.json(s),
		"from": map[string]any{"id": Bot, "is_bot": true, "first_name": "Citadel", "username": Username},
	}
	if p.Photo == nil {
		m["text"], m["entities"] = p.Text, p.Entities
	} else {
		m["caption"], m["caption_entities"] = p.Text, p.Entities
		m["photo"] = []any{map[string]any{"file_id": fmt.Sprint("P", p.ID), "file_unique_id": fmt.Sprint("U", p.ID), "width": 9, "height": 9}}
	}
	return m
}

func (s *Server) edit(r *request) (any, *refusal) {
	caption := r.method == "editMessageCaption"
	text, entities, most := "text", "entities", maxText
	if caption {
		text, entities, most = "caption", "caption_entities", maxCaption
	}
	p, c, no := s.compose(r, text, entities, most)
	if no != nil {
		return nil, no
	}
	old := c.post(int(r.int("message_id")))
	switch {
	case old == nil:
		return nil, bad("message to edit not found")
	case (old.Photo != nil) != caption:
		return nil, bad("there is no %s in the message to edit", text)
	case p.Text == "" && !caption:
		return nil, bad("message text is empty")
	case old.Text == p.Text && sameList(old.Entities, p.Entities) && sameList(old.Buttons, p.Buttons):
		return nil, bad("message is not modified: specified new message content and reply markup are exactly the same as a current content")
	}
	if no := s.spend(c); no != nil {
		return nil, no
	}
	old.Text, old.Entities, old.Buttons = p.Text, p.Entities, p.Buttons
	old.Edits++
	return s.onWire(c, old), nil
}

func sameList[T any](a, b []T) bool { return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b) }

func (s *Server) sendDraft(r *request) (any, *refusal) {
	c, no := s.where(r)
	if no != nil {
		return nil, no
	}
	text, _, no := said(r.params["text"], r.params["entities"], maxText)
	switch {
	case no != nil:
		return nil, no
	case c.kind != "private" || s.NoDrafts:
		return nil, bad("TEXTDRAFT_PEER_INVALID")
	case r.int("draft_id") == 0:
		return nil, bad("draft identifier must be non-zero")
	case text == "" && s.OldDrafts:
		return nil, bad("text must be non-empty")
	}
	c.draft, c.drafted, c.draftAt = r.int("draft_id"), text, s.now()
	return true, nil
}
