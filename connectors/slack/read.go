package slack

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"citadel/connectors"
)

// reading is one thing to hand on, or only to acknowledge.
type reading struct {
	event    *connectors.Event        // nil: nothing that concerns anybody, or later
	at       time.Time                // its place among others
	message  stamp                    // the message that is done once the event is handed on; 0 is none
	change   *change                  // of a reaction
	state    bool                     // it tells how things stand: after everything that happened
	later    func() *connectors.Event // makes the event when its turn has come, or none; nil where event is set
	reach    stamp                    // once it is handed on, everything said up to here is; 0 says nothing
	then     func()                   // done once it is handed on; may be nil
	text     *message                 // of an edit: the message as it stands
	edit     *edition                 // of an edit
	envelope string                   // to acknowledge; empty for what was read in the history
	note     string                   // shown with that to the person alone, below a slash command; mostly empty
}

// change is one emoji put on a message or taken off.
type change struct {
	face
	emoji string
	on    bool
	at    stamp
}

var (
	errShape = errors.New("a payload of an unexpected shape")
	errKind  = errors.New("an envelope of a kind that is not known")
)

// read translates a frame of Socket Mode. It has several readings where a message passes
// others on. What cannot be read is a reading, too: Unparsed.
func (s *Slack) read(ctx context.Context, me *self, frame json.RawMessage) []reading {
	var e envelope
	if err := json.Unmarshal(frame, &e); err != nil {
		e = envelope{ID: loose[struct {
			ID string `json:"envelope_id"`
		}](frame).ID}
		return []reading{s.unread(me, e, frame)}
	}
	if e.ID == "" || e.Type == "hello" || e.Type == "disconnect" {
		return nil // nobody said it
	}
	out, err := s.payload(ctx, me, e)
	if err != nil {
		return []reading{s.unread(me, e, frame)}
	}
	if len(out) == 0 {
		return []reading{{envelope: e.ID}}
	}
	out[len(out)-1].envelope = e.ID // acknowledged with the last of them
	return out
}

func (s *Slack) payload(ctx context.Context, me *self, e envelope) ([]reading, error) {
	switch e.Type {
	case "events_api":
		var c callback
		if err := json.Unmarshal(e.Payload, &c); err != nil {
			return nil, err
		}
		switch loose[struct {
			Type string `json:"type"`
		}](c.Event).Type {
		case "message", "app_mention", "reaction_added", "reaction_removed", "":
		default:
			return nil, nil // what nobody said may be of any shape
		}
		var h happening
		if err := json.Unmarshal(c.Event, &h); err != nil {
			return nil, err
		}
		return s.happened(ctx, me, &h)
	case "interactive":
		var p pressed
		if err := json.Unmarshal(e.Payload, &p); err != nil {
			return nil, err
		}
		return s.press(ctx, me, &p)
	case "slash_commands":
		var c command
		if err := json.Unmarshal(e.Payload, &c); err != nil {
			return nil, err
		}
		return s.slash(ctx, me, &c)
	}
	return nil, errKind
}

// quoting are the fields in which a payload repeats what others said: messages that are
// passed on or unfolded, and the root of a thread.
var quoting = []string{"attachments", "root", "previous_message"}

// unread hands on what could not be read, with whom it is from and where it was as far as
// that can be told.
func (s *Slack) unread(me *self, e envelope, frame json.RawMessage) reading {
	c := loose[callback](e.Payload)
	at := s.Now()
	if c.Time > 0 && c.Time < 1<<40 {
		at = time.Unix(c.Time, 0)
	}
	from, via := me.signer(e, c)
	in := loose[struct {
		Type    string `json:"type"`
		Subtype string `json:"subtype"`
		Channel string `json:"channel"`
		Kind    string `json:"channel_type"`
		TS      string `json:"ts"`
	}](c.Event)
	room := cmp.Or(in.Channel, loose[struct {
		Channel struct {
			ID string `json:"id"`
		} `json:"channel"`
	}](e.Payload).Channel.ID, loose[struct {
		ID string `json:"channel_id"`
	}](e.Payload).ID)
	key := cmp.Or(c.ID, e.ID)
	if key == "" {
		key = fmt.Sprintf("at %d", at.UnixNano())
	}
	raw := connectors.Unquoted(frame, quoting...)
	r := reading{envelope: e.ID, at: at, event: &connectors.Event{
		Key: me.team + "/unparsed/" + key, Kind: connectors.Unparsed, At: at, From: from, Via: via,
		Place: connectors.Place{Platform: name, Account: me.team, Room: room}, Direct: isDirect(room, in.Kind),
		Raw: raw[:min(len(raw), connectors.MaxRaw)],
	}}
	said := (in.Type == "message" || in.Type == "app_mention") && in.Subtype != "message_changed" && in.Subtype != "message_deleted"
	if ts, ok := parseStamp(in.TS); ok && said && isID(room) {
		r.stood(me, room, ts)
		r.message = 0 // the history may say it so that it can be read
	}
	return r
}

// stood has what could not be read be a message, under the one name that it has on the connection and in the history.
func (r *reading) stood(me *self, room string, ts stamp) {
	r.event.Key = fmt.Sprintf("%s/%s/%s/unparsed", me.team, room, ts)
	r.event.At, r.at, r.event.Place.Room, r.message = ts.time(), ts.time(), room, ts
}

