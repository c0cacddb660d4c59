package recall

import (
	"context"
	"slices"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Agreed are statements of which the principal said, when he was asked which of two holds, that both do.
type Agreed [][]event.Seq

// AgreedBy gives what he said so of before the turn. An error is one of the ledger.
func AgreedBy(ctx context.Context, t *turn.Turn) (all Agreed, err error) {
	for r, err := range ledger.Each[event.Settled](ctx, t.Mind, ledger.Query{Kinds: []event.Kind{event.Settled{}.Kind()}, Before: t.Messages[0].Seq}) {
		if err != nil {
			return nil, err
		}
		if r.Said.How == event.BothHold {
			all = append(all, r.From)
		}
	}
	return all, nil
}

// On says whether he said so of two statements, each given by the message or by what was learned of it.
func (all Agreed) On(a, b []event.Seq) bool {
	if slices.ContainsFunc(a, func(s event.Seq) bool { return slices.Contains(b, s) }) {
		return false
	}
	has := func(of, one []event.Seq) bool {
		return slices.ContainsFunc(one, func(s event.Seq) bool { return s != 0 && slices.Contains(of, s) })
	}
	return slices.ContainsFunc(all, func(of []event.Seq) bool { return has(of, a) && has(of, b) })
}
