package signal

import (
	"context"
	"fmt"
	"slices"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Gather asks all sources about one moment of a mind, and gives what may be told to whoever
// reads the answer: in the order of the table, with words and relevance.
//
// A signal is told where each event that made it may be, and of its lines those whose event may
// (memory.Mind.Shown): this is the one place where that is decided. What rests on no event holds
// nobody's words and is told everywhere. What stands beside the message anyway is left out, and
// so is what was forgotten.
//
// It reads the folds and the ledger and writes nothing but q.Kept. The errors are those of the ledger.
func Gather(ctx context.Context, m *memory.Mind, q Query) ([]Signal, error) {
	given := make([][]Signal, len(Table))
	m.Read(func(v memory.View) {
		for i, s := range Table {
			given[i] = s.Gather(v, &q)
		}
	})
	var all []Signal
	for i, source := range Table {
		told, err := q.told(ctx, m, source, given[i])
		if err != nil {
			return nil, fmt.Errorf("signal: %s: %w", source.Kind, err)
		}
		all = append(all, told...)
	}
	if err := word(ctx, m, all); err != nil {
		return nil, fmt.Errorf("signal: words: %w", err)
	}
	all = slices.DeleteFunc(all, func(s Signal) bool { return len(s.Lines) == 0 })
	q.relate(all)
	q.reader().end()
	return all, nil
}

// told takes of what a source gave as many as the table says, of those that may be told.
func (q *Query) told(ctx context.Context, m *memory.Mind, source Source, given []Signal) (kept []Signal, err error) {
	for _, s := range given {
		if len(kept) == source.Most {
			break
		}
		shown, err := q.shows(ctx, m, s.Seqs...)
		if err != nil {
			return nil, err
		}
		if !shown {
			continue
		}
		if s.Lines, err = q.lines(ctx, m, s.Lines); err != nil {
			return nil, err
		}
		if len(s.Lines) == 0 {
			continue
		}
		s.Kind, s.At = source.Kind, source.At
		if s.Base == 0 {
			s.Base = source.Base
		}
		kept = append(kept, s)
	}
	return kept, nil
}

// lines keeps those that may be told and do not stand beside the message anyway.
func (q *Query) lines(ctx context.Context, m *memory.Mind, given []Line) (kept []Line, err error) {
	for _, l := range given {
		if l.Seq != 0 && q.Shown[l.Seq] {
			continue
		}
		shown := l.Seq == 0
		if !shown {
			if shown, err = q.shows(ctx, m, l.Seq); err != nil {
				return nil, err
			}
		}
		if shown {
			kept = append(kept, l)
		}
	}
	return kept, nil
}

func (q *Query) shows(ctx context.Context, m *memory.Mind, seqs ...event.Seq) (bool, error) {
	if q.Sight.Private() {
		return true, nil
	}
	for _, seq := range seqs {
		if shown, err := m.Shown(ctx, q.Sight, seq); err != nil || !shown {
			return false, err
		}
	}
	return true, nil
}

// word looks up what is said in lines of which a fold holds the number alone. Lines whose words
// were forgotten go.
func word(ctx context.Context, m *memory.Mind, signals []Signal) error {
	var seqs []event.Seq
	for _, s := range signals {
		for _, l := range s.Lines {
			if l.Text == "" {
				seqs = append(seqs, l.Seq)
			}
		}
	}
	if len(seqs) == 0 {
		return nil // a query that lists nothing asks for everything
	}
	learned := map[event.Seq]event.Learned{}
	for r, err := range ledger.Each[event.Learned](ctx, m, ledger.Query{Seqs: seqs}) {
		if err != nil {
			return err
		}
		learned[r.Seq] = r.Said
	}
	for i := range signals {
		for j := range signals[i].Lines {
			if l := &signals[i].Lines[j]; l.Text == "" {
				l.Text, l.On = learned[l.Seq].Text, learned[l.Seq].On
			}
		}
		signals[i].Lines = slices.DeleteFunc(signals[i].Lines, func(l Line) bool { return l.Text == "" })
	}
	return nil
}
