package memory_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/memory"
	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// distant is a remote embedder: what the local one makes, under another name, with faults.
type distant struct {
	mu      sync.Mutex
	fault   error
	hangs   bool
	refuses string // a text that holds this
	shrinks string // the vector of a text that holds this
	loses   bool   // the last vector of each answer
	short   bool   // all its vectors are, as with another model
	calls   int
	before  func() // each call
}

func (*distant) Name() string { return "distant" }
func (*distant) Size() int    { return 0 }

func (d *distant) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	d.mu.Lock()
	d.calls++
	fault, hangs, refuses, short, before := d.fault, d.hangs, d.refuses, d.short, d.before
	d.mu.Unlock()
	if before != nil {
		before()
	}
	if hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if fault != nil {
		return nil, fault
	}
	if refuses != "" && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, refuses) }) {
		return nil, fmt.Errorf("of these: %w", embed.ErrRefused)
	}
	made, err := hashing.New().Embed(ctx, texts)
	for i, v := range made {
		if slices.Reverse(v); short || d.shrinks != "" && strings.Contains(texts[i], d.shrinks) {
			made[i] = unit(v[:len(v)/2])
		}
	}
	if d.loses {
		made = made[:max(0, len(made)-1)]
	}
	return made, err
}

func unit(v []float32) []float32 {
	out := slices.Clone(v)
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range out {
		out[i] = float32(float64(out[i]) / math.Sqrt(sum))
	}
	return out
}

func (d *distant) set(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}

func said(seq uint64, text string) store.Item {
	return store.Item{Seq: seq, Kind: store.Said, Audience: "private", On: time.Unix(1e9, 0).UTC(), Text: text, Importance: 0.5}
}

func withVectors(remote *distant) (*memory.Vectors, store.Store) {
	x := embedded.New()
	v := memory.NewVectors(x, hashing.New(), time.Now, slog.New(slog.DiscardHandler))
	if remote != nil {
		v.Remote = remote
	}
	return v, x
}

func embedders(t *testing.T, s store.Store, seqs ...uint64) []string {
	t.Helper()
	var names []string
	for _, seq := range seqs {
		items, err := s.Get(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, items[0].Embedder)
	}
	return names
}

func putAll(t *testing.T, s store.Store, items ...store.Item) {
	t.Helper()
	if err := s.Put(t.Context(), items...); err != nil {
		t.Fatal(err)
	}
}

func ready(context.Context) error { return nil }

func TestItemsGetLocalVectors(t *testing.T) {
	v, x := withVectors(nil)
	items := []store.Item{said(1, "Ana: the cello is in tune"), said(2, "?!"), said(3, "the cello is in tune")}
	putAll(t, v, items...)
	if got := embedders(t, x, 1, 2, 3); !slices.Equal(got, []string{"hashing-384-1", "", "hashing-384-1"}) {
		t.Errorf("made by %q", got)
	}
	if items[0].Vector != nil {
		t.Error("the caller's items were changed")
	}
	one, _ := x.Get(t.Context(), 1)
	three, _ := x.Get(t.Context(), 3)
	if !slices.Equal(one[0].Vector, three[0].Vector) {
		t.Error("who said it is part of what was said")
	}
}

func TestRemoteVectorsComeLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{fault: errors.New("down")}
		v, x := withVectors(remote)
		var items []store.Item
		var seqs []uint64
		for seq := range uint64(300) {
			items = append(items, said(seq+1, fmt.Sprint("the parcel number ", seq)))
			seqs = append(seqs, seq+1)
		}
		putAll(t, v, items...)
		if got := embedders(t, x, 1, 300); !slices.Equal(got, []string{"hashing-384-1", "hashing-384-1"}) {
			t.Errorf("at once, made by %q", got)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- v.Run(ctx, ready) }()
		synctest.Wait()
		if s := v.State(); s.Embedder != "distant" || s.Left != 300 || s.Err == nil || !s.Again.After(time.Now()) {
			t.Errorf("while it is down: %+v", s)
		}
		time.Sleep(time.Hour)
		calls := remote.calls
		if calls > 20 {
			t.Errorf("it was asked %d times in an hour", calls)
		}
		remote.set(func() { remote.fault = nil })
		time.Sleep(10 * time.Minute)
		if s := v.State(); s.Left != 0 || s.Err != nil {
			t.Errorf("when it is back: %+v", s)
		}
		for _, name := range embedders(t, x, seqs...) {
			if name != "distant" {
				t.Fatalf("one is still made by %q", name)
			}
		}
		putAll(t, v, said(301, "a late parcel"))
		synctest.Wait()
		if got := embedders(t, x, 301); got[0] != "distant" {
			t.Errorf("a new one is made by %q", got[0])
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// knowing is a remote embedder that knows which texts mean the same, whatever their words:
// each statement, and all that is said of it, points its own way.
type knowing struct{ way map[string]int }

func newKnowing(same ...[]string) knowing {
	k := knowing{map[string]int{}}
	for _, p := range embed.Pairs() {
		if p.Relation != embed.Unrelated {
			same = append(same, []string{p.A, p.B})
		}
	}
	questions, answers := embed.Asked()
	for i, q := range questions {
		same = append(same, []string{q, answers[i]})
	}
	for _, texts := range same {
		way, known := k.way[texts[0]]
		if !known {
			way = 1 + len(k.way) // 0 is that of all else
		}
		for _, text := range texts {
			k.way[text] = way
		}
	}
	return k
}

func (knowing) Name() string { return "knowing" }
func (knowing) Size() int    { return 1024 }

func (k knowing) Embed(_ context.Context, texts []string) ([][]float32, error) {
	made := make([][]float32, len(texts))
	for i, text := range texts {
		made[i] = make([]float32, k.Size())
		made[i][k.way[text]%k.Size()] = 1
	}
	return made, nil
}

// A remote embedder of which nothing is known is measured, and what it then finds alike moves
// what shares a word with the query; what it says before that does not.
func TestRemoteEmbedderIsMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const question, meant, wordier = "is the engine repaired", "the engine runs like new since the mechanic saw it", "an engine, a red engine"
		v, _ := withVectors(nil)
		v.Remote = newKnowing([]string{question, meant})
		putAll(t, v, said(1, meant), said(2, wordier))
		ask := func() store.Result {
			t.Helper()
			found, err := v.Search(t.Context(), store.Query{Text: question, Audiences: []string{"private"}})
			if err != nil || len(found.Hits) != 2 {
				t.Fatalf("%v, %v", found, err)
			}
			return found
		}
		if hit := ask().Hits[0]; hit.Item.Seq != 2 || hit.Parts.Likeness != 0 {
			t.Errorf("by words %d comes first, with %+v", hit.Item.Seq, hit.Parts)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- v.Run(ctx, ready) }()
		synctest.Wait()
		if hit := ask().Hits[0]; hit.Item.Seq != 1 || hit.Parts.Likeness <= 0 || hit.Likeness != 1 {
			t.Errorf("once it was measured, %d comes first, with %+v", hit.Item.Seq, hit.Parts)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// silenced is an embedder of another process, which makes what it is asked for and no more.
type silenced struct {
	knowing
	only string
}

func (s silenced) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) > 1 || texts[0] != s.only {
		return nil, errors.New("it is measured again")
	}
	return s.knowing.Embed(ctx, texts)
}

// What was measured of a remote embedder is kept with the ledger: the next process knows it from
// its start, and does not measure again. It does not hold for another embedder.
func TestMeasuredOnce(t *testing.T) {
	m, _ := open(t, new(inmem.Store), -1)
	record, err := m.VectorRecord(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const question, meant, wordier = "is the engine repaired", "the engine runs like new since the mechanic saw it", "an engine, a red engine"
	remote := newKnowing([]string{question, meant})
	vectors, err := remote.Embed(t.Context(), []string{meant, wordier})
	if err != nil {
		t.Fatal(err)
	}
	items := []store.Item{said(1, meant), said(2, wordier)}
	for i := range items {
		items[i].Vector, items[i].Embedder = vectors[i], remote.Name()
	}
	for i, e := range []embed.Embedder{remote, silenced{remote, question}} {
		synctest.Test(t, func(t *testing.T) {
			v, _ := withVectors(nil)
			v.Remote, v.Record = e, record
			putAll(t, v, items...)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- v.Run(ctx, ready) }()
			synctest.Wait()
			for range 2 { // the first one shows that the embedder answers
				found, err := v.Search(t.Context(), store.Query{Text: question, Audiences: []string{"private"}})
				if err != nil || i > 0 && (found.Hits[0].Item.Seq != 1 || found.Hits[0].Parts.Likeness <= 0) {
					t.Errorf("process %d: %+v, %v", i, found, err)
				}
				synctest.Wait()
			}
			if err := v.State().Err; err != nil {
				t.Error(err)
			}
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	if c, err := record.Calibration(t.Context(), "another"); err != nil || c.Known() {
		t.Errorf("of another embedder: %v, %v", c, err)
	}
}

func TestRefusedTextStandsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{refuses: "poison"}
		v, x := withVectors(remote)
		var items []store.Item
		for seq := range uint64(40) {
			items = append(items, said(seq+1, fmt.Sprint("a glass of water ", seq)))
		}
		items[7].Text = "a glass of poison"
		putAll(t, v, items...)
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		if got := embedders(t, x, 7, 8, 9, 40); !slices.Equal(got, []string{"distant", "hashing-384-1", "distant", "distant"}) {
			t.Errorf("made by %q", got)
		}
		before := remote.calls
		putAll(t, v, said(50, "more water"))
		synctest.Wait()
		if remote.calls != before+1 {
			t.Errorf("asked %d times for one more text", remote.calls-before)
		}
	})
}

