package host_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/connectortest/folder"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// station is a home that processes take up one after another, on a clock set by hand.
type station struct {
	t          *testing.T
	home, chat string

	mu  sync.Mutex
	now time.Time

	environ []string      // with settings of language models
	notices *bytes.Buffer // of a place where nobody is greeted; nil elsewhere
	log     *slog.Logger
	tools   []tools.Tool
}

func newStation(t *testing.T) *station {
	dir := t.TempDir()
	s := &station{t: t, home: filepath.Join(dir, "home"), chat: filepath.Join(dir, "chat"), now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), log: slog.New(slog.DiscardHandler)}
	if err := os.Mkdir(s.chat, 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *station) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// pass lets time pass.
func (s *station) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// begin opens the home as a process does. The function it gives drops it as kill -9 would:
// nothing is said to the ledger.
func (s *station) begin() (c *host.Citadel, drop func()) {
	s.t.Helper()
	home, err := host.LockHome(s.home)
	if err != nil {
		s.t.Fatal(err)
	}
	settings, err := config.Load(s.home, append([]string{"TZ=Australia/Melbourne"}, s.environ...))
	if err != nil {
		s.t.Fatal(err)
	}
	var notices io.Writer
	if s.notices != nil {
		notices = s.notices
	}
	c, err = host.Open(s.t.Context(), host.Options{
		Home: home, Config: settings, Version: "test", Now: s.clock, CheckpointEvery: -1,
		Log: s.log, Notices: notices, Tools: s.tools,
		Here: []string{"folder"}, Connectors: func(string) []connectors.Connector { return []connectors.Connector{&folder.Folder{Dir: s.chat}} },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	// What a model is asked in the background comes whenever the clock says so, and would be
	// counted among what turns ask.
	c.Jobs.Jobs = slices.DeleteFunc(c.Jobs.Jobs, func(j jobs.Job) bool { return j.Name == integrate.SecondLook })
	return c, func() {
		if err := c.Close(); err != nil {
			s.t.Error(err)
		}
		if err := home.Close(); err != nil {
			s.t.Error(err)
		}
	}
}

// outages lists what was told of outages.
func outages(t *testing.T, c *host.Citadel) []string {
	t.Helper()
	var texts []string
	for r, err := range c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"post.queued"}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		if q, ok := p.(event.PostQueued); ok && q.Subject == "outage" {
			texts = append(texts, q.Text)
		}
	}
	return texts
}

// talk runs the conversation until the far side has seen enough.
func (s *station) talk(c *host.Citadel, enough func(*folder.Far) (bool, error)) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	defer cancel()
	over := make(chan error, 1)
	go func() { over <- c.Bot.Run(ctx) }()
	far := &folder.Far{Dir: s.chat}
	if err := far.Await(s.t.Context(), func() (bool, error) { return enough(far) }); err != nil {
		s.t.Fatal(err)
	}
	cancel()
	if err := <-over; err != nil {
		s.t.Error(err)
	}
}

// However often the process restarts in it, an outage is told once and whole.
func TestOneOutage(t *testing.T) {
	s := newStation(t)
	id, err := (&folder.Far{Dir: s.chat}).Say("thanks")
	if err != nil {
		t.Fatal(err)
	}
	c, drop := s.begin()
	s.talk(c, func(far *folder.Far) (bool, error) {
		over, err := far.Finished()
		return slices.Contains(over, id), err
	})
	s.alive() // it lived until nine
	drop()

	s.now = s.now.Add(8 * time.Hour)
	for range 4 { // dies before it can say anything, each time
		_, drop := s.begin()
		drop()
		s.now = s.now.Add(2 * time.Second)
	}
	for range 3 { // the first tells; all are killed
		c, drop := s.begin()
		s.talk(c, func(far *folder.Far) (bool, error) {
			posts, err := far.Shown()
			return slices.ContainsFunc(posts, func(p folder.Shown) bool { return strings.Contains(p.Text, "I was off") }), err
		})
		want := []string{"**I was off from Fri 20 Nov, 20:00 to Sat 21 Nov, 04:00 (the process ended without a goodbye).**"}
		if d := cmp.Diff(want, outages(t, c)); d != "" {
			t.Errorf("told (-want +got):\n%s", d)
		}
		drop()
		s.now = s.now.Add(30 * time.Second)
	}
}

// alive does what a process does each minute.
func (s *station) alive() {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.home, host.AliveName), []byte(s.now.Format(time.RFC3339)), 0o600); err != nil {
		s.t.Fatal(err)
	}
}
