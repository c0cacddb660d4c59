package inspect

import (
	"context"
	"errors"
	"iter"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// seen is an event read from the ledger. The payload is nil if it was forgotten.
type seen struct {
	ledger.Record
	payload event.Payload
}

// event looks up one event; ok is false where the number is not used.
func (l *look) event(ctx context.Context, seq event.Seq) (e seen, ok bool, err error) {
	r, p, err := l.turn.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return seen{}, false, nil
	}
	return seen{r, p}, err == nil, err
}

// events gives all that match, in the order of the query.
func (l *look) events(ctx context.Context, q ledger.Query) ([]seen, error) {
	var out []seen
	for r, err := range l.turn.Mind.Events(ctx, q) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		out = append(out, seen{r, p})
	}
	return out, nil
}

// named gives the events of these numbers, ascending. Those that do not exist are left out.
func (l *look) named(ctx context.Context, seqs []event.Seq) ([]seen, error) {
	if len(seqs) == 0 {
		return nil, nil // an empty list in a query would match everything
	}
	return l.events(ctx, ledger.Query{Seqs: seqs})
}

// resting gives the events of these kinds that rest on one of the numbers, ascending.
func (l *look) resting(ctx context.Context, on []event.Seq, kinds ...event.Kind) ([]seen, error) {
	if len(on) == 0 {
		return nil, nil
	}
	return l.events(ctx, ledger.Query{From: on, Kinds: kinds})
}

func newest(k event.Kind, limit int) ledger.Query {
	return ledger.Query{Kinds: []event.Kind{k}, Newest: true, Limit: limit}
}

// stretch is how many numbers are read at once when walking back. A query over a bounded
// stretch costs the same however long the ledger is.
const stretch = 1000

// backwards walks the events of these kinds, newest first, from before a number on. It
// reads the ledger by and by: who stops early pays for what he saw.
func (l *look) backwards(ctx context.Context, before event.Seq, kinds ...event.Kind) iter.Seq2[seen, error] {
	return func(yield func(seen, error) bool) {
		for before > 1 {
			after := event.Seq(0)
			if before > stretch {
				after = before - stretch - 1
			}
			found, err := l.events(ctx, ledger.Query{Kinds: kinds, After: after, Before: before})
			if err != nil {
				yield(seen{}, err)
				return
			}
			for _, e := range slices.Backward(found) {
				if !yield(e, nil) {
					return
				}
			}
			before = after + 1
		}
	}
}

// told is the text of a message as it stands now, and the events that state it: the
// message, and its newest edit if there is one.
func (l *look) told(ctx context.Context, e seen) (text string, states []event.Seq, err error) {
	h, ok := e.payload.(event.Heard)
	if !ok {
		return "", nil, nil
	}
	text, states = h.Text, []event.Seq{e.Seq}
	edits, err := l.edits(ctx, e.Seq)
	if err != nil || len(edits) == 0 {
		return text, states, err
	}
	last := edits[len(edits)-1]
	switch p := last.payload.(type) {
	case event.Edited:
		text = p.Text
	case event.Transcribed:
		text = p.Text
	}
	return text, append(states, last.Seq), nil
}

// edits gives the edits of a message, and what was heard in its recording, as far as they are
// not forgotten, oldest first.
func (l *look) edits(ctx context.Context, message event.Seq) ([]seen, error) {
	found, err := l.resting(ctx, []event.Seq{message}, "edited", "transcribed")
	return slices.DeleteFunc(found, func(e seen) bool {
		switch p := e.payload.(type) {
		case event.Edited:
			return p.Message != message
		case event.Transcribed:
			return p.Message != message
		}
		return true
	}), err
}

// maxDepth bounds the walk from something derived to what it rests on.
const maxDepth = 6

// root is the message that an event rests on: the first of its external roots, or zero.
func (l *look) root(ctx context.Context, e seen) (seen, bool, error) {
	from := e.From
	for range maxDepth {
		roots, err := l.named(ctx, from)
		if err != nil {
			return seen{}, false, err
		}
		from = nil
		for _, r := range roots {
			switch p := r.payload.(type) {
			case event.Heard:
				return r, true, nil
			case event.Edited:
				from = append(from, p.Message)
			case event.Transcribed:
				from = append(from, p.Message)
			default:
				from = append(from, r.From...)
			}
		}
		if len(from) == 0 {
			break
		}
	}
	return seen{}, false, nil
}

// origin links a date to the message behind an event, or to the event itself.
func (l *look) origin(ctx context.Context, seq event.Seq, letter byte) (byte, event.Seq, error) {
	e, ok, err := l.event(ctx, seq)
	if err != nil || !ok {
		return letter, seq, err
	}
	root, ok, err := l.root(ctx, e)
	if err != nil || !ok {
		return letter, seq, err
	}
	return 'm', root.Seq, nil
}
