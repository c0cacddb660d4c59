// Package held shows cards that wait for a moment: those that the principal put aside until then, and work that was
// prepared for it. It is still asked for. Prepare is how a job prepares something. Who put it aside asked for that, so neither quiet hours nor an absence
// holds it; only a pause does. It runs nothing: the word of the card does.
package held

import (
	"context"
	"fmt"
	"time"

	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
)

// Name is the job's name.
const Name = "held"

// Show words a card: the call it asks for, its handle, such as `K7`, and until when it is good.
type Show func(a event.ApprovalAsked, handle string, lapses, now time.Time) (*phrase.Text, []event.Button)

// Job is the job. One slot is one card at one moment: "K12/2026-11-24T04:00:00Z".
func Job(show Show) jobs.Job {
	return jobs.Job{
		Name: Name, Every: "when due", Help: "shows you again what you put aside",
		Due: due, Next: next, Missed: jobs.Policy{Way: jobs.Each},
		Often: true, Promised: true,
		Reads:  []event.Kind{event.ApprovalAsked{}.Kind(), event.ApprovalHeld{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			return run(ctx, in, show)
		},
	}
}

// waiting are the cards that are to be shown again, oldest first.
func waiting(v memory.View, now time.Time) (all []hands.Card) {
	for _, c := range v.Hands.Open(now) {
		if c.Held && !c.Until.IsZero() {
			all = append(all, c)
		}
	}
	return all
}

func due(v memory.View, now time.Time) (slots []jobs.Slot) {
	for _, c := range waiting(v, now) {
		if !c.Until.After(now) {
			slots = append(slots, slot(c))
		}
	}
	return slots
}

func slot(c hands.Card) jobs.Slot {
	return jobs.Slot{Name: phrase.Handle('K', c.Seq) + "/" + c.Until.UTC().Format(time.RFC3339), At: c.Until}
}

func next(v memory.View, now time.Time) (first time.Time) {
	for _, c := range waiting(v, now) {
		if first.IsZero() || c.Until.Before(first) {
			first = c.Until
		}
	}
	return first
}

// run shows the card of the slot where it was put aside or, where the principal is not reached there any
// more, in the first direct place that may show it. A card that was answered meanwhile is nothing to do.
func run(ctx context.Context, in jobs.In, show Show) ([]jobs.Write, error) {
	var c hands.Card
	var found bool
	in.Read(func(v memory.View) {
		for _, w := range waiting(v, in.Now) {
			if slot(w).Name == in.Slot.Name {
				c, found = w, true
			}
		}
	})
	if !found {
		return nil, nil
	}
	seen, err := in.Roots(ctx, c.Seq)
	if err != nil {
		return nil, fmt.Errorf("held: card %d: %w", c.Seq, err)
	}
	at, ok := readerOf(in, c, seen)
	if !ok {
		return nil, nil
	}
	r, p, err := in.Event(ctx, c.Seq)
	if err != nil {
		return nil, fmt.Errorf("held: card %d: %w", c.Seq, err)
	}
	asked, is := p.(event.ApprovalAsked)
	if !is { // it was forgotten
		return nil, nil
	}
	text, buttons := show(asked, phrase.Handle('K', c.Seq), c.Good(in.Now), in.Now)
	why := "You put this aside until now."
	if c.Place == (event.Place{}) {
		why = "This was prepared for now."
	}
	text = new(phrase.Text).Say("%s", why).Break().Add(text)
	return []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Buttons: buttons,
			Subject: event.SubjectApproval, About: c.Seq, Once: true,
		},
		Because: []event.Seq{c.Seq}, From: append([]event.Seq{c.Seq}, r.From...),
	}}, nil
}

// readerOf is the place in which a card that rests on something seen elsewhere may be shown; false where
// there is none.
func readerOf(in jobs.In, c hands.Card, seen []memory.Sight) (at memory.Sight, ok bool) {
	in.Read(func(v memory.View) {
		at = memory.Sight{Place: c.Place, Audience: c.Audience}
		if ok = at.Audience != event.Shared && v.Reaches(at) && at.ShowsAll(seen); !ok {
			at, ok = v.DirectFor(c.Place, seen...)
		}
	})
	return at, ok
}
