package slack_test

import (
	"fmt"
	"slices"
	"testing"

	"citadel/connectors"
	"citadel/connectors/slack/slackserver"
)

// What was edited before it was ever read says so: its words are not the first that stood there.
func TestEditedBeforeItIsRead(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	s.Say("first")
	cursor := e.next().Cursor
	e.stop()
	mended := s.Say("mnded")
	s.Edit(slackserver.Home, mended, "mended")
	s.Say("plain")
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	for _, want := range []struct {
		text   string
		edited bool
	}{{"mended", true}, {"plain", false}} {
		ev := e.next()
		for ev.Kind != connectors.Message {
			ev = e.next()
		}
		if ev.Text != want.text || ev.Edited != want.edited {
			t.Errorf("heard %q, edited %v", ev.Text, ev.Edited)
		}
	}
}

// Of edits within one second that the connection tells of, behind the reading of the history or out of order, those that
// go on from what is known are heard, and those that led there are not.
func TestEditsOfTheSameSecond(t *testing.T) {
	const zero, one, two = ".000001", ".100000", ".200000"
	for name, c := range map[string]struct {
		told []string    // made while nobody listens, so that the history has the last of them
		late [][3]string // told of over the connection: from, to, and when in that second
		want []string
	}{
		"in order":       {late: [][3]string{{"a", "b", one}, {"b", "c", two}}, want: []string{"b", "c"}},
		"there and back": {late: [][3]string{{"a", "b", zero}, {"b", "c", one}, {"c", "b", two}}, want: []string{"b", "c", "b"}},
		"out of order":   {late: [][3]string{{"b", "c", two}, {"a", "b", one}}, want: []string{"c"}},
		"what led here":  {told: []string{"b", "c"}, late: [][3]string{{"a", "b", one}, {"b", "c", two}}},
		"what goes on":   {told: []string{"b"}, late: [][3]string{{"a", "b", zero}, {"b", "c", one}, {"c", "d", two}}, want: []string{"c", "d"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, forgetful)
			e := hear(t, connector(s), "")
			ts := s.Say("a")
			last := e.next()
			past(t, ts)
			if len(c.told) > 0 {
				e.stop()
				for _, text := range c.told {
					s.Edit(slackserver.Home, ts, text)
				}
				dropped(t, s)
				e = hear(t, connector(s), last.Cursor)
				last = e.next()
			}
			at := last.At.Unix()
			if len(c.told) == 0 {
				at++ // behind the message
			}
			second := fmt.Sprint(at)
			past(t, second+".")
			var got []string
			for i, l := range c.late {
				s.Event(lateEdit(ts, l[0], l[1], second+l[2]))
				next := s.Say(fmt.Sprint("behind edit ", i)) // so that they do not come at once
				for ev := e.next(); string(ev.Message) != next; ev = e.next() {
					if got = append(got, ev.Text); ev.At.Before(last.At) {
						t.Errorf("%q comes before what it follows", ev.Text)
					}
					last = ev
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("heard %q, want %q", got, c.want)
			}
		})
	}
}
