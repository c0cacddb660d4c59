package ledger

import (
	"context"
	"fmt"
	"slices"

	"citadel/memory/event"
)

// Plan is what forgetting some events would reach.
type Plan struct {
	Seqs  []event.Seq // the events themselves and all that carries their content, ascending
	Again []event.Seq // messages that also support something lost: it will be learned again from them
	Quote []event.Seq // the agent's own posts that rest on them; forgetting does not touch these by itself
}

// Reach computes what forgetting seqs would reach: it walks From, transitively, and
// stops at utterances of the agent (SPEC §2.1). Events already forgotten are left out.
// Records of forgetting are never reached.
func (l *Log) Reach(ctx context.Context, seqs ...event.Seq) (Plan, error) {
	var p Plan
	found := map[event.Seq]Record{}
	for rec, err := range l.Read(ctx, Query{Seqs: seqs}) {
		if err != nil {
			return p, err
		}
		if spec, _ := event.Of(rec.Kind); !rec.Forgotten() && !(spec.Sensitive && spec.Own) {
			found[rec.Seq] = rec
		}
	}
	next := keysOf(found)
	for len(next) > 0 {
		var reached []event.Seq
		for rec, err := range l.Read(ctx, Query{From: next}) {
			if err != nil {
				return p, err
			}
			spec, _ := event.Of(rec.Kind)
			if _, seen := found[rec.Seq]; seen || rec.Forgotten() {
				continue
			}
			if spec.Utterance {
				p.Quote = append(p.Quote, rec.Seq)
				continue
			}
			found[rec.Seq] = rec
			reached = append(reached, rec.Seq)
		}
		next = reached
	}
	p.Seqs = keysOf(found)
	for _, rec := range found {
		for _, root := range rec.From {
			if _, lost := found[root]; !lost {
				p.Again = append(p.Again, root)
			}
		}
	}
	// A post named by itself is to go; it is not among those that merely quote.
	p.Quote = slices.DeleteFunc(p.Quote, func(s event.Seq) bool { _, lost := found[s]; return lost })
	p.Quote, p.Again = sorted(p.Quote), sorted(p.Again)
	return p, nil
}

// Forget destroys the keys of the plan's events and records that it did, in one commit,
// and drops every checkpoint that could hold them. What is left of an event is its place
// in the chain. Forgetting twice is harmless.
func (l *Log) Forget(ctx context.Context, p Plan, reason string, causes ...event.Seq) (Record, error) {
	w := writing{log: l, head: l.head, first: l.first, at: l.now().UTC().UnixMicro()}
	rec, err := w.entry(Entry{
		source: event.Ledger, Trust: event.ByPrincipal, Causes: causes,
		payload: event.Forgotten{Seqs: p.Seqs, Again: p.Again, Reason: reason},
	})
	if err != nil {
		return rec, fmt.Errorf("ledger: forget: %w", err)
	}
	if shelf := l.Shelf(); shelf != nil && len(p.Seqs) > 0 {
		// Before the keys go: a crash in between costs a checkpoint, not a promise.
		if err := shelf.Drop(ctx, p.Seqs[0]); err != nil {
			return rec, fmt.Errorf("ledger: forget: drop checkpoints: %w", err)
		}
	}
	if err := l.store.Append(ctx, w.rows, p.Seqs); err != nil {
		return rec, fmt.Errorf("ledger: forget: %w", err)
	}
	return rec, l.advance(w.head, w.first)
}

func keysOf(m map[event.Seq]Record) []event.Seq {
	out := make([]event.Seq, 0, len(m))
	for s := range m {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func sorted(s []event.Seq) []event.Seq {
	slices.Sort(s)
	return slices.Compact(s)
}
