package postgres_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/deployments/test"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// said are the messages of a ledger, in order.
func (m *mind) said() (texts []string) {
	m.t.Helper()
	for r, err := range m.Read(m.t.Context(), ledger.Query{Kinds: []event.Kind{"heard"}}) {
		if err != nil {
			m.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			m.t.Fatal(err)
		}
		texts = append(texts, p.(event.Heard).Text)
	}
	return texts
}

// The server is started anew in the middle of appends, in good order and as by a cut of its
// power: who appends waits, goes on, and everything is there once, in its order.
func TestServerRestarts(t *testing.T) {
	c := test.PostgresCluster(t)
	d := c.Database("me")
	m := openMind(t, d, d.Address)
	var want []string
	for _, mode := range []string{"fast", "immediate", "fast", "immediate"} {
		begun, restarted := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(restarted)
			<-begun
			c.Stop(mode)
			c.Start()
		}()
		for after := 0; after < 20; { // some of them when it is back
			text := fmt.Sprintf("%s %d", mode, len(want))
			if err := m.hear(text); err != nil {
				t.Fatal(err)
			}
			if want = append(want, text); len(want)%20 == 5 {
				select {
				case <-begun:
				default:
					close(begun)
				}
			}
			select {
			case <-restarted:
				after++
			default:
			}
		}
	}
	if got := m.said(); !slices.Equal(got, want) {
		t.Errorf("%d messages are there, %d were acknowledged", len(got), len(want))
	}
	if rep := m.verified(); rep.Events != 1+2*len(want) {
		t.Errorf("%d events", rep.Events)
	}
}

// A server that stays away, because it was stopped or because its disk has no room for its log,
// ends the log: it says so, and not that somebody else wrote there. When the server is back, what
// was acknowledged is there, and what was in doubt is there once or not at all.
func TestServerStaysAway(t *testing.T) {
	for name, fault := range map[string]struct{ begin, end func(*test.Cluster) }{
		"stopped":             {func(c *test.Cluster) { c.Stop("fast") }, func(c *test.Cluster) { c.Start() }},
		"killed":              {func(c *test.Cluster) { c.Stop("immediate") }, func(c *test.Cluster) { c.Start() }},
		"no room for its log": {func(c *test.Cluster) { c.Room(false) }, func(c *test.Cluster) { c.Room(true); c.Revive() }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := test.PostgresCluster(t)
			d := c.Database("me")
			m := openMind(t, d, d.Address)
			m.store.Hurry(2 * time.Second)
			m.live(5)
			fault.begin(c)
			var err error
			var before []string
			for n := 0; err == nil && n < 400; n++ { // it has a little room left
				text := fmt.Sprintf("%d %s", n, strings.Repeat("long ", 20_000))
				if err = m.hear(text); err == nil {
					before = append(before, text)
				}
			}
			for range 3 {
				if !errors.Is(err, ledger.ErrUnreachable) || errors.Is(err, ledger.ErrConflict) {
					t.Errorf("%v, want ErrUnreachable alone", err)
				}
				err = m.hear("later")
			}
			fault.end(c)
			if err := m.hear("later"); !errors.Is(err, ledger.ErrUnreachable) {
				t.Errorf("it goes on in doubt: %v", err)
			}
			m = openMind(t, d, d.Address)
			m.live(1)
			got := m.said()
			got = got[5 : len(got)-1]
			if n := len(got) - len(before); n < 0 || n > 1 || !slices.Equal(got[:len(before)], before) {
				t.Errorf("%d messages are there, %d were acknowledged", len(got), len(before))
			}
			m.verified()
		})
	}
}
