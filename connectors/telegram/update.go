package telegram

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"

	"github.com/go-telegram/bot/models"
)

// self is the bot, as updates speak of it.
type self struct {
	id       int64
	username string
}

func (s self) account() string { return strconv.FormatInt(s.id, 10) }

// translate makes an update an event, without its cursor. An event without a kind is
// nobody's concern: the bot's own words, notices of the platform. query names a press that
// waits for an answer. It never fails: what cannot be read is Unparsed.
func translate(u raw, s self, now time.Time) (e connectors.Event, query string) {
	var m models.Update
	if err := json.Unmarshal(u.body, &m); err != nil {
		return unparsed(u, s, now), ""
	}
	ok := true
	switch {
	case m.Message != nil:
		e, ok = message(m.Message, s)
	case m.EditedMessage != nil:
		e, ok = message(m.EditedMessage, s)
		e = edit(e, m.EditedMessage, u.id)
	case m.MessageReaction != nil:
		e, ok = reactions(m.MessageReaction, s, u.id)
	case m.CallbackQuery != nil:
		e, ok = press(m.CallbackQuery, s, now)
		query = m.CallbackQuery.ID
	case m.MyChatMember != nil: // the bot was stopped, or started: Send finds out
	default:
		ok = false
	}
	if !ok {
		return unparsed(u, s, now), query
	}
	return e, query
}

// edit turns an edited message into the event that it was changed. Telegram sends them
// also for changes that nobody sees; the text says so. Where somebody is who shares his
// place for hours, it sends every few seconds: that is not said, and is nobody's concern.
// It tells the whole message each time, so that a file which is not in it any more was
// exchanged for another; those between the words of a rich message are not read.
func edit(e connectors.Event, m *models.Message, update int64) connectors.Event {
	if e.Kind == "" || m.Location != nil && m.Venue == nil {
		return connectors.Event{}
	}
	e.Key = fmt.Sprintf("%s/e/%d/%d", e.Key, m.EditDate, update)
	e.Kind = connectors.Edit
	e.ReplyTo, e.Whole = "", m.RichMessage == nil
	if m.EditDate > 0 {
		e.At = time.Unix(int64(m.EditDate), 0)
	}
	return e
}

// message reads what was said. False says that there is nothing in it that can be read; an
// event without a kind, that nobody said anything.
func message(m *models.Message, s self) (connectors.Event, bool) {
	if m.Chat.ID == 0 || m.ID == 0 || m.Date <= 0 {
		return connectors.Event{}, false
	}
	switch { // a group that became a supergroup: the one says where to, the other where from
	case m.MigrateToChatID != 0:
		return moved(m.Chat.ID, m.MigrateToChatID, m, s), true
	case m.MigrateFromChatID != 0:
		return moved(m.MigrateFromChatID, m.Chat.ID, m, s), true
	}
	from, via := author(m, s)
	if from.ID == s.account() || notice(m) {
		return connectors.Event{}, true
	}
	e := connectors.Event{
		Key:  fmt.Sprintf("%s/%d/%d", s.account(), m.Chat.ID, m.ID),
		Kind: connectors.Message, Place: place(m.Chat, m, s), From: from, Via: via,
		Message: messageID(m.ID), At: time.Unix(int64(m.Date), 0),
		Forwarded: forwarded(m), Files: files(m),
	}
	e.Direct, e.Title = direct(m.Chat, e.From), title(m.Chat)
	toBot := false
	if r := m.ReplyToMessage; r != nil && r.ForumTopicCreated == nil && (r.Chat.ID == m.Chat.ID || r.Chat.ID == 0) {
		e.ReplyTo = messageID(r.ID)
		toBot = r.From != nil && r.From.ID == s.id
	}
	text, known := words(m)
	if !known && len(e.Files) == 0 {
		return connectors.Event{}, false
	}
	if e.Forwarded == "" {
		e.Addressed = text.command(s.username)
		if !e.Addressed && !e.Direct {
			e.Addressed = text.address(s) || toBot
		}
	}
	e.Text = text.commonMark()
	return e, true
}

