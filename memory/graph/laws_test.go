package graph_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// anyDay is some day of two years.
var anyDay = rapid.Custom(func(t *rapid.T) time.Time {
	return day.AddDate(0, 0, rapid.IntRange(0, 730).Draw(t, "day"))
})

// anyEvent is something that may happen to a small graph whose events are numbered up to 40.
var anyEvent = rapid.Custom(func(t *rapid.T) event.Payload {
	seq := event.Seq(rapid.IntRange(1, 40).Draw(t, "seq"))
	on := anyDay.Draw(t, "on")
	switch rapid.IntRange(0, 10).Draw(t, "what") {
	case 0:
		return event.Judged{Memory: seq, Verdict: rapid.SampledFrom([]string{event.Confirmed, event.Rejected, event.Skipping, event.Withdrawn}).Draw(t, "verdict")}
	case 1:
		return event.Superseded{Memory: seq, On: on, Reason: "wrong"}
	case 2:
		return event.Restored{Memory: seq}
	case 3:
		return event.EdgesPruned{Edges: []event.Seq{seq, seq + 1}, On: on}
	case 4:
		return event.WorldSeeded{Edition: rapid.SampledFrom([]string{"1", "2"}).Draw(t, "edition"), On: on}
	case 5:
		return event.Edited{Message: seq%4 + 1, Text: rapid.SampledFrom([]string{"", "Acme"}).Draw(t, "text"), On: on}
	}
	name := rapid.SampledFrom([]string{"a", "b", "c", "Mill", "mills"})
	p := event.EdgeDrawn{
		Source: name.Draw(t, "source"), Target: name.Draw(t, "target"), On: on,
		Relation:   rapid.SampledFrom([]string{event.Drives, event.Opposes, event.DependsOn, event.Substitutes, "is_a"}).Draw(t, "relation"),
		Origin:     rapid.SampledFrom([]string{event.FromConversation, event.FromWorld, event.FromData, event.FromPrincipal}).Draw(t, "origin"),
		Confidence: rapid.Float64Range(-0.2, 1.2).Draw(t, "confidence"),
		Client:     rapid.SampledFrom([]string{"", "", "Acme"}).Draw(t, "client"),
		By:         rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "by"),
	}
	if rapid.Bool().Draw(t, "seen") {
		p.Seen = &event.Seen{Source: rapid.Float64Range(-9, 9).Draw(t, "moved"), Target: rapid.Float64Range(-9, 9).Draw(t, "followed")}
	}
	if rapid.Bool().Draw(t, "figures") {
		p.Lag = &event.Bounds{From: rapid.Float64Range(-1, 9).Draw(t, "from"), To: rapid.Float64Range(0, 9).Draw(t, "to")}
	}
	return p
})

// apply applies events to a fold, some of which were forgotten.
func apply(f *graph.Fold, first int, events []event.Payload) {
	for i, p := range events {
		seq := event.Seq(first + i) //nolint:gosec // small
		f.Apply(ledger.Record{Seq: seq, At: day.AddDate(0, 0, first+i), From: []event.Seq{seq % 5}}, p)
	}
}

func state(t *rapid.T, f *graph.Fold) []byte {
	b, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A replay, and a checkpoint with the events after it, come to the same state to the byte, and walks
// over both to the same edges.
func TestAReplayComesToTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := rapid.SliceOfN(anyEvent, 1, 40).Draw(t, "events")
		cut := rapid.IntRange(0, len(events)).Draw(t, "cut")
		live, again := graph.New(), graph.New()
		apply(live, 1, events)
		apply(again, 1, events[:cut])
		loaded := graph.New()
		if err := loaded.Load(state(t, again)); err != nil {
			t.Fatal(err)
		}
		apply(loaded, cut+1, events[cut:])
		if a, b := state(t, live), state(t, loaded); !bytes.Equal(a, b) {
			t.Fatalf("live\n%s\nreplayed\n%s", a, b)
		}
		for _, name := range live.Things() {
			x, y := live.Around([]string{name}, 2), loaded.Around([]string{name}, 2)
			if !slices.Equal(seqs(x), seqs(y)) {
				t.Fatalf("around %s: %v and %v", name, seqs(x), seqs(y))
			}
			a, _ := live.Find(name)
			b, _ := loaded.Find(name)
			if !slices.Equal(ways(live, a), ways(loaded, b)) {
				t.Fatalf("from %s: %v and %v", name, ways(live, a), ways(loaded, b))
			}
		}
	})
}

// ways are the steps from a thing, by the edges they go over.
func ways(f *graph.Fold, t graph.Thing) (out []event.Seq) {
	for _, s := range slices.Concat(f.Steps(t), f.Own(t)) {
		out = append(out, f.Over(s).Seq)
	}
	slices.Sort(out)
	return out
}

// What is forgotten leaves nothing: the state is that of a ledger in which it never was.
func TestWhatIsForgottenLeavesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := rapid.SliceOfN(anyEvent, 1, 40).Draw(t, "events")
		gone := rapid.IntRange(0, len(events)-1).Draw(t, "forgotten")
		forgotten := slices.Clone(events)
		forgotten[gone] = nil // its key is destroyed; its number stays
		f, never := graph.New(), graph.New()
		apply(f, 1, forgotten)
		apply(never, 1, events[:gone])
		apply(never, gone+2, events[gone+1:])
		if a, b := state(t, f), state(t, never); !bytes.Equal(a, b) {
			t.Fatalf("forgotten\n%s\nnever\n%s", a, b)
		}
	})
}

// Every confidence lies in (0, 0.99], and only falls while nothing happens; the steps are those of
// the edges that stand, and no others.
func TestEveryEdgeKeepsTheLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := graph.New()
		apply(f, 1, rapid.SliceOfN(anyEvent, 1, 40).Draw(t, "events"))
		early, late := anyDay.Draw(t, "early"), anyDay.Draw(t, "late")
		if late.Before(early) {
			early, late = late, early
		}
		if got, want := len(f.Contradictions()), opposed(f.Edges(all)); got != want {
			t.Fatalf("%d contradictions, want %d", got, want)
		}
		steps := 0
		for _, e := range f.Edges(all) {
			if e.Confidence < 0.0099 || e.Confidence > 0.99 || e.At(late) > e.At(early) || e.At(late) < 0.15 && e.Confidence >= 0.15 || e.At(early) > 0.99 {
				t.Fatalf("%+v: %g, then %g", e, e.At(early), e.At(late))
			}
			steps++
			if e.Relation == event.Substitutes {
				steps++
			}
		}
		for _, name := range f.Things() {
			thing, _ := f.Find(name)
			for _, s := range slices.Concat(f.Steps(thing), f.Own(thing)) {
				steps--
				e := f.Over(s)
				from, to := e.Source, e.Target
				if e.Relation == event.DependsOn || e.Relation == event.Substitutes && from != name {
					from, to = to, from
				}
				if !e.Stands() || from != name || to != f.Called(s.To) || s.Sign != e.Sign() {
					t.Fatalf("a step from %s to %s over %+v", name, f.Called(s.To), e)
				}
			}
		}
		if steps != 0 {
			t.Fatalf("%d steps are missing", steps)
		}
	})
}

// opposed counts between which things, and for which clients, edges of both signs stand.
func opposed(edges []graph.Edge) int {
	found := map[[3]string]bool{}
	for _, a := range edges {
		for _, b := range edges {
			if a.Source == b.Source && a.Target == b.Target && a.Client == b.Client && a.Sign().Opposite(b.Sign()) {
				found[[3]string{a.Source, a.Target, a.Client}] = true
			}
		}
	}
	return len(found)
}
