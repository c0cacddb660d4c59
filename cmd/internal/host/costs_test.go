package host_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/connectors/connectortest/folder"
	"citadel/memory/event"
)

// A day on which nothing is said that needs a model asks none: not for reminders, nor for
// what is learned, nor for the money, and not for the night. The day before, on which something was told, asks
// once in the evening, once what joins it, and perhaps what of it comes next.
func TestIdleDay(t *testing.T) {
	evenings, joined, mused := 0, 0, 0
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		if strings.Contains(string(r.Body), joiningOf) {
			joined++
			return scripted.Says(`{"theories":[],"bearings":[],"conflicts":[],"questions":[]}`)
		}
		if strings.Contains(string(r.Body), journalOf) {
			evenings++
			return scripted.Says(`{"lines":[]}`)
		}
		if strings.Contains(string(r.Body), musingOf) {
			mused++
			return scripted.Says(`{"thoughts":[]}`)
		}
		return scripted.Says(kept)
	}))
	s := priced(t, server)
	g := goes(s)
	s.tell("My sister Ana moved to Porto in March to open a bakery.")
	if said := s.tell(weighty); said != kept {
		t.Fatalf("said %q", said)
	}
	for hour := range 24 {
		if hour%4 == 0 {
			s.tell(fmt.Sprintf("remind me in %d hours to water plant %d", hour/2+1, hour))
		}
	}
	hour := func() {
		s.pass(time.Hour)
		for _, job := range g.c.Jobs.Jobs {
			if err := g.c.Jobs.Do(t.Context(), job.Name); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 30 { // the evening of the day on which something was told, and the look for what joins it
		if hour(); evenings > 0 && joined > 0 {
			break
		}
	}
	if evenings != 1 || joined != 1 || mused > 1 { // it is eight in the evening, and of what was said by then there may be too little
		t.Errorf("the first day asks %d times for the journal, %d times what joins it, and %d times what comes next", evenings, joined, mused)
	}
	before := len(server.Requests())
	began := s.clock()
	for n := 0; s.clock().Sub(began) < 25*time.Hour; n++ {
		hour()
		switch { // for hours nothing is said at all
		case n%8 == 5:
			s.tell("status")
		case n%8 == 6:
			s.tell("spend")
		}
	}
	came := slices.DeleteFunc(recorded[event.PostQueued](t, g.c), func(p event.PostQueued) bool { return p.Subject != "reminder" })
	if len(came) != 6 {
		t.Errorf("%d of 6 reminders came: the day did not pass", len(came))
	}
	if n := len(server.Requests()) - before; n != 0 {
		t.Errorf("a day without questions asks a model %d times", n)
	}
	if n := len(books(t, g.c)); n != before {
		t.Errorf("%d calls are recorded, %d requests came", n, before)
	}
}

// crash runs the conversation until a request has come, and then drops the process in the
// middle of it: nothing more gets into the ledger. The answer is held by hold until then.
func (s *station) crash(server *answerer, hold chan struct{}) {
	s.t.Helper()
	before := len(server.Requests())
	c, drop := s.begin()
	ctx, cancel := context.WithCancel(s.t.Context())
	over := make(chan error, 1)
	go func() { over <- c.Run(ctx) }()
	far := &folder.Far{Dir: s.chat}
	err := far.Await(s.t.Context(), func() (bool, error) {
		select {
		case err := <-over:
			over <- err
			return true, fmt.Errorf("it ended by itself: %w", err)
		default:
			return len(server.Requests()) > before, nil
		}
	})
	if err != nil {
		s.t.Error(err)
	}
	drop() // the ledger is closed under the call
	cancel()
	close(hold) // it comes too late
	<-over      // with whatever error: nobody is left to hear it
}

// lost lists the calls that died with their process.
func lost(t *testing.T, c *host.Citadel) []event.ModelCalled {
	t.Helper()
	return slices.DeleteFunc(books(t, c), func(p event.ModelCalled) bool { return p.Outcome != "lost" })
}

// A process that is killed in the middle of a call owes an answer and the price of the call.
// The next one gives the one and counts the other in full; however often it is killed, the
// turn stays below its ceiling.
func TestKilledInACall(t *testing.T) {
	without := "I can't weigh that: it could cost more than one answer may."
	for name, c := range map[string]struct {
		crashes int
		ceiling int64 // of the turn, in cents
		want    string
	}{
		"once":                    {1, 50, kept},
		"five times":              {5, 120, kept},
		"five times, money short": {5, 80, without}, // for four of them, and a little of the fifth
	} {
		t.Run(name, func(t *testing.T) {
			most := c.ceiling * 10_000
			t.Parallel()
			var held atomic.Pointer[chan struct{}]
			server := answering(t, claudes(func(scripted.Request) scripted.Reply {
				if hold := held.Load(); hold != nil {
					return scripted.Reply{Text: []string{half, kept}, Hold: *hold, HoldAfter: 1}
				}
				return scripted.Says(kept)
			}))
			s := priced(t, server)
			s.settings(fmt.Sprintf("providers: {anthropic: {forwards: true}}\nceilings: {turn: %.2f}\n", float64(c.ceiling)/100))
			id, err := (&folder.Far{Dir: s.chat, Now: s.clock}).Say(weighty)
			if err != nil {
				t.Fatal(err)
			}
			for range c.crashes {
				hold := make(chan struct{})
				held.Store(&hold)
				s.crash(server, hold)
				s.pass(time.Minute)
			}
			held.Store(nil)
			g := goes(s)
			ended := lost(t, g.c)
			sum := int64(0)
			for _, p := range ended {
				sum += p.Cost
				if p.Cost == 0 || !p.Guessed {
					t.Errorf("what was lost counts as %+v", p)
				}
			}
			if len(ended) != c.crashes || sum > most {
				t.Errorf("after %d crashes: %d lost calls of %d in all", c.crashes, len(ended), sum)
			}
			far := &folder.Far{Dir: s.chat}
			err = far.Await(t.Context(), func() (bool, error) { // the outage is told after what waited is answered
				shown, err := far.Shown()
				return slices.ContainsFunc(shown, func(p folder.Shown) bool { return strings.Contains(p.Text, "I was off") }), err
			})
			if err != nil {
				t.Fatal(err)
			}
			shown, err := far.Shown()
			if err != nil {
				t.Fatal(err)
			}
			shown = slices.DeleteFunc(shown, func(p folder.Shown) bool { return p.Answers != id })
			if len(shown) != 1 || !strings.HasPrefix(shown[0].Text, c.want) || len(queued(t, g.c)) != 1 {
				t.Errorf("the message is answered %d times: %+v", len(shown), shown)
			}
			all := int64(0)
			for _, p := range books(t, g.c) {
				all += p.Cost
			}
			if all > most || (all > sum) != (c.want == kept) {
				t.Errorf("the turn cost %d, of which %d were lost", all, sum)
			}
			spend := s.tell("spend")
			if want := fmt.Sprintf("US$%.2f", float64(all)/1e6); !strings.Contains(spend, want) {
				t.Errorf("spend does not say %s: %q", want, spend)
			}
		})
	}
}
