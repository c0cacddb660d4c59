package inspect

import (
	"context"

	"citadel/memory/event"
)

// sees says whether an event may be shown to those who will read the reply (memory.Sight). A
// forgotten one is never shown.
func (l *look) sees(ctx context.Context, e seen) (bool, error) {
	if e.payload == nil {
		return false, nil
	}
	return l.shows(ctx, e.Seq)
}

// shows says whether all of these may be shown.
func (l *look) shows(ctx context.Context, seqs ...event.Seq) (bool, error) {
	if l.sight.Private() {
		return true, nil
	}
	for _, seq := range seqs {
		if shown, err := l.turn.Mind.Shown(ctx, l.sight, seq); err != nil || !shown {
			return false, err
		}
	}
	return true, nil
}

// visible drops what may not be shown: an item of a fold is judged by the events that made
// it what it is. Where everything may be shown it asks nothing.
func visible[T any](ctx context.Context, l *look, items []T, made func(T) []event.Seq) ([]T, error) {
	if l.sight.Private() {
		return items, nil
	}
	var kept []T
	for _, item := range items {
		if may, err := l.shows(ctx, made(item)...); err != nil {
			return nil, err
		} else if may {
			kept = append(kept, item)
		}
	}
	return kept, nil
}

// alone is the one event that made an item.
func alone[T any](number func(T) event.Seq) func(T) []event.Seq {
	return func(item T) []event.Seq { return []event.Seq{number(item)} }
}
