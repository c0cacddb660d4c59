package embedded_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/store"
	"citadel/memory/store/embedded"
	"citadel/memory/store/storetest"
)

func TestStore(t *testing.T) {
	itself := func(_ *testing.T, s store.Store) store.Store { return s }
	storetest.Run(t, func(*testing.T) store.Store { return embedded.New() }, itself)
}

// anItem draws an item of a small world, so that items meet.
func anItem(t *rapid.T, seq uint64) store.Item {
	item := storetest.Said(seq, strings.Join(rapid.SliceOfN(rapid.SampledFrom(
		strings.Fields("harbour crane crane anchor not the 7 9 rope Anna's captain in june sailing don't tide tide")), 0, 12).Draw(t, "text"), " "))
	item.Part = rapid.Uint32Range(0, 1).Draw(t, "part")
	item.Kind = rapid.SampledFrom([]store.Kind{store.Said, store.Answer, store.Heard, store.Fact}).Draw(t, "kind")
	item.Speaker = rapid.SampledFrom([]string{"", "Anna", "Captain Holt", "Tide"}).Draw(t, "speaker")
	item.Audience = rapid.SampledFrom([]string{"private", "work", "shared"}).Draw(t, "audience")
	item.Session = rapid.Uint64Range(0, 3).Draw(t, "session")
	item.Turn = rapid.Uint64Range(0, 9).Draw(t, "turn")
	item.Settled = rapid.Bool().Draw(t, "settled")
	return item
}

func someItems(t *rapid.T) []store.Item {
	n := rapid.IntRange(0, 30).Draw(t, "items")
	items := make([]store.Item, n)
	for i := range items {
		items[i] = anItem(t, uint64(i/2+1))
		items[i].Part = uint32(i % 2)
	}
	return items
}

func with(t *rapid.T, items []store.Item) *embedded.Index {
	x := embedded.New()
	if err := x.Put(context.Background(), items...); err != nil {
		t.Fatal(err)
	}
	return x
}

// sameAnswers compares two stores by every kind of question, scores included.
func sameAnswers(t *rapid.T, want, got store.Store, audiences ...string) {
	t.Helper()
	for _, text := range []string{"crane", "Anna's rope 7", "did the captain not sail in june", "tide harbour anchor crane rope 9"} {
		q := store.Query{Text: text, Audiences: audiences, Limit: 50, Now: storetest.Start.AddDate(0, 3, 0)}
		a, err := want.Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		b, err := got.Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
	}
}

var everyone = []string{"private", "work", "shared"}

// An index is the same in whatever order its items arrive, however often, and
// whatever they once said.
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := someItems(t)
		want := with(t, items)
		mixed := slices.Clone(items)
		for _, item := range items {
			if rapid.Bool().Draw(t, "again") {
				mixed = append(mixed, item)
			}
		}
		shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0))
		shuffle.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		var before []store.Item
		for _, item := range items {
			if rapid.Bool().Draw(t, "was different") {
				old := anItem(t, item.Seq)
				old.Part = item.Part
				before = append(before, old)
			}
		}
		got := with(t, append(before, mixed...))
		sameAnswers(t, want, got, everyone...)
	})
}

// What took the place of an item is told as long as that is so.
func TestWhatSupersedesIsToldAndTakenBack(t *testing.T) {
	x, item := embedded.New(), storetest.Said(1, "the crane is at the quay")
	for _, by := range []uint64{0, 7, 9, 0} {
		item.SupersededBy = by
		if err := x.Put(t.Context(), item); err != nil {
			t.Fatal(err)
		}
		if got, err := x.First(t.Context(), 1); err != nil || got.SupersededBy != by {
			t.Errorf("superseded by %d, %v; want %d", got.SupersededBy, err, by)
		}
	}
}

