package memory

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// A store on a server may be away, and may have been emptied or set back meanwhile. The
// follower asks it before each round how far it is, goes on from there, and while it is away
// tries again, less and less often. Nothing else waits for it: Await tells at once.
const (
	soonest = time.Second
	latest  = 30 * time.Second
)

// retry is how long to wait after so long a wait.
func retry(last time.Duration) time.Duration {
	return min(max(2*last, soonest), latest)
}

// Trouble is why the store could not be brought up to date; nil if it could.
func (f *Follower) Trouble() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.trouble
}

// Suspect notes, before Run, that the store did not answer: who awaits it goes on without, until
// it has been brought up to date. A store that lives in this process is never suspect.
func (f *Follower) Suspect(err error) { f.setTrouble(err) }

func (f *Follower) setTrouble(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.trouble = err; err != nil {
		close(f.moved) // who waits is told
		f.moved = make(chan struct{})
	}
}

// silence is how long a store on a server may take over one step before it counts as away: who
// waits for it goes on without. The step itself is given more time.
const silence = 5 * time.Second

var errSilent = fmt.Errorf("%w: it has not answered for %v", store.ErrUnavailable, silence)

// watched is a round of which it is told when it gets stuck.
func (f *Follower) watched(ctx context.Context, head event.Seq) error {
	if lastingIn(f.Store) == nil {
		return f.round(ctx, head)
	}
	over := make(chan error, 1)
	go func() { over <- f.round(ctx, head) }()
	tick := time.NewTicker(silence)
	defer tick.Stop()
	for done, puts := f.going(); ; {
		select {
		case err := <-over:
			return err
		case <-tick.C:
			var stuck error
			if d, p := f.going(); d == done && p == puts {
				stuck = errSilent
			} else {
				done, puts = d, p
			}
			f.setTrouble(stuck)
		}
	}
}

// round brings the store up to head.
func (f *Follower) round(ctx context.Context, head event.Seq) error {
	lasting := lastingIn(f.Store)
	if lasting == nil {
		return f.follow(ctx, head)
	}
	if err := f.resume(ctx, lasting, head); err != nil {
		return err
	}
	err := f.follow(ctx, head)
	for errors.Is(err, errAfresh) {
		f.refilling(Forgetting, head)
		f.clean = f.Mind.Head()
		if err = f.rewind(ctx, 0); err == nil {
			err = f.follow(ctx, head)
		}
	}
	if err != nil {
		return err
	}
	if !f.changed {
		return nil
	}
	at, err := f.Mind.cursor(ctx, head)
	if err != nil {
		return err
	}
	if err := lasting.Reach(ctx, at); err != nil {
		f.resumed = false // what was put since it was last told may be gone as well
		return err
	}
	f.noted, f.changed = head, false
	return nil
}

// begin tells a store that lasts, before anything in it changes, up to where it is being brought: if
// this process ends in the middle, the next one knows of which events there may be something.
func (f *Follower) begin(ctx context.Context, head event.Seq) error {
	f.changed = true
	lasting := lastingIn(f.Store)
	if lasting == nil || f.begun == head {
		return nil
	}
	to, err := f.Mind.cursor(ctx, head)
	if err != nil {
		return err
	}
	if err := lasting.Begin(ctx, to); err != nil {
		f.resumed = false
		return err
	}
	f.begun = head
	return nil
}

// lastingIn is the store that lasts, also behind the one that makes vectors; nil if none does.
func lastingIn(s store.Store) store.Lasting {
	if v, ok := s.(*Vectors); ok {
		s = v.Store
	}
	lasting, _ := s.(store.Lasting)
	return lasting
}

// Refill is why a store that lasts was emptied and written from the first event, and how far
// that is. The zero one: it was not, since the start.
type Refill struct {
	Why  Cause
	Goal event.Seq // the event with which it is full again
}

// Cause is why a store was filled anew.
type Cause int

// The causes of a refill.
const (
	NoCause    Cause = iota
	Emptied          // somebody emptied it, or set it back, while this process ran
	DeadBranch       // it had followed another branch of the ledger, or a later state of it
	Forgetting       // its files held what the principal had forgotten
)

// Refill tells of the latest refill since the start; it goes on while Reached is before its Goal.
func (f *Follower) Refill() Refill {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.refill
}

