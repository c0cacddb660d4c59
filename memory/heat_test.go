package memory_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hot"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// hearth is a hot.Place in memory that outlives the minds that use it.
type hearth struct {
	mu    sync.Mutex
	seq   event.Seq
	value []byte
	puts  int
	err   error // of every call, where not nil
}

func (h *hearth) Put(_ context.Context, seq event.Seq, value []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.err != nil:
		return h.err
	case h.value != nil && seq <= h.seq:
		return hot.ErrNewer
	}
	h.seq, h.value, h.puts = seq, slices.Clone(value), h.puts+1
	return nil
}

func (h *hearth) Get(context.Context) (event.Seq, []byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil && h.value == nil {
		return 0, nil, hot.ErrNothing
	}
	return h.seq, h.value, h.err
}

func (h *hearth) Drop(context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil {
		h.value = nil
	}
	return h.err
}

func (h *hearth) Close() error { return nil }

// seen is what is kept, and how often something was.
func (h *hearth) seen() (seq event.Seq, value []byte, puts int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seq, slices.Clone(h.value), h.puts
}

func (h *hearth) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.err = err
}

// unclosed is a store that survives the mind it is given to.
type unclosed struct{ *inmem.Store }

func (unclosed) Close() error { return nil }

// heated opens a mind without checkpoints over a store and a place, and keeps it hot.
func heated(t interface {
	Fatal(...any)
	Error(...any)
}, store *inmem.Store, place hot.Place) (*memory.Mind, ledger.Pens, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	m, pens, err := memory.Open(ctx, memory.Options{Store: unclosed{store}, Principal: "me", Now: time.Now, CheckpointEvery: -1, Hot: place})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := m.KeepHot(ctx, time.Now); err != nil {
			t.Error(err)
		}
	}()
	return m, pens, func() {
		cancel()
		<-done
		if err := m.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

func hear(pens ledger.Pens, text string) []ledger.Entry {
	heard := pens.For(event.Bot).Write(event.Heard{
		Place: event.Place{Platform: "console"}, Person: event.Person{Platform: "console", ID: "me"},
		Message: text, On: time.Now(), Text: text, Audience: event.Private,
	})
	heard.Trust = event.ByPrincipal
	learned := pens.For(event.Learning).Write(event.Learned{
		Sort: "fact", Text: text, Provenance: event.Stated, Importance: 0.5, Class: "fact", On: time.Now(),
	}).Resting(ledger.Here(0))
	loop := pens.For(event.Loops).Write(event.LoopOpened{Text: text}).Resting(ledger.Here(0))
	return []ledger.Entry{heard, learned, loop}
}

// Starting from the hot state and the events after it is the same as replaying all, whenever
// it was saved, whatever was forgotten, and whether or not the place was there.
func TestHotAndTailIsReplay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		synctest.Test(t, func(t *testing.T) {
			store, place := &inmem.Store{}, &hearth{}
			for life := range rapid.IntRange(1, 4).Draw(rt, "lives") {
				m, pens, end := heated(rt, store, place)
				if diffs, err := m.Rebuild(t.Context(), nil); err != nil || len(diffs) > 0 {
					rt.Fatalf("life %d: %v, %v", life, diffs, err)
				}
				for i := range rapid.IntRange(0, 8).Draw(rt, "events") {
					switch rapid.IntRange(0, 5).Draw(rt, "what") {
					case 0:
						place.fail(errors.New("away"))
					case 1:
						place.fail(nil)
					case 2:
						seq := event.Seq(rapid.Uint64Range(2, uint64(m.Head())+1).Draw(rt, "seq"))
						plan, err := m.Reach(t.Context(), seq)
						if err == nil && len(plan.Seqs) > 0 {
							if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
								rt.Fatal(err)
							}
						}
					case 3:
						time.Sleep(time.Duration(rapid.IntRange(1, 3000).Draw(rt, "ms")) * time.Millisecond)
					default:
						if _, err := m.Record(t.Context(), hear(pens, fmt.Sprint("text ", life, " ", i))...); err != nil {
							rt.Fatal(err)
						}
					}
				}
				end()
			}
		})
	})
}

// The place is used at all, a turn is saved once, and only a later state is taken up.
func TestHotIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, place := &inmem.Store{}, &hearth{}
		m, pens, end := heated(t, store, place)
		for i := range 20 {
			if _, err := m.Record(t.Context(), hear(pens, fmt.Sprint(i))...); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		if seq, _, puts := place.seen(); puts != 1 || seq != m.Head() {
			t.Errorf("%d saves up to %d, want one up to %d", puts, seq, m.Head())
		}
		end()
		m, pens, end = heated(t, store, place)
		if heat, _ := m.Heat(); heat.UpTo != m.Head() || heat.Err != nil {
			t.Errorf("started from %+v, want %d", heat, m.Head())
		}
		// The place goes away: everything goes on, and it is said; it comes back empty.
		place.fail(errors.New("away"))
		if _, err := m.Record(t.Context(), hear(pens, "on")...); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if heat, _ := m.Heat(); heat.Err == nil {
			t.Error("nobody hears that the place is away")
		}
		place.fail(nil)
		if err := place.Drop(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		seq, _, _ := place.seen()
		if heat, _ := m.Heat(); heat.Err != nil || heat.UpTo != m.Head() || seq != m.Head() {
			t.Errorf("it does not catch up: %+v, %d of %d", heat, seq, m.Head())
		}
		end()
	})
}

