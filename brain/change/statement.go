package change

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// statement is something the principal said that still holds: a memory, or a message that
// no memory was made of yet.
type statement struct {
	item    extract.Item
	seq     event.Seq // the memory, or the message itself
	message event.Seq // where it was said
	on      time.Time
	memory  bool
	sole    bool // of a message: it says nothing else

	amends []event.Seq // messages that a memory is newer than in part
}

// seqs are the events that state it.
func (s statement) seqs() []event.Seq { return []event.Seq{s.seq, s.message} }

// ends says whether a correction ends it. A part of a message that no memory was made of cannot end
// without the rest.
func (s statement) ends() bool { return s.memory || s.sole }

// source names who said it and when: "you, [12 Aug 2026](src:m412)".
func (s statement) source(t *turn.Turn) string {
	return "you, " + phrase.Source(t.Day(s.on), 'm', s.message)
}

// told is the statement in a few words: "Ana, residence: Porto", or its quote.
func (s statement) told() string {
	if s.item.Attribute == "" {
		return quoted(s.item.Quote, phrase.MaxQuote)
	}
	subject := s.item.Subject
	if subject == extract.Me {
		subject = "you"
	}
	attribute := s.item.Attribute
	if attribute == "allergic to" {
		attribute = "allergy"
	}
	words := subject + ", " + attribute + ": " + s.item.Value
	if s.item.Negated {
		words += " (denied)"
	}
	return words
}

// statements reads what the given messages and memories state. What was superseded, and
// what others said, is left out.
func statements(ctx context.Context, t *turn.Turn, seqs []event.Seq) ([]statement, error) {
	if len(seqs) == 0 {
		return nil, nil
	}
	now, err := mendings(ctx, t, seqs)
	if err != nil {
		return nil, err
	}
	resting, err := all(ctx, t, ledger.Query{From: slices.Concat(seqs, slices.Collect(maps.Keys(now.of))), Kinds: []event.Kind{event.Learned{}.Kind()}})
	if err != nil {
		return nil, err
	}
	known := map[event.Seq]bool{}
	for _, rec := range resting {
		if now.outdated(rec.From) {
			continue
		}
		for _, s := range rec.From {
			known[s], known[now.of[s]] = true, true
		}
		seqs = append(seqs, rec.Seq)
	}
	over, err := superseded(ctx, t)
	if err != nil {
		return nil, err
	}
	slices.Sort(seqs)
	var found []statement
	for _, seq := range slices.Compact(seqs) {
		if over[seq] != nil {
			continue
		}
		rec, p, err := t.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		switch p := p.(type) {
		case event.Learned:
			if p.Provenance == event.Stated && len(rec.From) > 0 {
				found = append(found, statement{item: learnedItem(p), seq: seq, message: slices.Max(rec.From), on: p.On, memory: true, amends: p.Amends})
			}
		case event.Heard:
			if o, objects := extract.Object(p.Text); rec.Trust != event.ByPrincipal || known[seq] || objects && o.Rest == "" {
				continue
			}
			items := extract.Read(extract.Utterance{Text: now.text(seq, p.Text), At: p.On})
			for _, it := range items {
				found = append(found, statement{item: it, seq: seq, message: seq, on: p.On, sole: len(items) == 1})
			}
		}
	}
	return found, nil
}

