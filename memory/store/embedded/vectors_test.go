package embedded

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/embed"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

var someDay = time.Date(2025, 5, 1, 12, 0, 0, 0, time.UTC)

// note is an item with a vector drawn by its number and embedder.
func note(seq uint64, embedder string, size int) store.Item {
	return store.Item{
		Seq: seq, Kind: store.Fact, Audience: "private", On: someDay, Importance: 0.5,
		Text: fmt.Sprint("note ", seq), Vector: drawn(seq, size), Embedder: embedder,
	}
}

func drawn(seed uint64, size int) []float32 {
	random := rand.New(rand.NewPCG(seed, 7))
	v := make([]float32, size)
	var sum float64
	for i := range v {
		v[i] = float32(random.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

func bare(item store.Item) store.Item {
	item.Vector, item.Embedder = nil, ""
	return item
}

func put(t *testing.T, x *Index, items ...store.Item) {
	t.Helper()
	if err := x.Put(t.Context(), items...); err != nil {
		t.Fatal(err)
	}
}

// vector is what the index has of a memory.
func vector(t *testing.T, x *Index, seq uint64) ([]float32, string) {
	t.Helper()
	items, err := x.Get(t.Context(), seq)
	if err != nil {
		t.Fatal(err)
	}
	return items[0].Vector, items[0].Embedder
}

func TestNearestAgainstAllCompared(t *testing.T) {
	const size = 24
	rapid.Check(t, func(rt *rapid.T) {
		x := New()
		n := rapid.IntRange(0, 60).Draw(rt, "items")
		items := map[uint64]store.Item{}
		for range n {
			i := note(uint64(rapid.IntRange(1, 40).Draw(rt, "seq")), rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "embedder"), size)
			i.Audience = rapid.SampledFrom([]string{"private", "work"}).Draw(rt, "audience")
			i.Vector = drawn(uint64(rapid.IntRange(1, 20).Draw(rt, "vector")), size) // equal ones occur
			if err := x.Put(t.Context(), i); err != nil {
				rt.Fatal(err)
			}
			items[i.Seq] = i
			if rapid.IntRange(0, 4).Draw(rt, "remove") == 0 {
				if err := x.Remove(t.Context(), i.Seq); err != nil {
					rt.Fatal(err)
				}
				delete(items, i.Seq)
			}
		}
		query := []store.Vector{{Embedder: "a", Values: drawn(5, size)}, {Embedder: "b", Values: drawn(6, size)}, {Embedder: "a", Values: drawn(1, 3)}}
		admit := func(doc uint32) bool { return x.audiences[x.spots[doc].audience].name == "private" }
		most := rapid.IntRange(1, 12).Draw(rt, "most")
		type hit struct {
			seq      uint64
			likeness float64
		}
		var want []hit
		for _, i := range items {
			q := query[0]
			if i.Embedder == "b" {
				q = query[1]
			}
			if i.Audience == "private" {
				want = append(want, hit{i.Seq, embed.CalibrationOf(i.Embedder).Reference(exact(q.Values, i.Vector))})
			}
		}
		slices.SortFunc(want, func(a, b hit) int {
			return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(b.seq, a.seq))
		})
		var got []hit
		may, rest := admit, func(uint32) bool { return true }
		if rapid.Bool().Draw(rt, "admitted late") {
			may, rest = nil, admit
		}
		found := x.nearest(look{query, most, 0, may, rest})[0]
		compared := make([]ranking.Candidate, len(found))
		for i, g := range found {
			got = append(got, hit{x.records[g.doc].seq, g.likeness})
			compared[i].Own = g.doc
		}
		x.likes(query, compared)
		for i, g := range found {
			if compared[i].Likeness != float32(g.likeness) {
				rt.Fatalf("compared with others it is %v alike, found as %v", compared[i].Likeness, g.likeness)
			}
		}
		want = want[:min(most, len(want))]
		if len(got) != len(want) {
			rt.Fatalf("got %v, want %v", got, want)
		}
		for i := range got { // which of those that tie at the end is left out is free
			if math.Abs(got[i].likeness-want[i].likeness) > 1e-6 {
				rt.Fatalf("got %v, want %v", got, want)
			}
		}
	})
}

func TestScanIsSharedAmongProcessors(t *testing.T) {
	x := New()
	var items []store.Item
	for seq := range uint64(spreadFrom + blockRows/2) {
		items = append(items, note(seq+1, "a", 8))
	}
	put(t, x, items...)
	query := []store.Vector{{Embedder: "a", Values: items[spreadFrom].Vector}}
	all := func(uint32) bool { return true }
	five := look{query: query, most: 5, admit: all}
	got := x.nearest(five)[0]
	s := x.vectors.slabs[0]
	alone := s.scanBlocks(s.probes([]look{five}), 0, len(s.blocks))
	for i, c := range alone[0].best {
		if got[i].doc != c.doc {
			t.Errorf("place %d: %d, want %d", i, got[i].doc, c.doc)
		}
	}
	if x.records[got[0].doc].seq != spreadFrom+1 {
		t.Errorf("the very vector is not found first: %+v", got)
	}
}

// TestVectorsAreComparedTogetherAsAlone: queries that read the vectors once find what each of them
// finds when it reads them for itself.
func TestVectorsAreComparedTogetherAsAlone(t *testing.T) {
	const size = 6
	rapid.Check(t, func(rt *rapid.T) {
		x := New()
		for seq := range rapid.Uint64Range(1, 60).Draw(rt, "items") {
			i := note(seq+1, rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "embedder"), size)
			i.Audience = rapid.SampledFrom([]string{"private", "work"}).Draw(rt, "audience")
			i.Kind = rapid.SampledFrom([]store.Kind{store.Fact, store.Said, store.Answer}).Draw(rt, "kind")
			put(t, x, i)
		}
		ask := rapid.Custom(func(rt *rapid.T) store.Query {
			q := store.Query{Audiences: []string{"private"}, Limit: rapid.IntRange(1, 9).Draw(rt, "limit")}
			for _, embedder := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "a", "b"}), 0, 3).Draw(rt, "embedders") {
				q.Vectors = append(q.Vectors, store.Vector{Embedder: embedder, Values: drawn(rapid.Uint64Range(1, 80).Draw(rt, "vector"), size)})
			}
			q.Kinds = rapid.SampledFrom([][]store.Kind{nil, {store.Fact}, {store.Fact, store.Said}}).Draw(rt, "kinds")
			q.Text = rapid.SampledFrom([]string{"", "", "note"}).Draw(rt, "text")
			q.Least = rapid.SampledFrom([]float64{0, 0.4, 0.7}).Draw(rt, "least")
			if rapid.IntRange(0, 4).Draw(rt, "whose") == 0 {
				q.Audiences = append(q.Audiences, "work")
			}
			return q
		})
		qs := rapid.SliceOfN(ask, 1, 6).Draw(rt, "queries")
		together, err := x.SearchAll(t.Context(), qs...)
		if err != nil {
			rt.Fatal(err)
		}
		for i, q := range qs {
			alone, err := x.Search(t.Context(), q)
			if err != nil {
				rt.Fatal(err)
			}
			if diff := gocmp.Diff(alone, together[i]); diff != "" {
				rt.Fatalf("query %d (-alone +together):\n%s", i, diff)
			}
		}
	})
}

