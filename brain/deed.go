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
		event.ReminderMoved{}.Kind(), event.ReminderRestored{}.Kind(), event.ReminderCancelled{}.Kind(),
	}
	return b.deedsOf(ctx, seqs, kinds)
}

// deedsOf picks those of some kinds, of none all.
func (b *Brain) deedsOf(ctx context.Context, seqs []event.Seq, kinds []event.Kind) (all []deed, err error) {
	for r, err := range ledger.Each[event.Payload](ctx, b.Mind, ledger.Query{Seqs: seqs, Kinds: kinds}) {
		if err != nil {
			return nil, err
		}
		d := deed{r.Seq, r.Said}
		if of, is := d.reminder(); is && of != d.seq && slices.Contains(seqs, of) {
			continue
		}
		all = append(all, d)
	}
	return all, nil
}

// reminder is the one that a deed is about; false where it is about none.
func (d deed) reminder() (event.Seq, bool) {
	if _, set := d.Payload.(event.ReminderSet); set {
		return d.seq, true
	}
	return event.OfReminder(d.Payload)
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
	zone, next := b.Zone, map[event.Seq]time.Time{}
	b.Mind.Read(func(v memory.View) {
		for _, m := range v.Loops.Reminders {
			next[m.Seq] = m.Next
		}
		if set := v.Principal.Zone(); set != nil {
			zone = set
		}
	})
	for i, d := range all[:min(len(all), mostDeeds)] {
		if i > 0 {
			text.Say(", ")
		}
		text.Claim([]event.Seq{d.seq}, "%s", d.words(zone, next[d.seq]))
	}
	if more := len(all) - mostDeeds; more > 0 {
		text.Say(" and %d more", more)
	}
}

// words says what a deed is; next is when a reminder comes now, zero for what is not to come.
func (d deed) words(zone *time.Location, next time.Time) string {
	quote := func(s string) string { return phrase.Quote(s, phrase.MaxQuote) }
	moment := func(at time.Time) string { return at.In(zone).Format("Mon 2 Jan 2006, 15:04") }
	switch p := d.Payload.(type) {
	case event.ReminderSet:
		if next.IsZero() {
			next = p.At
		}
		return "the reminder " + quote(p.Text) + ", " + moment(next) + " (`" + phrase.Handle('r', d.seq) + "`)"
	case event.ReminderMoved:
		return "another time for `" + phrase.Handle('r', p.Reminder) + "`, " + moment(p.To)
	case event.ReminderRestored:
		return "another time for `" + phrase.Handle('r', p.Reminder) + "`, " + moment(p.Next)
	case event.ReminderCancelled:
		if p.Outcome == "done" {
			return "that `" + phrase.Handle('r', p.Reminder) + "` is done"
		}
		return "that `" + phrase.Handle('r', p.Reminder) + "` is called off"
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
	case event.Learned:
		return quote(p.Text) + ", kept at your word (`" + phrase.Handle('m', d.seq) + "`)"
	}
	return "something else"
}