// An index from which items were removed is the one that never had them.
func TestRemovedIsNeverBeenThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := someItems(t)
		var kept []store.Item
		var gone []uint64
		for _, item := range items {
			if item.Seq%3 == rapid.Uint64Range(0, 2).Draw(t, "which")%3 && !slices.Contains(gone, item.Seq) {
				gone = append(gone, item.Seq)
			}
		}
		for _, item := range items {
			if !slices.Contains(gone, item.Seq) {
				kept = append(kept, item)
			}
		}
		got := with(t, items)
		if err := got.Remove(context.Background(), gone...); err != nil {
			t.Fatal(err)
		}
		sameAnswers(t, with(t, kept), got, everyone...)
	})
}

// What lies outside the audiences of a query changes nothing of its answer.
func TestOtherAudiencesDoNotShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := someItems(t)
		var shared []store.Item
		for _, item := range items {
			if item.Audience == "shared" {
				shared = append(shared, item)
			}
		}
		sameAnswers(t, with(t, shared), with(t, items), "shared")
	})
}

// A canary: secrets told in one place, asked for in all the others.
func TestSecretsStayInTheirPlace(t *testing.T) {
	x := embedded.New()
	places := []string{"private", "work", "shared/a", "shared/b"}
	var seq uint64
	for i := range 50 {
		for _, place := range places {
			seq++
			item := storetest.Said(seq, fmt.Sprintf("the code of vault %d is secret%d%s", i, i, strings.ReplaceAll(place, "/", "")))
			item.Audience, item.Session = place, 1
			item.Speaker = "Keeper " + place[len(place)-1:]
			if err := x.Put(t.Context(), item); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range 50 {
		for _, here := range places {
			r, err := x.Search(t.Context(), store.Query{Text: fmt.Sprintf("what is the code of vault %d", i), Audiences: []string{here}, Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Hits) == 0 || !strings.Contains(r.Hits[0].Item.Text, fmt.Sprintf("vault %d ", i)) {
				t.Fatalf("vault %d not found in %s", i, here)
			}
			for _, hit := range r.Hits {
				if hit.Item.Audience != here {
					t.Fatalf("%q told in %s", hit.Item.Text, here)
				}
			}
		}
	}
}

// A query is cut to its rarest words, so that a pasted page does not stall.
func TestLongQueriesFind(t *testing.T) {
	x := embedded.New()
	for seq := uint64(1); seq <= 200; seq++ {
		if err := x.Put(t.Context(), storetest.Said(seq, fmt.Sprintf("common%d common%d rare%d", seq%5, seq%3, seq))); err != nil {
			t.Fatal(err)
		}
	}
	var q strings.Builder
	for i := range 600 {
		fmt.Fprintf(&q, "common%d filler%d ", i%5, i)
	}
	for seq := 100; seq < 160; seq++ {
		fmt.Fprintf(&q, "rare%d rare%d ", seq, seq)
	}
	r, err := x.Search(t.Context(), store.Query{Text: q.String(), Audiences: []string{"private"}, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	rare := 0
	for _, hit := range r.Hits {
		if hit.Item.Seq >= 100 && hit.Item.Seq < 160 && hit.Parts.Terms > 0 {
			rare++
		}
	}
	if rare != 60 {
		t.Errorf("%d of the 60 items with rare words found", rare)
	}
	for filler, want := range map[int]int{10: 1, store.MaxQuery: 0} {
		r, err := x.Search(t.Context(), store.Query{Text: strings.Repeat("x ", filler) + "rare7", Audiences: []string{"private"}})
		if err != nil || len(r.Hits) != want {
			t.Errorf("%v, %d hits after %d words of filler, want %d", err, len(r.Hits), filler, want)
		}
	}
}

// A hit's text is a copy: overwriting what the index held must not reach it.
func TestHitsOutliveRemoval(t *testing.T) {
	x := embedded.New()
	const text = "the lantern hangs in the porch"
	if err := x.Put(t.Context(), storetest.Said(1, text)); err != nil {
		t.Fatal(err)
	}
	parts, err := x.Get(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if parts[0].Text != text {
		t.Errorf("the text became %q", parts[0].Text)
	}
}
