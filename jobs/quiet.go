package jobs

import (
	"context"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Quiet are the messages of which nothing is to be made: those of turns, begun at a moment or after it, that were kept
// out of memory (TRUST, Crisis). A job that asks for them reads TurnBegan, TurnJoined and TurnEnded.
func Quiet(ctx context.Context, in In, since time.Time) (map[event.Seq]bool, error) {
	messages, quiet := map[event.Seq][]event.Seq{}, []event.Seq{}
	kinds := []event.Kind{event.TurnBegan{}.Kind(), event.TurnJoined{}.Kind(), event.TurnEnded{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, in, ledger.Query{Kinds: kinds, Newest: true}) {
		if err != nil {
			return nil, err
		}
		if r.At.Before(since) {
			break
		}
		switch p := r.Said.(type) {
		case event.TurnBegan:
			messages[r.Seq] = append(messages[r.Seq], p.Messages...)
		case event.TurnJoined:
			messages[r.Cause()] = append(messages[r.Cause()], p.Messages...)
		case event.TurnEnded:
			if p.Quiet {
				quiet = append(quiet, r.Cause())
			}
		}
	}
	out := map[event.Seq]bool{}
	for _, turn := range quiet {
		for _, m := range messages[turn] {
			out[m] = true
		}
	}
	return out, nil
}