// What was forgotten is gone from the place before anybody hears that it is, and a copy of
// what was there does not come back.
func TestHotForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, place := &inmem.Store{}, &hearth{}
		m, pens, end := heated(t, store, place)
		rs, err := m.Record(t.Context(), hear(pens, "the gate code is 4711")...)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		seq, before, _ := place.seen()
		if bytes.Contains(before, []byte("4711")) || len(before) == 0 {
			t.Fatalf("%d bytes, in the clear", len(before))
		}
		plan, err := m.Reach(t.Context(), rs[0].Seq)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		if _, value, _ := place.seen(); value != nil {
			t.Error("it is still there")
		}
		end()
		place.seq, place.value = seq, before
		m, _, end = heated(t, store, place)
		if heat, _ := m.Heat(); heat.UpTo != 0 {
			t.Errorf("started from what was forgotten: %+v", heat)
		}
		if diffs, err := m.Rebuild(t.Context(), nil); err != nil || len(diffs) > 0 {
			t.Errorf("%v, %v", diffs, err)
		}
		end()
	})
}

// What was forgotten while the place was away stays there, sealed by a key that is gone, until
// the place is back; that is said, also by another process.
func TestHotForgetsLater(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			store, place := &inmem.Store{}, &hearth{}
			m, pens, end := heated(t, store, place)
			defer func() { end() }()
			rs, err := m.Record(t.Context(), hear(pens, "the gate code is 4711")...)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			_, before, _ := place.seen()
			away := errors.New("away")
			place.fail(away)
			plan, err := m.Reach(t.Context(), rs[0].Seq)
			if err != nil {
				t.Fatal(err)
			}
			done, err := m.Forget(t.Context(), plan, "asked")
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Cooled(t.Context(), done.Seq); !errors.Is(err, away) {
				t.Errorf("while the place is away: %v", err)
			}
			place.fail(nil)
			if restarted {
				end()
				m, _, end = heated(t, store, place)
				if err := m.Cooled(t.Context(), done.Seq); err == nil {
					t.Error("what another process left there counts as gone")
				}
			}
			time.Sleep(2 * time.Minute)
			if _, now, _ := place.seen(); len(now) == 0 || bytes.Equal(now, before) {
				t.Error("what was there stays there")
			}
			if err := m.Cooled(t.Context(), done.Seq); err != nil {
				t.Errorf("when it is back: %v", err)
			}
			end()
			m, _, end = heated(t, store, place)
			if err := m.Cooled(t.Context(), done.Seq); err != nil {
				t.Errorf("a state from after it: %v", err)
			}
		})
	}
}

// A state from before that grew too large since is dropped: another will not take its place.
func TestHotTooLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, place := &inmem.Store{}, &hearth{}
		m, pens, end := heated(t, store, place)
		defer end()
		if _, err := m.Record(t.Context(), hear(pens, "small")...); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		large := strings.Repeat("x", 7<<20)
		for range 5 {
			e := pens.For(event.Loops).Write(event.LoopOpened{Text: large})
			if _, err := m.Record(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		if _, value, _ := place.seen(); value != nil {
			t.Error("a state that nothing replaces stays there")
		}
		if heat, _ := m.Heat(); !errors.Is(heat.Err, hot.ErrTooLarge) || m.Cooled(t.Context(), m.Head()) != nil {
			t.Errorf("%+v", heat)
		}
	})
}

// A state of events that the ledger has lost is not taken up, and does not stay.
func TestHotAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, place := &inmem.Store{}, &hearth{}
		m, pens, end := heated(t, store, place)
		if _, err := m.Record(t.Context(), hear(pens, "one")...); err != nil {
			t.Fatal(err)
		}
		lost := &inmem.Store{}
		copyStore(t, lost, store)
		if _, err := m.Record(t.Context(), hear(pens, "two")...); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		end()
		m, _, end = heated(t, lost, place)
		_, value, _ := place.seen()
		if heat, _ := m.Heat(); heat.UpTo != 0 || value != nil {
			t.Errorf("taken up: %+v, %d bytes stay", heat, len(value))
		}
		end()
	})
}

// copyStore copies the events and the key of the hot state.
func copyStore(t *testing.T, to, from *inmem.Store) {
	t.Helper()
	var rows []ledger.Row
	for r, err := range from.Read(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r.Clone())
	}
	if err := to.Append(t.Context(), rows, nil); err != nil {
		t.Fatal(err)
	}
	key := bytes.Repeat([]byte{3}, 32)
	for _, s := range []*inmem.Store{to, from} {
		if err := s.Put(t.Context(), "hot-key", math.MaxInt64, key); err != nil {
			t.Fatal(err)
		}
	}
}
