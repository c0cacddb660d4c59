package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"citadel/memory/event"
)

// Plan is what forgetting some events would reach. Each list ascends.
type Plan struct {
	Seqs  []event.Seq // the events themselves and all that carries their content
	Again []event.Seq // messages that survive and also support something lost: it will be learned again from them
	Spent []event.Seq // of Again, those from which it is not: Reach names none
	Quote []event.Seq // the agent's own posts that rest on them; forgetting does not touch these by itself
}

// Reach computes what forgetting seqs would reach: it walks From, transitively, and
// stops at utterances of the agent (SPEC §2.1). Numbers that do not exist and events
// already forgotten are left out. The log's own records, which the chain needs, and
// checkpoints are never reached.
func (l *Log) Reach(ctx context.Context, seqs ...event.Seq) (Plan, error) {
	var p Plan
	lost := map[event.Seq]bool{}
	roots := map[event.Seq]bool{}
	lose := func(rec Record, spec event.Spec) {
		lost[rec.Seq] = true
		for _, root := range rec.From {
			if !spec.Summary {
				roots[root] = true
			}
		}
	}
	err := l.among(ctx, Query{Seqs: seqs}, len(seqs), func(rec Record, spec event.Spec) {
		if !rec.Forgotten() && !kept(spec) {
			lose(rec, spec)
		}
	})
	for next := keysOf(lost); len(next) > 0 && err == nil; {
		var reached []event.Seq
		err = l.among(ctx, Query{From: next}, len(next), func(rec Record, spec event.Spec) {
			switch {
			case lost[rec.Seq] || rec.Forgotten() || kept(spec):
			case spec.Utterance:
				p.Quote = append(p.Quote, rec.Seq)
			default:
				lose(rec, spec)
				reached = append(reached, rec.Seq)
			}
		})
		next = reached
	}
	if err != nil {
		return Plan{}, err
	}
	for s := range lost {
		delete(roots, s)
	}
	// What the agent said or found supports nothing (SPEC §2.1), and neither does what is forgotten.
	err = l.among(ctx, Query{Seqs: keysOf(roots)}, len(roots), func(rec Record, spec event.Spec) {
		if spec.Message && !rec.Forgotten() {
			p.Again = append(p.Again, rec.Seq)
		}
	})
	if err != nil {
		return Plan{}, err
	}
	p.Seqs, p.Quote = keysOf(lost), sorted(p.Quote)
	return p, nil
}

// kept says whether events of a kind cannot be forgotten: they hold nobody's words, and
// the log cannot be verified, or the mind not restored, without them.
func kept(spec event.Spec) bool { return spec.Sensitive && spec.Own }

// among gives the records of a query that lists n things. A list of none asks for none,
// and not, as in a Query, for all.
func (l *Log) among(ctx context.Context, q Query, n int, see func(Record, event.Spec)) error {
	if n == 0 {
		return nil
	}
	for rec, err := range l.Read(ctx, q) {
		if err != nil {
			return err
		}
		spec, _ := event.Of(rec.Kind)
		see(rec, spec)
	}
	return nil
}

// Forget destroys the keys of the plan's events and records that it did, in one commit,
// and drops every checkpoint that could hold them: none may be saved meanwhile. It walks
// again from Seqs, so that what came to rest on them since the plan was made goes with
// them. What is left of an event is its place in the chain. Forgetting twice is harmless.
// The error is ErrLingers, together with the record, where the events are forgotten but
// the store could not clean its files.
func (l *Log) Forget(ctx context.Context, p Plan, reason string, causes ...event.Seq) (Record, error) {
	rec, err := l.forget(ctx, p, reason, causes)
	if err != nil {
		err = fmt.Errorf("ledger: forget: %w", err)
	}
	return rec, err
}

func (l *Log) forget(ctx context.Context, p Plan, reason string, causes []event.Seq) (Record, error) {
	if l.readOnly {
		return Record{}, ErrReadOnly
	}
	if l.doubt != nil {
		return Record{}, l.doubt
	}
	causes, err := resolve(slices.Clone(causes), l.head.Seq+1, 0)
	if err != nil {
		return Record{}, err
	}
	spent := p.Spent
	if p, err = l.Reach(ctx, p.Seqs...); err != nil {
		return Record{}, err
	}
	p.Again = slices.DeleteFunc(p.Again, func(s event.Seq) bool { return slices.Contains(spent, s) })
	said := event.Forgotten{Seqs: p.Seqs, Again: p.Again, Reason: reason}
	if said.Digest, err = l.digest(ctx, p.Seqs); err != nil {
		return Record{}, err
	}
	w := l.writing()
	rec, err := w.entry(Entry{source: event.Ledger, Trust: event.ByPrincipal, Causes: once(causes), payload: said})
	if err != nil {
		return Record{}, err
	}
	if shelf := l.Shelf(); shelf != nil && len(p.Seqs) > 0 {
		// Before the keys go: a crash in between costs a checkpoint, not a promise.
		if err := shelf.Drop(ctx, p.Seqs[0]); err != nil {
			return Record{}, fmt.Errorf("drop checkpoints: %w", err)
		}
	}
	if err := w.commit(ctx, p.Seqs); err != nil {
		if errors.Is(err, ErrLingers) {
			return rec, err
		}
		return Record{}, err
	}
	return rec, nil
}

func keysOf(m map[event.Seq]bool) []event.Seq {
	return slices.Sorted(maps.Keys(m))
}
