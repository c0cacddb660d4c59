package bot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"citadel/bot"
	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// chat is a platform in memory: what is said goes to the sink at once, what is sent is kept.
type chat struct {
	in chan spoken

	mu       sync.Mutex
	n        int
	shown    []connectors.Post
	finished []connectors.MessageID
	fail     []error // what the next sends end with
	runs     int
	reruns   chan error // what Run is to end with

	limits  connectors.Limits
	drafts  []connectors.Draft                                  // every call that was made
	at      []time.Time                                         // and when
	draft   connectors.Draft                                    // what is shown now
	busy    uint64                                              // the turn whose draft is on its way
	onDraft func(ctx context.Context, d connectors.Draft) error // before it is shown
	dead    bool                                                // nothing arrives any more
	wrong   []string                                            // promises that were not kept to the platform
}

type spoken struct {
	event connectors.Event
	taken chan error
}

var (
	_ connectors.Connector = (*chat)(nil)
	_ connectors.Finisher  = (*chat)(nil)
	_ connectors.Drafter   = (*chat)(nil)
)

func newChat() *chat {
	return &chat{in: make(chan spoken), reruns: make(chan error), limits: connectors.Limits{Redelivers: true, Buttons: true}}
}

// started says how often Run was called.
func (c *chat) started() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runs
}

// die ends what the platform shows and takes.
func (c *chat) die() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dead = true
}

func (c *chat) Name() string { return "chat" }

func (c *chat) Limits() connectors.Limits { return c.limits }

var room = connectors.Place{Platform: "chat", Room: "home"}

func (c *chat) Run(ctx context.Context, _ connectors.Cursor, sink connectors.Sink) error {
	c.mu.Lock()
	c.runs++
	c.mu.Unlock()
	for {
		select {
		case s, open := <-c.in:
			if !open {
				return nil
			}
			err := sink(ctx, s.event)
			s.taken <- err
			if err != nil {
				return err
			}
		case err := <-c.reruns:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *chat) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return "", &connectors.Error{Op: "chat: send", Reason: connectors.Temporary, Err: err}
	}
	if c.dead {
		return "", errTemporary
	}
	if len(c.fail) > 0 {
		err := c.fail[0]
		c.fail = c.fail[1:]
		if err != nil {
			return "", err
		}
	}
	if a := p.Answers; a != nil && a.Turn != 0 {
		if c.busy == a.Turn {
			c.wrong = append(c.wrong, fmt.Sprintf("turn %d: its post came while its draft was on the way", a.Turn))
		}
		if c.draft.Turn <= a.Turn && c.draft.Place == p.Place {
			c.draft = connectors.Draft{}
		}
	}
	c.shown = append(c.shown, p)
	return connectors.MessageID(fmt.Sprintf("p%d", len(c.shown))), nil
}

// Draft implements connectors.Drafter, and sees that its caller keeps to what it says.
func (c *chat) Draft(ctx context.Context, d connectors.Draft) error {
	c.mu.Lock()
	if c.dead {
		c.mu.Unlock()
		return errTemporary
	}
	now := time.Now()
	if c.busy != 0 {
		c.wrong = append(c.wrong, "two drafts at a time")
	}
	if n := len(c.at); d.Text != "" && n > 0 && now.Sub(c.at[n-1]) < c.limits.DraftEvery {
		c.wrong = append(c.wrong, fmt.Sprintf("a draft %s after the last", now.Sub(c.at[n-1])))
	}
	for _, p := range c.shown {
		if d.Text != "" && p.Answers != nil && p.Answers.Turn >= d.Turn && p.Place == d.Place {
			c.wrong = append(c.wrong, fmt.Sprintf("turn %d: a draft after its post", d.Turn))
		}
	}
	c.busy, c.drafts = d.Turn, append(c.drafts, d)
	before := c.onDraft
	c.mu.Unlock()
	var err error
	if before != nil {
		err = before(ctx, d)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = 0
	if d.Text != "" {
		c.at = append(c.at, time.Now())
	}
	switch {
	case err != nil:
		return err
	case d.Text != "":
		c.draft = d
	case c.draft.Turn <= d.Turn:
		c.draft = connectors.Draft{}
	}
	return nil
}

// standing is the draft that is shown now.
func (c *chat) standing() connectors.Draft {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.draft
}

// drafted is its text.
func (c *chat) drafted() string { return c.standing().Text }

// written lists the texts of all drafts; "" is one that was withdrawn.
func (c *chat) written() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	texts := []string{}
	for _, d := range c.drafts {
		texts = append(texts, d.Text)
	}
	return texts
}

func (c *chat) Finished(_ context.Context, a connectors.Answer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.finished = append(c.finished, a.To)
	return nil
}

// texts are the posts so far.
func (c *chat) texts() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	texts := []string{}
	for _, p := range c.shown {
		texts = append(texts, p.Text)
	}
	return texts
}

// newest is what was shown last.
func (c *chat) newest() connectors.Post {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown[len(c.shown)-1]
}

