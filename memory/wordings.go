package memory

import (
	"context"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Wordings are what messages became since, by edits and by being written down, each with its message: what was learned or
// done rests on the words it was made from. The error is the ledger's.
func (m *Mind) Wordings(ctx context.Context, messages ...event.Seq) (map[event.Seq]event.Seq, error) {
	of := map[event.Seq]event.Seq{}
	if len(messages) == 0 { // a query for none would be one for all
		return of, nil
	}
	kinds := []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}
	for r, err := range m.Events(ctx, ledger.Query{From: messages, Kinds: kinds, Sealed: true}) {
		if err != nil {
			return nil, err
		}
		for _, s := range r.From {
			if slices.Contains(messages, s) {
				of[r.Seq] = s
			}
		}
	}
	return of, nil
}
