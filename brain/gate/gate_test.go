package gate_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/gate"
	"citadel/brain/signal"
	"citadel/memory/event"
)

var tiers = []string{"reflex", "routine", "standard", "deep"}

// kinds of the tests, with what feedback made of them.
var kinds = []string{event.SignalLoop, event.SignalJoke, event.SignalDream, event.SignalBelief, event.SignalResidue}

// given is a random choice to be made.
func given(t *rapid.T) gate.In {
	in := gate.In{Tier: rapid.SampledFrom(tiers).Draw(t, "tier"), Mood: rapid.Bool().Draw(t, "mood")}
	some := rapid.OneOf(rapid.SampledFrom([]float64{0, 0, 0.5, 1}), rapid.Float64Range(0, 1))
	for i := range rapid.IntRange(0, 30).Draw(t, "signals") {
		in.Signals = append(in.Signals, signal.Signal{
			Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Name: fmt.Sprintf("l%d", i), At: rapid.IntRange(18, 80).Draw(t, "at"),
			Lines: []signal.Line{{Seq: event.Seq(i + 1), Text: "said"}},
			Base:  some.Draw(t, "base"), Relevance: some.Draw(t, "relevance"), Charge: some.Draw(t, "charge"),
			Protective: rapid.Bool().Draw(t, "protective"),
		})
	}
	feedback := map[string]gate.Feedback{}
	for _, k := range kinds {
		feedback[k] = gate.Feedback{Multiplier: rapid.Float64Range(0.5, 1.5).Draw(t, "multiplier"), Due: rapid.Bool().Draw(t, "due")}
	}
	in.Feedback = func(kind string) gate.Feedback { return feedback[kind] }
	return in
}

func names(all []signal.Signal) []string {
	var out []string
	for _, s := range all {
		out = append(out, s.Name)
	}
	return out
}

func TestTheOrderOfSignalsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := given(t)
		want := gate.Choose(in)
		in.Signals = rapid.Permutation(in.Signals).Draw(t, "another order")
		if d := cmp.Diff(want, gate.Choose(in)); d != "" {
			t.Fatal(d)
		}
	})
}

// No more enter than a tier has places, but for one that colours the tone; nobody is lost.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := given(t)
		out := gate.Choose(in)
		most := map[string]int{"reflex": 4, "routine": 6, "standard": 9, "deep": 14}[in.Tier]
		bypassed := 0
		for _, s := range out.Signals {
			if s.How != event.Bypassed {
				continue
			}
			bypassed++
			at := slices.IndexFunc(in.Signals, func(x signal.Signal) bool { return x.Name == s.Name })
			if !in.Mood || in.Tier == "reflex" || in.Tier == "routine" || in.Signals[at].Charge <= 0.8 {
				t.Fatalf("%s, mood %v: %+v is let in", in.Tier, in.Mood, in.Signals[at])
			}
		}
		if taken := len(out.Kept) + len(out.Tone) - bypassed; out.Places != most || bypassed > 1 || taken != min(most, len(in.Signals)-bypassed) {
			t.Fatalf("%s: %d of %d places are taken, %d came without one", in.Tier, taken, most, bypassed)
		}
		for _, s := range out.Kept {
			if s.Kind == event.SignalResidue {
				t.Fatal("what is left of a feeling is told")
			}
		}
		if len(out.Signals) != len(in.Signals) {
			t.Fatalf("%d signals, %d on the receipt", len(in.Signals), len(out.Signals))
		}
		var kept []string
		for i, s := range out.Signals {
			if s.Kept {
				kept = append(kept, s.Name)
			}
			if s.Kept == (i >= len(out.Kept)+len(out.Tone)) || s.How == "" && !s.Kept {
				t.Fatalf("the receipt has %+v in place %d", s, i)
			}
		}
		if d := cmp.Diff(slices.Concat(names(out.Tone), names(out.Kept)), kept); d != "" {
			t.Fatal(d)
		}
		if !slices.IsSortedFunc(out.Kept, func(a, b signal.Signal) int { return a.At - b.At }) {
			t.Fatal("not in the order of the prompt")
		}
	})
}

// What becomes more relevant never leaves for it.
func TestMoreRelevantNeverLeaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := given(t)
		if len(in.Signals) == 0 {
			return
		}
		in.Signals = slices.Clone(in.Signals)
		s := &in.Signals[rapid.IntRange(0, len(in.Signals)-1).Draw(t, "which")]
		enters := func() bool {
			out := gate.Choose(in)
			return slices.Contains(names(out.Kept), s.Name) || slices.Contains(names(out.Tone), s.Name)
		}
		before := enters()
		s.Relevance += rapid.Float64Range(0, 1).Draw(t, "more")
		if before && !enters() {
			t.Fatalf("%s left when it became more relevant", s.Name)
		}
	})
}

// Whatever feedback says, what protects weighs its base at least, and scores no less.
func TestWhatProtectsIsNeverWeighedDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := given(t)
		protective := map[string]bool{}
		for _, s := range in.Signals {
			protective[s.Name] = s.Protective
		}
		for _, s := range gate.Choose(in).Signals {
			if protective[s.Name] && s.Weight < s.Base {
				t.Fatalf("%+v", s)
			}
			if math.Abs(s.Score-s.Weight*s.Relevance) > 1e-12 {
				t.Fatalf("the score is not weight times relevance: %+v", s)
			}
		}
	})
}

