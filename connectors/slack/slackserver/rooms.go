package slackserver

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"
)

// kind is what a conversation is, in Slack's words.
type kind string

const (
	direct kind = "im"
	public kind = "channel"
	closed kind = "group"
)

type user struct {
	id, name string
	bot      bool
}

type room struct {
	id, name string
	kind     kind
	members  []string
	messages []*message            // oldest first
	threads  map[string][]*message // by root, without it, oldest first
}

type message struct {
	ts, user, thread, subtype string
	botID, appID, team        string
	text                      string
	blocks, attachments       json.RawMessage
	files                     []string
	edited, editor            string
	metadata                  json.RawMessage
	reactions                 []reaction
	clientID                  string
	broadcast                 bool
}

type reaction struct {
	name  string
	users []string
}

func (s *Server) addRoom(r *room) {
	r.threads = map[string][]*message{}
	s.rooms[r.id] = r
	s.order = append(s.order, r.id)
}

// find gives a message by its timestamp.
func (r *room) find(ts string) (*message, int) {
	i := sort.Search(len(r.messages), func(i int) bool { return r.messages[i].ts >= ts })
	if i < len(r.messages) && r.messages[i].ts == ts {
		return r.messages[i], i
	}
	return nil, i
}

// replies are the messages of a thread without its root, oldest first.
func (r *room) replies(root string) []*message { return r.threads[root] }

// top says whether a message stands in the room itself and not in a thread alone.
func (m *message) top() bool { return m.thread == "" || m.thread == m.ts || m.broadcast }

// fields is a message as history and events show it.
func (s *Server) fields(r *room, m *message) map[string]any {
	f := map[string]any{"type": "message", "ts": m.ts, "text": m.text}
	set := func(key, value string) {
		if value != "" {
			f[key] = value
		}
	}
	set("user", m.user)
	set("subtype", m.subtype)
	set("bot_id", m.botID)
	set("app_id", m.appID)
	set("client_msg_id", m.clientID)
	set("thread_ts", m.thread)
	f["team"] = Team
	if m.team != "" {
		f["team"], f["user_team"], f["source_team"] = m.team, m.team, m.team
	}
	if m.appID != "" {
		f["bot_profile"] = map[string]any{"id": m.botID, "app_id": m.appID, "name": "an app", "team_id": Team}
	}
	if m.blocks != nil {
		f["blocks"] = m.blocks
	}
	if m.attachments != nil {
		f["attachments"] = m.attachments
	}
	if m.edited != "" {
		f["edited"] = map[string]any{"user": m.editor, "ts": m.edited}
	}
	if len(m.files) > 0 {
		var files []any
		for _, id := range m.files {
			files = append(files, s.uploads[id].fields(s.URL()))
		}
		f["files"], f["upload"] = files, false
	}
	return f
}

// recorded is a message as history shows it, with what became of it.
func (s *Server) recorded(r *room, m *message, metadata bool) map[string]any {
	f := s.fields(r, m)
	if len(m.reactions) > 0 {
		var all []any
		for _, x := range m.reactions {
			all = append(all, map[string]any{"name": x.name, "users": x.users, "count": len(x.users)})
		}
		f["reactions"] = all
	}
	if metadata && m.metadata != nil {
		f["metadata"] = m.metadata
	}
	if replies := r.replies(m.ts); len(replies) > 0 {
		f["thread_ts"], f["reply_count"], f["latest_reply"] = m.ts, len(replies), replies[len(replies)-1].ts
	}
	return f
}

// put adds a message to a room and tells of it.
func (s *Server) put(r *room, m *message) {
	r.messages = append(r.messages, m)
	if m.thread != "" && m.thread != m.ts {
		r.threads[m.thread] = append(r.threads[m.thread], m)
	}
	e := s.fields(r, m)
	e["channel"], e["channel_type"], e["event_ts"] = r.id, string(r.kind), m.ts
	if m.broadcast {
		if root, _ := r.find(m.thread); root != nil {
			e["root"] = s.fields(r, root)
		}
	}
	s.emit(e)
	if r.kind != direct && strings.Contains(m.text, "<@"+Bot+">") {
		mention := s.fields(r, m)
		delete(mention, "subtype")
		mention["type"], mention["channel"], mention["event_ts"] = "app_mention", r.id, m.ts
		s.emit(mention)
	}
}

// changed tells that a message is another one now.
func (s *Server) changed(r *room, m *message, before map[string]any) {
	at := s.stamp()
	s.emit(map[string]any{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": r.id, "channel_type": string(r.kind),
		"ts": at, "event_ts": at, "message": s.fields(r, m), "previous_message": before,
	})
}

// remove takes a message out; the root of a thread leaves a stone.
func (s *Server) remove(r *room, ts string) bool {
	m, i := r.find(ts)
	if m == nil {
		return false
	}
	before := s.fields(r, m)
	if len(r.replies(ts)) > 0 {
		*m = message{ts: m.ts, thread: m.ts, user: "USLACKBOT", subtype: "tombstone", text: "This message was deleted."}
		s.changed(r, m, before)
		return true
	}
	r.messages = slices.Delete(r.messages, i, i+1)
	r.threads[m.thread] = slices.DeleteFunc(r.threads[m.thread], func(x *message) bool { return x == m })
	at := s.stamp()
	s.emit(map[string]any{
		"type": "message", "subtype": "message_deleted", "hidden": true, "channel": r.id, "channel_type": string(r.kind),
		"ts": at, "event_ts": at, "deleted_ts": ts, "previous_message": before,
	})
	return true
}

// react puts an emoji on a message, or takes it off; false if it is so already.
func (s *Server) react(r *room, m *message, who, name string, on bool) bool {
	i := slices.IndexFunc(m.reactions, func(x reaction) bool { return x.name == name })
	there := i >= 0 && slices.Contains(m.reactions[i].users, who)
	if there == on {
		return false
	}
	kind := "reaction_removed"
	if on {
		kind = "reaction_added"
		if i < 0 {
			m.reactions = append(m.reactions, reaction{name: name})
			i = len(m.reactions) - 1
		}
		m.reactions[i].users = append(slices.Clone(m.reactions[i].users), who)
	} else {
		users := slices.Clone(m.reactions[i].users)
		m.reactions[i].users = slices.DeleteFunc(users, func(u string) bool { return u == who })
		if len(m.reactions[i].users) == 0 {
			m.reactions = slices.Delete(m.reactions, i, i+1)
		}
	}
	s.emit(map[string]any{
		"type": kind, "user": who, "reaction": name, "item_user": m.user,
		"item": map[string]any{"type": "message", "channel": r.id, "ts": m.ts}, "event_ts": s.stamp(),
	})
	return true
}
