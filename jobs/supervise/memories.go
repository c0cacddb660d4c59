package supervise

import (
	"context"
	"maps"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/jobs"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// held is a memory and where it stands.
type held struct {
	seq  event.Seq
	item extract.Item
	last event.Seq // the newest event that states it, or that the principal spoke for it with
	kept bool
	over *ended // it does not hold
}

// ended is why a memory does not hold any more.
type ended struct {
	at    event.Seq   // when that was found
	rests []event.Seq // on whose words
	event.Superseded
}

// decides says whether the end of a memory says anything about others that say the same. What
// was undone or edited away was a slip in that one message, and an echo is no decision.
func (e *ended) decides() bool {
	switch e.Reason {
	case event.Undone, "edited", Reason:
		return false
	}
	return true
}

// said is what said so: the message, where one is named, else the record.
func (e *ended) said() event.Seq {
	if e.By != 0 {
		return e.By
	}
	return e.at
}

// memories finds the echoes among what was learned.
func memories(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	all, err := known(ctx, in)
	if err != nil {
		return nil, err
	}
	about := map[string][]*held{} // by what they speak of
	stems := words.New(4096)
	for _, seq := range slices.Sorted(maps.Keys(all)) {
		k := topic(stems, all[seq].item)
		about[k] = append(about[k], all[seq])
	}
	var writes []jobs.Write
	for _, seq := range slices.Sorted(maps.Keys(all)) {
		h := all[seq]
		if h.over != nil || h.kept {
			continue
		}
		if s := settled(h, about[topic(stems, h.item)]); s != nil {
			writes = append(writes, jobs.Write{
				Payload: event.Superseded{Memory: h.seq, By: s.over.By, On: s.over.On, Reason: Reason},
				From:    s.over.rests, Because: []event.Seq{s.over.at},
			})
		}
	}
	return writes, nil
}

// settled finds the memory whose end also decides this one: it said the same, and was found
// not to hold after everything that speaks for this one. Of several it is the newest.
func settled(h *held, near []*held) (by *held) {
	for _, o := range near {
		if o.over == nil || !o.over.decides() || h.last >= o.over.said() {
			continue
		}
		if same(o.item, h.item) && (by == nil || o.over.at > by.over.at) {
			by = o
		}
	}
	return by
}

// known gives every memory that is not forgotten.
func known(ctx context.Context, in jobs.In) (map[event.Seq]*held, error) {
	all := map[event.Seq]*held{}
	of := func(seq event.Seq, fn func(*held)) {
		if h := all[seq]; h != nil {
			fn(h)
		}
	}
	err := each(ctx, in, func(r ledger.Record, p event.Payload) {
		switch p := p.(type) {
		case event.Learned:
			h := &held{seq: r.Seq, item: itemOf(p), kept: p.Kept}
			for _, s := range r.From {
				h.last = max(h.last, s)
			}
			all[r.Seq] = h
		case event.Reinforced:
			of(p.Memory, func(h *held) {
				if p.As == event.Lapsed {
					return
				}
				for _, s := range p.Roots {
					h.last = max(h.last, s)
				}
			})
		case event.Judged:
			if p.Verdict == event.Confirmed {
				of(p.Memory, func(h *held) { h.last = max(h.last, r.Seq) })
			}
		case event.Superseded:
			of(p.Memory, func(h *held) { h.over = &ended{r.Seq, slices.Clone(r.From), p} })
		case event.Restored:
			of(p.Memory, func(h *held) { h.over, h.last = nil, max(h.last, r.Seq) })
		}
	}, event.Learned{}.Kind(), event.Reinforced{}.Kind(), event.Judged{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind())
	return all, err
}

// itemOf takes a memory for comparing. Whether it was said or denied, and of what time, stands
// in its words.
func itemOf(l event.Learned) extract.Item {
	it := extract.Item{Kind: extract.Fact, At: l.On, Text: l.Text, Quote: l.Quote, Subject: l.Subject, Attribute: l.Attribute, Value: l.Value}
	if it.Quote == "" {
		it.Quote = l.Text
	}
	for _, again := range extract.Read(extract.Utterance{Text: it.Quote, At: l.On}) {
		if again.Attribute == it.Attribute && again.Value == it.Value {
			it.Negated, it.When = again.Negated, again.When
		}
	}
	return it
}

// topic is what memories have in common that can say the same: subject and attribute or, where
// those are not known, the words with meaning.
func topic(stems *words.Analyzer, it extract.Item) string {
	if it.Subject != "" && it.Attribute != "" {
		return strings.ToLower(strings.TrimSpace(it.Subject) + "\x00" + it.Attribute)
	}
	terms := stems.AppendTerms(nil, it.Quote)
	slices.Sort(terms)
	return "\x00" + strings.Join(slices.Compact(terms), " ")
}
