package beliefs_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// A belief behind a prediction that came wrong loses a tenth of how sure he was, one behind a right one gains a
// twentieth of what he lacked, and it does not matter whether the memory was named or the message it was made of.
func TestWhatAPredictionRestedOn(t *testing.T) {
	for name, of := range map[string]func(memory, message event.Seq) []event.Seq{
		"the memory":  func(memory, _ event.Seq) []event.Seq { return []event.Seq{memory} },
		"its message": func(_, message event.Seq) []event.Seq { return []event.Seq{message} },
		"both":        func(memory, message event.Seq) []event.Seq { return []event.Seq{memory, message} },
	} {
		w := newWorld()
		said := w.hear("they pay late")
		m, other := w.learn(event.Inferred, said), w.learn(event.Inferred, w.hear("they pay"))
		p := w.add(event.ByAgent, event.PredictionMade{P: 0.8, Because: of(m, said)})
		w.add(event.ByAgent, event.PredictionResolved{Prediction: p, Outcome: event.CameWrong})
		if h := w.of(t, m); math.Abs(h.Base-(0.60-0.08)) > 1e-12 || len(h.Foretold) != 1 {
			t.Errorf("%s, wrong: %+v", name, h)
		}
		w.add(event.ByAgent, event.PredictionResolved{Prediction: p, Outcome: event.CameTrue})
		if h := w.of(t, m); math.Abs(h.Base-(0.60+0.01)) > 1e-12 {
			t.Errorf("%s, right after all: %+v", name, h)
		}
		if h := w.of(t, other); h.Base != 0.60 || len(h.Foretold) != 0 {
			t.Errorf("%s: what it did not rest on: %+v", name, h)
		}
	}
}

// Whatever is said of predictions, in whatever order and however often, a belief has moved by the last word on each of
// those that rest on it, once; and when all is taken back or forgotten it is as sure as it was.
func TestEachResolutionCountsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		m := w.learn(event.Inferred, w.hear("they pay late"))
		before := w.of(t, m).Belief
		n := rapid.IntRange(1, 4).Draw(t, "predictions")
		var made []event.Seq
		var p []float64
		last := make([]string, n)
		for range n {
			p = append(p, rapid.Float64Range(0.01, 0.99).Draw(t, "p"))
			made = append(made, w.add(event.ByAgent, event.PredictionMade{P: p[len(p)-1], Because: []event.Seq{m, m}}))
		}
		for range rapid.IntRange(0, 12).Draw(t, "words") {
			i := rapid.IntRange(0, n-1).Draw(t, "of")
			last[i] = rapid.SampledFrom([]string{event.CameTrue, event.CameWrong, event.Undecided, ""}).Draw(t, "word")
			if last[i] == "" {
				w.add(event.ByAgent, event.PredictionReopened{Prediction: made[i]})
			} else {
				w.add(event.ByAgent, event.PredictionResolved{Prediction: made[i], Outcome: last[i]})
			}
		}
		want := before
		for i, word := range last {
			switch word {
			case event.CameTrue:
				want = want.Predicted(p[i], true)
			case event.CameWrong:
				want = want.Predicted(p[i], false)
			}
		}
		if got := w.of(t, m).Belief; got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
		if rapid.Bool().Draw(t, "forget") {
			w.add(event.ByPrincipal, event.Forgotten{Seqs: made})
		} else {
			for _, s := range made {
				w.add(event.ByAgent, event.PredictionReopened{Prediction: s})
			}
		}
		if got := w.of(t, m); got.Belief != before || len(got.Foretold) != 0 {
			t.Fatalf("taken back: %+v, want %+v", got, before)
		}
	})
}

// A word that is forgotten leaves the one before it, and a memory that is forgotten weighs on nothing.
func TestAForgottenWordOnAPrediction(t *testing.T) {
	w := newWorld()
	m := w.learn(event.Inferred, w.hear("they pay late"))
	p := w.add(event.ByAgent, event.PredictionMade{P: 0.5, Because: []event.Seq{m, 999}})
	w.add(event.ByAgent, event.PredictionResolved{Prediction: p, Outcome: event.CameWrong})
	wrong := w.of(t, m).Belief
	right := w.add(event.ByAgent, event.PredictionResolved{Prediction: p, Outcome: event.CameTrue})
	w.add(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{right}}, 1)
	if got := w.of(t, m).Belief; got != wrong || wrong == formula.NewBelief(formula.Inferred) {
		t.Errorf("%+v, want %+v", got, wrong)
	}
	w.add(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{m}}, 1)
	empty := beliefs.New()
	empty.Apply(w.log[0].rec, w.log[0].p) // the message is there still
	if a, b := string(saved(t, w.fold)), string(saved(t, empty)); a != b {
		t.Errorf("something is left: %s, not %s", a, b)
	}
}