// moved is that a chat goes on as another. Both say so, and it is one event.
func moved(from, to int64, m *models.Message, s self) connectors.Event {
	at := func(chat int64) connectors.Place { return place(models.Chat{ID: chat}, nil, s) }
	return connectors.Event{
		Key:  fmt.Sprintf("%s/%d/moved/%d", s.account(), from, to),
		Kind: connectors.Moved, Place: at(from), To: at(to), Title: title(m.Chat), At: time.Unix(int64(m.Date), 0),
	}
}

// author is who said it, and what acted in their name.
func author(m *models.Message, s self) (from connectors.Person, via string) {
	switch {
	case m.From != nil:
		from = person(m.From, s)
	case m.SenderChat != nil:
		from = connectors.Person{Platform: name, Account: s.account(), ID: strconv.FormatInt(m.SenderChat.ID, 10), Name: m.SenderChat.Title}
	default:
		from = connectors.Person{Platform: name, Account: s.account(), ID: strconv.FormatInt(m.Chat.ID, 10), Name: m.Chat.Title}
		via = "chat " + from.ID
	}
	switch {
	case m.SenderBusinessBot != nil:
		via = fmt.Sprintf("business bot %d", m.SenderBusinessBot.ID)
	case m.BusinessConnectionID != "":
		via = "business connection " + m.BusinessConnectionID
	case m.SenderChat != nil:
		via = fmt.Sprintf("chat %d", m.SenderChat.ID)
	}
	return from, via
}

func person(u *models.User, s self) connectors.Person {
	return connectors.Person{
		Platform: name, Account: s.account(), ID: strconv.FormatInt(u.ID, 10),
		Name: strings.TrimSpace(u.FirstName + " " + u.LastName), Bot: u.IsBot,
	}
}

// place is where a message stands. Only in a forum is a thread one: elsewhere Telegram
// gives the number of what is replied to.
func place(c models.Chat, m *models.Message, s self) connectors.Place {
	p := connectors.Place{Platform: name, Account: s.account(), Room: strconv.FormatInt(c.ID, 10)}
	if m != nil && m.IsTopicMessage && m.MessageThreadID != 0 {
		p.Thread = strconv.Itoa(m.MessageThreadID)
	}
	return p
}

// direct says whether a chat is that of this person and the bot alone.
func direct(c models.Chat, p connectors.Person) bool {
	return c.Type == models.ChatTypePrivate && strconv.FormatInt(c.ID, 10) == p.ID
}

func title(c models.Chat) string {
	if c.Type == models.ChatTypePrivate {
		return ""
	}
	return c.Title
}

func messageID(id int) connectors.MessageID { return connectors.MessageID(strconv.Itoa(id)) }

// forwarded is where words come from that are not the person's own; empty if they are.
func forwarded(m *models.Message) string {
	o := m.ForwardOrigin
	var from string
	switch {
	case o == nil && m.ViaBot == nil:
		return ""
	case o == nil: // the person chose it, and an inline bot worded it
		from = m.ViaBot.FirstName
	case o.MessageOriginUser != nil:
		u := o.MessageOriginUser.SenderUser
		from = strings.TrimSpace(u.FirstName + " " + u.LastName)
	case o.MessageOriginHiddenUser != nil:
		from = o.MessageOriginHiddenUser.SenderUserName
	case o.MessageOriginChat != nil:
		from = o.MessageOriginChat.SenderChat.Title
	case o.MessageOriginChannel != nil:
		from = o.MessageOriginChannel.Chat.Title
	}
	if strings.TrimSpace(from) == "" {
		return "somebody" // it is passed on all the same
	}
	return from
}