func TestVectorsThatAreNone(t *testing.T) {
	x := New()
	put(t, x, note(1, "a", 8))
	spoil := func(edit func(*store.Item)) store.Item { i := note(2, "a", 8); edit(&i); return i }
	for name, item := range map[string]store.Item{
		"no number":     spoil(func(i *store.Item) { i.Vector[3] = float32(math.NaN()) }),
		"infinite":      spoil(func(i *store.Item) { i.Vector[3] = float32(math.Inf(1)) }),
		"all zero":      spoil(func(i *store.Item) { clear(i.Vector) }),
		"long":          spoil(func(i *store.Item) { i.Vector[0] = 2 }),
		"another size":  spoil(func(i *store.Item) { i.Vector = drawn(1, 9) }),
		"no embedder":   spoil(func(i *store.Item) { i.Embedder = "" }),
		"beyond bounds": spoil(func(i *store.Item) { i.Vector, i.Embedder = drawn(1, maxNumbers+1), "b" }),
	} {
		if err := x.Put(t.Context(), item); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := x.Put(t.Context(), note(2, "b", 8), note(3, "b", 9)); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("two sizes at once: %v", err)
	}
	if n, _ := x.Len(t.Context()); n != 1 {
		t.Errorf("%d items are there, want 1", n)
	}
	nan := drawn(1, 8)
	nan[0] = float32(math.NaN())
	for name, q := range map[string][]float32{"no number": nan, "nothing": nil, "another size": drawn(1, 9)} {
		if got := x.nearest(look{[]store.Vector{{Embedder: "a", Values: q}}, 5, 0, nil, func(uint32) bool { return true }})[0]; len(got) != 0 {
			t.Errorf("%s finds %v", name, got)
		}
	}
}

