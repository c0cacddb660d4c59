package ledger

import (
	"context"
	"iter"

	"citadel/memory/event"
)

// Source is where events can be read: a mind, or what a job is given of one.
type Source interface {
	Events(ctx context.Context, q Query) iter.Seq2[Record, error]
}

// Told is an event with what it says.
type Told[P event.Payload] struct {
	Record
	Said P
}

// Each gives the events of a query that say a P, in its order and decoded:
//
//	for e, err := range ledger.Each[event.Edited](ctx, mind, ledger.Query{From: messages}) {
//
// The query need not name the kind of P. With event.Payload itself for P all events of the query are
// given. What was forgotten says nothing and is passed over. It ends with the first error, of the source
// or of decoding.
func Each[P event.Payload](ctx context.Context, from Source, q Query) iter.Seq2[Told[P], error] {
	var of P
	if one := event.Payload(of); one != nil {
		q.Kinds = []event.Kind{one.Kind()}
	}
	return func(yield func(Told[P], error) bool) {
		for r, err := range from.Events(ctx, q) {
			var p event.Payload
			if err == nil {
				p, err = r.Payload()
			}
			if err != nil {
				yield(Told[P]{Record: r}, err)
				return
			}
			if said, ok := p.(P); ok && !yield(Told[P]{r, said}, nil) {
				return
			}
		}
	}
}
