package slack_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// lateCopy is what Slack delivers late of a message that was said.
func lateCopy(ts, text string) map[string]any {
	return map[string]any{
		"type": "message", "channel": room, "channel_type": "im", "user": slackserver.Sam, "team": slackserver.Team,
		"text": text, "ts": ts, "event_ts": ts,
	}
}

// lateEdit is what it delivers late of an edit.
func lateEdit(ts, was, text, at string) map[string]any {
	side := func(text string) map[string]any {
		return map[string]any{"type": "message", "user": slackserver.Sam, "team": slackserver.Team, "text": text, "ts": ts}
	}
	now := side(text)
	second, _, _ := strings.Cut(at, ".")
	now["edited"] = map[string]any{"user": slackserver.Sam, "ts": second + ".000000"}
	return map[string]any{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": room, "channel_type": "im", "ts": at, "event_ts": at,
		"message": now, "previous_message": side(was),
	}
}

// A process that was not there when something was written over or taken back reads so, and
// what comes late of it is not heard.
func TestLateAfterARestart(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	written := s.Say("one")
	cursor := e.next().Cursor
	e.stop()
	gone := s.Say("taken back")
	between := s.Say("between") // its timestamp is that of an edit between the two
	s.Edit(room, written, "three")
	s.Delete(room, gone)
	last := s.Say("last")
	past(t, last)
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	for ev := e.next(); ev.Text != "last"; ev = e.next() {
		cursor = ev.Cursor
	}
	past(t, last)
	e.stop()
	for _, from := range []connectors.Cursor{cursor, ""} { // also one who never heard of any of it
		e = hear(t, connector(s), from)
		until(t, "it has read", func() bool { return s.Traffic().Conns == 1 })
		s.Event(lateCopy(gone, "taken back"))
		s.Event(lateEdit(gone, "taken back", "taken", between))
		s.Event(lateEdit(written, "one", "two", between))
		s.Say("end")
		for ev := e.next(); ev.Text != "end"; ev = e.next() {
			switch never := from == ""; { // what was never handed on may be what the history does not show yet
			case ev.Text == "two", !never && (ev.Text == "taken back" || ev.Text == "taken"):
				t.Errorf("from %q: heard %+v", from, ev)
			}
		}
		past(t, s.Say("after"))
		e.stop()
	}
}

// What was said and edited while nobody listened is heard with the words that stand there, from
// the first.
func TestFirstHeardAsItStands(t *testing.T) {
	s := serve(t, nil)
	ts := s.Say("one")
	s.Edit(room, ts, "two")
	s.Edit(room, ts, "three")
	e := hear(t, connector(s), "")
	if ev := e.next(); ev.Kind != connectors.Message || ev.Text != "three" {
		t.Errorf("heard %+v", ev)
	}
}

// A message that the history does not show, though it was said before the last that it shows,
// is heard when it comes, once.
func TestNotShownYet(t *testing.T) {
	s := serve(t, forgetful)
	hidden := s.Say("late")
	s.Delete(room, hidden)
	last := s.Say("last")
	past(t, last)
	dropped(t, s)
	e := hear(t, connector(s), "")
	if ev := e.next(); ev.Text != "last" {
		t.Errorf("heard %+v", ev)
	}
	s.Event(lateCopy(hidden, "late"))
	if ev := e.next(); ev.Text != "late" {
		t.Errorf("heard %+v", ev)
	}
	s.Event(lateCopy(hidden, "late"))
	s.Say("end")
	if ev := e.next(); ev.Text != "end" {
		t.Errorf("heard %+v", ev)
	}
}

// A file that is put to a message changes it, also where its words stay; the preview of a link
// does not.
func TestAFileChangesAMessage(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	ts := s.Say("look")
	e.next()
	at := s.Say("later")
	e.next()
	file := func(id string) map[string]any {
		return map[string]any{"id": id, "name": id + ".txt", "mimetype": "text/plain", "size": 4, "url_private": s.URL() + "/files-pri/" + id}
	}
	changed := lateEdit(ts, "look", "look", at)
	changed["message"].(map[string]any)["files"] = []any{file("F1"), file("F2")}
	changed["previous_message"].(map[string]any)["files"] = []any{file("F1")}
	s.Event(changed)
	if ev := e.next(); ev.Kind != connectors.Edit || ev.Text != "look" || len(ev.Files) != 2 || ev.Files[1].Name != "F2.txt" {
		t.Errorf("heard %+v", ev)
	}
	preview := lateEdit(ts, "look", "look", at)
	for _, side := range []string{"message", "previous_message"} {
		preview[side].(map[string]any)["files"] = []any{file("F1"), file("F2")}
	}
	s.Event(preview)
	s.Say("after it")
	if ev := e.next(); ev.Text != "after it" {
		t.Errorf("heard %+v", ev)
	}
}