// unread gives, of the messages named, the sentences in which the reader finds nothing and of
// which no memory was made: they can be corrected as well.
func unread(ctx context.Context, t *turn.Turn, seqs []event.Seq) ([]statement, error) {
	if len(seqs) == 0 {
		return nil, nil
	}
	over, err := superseded(ctx, t)
	if err != nil {
		return nil, err
	}
	heard, err := all(ctx, t, ledger.Query{Seqs: seqs, Kinds: []event.Kind{event.Heard{}.Kind()}})
	if err != nil {
		return nil, err
	}
	now, err := mendings(ctx, t, seqs)
	if err != nil {
		return nil, err
	}
	var found []statement
	for _, rec := range heard {
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		h, ok := p.(event.Heard)
		h.Text = now.text(rec.Seq, h.Text)
		o, objects := extract.Object(h.Text)
		if _, isCommand := command.Parse(h.Text); !ok || objects && o.Rest == "" || isCommand || over[rec.Seq] != nil || rec.Trust != event.ByPrincipal || h.Forwarded != "" {
			continue
		}
		made, err := all(ctx, t, ledger.Query{From: []event.Seq{cmp.Or(now.last[rec.Seq], rec.Seq)}, Kinds: []event.Kind{event.Learned{}.Kind()}})
		if err != nil {
			return nil, err
		}
		read := extract.Read(extract.Utterance{Text: h.Text, At: h.On})
		sentences := strings.FieldsFunc(strings.NewReplacer(". ", "\n", "! ", "\n", "? ", "?\n").Replace(h.Text), func(r rune) bool { return r == '\n' })
		for _, s := range sentences {
			s = strings.TrimSpace(s)
			if s == "" || !extract.Asserts(s) || slices.ContainsFunc(read, func(it extract.Item) bool {
				return strings.Contains(h.Text[it.Start:it.End], s) || strings.Contains(s, it.Quote)
			}) {
				continue
			}
			found = append(found, statement{
				item: extract.Item{Kind: extract.Statement, At: h.On, Text: s, Quote: s},
				seq:  rec.Seq, message: rec.Seq, on: h.On, sole: len(sentences) == 1 && len(made) == 0,
			})
		}
	}
	return found, nil
}

// mended are messages that were edited: what they say now, and of which message each of their wordings is.
type mended struct {
	last map[event.Seq]event.Seq // by message: its last wording
	said map[event.Seq]string    // what that says
	of   map[event.Seq]event.Seq // by wording: its message
}

// mendings looks up which of some messages were edited.
func mendings(ctx context.Context, t *turn.Turn, messages []event.Seq) (m mended, err error) {
	m = mended{map[event.Seq]event.Seq{}, map[event.Seq]string{}, nil}
	if m.of, err = t.Mind.Wordings(ctx, messages...); err != nil {
		return m, err
	}
	for wording, message := range m.of {
		if wording <= m.last[message] {
			continue
		}
		_, p, err := t.Event(ctx, wording)
		if err != nil {
			return m, err
		}
		if e, is := p.(event.Edited); is { // and not forgotten
			m.last[message], m.said[message] = wording, e.Text
		}
	}
	return m, nil
}

// text is what a message says now; heard is what it said at first.
func (m mended) text(message event.Seq, heard string) string {
	if m.last[message] != 0 {
		return m.said[message]
	}
	return heard
}

// outdated says whether something was made of a wording that its message does not have any more.
func (m mended) outdated(from []event.Seq) bool {
	return slices.ContainsFunc(from, func(s event.Seq) bool {
		last := m.last[cmp.Or(m.of[s], s)]
		return last != 0 && !slices.Contains(from, last)
	})
}

// learnedItem is a memory as the reader of messages would give it.
func learnedItem(l event.Learned) extract.Item {
	it := extract.Item{
		Kind: extract.Fact, At: l.On, Text: l.Text, Quote: l.Quote, Subject: l.Subject, Attribute: l.Attribute, Value: l.Value,
		Importance: l.Importance, Class: extract.Class(l.Class),
	}
	if it.Quote == "" {
		it.Quote = l.Text
	}
	it.Quote = unthat(it.Quote)
	for _, again := range extract.Read(extract.Utterance{Text: it.Quote, At: l.On}) {
		if again.Attribute == it.Attribute && again.Subject == it.Subject {
			it.Negated, it.When, it.Ahead = again.Negated, again.When, again.Ahead
		}
	}
	return it
}

// superseded are the memories that no longer hold, with what says so since they last did.
func superseded(ctx context.Context, t *turn.Turn) (map[event.Seq][]event.Seq, error) {
	recs, err := all(ctx, t, ledger.Query{Kinds: []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}})
	if err != nil {
		return nil, err
	}
	over := map[event.Seq][]event.Seq{}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		switch p := p.(type) {
		case event.Superseded:
			over[p.Memory] = append(over[p.Memory], rec.Seq)
		case event.Restored:
			delete(over, p.Memory)
		}
	}
	return over, nil
}

