package significance_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/significance"
	"citadel/memory/event"
)

var rules = []significance.Rule{
	{Every: "D", Mode: "pct", Size: 3}, {Every: "D", Mode: "bp", Size: 25, Policy: true}, {Every: "D", Mode: "pct7", Size: 20},
	{Every: "W", Mode: "pct", Size: 2}, {Every: "M", Mode: "yoy_bp", Size: 25}, {Every: "M", Mode: "pct", Size: 15, Seasonal: true},
	{Every: "M", Mode: "pts", Size: 0.5}, {Every: "Q", Mode: "bp", Size: 25},
}

// story is a feed to which anything happens that does happen to feeds.
func story(t *rapid.T, pulls int, told func(f *feed, before int, v significance.Verdict)) {
	f := newFeed(t, rapid.SampledFrom(rules).Draw(t, "rule"))
	value := 50.0
	for range rapid.IntRange(2, 120).Draw(t, "at first") {
		value += rapid.Float64Range(-1, 1).Draw(t, "step")
		f.then(value)
	}
	for range pulls {
		before := 0
		if last, ok := f.known().Last(); ok {
			before = int(last.On)
		}
		told(f, before, f.pull())
		at := rapid.IntRange(0, f.last()).Draw(t, "where")
		switch rapid.IntRange(0, 6).Draw(t, "what") {
		case 0, 1:
			value += rapid.Float64Range(-3, 3).Draw(t, "step")
			f.then(value)
		case 2:
			value = rapid.SampledFrom([]float64{0, -value, 2 * value, value + 20, -37}).Draw(t, "shock")
			f.then(value)
		case 3:
			f.all[at].Value += rapid.Float64Range(-20, 20).Draw(t, "revision")
		case 4:
			if len(f.all) > 2 {
				f.all = slices.Delete(slices.Clone(f.all), at, at+1)
			}
		case 5:
			for i := range f.all {
				f.all[i].Value *= 10
			}
			value *= 10
		case 6:
			f.from = rapid.SampledFrom([]string{"fred", "rba"}).Draw(t, "who")
		}
	}
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := true
		undone, seen := map[event.Seq]bool{}, map[string]bool{}
		story(t, 25, func(f *feed, before int, v significance.Verdict) {
			if first && len(v.Moves)+len(v.Undone) > 0 {
				t.Fatalf("the first answer moved: %+v", v)
			}
			first = false
			for _, m := range v.Moves {
				key := fmt.Sprint(m.On, m.Since, m.Revised, m.To)
				switch {
				case !m.Revised && int(m.On) <= before:
					t.Fatalf("a move of an old date: %+v", m)
				case m.Revised && int(m.On) > before:
					t.Fatalf("what is new was revised: %+v", m)
				case m.Since > m.On, math.Abs(m.Change) < m.Size:
					t.Fatalf("%+v", m)
				case math.IsNaN(m.Sigmas) || math.IsInf(m.Change, 0) || math.IsNaN(m.Change):
					t.Fatalf("no number: %+v", m)
				case seen[key] && !m.Revised:
					t.Fatalf("twice: %+v", m)
				case m.Severity == "":
					t.Fatalf("of no severity: %+v", m)
				}
				seen[key] = true
			}
			for _, u := range v.Undone {
				if undone[u.Move] {
					t.Fatalf("%d was taken back twice", u.Move)
				}
				undone[u.Move] = true
			}
			again := significance.Judge(f.rule, f.known(), f.from, f.all)
			if !again.Silent() || len(again.Moves)+len(again.Undone) > 0 {
				t.Fatalf("judged again: %+v", again)
			}
		})
	})
}

// Another unit, days without a figure and a second look move nothing.
func TestNothingMovesByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom(rules).Draw(t, "rule")
		f := newFeed(t, rule)
		for range rapid.IntRange(30, 200).Draw(t, "n") {
			f.then(100 + rapid.Float64Range(-20, 20).Draw(t, "value"))
		}
		f.pull()
		switch rapid.IntRange(0, 2).Draw(t, "what") {
		case 0:
			factor := rapid.SampledFrom([]float64{0.01, 0.5, 1.05, 2.2, 100}).Draw(t, "factor")
			for i := range f.all {
				f.all[i].Value *= factor
			}
		case 1:
			f.all = slices.Delete(slices.Clone(f.all), 3, 3+rapid.IntRange(1, 20).Draw(t, "holidays"))
		}
		if v := f.pull(); len(v.Moves)+len(v.Undone)+len(v.New) > 0 {
			t.Fatalf("%+v", v)
		}
	})
}

// The verdict is of the two lists alone: judging changes neither.
func TestJudgingChangesNothing(t *testing.T) {
	f := newFeed(t, crude).quiet(300, 80, 0.02)
	f.pull()
	f.then(95)
	f.all[280].Value *= 1.3
	known, all := f.known(), slices.Clone(f.all)
	figures := slices.Clone(known.Figures)
	a := significance.Judge(crude, known, "fred", f.all)
	b := significance.Judge(crude, known, "fred", f.all)
	if d := cmp.Diff(a, b); d != "" || !slices.Equal(all, f.all) || !slices.Equal(figures, known.Figures) {
		t.Error(d)
	}
}