// A vector that the store will not have, for it has another length than the others, keeps no other
// memory from its own, and is not asked for without end.
func TestAVectorOfAnotherLengthStandsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{shrinks: "odd"}
		v, x := withVectors(remote)
		var items []store.Item
		for seq := range uint64(40) {
			items = append(items, said(seq+1, fmt.Sprint("a glass of water ", seq)))
		}
		items[7].Text = "an odd glass"
		putAll(t, v, items...)
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		if got := embedders(t, x, 7, 8, 9, 40); !slices.Equal(got, []string{"distant", "hashing-384-1", "distant", "distant"}) {
			t.Errorf("made by %q", got)
		}
		before := remote.calls
		putAll(t, v, said(50, "more water"))
		synctest.Wait()
		if remote.calls != before+1 {
			t.Errorf("asked %d times for one more text", remote.calls-before)
		}
	})
}

// Another model under the same name, whose vectors are shorter: everything is embedded anew, and
// neither a rebuild nor another start brings back what the former one made.
func TestAnotherLengthOfAllIsAnotherModel(t *testing.T) {
	m, pens := open(t, new(inmem.Store), -1)
	var items []store.Item
	for n := range 300 {
		rs, err := m.Record(t.Context(), hear(pens, fmt.Sprint("a glass of water ", n))...)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, said(uint64(rs[0].Seq), fmt.Sprint("a glass of water ", n)))
	}
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{}
		started := func() (*memory.Vectors, store.Store) {
			v, x := withVectors(remote)
			var err error
			if v.Record, err = m.VectorRecord(t.Context()); err != nil {
				t.Fatal(err)
			}
			return v, x
		}
		check := func(x store.Store, length int) {
			t.Helper()
			for _, i := range items {
				if got, err := x.First(t.Context(), i.Seq); err != nil || got.Embedder != "distant" || len(got.Vector) != length {
					t.Fatalf("%d: %d numbers by %q, %v; want %d", i.Seq, len(got.Vector), got.Embedder, err, length)
				}
			}
		}
		v, x := started()
		putAll(t, v, items[:200]...)
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		remote.set(func() { remote.short = true })
		putAll(t, v, items[200:]...)
		synctest.Wait()
		check(x, 192)
		if s := v.State(); !s.Anew || s.Left > 0 || s.Err != nil {
			t.Errorf("it says %+v", s)
		}
		remote.set(func() { remote.fault = errors.New("away") })
		v, x = started()
		putAll(t, v, items...)
		check(x, 192)
	})
}

// What is removed or edited while its vector is being made stays so.
func TestNothingComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{}
		v, x := withVectors(remote)
		putAll(t, v, said(1, "the secret recipe"), said(2, "the old address"))
		var once sync.Once
		remote.before = func() {
			once.Do(func() {
				if err := v.Remove(t.Context(), 1); err != nil {
					t.Error(err)
				}
				if err := v.Put(t.Context(), said(2, "the new address")); err != nil {
					t.Error(err)
				}
			})
		}
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		if _, err := x.Get(t.Context(), 1); !errors.Is(err, store.ErrUnknown) {
			t.Errorf("what was removed is back: %v", err)
		}
		got, err := x.Get(t.Context(), 2)
		if err != nil || got[0].Text != "the new address" || got[0].Embedder != "distant" {
			t.Errorf("%+v, %v", got, err)
		}
		of, _ := remote.Embed(t.Context(), []string{"the new address"})
		if alike := embed.Cosine(got[0].Vector, of[0]); alike < 0.999 {
			t.Errorf("its vector is %.3f like that of its text", alike)
		}
	})
}

