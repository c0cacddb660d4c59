package memory

import (
	"context"
	"errors"
	"slices"
	"strings"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/words"
)

// A digest takes the place of what it folds. Of a month that was talked through in a thousand
// messages the store then holds a part for each sitting and speaker, with each word once:
// enough to find what was said, which is then read in the ledger.

// fold puts a digest into the store and takes out what it stands for.
func (f *Follower) fold(ctx context.Context, seq event.Seq, d event.Digested) error {
	parts, err := f.digest(ctx, seq, d)
	if err != nil {
		return err
	}
	// In this order: if it is done again, nothing was lost in between.
	if err := f.Store.Put(ctx, parts...); err != nil {
		return err
	}
	return f.remove(ctx, d.Of)
}

// refold makes the digest anew that a message was folded into by an event, if it was. What it had of the words that the
// message no longer has goes with its parts.
func (f *Follower) refold(ctx context.Context, at, message event.Seq) (folded bool, err error) {
	q := ledger.Query{From: []event.Seq{message}, Before: at, Kinds: []event.Kind{event.Digested{}.Kind()}}
	for e, err := range ledger.Each[event.Digested](ctx, f.Mind, q) {
		if err != nil {
			return folded, err
		}
		if !slices.Contains(e.Said.Of, message) {
			continue
		}
		folded = true
		if err := f.remove(ctx, []event.Seq{e.Seq}); err != nil {
			return folded, err
		}
		if err := f.fold(ctx, e.Seq, e.Said); err != nil {
			return folded, err
		}
	}
	return folded, nil
}

// digest makes the parts of a digest: its account, and the words of each sitting.
func (f *Follower) digest(ctx context.Context, seq event.Seq, d event.Digested) ([]store.Item, error) {
	said, err := f.said(ctx, d.Of)
	if err != nil {
		return nil, err
	}
	base := store.Item{
		Seq: uint64(seq), Kind: store.Digest, Audience: Readers(d.Audience, d.Place),
		Importance: 0.5, Class: formula.Standard,
	}
	account := base
	account.Text = d.Text
	parts := []store.Item{account}
	newest := map[string]int{} // by speaker, his part in the sitting at hand
	for i, item := range said {
		if i == 0 || item.On.Sub(said[i-1].On) > apart {
			clear(newest)
		}
		at, ok := newest[item.Speaker]
		if !ok {
			part := base
			part.Part, part.Turn, part.On, part.Speaker = uint32(len(parts)), item.Seq, item.On, item.Speaker
			at = len(parts)
			newest[item.Speaker], parts = at, append(parts, part)
		}
		parts[at].Text += item.Text + "\n"
		parts[0].On = item.On
	}
	stems := words.New(4096)
	for i := range parts[1:] {
		parts[i+1].Text = eachOnce(stems, parts[i+1].Text)
	}
	if len(said) == 0 { // all of them were withdrawn meanwhile
		return nil, nil
	}
	return parts, nil
}

// said gives the messages among events as they stand now, by when they were said.
func (f *Follower) said(ctx context.Context, seqs []event.Seq) ([]store.Item, error) {
	var items []store.Item
	at := map[event.Seq]int{}
	see := func(q ledger.Query, fn func(ledger.Record, event.Payload)) error {
		for r, err := range f.Mind.Events(ctx, q) {
			if err != nil {
				return err
			}
			p, err := r.Payload()
			if err != nil {
				return err
			}
			fn(r, p)
		}
		return nil
	}
	amend := func(message event.Seq, text string) {
		if i, ok := at[message]; ok {
			says(&items[i], text)
		}
	}
	scratch := Follower{Mind: f.Mind} // sittings of its own
	err := errors.Join(
		see(ledger.Query{Seqs: seqs, Kinds: []event.Kind{event.Heard{}.Kind()}}, func(r ledger.Record, p event.Payload) {
			if h, ok := p.(event.Heard); ok {
				item, _ := scratch.item(r, h) // also where it has words only since it was written down
				at[r.Seq], items = len(items), append(items, item)
			}
		}),
		see(ledger.Query{From: seqs, Kinds: []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}}, func(_ ledger.Record, p event.Payload) {
			switch p := p.(type) {
			case event.Edited:
				amend(p.Message, p.Text)
			case event.Transcribed:
				amend(p.Message, p.Text)
			}
		}),
	)
	items = slices.DeleteFunc(items, func(i store.Item) bool { return strings.TrimSpace(i.Text) == "" })
	slices.SortStableFunc(items, func(a, b store.Item) int { return a.On.Compare(b.On) })
	return items, err
}

