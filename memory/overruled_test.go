package memory_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// Who has a correction forgotten does not get back what it corrected: that stays history, in the
// folds and in the search, also after a rebuild. What was taken back before holds as it did, and
// what only a newer statement stood against holds again.
func TestForgettingACorrection(t *testing.T) {
	for name, c := range map[string]struct{ undone, whole, passing bool }{
		"": {}, "taken back before": {undone: true}, "with what it corrected": {whole: true}, "only a newer statement": {passing: true},
	} {
		t.Run(name, func(t *testing.T) {
			m, pens := open(t, &inmem.Store{}, -1)
			bot, learn := pens.For(event.Bot), pens.For(event.Learning)
			write := func(p event.Payload, from ...event.Seq) event.Seq {
				e := learn.Write(p)
				if _, heard := p.(event.Heard); heard {
					e = bot.Write(p)
					e.Trust = event.ByPrincipal
				}
				rs, err := m.Record(t.Context(), e.Resting(from...))
				if err != nil {
					t.Fatal(err)
				}
				return rs[0].Seq
			}
			place := event.Place{Platform: "console"}
			says := func(text string) event.Seq {
				return write(event.Heard{Place: place, Text: text, On: base})
			}
			fact := func(text string, from event.Seq) event.Seq {
				return write(event.Learned{Sort: "fact", Text: text, Quote: text, Provenance: event.Stated, On: base}, from)
			}
			first := says("Ana lives in Porto")
			porto := fact("Ana lives in Porto", first)
			second := says("no, Ana lives in Braga")
			fact("Ana lives in Braga", second)
			why := "corrected"
			if c.passing {
				why = event.Changed
			}
			write(event.Superseded{Memory: porto, By: second, On: base, Reason: why}, second)
			if c.undone {
				write(event.Restored{Memory: porto}, porto)
			}
			index := embedded.New()
			f := follow(t, m, index)
			if err := f.Await(t.Context(), m.Head()); err != nil {
				t.Fatal(err)
			}

			gone := []event.Seq{second}
			if c.whole {
				gone = append(gone, first)
			}
			plan, err := m.Reach(t.Context(), gone...)
			if err != nil {
				t.Fatal(err)
			}
			left, err := m.Overruled(t.Context(), plan)
			if err != nil || (len(left.History) == 1) != (!c.undone && !c.whole && !c.passing) || (len(left.Back) == 1) != c.passing {
				t.Errorf("what stays history: %v, %v", left, err)
			}
			if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
				t.Fatal(err)
			}
			over := func() (over, held bool) {
				m.Read(func(v memory.View) {
					h, ok := v.Beliefs.Of(porto)
					over, held = h.Over, ok
				})
				return over, held
			}
			before, held1 := over()
			if before == (c.undone || c.passing) && !c.whole || held1 == c.whole {
				t.Errorf("over: %v, held: %v", before, held1)
			}
			if diffs, err := m.Rebuild(t.Context(), nil); err != nil || len(diffs) > 0 {
				t.Errorf("a rebuild: %v, %v", diffs, err)
			}
			if err := f.Await(t.Context(), m.Head()); err != nil {
				t.Fatal(err)
			}
			f.stop()
			clean := embedded.New()
			again := follow(t, m, clean)
			if err := again.Await(t.Context(), m.Head()); err != nil {
				t.Fatal(err)
			}
			again.stop()
			if diff := cmp.Diff(held(t, clean), held(t, index)); diff != "" {
				t.Errorf("(-rebuilt +followed):\n%s", diff)
			}
			found, err := clean.Search(t.Context(), store.Query{Text: "Ana lives", Audiences: memory.Sight{}.Audiences(), Kinds: []store.Kind{store.Fact}, Now: base.AddDate(0, 0, 1)})
			if err != nil || (len(found.Hits) == 1) != (c.undone || c.passing) {
				t.Errorf("found: %v, %v", found.Hits, err)
			}
		})
	}
}