// While a text is embedded it is edited to another one, and the answer to the first comes too late: it
// is not taken for that of the second, even for a moment.
func TestALateVectorIsOfItsText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{}
		v, x := withVectors(remote)
		putAll(t, v, said(2, "the old address"))
		calls := 0
		remote.before = func() {
			switch calls++; calls {
			case 1:
				putAll(t, v, said(2, "where the boat lies"))
			case 2: // the first answer was dealt with
				if got := embedders(t, x, 2); got[0] == "distant" {
					t.Error("another text has the vector of the old one")
				}
			}
		}
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		if got := embedders(t, x, 2); got[0] != "distant" || calls < 2 {
			t.Errorf("made by %q after %d calls", got, calls)
		}
	})
}

// An embedder that answers with fewer vectors than there were texts has failed.
func TestFewerVectorsThanTexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{loses: true}
		v, x := withVectors(remote)
		putAll(t, v, said(1, "the piano needs tuning"), said(2, "the cello is in tune"))
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		if got := embedders(t, x, 1, 2); v.State().Err == nil || !slices.Equal(got, []string{"hashing-384-1", "hashing-384-1"}) {
			t.Errorf("made by %q, %v", got, v.State().Err)
		}
	})
}

// What was asked is remembered with its vector, until something is removed: it may hold its words.
func TestQuestionsAreForgottenToo(t *testing.T) {
	remote := &distant{}
	v, _ := withVectors(remote)
	putAll(t, v, said(1, "the piano needs tuning"))
	for step, want := range []int{1, 1, 2} {
		if step == 2 {
			if err := v.Remove(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := v.Search(t.Context(), store.Query{Text: "which piano", Audiences: []string{"private"}}); err != nil {
			t.Fatal(err)
		}
		if remote.calls != want {
			t.Errorf("after %d questions: asked %d times, want %d", step+1, remote.calls, want)
		}
	}
}

// spy is a store that notes what it is asked.
type spy struct {
	store.Store
	asked []store.Query
}

func (s *spy) Search(_ context.Context, q store.Query) (store.Result, error) {
	s.asked = append(s.asked, q)
	return store.Result{}, nil
}

func TestQueriesGetVectors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote, s := &distant{}, &spy{Store: embedded.New()}
		v := memory.NewVectors(s, hashing.New(), time.Now, slog.New(slog.DiscardHandler))
		v.Remote = remote
		search := func(text string) (names []string, took time.Duration) {
			began := time.Now()
			if _, err := v.Search(t.Context(), store.Query{Text: text, Audiences: []string{"private"}}); err != nil {
				t.Fatal(err)
			}
			for _, q := range s.asked[len(s.asked)-1].Vectors {
				names = append(names, q.Embedder)
			}
			return names, time.Since(began)
		}
		both, local := []string{"hashing-384-1", "distant"}, []string{"hashing-384-1"}
		if got, _ := search("where is the ladder"); !slices.Equal(got, both) {
			t.Errorf("%q", got)
		}
		if got, _ := search("where is the ladder"); !slices.Equal(got, both) || remote.calls != 1 {
			t.Errorf("again: %q, %d calls", got, remote.calls)
		}
		if got, _ := search(""); got != nil {
			t.Errorf("of nothing: %q", got)
		}
		remote.set(func() { remote.hangs = true })
		if got, took := search("who has the drill"); !slices.Equal(got, local) || took != v.Wait {
			t.Errorf("while it hangs: %q after %v", got, took)
		}
		if got, took := search("who has the saw"); !slices.Equal(got, local) || took != 0 {
			t.Errorf("just after: %q after %v", got, took)
		}
		if v.State().Err == nil {
			t.Error("nobody is told that it hangs")
		}
		time.Sleep(time.Minute)
		remote.set(func() { remote.hangs = false })
		if got, _ := search("who has the drill"); !slices.Equal(got, both) {
			t.Errorf("when it is back: %q", got)
		}
	})
}

