package journal

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"citadel/brain/grave"
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// mostNotes is how many of a day a model is shown.
const mostNotes = 40

// erred begins how a note is that something went wrong; the sort of error stands behind it.
const erred = "went wrong"

// rank is in which order notes are kept where there are too many: what went wrong comes first, then what was decided
// and got done.
var rank = map[string]int{jobs.WasDecided: 1, jobs.GotDone: 2, jobs.WasLetGo: 3, jobs.LeftOpen: 4, jobs.CameUp: 5}

// gather are the notes since the last entry, oldest first: of a huge day those that say most of it.
func gather(ctx context.Context, in jobs.In) (ponder.Notes, error) {
	since := in.Now.Add(-back)
	sieve, err := jobs.Sift(ctx, in, since)
	if err != nil {
		return nil, err
	}
	var after event.Seq
	in.Read(func(v memory.View) { after = v.Self.Journaled })
	things, err := sieve.Lately(ctx, after)
	if err != nil {
		return nil, err
	}
	var notes ponder.Notes
	for _, t := range things {
		notes = append(notes, ponder.Note{Seq: t.Seq, How: t.How, Text: t.Text})
	}
	for r, err := range ledger.Each[event.Erred](ctx, in, ledger.Query{After: after, Newest: true}) {
		if err != nil {
			return nil, err
		}
		if r.At.Before(since) {
			break
		}
		may, err := sieve.May(ctx, r.Record)
		if err != nil {
			return nil, err
		}
		if text, err := correction(ctx, in, r.Record); err != nil {
			return nil, err
		} else if may && text != "" {
			notes = append(notes, ponder.Note{Seq: r.Seq, How: erred + ", " + r.Said.Sort, Text: text})
		}
	}
	notes = slices.DeleteFunc(notes, func(n ponder.Note) bool { return grave.Touched(n.Text) })
	slices.SortFunc(notes, func(a, b ponder.Note) int {
		return cmp.Or(cmp.Compare(rank[a.How], rank[b.How]), cmp.Compare(b.Seq, a.Seq))
	})
	notes = notes[:min(len(notes), mostNotes)]
	slices.SortFunc(notes, func(a, b ponder.Note) int { return cmp.Compare(a.Seq, b.Seq) })
	return notes, nil
}

// correction is what the principal said against the agent.
func correction(ctx context.Context, in jobs.In, r ledger.Record) (string, error) {
	for _, seq := range r.From {
		rec, p, err := in.Event(ctx, seq)
		if errors.Is(err, ledger.ErrNoEvent) || err == nil && p == nil || rec.Kind != "" && rec.Kind != (event.Heard{}).Kind() {
			continue // it is gone, or is what was wrong and not what was said against it
		}
		if err != nil {
			return "", err
		}
		if h, ok := p.(event.Heard); ok {
			return h.Text, nil
		}
	}
	return "", nil
}
