package mattermost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// room is what is known of a channel.
type room struct {
	kind  model.ChannelType
	title string
	peer  string // the other one in a direct conversation
}

// mostKnown is how many people, and how many rooms, are remembered by name.
const mostKnown = 4096

// strangerFor is how long it may take to look somebody up of whose words nothing is made.
const strangerFor = 2 * time.Second

// person looks somebody up, once. Where nothing is made of what he does, that he cannot be looked up holds up nobody: he
// has no name then.
func (m *Mattermost) person(ctx context.Context, s *self, id string, matters bool) (connectors.Person, error) {
	p := connectors.Person{Platform: name, Account: s.account, ID: id}
	if !model.IsValidId(id) {
		return p, nil
	}
	m.mu.Lock()
	known, ok := m.people[id]
	m.mu.Unlock()
	if ok {
		return known, nil
	}
	var u *model.User
	limit := callFor
	if !matters {
		limit = strangerFor
	}
	err := m.call(ctx, "mattermost: look somebody up", limit, false, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		u, resp, err = c.GetUser(ctx, id, "")
		return resp, err
	})
	switch {
	case err == nil:
		p.Name, p.Bot = u.GetDisplayName(model.ShowNicknameFullName), u.IsBot
	case !out(err) && !matters && ctx.Err() == nil:
		return p, nil // and is looked up again with the next
	case !out(err):
		return p, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.people) >= mostKnown {
		clear(m.people)
	}
	m.people[id] = p
	return p, nil
}

// room looks a channel up, once.
func (m *Mattermost) room(ctx context.Context, s *self, id string) (room, error) {
	m.mu.Lock()
	known, ok := m.rooms[id]
	m.mu.Unlock()
	if ok {
		return known, nil
	}
	if !model.IsValidId(id) {
		return room{}, nil
	}
	var ch *model.Channel
	err := m.ask(ctx, "mattermost: look a room up", func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		ch, resp, err = c.GetChannel(ctx, id)
		return resp, err
	})
	switch {
	case err == nil:
		return m.knows(s, ch), nil
	case out(err):
		return room{}, nil // it has been left meanwhile
	}
	return room{}, err
}

// knows keeps what a channel is.
func (m *Mattermost) knows(s *self, ch *model.Channel) room {
	r := room{kind: ch.Type, title: ch.DisplayName}
	if ch.Type == model.ChannelTypeDirect {
		r.title = ""
		for _, id := range strings.Split(ch.Name, "__") {
			if id != s.id {
				r.peer = id
			}
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.rooms) >= mostKnown {
		clear(m.rooms)
	}
	m.rooms[ch.Id] = r
	return r
}

// forgets has somebody, or a room, looked up again.
func (m *Mattermost) forgets(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.people, id)
	delete(m.rooms, id)
}

// errBlank is for posts that name nobody or nothing.
var errBlank = errors.New("a post without an id, an author or a room")

// event is what all events about a post have in common. by is who did it.
func (m *Mattermost) event(ctx context.Context, s *self, kind connectors.EventKind, p *model.Post, by string, at int64) (connectors.Event, error) {
	in, err := m.room(ctx, s, p.ChannelId)
	if err != nil {
		return connectors.Event{}, err
	}
	who, err := m.person(ctx, s, by, m.matters(s, by, in, p.ChannelId))
	if err != nil {
		return connectors.Event{}, err
	}
	return connectors.Event{
		Kind: kind, From: who, Message: connectors.MessageID(p.Id), At: time.UnixMilli(at).UTC(),
		Place:  connectors.Place{Platform: name, Account: s.account, Room: p.ChannelId, Thread: p.RootId},
		Direct: in.kind == model.ChannelTypeDirect, Title: in.title,
	}, nil
}

// message is a post as an event: said, or said anew.
func (m *Mattermost) message(ctx context.Context, s *self, kind connectors.EventKind, p *model.Post) (connectors.Event, error) {
	at := p.CreateAt
	if kind == connectors.Edit {
		at = p.EditAt
	}
	e, err := m.event(ctx, s, kind, p, p.UserId, at)
	if err != nil {
		return e, err
	}
	e.Key = p.Id
	if kind == connectors.Edit {
		e.Key = editKey(p)
	}
	e.Text = strings.ToValidUTF8(p.Message, "\uFFFD")
	e.Via, e.Files, e.Whole = via(p), files(p), kind == connectors.Edit
	if kind == connectors.Message {
		e.ReplyTo = connectors.MessageID(p.RootId)
		if e.Edited = p.EditAt > 0; e.Edited {
			e.Stands = time.UnixMilli(p.EditAt).UTC()
		}
	}
	if !e.Direct {
		e.Text, e.Addressed = addressed(e.Text, s.username)
	}
	return e, nil
}

func editKey(p *model.Post) string   { return fmt.Sprintf("%s:e:%d", p.Id, p.EditAt) }
func deleteKey(p *model.Post) string { return p.Id + ":d" }

// via is what acted in the author's name. Whatever a post claims of that kind is believed:
// a person who forges it is only believed less.
func via(p *model.Post) string {
	props := p.GetProps()
	for _, claim := range []struct{ prop, name string }{
		{model.PostPropsFromWebhook, "webhook"}, {model.PostPropsFromPlugin, "plugin"}, {model.PostPropsFromOAuthApp, "app"},
		{model.PostPropsFromBot, "bot"}, {model.PostPropsOverrideUsername, "another name"},
	} {
		if v, ok := props[claim.prop]; ok && v != nil && v != "" && v != "false" && v != false {
			return claim.name
		}
	}
	if id := p.GetRemoteID(); id != "" {
		return "remote server " + id
	}
	if !slices.Contains(byHand, p.Type) {
		return "a post of type " + p.Type
	}
	return ""
}