// signer is whose a payload is that could not be read, as far as that can be told: who is of
// another workspace, or an app with somebody's name, is not that person.
func (me *self) signer(e envelope, c callback) (from connectors.Person, via string) {
	outer := loose[signature](c.Event)
	inner := loose[struct {
		signature `json:"message"`
	}](c.Event).signature
	pressed := loose[struct {
		User struct {
			ID   string `json:"id"`
			Team string `json:"team_id"`
		} `json:"user"`
	}](e.Payload).User
	command := loose[struct {
		ID   string `json:"user_id"`
		Team string `json:"team_id"`
	}](e.Payload)
	id := cmp.Or(outer.User, inner.User, pressed.ID, command.ID)
	if !isID(id) {
		return from, ""
	}
	from = connectors.Person{Platform: name, ID: id}
	from.Account, via = me.abroad(
		outer.UserTeam, outer.SourceTeam, outer.Team, inner.UserTeam, inner.SourceTeam, inner.Team, pressed.Team, command.Team,
	)
	if app := cmp.Or(outer.App, inner.App, outer.Bot, inner.Bot); app != "" {
		via = "app " + app
	}
	return from, via
}

// happened translates an event of the Events API. Nothing without an error is something that
// nobody said: joins, topics, the opening of a conversation, whatever Slack adds tomorrow.
func (s *Slack) happened(ctx context.Context, me *self, h *happening) ([]reading, error) {
	switch h.Type {
	case "reaction_added", "reaction_removed":
		return s.reaction(ctx, me, h)
	case "":
		return nil, errShape
	}
	if !isID(h.Channel) {
		return nil, errShape
	}
	w := where{room: h.Channel, direct: isDirect(h.Channel, h.ChanType)}
	switch h.Subtype {
	case "message_changed":
		if h.Message == nil {
			return nil, errShape
		}
		if h.Message.Subtype == "tombstone" { // what is left of the root of a thread
			return s.deleted(ctx, me, w, h.Message.TS, h.Previous, h.EventTS)
		}
		return s.changed(ctx, me, w, h)
	case "message_deleted":
		return s.deleted(ctx, me, w, h.Deleted, h.Previous, h.EventTS)
	}
	return s.said(ctx, me, w, &h.message)
}

// where is a conversation.
type where struct {
	room   string
	direct bool
}

func (w where) place(me *self, thread, ts string) connectors.Place {
	p := connectors.Place{Platform: name, Account: me.team, Room: w.room}
	if _, ok := parseStamp(thread); ok && thread != ts {
		p.Thread = thread
	}
	return p
}

// reaction translates an emoji put on a message or taken off.
func (s *Slack) reaction(ctx context.Context, me *self, h *happening) ([]reading, error) {
	it := loose[item](h.Item)
	if it.Type != "" && it.Type != "message" {
		return nil, nil // on a file, which nobody said
	}
	ts, ok := parseStamp(it.TS)
	at, timed := parseStamp(h.EventTS)
	if !ok || !timed || !isID(it.Channel) || !isID(h.User) || h.Reaction == "" {
		return nil, errShape
	}
	if h.User == me.user {
		return nil, nil
	}
	c := change{face: face{it.Channel, ts, h.User}, emoji: h.Reaction, on: h.Type == "reaction_added", at: at}
	w := where{room: it.Channel, direct: isDirect(it.Channel, "")}
	e := connectors.Event{
		Kind: connectors.React, At: at.time(), Place: w.place(me, "", ""), Direct: w.direct,
		From: s.somebody(ctx, me, w, h.User, ""), Message: connectors.MessageID(it.TS), Emoji: reactionOf(h.Reaction),
	}
	verb := "react"
	if !c.on {
		e.Kind, verb = connectors.Unreact, "unreact"
	}
	e.Key = fmt.Sprintf("%s/%s/%s/%s/%s/%s/%s", me.team, it.Channel, ts, verb, h.User, h.Reaction, at)
	if !w.direct {
		e.Title = s.title(ctx, w.room)
	}
	return []reading{{event: &e, at: e.At, change: &c}}, nil
}

// press translates the press of a button; other interactions concern nobody.
func (s *Slack) press(ctx context.Context, me *self, p *pressed) ([]reading, error) {
	if p.Type != "block_actions" {
		return nil, nil
	}
	room := cmp.Or(p.Container.Channel, p.Channel.ID)
	ts, ok := parseStamp(p.Container.TS)
	if !ok || !isID(room) || !isID(p.User.ID) {
		return nil, errShape
	}
	w := where{room: room, direct: isDirect(room, "")}
	var out []reading
	for _, a := range p.Actions {
		at, ok := moment(a.TS)
		if a.Type != "button" || a.Value == "" {
			continue
		}
		if !ok {
			return nil, errShape
		}
		e := connectors.Event{
			Key:  fmt.Sprintf("%s/%s/%s/press/%s/%s/%s", me.team, room, ts, p.User.ID, a.ID, a.TS),
			Kind: connectors.Press, At: at, Place: w.place(me, cmp.Or(p.Container.Thread, p.Message.Thread), ts.String()), Direct: w.direct,
			From: s.somebody(ctx, me, w, p.User.ID, p.User.Team), Message: connectors.MessageID(ts.String()), Button: a.Value,
		}
		if e.From.Account != me.team {
			e.Via = "workspace " + e.From.Account
		}
		if !w.direct {
			e.Title = s.title(ctx, room)
		}
		out = append(out, reading{event: &e, at: at})
	}
	return out, nil
}