// eachOnce gives the words of a text that carry meaning, in the form and order in which they
// first stand there.
func eachOnce(stems *words.Analyzer, text string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, word := range words.Segments(text) {
		fresh := false
		for _, stem := range stems.AppendTerms(nil, word) {
			fresh = fresh || !seen[stem]
			seen[stem] = true
		}
		if fresh && b.Len()+len(word) < wholeUpTo {
			b.WriteString(word + " ")
		}
	}
	return b.String()
}

// unfold brings back what was folded into digests that are forgotten, as far as it was not
// forgotten with them: with one of the messages that it rested on, an account of all goes.
func (f *Follower) unfold(ctx context.Context, upTo event.Seq, forgotten []event.Seq) error {
	if f.unfolds || len(forgotten) == 0 {
		return nil
	}
	var of []event.Seq
	q := ledger.Query{Seqs: forgotten, Kinds: []event.Kind{event.Digested{}.Kind()}}
	for r, err := range f.Mind.Events(ctx, q) {
		if err != nil {
			return err
		}
		for _, s := range r.From {
			if !slices.Contains(forgotten, s) {
				of = append(of, s)
			}
		}
	}
	if len(of) == 0 {
		return nil
	}
	// It rested also on edits and the like, which are not found by themselves.
	wanted, last := map[uint64]bool{}, event.Seq(0)
	for r, err := range f.Mind.Events(ctx, ledger.Query{Seqs: of, Kinds: entering, Sealed: true}) {
		if err != nil {
			return err
		}
		wanted[uint64(r.Seq)], last = true, r.Seq
	}
	// They are brought back in order: where the last is there, all are. So it is in a store that
	// is filled after the forgetting, and never knew of the digest.
	if len(wanted) == 0 {
		return nil
	}
	if _, err := f.Store.First(ctx, uint64(last)); !errors.Is(err, store.ErrUnknown) {
		return err
	}
	again := NewFollower(f.Mind, only{f.Store, wanted})
	again.unfolds = true
	return again.follow(ctx, upTo)
}

// only is a store that holds some memories and knows of no others.
type only struct {
	store.Store
	seqs map[uint64]bool
}

func (o only) Put(ctx context.Context, items ...store.Item) error {
	items = slices.DeleteFunc(slices.Clone(items), func(i store.Item) bool { return !o.seqs[i.Seq] })
	if len(items) == 0 {
		return nil
	}
	return o.Store.Put(ctx, items...)
}

func (o only) Remove(ctx context.Context, seqs ...uint64) error {
	seqs = slices.DeleteFunc(slices.Clone(seqs), func(s uint64) bool { return !o.seqs[s] })
	if len(seqs) == 0 {
		return nil
	}
	return o.Store.Remove(ctx, seqs...)
}

func (o only) First(ctx context.Context, seq uint64) (store.Item, error) {
	if !o.seqs[seq] {
		return store.Item{}, store.ErrUnknown
	}
	return o.Store.First(ctx, seq)
}

func (o only) Get(ctx context.Context, seq uint64) ([]store.Item, error) {
	if !o.seqs[seq] {
		return nil, store.ErrUnknown
	}
	return o.Store.Get(ctx, seq)
}
