package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/connectortest/folder"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// walkOrders are what a process is told whose steps are walked.
type walkOrders struct {
	Home, Chat string
	Environ    []string
	Start      time.Time // of its clock
	At         string    // of a child: the step at which it dies
	Passed     string    // of a child: the file for the steps that it passed
	World      string    // the file that is the world; where there is none, nothing can be done in it
}

// tripwire is passed at every step of a process. At one of them the process dies: from then on
// nothing passes.
type tripwire struct {
	calls atomic.Int64 // that reached a model

	mu    sync.Mutex
	at    string // the step at which it dies; "" is none
	end   func() // ends a real process; nil in this one
	seen  map[string]int
	order []string // the steps passed, "what #n"
	dead  chan struct{}
}

func newTripwire() *tripwire {
	g := &tripwire{}
	g.again("")
	return g
}

// again lets the next process pass, as far as a step.
func (g *tripwire) again(at string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.at, g.seen, g.order, g.dead = at, map[string]int{}, nil, make(chan struct{})
}

// kill sets what ends the process that runs.
func (g *tripwire) kill(end func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.end = end
}

// saw adds the steps that a child passed.
func (g *tripwire) saw(steps []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range steps {
		if s != "" {
			g.order = append(g.order, s)
		}
	}
}

var errDead = errors.New("the process is dead")

// pass is called at a step. It fails once the process is dead.
func (g *tripwire) pass(what string) error {
	g.mu.Lock()
	dead, end := g.dead, g.end
	select {
	case <-dead:
		g.mu.Unlock()
		return errDead
	default:
	}
	g.seen[what]++
	step := fmt.Sprintf("%s #%d", what, g.seen[what])
	g.order = append(g.order, step)
	hit := step == g.at
	if hit && end == nil {
		close(dead)
	}
	g.mu.Unlock()
	if !hit {
		return nil
	}
	if end != nil {
		end()
	}
	return errDead
}

// around has something done between two steps.
func (g *tripwire) around(what string, do func() error) error {
	if err := g.pass("before " + what); err != nil {
		return err
	}
	err := do()
	if died := g.pass("after " + what); died != nil {
		return died
	}
	return err
}

func (g *tripwire) die() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.dead:
	default:
		close(g.dead)
	}
}

func (g *tripwire) isDead() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.dead:
		return true
	default:
		return false
	}
}

// walkChild is a process that kills itself at the step of its orders.
func walkChild(text string) int {
	var o walkOrders
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return statusFailed
	}
	g := newTripwire()
	g.again(o.At)
	g.kill(func() { g.passed(o); die() })
	err := g.serve(context.Background(), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return statusFailed
	}
	g.passed(o)
	return 0
}

