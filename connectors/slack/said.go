package slack

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
)

// spoken are the subtypes of messages that hold somebody's words.
func spoken(subtype string) bool {
	switch subtype {
	case "", "file_share", "thread_broadcast", "me_message", "bot_message":
		return true
	}
	return false
}

// own says whether a message is the agent's.
func (me *self) own(m *message) bool {
	return m.User == me.user || m.User == "" && m.Bot != "" && m.Bot == me.bot
}

func messageKey(me *self, room string, ts stamp) string {
	return fmt.Sprintf("%s/%s/%s", me.team, room, ts)
}

// said translates a message: what it passes on first, then its own words.
func (s *Slack) said(ctx context.Context, me *self, w where, m *message) ([]reading, error) {
	if !spoken(m.Subtype) || me.own(m) {
		return nil, nil
	}
	ts, ok := parseStamp(m.TS)
	if !ok || m.User != "" && !isID(m.User) || m.User == "" && !isID(m.Bot) {
		return nil, errShape
	}
	own := s.words(ctx, me, w, m.User)
	event := connectors.Event{
		Key: messageKey(me, w.room, ts), Kind: connectors.Message, At: ts.time(),
		Place: w.place(me, m.Thread, m.TS), Direct: w.direct, Message: connectors.MessageID(m.TS),
		Text: own.of(m), Files: files(m.Files), Edited: m.Edited != nil,
	}
	if m.Edited != nil {
		if edited, ok := parseStamp(m.Edited.TS); ok {
			event.Stands = edited.time()
		}
	}
	event.From, event.Via = s.author(ctx, me, w, m)
	event.Addressed = own.named && !w.direct
	if !w.direct {
		event.Title = s.title(ctx, w.room)
	}
	switch {
	case event.Place.Thread != "":
		event.ReplyTo = connectors.MessageID(event.Place.Thread)
	case event.Addressed: // in a busy channel nobody could tell what an answer answers
		event.Place.Thread = m.TS
	}
	var out []reading
	for i, a := range shared(m) {
		passed := event
		passed.Key = fmt.Sprintf("%s/forwarded/%d", event.Key, i+1)
		passed.Message = connectors.MessageID(fmt.Sprintf("%s%s%d", m.TS, forwardedMark, i+1))
		theirs := s.words(ctx, me, w, m.User)
		passed.Text, passed.Files = theirs.unaddressed(theirs.mrkdwn(a.Text, 0)), files(a.Files)
		passed.Addressed = false
		passed.Forwarded = origin(a)
		out = append(out, reading{event: &passed, at: event.At})
	}
	if len(out) > 0 && strings.TrimSpace(event.Text) == "" && len(event.Files) == 0 {
		out[len(out)-1].message = ts
		return out, nil
	}
	return append(out, reading{event: &event, at: event.At, message: ts}), nil
}

// words reads what somebody says in a conversation. Whom and what it names is asked for where anything is made of
// it, and of one message not without end: a name that is not asked for is written as Slack writes it.
func (s *Slack) words(ctx context.Context, me *self, w where, user string) *words {
	until, left := s.Now().Add(mentionsFor), mostMentions
	asks := func() bool {
		left--
		return left >= 0 && s.Now().Before(until)
	}
	if !s.matters(me, w, user) {
		left = 0
	}
	return &words{
		self: me.user,
		user: func(id string) string {
			if id == me.user {
				return me.name
			}
			if p, ok := s.met(id); ok || !asks() {
				return p.name
			}
			return s.person(ctx, id).name
		},
		room: func(id string) string {
			if t, ok := s.titled(id); ok || !asks() {
				return t
			}
			return s.title(ctx, id)
		},
	}
}

// shared are the messages that a message passes on.
func shared(m *message) []attachment {
	var out []attachment
	for _, a := range each[attachment](m.Attachments) {
		if a.Share {
			out = append(out, a)
		}
	}
	return out
}

// origin is where something that is passed on was said.
func origin(a attachment) string {
	by := cmp.Or(a.Author, "somebody")
	switch {
	case a.Channel != "":
		return by + " in #" + strings.TrimPrefix(a.Channel, "#")
	case a.From != "":
		return by + ", " + a.From
	}
	return by
}

// ids are those that the events of a message have.
func ids(m *message) []connectors.MessageID {
	out := []connectors.MessageID{connectors.MessageID(m.TS)}
	for i := range shared(m) {
		out = append(out, connectors.MessageID(fmt.Sprintf("%s%s%d", m.TS, forwardedMark, i+1)))
	}
	return out
}

// author says who wrote a message, and what did it in that name.
func (s *Slack) author(ctx context.Context, me *self, w where, m *message) (from connectors.Person, via string) {
	from = connectors.Person{Platform: name, Account: me.team, ID: m.User}
	if m.User == "" { // an integration without an account
		from.ID, from.Name, from.Bot = m.Bot, m.Username, true
		return from, ""
	}
	from.Account, via = me.abroad(m.UserTeam, m.SourceTeam, m.Team)
	p, met := s.met(m.User)
	if !met && (w.direct || s.matters(me, w, m.User)) {
		p = s.person(ctx, m.User)
	}
	from.Name, from.Bot = p.name, p.bot
	app := cmp.Or(m.App, m.Bot)
	if (app != "" || m.Subtype == "bot_message") && !p.bot {
		via = "app " + cmp.Or(app, "of unknown name") // it holds the person's token, or borrows the name
	}
	return from, via
}

