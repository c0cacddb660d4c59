package slack_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack/slackserver"
)

// handClock is one that is moved by hand, and a little by each look at it.
type handClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *handClock) now() time.Time { return c.pass(time.Millisecond) }

func (c *handClock) pass(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	return c.at
}

// A long answer is shown as a draft for a while, and settled by an edit; then the process is
// killed before it is written down. The next one finds it, though it stands where its draft
// began.
func TestSettledThenKilled(t *testing.T) {
	for _, thread := range []bool{false, true} {
		clock := &handClock{at: now()}
		s := serve(t, func(s *slackserver.Server) { s.Now = clock.now })
		at := home
		if thread {
			at.Thread = s.Say("root")
		}
		one := connector(s)
		one.Now = clock.now
		if err := one.Draft(t.Context(), connectors.Draft{Place: at, Turn: 7, Answers: &connectors.Answer{Turn: 7}, Text: "It begins."}); err != nil {
			t.Fatal(err)
		}
		clock.pass(50 * time.Minute)
		p := connectors.Post{Key: "post/9", Place: at, Text: "It begins. And ends.", Answers: &connectors.Answer{Turn: 7}}
		attempted := clock.now()
		id := must[connectors.MessageID](t)(one.Send(t.Context(), p))
		clock.pass(time.Minute)
		two := connector(s)
		two.Now = clock.now
		if got, found, err := two.Find(t.Context(), p, attempted); got != id || !found || err != nil {
			t.Errorf("in a thread %v: found %q %v %v", thread, got, found, err)
		}
	}
}

// A post is on its way when the process is killed, and arrives later. The next process does not
// take it for lost at once, even though it knows nothing of the attempt: neither of the first,
// nor of a later one.
func TestOnItsWay(t *testing.T) {
	for _, tried := range []time.Duration{0, time.Hour} { // since the first attempt
		clock := &handClock{at: now()}
		s := serve(t, func(s *slackserver.Server) { s.Now = clock.now })
		one, two := connector(s), connector(s)
		one.Now, two.Now, one.Lag, two.Lag = clock.now, clock.now, 0, 0
		first := clock.now()
		clock.pass(tried)
		s.SetFaults(slackserver.Faults{Rand: seeded(1), Late: 1})
		_, err := one.Send(t.Context(), post("k", "x"))
		expect(t, "killed", err, connectors.Unknown)
		s.SetFaults(slackserver.Faults{})
		_, found, err := two.Find(t.Context(), post("k", "x"), first)
		if e := expect(t, "too soon", err, connectors.Temporary); found || e.After <= 0 || e.After > 10*time.Second {
			t.Errorf("found %v, after %v", found, e.After)
		}
		clock.pass(2 * time.Second)
		if n := s.Land(); n != 1 {
			t.Errorf("%d arrived", n)
		}
		if id, found, err := two.Find(t.Context(), post("k", "x"), first); !found || err != nil || string(id) != s.Shown(room)[0].TS {
			t.Errorf("then it is found %q %v %v", id, found, err)
		}
		clock.pass(9 * time.Second)
		if _, found, err := two.Find(t.Context(), post("k2", "x"), first); found || err != nil {
			t.Errorf("what never arrived: %v %v", found, err)
		}
	}
}

// Where more was said than Find reads, it does not say that nothing is there.
func TestFindGivesUp(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	began := now()
	must[connectors.MessageID](t)(c.Send(t.Context(), post("k", "x")))
	for i := range 50 * 200 {
		s.SayAs(slackserver.Sam, room, "", fmt.Sprint(i))
	}
	_, found, err := c.Find(t.Context(), post("k", "x"), began)
	if expect(t, "too deep", err, connectors.Temporary); found {
		t.Error("and found")
	}
}

// What somebody else wrote is no post of the agent's, whatever it carries.
func TestFindsNobodyElses(t *testing.T) {
	clock := &handClock{at: now()}
	s := serve(t, func(s *slackserver.Server) { s.Now = clock.now })
	c := connector(s)
	c.Now = clock.now
	began := clock.now()
	clock.pass(time.Minute)
	for _, by := range []string{`"user":"` + slackserver.Sam + `"`, `"bot_id":"B0SOMEBODY"`} {
		s.Interpose("conversations.history", 200, 1, fmt.Sprintf(`{"ok":true,"messages":[{"type":"message",%s,"text":"x","ts":"%d.000100",`+
			`"metadata":{"event_type":"citadel_post","event_payload":{"key":"k"}}}]}`, by, began.Unix()+5))
		if id, found, err := c.Find(t.Context(), post("k", "x"), began); found || err != nil {
			t.Errorf("found %q of %s, %v", id, by, err)
		}
	}
}
