package slack_test

import (
	"fmt"
	"slices"
	"testing"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// reminding is a connector that is told of threads.
func reminding(s *slackserver.Server, threads ...connectors.Place) *slack.Slack {
	c := connector(s)
	c.Remind(nil, func() []connectors.Place { return threads })
	return c
}

// away is what is heard by somebody who listens again after something was done meanwhile: what was missed, and behind it
// how the places stand.
func away(t *testing.T, s *slackserver.Server, from connectors.Cursor, c *slack.Slack, meanwhile func()) (all []connectors.Event) {
	t.Helper()
	meanwhile()
	dropped(t, s)
	e := hear(t, c, from)
	defer e.stop()
	until(t, "it has read", func() bool { return s.Traffic().Conns == 1 })
	for range 2 {
		end := s.Say("end")
		for ev := e.any(); string(ev.Message) != end; ev = e.any() {
			all = append(all, ev)
		}
	}
	return all
}

// What is taken back while nobody listens is told, also where nothing is left to tell of it: the only reply of a thread, the
// first of some, the first message of a conversation.
func TestTheLastOfItIsTakenBack(t *testing.T) {
	for name, gone := range map[string]int{"the only reply": 1, "the first of two replies": 2, "the first message": 0} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, forgetful)
			room := s.Channel("acme", false, slackserver.Sam)
			e := hear(t, connector(s), "")
			said := []string{s.SayAs(slackserver.Sam, room, "", "before")}
			e.next()
			root := s.SayAs(slackserver.Sam, room, "", "root")
			e.next()
			for i := range max(gone, 1) {
				said = append(said, s.SayAs(slackserver.Sam, room, root, fmt.Sprint("reply ", i)))
				e.next()
			}
			last := s.SayAs(slackserver.Sam, room, "", "last")
			cursor := e.next().Cursor
			past(t, last)
			e.stop()
			at := connectors.Place{Platform: "slack", Account: slackserver.Team, Room: room}
			back, thread := said[0], ""
			if gone > 0 {
				back, thread = said[1], root
			}
			known := at
			known.Thread = root
			told := false
			for _, ev := range away(t, s, cursor, reminding(s, known), func() { s.Delete(room, back) }) {
				at.Thread = thread
				if ev.Kind == connectors.Remaining && ev.Place == at {
					told = !slices.Contains(ev.Still, connectors.MessageID(back)) && back > fmt.Sprintf("%d.%06d", ev.Since.Unix(), ev.Since.Nanosecond()/1000-1)
				}
			}
			if !told {
				t.Errorf("nothing tells that %q is gone", back)
			}
		})
	}
}

// What is replied below a message that stands far back is heard: in the principal's own conversation, and wherever the
// thread is known.
func TestAReplyFarBack(t *testing.T) {
	for name, c := range map[string]struct {
		above int
		known bool
	}{
		"far back in his own":          {above: 990},
		"further than that, but known": {above: 1010, known: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, forgetful)
			e := hear(t, connector(s), "")
			root := s.Say("root")
			e.next()
			var last string
			var cursor connectors.Cursor
			for i := range c.above {
				last = s.Say(fmt.Sprint("m", i))
				cursor = e.next().Cursor
			}
			past(t, last)
			e.stop()
			e = hear(t, connector(s), cursor) // the position moves with what is read
			until(t, "it has read", func() bool { return s.Traffic().Conns == 1 })
			for range 2 {
				last = s.Say("and one more")
				ev := e.next()
				for ; string(ev.Message) != last; ev = e.next() {
				}
				cursor = ev.Cursor
			}
			past(t, last)
			e.stop()
			var threads []connectors.Place
			if c.known {
				threads = append(threads, connectors.Place{Platform: "slack", Account: slackserver.Team, Room: slackserver.Home, Thread: root})
			}
			heard := away(t, s, cursor, reminding(s, threads...), func() { s.SayAs(slackserver.Sam, slackserver.Home, root, "below it") })
			if !slices.ContainsFunc(heard, func(ev connectors.Event) bool { return ev.Text == "below it" && ev.Place.Thread == root }) {
				t.Error("the reply is not heard")
			}
		})
	}
}
