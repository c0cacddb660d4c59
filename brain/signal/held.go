package signal

import (
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// held makes a signal each of the best memories of some kinds that still hold, with how sure one
// can be of them. Of what is no more than a guess nothing is said unasked (MESSAGES 17).
func held(v memory.View, q *Query, kinds ...store.Kind) []Signal {
	holds := func(seq event.Seq, i store.Item) bool {
		h, ok := v.Beliefs.Of(seq)
		return ok && !h.Over && !h.Contradicted && i.ValidTo.IsZero() && phrase.Doubt(h.Confidence(q.Now)) != guess
	}
	var out []Signal
	for _, i := range q.best(ofACollection, holds, kinds...) {
		h, _ := v.Beliefs.Of(event.Seq(i.Seq))
		out = append(out, learned(i, phrase.Doubt(h.Confidence(q.Now))))
	}
	return out
}

// guess is how phrase.Doubt words what is said only when asked.
var guess = phrase.Doubt(0)

// learned makes a signal of one memory.
func learned(i store.Item, note string) Signal {
	seq := event.Seq(i.Seq)
	return Signal{
		Name:  phrase.Handle('m', seq),
		Lines: []Line{{Seq: seq, Letter: 'm', On: i.On, Text: i.Text, Note: note}},
	}
}
