package weaviate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
	"citadel/memory/store/storetest"
)

// anItem draws an item of a small world, so that items meet.
func anItem(t *rapid.T, seq uint64) store.Item {
	item := storetest.Said(seq, strings.Join(rapid.SliceOfN(rapid.SampledFrom(
		strings.Fields("harbour crane crane anchor not the 7 9 rope Anna's captain in june sailing boat ship don't tide tide")), 0, 12).Draw(t, "text"), " "))
	item.Kind = rapid.SampledFrom([]store.Kind{store.Said, store.Answer, store.Heard, store.Fact}).Draw(t, "kind")
	item.Speaker = rapid.SampledFrom([]string{"", "Anna", "Captain Holt", "Tide"}).Draw(t, "speaker")
	item.Audience = rapid.SampledFrom([]string{"private", "work", "shared/a", "shared/b"}).Draw(t, "audience")
	item.Session = rapid.Uint64Range(0, 3).Draw(t, "session")
	item.Turn = rapid.Uint64Range(0, 9).Draw(t, "turn")
	item.Settled = rapid.Bool().Draw(t, "settled")
	if axis := rapid.IntRange(-2, 3).Draw(t, "axis"); axis >= 0 && item.Text != "" {
		of := rapid.SampledFrom(spaces).Draw(t, "embedder")
		item.Vector, item.Embedder = storetest.Pointing(axis, of.size), of.embedder
	}
	return item
}

// spaces are embedders and the size of their vectors.
var spaces = []struct {
	embedder string
	size     int
}{{"one-4-1", 4}, {"other-6-1", 6}}

// left is what a store may leave out of a hit.
var left = cmpopts.IgnoreFields(store.Item{}, "Vector", "Embedder")

// While a query has fewer matches than a list brings, both stores give the same answer to the
// last digit, whatever came, changed and went before: also what lies outside its audiences
// shows in neither.
func TestAnswersAreThoseOfTheEmbeddedStore(t *testing.T) {
	o := options(t)
	rapid.Check(t, func(t *rapid.T) {
		o.Principal += "x"
		remote, local := open(t, o), embedded.New()
		ctx := context.Background()
		both := func(do func(s store.Store) error) {
			for _, s := range []store.Store{remote, local} {
				if err := do(s); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range rapid.IntRange(1, 3).Draw(t, "calls") {
			var items []store.Item
			for range rapid.IntRange(0, 12).Draw(t, "items") {
				item := anItem(t, rapid.Uint64Range(1, 20).Draw(t, "seq"))
				item.Part = rapid.Uint32Range(0, 1).Draw(t, "part")
				items = append(items, item)
			}
			both(func(s store.Store) error { return s.Put(ctx, items...) })
			gone := rapid.SliceOfN(rapid.Uint64Range(1, 20), 0, 2).Draw(t, "gone")
			both(func(s store.Store) error { return s.Remove(ctx, gone...) })
		}
		if rapid.Bool().Draw(t, "another process") {
			remote = open(t, o)
		}
		var vectors []store.Vector
		for _, of := range spaces[:rapid.IntRange(0, len(spaces)).Draw(t, "embedders")] {
			measured := embed.ParseCalibration(rapid.SampledFrom([]string{"", "insight=0.50 0.5=0.6 1.0=1.0"}).Draw(t, "calibration"))
			vectors = append(vectors, store.Vector{Embedder: of.embedder, Values: storetest.Pointing(1, of.size), Measured: measured})
		}
		for _, audiences := range [][]string{{"private", "work", "shared"}, {"shared/a"}, {"work", "shared"}} {
			for _, text := range []string{"", "crane", "Anna's rope 7", "did the captain not sail in june"} {
				q := store.Query{Text: text, Audiences: audiences, Limit: 20, Now: storetest.Start.AddDate(0, 3, 0), Vectors: vectors}
				want, err := local.Search(ctx, q)
				if err != nil {
					t.Fatal(err)
				}
				got, err := remote.Search(ctx, q)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), left); diff != "" {
					t.Fatalf("%q in %v (-embedded +weaviate):\n%s", text, audiences, diff)
				}
			}
		}
		if a, b := everything(t, local), everything(t, remote); !cmp.Equal(a, b) {
			t.Fatalf("(-embedded +weaviate):\n%s", cmp.Diff(a, b))
		}
	})
}

func everything(t *rapid.T, s store.Store) (items []store.Item) {
	for item, err := range s.All(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return slices.Clip(items)
}

// vectors makes vectors of texts.
func vectors(t *testing.T) func(text string) []float32 {
	e := hashing.New()
	return func(text string) []float32 {
		made, err := e.Embed(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		return made[0]
	}
}

// Where a question matches more than a list brings, the server chooses by what it knows of
// all audiences. What is left out then is seldom among the first twelve.
func TestFindsWhatTheEmbeddedStoreFinds(t *testing.T) {
	const places, questions = 12, 60
	babble := storetest.NewBabble(1, 4000)
	o := options(t)
	remote, local := open(t, o), embedded.New()
	items := babble.Items(3000)
	for i := range items {
		if i/400%2 == 1 {
			items[i].Audience = "shared/elsewhere"
		}
	}
	vector := vectors(t)
	for i := range items {
		items[i].Vector, items[i].Embedder = vector(items[i].Text), hashing.New().Name()
	}
	for _, s := range []store.Store{remote, local} {
		if err := s.Put(t.Context(), items...); err != nil {
			t.Fatal(err)
		}
	}
	remote = settled(t, o)
	same, all := 0, 0
	for n := range questions {
		q := store.Query{Text: babble.Words(3 + n%8), Audiences: []string{"private"}, Limit: places, Now: storetest.Start.AddDate(1, 0, 0)}
		if n%2 == 0 {
			q.Kinds = []store.Kind{store.Said, store.Fact}
		}
		if n%3 > 0 { // of these every second one by likeness alone
			q.Vectors = []store.Vector{{Embedder: hashing.New().Name(), Values: vector(q.Text)}}
			if n%3 == 2 {
				q.Text = ""
			}
			if n%4 == 0 {
				q.Vectors[0].Measured = embed.ParseCalibration("insight=1.00 0.1=0.3 1.0=1.0")
			}
		}
		want, err := local.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := remote.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, hit := range want.Hits {
			all++
			if slices.ContainsFunc(got.Hits, func(h store.Hit) bool { return h.Item.Seq == hit.Item.Seq }) {
				same++
			}
		}
	}
	recall := float64(same) / float64(all)
	t.Logf("recall@%d against the embedded store: %.4f of %d", places, recall, all)
	if recall < 0.95 || all < questions*places*9/10 {
		t.Errorf("recall@%d against the embedded store is %.3f over %d hits, at least .95 is asked for", places, recall, all)
	}
}
