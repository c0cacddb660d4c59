package change

import (
	"context"
	"maps"
	"slices"
	"strings"

	"citadel/brain/amend"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// lately gives what the last exchange in this room was about: what the answer rests on and what
// he said. A reply names its exchange.
func lately(ctx context.Context, t *turn.Turn) (seqs []event.Seq, err error) {
	var last []event.Seq
	if t.Last().Mended() {
		if seqs, err = taught(ctx, t); err != nil || len(seqs) > 0 {
			return seqs, err
		}
	}
	if to := t.Last().ReplyTo; to != 0 {
		last = []event.Seq{to}
	} else {
		t.Read(func(v memory.View) {
			if turn, ok := spokenTo(v.Thread, t.Last()); ok {
				last = append(slices.Clone(turn.Posts), turn.Messages...)
			}
		})
	}
	for _, seq := range last {
		rec, p, err := t.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		var place event.Place
		switch p := p.(type) {
		case event.PostQueued:
			place = p.Place
		case event.Heard:
			place = p.Place
		}
		if p != nil && (t.Here(place) || seq == t.Last().ReplyTo) {
			seqs = append(seqs, behind(thing{rec: rec, payload: p})...)
		}
	}
	return seqs, nil
}

// spokenTo is the turn that a message was said after: the last, or the one before its first answer where it was mended since.
func spokenTo(f *thread.Fold, m turn.Message) (thread.Turn, bool) {
	i := slices.IndexFunc(f.Window, func(past thread.Turn) bool { return slices.Contains(past.Messages, m.Seq) })
	switch {
	case i < 0 || !m.Mended():
		return f.Last()
	case i == 0:
		return thread.Turn{}, false
	}
	return f.Window[i-1], true
}

// taught is what an earlier wording of a mended message taught, and holds: that is what its new words correct.
func taught(ctx context.Context, t *turn.Turn) (seqs []event.Seq, err error) {
	became, err := t.Mind.Wordings(ctx, t.Last().Seq)
	if err != nil {
		return nil, err
	}
	wordings := slices.AppendSeq([]event.Seq{t.Last().Seq}, maps.Keys(became))
	made, err := all(ctx, t, ledger.Query{From: wordings, Kinds: []event.Kind{event.Learned{}.Kind()}})
	if err != nil {
		return nil, err
	}
	t.Read(func(v memory.View) {
		for _, rec := range made {
			if held := v.Beliefs.State(rec.Seq); held.Held && !held.Over && !held.Own {
				seqs = append(seqs, rec.Seq)
			}
		}
	})
	return seqs, nil
}

// saying is something the principal said, in his words, with the statements that stand for it.
type saying struct {
	text   string
	states []statement
}

// exchange is what was said last.
type exchange struct {
	sayings []saying
	asked   string // the question in it, if there was one
}

// lastSaid gives what the last exchange in this room was about, as far as it may be told here.
func lastSaid(ctx context.Context, t *turn.Turn) (e exchange, err error) {
	seqs, err := lately(ctx, t)
	if err != nil || len(seqs) == 0 {
		return e, err
	}
	known, err := statements(ctx, t, seqs)
	if err != nil {
		return e, err
	}
	more, err := unread(ctx, t, seqs)
	if err != nil {
		return e, err
	}
	if known, err = tellable(ctx, t, append(known, more...), statement.seqs); err != nil {
		return e, err
	}
	for _, s := range known {
		text := s.item.Quote
		if !s.memory {
			if text, err = saidBefore(ctx, t, s); err != nil {
				return e, err
			}
		}
		i := slices.IndexFunc(e.sayings, func(o saying) bool { return o.text == text && o.states[0].message == s.message })
		if i < 0 {
			i = len(e.sayings)
			e.sayings = append(e.sayings, saying{text: text})
		}
		e.sayings[i].states = append(e.sayings[i].states, s)
	}
	heard, err := all(ctx, t, ledger.Query{Seqs: seqs, Kinds: []event.Kind{event.Heard{}.Kind()}})
	for _, rec := range heard {
		p, err := rec.Payload()
		if err != nil {
			return e, err
		}
		if h, ok := p.(event.Heard); ok && rec.Trust == event.ByPrincipal && !extract.Asserts(h.Text) {
			e.asked = h.Text
		}
	}
	return e, err
}

// saidBefore is the message of a statement of which no memory was made: a correction of a part of
// it restates the whole.
func saidBefore(ctx context.Context, t *turn.Turn, s statement) (string, error) {
	_, p, err := t.Event(ctx, s.message)
	h, ok := p.(event.Heard)
	if err != nil || !ok {
		return s.item.Quote, err
	}
	now, err := mendings(ctx, t, []event.Seq{s.message})
	return extract.Stated(now.text(s.message, h.Text)), err
}

// amended is one way in which a correction can be meant.
type amended struct {
	was, now string
	items    []extract.Item // what is stated now
	against  []statement    // and was stated before
}

// changes gives the ways in which a correction can be meant: where a question was asked, those that
// change its answer, else all. same is a statement that says so already, where there is one.
func (e exchange) changes(c amend.Correction) (ways []amended, same *statement) {
	focus := e.answer()
	var focused []amended
	for _, s := range e.sayings {
		places, as := c.Places(s.text)
		if as && same == nil {
			same = &s.states[0]
		}
		for _, p := range places {
			w := s.amend(p)
			if i := slices.IndexFunc(ways, func(o amended) bool { return strings.EqualFold(phrase.Bare(o.now), phrase.Bare(w.now)) }); i >= 0 {
				ways[i].against = distinct(append(ways[i].against, w.against...))
				continue
			}
			ways = append(ways, w)
			if focus != nil && slices.ContainsFunc(w.against, func(o statement) bool { return o.seq == focus.seq }) && strings.Contains(focus.item.Value, p.Was) {
				focused = append(focused, w)
			}
		}
	}
	if len(focused) == 1 && len(ways) > 1 {
		return focused, nil
	}
	return ways, same
}

// answer is the statement that answers the question of the exchange.
func (e exchange) answer() *statement {
	if e.asked == "" {
		return nil
	}
	var items []extract.Item
	var of []statement
	for _, s := range e.sayings {
		for _, st := range s.states {
			items, of = append(items, st.item), append(of, st)
		}
	}
	if i, _ := extract.Answer(extract.Ask(e.asked), items); i >= 0 {
		return &of[i]
	}
	return nil
}

// amend is the saying with a correction in its place. Of what no memory was made all is stated
// anew; of memories those end that are not stated any more.
func (s saying) amend(p amend.Place) (w amended) {
	w.was, w.now = p.Was, p.Now
	stated := func(it extract.Item, among []extract.Item) bool {
		return slices.ContainsFunc(among, func(o extract.Item) bool {
			return o.Subject == it.Subject && o.Attribute == it.Attribute && o.Value == it.Value && o.Negated == it.Negated
		})
	}
	old := extract.Read(extract.Utterance{Text: s.text})
	for _, it := range extract.Read(extract.Utterance{Text: p.Now, At: s.states[0].on}) {
		if s.states[0].memory && stated(it, old) {
			continue
		}
		// These are not his words as he wrote them, so they are no quote.
		it.Text, it.Quote = phrase.Bare(p.Now), ""
		w.items = append(w.items, it)
	}
	if len(w.items) == 0 {
		w.items = []extract.Item{{Kind: extract.Statement, Text: phrase.Bare(p.Now), Importance: keptImportance}}
	}
	now := extract.Read(extract.Utterance{Text: p.Now})
	for _, st := range s.states {
		if !st.memory {
			st.sole = true // all that it says is stated anew
		}
		if st.item.Attribute == "" || !stated(st.item, now) {
			w.against = append(w.against, st)
		}
	}
	if len(w.against) == 0 {
		w.against = s.states
	}
	return w
}
