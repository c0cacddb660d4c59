package inspect

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// noticed lists all signals of the turn, those that were in view first, each with what it scored
// and of what the score was made.
func (w *weighed) noticed(ctx context.Context, l *look, yield func(*phrase.Text, error) bool) bool {
	g := w.turn.gated
	at := []event.Seq{g.seq}
	if !yield(label("Signals in view"), nil) {
		return false
	}
	kept := 0
	for _, s := range g.Signals {
		if s.Kept {
			kept++
		}
	}
	if !yield(new(phrase.Text).Claim(at, "Tier %s: %s, %d taken", g.Tier, phrase.Count(g.Places, "place"), kept), nil) {
		return false
	}
	if g.Late && !yield(new(phrase.Text).Claim(at, "The search for patterns, theories and the like did not end in time: none of them was weighed"), nil) {
		return false
	}
	for _, s := range g.Signals[:kept] {
		if !yield(w.signal(ctx, l, s)) {
			return false
		}
	}
	if !yield(label("Signals dropped"), nil) {
		return false
	}
	for _, s := range g.Signals[kept:] {
		if !yield(w.signal(ctx, l, s)) {
			return false
		}
	}
	return true
}

// signal words one of them: what stands behind it, as far as it may be told here, and what it
// came to.
func (w *weighed) signal(ctx context.Context, l *look, s event.Noticed) (*phrase.Text, error) {
	at := []event.Seq{w.turn.gated.seq}
	t, err := l.first(ctx, s.Seqs)
	if err != nil {
		return nil, err
	}
	if t != nil {
		t.Claim(at, "; %s", s.Kind)
	} else {
		t = new(phrase.Text).Claim(at, "%s", s.Kind)
		if s.Name != s.Kind {
			t.Claim(at, " `%s`", s.Name)
		}
	}
	if more := len(s.Seqs) - 1; more > 0 {
		t.Claim(at, " and %d more", more)
	}
	t.Claim(at, ", score %s = weight %s × relevance %s", phrase.Figure(s.Score), phrase.Figure(s.Weight), phrase.Figure(s.Relevance))
	if s.Weight != s.Base {
		t.Claim(at, " (base %s)", phrase.Figure(s.Base))
	}
	return t.Say("%s", w.how(s)), nil
}

// first words the first of some events that may be shown; nil where none may.
func (l *look) first(ctx context.Context, seqs []event.Seq) (*phrase.Text, error) {
	found, err := l.named(ctx, seqs)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		if line, err := l.evidence(ctx, e); err != nil || line != nil {
			return line, err
		}
	}
	return nil, nil
}

// how says how a signal came in where its score alone does not tell, and whether it was used.
func (w *weighed) how(s event.Noticed) string {
	words := ""
	switch s.How {
	case event.Bypassed:
		words = ", for the tone alone"
	case event.Explored:
		words = ", let in to see whether it is still not wanted"
	}
	if s.Kept && w.cites(s) {
		return words + ", cited"
	}
	return words
}

// cites says whether the post names something of the signal as its ground.
func (w *weighed) cites(s event.Noticed) bool {
	return slices.ContainsFunc(w.said.Cites, func(c event.Cite) bool {
		return slices.ContainsFunc(c.Seqs, func(seq event.Seq) bool { return slices.Contains(s.Seqs, seq) })
	})
}
