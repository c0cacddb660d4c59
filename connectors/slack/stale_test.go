package slack_test

import (
	"testing"

	"citadel/connectors"
)

// What Slack delivers late of an edit that was followed by another does not bring the words
// back that stood there between: the history told what stands there now.
func TestAnEditThatComesLate(t *testing.T) {
	s := serve(t, nil)
	before := s.Say("before")
	s.Edit(room, before, "before, edited")
	e := hear(t, connector(s), "")
	first := e.next()
	until(t, "everything is acknowledged", func() bool { return s.Traffic().Flight+s.Traffic().Waiting == 0 })
	e.stop()

	ts := s.Say("one") // nobody listens: the events wait
	s.Edit(room, ts, "two")
	s.Edit(room, before, "before, edited twice")
	s.Edit(room, ts, "three")
	s.Edit(room, before, "before, edited thrice")
	e = hear(t, connector(s), first.Cursor)
	s.Say("end")
	stands, over := map[connectors.MessageID]string{}, false
	for !over {
		ev := e.next()
		stands[ev.Message], over = ev.Text, ev.Text == "end"
	}
	until(t, "everything is acknowledged", func() bool { return s.Traffic().Flight+s.Traffic().Waiting == 0 })
	e.stop()
	for len(e.events) > 0 {
		ev := <-e.events
		stands[ev.Message] = ev.Text
	}
	if got := stands[connectors.MessageID(ts)]; got != "three" {
		t.Errorf("at the end stands %q", got)
	}
	if got := stands[connectors.MessageID(before)]; got != "before, edited thrice" {
		t.Errorf("of what was heard before stands %q", got)
	}
}
