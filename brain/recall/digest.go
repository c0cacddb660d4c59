package recall

import (
	"context"
	"slices"
	"time"

	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/words"
)

// A part of a digest says in which sitting something was said; the words themselves are read
// in the ledger. So what has faded is found by its month's account and shown like anything
// else: word for word, with its own date and handle.

const (
	// sitting is how many messages of one are read.
	sitting = 100
	// sittingOver is the silence that ends one.
	sittingOver = 4 * time.Hour
	// mostSittings is how many are read for one query, those of the best parts.
	mostSittings = 4
	// monthRead is how many messages of a month are read for a question about all of a time.
	monthRead = 500
)

// unfold puts in the place of a digest's parts the messages that the query is about. An
// account that nothing more particular was found of stays, as what it is.
func unfold(ctx context.Context, t *turn.Turn, q Query, hits []store.Hit) ([]store.Hit, error) {
	folded := func(h store.Hit) bool { return h.Item.Kind == store.Digest }
	if !slices.ContainsFunc(hits, folded) {
		return hits, nil
	}
	digests := digests{t: t, known: map[uint64]digest{}}
	read := map[uint64]bool{} // sittings, by their first message
	var sittings []sat
	top := 0.0
	for _, h := range hits {
		if !folded(h) || h.Item.Part == 0 {
			continue
		}
		if len(sittings) == mostSittings {
			break
		}
		said, err := digests.sitting(ctx, h.Item)
		if err != nil {
			return nil, err
		}
		if len(said) == 0 || read[said[0].Seq] {
			continue
		}
		read[said[0].Seq] = true
		sittings = append(sittings, sat{h.Item.Seq, h.Score, said})
		top = max(top, h.Score)
	}
	said, found := nearest(q, sittings, top)
	out := slices.DeleteFunc(hits, func(h store.Hit) bool { return folded(h) && (h.Item.Part > 0 || found[h.Item.Seq]) })
	return append(out, said...), nil
}

// digests reads in the ledger what digests stand for.
type digests struct {
	t     *turn.Turn
	known map[uint64]digest
}

// digest is one as the ledger has it.
type digest struct {
	of   []event.Seq // ascending
	ends map[event.Seq]entry
}

// of looks a digest up, with what was withdrawn since it was made.
func (ds *digests) of(ctx context.Context, seq uint64) (digest, error) {
	if d, ok := ds.known[seq]; ok {
		return d, nil
	}
	r, err := ds.t.Mind.Event(ctx, event.Seq(seq))
	if err != nil || r.Forgotten() {
		return digest{}, err
	}
	d := digest{of: slices.Sorted(slices.Values(r.From))}
	d.ends, err = tell(ctx, ds.t, ledger.Query{After: r.Seq, Kinds: []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}})
	ds.known[seq] = d
	return d, err
}

// sitting reads what was said in the sitting of a part, by whomever.
func (ds *digests) sitting(ctx context.Context, part store.Item) ([]store.Item, error) {
	d, err := ds.of(ctx, part.Seq)
	if err != nil {
		return nil, err
	}
	at, _ := slices.BinarySearch(d.of, event.Seq(part.Turn))
	some := d.of[max(0, at-before):min(len(d.of), at+2*sitting)] // every other one is an answer
	said, err := ds.read(ctx, d, some)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(said, func(a, b store.Item) int { return a.On.Compare(b.On) })
	from, to := 0, len(said)
	for i := 1; i < len(said); i++ {
		if said[i].On.Sub(said[i-1].On) <= sittingOver {
			continue
		}
		if said[i].On.After(part.On) {
			to = i
			break
		}
		from = i
	}
	return said[from:to], nil
}

// before is how many events before the first of a speaker his sitting may have begun.
const before = 20

// longestMonth is how long before its last message the month of an account began, at most.
const longestMonth = 31 * 24 * time.Hour

// during reads what was said in a time, of the newest that an account stands for.
func (ds *digests) during(ctx context.Context, span when.Span, account store.Item) ([]store.Item, error) {
	if account.On.Before(span.From) || !span.To.IsZero() && !account.On.Add(-longestMonth).Before(span.To) {
		return nil, nil
	}
	d, err := ds.of(ctx, account.Seq)
	if err != nil {
		return nil, err
	}
	said, err := ds.read(ctx, d, d.of[max(0, len(d.of)-monthRead):])
	return slices.DeleteFunc(said, func(i store.Item) bool {
		return i.On.Before(span.From) || !span.To.IsZero() && !i.On.Before(span.To)
	}), err
}

// read gives messages as they stand, without what was withdrawn since they were folded.
func (ds *digests) read(ctx context.Context, d digest, seqs []event.Seq) ([]store.Item, error) {
	if len(seqs) == 0 {
		return nil, nil
	}
	told, err := tell(ctx, ds.t, ledger.Query{Seqs: seqs, Kinds: []event.Kind{event.Heard{}.Kind()}})
	if err != nil {
		return nil, err
	}
	changes, err := tell(ctx, ds.t, ledger.Query{From: seqs, Kinds: []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}})
	if err != nil {
		return nil, err
	}
	var items []store.Item
	for _, seq := range seqs {
		e := told[seq]
		h, ok := e.payload.(event.Heard)
		if !ok || withdrawn(seq, d.ends) {
			continue
		}
		item := store.Item{Seq: uint64(seq), Kind: store.Said, Text: standing(seq, h.Text, changes), On: h.On}
		if item.On.IsZero() {
			item.On = e.record.At
		}
		item.Speaker, _ = words.Speaker(h.Text)
		if e.record.Trust != event.ByPrincipal {
			if item.Kind, item.Speaker = store.Heard, h.Person.Name; h.Forwarded != "" {
				item.Speaker = h.Forwarded
			}
		}
		items = append(items, item)
	}
	return items, nil
}

// withdrawn says whether the newest of what was decided of a message is that it does not hold.
func withdrawn(seq event.Seq, ends map[event.Seq]entry) bool {
	newest, gone := event.Seq(0), false
	for at, e := range ends {
		switch p := e.payload.(type) {
		case event.Superseded:
			if p.Memory == seq && at > newest {
				newest, gone = at, true
			}
		case event.Restored:
			if p.Memory == seq && at > newest {
				newest, gone = at, false
			}
		}
	}
	return gone
}
