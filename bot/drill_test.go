package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/bot"
	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/inspect"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// line is a platform of a drill: what is said on it goes to the sink at once, what is sent
// is kept.
type line struct {
	name string
	in   chan spoken

	mu    sync.Mutex
	shown []connectors.Post
	down  bool // nothing is shown
}

func (l *line) Name() string { return l.name }

func (l *line) Limits() connectors.Limits {
	return connectors.Limits{Buttons: true, Reactions: true, Edits: true, Deletes: true, Redelivers: true, Pictures: l.name != "telegram", Described: l.name == "slack"}
}

func (l *line) Run(ctx context.Context, _ connectors.Cursor, sink connectors.Sink) error {
	for {
		select {
		case s := <-l.in:
			err := sink(ctx, s.event)
			if s.taken <- err; err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (l *line) Send(_ context.Context, p connectors.Post) (connectors.MessageID, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down {
		return "", &connectors.Error{Op: l.name + ": send", Reason: connectors.Temporary}
	}
	l.shown = append(l.shown, p)
	return connectors.MessageID(fmt.Sprintf("%s-p%d", l.name, len(l.shown))), nil
}

// broken has the platform take no posts, or take them again.
func (l *line) broken(down bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = down
}

// drill is a bot on several platforms, with the commands that there are. The console is the
// only one on which who can write is the principal.
type drill struct {
	t     *testing.T
	store ledger.Store
	home  string
	lines map[string]*line
	mind  *memory.Mind
	bot   *bot.Bot
	log   bytes.Buffer
	codes int
	n     int
	stop  func() error
	over  chan struct{} // closed when it has ended

	pulses  map[string]func() time.Time     // of platforms that prove that they hear, from the next begin on
	instead map[string]connectors.Connector // of the lines themselves, likewise
	takes   time.Duration                   // an answer that is no command's, likewise
}

// pulsing is a platform that proves that it hears.
type pulsing struct {
	*line
	heard func() time.Time
}

func (p *pulsing) Heard() time.Time { return p.heard() }

var platforms = []string{"console", "telegram", "slack", "mattermost"}

// newDrill is to be called within a synctest bubble.
func newDrill(t *testing.T) *drill {
	t.Helper()
	d := &drill{t: t, store: &inmem.Store{}, home: t.TempDir(), lines: map[string]*line{}}
	for _, name := range platforms {
		d.lines[name] = &line{name: name, in: make(chan spoken)}
	}
	d.begin()
	return d
}

// begin takes up the mind and runs, as a process does that begins.
func (d *drill) begin() {
	d.t.Helper()
	m, pens, err := memory.Open(d.t.Context(), memory.Options{Store: d.store, Principal: "me", Now: time.Now, CheckpointEvery: -1})
	if err != nil {
		d.t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(&d.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	brain := &brain.Brain{
		Mind: m, Now: time.Now, Zone: melbourne, Log: log, Steps: []brain.Step{inspect.Desk{}.Answer, change.Answer, d.think},
		Pens: pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Outbox),
	}
	brain.Host.Here = []string{"console"}
	d.mind = m
	d.bot = &bot.Bot{
		Mind: m, Brain: brain, Now: time.Now, Log: log, Pens: pens.Case(event.Bot, event.Accounts, event.Outbox),
		Sense: func(string, string) string { return "acknowledge" }, Folder: d.home, Personal: []string{"telegram"},
	}
	for _, name := range platforms {
		var c connectors.Connector = d.lines[name]
		if heard := d.pulses[name]; heard != nil {
			c = &pulsing{d.lines[name], heard}
		}
		if other := d.instead[name]; other != nil {
			c = other
		}
		d.bot.Connectors = append(d.bot.Connectors, c)
	}
	ctx, cancel := context.WithCancel(d.t.Context())
	over, err := make(chan struct{}), error(nil)
	go func() { defer close(over); err = d.bot.Run(ctx) }()
	d.over, d.stop = over, func() error { cancel(); <-over; return err }
	synctest.Wait()
}

// think answers like echo, in its time.
func (d *drill) think(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	select {
	case <-time.After(d.takes):
		return echo(ctx, t)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// end ends the process well.
func (d *drill) end() {
	d.t.Helper()
	if err := d.stop(); err != nil {
		d.t.Error(err)
	}
}

func (d *drill) again() {
	d.t.Helper()
	d.end()
	d.begin()
}

// direct is a direct conversation with somebody, by the id of the account.
func direct(platform, who string) connectors.Event {
	return connectors.Event{
		Kind: connectors.Message, Direct: true, Place: connectors.Place{Platform: platform, Account: "T1", Room: "room-" + who},
		From: connectors.Person{Platform: platform, Account: "T1", ID: who, Name: "Sam"},
	}
}

// within is a channel in which somebody does something.
func within(platform, room, who string) connectors.Event {
	e := direct(platform, who)
	e.Direct, e.Place.Room, e.Title = false, room, "#"+room
	return e
}

// hear hands an event over and waits until all that comes of it is done.
func (d *drill) hear(e connectors.Event) connectors.MessageID {
	d.t.Helper()
	d.n++
	if e.Key == "" {
		e.Key = fmt.Sprintf("k%d", d.n)
	}
	if e.Kind == connectors.Message && e.Message == "" {
		e.Message = connectors.MessageID(e.Key)
	}
	if e.At.IsZero() {
		e.At = time.Now()
	}
	e.Cursor = connectors.Cursor(e.Key)
	s := spoken{e, make(chan error, 1)}
	d.lines[e.Place.Platform].in <- s
	if err := <-s.taken; err != nil {
		d.t.Fatalf("%s on %s: %v", e.Kind, e.Place.Platform, err)
	}
	synctest.Wait()
	return e.Message
}

// says has somebody say something in a direct conversation, and gives what is shown there
// on that platform after it.
func (d *drill) says(platform, who, text string) []string {
	d.t.Helper()
	e := direct(platform, who)
	e.Text = text
	return d.after(platform, func() { d.hear(e) })
}

// after gives what a platform shows after something was done.
func (d *drill) after(platform string, do func()) []string {
	d.t.Helper()
	before := len(d.shown(platform))
	do()
	return d.shown(platform)[before:]
}

func (d *drill) shown(platform string) []string {
	l := d.lines[platform]
	l.mu.Lock()
	defer l.mu.Unlock()
	texts := []string{}
	for _, p := range l.shown {
		texts = append(texts, p.Text)
	}
	return texts
}

func (d *drill) posts(platform string) []connectors.Post {
	l := d.lines[platform]
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.shown)
}

// code makes a code on the host, as "citadel link" does.
func (d *drill) code(audience event.Audience, reopen bool) string {
	d.t.Helper()
	d.codes++
	code, p, err := bot.NewPairing(chance(byte(d.codes)), time.Now(), audience, reopen)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := p.Write(d.home); err != nil {
		d.t.Fatal(err)
	}
	return code
}

// chance is chance that repeats itself, other for each seed.
func chance(seed byte) io.Reader { return rand.NewChaCha8([32]byte{seed}) }

// link links an account by a code.
func (d *drill) link(platform, who string, audience event.Audience) {
	d.t.Helper()
	d.says(platform, who, "link "+d.code(audience, false))
	if d.linked(platform, who) == 0 {
		d.t.Fatalf("%s on %s is not linked: %q", who, platform, d.shown(platform))
	}
	time.Sleep(time.Minute) // of the bubble
}

// linked is the link of an account; zero if it is none of the principal's.
func (d *drill) linked(platform, who string) (link event.Seq) {
	d.mind.Read(func(v memory.View) {
		a, _ := v.Accounts.Of(event.Person{Platform: platform, Account: "T1", ID: who})
		link = a.Link
	})
	return link
}

// records are all events, decoded.
func (d *drill) records() (all []ledger.Record) {
	d.t.Helper()
	for r, err := range d.mind.Events(d.t.Context(), ledger.Query{}) {
		if err != nil {
			d.t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func (d *drill) count(kind event.Kind) (n int) {
	for _, r := range d.records() {
		if r.Kind == kind && !r.Forgotten() {
			n++
		}
	}
	return n
}

// nowhere fails if any of the words is in an event, its key or the log.
func (d *drill) nowhere(words ...string) {
	d.t.Helper()
	for _, w := range words {
		for _, r := range d.records() {
			if strings.Contains(string(r.Body), w) || strings.Contains(r.Key, w) {
				d.t.Errorf("%q is in event %d: %s %s", w, r.Seq, r.Key, r.Body)
			}
		}
		if strings.Contains(d.log.String(), w) {
			d.t.Errorf("%q is in the log: %s", w, d.log.String())
		}
	}
}

// drilled runs a drill in a bubble.
func drilled(t *testing.T, do func(t *testing.T, d *drill)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := newDrill(t)
		do(t, d)
		d.end()
	})
}
