package storetest

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"citadel/memory/embed"
	"citadel/memory/store"
)

// like is a query by likeness alone, or beside words.
func like(text string, vectors ...store.Vector) store.Query {
	q := private(text)
	q.Vectors = vectors
	return q
}

// near is a vector of the suite's embedder.
func near(axis int) store.Vector { return store.Vector{Embedder: embedder, Values: Pointing(axis, 4)} }

// leaning is Said with a vector.
func leaning(seq uint64, text string, axis int) store.Item {
	item := Said(seq, text)
	item.Vector, item.Embedder = Pointing(axis, 4), embedder
	return item
}

// findsByLikeness: what holds no word of the query is found by its vector, the most alike
// first, also where the query has no words at all.
func findsByLikeness(t *testing.T, s store.Store, later Later) {
	other := leaning(4, "pelicans sleep on the pier", 2)
	other.Vector, other.Embedder = Pointing(2, 6), "another-6-1"
	put(t, s, leaning(1, "the kiln cools overnight", 0), leaning(2, "moths ate the tapestry", 1), Said(3, "herring for supper"), other)
	s = later(t, s)
	for _, text := range []string{"zeppelin", "", "of what is it that you were"} {
		hits := search(t, s, like(text, near(1))).Hits
		if got := seqs(hits); !slices.Equal(got, []uint64{2, 1}) {
			t.Fatalf("%q with a vector found %v, want 2 and then 1", text, got)
		}
		for i, want := range []float64{1, 2*0.1/1.03 + 2*0.01/1.03} {
			if got := hits[i].Likeness; math.Abs(got-want) > 1e-5 {
				t.Errorf("%d is %v alike, want %v", hits[i].Item.Seq, got, want)
			}
			if p := hits[i].Parts; p.Terms+p.Neighbour+p.Session != 0 || p.Likeness <= 0 || math.Abs(hits[i].Score-p.Sum()) > 1e-9 {
				t.Errorf("parts %+v of score %v", p, hits[i].Score)
			}
		}
	}
	// While memories are embedded anew, both are searched.
	both := []store.Vector{near(1), {Embedder: "another-6-1", Values: Pointing(2, 6)}}
	if got := slices.Sorted(slices.Values(seqs(search(t, s, like("zeppelin", both...)).Hits))); !slices.Equal(got, []uint64{1, 2, 4}) {
		t.Errorf("with the vectors of two embedders found %v, want 1, 2 and 4", got)
	}
	found(t, s, private("zeppelin"))
	// What words found is told its likeness, too.
	if hits := search(t, s, like("moths", near(1))).Hits; hits[0].Item.Seq != 2 || math.Abs(hits[0].Likeness-1) > 1e-5 || hits[0].Parts.Terms <= 0 {
		t.Errorf("by words and likeness found %+v", hits)
	}
	if err := s.Remove(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	found(t, s, like("zeppelin", near(1)), 1)
}

// findsWhileEmbeddedAnew: as one embedder's vectors take the place of another's, one by one and of another
// length, each memory is found by likeness at every step, by whichever it has; and by none that it had.
func findsWhileEmbeddedAnew(t *testing.T, s store.Store, _ Later) {
	texts := []string{"the kiln cools overnight", "moths ate the tapestry", "herring for supper", "pelicans sleep on the pier"}
	for n, text := range texts {
		put(t, s, leaning(uint64(n)+1, text, n))
	}
	const newer = "another-6-1"
	for done := 0; ; done++ {
		for n := range texts {
			seq := uint64(n) + 1
			q := like("zeppelin", near(n), store.Vector{Embedder: newer, Values: Pointing(n, 6)})
			q.Least = 0.9
			hits := search(t, s, q).Hits
			if len(hits) != 1 || hits[0].Item.Seq != seq || math.Abs(hits[0].Likeness-1) > 1e-5 {
				t.Errorf("with %d embedded anew, %d is found by likeness as %+v", done, seq, hits)
			}
			old := like("zeppelin", near(n))
			if old.Least = 0.9; n < done && len(search(t, s, old).Hits) != 0 {
				t.Errorf("with %d embedded anew, %d is found by the vector that it had", done, seq)
			}
		}
		if done == len(texts) {
			return
		}
		item := leaning(uint64(done)+1, texts[done], done)
		item.Vector, item.Embedder = Pointing(done, 6), newer
		put(t, s, item)
	}
}

// findsAlikeEnough: by its vector nothing is found that is less alike than the query says; by its
// words it is.
func findsAlikeEnough(t *testing.T, s store.Store, later Later) {
	var items []store.Item
	for n := range uint64(40) {
		items = append(items, leaning(n+1, fmt.Sprintf("entry %d of the moth ledger", n), int(n%4)))
	}
	put(t, s, items...)
	s = later(t, s)
	for text, want := range map[string]int{"": 10, "zeppelin": 10, "moth": 40} {
		q := like(text, near(1))
		q.Least, q.Limit = 0.6, 50
		hits := search(t, s, q).Hits
		if len(hits) != want {
			t.Errorf("%q found %d, want %d", text, len(hits), want)
		}
		for _, h := range hits[:min(10, len(hits))] {
			if text != "moth" && (h.Item.Seq-1)%4 != 1 {
				t.Errorf("%q found %d, which is %v alike", text, h.Item.Seq, h.Likeness)
			}
		}
		if q.Least = 0; len(search(t, s, q).Hits) != 40 {
			t.Errorf("%q without a least found %d, want all", text, len(hits))
		}
	}
}

// crowd is how many items there are of each sort that a query may not find: more than any list
// of candidates is long, so that one which was not told the bounds brings nothing else.
const crowd = 150

// keepsBoundsInACrowd: what lies outside the bounds of a query takes nobody's place in any list,
// and comes by none, be it ever so fitting.
func keepsBoundsInACrowd(t *testing.T, s store.Store, later Later) {
	var items []store.Item
	one := leaning(1, "somewhere in the attic there is a lantern that nobody ever lit again", 1)
	one.Kind, one.Speaker = store.Heard, "Ottilie"
	items = append(items, one)
	outside := []func(*store.Item){
		func(i *store.Item) { i.Audience = "shared/elsewhere" },
		func(i *store.Item) { i.Kind = store.Answer },
		func(i *store.Item) { i.Speaker = "Ruprecht" },
		func(i *store.Item) { i.On = Start.AddDate(-3, 0, 0) },
		func(i *store.Item) { i.ValidTo, i.SupersededBy = i.On.AddDate(0, 0, 1), 1 },
	}
	for n, outside := range outside {
		for k := range crowd {
			i := leaning(uint64(1000*(n+1)+k), fmt.Sprintf("lantern lantern attic %d", k), 0)
			i.Kind, i.Speaker, i.On = one.Kind, one.Speaker, one.On
			outside(&i)
			items = append(items, i)
		}
	}
	put(t, s, items...)
	bounded := func(q store.Query) store.Query {
		q.Kinds, q.Speaker, q.From, q.To = []store.Kind{store.Heard, store.Fact}, "Ottilie", Start.AddDate(-1, 0, 0), Start.AddDate(1, 0, 0)
		return q
	}
	for _, s := range []store.Store{s, later(t, s)} {
		found(t, s, bounded(private("the lantern in the attic")), 1)
		found(t, s, bounded(like("zeppelin", near(0))), 1)
		found(t, s, bounded(like("", near(0))), 1)
		found(t, s, bounded(like("attic", near(0))), 1)
		q := bounded(like("zeppelin", near(0)))
		q.Audiences = []string{"nobody"}
		found(t, s, q)
		q = bounded(like("zeppelin", near(0)))
		q.To = one.On
		found(t, s, q)
		q = bounded(like("zeppelin", near(0)))
		q.From, q.To = one.On, one.On.Add(time.Microsecond)
		found(t, s, q, 1)
	}
}

// weighsLikenessByInsight: of what shares a word with the query, the more alike comes first
// where the embedder knows what words do not; one that knows no more than they do moves
// nothing.
func weighsLikenessByInsight(t *testing.T, s store.Store, later Later) {
	put(t, s,
		leaning(1, "the harbour is where the ferries land", 1),
		leaning(2, "a harbour, and cranes, and more cranes than ever", 0),
		leaning(3, "herring for supper", 1),
	)
	s = later(t, s)
	blind, wise := near(1), near(1)
	blind.Measured, wise.Measured = embed.ParseCalibration("insight=0.00 0.0=0.0 1.0=1.00"), embed.ParseCalibration("insight=1.00 0.0=0.0 1.0=1.00")
	alone := search(t, s, private("harbour cranes")).Hits
	if got := seqs(alone); !slices.Equal(got, []uint64{2, 1}) {
		t.Fatalf("by words alone found %v", got)
	}
	first(t, s, like("harbour cranes", blind), 2)
	before, after := search(t, s, like("harbour cranes", blind)).Hits, search(t, s, like("harbour cranes", wise)).Hits
	gap := func(hits []store.Hit) float64 {
		return hits[slices.Index(seqs(hits), 2)].Score - hits[slices.Index(seqs(hits), 1)].Score
	}
	if gap(after) >= gap(before) {
		t.Errorf("an embedder with insight moves nothing: 2 leads by %v, and by %v without", gap(after), gap(before))
	}
	for _, hit := range before {
		if hit.Item.Seq != 3 && hit.Parts.Likeness != 0 {
			t.Errorf("without insight likeness counts %v for %d, which shares a word", hit.Parts.Likeness, hit.Item.Seq)
		}
	}
	first(t, s, like("harbour", wise), 1)
	for _, hit := range after {
		if hit.Score > 1 || math.Abs(hit.Score-hit.Parts.Sum()) > 1e-9 {
			t.Errorf("score %v of parts %+v", hit.Score, hit.Parts)
		}
	}
}
