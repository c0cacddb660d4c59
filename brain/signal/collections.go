package signal

import (
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// collections are the kinds of memory that feed signals; what was said and learned as a fact
// stands beside the message instead (SPEC §13.3).
var collections = []store.Kind{
	store.Belief, "theory", "pattern", "intent", "prediction", "joke", store.Loop, store.Decision,
}

// ofACollection is how many of one collection feed a source (SPEC §13.3).
const ofACollection = 2

// places are how many things are searched for in all collections together, so that the best of a
// small one stand behind those of a large one and are still found.
const places = 40

// Collections is what finds, in the collections that feed signals, what bears on a message, as far
// as the reader may see it; its hits are Query.Near. What no longer holds is among it: that a
// forecast did not come true is worth knowing.
func Collections(text string, reader memory.Sight, now time.Time) store.Query {
	return store.Query{Text: text, Audiences: reader.Audiences(), Kinds: collections, Now: now, Superseded: true, Limit: places}
}

// best gives the best hits of some kinds that a test lets through.
func (q *Query) best(n int, may func(event.Seq, store.Item) bool, kinds ...store.Kind) []store.Item {
	var items []store.Item
	for _, h := range q.Near {
		for _, k := range kinds {
			if len(items) < n && h.Item.Kind == k && may(event.Seq(h.Item.Seq), h.Item) {
				items = append(items, h.Item)
			}
		}
	}
	return items
}
