package host_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/bot"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// stage is the whole product in this process, on platforms whose people it knows.
type stage struct {
	t     testing.TB
	home  string
	fars  []far
	now   func() time.Time
	shape func(*host.Citadel) // before it runs; may be nil
	more  []string            // of the environment
	store ledger.Store        // instead of the file in the home
	wire  func(*wiring)       // changes where the servers are found; may be nil
	tools []tools.Tool

	c    *host.Citadel
	stop func() // ends the process that runs
	over func() error
	dies bool // it may end with an error
}

// died waits until the process ends by itself, and gives why. It is still to be stopped.
func (s *stage) died() error {
	s.t.Helper()
	s.dies = true
	return s.over()
}

// again ends the process in good order and begins another.
func (s *stage) again() {
	s.t.Helper()
	s.stop()
	s.run()
}

// onPlatforms runs a test on each of the three.
func onPlatforms(t *testing.T, test func(t *testing.T, s *stage, f far)) {
	for i, name := range platformNames {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, i)
			test(t, s, s.fars[0])
		})
	}
}

var platformNames = []string{"telegram", "mattermost", "slack"}

// newStage starts the servers of the platforms named by their number.
func newStage(t testing.TB, which ...int) *stage {
	t.Helper()
	began, start := time.Now(), time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	s := &stage{t: t, home: filepath.Join(t.TempDir(), "home"), now: func() time.Time { return start.Add(time.Since(began)) }}
	for _, i := range which {
		f := []func() far{
			func() far { return newFarTelegram(t, s.now) }, func() far { return newFarMattermost(s.now) }, func() far { return newFarSlack(s.now) },
		}[i]()
		t.Cleanup(f.close)
		s.fars = append(s.fars, f)
	}
	return s
}

// run takes up the home and runs, as a process does, until the function that it gives is
// called; the end of the test does so, too.
func (s *stage) run() (stop func()) {
	s.t.Helper()
	home, err := host.LockHome(s.home)
	if err != nil {
		s.t.Fatal(err)
	}
	settings, err := config.Load(s.home, append([]string{"TZ=Australia/Melbourne"}, s.more...))
	if err != nil {
		s.t.Fatal(err)
	}
	var w wiring
	var trusted []bot.Trusted
	for _, f := range s.fars {
		f.wire(&w)
		who := f.person()
		trusted = append(trusted, bot.Trusted{Platform: who.Platform, Account: who.Account, ID: who.ID, Audience: event.Private})
	}
	if s.wire != nil {
		s.wire(&w)
	}
	log := slog.New(slog.DiscardHandler)
	s.c, err = host.Open(s.t.Context(), host.Options{
		Home: home, Config: settings, Version: "test", Now: s.now, Log: log, Trusted: trusted, Store: s.store, Tools: s.tools,
		Connectors: func(string) []connectors.Connector { return w.platforms(s.now, log) },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	if s.shape != nil {
		s.shape(s.c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	end := make(chan error, 1)
	go func() { end <- s.c.Run(ctx) }()
	c, over := s.c, sync.OnceValue(func() error { return <-end })
	ended := false
	stop = func() {
		if ended {
			return
		}
		ended = true
		cancel()
		if err := over(); err != nil && !s.dies {
			s.t.Error(err)
		}
		if err := c.Close(); err != nil {
			s.t.Error(err)
		}
		if err := home.Close(); err != nil {
			s.t.Error(err)
		}
	}
	s.stop, s.over, s.dies = stop, over, false
	s.t.Cleanup(stop)
	return stop
}

// hung is after how long something counts as never coming: far longer than it takes on a machine
// that has much else to do.
const hung = 4 * time.Minute

// await polls until something holds.
func (s *stage) await(what string, holds func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), hung)
	defer cancel()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			for _, f := range s.fars {
				s.t.Logf("%s shows: %s", f.home().Platform, texts(f.shown(f.home())))
			}
			s.t.Fatalf("it did not come to pass that %s", what)
		}
	}
}

// settled are the posts in a room, without what is still being written.
func settled(f far, at connectors.Place) []shown {
	return slices.DeleteFunc(f.shown(at), func(s shown) bool { return f.keeps() && s.key == "" })
}

// link has the account linked by its first message, and everything said that belongs to it.
func (s *stage) link(f far) {
	s.t.Helper()
	head := s.c.Mind.Head()
	f.say(f.home(), "thanks")
	s.await("the account is linked", func() bool {
		return s.count("heard", head) > 0 && slices.ContainsFunc(settled(f, f.home()), func(p shown) bool { return strings.Contains(p.text, "Linked:") }) && s.idle()
	})
}

// idle says whether nothing waits to be answered or delivered.
func (s *stage) idle() (idle bool) { return unfinished(s.c.Mind) == "" }

// ask has something done, and gives what is shown to it in the room when all is said.
func (s *stage) ask(f far, at connectors.Place, do func()) []shown {
	s.t.Helper()
	before, head := len(settled(f, at)), s.c.Mind.Head()
	do()
	s.await("it is answered", func() bool { return s.count("turn.ended", head) > 0 && s.idle() })
	return settled(f, at)[before:]
}

// say is ask for something said.
func (s *stage) say(f far, at connectors.Place, text string) (answer string) {
	s.t.Helper()
	var all []string
	for _, p := range s.ask(f, at, func() { f.say(at, text) }) {
		if p.thread != at.Thread {
			s.t.Errorf("%q was said in %q and answered in %q", text, at.Thread, p.thread)
		}
		all = append(all, p.text)
	}
	return strings.Join(all, "\n")
}

// payloads lists the events of a kind after a number.
func (s *stage) payloads(kind event.Kind, after event.Seq) (all []event.Payload) {
	s.t.Helper()
	for r, err := range s.c.Mind.Events(s.t.Context(), ledger.Query{Kinds: []event.Kind{kind}, After: after}) {
		if err != nil {
			s.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func (s *stage) count(kind event.Kind, after event.Seq) int { return len(s.payloads(kind, after)) }
