package memory_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/memory"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// mute is a store that lasts. While it is told to, it does not come back from a put; and once, when
// it is, somebody empties it before its mark is written.
type mute struct {
	store.Store
	held    atomic.Pointer[chan struct{}]
	takes   time.Duration // each put
	spilled bool
	spill   func() // empties it
	at      store.Cursor
}

func (m *mute) Put(ctx context.Context, items ...store.Item) error {
	if c := m.held.Load(); c != nil {
		<-*c
	}
	if m.takes > 0 {
		<-time.NewTimer(m.takes).C
	}
	return m.Store.Put(ctx, items...)
}

func (m *mute) Reached(context.Context) (store.Cursor, error) { return m.at, nil }
func (m *mute) Reach(_ context.Context, at store.Cursor) error {
	if m.spill != nil && !m.spilled {
		m.spilled = true
		m.spill()
		return store.ErrUnavailable
	}
	m.at = at
	return nil
}
func (m *mute) Clear(context.Context) error { return errors.ErrUnsupported }

// A server that takes seconds for each part of a long message goes on, and is not told to be away.
func TestASlowServerIsNotSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, pens := open(t, new(inmem.Store), -1)
		f := memory.NewFollower(m, &mute{Store: embedded.New(), takes: 4 * time.Second})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- f.Run(ctx) }()
		if _, err := m.Record(t.Context(), hear(pens, strings.Repeat("the piano needs tuning ", 40_000))...); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := f.Await(t.Context(), m.Head()); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took < 12*time.Second {
			t.Errorf("all was there after %v: it was put at once", took)
		}
		cancel()
		if err := errors.Join(<-ended, m.Close(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

// A step that a server does not come back from is told after some seconds, to whoever waits as well,
// and no more once it has.
func TestASilentServerIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, pens := open(t, new(inmem.Store), -1)
		x := &mute{Store: embedded.New()}
		f := memory.NewFollower(m, x)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- f.Run(ctx) }()
		hold := make(chan struct{})
		x.held.Store(&hold)
		if _, err := m.Record(t.Context(), hear(pens, "the piano needs tuning")...); err != nil {
			t.Fatal(err)
		}
		time.Sleep(4 * time.Second)
		if synctest.Wait(); f.Trouble() != nil {
			t.Errorf("too early: %v", f.Trouble())
		}
		if err := f.Await(t.Context(), m.Head()); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("who waits is told %v", err)
		}
		x.held.Store(nil)
		close(hold)
		synctest.Wait()
		if err := f.Await(t.Context(), m.Head()); err != nil || f.Trouble() != nil {
			t.Errorf("once it answers: %v, %v", err, f.Trouble())
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A server that is emptied after it was filled and before it was told so is filled again.
func TestEmptiedBeforeItsMark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, pens := open(t, new(inmem.Store), -1)
		if _, err := m.Record(t.Context(), hear(pens, "the piano needs tuning")...); err != nil {
			t.Fatal(err)
		}
		x := &mute{Store: embedded.New()}
		x.spill = func() {
			for _, i := range held(t, x.Store) {
				if err := x.Remove(t.Context(), i.Seq); err != nil {
					t.Error(err)
				}
			}
		}
		f := follow(t, m, x)
		time.Sleep(time.Minute)
		synctest.Wait()
		if n, err := x.Len(t.Context()); n != 3 || err != nil || f.Trouble() != nil || x.at.Seq != uint64(m.Head()) {
			t.Errorf("%d items, up to %d; %v, %v", n, x.at.Seq, err, f.Trouble())
		}
		f.stop()
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