// What was taken off while nobody listened is told although a later emoji on the same message
// is heard live, before the message is looked at.
func TestTakenOffBeforeALiveOne(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	kept := s.Say("kept")
	e.next()
	s.React(slackserver.Sam, room, kept, "👎")
	cursor := e.next().Cursor
	past(t, kept)
	e.stop()
	s.Unreact(slackserver.Sam, room, kept, "👎")
	s.React(slackserver.Sam, room, kept, "👍")
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	until(t, "it has connected", func() bool { return s.Traffic().Conns == 1 })
	s.Event(map[string]any{
		"type": "reaction_added", "user": slackserver.Sam, "reaction": "+1", "event_ts": s.Say("end"),
		"item": map[string]any{"type": "message", "channel": room, "ts": kept},
	})
	for ev := e.any(); ev.Kind != connectors.Reactions || string(ev.Message) != kept; ev = e.any() {
	}
}

// What was put on a message while nobody listened is told although the process that read it was
// killed before it came to that, and the message has since sunk below what is looked at again as
// a rule.
func TestKilledBeforeWhatBecameOfMessages(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	kept := s.Say("kept")
	cursor := e.next().Cursor
	last := ""
	for i := range 150 {
		last = s.Say(fmt.Sprint("before ", i))
		cursor = e.next().Cursor
	}
	e.stop()
	past(t, last)
	e = hear(t, connector(s), cursor)
	for ev := e.any(); ; ev = e.any() {
		if cursor = ev.Cursor; ev.Kind == connectors.Remaining { // the last: it is known what became of all before
			break
		}
	}
	e.stop()
	s.React(slackserver.Sam, room, kept, "👍")
	for i := range 40 {
		s.Say(fmt.Sprint("while nobody was there ", i))
	}
	dropped(t, s)
	err := connector(s).Run(t.Context(), cursor, func(_ context.Context, ev connectors.Event) error {
		if ev.Kind == connectors.Reactions {
			return errFull
		}
		cursor = ev.Cursor
		return nil
	})
	if !errors.Is(err, errFull) {
		t.Fatalf("Run = %v: it was not killed where it should be", err)
	}
	for i := range 40 {
		s.Say(fmt.Sprint("later ", i))
	}
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	for ev := e.any(); ev.Kind != connectors.Reactions || string(ev.Message) != kept; ev = e.any() {
		if ev.Text == "later 39" {
			s.Say("end")
		}
		if ev.Text == "end" {
			t.Fatal("nobody told of it")
		}
	}
}

// Whatever number of messages carries an emoji, those that he takes it off while nobody listens are told, where the
// connector is reminded of what stood.
func TestManyTakenOff(t *testing.T) {
	s := serve(t, forgetful)
	stood := []connectors.Standing{}
	reminded := func() *slack.Slack {
		c := connector(s)
		c.Remind(func() []connectors.Standing { return stood }, nil)
		return c
	}
	e := hear(t, reminded(), "")
	var cursor connectors.Cursor
	for i := range 30 {
		ts := s.Say(fmt.Sprint("m", i))
		e.next()
		s.React(slackserver.Sam, room, ts, "👍")
		ev := e.next()
		cursor, stood = ev.Cursor, append(stood, connectors.Standing{From: ev.From, Message: ev.Message})
	}
	past(t, string(stood[29].Message))
	e.stop()
	for _, on := range stood {
		s.Unreact(slackserver.Sam, room, string(on.Message), "👍")
	}
	dropped(t, s)
	e = hear(t, reminded(), cursor)
	off := map[connectors.MessageID]bool{}
	for len(off) < len(stood) {
		if ev := e.next(); ev.Kind == connectors.Reactions && len(ev.Emojis) == 0 {
			off[ev.Message] = true
		}
	}
}

// A file that somebody takes out of his message leaves a tombstone there: what is left are all its files. One that the
// workspace hides, since it is old, is not taken out.
func TestAFileIsTakenOut(t *testing.T) {
	for mode, whole := range map[string]bool{"tombstone": true, "hidden_by_limit": false} {
		s := serve(t, func(*slackserver.Server) {})
		e := hear(t, connector(s), "")
		ts := s.Say("my papers")
		e.next()
		edit := lateEdit(ts, "my papers", "my papers", s.Say("after it"))
		e.next()
		now, was := edit["message"].(map[string]any), edit["previous_message"].(map[string]any)
		stays := map[string]any{"id": "F2", "name": "b.txt", "size": 2, "url_private": s.URL() + "/F2"}
		now["files"] = []any{map[string]any{"id": "F1", "mode": mode}, stays}
		was["files"] = []any{map[string]any{"id": "F1", "name": "a.txt", "size": 2, "url_private": s.URL() + "/F1"}, stays}
		delete(now, "edited")
		s.Event(edit)
		if ev := e.next(); ev.Kind != connectors.Edit || ev.Text != "my papers" || len(ev.Files) != 1 || ev.Whole != whole {
			t.Errorf("%s: heard %+v", mode, ev)
		}
		e.stop()
	}
}

