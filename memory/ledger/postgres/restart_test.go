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
	"citadel/memory/ledger/postgres"
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

// A server that is down, or only starts, when the store is opened is waited for, and whoever wants
// to know is told; one that does not let the role in is not.
func TestOpenWaits(t *testing.T) {
	c := test.PostgresCluster(t)
	d := c.Database("me")
	c.Stop("fast")
	told := make(chan time.Duration, 2)
	opened := make(chan error, 1)
	go func() {
		s, err := postgres.Open(t.Context(), d.Address, "me", func(left time.Duration) { told <- left })
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	if left := <-told; left <= 0 || left > 8*time.Second {
		t.Errorf("tried for %v more", left)
	}
	c.Start()
	if err := <-opened; err != nil {
		t.Error(err)
	}
	if left := <-told; left != 0 {
		t.Errorf("it is back, and %v are left", left)
	}
	for _, wrong := range []string{strings.Replace(d.Address, ":secret@", ":hunter2@", 1), d.Address + "x", strings.Replace(d.Address, "?", "x?", 1)} {
		_, err := postgres.Open(t.Context(), wrong, "me", func(time.Duration) { t.Error("it is waited for") })
		if wrong != d.Address+"x" && !errors.Is(err, postgres.ErrNotLetIn) || err == nil {
			t.Errorf("%v, want ErrNotLetIn", err)
		}
	}
}

// An append, and the checkpoint after it, wait for the server once between them, and say so.
func TestOneWait(t *testing.T) {
	m := newMind(t)
	wire, address := test.WireToURL(t, m.db.Address)
	told := make(chan time.Duration, 4)
	s, err := postgres.Open(t.Context(), address, "me", func(left time.Duration) { told <- left })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const patience = 4 * time.Second
	s.Hurry(patience)
	wire.Down()
	began := time.Now()
	if err := s.Append(t.Context(), nil, []event.Seq{1}); !errors.Is(err, ledger.ErrUnreachable) {
		t.Errorf("append: %v", err)
	}
	appended := time.Since(began)
	if err := s.Put(t.Context(), "x", 1, nil); !errors.Is(err, ledger.ErrUnreachable) {
		t.Errorf("put: %v", err)
	}
	if put := time.Since(began) - appended; put > appended/2 {
		t.Errorf("the append waits %v, and the checkpoint %v more", appended, put)
	}
	wire.Up()
	if err := s.Put(t.Context(), "x", 1, nil); err != nil {
		t.Error(err)
	}
	if left := <-told; left <= 0 || left > patience {
		t.Errorf("tried for %v more", left)
	}
	if left := <-told; left != 0 || len(told) > 0 {
		t.Errorf("%v, and %d more", left, len(told))
	}
}
