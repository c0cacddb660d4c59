package recall

import (
	"context"
	"maps"
	"slices"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// mistakes is how many of the newest ends of memories are looked at for those that were wrong.
const mistakes = 2000

// mistaken takes out of what no longer holds what the principal marked as wrong: it never held, and is
// no history either. Of a message that also says other things it names the memories that are wrong.
func mistaken(ctx context.Context, t *turn.Turn, items []Item) ([]Item, error) {
	wrong, err := markedWrong(ctx, t)
	if err != nil || len(wrong) == 0 {
		return items, err
	}
	items = slices.DeleteFunc(items, func(i Item) bool { return wrong[i.Seq] || wrong[i.Memory] })
	told, err := tell(ctx, t, ledger.Query{Seqs: slices.Sorted(maps.Keys(wrong))})
	if err != nil {
		return nil, err
	}
	for i := range items {
		for _, seq := range slices.Sorted(maps.Keys(told)) {
			if p, ok := told[seq].payload.(event.Learned); ok && slices.Contains(told[seq].record.From, items[i].Seq) {
				items[i].Wrong = append(items[i].Wrong, p)
			}
		}
	}
	return slices.DeleteFunc(items, func(i Item) bool { return i.Superseded && len(i.Wrong) > 0 && len(i.Wrong) >= len(i.Gone) }), nil
}

// markedWrong are the memories, and the messages that were not read through yet, that were marked as
// wrong and not taken back since.
func markedWrong(ctx context.Context, t *turn.Turn) (map[event.Seq]bool, error) {
	wrong, seen := map[event.Seq]bool{}, map[event.Seq]bool{}
	kinds := []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, t.Mind, ledger.Query{Kinds: kinds, Before: t.Messages[0].Seq, Newest: true, Limit: mistakes}) {
		if err != nil {
			return nil, err
		}
		switch p := r.Said.(type) {
		case event.Superseded:
			if !seen[p.Memory] && p.Reason == event.Wrong {
				wrong[p.Memory] = true
			}
			seen[p.Memory] = true
		case event.Restored:
			seen[p.Memory] = true
		}
	}
	return wrong, nil
}