// What is deleted while nobody listens is no edit to Slack, and told by what stands in the message alone: also of a message
// that was edited, or lost another file, before.
func TestAFileIsTakenOutMeanwhile(t *testing.T) {
	for name, before := range map[string]func(s *slackserver.Server, ts string){
		"of a message as it was said":            nil,
		"of one that was edited":                 func(s *slackserver.Server, ts string) { s.Edit(slackserver.Home, ts, "my papers, signed") },
		"of one that had another taken out":      func(s *slackserver.Server, ts string) { s.TakeOut(slackserver.Home, ts, "c.txt") },
		"and of one that had its last taken out": func(s *slackserver.Server, ts string) { s.TakeOut(slackserver.Home, ts, "b.txt") },
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, forgetful)
			e := hear(t, connector(s), "")
			ts := s.Put(slackserver.Message{User: slackserver.Sam, Room: slackserver.Home, Words: "my papers", Files: []connectors.Picture{
				{Name: "a.txt", MIME: "text/plain", Data: []byte("a")},
				{Name: "b.txt", MIME: "text/plain", Data: []byte("b")},
				{Name: "c.txt", MIME: "text/plain", Data: []byte("c")},
			}})
			last := e.next()
			words := last.At.Unix() // when they were written
			if before != nil {
				past(t, ts)
				before(s, ts)
				if last = e.next(); last.Text != "my papers" {
					words = last.At.Unix()
				} else if last.At.Unix() != words || !last.Stands.After(last.At) || last.Found() {
					t.Errorf("heard %+v", last)
				}
			}
			past(t, s.Say("a while later"))
			cursor := e.next().Cursor
			e.stop()
			s.TakeOut(slackserver.Home, ts, "a.txt")
			dropped(t, s)
			keys := map[string]bool{}
			for range 2 { // nobody but the sink knows whether it has it, and it knows it by its key
				e = hear(t, connector(s), cursor)
				ev := e.next()
				if ev.Kind != connectors.Edit || ev.Text != last.Text || len(ev.Files) != len(last.Files)-1 || !ev.Whole || ev.At.Unix() != words || ev.Seen().Before(last.Seen()) ||
					ev.Found() != (ev.Stands.Unix() > words) || !ev.Found() && last.Text == "my papers" { // an edit may be told of once more
					t.Errorf("heard %+v", ev)
				}
				keys[ev.Key] = true
				s.Disconnect() // and it is read again
				s.Say("after it")
				after := e.next()
				if after.Text != "after it" {
					t.Errorf("then came %+v", after)
				}
				cursor = after.Cursor
				e.stop()
			}
			if len(keys) != 1 {
				t.Errorf("one edit has the keys %v", keys)
			}
		})
	}
}

// What is delivered late of the first file that was deleted, behind a reading that knows of the second, is no news.
func TestAFileThatWasTakenOutBeforeTheLast(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	ts := s.Put(slackserver.Message{User: slackserver.Sam, Room: slackserver.Home, Words: "my papers", Files: []connectors.Picture{
		{Name: "a.txt", MIME: "text/plain", Data: []byte("a")},
		{Name: "b.txt", MIME: "text/plain", Data: []byte("b")},
		{Name: "c.txt", MIME: "text/plain", Data: []byte("c")},
	}})
	cursor := e.next().Cursor
	past(t, ts)
	e.stop()
	s.TakeOut(slackserver.Home, ts, "a.txt")
	between := s.Say("between") // its timestamp is that of the first
	s.TakeOut(slackserver.Home, ts, "b.txt")
	past(t, between)
	past(t, s.Say("a while later"))
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	for ev := e.next(); ev.Kind != connectors.Edit; ev = e.next() {
	}
	late := lateEdit(ts, "my papers", "my papers", between)
	gone, b := map[string]any{"id": "F1", "mode": "tombstone"}, map[string]any{"id": "F2", "name": "b.txt", "size": 1, "url_private": s.URL() + "/F2"}
	now, was := late["message"].(map[string]any), late["previous_message"].(map[string]any)
	now["files"], was["files"] = []any{gone, b}, []any{map[string]any{"id": "F1", "name": "a.txt", "size": 1, "url_private": s.URL() + "/F1"}, b}
	delete(now, "edited")
	s.Event(late)
	s.Say("end")
	for ev := e.next(); ev.Text != "end"; ev = e.next() {
		if ev.Kind == connectors.Edit {
			t.Errorf("heard %+v", ev)
		}
	}
}