// abroad is the workspace that somebody is of, by what a payload says of that: the first that is
// not ours, whose people may have the ids of ours.
func (me *self) abroad(teams ...string) (account, via string) {
	for _, team := range teams {
		if team != "" && team != me.team {
			return team, "workspace " + team
		}
	}
	return me.team, ""
}

// somebody is a person of whom no more than the id is told. He is asked for where anything is made of what he does.
func (s *Slack) somebody(ctx context.Context, me *self, w where, id, team string) connectors.Person {
	p, met := s.met(id)
	if !met && s.matters(me, w, id) {
		p = s.person(ctx, id)
	}
	return connectors.Person{Platform: name, Account: cmp.Or(team, me.team), ID: id, Name: p.name, Bot: p.bot}
}

// changed translates an edit; a preview that Slack adds is none.
func (s *Slack) changed(ctx context.Context, me *self, w where, h *happening) ([]reading, error) {
	m := h.Message
	if !spoken(m.Subtype) || me.own(m) {
		return nil, nil
	}
	if h.Previous != nil {
		was, is := s.words(ctx, me, w, m.User), s.words(ctx, me, w, m.User)
		if was.of(h.Previous) == is.of(m) && slices.EqualFunc(files(h.Previous.Files), files(m.Files), func(a, b connectors.File) bool { return a.ID == b.ID }) {
			return nil, nil
		}
	} else if m.Edited == nil {
		return nil, nil
	}
	live, ok := parseStamp(h.EventTS)
	e := edition{second: live, live: live}
	if m.Edited != nil {
		e.second, ok = parseStamp(m.Edited.TS)
	}
	if !ok {
		return nil, errShape
	}
	if h.Previous != nil {
		was := h.Previous.print()
		e.was = &was
	}
	out, err := s.edited(ctx, me, w, m, e)
	if anew := h.Previous != nil && (h.Previous.Text != m.Text || h.Previous.worded() != m.worded()); !anew && m.worded() < live {
		for i := range out {
			out[i].saw(m.worded().time(), live.time())
		}
	}
	return out, err
}

// edited is the edit of a message as it stands now. It is named by when the connection told of it: the same words may
// come back within the second. What the history holds has no such time, so what was written names it.
func (s *Slack) edited(ctx context.Context, me *self, w where, m *message, e edition) ([]reading, error) {
	out, err := s.said(ctx, me, w, m)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	last := out[len(out)-1]
	ev := last.event
	if ev.Forwarded != "" {
		return nil, nil // its own words are gone, and what it passes on is as it was
	}
	e.print, e.at = m.print(), e.live.time()
	at := e.at
	if e.live == 0 { // it stands behind what it changes, and behind every edit of that second
		at, e.at = max(e.second, last.message).time(), max(e.second.end(), last.message).time()
	}
	e.seen = e.at
	ev.Kind, ev.At, ev.Stands, ev.ReplyTo, ev.Whole = connectors.Edit, e.at, time.Time{}, "", takenOut(m.Files)
	if ev.Key += fmt.Sprintf("/edit/%s/%04x", e.second, e.print); e.live != 0 {
		ev.Key += "/" + e.live.String()
	}
	return []reading{{event: ev, at: at, text: m, edit: &e}}, nil
}

// deleted translates what was taken back.
func (s *Slack) deleted(ctx context.Context, me *self, w where, ts string, was *message, when string) ([]reading, error) {
	gone, ok := parseStamp(ts)
	at, timed := parseStamp(when)
	if !ok || !timed || was == nil {
		return nil, errShape
	}
	if !spoken(was.Subtype) || me.own(was) {
		return nil, nil
	}
	if was.User != "" && !isID(was.User) || was.User == "" && !isID(was.Bot) {
		return nil, errShape
	}
	from, via := s.author(ctx, me, w, was)
	copied := *was
	copied.TS = gone.String()
	var out []reading
	for _, id := range ids(&copied) {
		e := connectors.Event{
			Key: fmt.Sprintf("%s/%s/%s/delete", me.team, w.room, id), Kind: connectors.Delete, At: at.time(),
			Place: w.place(me, was.Thread, ts), Direct: w.direct, From: from, Via: via, Message: id,
		}
		if !w.direct {
			e.Title = s.title(ctx, w.room)
		}
		out = append(out, reading{event: &e, at: e.At})
	}
	return out, nil
}

// takenOut says whether some file of a message was deleted, and all others are told of.
func takenOut(raw json.RawMessage) (some bool) {
	for _, f := range each[file](raw) {
		if f.Mode == "hidden_by_limit" {
			return false
		}
		some = some || f.Mode == "tombstone"
	}
	return some
}

// files are those of a message. The address of each is what it is fetched by; where only
// its id is told, that.
func files(raw json.RawMessage) []connectors.File {
	var out []connectors.File
	for _, f := range each[file](raw) {
		if f.Mode == "tombstone" || f.Mode == "hidden_by_limit" {
			continue // it is not there any more
		}
		got := connectors.File{
			Name: cmp.Or(f.Name, f.Title, f.ID), MIME: f.MIME, Size: f.Size, ID: cmp.Or(f.Download, f.Private), Unique: f.ID,
			Voice:   f.Subtype == "slack_audio" || f.Display == "audio" && strings.HasPrefix(f.MIME, "audio/"),
			Seconds: min(max(f.Millis, 0), 1<<30) / 1000,
		}
		if got.Size <= 0 {
			got.Size = -1
		}
		if got.ID == "" {
			got.ID = f.ID
		}
		if got.ID != "" {
			out = append(out, got)
		}
	}
	return out
}