func TestVectorFollowsItsText(t *testing.T) {
	x := New()
	item := note(1, "a", 8)
	put(t, x, item, note(2, "a", 8))
	again := bare(item)
	again.Settled = true
	put(t, x, again)
	if v, e := vector(t, x, 1); e != "a" || !slices.Equal(v, item.Vector) {
		t.Errorf("an update without a vector loses it: %v %q", v, e)
	}
	other := bare(item)
	other.Text = "something else"
	put(t, x, other)
	if v, e := vector(t, x, 1); v != nil || e != "" {
		t.Errorf("another text keeps the vector: %v %q", v, e)
	}
	put(t, x, note(1, "b", 4), note(2, "b", 4))
	if v, e := vector(t, x, 2); e != "b" || !slices.Equal(v, drawn(2, 4)) {
		t.Errorf("embedded anew: %v %q", v, e)
	}
	if x.vectors.slabs[0] != nil {
		t.Error("the old embedder's slab stays when its last vector is gone")
	}
	if got, _ := x.Unembedded(t.Context(), "a"); !slices.Equal(got, []uint64{1, 2}) {
		t.Errorf("lacking one of a: %v", got)
	}
	if got, _ := x.Unembedded(t.Context(), "b"); len(got) != 0 {
		t.Errorf("lacking one of b: %v", got)
	}
}

func TestRemovedVectorsAreZeros(t *testing.T) {
	folder := t.TempDir()
	x := kept(t, folder, "me")
	one, two := note(1, "a", 16), note(2, "a", 16)
	put(t, x, one, two)
	raw := func(v []float32) []byte {
		b := make([]byte, 0, 4*len(v))
		for _, f := range v {
			b = binary.NativeEndian.AppendUint32(b, math.Float32bits(f))
		}
		return b
	}
	if !slices.Equal(holds(t, folder, raw(one.Vector), raw(two.Vector)), []bool{true, true}) {
		t.Fatal("the file does not hold the vectors")
	}
	if err := x.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, folder, raw(one.Vector), raw(two.Vector)); !slices.Equal(got, []bool{false, true}) {
		t.Errorf("after removing the first, the file holds: %v", got)
	}
	for _, b := range x.vectors.slabs[0].blocks {
		if slices.Contains(b.numbers, one.Vector[0]) {
			t.Error("a number of it is in memory")
		}
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	// What was put before a start and is removed before it was put again is gone as well.
	x = kept(t, folder, "me")
	defer x.Close()
	if err := x.Remove(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, folder, raw(two.Vector)); got[0] {
		t.Error("a vector that waited is still there")
	}
}

// holds says which of some bytes stand in a file of the folder.
func holds(t *testing.T, folder string, wanted ...[]byte) []bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	found := make([]bool, len(wanted))
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range wanted {
			found[i] = found[i] || bytes.Contains(b, w)
		}
	}
	return found
}

