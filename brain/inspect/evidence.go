package inspect

import (
	"cmp"
	"context"

	"citadel/brain/enclosure"
	"citadel/brain/phrase"
	"citadel/memory/event"
)

// letterOf is the letter of the handle under which an event is known, or 0 for what is a
// record of the machinery and no thing of the principal's.
func letterOf(p event.Payload) byte {
	switch p.(type) {
	case event.Heard, event.Edited, event.Transcribed, event.Attached, event.PostQueued, event.Learned, event.Digested:
		return 'm'
	case event.DecisionRecorded, event.DecisionProposed:
		return 'd'
	case event.LoopOpened:
		return 'l'
	case event.ReminderSet:
		return 'r'
	case event.CommitmentMade:
		return 'c'
	case event.WatchSet:
		return 'w'
	case event.Forgotten: // its receipt
		return 'm'
	}
	return 0
}

// evidence words one event as a line: who, what word for word, and when, with the date as
// the link to the original. It is nil for a record of the machinery, for what was
// forgotten, and for what may not be shown here.
func (l *look) evidence(ctx context.Context, e seen) (*phrase.Text, error) {
	if may, err := l.sees(ctx, e); !may || err != nil {
		return nil, err
	}
	t, rests := new(phrase.Text), []event.Seq{e.Seq}
	dated := func(words string, letter byte, seq event.Seq) string {
		return " (" + phrase.Source(words, letter, seq) + ")"
	}
	switch p := e.payload.(type) {
	case event.Heard:
		text, states, err := l.told(ctx, e)
		if err != nil {
			return nil, err
		}
		return t.Claim(states, "%s: %s%s", capital(speaker(e)), quote(text), dated(l.turn.FullDay(p.On), 'm', e.Seq)), nil
	case event.Edited:
		return t.Claim(rests, "You, editing: %s%s", quote(p.Text), dated(l.turn.FullDay(p.On), 'm', p.Message)), nil
	case event.Transcribed:
		who := "You"
		m, _, err := l.event(ctx, p.Message)
		if h, ok := m.payload.(event.Heard); ok && h.Forwarded != "" {
			who = capital(h.Forwarded)
		}
		return t.Claim(rests, "%s, in a recording: %s%s", who, quote(p.Text), dated(l.turn.FullDay(e.At), 'm', p.Message)), err
	case event.Attached:
		t.Claim(rests, "The file %s", enclosure.Name(p.Name))
		if p.Text != "" {
			t.Claim(rests, ": %s", quote(p.Text))
		}
		return t.Claim(rests, "%s", dated(l.turn.FullDay(e.At), 'm', e.Seq)), nil
	case event.PostQueued:
		return t.Claim(rests, "Me: %s%s", quote(firstLine(p.Text)), dated(l.turn.FullDay(e.At), 'm', e.Seq)), nil
	case event.Learned:
		who, err := l.said(ctx, e, p)
		if err != nil {
			return nil, err
		}
		words := p.Quote
		if words == "" {
			words = p.Text
		}
		letter, seq, err := l.origin(ctx, e.Seq, 'm')
		if err != nil {
			return nil, err
		}
		return t.Claim(append(rests, seq), "%s: %s%s", capital(who), quote(words), dated(l.turn.FullDay(p.On), letter, seq)), nil
	case event.Digested:
		return t.Claim(rests, "My digest: %s%s", quote(firstLine(p.Text)), dated(l.turn.FullDay(e.At), 'm', e.Seq)), nil
	case event.DecisionRecorded:
		number := cmp.Or(p.Proposal, e.Seq)
		if d, ok := l.decision(e.Seq); ok {
			return l.decisionLine(ctx, d)
		}
		return t.Claim(rests, "Decision `d%d`, withdrawn since: %s%s", number, title(p.Text), dated(l.turn.FullDay(p.On), 'd', number)), nil
	case event.DecisionProposed:
		if d, ok := l.decision(e.Seq); ok {
			return l.decisionLine(ctx, d)
		}
		return t.Claim(rests, "Proposed decision `d%d`: %s%s", e.Seq, title(p.Text), dated(l.turn.FullDay(p.On), 'd', e.Seq)), nil
	case event.DecisionRevised:
		return t.Claim(rests, "You %s `d%d`%s", revised(p.How), l.known(p.Decision), dated(l.turn.FullDay(p.On), 'd', l.known(p.Decision))), nil
	case event.LoopOpened:
		return t.Claim(rests, "Open loop `l%d`: %s%s", e.Seq, quote(p.Text), dated(l.turn.FullDay(p.On), 'l', e.Seq)), nil
	case event.ReminderSet:
		return t.Claim(rests, "Reminder `r%d`: %s, set%s", e.Seq, quote(p.Text), dated(l.turn.FullDay(p.On), 'r', e.Seq)), nil
	case event.CommitmentMade:
		return t.Claim(rests, "My promise `c%d`: %s%s", e.Seq, quote(p.Text), dated(l.turn.FullDay(p.On), 'c', e.Seq)), nil
	case event.RuleAdded:
		return t.Claim(rests, "Your rule: %s (%s)", quote(p.Text), l.turn.FullDay(e.At)), nil
	case event.Configured:
		return t.Claim(rests, "Your setting %s: %s (%s)", p.Name, quote(p.Value), l.turn.FullDay(e.At)), nil
	case event.Forgotten:
		return t.Claim(rests, "Receipt `m%d`: %s forgotten (%s)", e.Seq, phrase.Count(len(p.Seqs), "event"), l.turn.FullDay(e.At)), nil
	}
	return nil, nil
}

// said words whose word a memory is: the principal's, somebody's, or not said at all.
func (l *look) said(ctx context.Context, e seen, p event.Learned) (string, error) {
	switch p.Provenance {
	case event.Inferred:
		return "my inference", nil
	case event.Generated:
		return "a model", nil
	case event.Observed:
		return "observed", nil
	case event.Imported:
		return "imported", nil
	case event.Reported:
		root, ok, err := l.root(ctx, e)
		if err != nil || !ok {
			return "somebody", err
		}
		return speaker(root), nil
	}
	return "you", nil
}

// revised words what came of looking at a decision again, in the past tense.
func revised(how string) string {
	switch how {
	case event.Hold:
		return "kept"
	case event.Amend:
		return "amended"
	case event.Reverse:
		return "reversed"
	case event.Withdraw:
		return "withdrew"
	}
	return "looked again at"
}
