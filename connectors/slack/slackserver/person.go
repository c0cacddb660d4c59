package slackserver

import (
	"encoding/json"
	"fmt"
	"slices"

	"citadel/connectors"
)

// Say makes Sam say something in the direct conversation. Like all that makes
// messages it returns the timestamp, which names the message.
func (s *Server) Say(text string) string {
	return s.SayAs(Sam, Home, "", text)
}

// SayAs makes somebody say something somewhere; thread is the root it replies
// to, or empty.
func (s *Server) SayAs(who, where, thread, text string) string {
	return s.Put(Message{User: who, Room: where, Thread: thread, Words: text})
}

// Message is one that somebody or something puts into a conversation.
type Message struct {
	User, Room, Thread string
	Words              string // as a person types them
	Text               string // instead of Words: as Slack holds it, without rich text
	Subtype            string // "me_message", "channel_join", …
	Broadcast          bool   // a reply that is shown in the room, too
	BotID, AppID       string // what posts in the user's name
	Team               string // the workspace of the user, if it is another
	Blocks             string // JSON, instead of what Words make
	Attachments        string // JSON
	Files              []connectors.Picture
}

// Put puts a message into a conversation.
func (s *Server) Put(m Message) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[m.Room]
	made := &message{
		ts: s.stamp(), user: m.User, thread: m.Thread, subtype: m.Subtype, botID: m.BotID, appID: m.AppID, team: m.Team,
		text: m.Text, broadcast: m.Broadcast,
	}
	if made.text == "" {
		made.text, made.blocks = typed(m.Words)
	}
	if s.Plain || m.Words == "" {
		made.blocks = nil
	}
	if m.Blocks != "" {
		made.blocks = json.RawMessage(m.Blocks)
	}
	if m.Attachments != "" {
		made.attachments = json.RawMessage(m.Attachments)
	}
	if m.BotID == "" && m.Subtype == "" {
		made.clientID = fmt.Sprintf("c-%d", s.number())
	}
	if m.Broadcast {
		made.subtype = "thread_broadcast"
	}
	for _, f := range m.Files {
		up := &upload{id: fmt.Sprintf("F%d", s.number()), name: f.Name, mime: f.MIME, alt: f.Alt, data: f.Data, done: true}
		s.uploads[up.id] = up
		made.files = append(made.files, up.id)
		made.subtype = "file_share"
	}
	s.put(r, made)
	return made.ts
}

// Edit changes a message of a person.
func (s *Server) Edit(where, ts, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[where]
	m, _ := r.find(ts)
	before := s.fields(r, m)
	m.text, m.blocks = typed(text)
	if s.Plain {
		m.blocks = nil
	}
	m.edited, m.editor = s.second(), m.user
	s.changed(r, m, before)
}

// TakeOut deletes a file of a message, by its name. Slack does not count that as an edit.
func (s *Server) TakeOut(where, ts, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[where]
	m, _ := r.find(ts)
	before := s.fields(r, m)
	for _, id := range m.files {
		if u := s.uploads[id]; u.name == name {
			u.gone = true
		}
	}
	s.changed(r, m, before)
}

// Unfurl shows a preview below a message, which Slack reports as a change.
func (s *Server) Unfurl(where, ts string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[where]
	m, _ := r.find(ts)
	before := s.fields(r, m)
	m.attachments = json.RawMessage(`[{"id":1,"from_url":"https://example.com","title":"Example","fallback":"Example"}]`)
	s.changed(r, m, before)
}

// Delete takes a message back.
func (s *Server) Delete(where, ts string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(s.rooms[where], ts)
}

// React puts an emoji on a message, given as itself or by its name.
func (s *Server) React(who, where, ts, emoji string) { s.reacts(who, where, ts, emoji, true) }

// Unreact takes it off again.
func (s *Server) Unreact(who, where, ts, emoji string) { s.reacts(who, where, ts, emoji, false) }

func (s *Server) reacts(who, where, ts, emoji string, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m, _ := s.rooms[where].find(ts); m != nil {
		s.react(s.rooms[where], m, who, shortName(emoji), on)
	}
}

// Press presses the button with a token; false if the message has none such.
func (s *Server) Press(who, where, ts, token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[where]
	m, _ := r.find(ts)
	if m == nil {
		return false
	}
	for _, b := range buttons(m.blocks) {
		if b.Value != token {
			continue
		}
		n := s.number()
		container := map[string]any{"type": "message", "message_ts": ts, "channel_id": where, "is_ephemeral": false}
		if m.thread != "" {
			container["thread_ts"] = m.thread
		}
		s.send("interactive", fmt.Sprintf("Ev%d", n), map[string]any{
			"type": "block_actions", "user": map[string]any{"id": who, "username": s.users[who].name, "team_id": Team},
			"api_app_id": App, "container": container, "trigger_id": fmt.Sprintf("tr.%d", n),
			"team": map[string]any{"id": Team}, "channel": map[string]any{"id": where}, "message": s.fields(r, m),
			"state": map[string]any{"values": map[string]any{}}, "response_url": s.URL() + "/r/1",
			"actions": []any{map[string]any{
				"type": "button", "action_id": b.ActionID, "block_id": b.BlockID, "value": b.Value, "action_ts": s.stamp(),
				"text": map[string]any{"type": "plain_text", "text": b.Text.Text},
			}},
		})
		return true
	}
	return false
}

// Command gives the agent's slash command with some words behind it, in any conversation of
// that person, also one that the agent is not in.
func (s *Server) Command(who, where, text string) { s.CommandFrom(Team, who, where, text) }

// CommandFrom is Command of somebody in a workspace.
func (s *Server) CommandFrom(team, who, where, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.number()
	called := "directmessage" // of two people, whoever they are
	if r := s.rooms[where]; r != nil && r.kind != direct {
		called = r.name
	}
	s.send("slash_commands", fmt.Sprintf("Ev%d", n), map[string]any{
		"token": "z", "command": "/citadel", "text": text, "user_id": who, "user_name": s.users[who].name, "channel_id": where,
		"channel_name": called, "team_id": team, "api_app_id": App, "response_url": s.URL() + "/r/2",
		"trigger_id": fmt.Sprintf("tr.%d", n),
	})
}

// Notes is what was shown below slash commands, to whoever gave them.
func (s *Server) Notes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.notes)
}

// Open opens the conversation with the agent, which is an event of its own.
func (s *Server) Open(who string) {
	s.Event(map[string]any{"type": "app_home_opened", "user": who, "channel": Home, "tab": "messages", "event_ts": "1.1"})
}

// Person adds somebody and a direct conversation with the agent.
func (s *Server) Person(name string) (id, home string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.number()
	id, home = fmt.Sprintf("U%d", n), fmt.Sprintf("D%d", n)
	s.users[id] = &user{id: id, name: name}
	s.addRoom(&room{id: home, kind: direct, members: []string{id, Bot}})
	return id, home
}

// App adds the user of another app, a bot.
func (s *Server) App(name string) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id = fmt.Sprintf("U%d", s.number())
	s.users[id] = &user{id: id, name: name, bot: true}
	return id
}

// Channel adds a channel with these people and the agent in it.
func (s *Server) Channel(name string, private bool, who ...string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &room{id: fmt.Sprintf("C%d", s.number()), name: name, kind: public, members: append([]string{Bot}, who...)}
	if private {
		r.kind = closed
	}
	s.addRoom(r)
	return r.id
}