// reactions reads what a person's reactions to a message are now. Those of somebody who
// hides behind a group are nobody's.
func reactions(r *models.MessageReactionUpdated, s self, update int64) (connectors.Event, bool) {
	if r.Chat.ID == 0 || r.MessageID == 0 || r.Date <= 0 {
		return connectors.Event{}, false
	}
	if r.User == nil {
		return connectors.Event{}, r.ActorChat != nil
	}
	if r.User.ID == s.id {
		return connectors.Event{}, true
	}
	from := person(r.User, s)
	e := connectors.Event{
		Key:  fmt.Sprintf("%s/%d/%d/r/%s/%d/%d", s.account(), r.Chat.ID, r.MessageID, from.ID, r.Date, update),
		Kind: connectors.Reactions, Place: place(r.Chat, nil, s), From: from, Direct: direct(r.Chat, from), Title: title(r.Chat),
		Message: messageID(r.MessageID), At: time.Unix(int64(r.Date), 0),
	}
	for _, n := range r.NewReaction {
		switch {
		case n.ReactionTypeEmoji != nil:
			if emoji := connectors.NormalEmoji(n.ReactionTypeEmoji.Emoji); emoji != "" {
				e.Emojis = append(e.Emojis, emoji)
			}
		case n.ReactionTypeCustomEmoji != nil:
			e.Emojis = append(e.Emojis, connectors.NormalEmoji("custom_emoji:"+n.ReactionTypeCustomEmoji.CustomEmojiID))
		case n.ReactionTypePaid != nil:
			e.Emojis = append(e.Emojis, "⭐")
		}
	}
	return e, true
}

// press reads which button was pressed. Telegram does not say when.
func press(q *models.CallbackQuery, s self, now time.Time) (connectors.Event, bool) {
	var chat models.Chat
	var m *models.Message
	id := 0
	switch {
	case q.Message.Message != nil:
		m = q.Message.Message
		chat, id = m.Chat, m.ID
	case q.Message.InaccessibleMessage != nil: // too old to be told
		chat, id = q.Message.InaccessibleMessage.Chat, q.Message.InaccessibleMessage.MessageID
	}
	if q.ID == "" || q.From.ID == 0 || chat.ID == 0 || id == 0 || q.Data == "" {
		return connectors.Event{}, false
	}
	from := person(&q.From, s)
	return connectors.Event{
		Key:  s.account() + "/press/" + q.ID,
		Kind: connectors.Press, Place: place(chat, m, s), From: from, Direct: direct(chat, from), Title: title(chat),
		Message: messageID(id), At: now, Button: q.Data,
	}, true
}

// quoting are the fields in which an update repeats what others said.
var quoting = []string{"reply_to_message", "quote", "external_reply", "reply_to_story", "pinned_message"}

// unparsed keeps what came, and who sent it as far as that can be told.
func unparsed(u raw, s self, now time.Time) connectors.Event {
	raw := connectors.Unquoted(u.body, quoting...)
	e := connectors.Event{
		Key:  fmt.Sprintf("%s/update/%d", s.account(), u.id),
		Kind: connectors.Unparsed, Place: connectors.Place{Platform: name, Account: s.account()}, At: now,
		Raw: raw[:min(len(raw), connectors.MaxRaw)],
	}
	var kinds map[string]json.RawMessage
	if json.Unmarshal(u.body, &kinds) != nil {
		return e
	}
	for _, body := range kinds {
		var inner map[string]json.RawMessage
		if json.Unmarshal(body, &inner) != nil {
			continue
		}
		for _, who := range []string{"from", "user"} {
			var p models.User
			if json.Unmarshal(inner[who], &p) == nil && p.ID != 0 {
				e.From = person(&p, s)
			}
		}
		for _, other := range []string{"sender_business_bot", "business_connection_id", "sender_chat"} {
			if v := inner[other]; len(v) > 0 && string(v) != "null" {
				e.Via = other // whatever it says
			}
		}
		var c models.Chat
		if json.Unmarshal(inner["chat"], &c) == nil && c.ID != 0 {
			e.Place, e.Direct, e.Title = place(c, nil, s), direct(c, e.From), title(c)
		}
		for _, when := range []string{"edit_date", "date"} {
			var at int64
			if json.Unmarshal(inner[when], &at) == nil && at > 0 && at < 1<<40 {
				e.At = time.Unix(at, 0)
				break
			}
		}
	}
	return e
}
