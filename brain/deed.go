package brain

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/watch"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// deed is something that was done with a message, which the principal may not want to lose unasked.
type deed struct {
	seq event.Seq
	event.Payload
}

// deeds picks those from a plan, oldest first. What changed a reminder that goes itself is none.
func (b *Brain) deeds(ctx context.Context, seqs []event.Seq) (all []deed, err error) {
	if len(seqs) == 0 { // a query for none would find all
		return nil, nil
	}
	kinds := []event.Kind{
		event.ReminderSet{}.Kind(), event.DecisionRecorded{}.Kind(), event.RuleAdded{}.Kind(), event.Configured{}.Kind(),
		event.WatchSet{}.Kind(), event.PredictionMade{}.Kind(), event.PersonGrouped{}.Kind(), event.PersonMerged{}.Kind(),
		event.ReminderMoved{}.Kind(),
	}
	for r, err := range ledger.Each[event.Payload](ctx, b.Mind, ledger.Query{Seqs: seqs, Kinds: kinds}) {
		if err != nil {
			return nil, err
		}
		if moved, is := r.Said.(event.ReminderMoved); is && slices.Contains(seqs, moved.Reminder) {
			continue
		}
		all = append(all, deed{r.Seq, r.Said})
	}
	return all, nil
}

// numbersOf are the events of deeds.
func numbersOf(all []deed) (seqs []event.Seq) {
	for _, d := range all {
		seqs = append(seqs, d.seq)
	}
	return seqs
}

// mostDeeds is how many are named; of more the rest is counted.
const mostDeeds = 5

// tellDeeds names what was done.
func (b *Brain) tellDeeds(text *phrase.Text, all []deed) {
	zone := b.Zone
	b.Mind.Read(func(v memory.View) {
		if set := v.Principal.Zone(); set != nil {
			zone = set
		}
	})
	for i, d := range all[:min(len(all), mostDeeds)] {
		if i > 0 {
			text.Say(", ")
		}
		text.Claim([]event.Seq{d.seq}, "%s", d.words(zone))
	}
	if more := len(all) - mostDeeds; more > 0 {
		text.Say(" and %d more", more)
	}
}

// words says what a deed is.
func (d deed) words(zone *time.Location) string {
	quote := func(s string) string { return phrase.Quote(s, phrase.MaxQuote) }
	switch p := d.Payload.(type) {
	case event.ReminderSet:
		return "the reminder " + quote(p.Text) + ", " + p.At.In(zone).Format("Mon 2 Jan 2006, 15:04") + " (`" + phrase.Handle('r', d.seq) + "`)"
	case event.ReminderMoved:
		return "another time for `" + phrase.Handle('r', p.Reminder) + "`"
	case event.DecisionRecorded:
		return "the decision " + quote(p.Text) + " (`" + phrase.Handle('d', d.seq) + "`)"
	case event.RuleAdded:
		return "the rule " + quote(p.Text)
	case event.Configured:
		if p.Value == "" {
			return "the setting `" + p.Name + "`"
		}
		return "the setting `" + p.Name + "`: " + quote(p.Value)
	case event.WatchSet:
		return "watching " + watch.Named(p) + " (`" + phrase.Handle('w', d.seq) + "`)"
	case event.PredictionMade:
		return "the prediction " + quote(p.Text)
	case event.PersonGrouped:
		return "that " + p.Name + " is in the group " + strings.TrimSpace(p.Group)
	case event.PersonMerged:
		return "that " + p.From + " is " + p.Into
	}
	return "something else"
}
