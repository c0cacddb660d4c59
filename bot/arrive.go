package bot

import (
	"context"
	"fmt"
	"time"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// Gap is how long nobody was there before this process.
type Gap struct {
	From, To time.Time   // when the last one was known to live, and when this one began
	Clean    bool        // it had said goodbye
	Started  event.Seq   // the event that says so
	Waiting  []event.Seq // what was unanswered then
}

// shortGap is the longest outage that is not mentioned if nothing was missed in it.
const shortGap = 10 * time.Minute

// OutageKey is the key of the post that tells of the outage before a start: there is one
// at most.
func OutageKey(started event.Seq) string { return fmt.Sprintf("outage/%d", started) }

// arrive is done once, when everything that was left unanswered has been answered: the
// first words to a newcomer, or one message about an outage (MESSAGES 12 and 23).
func (b *Bot) arrive(ctx context.Context) error {
	var fresh bool
	b.Mind.Read(func(v memory.View) {
		fresh = v.Thread.Newest == 0 && v.Outbox.Sent == 0 && len(v.Outbox.Posts) == 0
	})
	if fresh {
		return b.welcome(ctx)
	}
	return b.tellOutage(ctx)
}

// welcome says the first words, on the first platform.
func (b *Bot) welcome(ctx context.Context) error {
	if b.Welcome == nil {
		return nil
	}
	r := b.Welcome()
	entries := []ledger.Entry{b.Pens.Write(event.PostQueued{
		Place: place(b.Home), Audience: b.Audience(b.Home), Text: r.Text.String(), Cites: r.Text.Cites(), Buttons: r.Buttons,
		Subject: r.Subject,
	}).Because(b.Outage.Started).Resting(r.Text.Rests()...)}
	for _, w := range r.Writes { // what the words bring about
		entries = append(entries, b.Pens.Write(w.Payload).Because(ledger.Here(0)).Resting(w.From...))
	}
	_, err := b.Mind.Record(ctx, entries...)
	return err
}

// tellOutage says that nobody was there, unless it was short and nothing was missed, or
// the principal had ended the process himself and nothing came late. Where the clock was
// set back meanwhile nobody knows how long it was, and nothing is said.
func (b *Bot) tellOutage(ctx context.Context) error {
	g := b.Outage
	var home memory.Sight
	var late []loops.Reminder
	zone := b.Brain.Zone
	b.Mind.Read(func(v memory.View) {
		home = v.Home()
		if z := v.Principal.Zone(); z != nil {
			zone = z
		}
		for _, m := range v.Loops.Due(g.To) {
			if m.Next.After(g.From) {
				late = append(late, m)
			}
		}
	})
	short := g.Clean || g.To.Sub(g.From) < shortGap
	switch {
	case g.Started == 0 || g.From.IsZero() || home.Place.Platform == "" || !g.From.Before(g.To):
		return nil
	case g.Clean && len(late) == 0, short && len(late)+len(g.Waiting) == 0:
		return nil
	}
	text := outage(g, late, home, zone)
	post := b.Pens.Write(event.PostQueued{
		Place: home.Place, Audience: home.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectOutage,
	}).Because(g.Started).Resting(text.Rests()...)
	post.Key = OutageKey(g.Started)
	_, err := b.Mind.Record(ctx, post)
	return err
}

// lateNamed is how many late reminders are named; the list has them all.
const lateNamed = 3

// outage words the message for whoever reads the place where it is said.
func outage(g Gap, late []loops.Reminder, reader memory.Sight, zone *time.Location) *phrase.Text {
	now := g.To.In(zone)
	cause := "the process ended without a goodbye"
	if g.Clean {
		cause = "stopped on the host"
	}
	var text phrase.Text
	text.Claim([]event.Seq{g.Started}, "**I was off from %s to %s (%s).**", phrase.Moment(g.From, now), phrase.Moment(g.To, now), cause)
	if len(g.Waiting)+len(late) > 0 {
		text.Break()
	}
	if n := len(g.Waiting); n > 0 {
		text.Claim(g.Waiting, "I have read your %s and answered what needed it.", phrase.Count(n, "message"))
	}
	if len(late) == 0 {
		return &text
	}
	if len(g.Waiting) > 0 {
		text.Say(" ")
	}
	seqs := make([]event.Seq, len(late))
	for i, m := range late {
		seqs[i] = m.Seq
	}
	verb := "are"
	if len(late) == 1 {
		verb = "is"
	}
	text.Claim(seqs, "%s %s late", phrase.Count(len(late), "reminder"), verb)
	for i, m := range late[:min(lateNamed, len(late))] {
		if i == 0 {
			text.Say(": ")
		} else {
			text.Say("; ")
		}
		if !reader.Shows(m.Audience, m.Place) {
			text.Say("one from a more private place")
		} else {
			text.Claim([]event.Seq{m.Seq}, "%s", phrase.Quote(m.Text, 40))
		}
		due := m.Next.In(zone).Format("15:04")
		if m.Next.In(zone).YearDay() != now.YearDay() {
			due = phrase.Moment(m.Next, now)
		}
		text.Claim([]event.Seq{m.Seq}, ", due %s", due)
	}
	text.Say(".")
	if len(late) > lateNamed {
		text.Say(" All of them: `reminders`.")
	}
	return &text
}