// Vectors are recorded in the ledger, with the events they belong to.
func TestRebuildNeedsNoNetwork(t *testing.T) {
	m, pens := open(t, new(inmem.Store), -1)
	hear := func(text string) event.Seq {
		e := pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: text, On: base})
		rs, err := m.Record(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return rs[0].Seq
	}
	a, b := hear("Ana: the ferry leaves at six"), hear("the ferry is late")
	items := []store.Item{said(uint64(a), "Ana: the ferry leaves at six"), said(uint64(b), "the ferry is late"), said(uint64(b), "and full")}
	items[2].Part = 1
	record, err := m.VectorRecord(t.Context())
	if err != nil || record == nil {
		t.Fatal(record, err)
	}
	embedAll := func(remote *distant, items []store.Item) (x store.Store) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			var v *memory.Vectors
			v, x = withVectors(remote)
			v.Record = record
			putAll(t, v, items...)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- v.Run(ctx, ready) }()
			time.Sleep(time.Second)
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
		return x
	}
	first := embedAll(&distant{}, items)
	down := &distant{fault: errors.New("no network")}
	again := embedAll(down, items)
	if got := embedders(t, again, uint64(a), uint64(b)); !slices.Equal(got, []string{"distant", "distant"}) || down.calls > 0 {
		t.Errorf("after a rebuild, made by %q with %d calls", got, down.calls)
	}
	for _, seq := range []uint64{uint64(a), uint64(b)} {
		x, _ := first.Get(t.Context(), seq)
		y, _ := again.Get(t.Context(), seq)
		for i := range x {
			if alike := embed.Cosine(x[i].Vector, y[i].Vector); alike < 0.999 {
				t.Errorf("part %d of %d comes back %.3f alike", i, seq, alike)
			}
		}
	}
	edited := slices.Clone(items[:1])
	edited[0].Text = "the ferry leaves at seven"
	if got := embedders(t, embedAll(down, edited), uint64(a)); got[0] != "hashing-384-1" {
		t.Errorf("another text of the same event gets what %q made", got[0])
	}
	plan, err := m.Reach(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	if got := embedders(t, embedAll(down, items[:1]), uint64(a)); got[0] != "hashing-384-1" {
		t.Errorf("after it was forgotten, what %q made is still there", got[0])
	}
}

// While an embedder of other, shorter vectors takes over in the background, what it has reached and what it
// has not are both found by likeness.
func TestFoundWhileEmbeddedAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		remote := &distant{short: true, fault: errors.New("down")}
		v, x := withVectors(remote)
		const many = 300
		text := func(n int) string { return fmt.Sprintf("parcel %d went to the %d. house", n, 3*n+1) }
		for n := range many {
			putAll(t, v, said(uint64(n)+1, text(n)))
		}
		sizes := map[int]bool{}
		found := func() {
			for _, n := range []int{0, 1, many / 2, many - 1} {
				r, err := v.Search(t.Context(), store.Query{Text: text(n), Audiences: []string{"private"}, Now: time.Now(), Limit: 3})
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Hits) == 0 || r.Hits[0].Item.Seq != uint64(n)+1 || r.Hits[0].Likeness < 0.99 {
					t.Fatalf("%q is found as %+v", text(n), r.Hits)
				}
				item, err := x.First(t.Context(), uint64(n)+1)
				if err != nil {
					t.Fatal(err)
				}
				sizes[len(item.Vector)] = true
			}
		}
		asking, mixed := false, 0
		remote.before = func() { // each batch, and the questions themselves
			if asking {
				return
			}
			asking = true
			clear(sizes)
			found()
			if len(sizes) == 2 {
				mixed++
			}
			asking = false
		}
		remote.fault = nil
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		clear(sizes)
		found()
		if mixed == 0 || len(sizes) != 1 || !sizes[192] {
			t.Errorf("asked %d times while both were there; at the end vectors of %v numbers", mixed, sizes)
		}
	})
}

// A change of embedder: what an older one made is found until it is replaced.
func TestOldVectorsStayUntilReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, x := withVectors(nil)
		old := said(1, "the piano needs tuning")
		old.Vector, old.Embedder = []float32{1, 0}, "hashing-2-0"
		putAll(t, v, old)
		if got := embedders(t, x, 1); got[0] != "hashing-2-0" {
			t.Errorf("at once, made by %q", got[0])
		}
		go v.Run(t.Context(), ready) //nolint:errcheck // ends with the test
		synctest.Wait()
		if got := embedders(t, x, 1); got[0] != "hashing-384-1" {
			t.Errorf("then made by %q", got[0])
		}
	})
}
