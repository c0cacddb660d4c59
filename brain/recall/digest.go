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
	// mostParts is how many parts are looked up for one query, the best of them: each costs two
	// reads of the ledger.
	mostParts = 8
	// ofOnePart is how many messages one part brings.
	ofOnePart = 3
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
	var out []store.Hit
	found := map[uint64]bool{} // digests of which there is something more particular
	digests := digests{t: t, known: map[uint64]digest{}}
	wanted, parts := wantedOf(q), 0
	for _, h := range hits {
		if !folded(h) || h.Item.Part == 0 {
			out = append(out, h)
			continue
		}
		if parts++; parts > mostParts {
			continue
		}
		said, err := digests.sitting(ctx, h.Item)
		if err != nil {
			return nil, err
		}
		best := wanted.best(said)
		for _, s := range best {
			s.Score, found[h.Item.Seq] = h.Score*s.Score/best[0].Score, true
			out = append(out, s)
		}
	}
	return slices.DeleteFunc(out, func(h store.Hit) bool { return folded(h) && found[h.Item.Seq] }), nil
}

// wanted are the wordings of a query, by their terms.
type wanted struct {
	stems    *words.Analyzer
	wordings []map[string]bool
}

func wantedOf(q Query) wanted {
	w := wanted{stems: words.New(stemsOfASearch)}
	for _, text := range append([]string{q.Text}, q.Also...) {
		w.wordings = append(w.wordings, terms(w.stems, text))
	}
	return w
}

// best gives the messages that hold most of one of the wordings, scored by that share.
func (w wanted) best(said []store.Item) (hits []store.Hit) {
	for _, i := range said {
		h := store.Hit{Item: i}
		for n, wording := range w.wordings {
			share := held(w.stems, wording, i.Speaker+" "+i.Text)
			if n > 0 {
				share *= alsoFactor
			}
			h.Score = max(h.Score, share)
		}
		if h.Coverage = h.Score; h.Score >= Floor {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b store.Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return hits[:min(len(hits), ofOnePart)]
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

// sitting reads what the speaker of a part said in its sitting.
func (ds *digests) sitting(ctx context.Context, part store.Item) ([]store.Item, error) {
	d, err := ds.of(ctx, part.Seq)
	if err != nil {
		return nil, err
	}
	from, _ := slices.BinarySearch(d.of, event.Seq(part.Turn))
	some := d.of[from:]
	said, err := ds.read(ctx, d, some[:min(len(some), 2*sitting)]) // every other one is an answer
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(said, func(a, b store.Item) int { return a.On.Compare(b.On) })
	var out []store.Item
	for i, item := range said {
		if i > 0 && item.On.Sub(said[i-1].On) > sittingOver && !said[i-1].On.Before(part.On) {
			break
		}
		if item.Speaker == part.Speaker && !item.On.Before(part.On) && len(out) < sitting {
			out = append(out, item)
		}
	}
	return out, nil
}

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