func TestChoose(t *testing.T) {
	line := func(n int) []signal.Line { return []signal.Line{{Seq: event.Seq(n), Text: "said"}} }
	many := func(n int, relevance float64) (all []signal.Signal) {
		for i := range n {
			all = append(all, signal.Signal{Kind: event.SignalLoop, Name: fmt.Sprintf("l%02d", i), Base: 0.6, At: 44, Relevance: relevance, Lines: line(i + 1)})
		}
		return all
	}
	joke := signal.Signal{Kind: event.SignalJoke, Name: "m90", Base: 0.25, At: 76, Lines: line(90)}
	warning := signal.Signal{Kind: event.SignalBoundary, Name: "rule 7", Base: 1, At: 30, Seqs: []event.Seq{7}, Protective: true, Relevance: 0.5}
	faint := signal.Signal{Kind: event.SignalBoundary, Name: "rule 8", Base: 1, At: 30, Seqs: []event.Seq{8}, Protective: true, Relevance: 0.1}
	grief := signal.Signal{Kind: event.SignalResidue, Name: "grief", Base: 0.9, At: 32, Charge: 0.95, Lines: line(91)}
	disliked := func(due bool) func(string) gate.Feedback {
		return func(string) gate.Feedback { return gate.Feedback{Multiplier: 0.5, Due: due} }
	}
	for name, c := range map[string]struct {
		in    gate.In
		kept  []string
		tone  []string
		first float64 // score of the first on the receipt
	}{
		"nothing":                     {in: gate.In{Tier: "deep"}},
		"nothing is relevant":         {in: gate.In{Tier: "reflex", Signals: append(many(3, 0), joke, grief)}, kept: []string{"l00", "l01", "l02"}, tone: []string{"grief"}},
		"a warning that nobody likes": {in: gate.In{Tier: "reflex", Signals: append(many(9, 0.8), warning), Feedback: disliked(false)}, kept: []string{"rule 7", "l00", "l01", "l02"}, first: 0.5},
		"a dismissed kind stays out":  {in: gate.In{Tier: "reflex", Signals: append(many(9, 0.8), joke), Feedback: disliked(false)}, kept: []string{"l00", "l01", "l02", "l03"}, first: 0.24},
		"until it is due":             {in: gate.In{Tier: "reflex", Signals: append(many(9, 0.8), joke), Feedback: func(k string) gate.Feedback { return gate.Feedback{Multiplier: 0.5, Due: k == event.SignalJoke} }}, kept: []string{"l00", "l01", "l02", "m90"}, first: 0.24},
		"what is due ousts no warning": {in: gate.In{Tier: "reflex", Signals: append(many(3, 0.8), faint, joke), Feedback: func(k string) gate.Feedback {
			return gate.Feedback{Multiplier: 0.5, Due: k == event.SignalJoke}
		}}, kept: []string{"rule 8", "l00", "l01", "m90"}, first: 0.1},
		"grief colours the tone":          {in: gate.In{Tier: "standard", Mood: true, Signals: append(many(12, 0.8), grief)}, kept: names(many(9, 0)), tone: []string{"grief"}},
		"where the mood is read":          {in: gate.In{Tier: "standard", Signals: append(many(12, 0.8), grief)}, kept: names(many(9, 0)), first: 0.48},
		"and not in a routine turn":       {in: gate.In{Tier: "routine", Mood: true, Signals: append(many(12, 0.8), grief)}, kept: names(many(6, 0)), first: 0.48},
		"no number is no relevance":       {in: gate.In{Tier: "reflex", Signals: []signal.Signal{{Kind: "loop", Name: "l1", Base: math.NaN(), Relevance: math.NaN(), Lines: line(1)}, joke}}, kept: []string{"l1", "m90"}},
		"an unknown tier is the standard": {in: gate.In{Tier: "vast", Signals: many(20, 1)}, kept: names(many(9, 0)), first: 0.6},
	} {
		t.Run(name, func(t *testing.T) {
			out := gate.Choose(c.in)
			if !slices.Equal(names(out.Kept), c.kept) || !slices.Equal(names(out.Tone), c.tone) {
				t.Errorf("kept %q, for the tone %q; want %q, %q", names(out.Kept), names(out.Tone), c.kept, c.tone)
			}
			if len(out.Signals) > 0 && math.Abs(out.Signals[0].Score-c.first) > 1e-9 {
				t.Errorf("the first scores %g, want %g", out.Signals[0].Score, c.first)
			}
		})
	}
}

// An open gate lets everything in, in the order of the prompt, and drops nothing.
func TestAnOpenGate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := given(t)
		in.Open = true
		out := gate.Choose(in)
		if len(out.Kept)+len(out.Tone) != len(in.Signals) {
			t.Fatalf("%d of %d signals let in", len(out.Kept)+len(out.Tone), len(in.Signals))
		}
	})
}
