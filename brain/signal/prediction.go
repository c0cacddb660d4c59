package signal

import (
	"slices"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/predictions"
	"citadel/memory/store"
)

// wrongForecasts are predictions that turned out wrong and bear on the message: the principal's own, as he
// said, and what was learned as one and superseded or rejected. What is still to come is no signal. No
// feedback makes them rarer: being wrong is worth knowing.
func wrongForecasts(v memory.View, q *Query) []Signal {
	own := slices.DeleteFunc(slices.Clone(v.Predictions.All), func(p predictions.Prediction) bool { return p.Outcome != event.CameWrong })
	var out []Signal
	for _, p := range likest(q, ofACollection, own, func(p predictions.Prediction) string { return p.Text }) {
		out = append(out, q.missed(p))
	}
	wrong := func(seq event.Seq, _ store.Item) bool {
		h, ok := v.Beliefs.Of(seq)
		return ok && (h.Over || h.Contradicted)
	}
	for _, i := range q.best(ofACollection, wrong, "prediction") {
		s := learned(i, "it turned out wrong")
		s.Protective = true
		out = append(out, s)
	}
	return out
}

// missed is a prediction of the principal's that did not come true. Where his words stand beside the
// message anyway they are cited there, and what became of them is told all the same.
func (q *Query) missed(p predictions.Prediction) Signal {
	line := Line{On: p.On, Text: p.Text, Note: "he foretold it, " + phrase.Figure(p.P) + " sure, and said that it did not come true"}
	if !q.Shown[p.Message] {
		line.Seq, line.Letter = p.Message, 'm'
	}
	return Signal{
		Name: phrase.Handle('m', p.Message), Seqs: append(p.Rests(), p.Message), Protective: true, Lines: []Line{line},
	}
}
