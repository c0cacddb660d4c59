// Package gate chooses what of all that could be noticed in a turn enters its prompt (SPEC §6).
//
// A few places, more of them the deeper the turn, go to the signals with the highest score:
//
//	weight = base × what feedback made of its kind
//	score  = weight × relevance
//
// Where nothing is relevant at all, as in a turn of two words, the weight alone orders. The rest
// is dropped, and the receipt says so.
//
// It is a pure function of plain data: the order in which signals are given does not matter, and
// the same signals always come to the same end.
package gate

import (
	"cmp"
	"math"
	"slices"

	"citadel/brain/signal"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// crowded is why a signal has no place: others scored higher.
const crowded = "score"

// Feedback is what reactions made of a kind of signal.
type Feedback struct {
	Multiplier float64 // 0.5 to 1.5; 1 where it is zero
	Due        bool    // it has had no place for as long as a dismissed kind may be kept out
}

// In is what is chosen from.
type In struct {
	Tier    string // reflex, routine, standard or deep; any other counts as standard
	Signals []signal.Signal
	// Feedback on a kind; nil where there is none on any.
	Feedback func(kind string) Feedback
	// Mood says that the principal wants his mood to be read, and that nobody else reads the place.
	Mood bool
	// Open gives every signal a place: a simulation shows by it what choosing is for.
	Open bool
}

// Out is what was chosen.
type Out struct {
	Kept []signal.Signal // in the order in which they stand in the prompt
	Tone []signal.Signal // what is left of a feeling: it colours the tone and is not told
	event.Gated
}

// Places is how many signals a tier admits (SPEC §5).
func Places(tier string) int {
	switch tier {
	case "reflex":
		return 4
	case "routine":
		return 6
	case "deep":
		return 14
	}
	return 9
}

// candidate is a signal with what it comes to.
type candidate struct {
	signal.Signal
	weight, score float64
	due           bool
	how           string
}

// Choose says what enters. A charge above formula.BypassCharge lets one signal in whatever its
// score, in standard and deep turns where the mood may be read. Of what is due the best takes the
// place of the last, where it would have none. No protective signal weighs less than its base.
func Choose(in In) Out {
	all := weigh(in)
	out := Out{Gated: event.Gated{Tier: in.Tier, Places: Places(in.Tier)}}
	if in.Open {
		out.Places = len(all)
	}
	tone, all := bypass(in, all)
	kept, dropped := split(all, out.Places)
	kept, dropped = explore(kept, dropped)

	slices.SortStableFunc(kept, func(a, b candidate) int { return cmp.Compare(a.place(), b.place()) })
	for _, c := range append(tone, kept...) {
		if c.place() == inTone {
			out.Tone = append(out.Tone, c.Signal)
		} else {
			out.Kept = append(out.Kept, c.Signal)
		}
		out.Signals = append(out.Signals, c.receipt(true))
	}
	for _, c := range dropped {
		c.how = crowded
		out.Signals = append(out.Signals, c.receipt(false))
	}
	return out
}

// inTone is the place of what colours the tone: before everything else.
const inTone = -1

// place is where the signal stands in the prompt.
func (c candidate) place() int {
	if c.Kind == event.SignalResidue || c.how == event.Bypassed {
		return inTone
	}
	return c.At
}

// weigh gives the signals with what they come to, best first. What is no number counts as none.
func weigh(in In) []candidate {
	all := make([]candidate, len(in.Signals))
	relevant := false
	for i, s := range in.Signals {
		c := candidate{Signal: s}
		c.Base, c.Relevance, c.Charge = share(s.Base), share(s.Relevance), share(s.Charge)
		f := Feedback{}
		if in.Feedback != nil {
			f = in.Feedback(s.Kind)
		}
		multiplier := f.Multiplier
		if !(multiplier > 0) {
			multiplier = 1
		}
		if s.Protective {
			multiplier = max(multiplier, formula.ProtectiveMultiplier)
		}
		c.due = f.Due && multiplier < formula.RareMultiplier
		c.weight = c.Base * multiplier
		c.score = c.weight * c.Relevance
		relevant = relevant || c.Relevance > 0
		all[i] = c
	}
	slices.SortFunc(all, func(a, b candidate) int {
		byScore := cmp.Compare(b.score, a.score)
		if !relevant {
			byScore = 0
		}
		return cmp.Or(byScore, cmp.Compare(b.weight, a.weight), cmp.Compare(b.Relevance, a.Relevance),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), slices.Compare(a.Cites(), b.Cites()))
	})
	return all
}

func share(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return max(0, min(x, 1))
}

// bypass takes out the signal of the highest charge, if it is high enough and the turn is one
// whose tone it may colour.
func bypass(in In, all []candidate) (tone, rest []candidate) {
	if !in.Mood || in.Tier == "reflex" || in.Tier == "routine" {
		return nil, all
	}
	at := -1
	for i, c := range all {
		if c.Charge > formula.BypassCharge && (at < 0 || c.Charge > all[at].Charge) {
			at = i
		}
	}
	if at < 0 {
		return nil, all
	}
	tone = []candidate{all[at]}
	tone[0].how = event.Bypassed
	return tone, slices.Delete(all, at, at+1)
}

func split(all []candidate, places int) (kept, dropped []candidate) {
	n := min(places, len(all))
	return slices.Clone(all[:n]), slices.Clone(all[n:])
}

// explore gives the best of what is due a place where none of it has one: the last that is not
// of something protective.
func explore(kept, dropped []candidate) ([]candidate, []candidate) {
	due := func(c candidate) bool { return c.due }
	at := slices.IndexFunc(dropped, due)
	last := len(kept) - 1
	for last >= 0 && kept[last].Protective {
		last--
	}
	if at < 0 || last < 0 || slices.ContainsFunc(kept, due) {
		return kept, dropped
	}
	chosen := dropped[at]
	chosen.how = event.Explored
	dropped = slices.Insert(slices.Delete(dropped, at, at+1), 0, kept[last])
	kept = append(slices.Delete(kept, last, last+1), chosen)
	return kept, dropped
}

func (c candidate) receipt(kept bool) event.Noticed {
	seqs := c.Cites()
	if len(seqs) == 0 {
		seqs = c.Seqs
	}
	return event.Noticed{
		Kind: c.Kind, Name: c.Name, Seqs: seqs, Base: c.Base, Weight: c.weight,
		Relevance: c.Relevance, Score: c.score, Kept: kept, How: c.how,
	}
}
