// Package memory is the mind's memory as a whole: it writes to the ledger through one
// queue, applies what was written to every fold, and lets the rest of the program read
// all folds at one moment. Anything here can be rebuilt from the ledger.
package memory

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"time"

	"citadel/memory/accounts"
	"citadel/memory/agency"
	"citadel/memory/agenda"
	"citadel/memory/attachments"
	"citadel/memory/beliefs"
	"citadel/memory/decisions"
	"citadel/memory/dreams"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/hands"
	"citadel/memory/hot"
	"citadel/memory/identity"
	"citadel/memory/ledger"
	"citadel/memory/lenses"
	"citadel/memory/loops"
	"citadel/memory/mood"
	"citadel/memory/origins"
	"citadel/memory/outbox"
	"citadel/memory/people"
	"citadel/memory/places"
	"citadel/memory/predictions"
	"citadel/memory/principal"
	"citadel/memory/providers"
	"citadel/memory/reactions"
	"citadel/memory/self"
	"citadel/memory/spending"
	"citadel/memory/thread"
	"citadel/memory/warmth"
	"citadel/memory/watches"
	"citadel/memory/weights"
)

// Fold is state computed from the ledger, and from nothing else: no clock, no randomness,
// no I/O, no order of a map. Apply is called once for every event, in order; the payload
// is nil if the event was forgotten. Save gives the same bytes for the same state.
type Fold interface {
	Name() string
	Version() int // raised when the meaning of the saved state changes
	Apply(r ledger.Record, p event.Payload)
	Save() ([]byte, error)
	Load([]byte) error
}

// View is all folds at one moment. It is valid only inside the function it was given to.
type View struct {
	Head        event.Seq // the newest event the folds have seen
	Thread      *thread.Fold
	Outbox      *outbox.Fold
	Loops       *loops.Fold
	Decisions   *decisions.Fold
	Predictions *predictions.Fold
	Principal   *principal.Fold
	Agenda      *agenda.Fold
	Places      *places.Fold
	Spending    *spending.Fold
	Providers   *providers.Fold
	Accounts    *accounts.Fold
	Reactions   *reactions.Fold
	Attachments *attachments.Fold
	Warmth      *warmth.Fold
	Beliefs     *beliefs.Fold
	Weights     *weights.Fold
	Graph       *graph.Fold
	Economy     *economy.Fold
	Dreams      *dreams.Fold
	People      *people.Fold
	Mood        *mood.Fold
	Lenses      *lenses.Fold
	Self        *self.Fold
	Identity    *identity.Fold
	Agency      *agency.Fold
	Watches     *watches.Fold
	Hands       *hands.Fold
	Origins     *origins.Fold

	preferred string // the platform for what nobody asked for; see Home
}

func newView() View {
	return View{
		Thread: thread.New(), Outbox: outbox.New(), Loops: loops.New(), Decisions: decisions.New(), Predictions: predictions.New(),
		Principal: principal.New(), Agenda: agenda.New(), Places: places.New(),
		Spending: spending.New(), Providers: providers.New(),
		Accounts: accounts.New(), Reactions: reactions.New(), Attachments: attachments.New(),
		Warmth: warmth.New(), Beliefs: beliefs.New(),
		Weights: weights.New(),
		Graph:   graph.New(), Economy: economy.New(), Dreams: dreams.New(),
		People: people.New(),
		Mood:   mood.New(), Lenses: lenses.New(),
		Self: self.New(), Identity: identity.New(), Agency: agency.New(), Watches: watches.New(), Hands: hands.New(),
		Origins: origins.New(),
	}
}

