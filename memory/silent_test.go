package memory_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
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
	asked   atomic.Int64  // how often it was asked how far it is
	away    atomic.Bool   // and does not say
	spilled bool
	clears  int
	spill   func() // empties it
	at      store.Progress
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

func (m *mute) Progress(context.Context) (store.Progress, error) {
	if m.asked.Add(1); m.away.Load() {
		return store.Progress{}, store.ErrUnavailable
	}
	return m.at, nil
}

func (m *mute) Begin(_ context.Context, to store.Cursor) error {
	m.at.Begun = to
	return nil
}

func (m *mute) Reach(_ context.Context, at store.Cursor) error {
	if m.spill != nil && !m.spilled {
		m.spilled = true
		m.spill()
		return store.ErrUnavailable
	}
	m.at = store.Progress{Reached: at, Begun: at}
	return nil
}

func (m *mute) Clear(ctx context.Context) error {
	m.clears++
	m.at = store.Progress{}
	var all []uint64
	for i, err := range m.All(ctx) {
		if err != nil {
			return err
		}
		all = append(all, i.Seq)
	}
	return m.Remove(ctx, all...)
}

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

// tell records something and waits until the store has it.
func tell(t *testing.T, m *memory.Mind, pens ledger.Pens, f followed) {
	t.Helper()
	if _, err := m.Record(t.Context(), hear(pens, "the piano needs tuning")...); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	if err := f.Await(t.Context(), m.Head()); err != nil {
		t.Fatal(err)
	}
}

// A server that is away is asked less and less often; once it was back, soon again.
func TestAServerIsAskedLessAndLessOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, pens := open(t, new(inmem.Store), -1)
		x := &mute{Store: embedded.New()}
		x.away.Store(true)
		f := follow(t, m, x)
		asked := func(during time.Duration) int64 {
			before := x.asked.Load()
			time.Sleep(during)
			synctest.Wait()
			return x.asked.Load() - before
		}
		if n := asked(8 * time.Second); n != 4 { // at 0, 1, 3 and 7 s
			t.Errorf("asked %d times in the first eight seconds", n)
		}
		if n := asked(10 * time.Minute); n < 19 || n > 22 {
			t.Errorf("asked %d times in ten minutes, not every half minute", n)
		}
		x.away.Store(false)
		time.Sleep(time.Minute)
		tell(t, m, pens, f)
		x.away.Store(true)
		if _, err := m.Record(t.Context(), hear(pens, "the piano needs tuning")...); err != nil {
			t.Fatal(err)
		}
		if n := asked(1500 * time.Millisecond); n != 2 {
			t.Errorf("asked %d times in the first moments of another absence", n)
		}
		f.stop()
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// stumbling is a store that once cannot give what it has.
type stumbling struct {
	*embedded.Index
	fell bool
}

func (s *stumbling) Get(ctx context.Context, seq uint64) ([]store.Item, error) {
	if !s.fell {
		s.fell = true
		return nil, store.ErrUnavailable
	}
	return s.Index.Get(ctx, seq)
}

// A round that failed in the middle is made again as if it had not begun: what was said stands in the same
// sitting, at the same place.
func TestARoundIsMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, pens := open(t, new(inmem.Store), -1)
		for _, text := range []string{"the piano needs tuning", "who tunes pianos?", "Ana does"} {
			e := pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: text, On: base})
			rs, err := m.Record(t.Context(), e)
			if err == nil {
				_, err = m.Record(t.Context(), pens.For(event.Bot).Write(event.Edited{Message: rs[0].Seq, Text: text + " indeed", On: base}).Because(rs[0].Seq).Resting(rs[0].Seq))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		at, straight := &stumbling{Index: embedded.New()}, embedded.New()
		for _, x := range []store.Store{at, straight} {
			f := follow(t, m, x)
			time.Sleep(time.Minute)
			if err := f.Await(t.Context(), m.Head()); err != nil {
				t.Error(err)
			}
			f.stop()
		}
		if diff := cmp.Diff(held(t, straight), held(t, at.Index)); diff != "" || !at.fell {
			t.Errorf("(-at once +after a fall):\n%s", diff)
		}
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// That somebody emptied the server is told, with the event by which it is full again; nothing is told
// where it only went on.
func TestARefillIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, pens := open(t, new(inmem.Store), -1)
		x := &mute{Store: embedded.New()}
		f := follow(t, m, x)
		for range 3 {
			tell(t, m, pens, f)
		}
		if r := f.Refill(); r != (memory.Refill{}) {
			t.Errorf("told of a refill: %+v", r)
		}
		all := held(t, x.Store)
		for _, i := range all {
			if err := x.Remove(t.Context(), i.Seq); err != nil {
				t.Fatal(err)
			}
		}
		x.at = store.Progress{}
		tell(t, m, pens, f)
		if r := f.Refill(); r != (memory.Refill{Why: memory.Emptied, Goal: m.Head()}) {
			t.Errorf("told of %+v, up to %d", r, m.Head())
		}
		if now := held(t, x.Store); len(now) <= len(all) {
			t.Errorf("%d items after %d", len(now), len(all))
		}
		f.stop()
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A server is filled anew, once, when something is forgotten at somebody's word that its files may hold:
// not what was forgotten before anything came in, nor what merely expired.
func TestWhatIsForgottenFillsAServerAnewOnce(t *testing.T) {
	for name, c := range map[string]struct {
		reason string
		first  bool // it is forgotten before the server is followed
		clears int
	}{
		"at his word":                 {"asked", false, 1},
		"expired":                     {event.Expired, false, 0},
		"before anything was there":   {"asked", true, 0},
		"expired before, and so gone": {event.Expired, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, pens := open(t, new(inmem.Store), -1)
				var first event.Seq
				for i := range 120 { // more than are put at a time
					rs, err := m.Record(t.Context(), hear(pens, fmt.Sprintf("piano %d needs tuning", i))...)
					if err != nil {
						t.Fatal(err)
					}
					if i == 0 {
						first = rs[0].Seq
					}
				}
				x := &mute{Store: embedded.New()}
				forget := func() {
					plan, err := m.Reach(t.Context(), first)
					if err == nil {
						_, err = m.Forget(t.Context(), plan, c.reason)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				if c.first {
					forget()
				}
				f := follow(t, m, x)
				tell(t, m, pens, f)
				if !c.first {
					forget()
				}
				tell(t, m, pens, f)
				if x.clears != c.clears {
					t.Errorf("filled anew %d times, want %d", x.clears, c.clears)
				}
				if _, err := x.First(t.Context(), uint64(first)); !errors.Is(err, store.ErrUnknown) {
					t.Errorf("what was forgotten is there: %v", err)
				}
				if n, err := x.Len(t.Context()); err != nil || n < 300 {
					t.Errorf("%d items, %v", n, err)
				}
				f.stop()
				if err := m.Close(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
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
		if n, err := x.Len(t.Context()); n != 3 || err != nil || f.Trouble() != nil || x.at.Reached.Seq != uint64(m.Head()) {
			t.Errorf("%d items, up to %d; %v, %v", n, x.at.Reached.Seq, err, f.Trouble())
		}
		f.stop()
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
