package memory_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// What is superseded is so in the store: it is found as history alone, until it is restored, and
// a store filled from nothing says the same after each step.
func TestSupersededIsFollowed(t *testing.T) {
	m, pens := open(t, new(inmem.Store), -1)
	x := embedded.New()
	f := follow(t, m, x)
	defer f.stop()
	record := func(e ledger.Entry) event.Seq {
		t.Helper()
		rs, err := m.Record(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return rs[0].Seq
	}
	learn := pens.For(event.Learning)
	root := pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: "so it is", On: base})
	root.Trust = event.ByPrincipal
	from := record(root)
	fact := func(text string) event.Seq {
		return record(learn.Write(event.Learned{
			Sort: "fact", Text: text, Provenance: event.Stated, Importance: 0.5, Class: "standard", On: base,
		}).Because(from))
	}
	until := base.Add(48 * time.Hour)
	old := fact("the depot is in Ghent")
	after := fact("the depot is in Bruges")

	check := func(step string, want store.Item, now time.Time, current ...event.Seq) {
		t.Helper()
		if err := f.Await(t.Context(), m.Head()); err != nil {
			t.Fatal(err)
		}
		rebuilt := embedded.New()
		again := follow(t, m, rebuilt)
		if err := again.Await(t.Context(), m.Head()); err != nil {
			t.Fatal(err)
		}
		again.stop()
		if diff := cmp.Diff(held(t, rebuilt), held(t, x)); diff != "" {
			t.Errorf("%s (-rebuilt +live):\n%s", step, diff)
		}
		items, err := x.Get(t.Context(), uint64(old))
		if err != nil || items[0].SupersededBy != want.SupersededBy || !items[0].ValidTo.Equal(want.ValidTo) {
			t.Errorf("%s: %+v, %v, want %+v", step, items, err, want)
		}
		for superseded, want := range map[bool][]event.Seq{false: current, true: {old, after}} {
			found, err := x.Search(t.Context(), store.Query{Text: "where is the depot", Audiences: []string{items[0].Audience}, Kinds: []store.Kind{store.Fact}, Now: now, Superseded: superseded})
			if err != nil {
				t.Fatal(err)
			}
			var got []event.Seq
			for _, hit := range found.Hits {
				got = append(got, event.Seq(hit.Item.Seq))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s, superseded %t: found %v, want %v", step, superseded, got, want)
			}
		}
	}
	check("before", store.Item{}, until, old, after)
	record(learn.Write(event.Superseded{Memory: old, By: after, On: until, Reason: "changed"}).Because(after))
	past := store.Item{SupersededBy: uint64(after), ValidTo: until}
	check("superseded", past, until, after)
	check("superseded, asked of the time before", past, until.Add(-time.Hour), old, after)
	record(pens.For(event.Brain).Write(event.Recalled{Items: []event.Found{{Memory: old, Score: 0.5, Used: true}}}).Because(from))
	check("superseded and recalled", past, until, after)
	record(learn.Write(event.Restored{Memory: old}).Because(after))
	check("restored", store.Item{}, until, old, after)
}
