package memory

import (
	"context"
	"errors"
	"slices"

	"citadel/memory/event"
	"citadel/memory/store"
)

// counted notes on an item how often it was recalled and whether it is consolidated, as the
// folds know it now. They may be ahead of the follower: what it meets later on the way only
// brings items up to date that were in the store before.
func (f *Follower) counted(i store.Item) store.Item {
	f.Mind.Read(func(v View) {
		i.Recalls, i.Settled = v.Warmth.Recalls[event.Seq(i.Seq)], v.Warmth.Settled[event.Seq(i.Seq)]
	})
	return i
}

// recounts names the memories whose counts an event moves.
func recounts(p event.Payload) (seqs []event.Seq) {
	switch p := p.(type) {
	case event.Recalled:
		for _, i := range p.Items {
			if i.Used {
				seqs = append(seqs, i.Memory)
			}
		}
	case event.Consolidated:
		seqs = p.Memories
	}
	return seqs
}

// recounted gives the items of memories whose counts differ from those in the store, to be
// put there. What is about to be put has its counts already.
func (f *Follower) recounted(ctx context.Context, seqs []event.Seq, about []store.Item) (changed []store.Item, err error) {
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
			if now := f.counted(part); now.Recalls != part.Recalls || now.Settled != part.Settled {
				changed = append(changed, now)
			}
		}
	}
	return changed, nil
}