// mostSearched is how many of the nearest memories a correction is held against.
const mostSearched = 60

// nearTo finds messages and memories near the words, whoever can read them: what is
// corrected in one place is corrected everywhere.
func nearTo(ctx context.Context, t *turn.Turn, words string) ([]event.Seq, error) {
	res, err := t.Store.Search(ctx, store.Query{
		Text: words, Limit: mostSearched, Superseded: true,
		Audiences: memory.Sight{}.Audiences(),
	})
	if errors.Is(err, store.ErrUnavailable) {
		res.Hits, err = recall.InLedger(ctx, t, words, mostSearched, memory.Sight{}.Shows)
	}
	if err != nil {
		return nil, err
	}
	var seqs []event.Seq
	for _, hit := range res.Hits {
		for _, n := range append([]uint64{hit.Item.Seq}, hit.Twins...) {
			if seq := event.Seq(n); hit.Item.Kind != store.Answer && !slices.Contains(t.Heard(), seq) {
				seqs = append(seqs, seq)
			}
		}
	}
	return seqs, nil
}

// conflicting gives the statements that the new item cannot stand beside, and those that
// say the same.
func conflicting(old []statement, new extract.Item) (against, same []statement) {
	for _, s := range old {
		switch dedupe.Compare(s.item, new) {
		case extract.ChangedValue, extract.Negation, extract.Contradiction:
			against = append(against, s)
		case extract.Same:
			same = append(same, s)
		}
	}
	return against, same
}

// completed gives an item that leaves its subject to the conversation ("she lives in
// Braga", "it's 15 December") the subject of the one statement in view that fits.
func completed(it extract.Item, near []statement) extract.Item {
	if it.Subject != "" {
		return it
	}
	return as(it, near, func(s statement) bool {
		return it.Attribute == s.item.Attribute || it.Attribute == "location" || it.Attribute == "" && it.Value != ""
	})
}

// lengthened gives an item with a short subject ("the review") the subject of the one
// statement that has it in full ("Acme's price review").
func lengthened(it extract.Item, known []statement) extract.Item {
	return as(it, known, func(s statement) bool {
		return it.Attribute == s.item.Attribute && shortens(it.Subject, s.item.Subject)
	})
}

// refigured gives the statements whose figure a sentence replaces although it names the thing in fewer words: "the
// invoice was 950" after "the invoice from Henderson was 900". Those of the last exchange come first; where several
// things may be meant there are none.
func refigured(it extract.Item, near, known []statement) (full extract.Item, against []statement) {
	if it.Attribute != "" || it.Subject == "" {
		return it, nil
	}
	for _, among := range [][]statement{near, known} {
		for _, s := range among {
			if s.item.Attribute != "" || !shortens(it.Subject, s.item.Subject) {
				continue
			}
			said := it
			said.Subject = s.item.Subject
			said.Quote = strings.Replace(it.Quote, it.Subject, s.item.Subject, 1)
			if dedupe.Compare(s.item, said) != extract.ChangedValue {
				continue
			}
			if len(against) > 0 && against[0].item.Subject != s.item.Subject {
				return it, nil
			}
			against = append(against, s)
		}
		if len(against) > 0 {
			it.Subject = against[0].item.Subject
			return it, against
		}
	}
	return it, nil
}

// as takes subject and attribute from the statements that fit, if they agree.
func as(it extract.Item, all []statement, fits func(statement) bool) extract.Item {
	var one *extract.Item
	for i := range all {
		s := &all[i]
		if s.item.Attribute == "" || !fits(*s) {
			continue
		}
		if one != nil && (one.Subject != s.item.Subject || one.Attribute != s.item.Attribute) {
			return it
		}
		one = &s.item
	}
	if one != nil {
		it.Subject, it.Attribute = one.Subject, one.Attribute
	}
	return it
}

// shortens says whether "review" is short for "Acme's price review", or "Acme" for "Acme Foods".
func shortens(short, long string) bool {
	if short == "" || len(short) >= len(long) {
		return false
	}
	short, long = plain(short), plain(long)
	return strings.HasSuffix(long, " "+short) || strings.HasPrefix(long, short+" ")
}
