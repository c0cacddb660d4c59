package mattermost_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
)

// messages are the texts of those among events that are messages.
func messages(events []connectors.Event) (texts []string) {
	for _, ev := range events {
		if ev.Kind == connectors.Message {
			texts = append(texts, ev.Text)
		}
	}
	return texts
}

// Without a cursor a direct conversation is heard from its beginning, and a room with other
// people from the moment the agent was started, not from when it came there: also on the
// connections that follow, and by the next process.
func TestThePresentOfARoomWithOthers(t *testing.T) {
	c, s, sam, make := clocked(t)
	acme := s.AddChannel("acme", false, sam, s.AddPerson("lena"))
	sam.SayIn(acme, "", "long ago, among others")
	sam.Say("long ago")
	c.pass(time.Hour)
	e := hear(t, make(), "")
	heard := messages(e.until("long ago"))
	s.Restart(true)
	s.Up()
	c.pass(time.Minute)
	sam.SayIn(acme, "", "now")
	heard = append(heard, messages(e.until("now"))...)
	from := e.stop()
	c.pass(time.Minute)
	sam.SayIn(acme, "", "later")
	e = hear(t, make(), from)
	heard = append(heard, messages(e.until("later"))...)
	e.stop()
	if len(heard) > 0 {
		t.Errorf("heard besides: %q", heard)
	}
}

// What is said among others while the first connection is being made is heard, even though our
// clock is set right meanwhile, by whatever it was wrong.
func TestTheMomentItWasStarted(t *testing.T) {
	for _, off := range []time.Duration{0, time.Hour, -time.Hour} {
		c, s, sam, make := clocked(t)
		acme := s.AddChannel("acme", false, sam, s.AddPerson("lena"))
		sam.SayIn(acme, "", "before")
		c.pass(10 * time.Minute)
		var wrong atomic.Int64
		wrong.Store(int64(off))
		m := make()
		m.Now = func() time.Time { return c.now().Add(time.Duration(wrong.Load())) }
		var failed atomic.Bool
		m.URL = refusing(t, s, http.StatusInternalServerError, func(r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, "/channels") || failed.Swap(true) {
				return false
			}
			wrong.Store(0)
			c.pass(2 * time.Second)
			sam.SayIn(acme, "", "meanwhile")
			c.pass(time.Second)
			return true
		})
		e := hear(t, m, "")
		if heard := messages(e.until("meanwhile")); len(heard) > 0 {
			t.Errorf("off by %v, heard besides: %q", off, heard)
		}
		e.stop()
	}
}
