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
	texts, err := standing(ctx, t, unread)
	if err != nil {
		return nil, fmt.Errorf("acquaintance: %w", err)
	}
	q := ledger.Query{Seqs: unread, Kinds: []event.Kind{event.Heard{}.Kind()}}
	for rec, err := range t.Mind.Events(ctx, q) {
		if err != nil {
			return nil, fmt.Errorf("acquaintance: %w", err)
		}
		p, err := rec.Payload()
		if err != nil {
			return nil, fmt.Errorf("acquaintance: %w", err)
		}
		h, ok := p.(event.Heard)
		if !ok || rec.Trust != event.ByPrincipal || h.Overheard || h.Forwarded != "" {
			continue
		}
		if text, edited := texts[rec.Seq]; edited {
			h.Text = text
		}
		if _, isCommand := command.Parse(h.Text); !isCommand {
			read(known, rec, h)
		}
	}
	fall()
	return known, nil
}

// standing gives the texts of messages that were edited.
func standing(ctx context.Context, t *turn.Turn, messages []event.Seq) (map[event.Seq]string, error) {
	texts := map[event.Seq]string{}
	for rec, err := range t.Mind.Events(ctx, ledger.Query{From: messages, Kinds: []event.Kind{event.Edited{}.Kind()}}) {
		if err != nil {
			return nil, err
		}
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		if e, ok := p.(event.Edited); ok {
			texts[e.Message] = e.Text
		}
	}
	return texts, nil
}

// read adds what a message says of persons, and ends what it denies.
func read(known *people.Fold, rec ledger.Record, h event.Heard) {
	u := extract.Utterance{Text: h.Text, At: h.On}
	at := ledger.Record{Seq: rec.Seq, At: rec.At, From: []event.Seq{rec.Seq}}
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
			Text: it.Text, Quote: it.Quote, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value, Provenance: event.Stated, On: h.On,
		}
		if it.Source != "" {
			l.Provenance = event.Reported
		}
		known.Apply(at, l)
	}
}
