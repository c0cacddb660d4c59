package recall

import (
	"cmp"
	"context"
	"slices"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/words"
)

// InLedger finds, while the store is away, what a change has to be held against: of all messages
// and memories from before the turn those that hold some of the words, the largest share first,
// then the newest, at most limit of them. shows says what may be found, as memory.Sight does. A
// hit has its text, and as Coverage the share of the words that it holds. All of the ledger is
// read, which takes about as long as "find".
func InLedger(ctx context.Context, t *turn.Turn, text string, limit int, shows func(event.Audience, event.Place) bool) ([]store.Hit, error) {
	stems := words.New(stemsOfASearch)
	wanted := terms(stems, text)
	var hits []store.Hit
	kinds := []event.Kind{event.Heard{}.Kind(), event.Learned{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, t.Mind, ledger.Query{Kinds: kinds, Before: t.Messages[0].Seq}) {
		if err != nil {
			return nil, err
		}
		item := store.Item{Seq: uint64(r.Seq)}
		shown := false
		switch p := r.Said.(type) {
		case event.Heard:
			item.Kind, item.Text, item.On, shown = store.Said, p.Text, p.On, shows(p.Audience, p.Place)
		case event.Learned:
			item.Kind, item.Text, item.On, shown = store.Kind(p.Sort), p.Text, p.On, shows(p.Audience, p.Place)
		}
		if !shown {
			continue
		}
		if share := held(stems, wanted, item.Text); share > 0 {
			hits = append(hits, store.Hit{Item: item, Score: share, Coverage: share})
		}
	}
	slices.SortFunc(hits, func(a, b store.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Item.Seq, a.Item.Seq))
	})
	return hits[:min(len(hits), limit)], nil
}
