package signal

import (
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// predictions are those that turned out wrong: superseded, or rejected by the principal. What is
// still to come is no signal. No feedback makes them rarer: being wrong is worth knowing.
func predictions(v memory.View, q *Query) []Signal {
	wrong := func(seq event.Seq, _ store.Item) bool {
		h, ok := v.Beliefs.Of(seq)
		return ok && (h.Over || h.Contradicted)
	}
	var out []Signal
	for _, i := range q.best(ofACollection, wrong, "prediction") {
		s := learned(i, "it turned out wrong")
		s.Protective = true
		out = append(out, s)
	}
	return out
}