// kept is an index with files.
func kept(t *testing.T, folder, owner string) *Index {
	t.Helper()
	x := New()
	if err := x.KeepVectors(folder, owner, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestVectorsOverARestart(t *testing.T) {
	folder := t.TempDir()
	x := kept(t, folder, "me")
	const n = blockRows + 10 // more than a block
	var items, bareItems []store.Item
	for seq := range uint64(n) {
		items = append(items, note(seq+1, "a", 8))
		bareItems = append(bareItems, bare(items[seq]))
	}
	items[4] = note(5, "b", 6) // not yet embedded anew
	put(t, x, items...)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}

	x = kept(t, folder, "me")
	bareItems[2].Text = "edited meanwhile"
	if got := x.Keeps("a", bareItems[:6]); !slices.Equal(got, []bool{true, true, false, true, false, true}) {
		t.Errorf("kept of a: %v", got)
	}
	put(t, x, bareItems[:n-1]...) // the last one does not come again
	for i, item := range items[:n-1] {
		v, e := vector(t, x, item.Seq)
		if want := i != 2; (v != nil) != want || want && (e != item.Embedder || !slices.Equal(v, item.Vector)) {
			t.Errorf("item %d has %v of %q", item.Seq, v, e)
		}
	}
	if err := x.Settled(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}

	x = kept(t, folder, "me")
	if got := x.Keeps("a", bareItems[n-3:]); !slices.Equal(got, []bool{true, true, false}) {
		t.Errorf("after settling, kept of a: %v", got)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	x = kept(t, folder, "somebody else")
	defer x.Close()
	if got := x.Keeps("a", bareItems[:2]); slices.Contains(got, true) {
		t.Error("another ledger's vectors are taken up")
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("%d files of another ledger are left", len(left))
	}
}

// Rows that nothing comes for are given again in one order: of vectors that are as like a query as each other, those in
// the first rows are found.
func TestRowsOverARestartAreGivenInOneOrder(t *testing.T) {
	rows := func() (all []uint32) {
		folder := t.TempDir()
		x := kept(t, folder, "me")
		var items []store.Item
		for seq := range uint64(40) {
			items = append(items, note(seq+1, "a", 8))
		}
		put(t, x, items...)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		x = kept(t, folder, "me")
		defer x.Close()
		put(t, x, bare(items[0])) // the others do not come again
		if err := x.Settled(t.Context()); err != nil {
			t.Fatal(err)
		}
		for seq := range uint64(20) {
			put(t, x, note(100+seq, "a", 8))
			_, row := x.vectors.of(x.find(100+seq, 0))
			all = append(all, row)
		}
		return all
	}
	first := rows()
	for range 5 {
		if again := rows(); !slices.Equal(again, first) {
			t.Fatalf("in rows %d, and then in %d", first, again)
		}
	}
}

func TestDamagedVectors(t *testing.T) {
	items := []store.Item{note(1, "a", 8), note(2, "a", 8)}
	for name, damage := range map[string]func([]byte) []byte{
		"cut in the header": func(b []byte) []byte { return b[:100] },
		"empty":             func([]byte) []byte { return nil },
		"another form":      func(b []byte) []byte { b[16] = '2'; return b },
		"a huge size":       func(b []byte) []byte { copy(b[len(fileMagic)+72:], "\xff\xff\xff\xff"); return b },
		"a cut block":       func(b []byte) []byte { return b[:len(b)-1] },
		"noise":             func(b []byte) []byte { clear(b[:64]); return b },
	} {
		folder := t.TempDir()
		path := write(t, folder, items)
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, damage(b), 0o600); err != nil {
			t.Fatal(err)
		}
		x := kept(t, folder, "me")
		if got := x.Keeps("a", items); slices.Contains(got, true) {
			t.Errorf("%s: %v are kept", name, got)
		}
		put(t, x, items...)
		if v, _ := vector(t, x, 2); !slices.Equal(v, items[1].Vector) {
			t.Errorf("%s: not made again", name)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
		x = kept(t, folder, "me")
		if got := x.Keeps("a", items); slices.Contains(got, false) {
			t.Errorf("%s: made again and kept: %v", name, got)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
	// A row whose numbers are not those that were written is dropped alone.
	folder := t.TempDir()
	path := write(t, folder, items)
	b, _ := os.ReadFile(path)
	b[pageSize+tagsBytes+3] ^= 0x40
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	x := kept(t, folder, "me")
	defer x.Close()
	put(t, x, bare(items[0]), bare(items[1]))
	if v, _ := vector(t, x, 1); v != nil {
		t.Error("a damaged vector is taken up")
	}
	if v, _ := vector(t, x, 2); v == nil {
		t.Error("its neighbour is not")
	}
}

// write makes a file of items and gives its path.
func write(t *testing.T, folder string, items []store.Item) string {
	t.Helper()
	x := kept(t, folder, "me")
	put(t, x, items...)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	return fileName(folder, items[0].Embedder)
}

// A disk that takes no more costs the file, not the vectors.
func TestVectorsGoOnInMemory(t *testing.T) {
	folder := t.TempDir()
	x := New()
	var faults []error
	if err := x.KeepVectors(folder, "me", func(err error) { faults = append(faults, err) }); err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	put(t, x, note(1, "a", 8))
	f := x.vectors.slabs[0].file
	readOnly, err := os.Open(f.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	if err := f.file.Close(); err != nil {
		t.Fatal(err)
	}
	f.file = readOnly
	put(t, x, note(2, "a", 8))
	if len(faults) != 1 {
		t.Errorf("faults: %v", faults)
	}
	for seq := range uint64(2) {
		if v, _ := vector(t, x, seq+1); !slices.Equal(v, drawn(seq+1, 8)) {
			t.Errorf("the vector of %d is lost", seq+1)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Error("the file that cannot be written is still there")
	}
	if err := x.Remove(t.Context(), 1); err != nil {
		t.Error(err)
	}
}

func TestClosedIndexSearchesOn(t *testing.T) {
	x := kept(t, t.TempDir(), "me")
	put(t, x, note(1, "a", 8))
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := x.Search(t.Context(), store.Query{Text: "note", Audiences: []string{"private"}}); err != nil || len(got.Hits) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzVectorFile(f *testing.F) {
	f.Add([]byte("citadel vectors 1\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "x"+fileEnding)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openSlabFile(path, "me", nil)
		if err == nil {
			t.Errorf("%d bytes are taken for a file", len(b))
			_ = s.close()
		}
	})
}

// Whatever is alike enough is found by its sketch, whatever vectors are made of, but for one in
// thousands of those that are hardly so. Of the most alike, those come first that are so to what a
// sketch tells: two that are the same but for a thousandth may change places.
func TestSketchesLeaveNothingOut(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.SampledFrom([]int{3, 96, 384, 1536}).Draw(rt, "size")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		sparse := rapid.Float64Range(0, 0.95).Draw(rt, "sparse")
		vector := func() []float32 {
			v := make([]float32, size)
			for i := range v {
				if i == 0 || random.Float64() >= sparse {
					v[i] = float32(random.NormFloat64())
				}
			}
			return normal(v)
		}
		query := vector()
		x := New()
		var items []store.Item
		for n := range 300 {
			v, share := vector(), float32(random.Float64()) // from nothing in common to the same
			for i := range v {
				v[i] = share*query[i] + (1-share)*v[i]
			}
			item := note(uint64(n+1), "a", size)
			item.Vector = normal(v)
			items = append(items, item)
		}
		put(t, x, items...)
		look := look{query: []store.Vector{{Embedder: "a", Values: query}}, most: len(items), admit: func(uint32) bool { return true }}
		all := x.nearest(look)[0]
		look.least = rapid.Float64Range(0.3, 0.95).Draw(rt, "least")
		got := x.nearest(look)[0]
		for _, n := range all {
			switch found := slices.Contains(got, n); {
			case n.likeness < look.least && found:
				rt.Fatalf("one %v alike was found, of those from %v on", n.likeness, look.least)
			case n.likeness >= look.least+0.05 && !found:
				rt.Fatalf("one %v alike was not found, of those from %v on", n.likeness, look.least)
			}
		}
		if !slices.IsSortedFunc(got, func(a, b near) int { return cmp.Compare(b.likeness, a.likeness) }) {
			rt.Fatalf("not by likeness: %v", got)
		}
		look.most = 3
		if few := x.nearest(look)[0]; len(few) != min(3, len(got)) || len(few) > 0 && all[0].likeness > look.least+0.05 && few[0].likeness < all[0].likeness-0.001 {
			rt.Fatalf("the first three are %v, of %v", few, got)
		}
	})
}

// Sketches are worth it: of what is unlike hardly anything is compared.
func TestSketchesTellApart(t *testing.T) {
	halves := func(seed uint64) (first, rest half) {
		s := sketchOf(drawn(seed, 384))
		return s.halves()
	}
	first, rest := halves(1)
	begun, compared := 0, 0
	for n := range uint64(1000) {
		f, r := halves(n + 2)
		parted := first.parted(&f)
		if parted <= mostParted(sketchBits/2, 0.33) {
			begun++
		}
		if parted+rest.parted(&r) <= mostParted(sketchBits, 0.33) {
			compared++
		}
	}
	if begun > 300 || compared > 50 {
		t.Errorf("of 1,000 vectors at random %d would be read further, and %d compared", begun, compared)
	}
}
