package mattermost_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/mattermost/mattermostserver"
)

// A room is read anew when a thread vanishes. What that reading tells of posts that are
// still to come over the connection does not overtake them: an edit of a message that
// nobody has heard of is lost.
func TestNothingOvertakesItsMessage(t *testing.T) {
	s, sam := server(t)
	root := sam.Say("root")
	sam.SayIn(sam.DM(), root, "a reply")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var heard []connectors.MessageID
	var late string
	told := false // of the emoji on it
	err := connector(s).Run(ctx, "", func(_ context.Context, e connectors.Event) error {
		switch e.Kind {
		case connectors.Message:
			heard = append(heard, e.Message)
			switch {
			case e.Text == "a reply":
				sam.Say("live")
			case e.Text == "live": // more happens than is handed on
				sam.Delete(root)
				late = sam.Say("late")
				sam.Edit(late, "late, and edited")
				if err := sam.React(late, "heart"); err != nil {
					t.Error(err)
				}
			}
		case connectors.Edit, connectors.Reactions, connectors.React:
			if !slices.Contains(heard, e.Message) {
				t.Errorf("%s of %s, which was not heard yet", e.Kind, e.Message)
			}
			told = told || string(e.Message) == late && (e.Emoji == "❤" || slices.Contains(e.Emojis, "❤"))
		}
		if told && slices.Contains(heard, connectors.MessageID(late)) {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
}

// What comes late of an older edit does not bring its words back.
func TestAnOlderEditComesLate(t *testing.T) {
	c, _, sam, make := clocked(t)
	e := hear(t, make(), "")
	defer e.stop()
	post := sam.Say("at five")
	e.until("at five")
	c.pass(time.Second)
	sam.EditTwice(post, "at six", "at seven", func() { c.pass(time.Second) })
	sam.Say("and then")
	if heard := e.until("and then"); len(heard) != 1 || heard[0].Kind != connectors.Edit || heard[0].Text != "at seven" {
		t.Errorf("of two edits, the older told last, came %+v", heard)
	}
}

// A post is found by a moment of the server's clock, however wrong ours is.
func TestFoundByTheServersClock(t *testing.T) {
	for _, wrong := range []time.Duration{-24 * time.Hour, 0, 24 * time.Hour} {
		s := &mattermostserver.Server{Now: time.Now}
		s.Start()
		t.Cleanup(s.Close)
		sam, m := s.AddPerson("sam"), connector(s)
		m.Now = func() time.Time { return time.Now().Add(wrong) }
		since := time.Now()
		p := connectors.Post{Key: "post/1", Place: home(s, sam), Text: "here"}
		id, err := m.Send(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if found, there, err := m.Find(t.Context(), p, since); found != id || !there || err != nil {
			t.Errorf("our clock is wrong by %s: %q, %v, %v", wrong, found, there, err)
		}
	}
}

// The server may tell what happened later first.
func TestEditsFollowOutOfOrder(t *testing.T) {
	s, sam := server(t)
	s.Fail(mattermostserver.Faults{Rand: rand.New(rand.NewPCG(3, 4)), Swap: 0.3, Duplicate: 0.3})
	last := ""
	connectortest.EditsFollow(t, connectortest.Bench{
		Connector: connector(s), Place: home(s, sam), Say: func(text string) { last = sam.Say(text) }, Edit: func(text string) { sam.Edit(last, text) },
	})
}
