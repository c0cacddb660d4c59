package recall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/store"
)

// mostUsed is of how many used memories neighbours are looked for, the best first.
const mostUsed = 5

// Near gives the neighbours of the memories that a reply used, for its receipt: those most like
// them, at most formula.MostNear, the nearest first. There are none where memories have no
// vectors. Only what the turn may see is named.
func Near(ctx context.Context, t *turn.Turn, found []event.Found) ([]event.Seq, error) {
	type neighbour struct {
		seq      event.Seq
		likeness float64
	}
	var near []neighbour
	looked := 0
	var asks []store.Query
	for _, f := range found {
		if !f.Used || looked == mostUsed {
			continue
		}
		looked++
		item, err := t.Store.First(ctx, uint64(f.Memory))
		if errors.Is(err, store.ErrUnknown) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("recall: near %d: %w", f.Memory, err)
		}
		if len(item.Vector) == 0 {
			continue
		}
		asks = append(asks, store.Query{
			Audiences: t.Sight().Audiences(), Vectors: []store.Vector{{Embedder: item.Embedder, Values: item.Vector}},
			Kinds: evidence, Now: t.Now, Limit: 2 * formula.MostNear, Least: formula.Neighbouring,
		})
	}
	if len(asks) == 0 {
		return nil, nil
	}
	likes, err := t.Store.SearchAll(ctx, asks...)
	if err != nil {
		return nil, fmt.Errorf("recall: near: %w", err)
	}
	for _, like := range likes {
		for _, h := range like.Hits {
			seq := event.Seq(h.Item.Seq)
			recalled := slices.ContainsFunc(found, func(f event.Found) bool { return f.Memory == seq })
			known := slices.ContainsFunc(near, func(n neighbour) bool { return n.seq == seq })
			if h.Likeness >= formula.Neighbouring && !recalled && !known && seq < t.Messages[0].Seq {
				near = append(near, neighbour{seq, h.Likeness})
			}
		}
	}
	slices.SortFunc(near, func(a, b neighbour) int {
		return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(b.seq, a.seq))
	})
	var seqs []event.Seq
	for _, n := range near[:min(len(near), formula.MostNear)] {
		seqs = append(seqs, n.seq)
	}
	return seqs, nil
}
