package memory

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"citadel/memory/event"
	"citadel/memory/hot"
	"citadel/memory/ledger"
)

// Keeping the newest state hot (see package hot). Where that fails, a start replays a little
// more, and nothing else is different.

const (
	// gather is how long after an event the state is saved, so that those of one turn are saved
	// together.
	gather = 200 * time.Millisecond
	// share is the most of one processor that saving may take, as one part of so many: a state of
	// many megabytes is saved less often.
	share = 20
	// longest and shortest are how long is waited after a try that failed, doubling.
	shortest, longest = time.Second, time.Minute
	// impatience bounds one exchange with the place, while something is forgotten for one.
	impatience = 3 * time.Second
	// glance bounds that at a start, which nobody is to wait for: what a replay takes instead is
	// seldom longer.
	glance = time.Second
)

// Heat is how keeping the state hot goes.
type Heat struct {
	UpTo event.Seq // the newest event in the state that was saved or taken up last; zero if none was
	Err  error     // why the last try failed; nil if it did not
}

type heat struct {
	mu    sync.Mutex
	now   Heat
	clean event.Seq // nothing that was forgotten up to here is in what is kept there
}

func (h *heat) set(upTo event.Seq, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now.Err = err
	if err == nil {
		h.now.UpTo = upTo
	}
}

// cleanUpTo notes that what is kept there, if anything, was sealed after all that was forgotten
// up to an event.
func (h *heat) cleanUpTo(seq event.Seq) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clean = max(h.clean, seq)
}

// Heat says how keeping the state hot goes, and whether it is configured at all.
func (m *Mind) Heat() (now Heat, configured bool) {
	m.heat.mu.Lock()
	defer m.heat.mu.Unlock()
	return m.heat.now, m.hot != nil
}

// errStale: a state from before something was forgotten is kept there. Nobody can open it.
var errStale = errors.New("a state from before is kept there until another one is")

// Cooled says whether what is kept hot, if anything, is free of what was forgotten up to an
// event. Where it is not, the place could not be reached then: what lies there cannot be opened
// any more, and the first state that is saved after it takes its place. It does not wait.
func (m *Mind) Cooled(_ context.Context, seq event.Seq) error {
	m.heat.mu.Lock()
	defer m.heat.mu.Unlock()
	if m.hot == nil || m.heat.clean >= seq {
		return nil
	}
	return cmp.Or(m.heat.now.Err, errStale)
}

// keptFold is the state of one fold as it is kept hot.
type keptFold struct {
	Fold    string          `json:"fold"`
	Version int             `json:"version"`
	State   json.RawMessage `json:"state"`
}

// KeepHot saves the state of the folds after each turn, until ctx ends. It never holds one up:
// what gathers meanwhile is saved together. What fails is tried again; see Heat. now is any
// clock that goes at the usual speed.
func (m *Mind) KeepHot(ctx context.Context, now func() time.Time) error {
	if m.hot == nil {
		return nil
	}
	var done event.Seq
	for failed := time.Duration(0); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-m.Past(done):
		}
		if !waited(ctx, max(gather, failed)) {
			return nil
		}
		began := now()
		head, err := m.saveHot(ctx)
		m.heat.set(head.Seq, err)
		switch {
		case err == nil:
			m.heat.cleanUpTo(head.Seq)
			done, failed = head.Seq, 0
		case errors.Is(err, hot.ErrTooLarge) && m.discardHot(ctx) == nil:
			return nil // it will not become smaller, and what is there is of no use
		default:
			failed = min(max(2*failed, shortest), longest)
		}
		if err == nil && !waited(ctx, share*now().Sub(began)) { // one that failed has a wait of its own
			return nil
		}
	}
}

// waited waits, and says whether that came to its end before ctx did.
func waited(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

func (m *Mind) saveHot(ctx context.Context) (ledger.Head, error) {
	ctx, cancel := context.WithTimeout(ctx, impatience)
	defer cancel()
	return m.hot.Save(ctx, func() (ledger.Head, []byte, error) { return m.hotState(ctx) })
}

// discardHot drops what is kept there.
func (m *Mind) discardHot(ctx context.Context) error {
	head := m.Head()
	ctx, cancel := context.WithTimeout(ctx, impatience)
	defer cancel()
	err := m.hot.Discard(ctx)
	if err == nil {
		m.heat.cleanUpTo(head)
	}
	return err
}

// hotState gives the state of the folds now.
func (m *Mind) hotState(ctx context.Context) (ledger.Head, []byte, error) {
	m.mu.RLock()
	seq := m.view.Head
	parts, covers, err := m.view.save()
	m.mu.RUnlock()
	if err != nil {
		return ledger.Head{}, nil, err
	}
	newest, err := m.log.Get(ctx, seq)
	if err != nil {
		return ledger.Head{}, nil, err
	}
	var all []keptFold
	for _, c := range covers {
		all = append(all, keptFold{Fold: c.Fold, Version: c.Version, State: parts[c.Fold]})
	}
	state, err := json.Marshal(all)
	return ledger.Head{Seq: seq, Hash: newest.Hash}, state, err
}

// fromHot gives the state that is kept hot if it is later than an event, of this ledger, and
// understood by these folds; else nil.
func (m *Mind) fromHot(ctx context.Context, after event.Seq) *View {
	if m.hot == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	head, state, err := m.hot.Load(ctx)
	switch {
	case errors.Is(err, hot.ErrForeign):
		return nil // it will be written over
	case err != nil && !errors.Is(err, hot.ErrNothing):
		m.heat.set(0, err)
		return nil
	}
	m.heat.cleanUpTo(m.log.Head().Seq) // each forgetting so far took the key of what was there
	if err != nil {
		return nil
	}
	r, err := m.log.Get(ctx, head.Seq)
	if errors.Is(err, ledger.ErrNoEvent) || err == nil && r.Hash != head.Hash {
		// The ledger's end was lost, and another one has grown since, or will.
		m.heat.set(0, m.hot.Discard(ctx))
		return nil
	}
	if err != nil || head.Seq <= after {
		return nil
	}
	view, err := thaw(state)
	if err != nil {
		return nil // of another version
	}
	view.Head = head.Seq
	m.heat.set(head.Seq, nil)
	return view
}

// thaw makes folds of a state, if it was made by folds of the same versions.
func thaw(state []byte) (*View, error) {
	var all []keptFold
	if err := json.Unmarshal(state, &all); err != nil {
		return nil, err
	}
	view := newView()
	folds := view.folds()
	if len(folds) != len(all) {
		return nil, fmt.Errorf("%d folds instead of %d", len(all), len(folds))
	}
	for i, f := range folds {
		if all[i].Fold != f.Name() || all[i].Version != f.Version() {
			return nil, fmt.Errorf("%s of version %d instead of %s of version %d", all[i].Fold, all[i].Version, f.Name(), f.Version())
		}
		if err := f.Load(all[i].State); err != nil {
			return nil, err
		}
	}
	return &view, nil
}

// cool keeps the state from being saved until the function it gives is called, which drops what
// is kept. It is for when the folds change otherwise than by an event. Where the place cannot be
// reached, what is kept there cannot be opened any more all the same: the ledger has dropped the
// key; see Heat.
func (m *Mind) cool(ctx context.Context) (done func()) {
	if m.hot == nil {
		return func() {}
	}
	resume := m.hot.Pause()
	return func() {
		defer resume()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), impatience)
		defer cancel()
		if err := m.hot.Forget(ctx); err != nil {
			m.heat.set(0, err)
			return
		}
		m.heat.cleanUpTo(m.log.Head().Seq)
	}
}
