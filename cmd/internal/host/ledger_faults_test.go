package host_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/cmd/internal/host"
	"citadel/deployments/test"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
)

// archive is a database that a stage lives on, and the way to it.
type archive struct {
	db      test.Database
	wire    *test.Wire
	address string // over the wire
}

func newArchive(t *testing.T, s *stage) *archive {
	t.Helper()
	a := &archive{db: test.Postgres(t)}
	a.db.SetUp(t, "me")
	a.wire, a.address = test.WireToURL(t, a.db.Address)
	s.more = append(s.more, "POSTGRES_URL="+a.address)
	return a
}

// restart ends all that talks to the server, as the server does when it is started anew.
func (a *archive) restart(t *testing.T) {
	a.db.Exec(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
}

// midway has something happen in the middle of the turn that answers some words, once.
func midway(s *stage, words string, happen func()) {
	var once sync.Once
	s.shape = func(c *host.Citadel) {
		c.Brain.Steps = append([]brain.Step{func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			if strings.Contains(t.Text, words) {
				once.Do(happen)
			}
			return nil, nil
		}}, c.Brain.Steps...)
	}
}

// Whatever happens on the way to the server that keeps the ledger: the turn waits, and then
// everything said is there once, answered once, and what a clean rebuild gives is what is in use.
func TestLedgerFaults(t *testing.T) {
	t.Parallel()
	const outage = 250 * time.Millisecond
	heal := func(a *archive) { a.wire.Heal() }
	disturb := func(kind, stream, attributes string) func(*testing.T, *archive) {
		return func(_ *testing.T, a *archive) { a.wire.Disturb(kind, stream, attributes) }
	}
	for name, fault := range map[string]struct {
		begin func(*testing.T, *archive)
		end   func(*archive)
	}{
		"down":                      {func(_ *testing.T, a *archive) { a.wire.Down() }, func(a *archive) { a.wire.Up() }},
		"reset at the answer":       {disturb("reset_peer", "downstream", `{"timeout": 0}`), heal},
		"reset at the request":      {disturb("reset_peer", "upstream", `{"timeout": 0}`), heal},
		"answers lost":              {disturb("timeout", "downstream", `{"timeout": 50}`), heal},
		"cut in a statement":        {disturb("limit_data", "upstream", `{"bytes": 900}`), heal},
		"cut in an answer":          {disturb("limit_data", "downstream", `{"bytes": 40}`), heal},
		"slow":                      {disturb("latency", "downstream", `{"latency": 25, "jitter": 10}`), heal},
		"its connections are ended": {func(t *testing.T, a *archive) { a.restart(t) }, func(*archive) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, 0)
			a := newArchive(t, s)
			over := make(chan struct{})
			midway(s, "umbrella", func() {
				fault.begin(t, a)
				time.AfterFunc(outage, func() { fault.end(a); close(over) })
			})
			s.run()
			f := s.fars[0]
			s.link(f)
			said := []string{
				"My bicycle is chained to the linden tree.", "remember that my umbrella hangs in the boathouse",
				"Where does my umbrella hang?", "Where is my bicycle chained?",
			}
			wants := []string{"", "", "boathouse", "linden tree"}
			for i, text := range said {
				if answer := s.say(f, f.home(), text); !strings.Contains(answer, wants[i]) {
					t.Errorf("%q is answered by %q", text, answer)
				}
			}
			<-over
			once(s, said...)
		})
	}
}

// The server that keeps the ledger is started anew in the middle of a turn, as after a cut of its
// power: the turn waits for it and is answered once.
func TestLedgerServerRestarts(t *testing.T) {
	t.Parallel()
	s := newStage(t, 0)
	c := test.PostgresCluster(t)
	s.more = append(s.more, "POSTGRES_URL="+c.Database("me").Address)
	midway(s, "umbrella", func() { c.Stop("immediate"); c.Start() })
	s.run()
	f := s.fars[0]
	s.link(f)
	said := []string{"My bicycle is chained to the linden tree.", "remember that my umbrella hangs in the boathouse", "Where does my umbrella hang?"}
	for i, want := range []string{"", "boathouse", "boathouse"} {
		if answer := s.say(f, f.home(), said[i]); !strings.Contains(answer, want) {
			t.Errorf("%q is answered by %q", said[i], answer)
		}
	}
	once(s, said...)
}

// once checks that each text was heard once and answered once, and that the ledger and the
// state in use are whole.
func once(s *stage, said ...string) {
	s.t.Helper()
	heard := map[string]int{}
	for _, p := range s.payloads("heard", 0) {
		heard[p.(event.Heard).Text]++
	}
	answered := map[event.Seq]int{}
	for _, p := range s.payloads("turn.began", 0) {
		for _, m := range p.(event.TurnBegan).Messages {
			answered[m]++
		}
	}
	for _, text := range said {
		if heard[text] != 1 {
			s.t.Errorf("%q was heard %d times", text, heard[text])
		}
	}
	for m, times := range answered {
		if times != 1 {
			s.t.Errorf("%d was answered %d times", m, times)
		}
	}
	var keys []string
	for _, p := range s.fars[0].shown(s.fars[0].home()) {
		keys = append(keys, p.text)
	}
	slices.Sort(keys)
	if n := len(keys); n != len(slices.Compact(keys)) {
		s.t.Errorf("something was said twice: %q", keys)
	}
	if _, err := s.c.Mind.Verify(s.t.Context(), nil); err != nil {
		s.t.Error(err)
	}
	if diffs, err := s.c.Mind.Rebuild(s.t.Context(), nil); err != nil || len(diffs) > 0 {
		s.t.Errorf("the state in use: %v, %v", diffs, err)
	}
}

// impatient is a store that does not wait half a minute for its server.
type impatient struct{ *postgres.Store }

const soon = 2 * time.Second

func (i impatient) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	return i.Store.Append(ctx, rows, shred)
}

func (i impatient) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	return func(yield func(ledger.Row, error) bool) {
		ctx, cancel := context.WithTimeout(ctx, soon)
		defer cancel()
		i.Store.Read(ctx, q)(yield)
	}
}

// A server that stays away ends the process, which says why. Whether what was being written then
// is there or not: the next process goes on from what is, and nothing is lost, done or said twice.
func TestLedgerStaysAway(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]struct{ begin, end func(*archive) }{
		"before the commit": {func(a *archive) { a.wire.Down() }, func(a *archive) { a.wire.Up() }},
		"after the commit": {
			func(a *archive) { a.wire.Disturb("timeout", "downstream", `{"timeout": 0}`) }, func(a *archive) { a.wire.Heal() },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, 0)
			a := newArchive(t, s)
			midway(s, "umbrella", func() { fault.begin(a) })
			open := func() {
				store, err := postgres.Open(t.Context(), a.address, "me", nil)
				if err != nil {
					t.Fatal(err)
				}
				s.store = impatient{store}
				s.run()
			}
			open()
			f := s.fars[0]
			s.link(f)
			const text = "remember that my umbrella hangs in the boathouse"
			f.say(f.home(), text)
			if err := s.died(); !errors.Is(err, ledger.ErrUnreachable) {
				t.Errorf("it ended with %v", err)
			}
			fault.end(a)
			s.stop()
			open()
			s.await("it is answered", func() bool { return s.idle() && s.count("learned", 0) > 0 })
			if n := s.count("learned", 0); n != 1 {
				t.Errorf("learned %d times", n)
			}
			if answer := s.say(f, f.home(), "Where does my umbrella hang?"); !strings.Contains(answer, "boathouse") {
				t.Errorf("afterwards: %s", answer)
			}
			once(s, text)
		})
	}
}
