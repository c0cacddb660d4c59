package bot

import (
	"context"
	"fmt"
	"time"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
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

// arrive is done once, when everything that was left unanswered has been answered: the
// first words to a newcomer, or one message about an outage (MESSAGES 12 and 23).
func (b *Bot) arrive(ctx context.Context) error {
	var fresh bool
	var place event.Place
	b.Mind.Read(func(v memory.View) {
		fresh = v.Thread.Newest == 0 && v.Outbox.Sent == 0 && len(v.Outbox.Posts) == 0
		place = v.Places.Last
	})
	if fresh {
		return b.welcome(ctx)
	}
	return b.tellOutage(ctx, place)
}

// welcome says the first words, on the first platform.
func (b *Bot) welcome(ctx context.Context) error {
	if b.Welcome == nil || len(b.Connectors) == 0 {
		return nil
	}
	r := b.Welcome()
	_, err := b.Mind.Record(ctx, b.Pens.Outbox.Write(event.PostQueued{
		Place: event.Place{Platform: b.Connectors[0].Name()}, Text: r.Text.String(), Cites: r.Text.Cites(), Buttons: r.Buttons,
		Subject: r.Subject,
	}).Because(b.Outage.Started))
	return err
}

// tellOutage says that nobody was there, unless it was short and nothing was missed, or
// the principal had ended the process himself and nothing came late.
func (b *Bot) tellOutage(ctx context.Context, place event.Place) error {
	g := b.Outage
	if g.Started == 0 || g.From.IsZero() || place.Platform == "" {
		return nil
	}
	var text phrase.Text
	var late []ledger.Entry
	var missed int
	zone := b.Brain.Zone
	b.Mind.Read(func(v memory.View) {
		if z := v.Principal.Zone(); z != nil {
			zone = z
		}
		for _, m := range v.Loops.Due(g.To) {
			if m.Next.After(g.From) {
				missed++
			}
		}
	})
	missed += len(g.Waiting)
	if missed == 0 && (g.Clean || g.To.Sub(g.From) < shortGap) || g.Clean && len(g.Waiting) == missed {
		return nil
	}
	now := g.To.In(zone)
	cause := "the process ended without a goodbye"
	if g.Clean {
		cause = "stopped on the host"
	}
	text.Claim([]event.Seq{g.Started}, "**I was off from %s to %s (%s).**", phrase.Moment(g.From, now), phrase.Moment(g.To, now), cause)
	if n := len(g.Waiting); n > 0 {
		text.Break().Claim(g.Waiting, "I have read and answered the %s that waited.", phrase.Count(n, "message"))
	}
	b.Mind.Read(func(v memory.View) {
		for _, m := range v.Loops.Due(g.To) {
			if m.Next.After(g.From) {
				text.Break().Claim([]event.Seq{m.Seq}, "Late: %s, due %s.", phrase.Quote(m.Text, 40), m.Next.In(zone).Format("15:04"))
			}
		}
	})
	post := b.Pens.Outbox.Write(event.PostQueued{Place: place, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectOutage}).Because(g.Started)
	post.Key = fmt.Sprintf("outage/%d", g.Started)
	_, err := b.Mind.Record(ctx, append([]ledger.Entry{post}, late...)...)
	return err
}
