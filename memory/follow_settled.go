package memory

import (
	"context"
	"errors"
	"slices"

	"citadel/memory/event"
	"citadel/memory/store"
)

// settled notes on an item whether it is consolidated, as the folds know it now. They may be
// ahead of the follower: what it meets later on the way only brings items up to date that were
// in the store before. How often something was recalled stays with the folds alone: that moves
// at every answer, and a store on a server would write a long memory anew each time.
func (f *Follower) settled(i store.Item) store.Item {
	f.Mind.Read(func(v View) { i.Settled = v.Warmth.Settled[event.Seq(i.Seq)] })
	return i
}

// consolidated gives the items of memories that are settled by now and not so in the store, to
// be put there. What is about to be put has it noted already.
func (f *Follower) consolidated(ctx context.Context, seqs []event.Seq, about []store.Item) (changed []store.Item, err error) {
	for _, seq := range seqs {
		if slices.ContainsFunc(about, func(i store.Item) bool { return i.Seq == uint64(seq) }) {
			continue
		}
		parts, err := f.Store.Get(ctx, uint64(seq))
		if errors.Is(err, store.ErrUnknown) {
			continue // forgotten meanwhile
		}
		if err != nil {
			return nil, err
		}
		for _, part := range parts {
			if now := f.settled(part); now.Settled != part.Settled {
				changed = append(changed, now)
			}
		}
	}
	return changed, nil
}
