package brain

import (
	"context"
	"slices"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// learnedSince says whether anything was learned, or ended, or holds again, since an event.
func (b *Brain) learnedSince(ctx context.Context, seq event.Seq) (bool, error) {
	kinds := []event.Kind{event.Learned{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind()}
	for _, err := range b.Mind.Events(ctx, ledger.Query{After: seq, Kinds: kinds, Limit: 1}) {
		return true, err
	}
	return false, nil
}

// alsoSince adds to the changes of a turn what happened beside it: where a message is superseded
// of which a job has made memories since the turn was assembled, they are superseded with it.
// Else what was corrected a moment ago would go on to hold.
func (b *Brain) alsoSince(ctx context.Context, t *turn.Turn, writes []turn.Write) ([]turn.Write, error) {
	all := slices.Clone(writes)
	for _, w := range writes {
		s, ok := w.Payload.(event.Superseded)
		if !ok {
			continue
		}
		since := ledger.Query{After: t.UpTo, From: []event.Seq{s.Memory}, Kinds: []event.Kind{event.Learned{}.Kind()}}
		for r, err := range b.Mind.Events(ctx, since) {
			if err != nil {
				return nil, err
			}
			s.Memory = r.Seq
			all = append(all, turn.Write{Payload: s, From: w.From})
		}
	}
	return all, nil
}