// folds lists a view's folds in the order they are applied and saved.
func (v *View) folds() []Fold {
	return []Fold{
		v.Thread, v.Outbox, v.Loops, v.Decisions, v.Predictions, v.Principal, v.Agenda, v.Places,
		v.Spending, v.Providers, v.Accounts, v.Reactions, v.Attachments, v.Warmth, v.Beliefs,
		v.Weights, v.Graph, v.Economy, v.Dreams,
		v.People, v.Mood, v.Lenses, v.Self, v.Identity, v.Agency, v.Watches, v.Hands, v.Origins,
	}
}

func (v *View) apply(r ledger.Record) error {
	p, err := r.Payload()
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Seq, err)
	}
	for _, f := range v.folds() {
		f.Apply(r, p)
	}
	v.Head = r.Seq
	return nil
}

// Options of Open.
type Options struct {
	Store     ledger.Store // taken over: Close closes it
	Principal string
	Now       func() time.Time
	Random    io.Reader     // of keys; crypto/rand where nil
	Anchor    ledger.Anchor // may be nil
	ReadOnly  bool          // for looking at a ledger that another process writes
	Preferred string        // the platform where the principal is told what he did not ask for; see View.Home

	// Hot, where not nil, is where the newest state of the folds is kept besides: a start takes
	// it up if it is newer than the checkpoint. It is taken over: Close closes it.
	Hot hot.Place

	// CheckpointEvery is after how many events the folds are saved; 5,000 where zero,
	// never where negative. It bounds what a start must replay.
	CheckpointEvery int
	// Progress, where not nil, hears how far a long replay has come.
	Progress func(done, all int)
	// Echoes has the agent's own words counted as evidence; see beliefs.Fold.
	Echoes bool
}

// Mind is the memory of one principal. All its methods may be called by any goroutine.
type Mind struct {
	log   *ledger.Log
	owner ledger.Pen // writes the principal's settings, when asked
	self  ledger.Pen // writes checkpoints
	every int

	learning ledger.Pen // writes what forgetting does to what was superseded

	preferred string // see View.Home
	echoes    bool   // see Options

	mu      sync.RWMutex // guards view and changed
	view    View
	changed chan struct{}

	queue queue
	hot   *hot.Keeper // nil where none is configured
	heat  heat
	saved event.Seq // what the newest checkpoint covers; used by the writer only
	slot  int       // where on the shelf the next checkpoint goes
}

// Open opens the ledger and brings the folds up to its end: from the newest checkpoint if
// one fits, else from the first event. The pens are for whoever wires the program; they
// are the only way to write.
func Open(ctx context.Context, o Options) (*Mind, ledger.Pens, error) {
	log, pens, err := ledger.OpenLog(ctx, o.Store, ledger.Options{
		Principal: o.Principal, Now: o.Now, Random: o.Random, Anchor: o.Anchor, ReadOnly: o.ReadOnly,
	})
	if err != nil {
		return nil, ledger.Pens{}, fmt.Errorf("memory: %w", err)
	}
	m := &Mind{
		log: log, owner: pens.For(event.Principal), self: pens.For(event.Memory), learning: pens.For(event.Learning),
		every: o.CheckpointEvery, preferred: o.Preferred, echoes: o.Echoes, changed: make(chan struct{}),
	}
	if m.every == 0 {
		m.every = 5000
	}
	if shelf := log.Shelf(); shelf != nil && o.Hot != nil {
		m.hot = hot.New(o.Hot, shelf, o.Principal)
	}
	if err := m.load(ctx, o.Progress); err != nil {
		return nil, ledger.Pens{}, fmt.Errorf("memory: %w", err)
	}
	return m, pens, nil
}

// Record writes the entries, all or none, and applies them to every fold before it
// returns. Callers at the same moment share one durable commit. A request of the
// principal (event.Asked) is answered in the same commit by the owner of what it would
// change; one that cannot be met is ErrNotAsked of principal, accounts,
// people or hands, and nothing is written.
//
// The error is otherwise that of ledger.Log: ErrDuplicate, ErrRefused, or the store's.
// Once handed over, a batch is written even if ctx ends.
func (m *Mind) Record(ctx context.Context, entries ...ledger.Entry) ([]ledger.Record, error) {
	return m.RecordUnless(ctx, nil, entries...)
}

