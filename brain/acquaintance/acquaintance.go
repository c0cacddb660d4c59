// Package acquaintance is whom the principal deals with at the moment of a turn: those of package
// people, and those of whom he spoke in messages that were not read through for memories yet. So
// what he says of somebody counts at once, and a group that he sets a minute later finds the person
// it is meant for.
package acquaintance

import (
	"context"
	"fmt"
	"slices"

	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/people"
)

// Known gives everybody who is known in a turn, as a state of its own. A statement of a message that
// was not read through yet bears the number of the message. The error is that of the ledger.
func Known(ctx context.Context, t *turn.Turn) (*people.Fold, error) {
	var known *people.Fold
	var unread, fallen []event.Seq
	t.Read(func(v memory.View) {
		known, unread, fallen = v.People.Clone(), slices.Clone(v.Thread.Unread), v.Beliefs.Fallen()
	})
	// A memory may have been made of a message just when that was corrected: it falls with it.
	fall := func() {
		for _, seq := range fallen {
			known.Apply(ledger.Record{}, event.Superseded{Memory: seq})
		}
	}
	unread = slices.DeleteFunc(unread, func(s event.Seq) bool {
		_, _, held := known.Holding(s)
		return held || slices.Contains(t.Heard(), s)
	})
	if len(unread) == 0 {
		fall()
		return known, nil
	}
	heard, err := since(ctx, t, unread[0])
	if err != nil {
		return nil, fmt.Errorf("acquaintance: %w", err)
	}
	last := map[event.Place]event.Heard{}
	for _, one := range heard {
		before := last[one.Place]
		last[one.Place] = one.Heard
		if !one.own() {
			last[one.Place] = event.Heard{}
			continue
		}
		if _, isCommand := command.Parse(one.Text); !isCommand && slices.Contains(unread, one.rec.Seq) {
			read(known, one, before)
		}
	}
	fall()
	return known, nil
}

// heard is a message as it stands now.
type heard struct {
	rec ledger.Record
	event.Heard
}

// own says whether the words are the principal's.
func (h heard) own() bool {
	return h.rec.Trust == event.ByPrincipal && !h.Overheard && h.Forwarded == ""
}

// since gives the messages from one on, and the one before it, oldest first.
func since(ctx context.Context, t *turn.Turn, first event.Seq) (all []heard, err error) {
	kinds := []event.Kind{event.Heard{}.Kind()}
	from := first
	for rec, err := range t.Mind.Events(ctx, ledger.Query{Before: first, Kinds: kinds, Newest: true, Limit: 1}) {
		if err != nil {
			return nil, err
		}
		from = rec.Seq
	}
	var seqs []event.Seq
	for rec, err := range ledger.Each[event.Heard](ctx, t.Mind, ledger.Query{After: from - 1, Kinds: kinds}) {
		if err != nil {
			return nil, err
		}
		all, seqs = append(all, heard{rec.Record, rec.Said}), append(seqs, rec.Seq)
	}
	texts, err := standing(ctx, t, seqs)
	for i := range all {
		if text, edited := texts[all[i].rec.Seq]; edited {
			all[i].Text = text
		}
	}
	return all, err
}

// standing gives the texts of messages that were edited.
func standing(ctx context.Context, t *turn.Turn, messages []event.Seq) (map[event.Seq]string, error) {
	texts := map[event.Seq]string{}
	for rec, err := range ledger.Each[event.Edited](ctx, t.Mind, ledger.Query{From: messages}) {
		if err != nil {
			return nil, err
		}
		texts[rec.Said.Message] = rec.Said.Text
	}
	return texts, nil
}

// read adds what a message says of persons, and ends what it denies.
func read(known *people.Fold, one heard, before event.Heard) {
	u := extract.Utterance{Text: one.Text, At: one.On, Before: before.Text, BeforeAt: before.On}
	at := ledger.Record{Seq: one.rec.Seq, At: one.rec.At, From: []event.Seq{one.rec.Seq}}
	for _, name := range extract.Minors(u) {
		known.Apply(at, event.MinorNamed{Name: name})
	}
	for _, it := range extract.Read(u) {
		switch it.Kind {
		case extract.Fact, extract.Preference, extract.Statement, extract.Correction:
		default:
			continue
		}
		if it.Negated && it.Hedge == "" && it.Source == "" && it.Attribute != "" {
			known.Deny(it.Subject, it.Attribute, it.Value)
		}
		l := event.Learned{
			Text: it.Text, Quote: it.Quote, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value, Provenance: event.Stated, On: one.On,
		}
		if it.Source != "" {
			l.Provenance = event.Reported
		}
		known.Apply(at, l)
	}
}
