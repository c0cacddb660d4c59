package integrate

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// memoryOf is a memory with the item it was made of.
type memoryOf struct {
	seq     event.Seq // zero while it is not written
	from    []event.Seq
	source  event.Seq // the wording of the message that said it first; zero of what was recalled
	at      time.Time // when that was recorded, or what was recalled
	learned event.Learned
	item    extract.Item
	stated  *dedupe.Statement // the item, taken apart
	lead    string            // what stands before it in its sentence: "No, "

	sought bool
	near   []event.Seq // once it was sought: the memories that may speak of the same, oldest first
}

func (r *reading) newMemory(m said, it extract.Item) memoryOf {
	n := memoryOf{item: it, stated: r.reader.Take(it), learned: learned(m, it), source: m.source, at: m.at, lead: leadOf(m.text, it.Start)}
	for _, before := range slices.Backward(m.earlier) {
		first, ok := r.stating(before, n)
		if !ok {
			break
		}
		if n.learned.On = before.on; strings.Contains(before.text, n.item.Quote) {
			n.source, n.at = before.source, before.at
		} else if n.learned.Provenance == learned(before, first).Provenance {
			n = memoryOf{item: first, stated: r.reader.Take(first), learned: learned(before, first), source: before.source, at: before.at}
		}
	}
	return n
}

// leadOf is what stands in a sentence before a byte of the text.
func leadOf(text string, at int) string {
	lead := text[:min(at, len(text))]
	return strings.TrimLeft(lead[strings.LastIndexAny(lead, ".!?\n")+1:], " ")
}

// stating finds what says the same in an earlier wording of a message: who mends a slip says nothing new by it.
func (r *reading) stating(before said, n memoryOf) (extract.Item, bool) {
	items, _ := r.extract(before)
	for _, it := range items {
		if lasting(it) && r.reader.Take(it).Standing(n.stated) == extract.Same {
			return it, true
		}
	}
	return extract.Item{}, false
}

// calledWrong says whether the principal called wrong what a new memory says again.
func (r *reading) calledWrong(gone []memoryOf, n memoryOf) bool {
	return slices.ContainsFunc(gone, func(k memoryOf) bool {
		why := r.over[k.seq].Reason
		return (why == event.Wrong || why == event.Corrected) && k.stated.Standing(n.stated) == extract.Same
	})
}

// recalled is a memory that was written before.
func (r *reading) recalled(rec ledger.Record, l event.Learned) memoryOf {
	it := itemOf(l)
	// Whether it was said or denied, of what time, and by whom, stands in the words.
	for _, again := range extract.Read(extract.Utterance{Text: it.Quote, At: l.On}) {
		if again.Attribute == it.Attribute && again.Value == it.Value {
			it.Negated, it.When, it.Ahead, it.Source = again.Negated, again.When, again.Ahead, again.Source
		}
	}
	return memoryOf{seq: rec.Seq, from: rec.From, at: rec.At, learned: l, item: it, stated: r.reader.Take(it)}
}

// itemOf is a memory as an item, but for what only its words tell.
func itemOf(l event.Learned) extract.Item {
	it := extract.Item{
		Kind: extract.Fact, At: l.On, Text: l.Text, Quote: l.Quote, Subject: l.Subject, Attribute: l.Attribute, Value: l.Value,
	}
	if it.Quote == "" {
		it.Quote = l.Text
	}
	return it
}

// learnedFrom are the memories made of a message, in any of its wordings: those that still hold, and
// those that are gone. What the principal asked to keep is his, and not ours to withdraw.
func (r *reading) learnedFrom(ctx context.Context, m said) (old, gone []memoryOf, err error) {
	made, err := r.madeOf(ctx, m)
	for _, x := range made {
		l, ok := x.payload.(event.Learned)
		switch {
		case !ok || l.Kept || len(x.rec.From) == 0 || !slices.Contains(m.all, x.rec.From[len(x.rec.From)-1]):
		case r.ended(x.rec.Seq):
			gone = append(gone, r.recalled(x.rec, l))
		default:
			old = append(old, r.recalled(x.rec, l))
		}
	}
	return old, gone, err
}

// seek looks for the memories that a new one may have to do with, if that was not done yet. What is made
// of a message that was corrected is held against nothing.
func (r *reading) seek(ctx context.Context, m said, n *memoryOf) error {
	if n.sought || r.alike == nil || m.past {
		return nil
	}
	seqs, err := r.alike(ctx, n.stated, r.in.Now)
	if err != nil {
		return err
	}
	slices.Sort(seqs)
	n.near, n.sought = slices.Compact(seqs), true
	return nil
}

// candidates are the memories made of other messages that may speak of the same as a new one,
// oldest first.
func (r *reading) candidates(ctx context.Context, m said, n memoryOf) (known []memoryOf, err error) {
	if err := r.seek(ctx, m, &n); err != nil {
		return nil, err
	}
	if err := r.fetch(ctx, n.near); err != nil {
		return nil, err
	}
	for _, seq := range n.near {
		k, ok := r.known[seq]
		own := slices.ContainsFunc(k.from, func(s event.Seq) bool { return slices.Contains(m.all, s) })
		if ok && !own && !r.ended(seq) {
			known = append(known, k)
		}
	}
	return known, nil
}

// history says whether what a new memory says is known to have held before what says otherwise since later: as one of
// the memories that those superseded, or of what was made of its message and holds no more.
func (r *reading) history(ctx context.Context, n memoryOf, under, gone []memoryOf) (bool, error) {
	if len(under) == 0 {
		return false, nil
	}
	var seqs []event.Seq
	for _, k := range under {
		seqs = append(seqs, k.learned.Supersedes...)
	}
	if err := r.fetch(ctx, seqs); err != nil {
		return false, err
	}
	for _, seq := range seqs {
		if k, ok := r.known[seq]; ok {
			gone = append(slices.Clip(gone), k)
		}
	}
	return r.find(gone, n, extract.Same) != nil, nil
}

// fetch takes up those memories that this run has not met yet, all at once. What is no memory, or
// is forgotten, is left out.
func (r *reading) fetch(ctx context.Context, seqs []event.Seq) error {
	missing := slices.DeleteFunc(slices.Clone(seqs), func(s event.Seq) bool { _, ok := r.known[s]; return ok })
	if len(missing) == 0 {
		return nil
	}
	// The same query as by number, but restricted to the kind: messages are left out.
	q := ledger.Query{Seqs: missing, Kinds: []event.Kind{event.Learned{}.Kind()}}
	return r.each(ctx, q, func(rec ledger.Record, p event.Payload) {
		if l, ok := p.(event.Learned); ok {
			r.known[rec.Seq] = r.recalled(rec, l)
		}
	})
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
