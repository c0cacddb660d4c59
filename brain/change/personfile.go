package change

import (
	"context"

	"citadel/brain/acquaintance"
	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// ofPerson finds the messages that somebody's file rests on, where the words are his name: those
// that speak of him by another name or by none, and those that made a group, a note or a name.
func ofPerson(ctx context.Context, t *turn.Turn, words string, before event.Seq) (all []thing, err error) {
	known, err := acquaintance.Known(ctx, t)
	if err != nil {
		return nil, err
	}
	found := known.Called(words)
	if len(found) != 1 {
		return nil, nil
	}
	for _, seq := range found[0].Rests() {
		said, err := messagesBehind(ctx, t, seq)
		if err != nil {
			return nil, err
		}
		for _, m := range said {
			y, ok, err := named(ctx, t, command.Handle{Letter: 'm', N: uint64(m)})
			if err != nil {
				return nil, err
			}
			if h, heard := y.payload.(event.Heard); ok && heard && m < before && t.Sight().Shows(h.Audience, h.Place) {
				all = append(all, y)
			}
		}
	}
	return all, nil
}

// messagesBehind gives the messages that an event rests on, through what was made of them.
func messagesBehind(ctx context.Context, t *turn.Turn, seq event.Seq) (heard []event.Seq, err error) {
	rec, p, err := t.Event(ctx, seq)
	if err != nil || p == nil {
		return nil, err
	}
	if _, ok := p.(event.Heard); ok {
		return []event.Seq{seq}, nil
	}
	for _, from := range rec.From {
		more, err := messagesBehind(ctx, t, from)
		if err != nil {
			return nil, err
		}
		heard = append(heard, more...)
	}
	return heard, nil
}