// passed leaves the steps that a child passed for its parent.
func (g *tripwire) passed(o walkOrders) {
	g.mu.Lock()
	steps := strings.Join(g.order, "\n")
	g.mu.Unlock()
	if err := os.WriteFile(o.Passed, []byte(steps), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// serve runs a whole Citadel until all is answered and delivered, or it died.
func (g *tripwire) serve(ctx context.Context, o walkOrders) error {
	home, err := host.LockHome(o.Home)
	if err != nil {
		return err
	}
	defer home.Close()
	file, err := sqlite.Open(ctx, filepath.Join(o.Home, host.LedgerName))
	if err != nil {
		return err
	}
	settings, err := config.Load(o.Home, append([]string{"TZ=Australia/Melbourne"}, o.Environ...))
	if err != nil {
		return errors.Join(err, file.Close())
	}
	began := time.Now()
	c, err := host.Open(ctx, host.Options{
		Home: home, Config: settings, Version: "test", Now: func() time.Time { return o.Start.Add(time.Since(began)) }, CheckpointEvery: -1, Tools: g.world(o),
		Log: slog.New(slog.DiscardHandler), Notices: new(strings.Builder), Store: &stepped{file, g},
		Here: []string{"folder"}, Connectors: func(string) []connectors.Connector {
			return []connectors.Connector{&steppedChat{&folder.Folder{Dir: o.Chat}, g}}
		},
	})
	if err != nil {
		return errors.Join(err, file.Close())
	}
	c.Jobs.Jobs = slices.DeleteFunc(c.Jobs.Jobs, func(j jobs.Job) bool { return j.Name == integrate.SecondLook })
	g.think(c.Brain)

	talking, enough := context.WithCancel(ctx)
	defer enough()
	go func() {
		g.settled(talking, o, c)
		enough()
	}()
	err = c.Run(talking)
	return errors.Join(err, c.Close())
}

// think puts a step before each question who answers, and around what a model answers.
func (g *tripwire) think(b *brain.Brain) {
	wrap := func(name string, steps []brain.Step) []brain.Step {
		out := slices.Clone(steps)
		for i, s := range steps {
			out[i] = func(ctx context.Context, t *turn.Turn) (r *turn.Reply, err error) {
				err = g.around(fmt.Sprintf("%s %d", name, i), func() error { r, err = s(ctx, t); return err })
				return r, err
			}
		}
		return out
	}
	b.Steps, b.Else = wrap("step", b.Steps), wrap("else", b.Else)
	if respond := b.Respond; respond != nil {
		b.Respond = func(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
			err = g.around("responded", func() error { answer, note, err = respond(ctx, t); return err })
			return answer, note, err
		}
	}
}

// settled waits until everything said is taken, answered, thought about and delivered, or the
// process is dead.
func (g *tripwire) settled(ctx context.Context, o walkOrders, c *host.Citadel) {
	far := &folder.Far{Dir: o.Chat}
	_ = far.Await(ctx, func() (bool, error) { // it ends with the context
		if g.isDead() {
			return true, nil
		}
		acked, err := far.Acked()
		if err != nil {
			return false, err
		}
		lines, err := linesOf(filepath.Join(o.Chat, "said"))
		if err != nil || len(unique(acked)) < lines {
			return false, err
		}
		under := 0
		c.Mind.Read(func(v memory.View) { under = len(v.Hands.Under) })
		return under == 0 && unfinished(c.Mind) == "", nil
	})
}

// stepped is a store whose commits are steps.
type stepped struct {
	*sqlite.Store
	gate *tripwire
}

// besides are events of other work, which at times share a commit with those of a turn.
var besides = []event.Kind{"job.began", "job.ran", "learned", "integrated", "loop.opened"}

// Append implements ledger.Store.
func (s *stepped) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	var kinds []string
	for _, r := range rows {
		if !slices.Contains(besides, r.Kind) && !slices.Contains(kinds, string(r.Kind)) {
			kinds = append(kinds, string(r.Kind))
		}
	}
	return s.gate.around(strings.Join(kinds, "+"), func() error { return s.Store.Append(ctx, rows, shred) })
}

// Put implements ledger.Shelf.
func (s *stepped) Put(ctx context.Context, name string, upTo event.Seq, data []byte) error {
	if s.gate.isDead() {
		return errDead
	}
	return s.Store.Put(ctx, name, upTo, data)
}

// steppedChat is a platform on which everything heard and shown is a step.
type steppedChat struct {
	*folder.Folder
	gate *tripwire
}

func (f *steppedChat) failed(err error) error {
	var ce *connectors.Error
	if err == nil || errors.As(err, &ce) {
		return err
	}
	return &connectors.Error{Op: "folder", Reason: connectors.Temporary, Err: err}
}

// Run implements connectors.Connector.
func (f *steppedChat) Run(ctx context.Context, from connectors.Cursor, sink connectors.Sink) error {
	return f.Folder.Run(ctx, from, func(ctx context.Context, e connectors.Event) error {
		return f.gate.around("hearing", func() error { return sink(ctx, e) })
	})
}

// Send implements connectors.Connector.
func (f *steppedChat) Send(ctx context.Context, p connectors.Post) (id connectors.MessageID, err error) {
	err = f.gate.around("sending", func() error { id, err = f.Folder.Send(ctx, p); return err })
	return id, f.failed(err)
}

// Draft implements connectors.Drafter.
func (f *steppedChat) Draft(ctx context.Context, d connectors.Draft) error {
	return f.failed(f.gate.around("drafting", func() error { return f.Folder.Draft(ctx, d) }))
}

// Finished implements connectors.Finisher.
func (f *steppedChat) Finished(ctx context.Context, a connectors.Answer) error {
	return f.failed(f.gate.around("finishing", func() error { return f.Folder.Finished(ctx, a) }))
}