// ended lists the events that are over.
func (c *chat) ended() []connectors.MessageID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.finished)
}

// world is a bot on one platform, over a ledger in memory.
type world struct {
	t     *testing.T
	store ledger.Store
	mind  *memory.Mind
	pens  ledger.Pens
	chat  *chat
	bot   *bot.Bot
	now   func() time.Time
	first func() // done before the first event; nil for nothing
}

// newWorld is to be called within a synctest bubble: its clock is the bubble's.
func newWorld(t *testing.T, steps ...brain.Step) *world {
	t.Helper()
	w := &world{t: t, store: &inmem.Store{}, now: time.Now}
	w.open(steps...)
	return w
}

// open takes up the mind, as a process does that begins.
func (w *world) open(steps ...brain.Step) {
	w.t.Helper()
	m, pens, err := memory.Open(w.t.Context(), memory.Options{Store: w.store, Principal: "me", Now: w.now, CheckpointEvery: -1})
	if err != nil {
		w.t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	w.mind, w.pens, w.chat = m, pens, newChat()
	link := pens.For(event.Accounts).Write(event.AccountLinked{
		Person: event.Person{Platform: "chat", ID: "sam"}, Place: event.Place{Platform: "chat", Room: "home"}, Audience: event.Private, How: "setup",
	})
	link.Key = "sam"
	if _, err := m.Record(w.t.Context(), link); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		w.t.Fatal(err)
	}
	w.bot = &bot.Bot{
		Mind: m, Now: w.now, Log: log, Connectors: []connectors.Connector{w.chat},
		Brain: &brain.Brain{
			Mind: m, Now: w.now, Zone: melbourne, Log: log, Steps: steps,
			Pens: pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Outbox),
		},
		Pens:  pens.Case(event.Bot, event.Accounts, event.Outbox),
		Sense: func(string, string) string { return "" },
	}
}

var melbourne = func() *time.Location {
	loc, err := time.LoadLocation("Australia/Melbourne")
	if err != nil {
		panic(err)
	}
	return loc
}()

// run runs the bot until the function that it gives is called, which waits for its end.
func (w *world) run() (stop func() error) {
	ctx, cancel := context.WithCancel(w.t.Context())
	over := make(chan error, 1)
	go func() { over <- w.bot.Run(ctx) }()
	return sync.OnceValue(func() error { cancel(); return <-over })
}

// hear hands an event to the bot and gives what the sink says.
func (w *world) hear(e connectors.Event) error {
	if first := w.first; first != nil {
		w.first = nil
		first()
	}
	if e.At.IsZero() {
		e.At = w.now()
	}
	if e.Place == (connectors.Place{}) {
		e.Place, e.Direct = room, true
	}
	if e.From.ID == "" {
		e.From = connectors.Person{Platform: "chat", ID: "sam"}
	}
	s := spoken{e, make(chan error, 1)}
	w.chat.in <- s
	return <-s.taken
}

func (w *world) must(e connectors.Event) connectors.MessageID {
	w.t.Helper()
	w.chat.mu.Lock()
	w.chat.n++
	if e.Key == "" {
		e.Key = fmt.Sprintf("e%d", w.chat.n)
	}
	w.chat.mu.Unlock()
	if e.Kind == connectors.Message {
		e.Message = connectors.MessageID(e.Key)
	}
	if err := w.hear(e); err != nil {
		w.t.Fatalf("%s: %v", e.Kind, err)
	}
	return connectors.MessageID(e.Key)
}

func (w *world) say(text string) connectors.MessageID {
	w.t.Helper()
	return w.must(connectors.Event{Kind: connectors.Message, Text: text})
}

func (w *world) edit(m connectors.MessageID, text string) {
	w.t.Helper()
	w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: text})
}

func (w *world) remove(m connectors.MessageID) {
	w.t.Helper()
	w.must(connectors.Event{Kind: connectors.Delete, Message: m})
}

// kinds lists the events of some kinds, in order.
func (w *world) payloads(kinds ...event.Kind) []event.Payload {
	w.t.Helper()
	var out []event.Payload
	for r, err := range w.mind.Events(w.t.Context(), ledger.Query{Kinds: kinds}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// echo repeats what it hears.
func echo(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := &turn.Reply{By: "procedure:echo"}
	r.Text.Say("heard %s", t.Text)
	return r, nil
}

// slow answers like echo, but only when it is told to; each turn that begins it is counted
// by a value in began. A turn that is cancelled leaves with its cause.
type slow struct {
	began chan string // has room for every turn of a test
	goOn  chan struct{}
}

func newSlow() *slow { return &slow{began: make(chan string, 100), goOn: make(chan struct{})} }

func (s *slow) step(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	s.began <- t.Text
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-s.goOn:
		return echo(ctx, t)
	}
}

// refusal is what a stranger is told (MESSAGES 9).
const refusal = "I'm a bot that works for one person and can't talk with anyone else. I haven't kept your message."

var errTemporary = &connectors.Error{Op: "chat", Reason: connectors.Temporary, Err: errors.New("not now")}
