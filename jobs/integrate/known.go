package integrate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/extract"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// Alike finds the memories that may speak of the same thing as an item and still hold at a
// moment, whoever can read them: what is corrected in one place is corrected everywhere.
// It may give too many, which are then looked at closely, and it may give messages. Where it is
// nil nothing is found.
type Alike func(ctx context.Context, it extract.Item, now time.Time) ([]event.Seq, error)

// nearest is how many memories an item is held against.
const nearest = 40

// InStore looks in the memory store. It waits until the store knows of all that is in the
// ledger, so the follower must be running.
func InStore(f *memory.Follower) Alike {
	return func(ctx context.Context, it extract.Item, now time.Time) ([]event.Seq, error) {
		if err := f.Await(ctx, f.Mind.Head()); err != nil {
			return nil, err
		}
		found, err := f.Store.Search(ctx, store.Query{
			Text: words(it), Limit: nearest, Now: now,
			Audiences: memory.Sight{}.Audiences(),
			Kinds:     []store.Kind{store.Fact, store.Kind(extract.Preference), store.Kind(extract.Statement)},
		})
		if err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		var seqs []event.Seq
		for _, hit := range found.Hits {
			seqs = append(seqs, event.Seq(hit.Item.Seq))
			for _, twin := range hit.Twins {
				seqs = append(seqs, event.Seq(twin))
			}
		}
		return seqs, nil
	}
}

// words are what to search for: the item's own, and those in which people say such a thing,
// since a search by words finds no "live in Porto" for "moved to Braga".
func words(it extract.Item) string {
	all := []string{it.Quote, it.Attribute, wordings[it.Attribute]}
	if it.Subject != extract.Me {
		all = append(all, it.Subject)
	}
	return strings.Join(all, " ")
}

var wordings = map[string]string{
	"residence":   "live lives living moved move reside home based address",
	"moving to":   "move moving moved relocating",
	"employer":    "work works working job joined employed company left",
	"role":        "work works job am became as",
	"birthday":    "birthday born",
	"birthplace":  "born",
	"origin":      "from born grew",
	"spouse":      "wife husband married partner",
	"whereabouts": "in at staying visiting",
	"location":    "in at office based",
	"price":       "price cost costs charges pay",
	"amount":      "pay owe owes invoice",
	"date":        "on date moved",
	"due":         "due by deadline",
	"start":       "starts start begins",
	"end":         "ends end until",
	"likes":       "like likes love enjoy hate dislike prefer",
	"dislikes":    "like likes love enjoy hate dislike prefer",
	"prefers":     "prefer prefers rather favourite",
	"name":        "name called",
}

// memoryOf is a memory with the item it was made of.
type memoryOf struct {
	seq     event.Seq // zero while it is not written
	from    []event.Seq
	message event.Seq // zero if not known
	learned event.Learned
	item    extract.Item
}

// recalled is a memory that was written before.
func recalled(rec ledger.Record, l event.Learned) memoryOf {
	it := extract.Item{
		Kind: extract.Fact, At: l.On, Text: l.Text, Quote: l.Quote, Subject: l.Subject, Attribute: l.Attribute, Value: l.Value,
	}
	if it.Quote == "" {
		it.Quote = l.Text
	}
	// Whether it was said or denied, and of what time, stands in the words.
	for _, again := range extract.Read(extract.Utterance{Text: it.Quote, At: l.On}) {
		if again.Attribute == it.Attribute && again.Value == it.Value {
			it.Negated, it.When, it.Ahead = again.Negated, again.When, again.Ahead
		}
	}
	return memoryOf{seq: rec.Seq, from: rec.From, learned: l, item: it}
}

// learnedFrom are the memories made of a message, in any of its wordings, that still hold.
// What the principal asked to keep is his, and not ours to withdraw.
func (r *reading) learnedFrom(ctx context.Context, m said) (old []memoryOf, err error) {
	q := ledger.Query{From: m.all, Kinds: []event.Kind{event.Learned{}.Kind()}}
	err = r.each(ctx, q, func(rec ledger.Record, p event.Payload) {
		if l, ok := p.(event.Learned); ok && !r.over[rec.Seq] && !l.Kept {
			old = append(old, recalled(rec, l))
		}
	})
	return old, err
}

// candidates are the memories made of other messages that may speak of the same as the item.
func (r *reading) candidates(ctx context.Context, m said, it extract.Item) (known []memoryOf, err error) {
	if r.alike == nil {
		return nil, nil
	}
	seqs, err := r.alike(ctx, it, r.in.Now)
	if err != nil || len(seqs) == 0 {
		return nil, err
	}
	slices.Sort(seqs)
	seqs = slices.Compact(seqs)
	// The same query as by number, but restricted to the kind: messages are left out.
	q := ledger.Query{Seqs: seqs, Kinds: []event.Kind{event.Learned{}.Kind()}}
	err = r.each(ctx, q, func(rec ledger.Record, p event.Payload) {
		l, ok := p.(event.Learned)
		own := slices.ContainsFunc(rec.From, func(s event.Seq) bool { return slices.Contains(m.all, s) })
		if ok && !own && !r.over[rec.Seq] {
			known = append(known, recalled(rec, l))
		}
	})
	return known, err
}

// firmer says whether a stands on firmer ground than b: what the principal plainly stated,
// before what he was not sure of, before what he passed on.
func firmer(a, b event.Learned) bool { return firmness(a) > firmness(b) }

func firmness(l event.Learned) int {
	switch {
	case l.Provenance != event.Stated:
		return 0
	case l.Hedged:
		return 1
	}
	return 2
}
