package change

import (
	"context"
	"errors"
	"slices"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// thing is what a handle names.
type thing struct {
	handle  command.Handle
	rec     ledger.Record
	payload event.Payload // nil once forgotten
}

func (x thing) seq() event.Seq { return x.rec.Seq }
func (x thing) gone() bool     { return x.payload == nil }

// kinds are the kinds of event that a handle's letter can name (MESSAGES 23).
func kinds(letter byte) []event.Kind {
	switch letter {
	case 'm':
		return []event.Kind{event.Heard{}.Kind(), event.Learned{}.Kind(), event.PostQueued{}.Kind()}
	case 'd':
		return []event.Kind{event.DecisionRecorded{}.Kind(), event.DecisionProposed{}.Kind()}
	case 'l':
		return []event.Kind{event.LoopOpened{}.Kind()}
	case 'r':
		return []event.Kind{event.ReminderSet{}.Kind()}
	case 'c':
		return []event.Kind{event.CommitmentMade{}.Kind()}
	case 'w':
		return []event.Kind{event.WatchSet{}.Kind()}
	}
	return nil
}

// named finds what a handle names; ok is false if there is nothing of that kind.
func named(ctx context.Context, t *turn.Turn, h command.Handle) (x thing, ok bool, err error) {
	return ofKind(ctx, t, h, kinds(h.Letter))
}

// forgettable is named for what can be forgotten: the files of a message, too.
func forgettable(ctx context.Context, t *turn.Turn, h command.Handle) (x thing, ok bool, err error) {
	all := kinds(h.Letter)
	if h.Letter == 'm' {
		all = append(all, event.Attached{}.Kind())
	}
	return ofKind(ctx, t, h, all)
}

func ofKind(ctx context.Context, t *turn.Turn, h command.Handle, kinds []event.Kind) (x thing, ok bool, err error) {
	rec, p, err := t.Event(ctx, event.Seq(h.N))
	if errors.Is(err, ledger.ErrNoEvent) {
		return thing{}, false, nil
	}
	if err != nil || !slices.Contains(kinds, rec.Kind) {
		return thing{}, false, err
	}
	return thing{h, rec, p}, true, nil
}

// unknown is the answer to a handle that names nothing.
func unknown(t *turn.Turn, h command.Handle) (*turn.Reply, error) {
	return says(t, "I have nothing under `%s`.", h)
}

// all reads every event that matches, in the order of the query.
func all(ctx context.Context, t *turn.Turn, q ledger.Query) ([]ledger.Record, error) {
	var out []ledger.Record
	for r, err := range t.Mind.Events(ctx, q) {
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
