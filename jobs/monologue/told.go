package monologue

import (
	"context"
	"maps"
	"slices"
	"time"

	"citadel/brain/grave"
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// told is what is new of what was told where the same people read.
type told struct {
	at    memory.Sight
	notes ponder.Notes // oldest first: of too many the newest
	from  []event.Seq  // what they were made of
	after event.Seq    // the last that was thought over
	upTo  event.Seq    // the last of these
}

func (t *told) audience() event.Audience {
	if t.at.Private() {
		return event.Private
	}
	return t.at.Audience
}

// gather is what was told today and not thought over yet, by place, where there is enough of it to think about.
func gather(ctx context.Context, in jobs.In) ([]*told, error) {
	year, month, day := in.Now.Date()
	sieve, err := jobs.Sift(ctx, in, time.Date(year, month, day, 0, 0, 0, 0, in.Now.Location()))
	if err != nil {
		return nil, err
	}
	things, err := sieve.Lately(ctx, 0)
	if err != nil {
		return nil, err
	}
	groups := map[string]*told{}
	for _, t := range things {
		seen, err := in.Roots(ctx, t.Rests...)
		if err != nil {
			return nil, err
		}
		readers, one := alike(seen)
		if !one {
			continue
		}
		g := groups[readers]
		if g == nil {
			g = &told{at: seen[0], upTo: t.Seq}
			in.Read(func(v memory.View) { g.after = v.Agency.MusedUpTo(g.audience(), g.at.Room()) })
			groups[readers] = g
		}
		if t.Seq > g.after && len(g.notes) < mostNotes && !grave.Touched(t.Text) { // to read for what is grave takes longest
			g.notes, g.from = append(g.notes, ponder.Note{Seq: t.Seq, How: t.How, Text: t.Text}), append(g.from, t.Rests...)
		}
	}
	var all []*told
	for _, readers := range slices.Sorted(maps.Keys(groups)) {
		if g := groups[readers]; len(g.notes) >= fewest {
			slices.Reverse(g.notes)
			slices.Sort(g.from)
			g.from = slices.Compact(g.from)
			all = append(all, g)
		}
	}
	return all, nil
}

// alike names who reads what these sights saw, and says whether it is the same people for all.
func alike(seen []memory.Sight) (readers string, same bool) {
	for i, s := range seen {
		switch r := memory.Readers(s.Audience, s.Place); {
		case i == 0:
			readers = r
		case r != readers:
			return "", false
		}
	}
	return readers, len(seen) > 0
}