// byHand are the types of what people write: without one, or as "/me". Those of their own that
// plugins give to posts say what a plugin made of it.
var byHand = []string{model.PostTypeDefault, model.PostTypeMe}

// files are the files of a post.
func files(p *model.Post) []connectors.File {
	var out []connectors.File
	var known []*model.FileInfo
	if p.Metadata != nil {
		known = p.Metadata.Files
	}
	for _, id := range p.FileIds {
		f := connectors.File{ID: id, Size: -1}
		if i := slices.IndexFunc(known, func(k *model.FileInfo) bool { return k != nil && k.Id == id }); i >= 0 {
			k := known[i]
			f.Name, f.MIME, f.Size = k.Name, k.MimeType, k.Size
		}
		out = append(out, f)
	}
	return out
}

// addressed says whether a text names the agent, and takes the name off its front.
func addressed(text, username string) (string, bool) {
	at := "@" + strings.ToLower(username)
	low := strings.ToLower(text)
	if len(low) != len(text) { // a letter whose small form is longer
		low = text
	}
	found := false
	for i := 0; ; {
		n := strings.Index(low[i:], at)
		if n < 0 {
			return text, found
		}
		i += n
		before, _ := utf8.DecodeLastRuneInString(low[:i])
		after := low[i+len(at):]
		next, _ := utf8.DecodeRuneInString(after)
		inWord := wordRune(next) || (next == '-' || next == '.') && len(after) > 1 && wordRune(rune(after[1]))
		if !wordRune(before) && !inWord {
			if strings.TrimSpace(low[:i]) == "" {
				return strings.TrimLeft(text[i+len(at):], " \t\n,:;"), true
			}
			found = true
		}
		i += len(at)
	}
}

// skipped says whether a post is nobody's words: the server's own, or an old version.
func skipped(p *model.Post) bool {
	return strings.HasPrefix(p.Type, model.PostSystemMessagePrefix) || p.Type == model.PostTypeAddBotTeamsChannels ||
		p.Type == model.PostTypeEphemeral || p.OriginalId != ""
}

// readPost reads a post that came as JSON.
func readPost(body []byte) (*model.Post, error) {
	var p model.Post
	if err := json.Unmarshal(body, &p); err != nil {
		return nil, err
	}
	if !model.IsValidId(p.Id) || !model.IsValidId(p.ChannelId) || !model.IsValidId(p.UserId) || p.RootId != "" && !model.IsValidId(p.RootId) ||
		p.CreateAt <= 0 || p.EditAt < 0 || p.UpdateAt < 0 || p.DeleteAt < 0 || p.OriginalId != "" && !model.IsValidId(p.OriginalId) {
		return nil, errBlank
	}
	return &p, nil
}

// quoting are the fields in which a post repeats what others said: previews of what it links
// to, and what integrations put into it.
var quoting = []string{"metadata", "props", "participants"}

// unparsed is what could not be read. From, Place and At are as far as they could be told;
// room is where it stands, if that is known otherwise.
func (m *Mattermost) unparsed(ctx context.Context, s *self, key string, raw, post []byte, room string) connectors.Event {
	var some struct {
		UserID    string `json:"user_id"`
		ChannelID string `json:"channel_id"`
		CreateAt  int64  `json:"create_at"`
		EditAt    int64  `json:"edit_at"`

		Props    json.RawMessage `json:"props"`
		RemoteID json.RawMessage `json:"remote_id"`
	}
	raw = connectors.Unquoted(raw, quoting...)
	e := connectors.Event{
		Key: key, Kind: connectors.Unparsed, At: m.clock.when(m.Now()).UTC(), Raw: raw[:min(len(raw), connectors.MaxRaw)],
		Place: connectors.Place{Platform: name, Account: s.account, Room: room},
	}
	if json.Unmarshal(post, &some) == nil || some.UserID != "" {
		if model.IsValidId(some.UserID) {
			e.From = connectors.Person{Platform: name, Account: s.account, ID: some.UserID}
			e.Via = claimed(some.Props, some.RemoteID)
		}
		if room == "" && model.IsValidId(some.ChannelID) {
			e.Place.Room = some.ChannelID
		}
		if at := max(some.CreateAt, some.EditAt); at > 0 && at < 1<<45 {
			e.At = time.UnixMilli(at).UTC()
		}
	}
	if in, err := m.room(ctx, s, e.Place.Room); err == nil {
		e.Direct = in.kind == model.ChannelTypeDirect
	}
	return e
}

// claimed is via of a post that could not be read. A claim that cannot be read either is one.
func claimed(props, remote json.RawMessage) string {
	var p model.Post
	if len(props) > 0 {
		var claims model.StringInterface
		if json.Unmarshal(props, &claims) != nil {
			return "something unreadable"
		}
		p.SetProps(claims)
	}
	if len(remote) > 0 && json.Unmarshal(remote, &p.RemoteId) != nil {
		return "something unreadable"
	}
	return via(&p)
}