// ErrOvertaken: what the entries were made from is not the latest any more.
var ErrOvertaken = errors.New("overtaken by what was written since")

// RecordUnless is Record for what was worked out from the ledger as it was a while ago. overtaken says whether anything was
// written since that it would have been worked out from as well; it is asked at the moment of writing, when nobody else
// writes, and must not write itself. Where it says so the error is ErrOvertaken, and nothing is written. It may be nil.
func (m *Mind) RecordUnless(ctx context.Context, overtaken func() (bool, error), entries ...ledger.Entry) ([]ledger.Record, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	entries, err := m.answer(entries)
	if err != nil {
		return nil, fmt.Errorf("memory: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b := &ledger.Batch{Entries: entries}
	m.queue.do(&request{batch: b, overtaken: overtaken}, m.write)
	return b.Records, b.Err
}

// answer appends what the owner writes to each request of the principal.
func (m *Mind) answer(entries []ledger.Entry) ([]ledger.Entry, error) {
	out := entries
	for i, e := range entries {
		a, ok := e.Payload().(event.Asked)
		if !ok {
			continue
		}
		p, stands, err := decide(a)
		if err != nil {
			return nil, err
		}
		if len(out) == len(entries) {
			out = append([]ledger.Entry(nil), entries...)
		}
		change := m.owner.Write(p).Because(ledger.Here(i))
		if !stands {
			change = change.Resting(ledger.Here(i))
		}
		change.Trust = event.ByPrincipal // they are his words
		out = append(out, change)
	}
	return out, nil
}

// decide is the change that a request of the principal comes to. It stands, whatever becomes of the message that asked for
// it, where it holds no words of his: who is heard, who reads along and what may be done does not change as he tidies up.
func decide(a event.Asked) (p event.Payload, stands bool, err error) {
	if p, ours, err := accounts.Decide(a); ours {
		return p, true, err
	}
	if p, ours, err := hands.Decide(a); ours {
		return p, true, err
	}
	if p, ours, err := people.Decide(a); ours {
		return p, false, err
	}
	p, err = principal.Decide(a)
	return p, false, err
}

// Read calls fn with all folds at one moment. fn must not keep the view, block, or write.
func (m *Mind) Read(fn func(v View)) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	v := m.view
	v.preferred = m.preferred
	fn(v)
}

// Head is the newest event the folds have seen.
func (m *Mind) Head() event.Seq {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.view.Head
}

// Past gives a channel that is closed once an event later than seq has been applied. A
// consumer keeps the number it has come to, asks for the channel, and reads from there.
func (m *Mind) Past(seq event.Seq) <-chan struct{} {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.view.Head > seq {
		return closed
	}
	return m.changed
}

var closed = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// Events gives what is in the ledger. Writing meanwhile is allowed.
func (m *Mind) Events(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Record, error] {
	return m.log.Read(ctx, q)
}

// Event gives one event, or ledger.ErrNoEvent.
func (m *Mind) Event(ctx context.Context, seq event.Seq) (ledger.Record, error) {
	return m.log.Get(ctx, seq)
}

// Verify checks the whole ledger. See ledger.Log.Verify.
func (m *Mind) Verify(ctx context.Context, progress func(done, all int)) (ledger.Report, error) {
	return m.log.Verify(ctx, progress)
}

// VerifyLast checks the last n events. See ledger.Log.VerifyLast.
func (m *Mind) VerifyLast(ctx context.Context, n int) (ledger.Report, error) {
	return m.log.VerifyLast(ctx, n)
}

// Reach computes what forgetting would reach. See ledger.Log.Reach.
func (m *Mind) Reach(ctx context.Context, seqs ...event.Seq) (ledger.Plan, error) {
	return m.log.Reach(ctx, seqs...)
}

// Forget destroys the keys of the plan's events and rebuilds the folds without them. When
// it returns, no fold and no file of the ledger holds what was forgotten; a follower (the
// memory store) hears of it through the event. It may take as long as a replay. With the error
// ledger.ErrLingers, which comes with the record, all of that holds but for the ledger's files.
// What becomes of statements that were superseded by it is written down first; see Overruled.
func (m *Mind) Forget(ctx context.Context, p ledger.Plan, reason string, causes ...event.Seq) (ledger.Record, error) {
	if len(p.Seqs) == 0 {
		return ledger.Record{}, errors.New("memory: forget: nothing is named")
	}
	var rec ledger.Record
	var err error
	m.queue.do(&request{alone: func() { rec, err = m.forget(ctx, p, reason, causes) }}, m.write)
	return rec, err
}

// ForgetQuoted forgets events with all that rests on them, the agent's own posts included and
// what rests on those: nothing may repeat what was said. Posts that are recorded meanwhile
// wait, and then find nothing to rest on. Else it is like Forget.
func (m *Mind) ForgetQuoted(ctx context.Context, seqs []event.Seq, reason string, causes ...event.Seq) (ledger.Record, error) {
	if len(seqs) == 0 {
		return ledger.Record{}, errors.New("memory: forget: nothing is named")
	}
	var rec ledger.Record
	var err error
	m.queue.do(&request{alone: func() {
		plan := ledger.Plan{Quote: seqs}
		for len(plan.Quote) > 0 && err == nil {
			plan, err = m.log.Reach(ctx, append(plan.Seqs, plan.Quote...)...)
		}
		if err != nil {
			err = fmt.Errorf("memory: forget: %w", err)
			return
		}
		if len(plan.Seqs) == 0 { // forgotten already: all that is left is to note that it was followed
			plan.Seqs = seqs
		}
		rec, err = m.forget(ctx, plan, reason, causes)
	}}, m.write)
	return rec, err
}

func (m *Mind) forget(ctx context.Context, p ledger.Plan, reason string, causes []event.Seq) (ledger.Record, error) {
	p, err := m.overrule(ctx, p)
	if err != nil {
		return ledger.Record{}, fmt.Errorf("memory: forget: %w", err)
	}
	defer m.cool(ctx)()
	rec, lingers := m.log.Forget(ctx, p, reason, causes...)
	if lingers != nil {
		lingers = fmt.Errorf("memory: %w", lingers)
		if !errors.Is(lingers, ledger.ErrLingers) {
			return rec, lingers
		}
	}
	// What lingers in a file is forgotten all the same: no fold may go on holding it.
	m.saved = 0
	view, err := m.replay(context.WithoutCancel(ctx), nil)
	if err != nil {
		return rec, fmt.Errorf("memory: rebuild after forgetting: %w", err)
	}
	m.swap(view)
	return rec, lingers
}

// Beyond says what forgetting does not reach. See ledger.Log.Beyond.
func (m *Mind) Beyond() string { return m.log.Beyond() }

func (m *Mind) swap(v View) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.view = v
	close(m.changed)
	m.changed = make(chan struct{})
}

// Close waits for what is being written, saves a checkpoint and closes the store.
func (m *Mind) Close(ctx context.Context) error {
	var err error
	m.queue.do(&request{alone: func() {
		if m.every > 0 && m.self != (ledger.Pen{}) && !m.log.Doubtful() { // whoever was in doubt was told
			err = m.checkpoint(ctx)
		}
	}}, m.write)
	if m.hot != nil {
		err = errors.Join(err, m.hot.Close())
	}
	return errors.Join(err, m.log.Close())
}

// Export writes the whole ledger. See ledger.Log.Export.
func (m *Mind) Export(ctx context.Context, w io.Writer, progress func(done, all int)) error {
	return m.log.Export(ctx, w, progress)
}
