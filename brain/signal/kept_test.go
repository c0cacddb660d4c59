package signal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"citadel/brain/signal"
	"citadel/memory"
	"citadel/memory/event"
)

// What is kept from turn to turn changes nothing of what is noticed, to the bit, while things are
// opened, closed, decided and forgotten between them.
func TestKeptChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t)
		said := w.say("all of this")
		words := strings.Fields("lease warehouse Geelong buy bought boiler the and Ana's price 1,050 never café 東京 renew renewed")
		text := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 6).Draw(t, "words"), " ")
		})
		kept := new(signal.Kept)
		var loops []event.Seq
		for turn := range rapid.IntRange(1, 6).Draw(rt, "turns") {
			for range rapid.IntRange(0, 3).Draw(rt, "changes") {
				switch rapid.IntRange(0, 4).Draw(rt, "change") {
				case 0, 1:
					loops = append(loops, w.write(event.Loops, event.LoopOpened{Text: text.Draw(rt, "loop"), On: w.now}, said))
				case 2:
					w.write(event.Decisions, event.DecisionRecorded{Text: text.Draw(rt, "decision"), On: w.now}, said)
				case 3:
					w.write(event.Learning, event.EdgeDrawn{Source: text.Draw(rt, "from"), Relation: "drives", Target: text.Draw(rt, "to"), Origin: "world", Confidence: 0.7, On: w.now}, said)
				case 4:
					if len(loops) > 0 {
						w.write(event.Loops, event.LoopClosed{Loop: loops[0], Outcome: "done"}, loops[0])
						loops = loops[1:]
					}
				}
			}
			q := signal.Query{Text: text.Draw(rt, "message"), Tail: text.Draw(rt, "tail"), Tier: "standard", Now: today, Sight: memory.Sight{}}
			plain, err := signal.Gather(t.Context(), w.mind, q)
			if err != nil {
				rt.Fatal(err)
			}
			q.Kept = kept
			for n := range 2 { // as it was kept by the turn before, and by this one
				got, err := signal.Gather(t.Context(), w.mind, q)
				if err != nil {
					rt.Fatal(err)
				}
				if diff := cmp.Diff(plain, got, cmpopts.EquateEmpty()); diff != "" {
					rt.Fatalf("turn %d, %d (-plain +kept):\n%s", turn, n, diff)
				}
			}
		}
	})
}

// What a turn did not read is not kept, and of no text more than there is room for.
func TestWhatIsKeptIsBounded(t *testing.T) {
	w := newWorld(t)
	said := w.say("all of this")
	first := w.write(event.Loops, event.LoopOpened{Text: "renew the warehouse lease", On: w.now}, said)
	q := signal.Query{Text: "What about the lease?", Now: today, Kept: new(signal.Kept)}
	gather := func() {
		t.Helper()
		if _, err := signal.Gather(t.Context(), w.mind, q); err != nil {
			t.Fatal(err)
		}
	}
	gather()
	if texts, stems := q.Kept.Holds(); texts != 1 || stems != 3+signal.VectorSize {
		t.Fatalf("%d texts of %d stems are kept, with a vector", texts, stems)
	}
	w.write(event.Loops, event.LoopClosed{Loop: first, Outcome: "done"}, first)
	gather()
	if texts, _ := q.Kept.Holds(); texts != 0 {
		t.Errorf("%d texts are kept of what is closed", texts)
	}
	for i := range 200 {
		var long strings.Builder
		for j := range 700 {
			fmt.Fprintf(&long, "x%dy%d ", i, j)
		}
		w.write(event.Loops, event.LoopOpened{Text: long.String(), On: w.now}, said)
	}
	gather()
	if texts, stems := q.Kept.Holds(); texts == 0 || texts == 200 || stems > signal.MostKept {
		t.Errorf("%d texts of %d stems are kept, at most %d are", texts, stems, signal.MostKept)
	}
}