func (f *Follower) refilling(why Cause, goal event.Seq) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refill = Refill{Why: why, Goal: goal}
}

// resume goes on where the store is, which is behind at the first round, and later when
// somebody emptied it or set it back. One that was written from another branch of the ledger, or
// from a later state of it, holds what this ledger never heard, and is filled anew.
func (f *Follower) resume(ctx context.Context, s store.Lasting, head event.Seq) error {
	at, err := s.Progress(ctx)
	if err != nil {
		return err
	}
	ours, err := f.Mind.Knows(ctx, at)
	if err != nil {
		return err
	}
	reached := event.Seq(at.Reached.Seq)
	switch {
	case !ours:
		f.searched(false)
		if err := s.Clear(ctx); err != nil {
			return err
		}
		f.refilling(DeadBranch, head)
		reached = 0
	case f.resumed && reached >= f.noted:
		return nil
	case f.resumed:
		f.refilling(Emptied, head)
	}
	f.searched(true)
	if reached == 0 {
		switch n, err := s.Len(ctx); {
		case err != nil:
			return err
		case n == 0:
			f.clean = f.Mind.Head()
		}
	}
	if err := f.rewind(ctx, reached); err != nil {
		return err
	}
	f.resumed = true
	return nil
}

// cursor names an event of this ledger, and so all before it.
func (m *Mind) cursor(ctx context.Context, seq event.Seq) (store.Cursor, error) {
	if seq == 0 {
		return store.Cursor{}, nil
	}
	r, err := m.Event(ctx, seq)
	return store.Cursor{Seq: uint64(seq), Hash: r.Hash.String()}, err
}

// Knows says whether the events up to which a store was filled are of this ledger, and so all that
// the store holds. None is: a store that nobody began to fill holds nothing else.
func (m *Mind) Knows(ctx context.Context, p store.Progress) (bool, error) {
	for _, at := range slices.Compact([]store.Cursor{p.Reached, p.Begun}) {
		if event.Seq(at.Seq) > m.Head() {
			return false, nil
		}
		if ours, err := m.cursor(ctx, event.Seq(at.Seq)); err != nil || ours != at {
			return false, err
		}
	}
	return true, nil
}

// errAfresh ends a round whose store was cleared in the middle.
var errAfresh = errors.New("the store is filled anew")

// afresh clears a store that lasts and whose files hold what the principal had forgotten at an
// event: a server keeps the bytes of what was removed until it sees fit to merge them, and lets go
// of them at once only with all the rest. So it is also with what a quiet turn or a digest had
// taken out before. What is filled in again no longer holds any of it, so this comes once. Where
// nothing lasts, or nothing was held, it does nothing. What expired goes with the server's own time.
func (f *Follower) afresh(ctx context.Context, at event.Seq, forgotten []event.Seq) error {
	lasting := lastingIn(f.Store)
	if lasting == nil || at <= f.clean {
		return nil
	}
	for _, seq := range forgotten {
		held, err := f.held(ctx, lasting, seq)
		if err != nil {
			return err
		}
		if !held {
			continue
		}
		if err := lasting.Clear(ctx); err != nil {
			return err
		}
		return errAfresh
	}
	return nil
}

// held says whether a store has, or once had, something of an event.
func (f *Follower) held(ctx context.Context, s store.Lasting, seq event.Seq) (bool, error) {
	_, err := s.First(ctx, uint64(seq))
	if !errors.Is(err, store.ErrUnknown) {
		return err == nil, err
	}
	if seq > f.done { // forgotten before the store got there
		return false, nil
	}
	r, err := f.Mind.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return false, nil
	}
	return err == nil && slices.Contains(entering, r.Kind), err
}

// rewind takes the follower to an event, in the state in which it was there.
func (f *Follower) rewind(ctx context.Context, to event.Seq) error {
	f.sitting = sitting{}
	for r, err := range f.Mind.Events(ctx, ledger.Query{Before: to + 1, Kinds: followed}) {
		if err != nil {
			return err
		}
		p, err := r.Payload()
		if err != nil {
			return err
		}
		f.item(r, p)
	}
	f.seated = f.sitting.clone()
	f.noted, f.changed, f.begun = to, false, to
	f.advance(to)
	return nil
}

func (s sitting) clone() sitting {
	s.last, s.now = maps.Clone(s.last), maps.Clone(s.now)
	return s
}
