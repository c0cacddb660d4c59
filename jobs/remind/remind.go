// Package remind says reminders when they are due: each time once, in the place where it
// was asked for, and never without the principal having asked, so that neither quiet hours
// nor an absence holds it; only a pause does.
package remind

import (
	"context"
	"fmt"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// Name is the job's name.
const Name = "remind"

// Job is the job. One slot is one time of one reminder: "r12/2026-11-24T04:00:00Z". A
// recurring reminder that missed several of its times has one slot, that of the newest: it
// is said once, late, and goes on from there.
func Job() jobs.Job {
	return jobs.Job{
		Name:   Name,
		Every:  "when due",
		Help:   "says your reminders at their time",
		Due:    due,
		Next:   next,
		Missed: jobs.Policy{Way: jobs.Each},
		Often:  true, Promised: true,
		Reads: []event.Kind{
			event.ReminderSet{}.Kind(), event.ReminderMoved{}.Kind(), event.ReminderFired{}.Kind(), event.ReminderCancelled{}.Kind(),
			event.ReminderRestored{}.Kind(), event.Started{}.Kind(),
		},
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.ReminderFired{}.Kind()},
		Run:    run,
	}
}

// due lists the reminders whose time has come, in the order of their times.
func due(v memory.View, now time.Time) []jobs.Slot {
	var slots []jobs.Slot
	for _, m := range v.Loops.Reminders {
		if at := newest(m, now); !at.IsZero() {
			slots = append(slots, slot(m.Seq, at))
		}
	}
	slices.SortStableFunc(slots, func(a, b jobs.Slot) int { return a.At.Compare(b.At) })
	return slots
}

func slot(reminder event.Seq, at time.Time) jobs.Slot {
	return jobs.Slot{Name: phrase.Handle('r', reminder) + "/" + at.UTC().Format(time.RFC3339), At: at}
}

// next is the first time to come of any reminder.
func next(v memory.View, now time.Time) time.Time {
	var first time.Time
	for _, m := range v.Loops.Reminders {
		if at := standing(m, now.Location()); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// run says one reminder. A reminder that is not due any more at this time (cancelled,
// moved, said meanwhile) is nothing to do.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var m loops.Reminder
	var found bool
	var reader memory.Sight
	in.Read(func(v memory.View) {
		for _, r := range v.Loops.Reminders {
			if at := newest(r, in.Now); !at.IsZero() && slot(r.Seq, at).Name == in.Slot.Name {
				m, found = r, true
			}
		}
		reader = readerOf(v, m)
	})
	if !found {
		return nil, nil
	}
	why, err := lateness(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("reminder %d: %w", m.Seq, err)
	}
	post, text := word(m, in.Slot.At, in.Now, why, reader.Private())
	post.Place, post.Audience = reader.Place, reader.Audience
	return []jobs.Write{
		{Payload: post, Because: []event.Seq{m.Seq}, From: text.Rests()},
		// Whoever answers the post with "done" or "snooze" finds the reminder by its first cause.
		{Payload: event.ReminderFired{Reminder: m.Seq, Slot: in.Slot.At, Next: after(m, in.Now)}, Because: []event.Seq{ledger.Here(0)}, From: []event.Seq{m.Seq}},
	}, nil
}

// readerOf is where a reminder is said: where it was asked for or, when the principal is not
// reached there any more, in the first direct place that may show it; in the zero place where
// there is none.
func readerOf(v memory.View, m loops.Reminder) memory.Sight {
	asked := memory.Sight{Place: m.Place, Audience: m.Audience}
	if m.Place != (event.Place{}) && v.Reaches(asked) {
		return asked
	}
	if to, ok := v.DirectFor(m.Place, asked); ok || m.Place != (event.Place{}) {
		return to
	}
	return v.Home() // of one that is not known to be anybody's
}

// late is from when on a reminder says that it comes late.
const late = 10 * time.Minute

// reason is why a reminder comes late.
type reason struct {
	seq  event.Seq // the event that shows it; zero: it is not late
	what string
}

// lateness finds out why a slot is worked on so long after its time: the process was
// down, or it is not known.
func lateness(ctx context.Context, in jobs.In) (reason, error) {
	if in.Now.Sub(in.Slot.At) <= late {
		return reason{}, nil
	}
	starts := ledger.Query{Kinds: []event.Kind{event.Started{}.Kind()}, Newest: true, Limit: 1}
	for r, err := range in.Events(ctx, starts) {
		if err != nil {
			return reason{}, err
		}
		if r.At.After(in.Slot.At) {
			return reason{r.Seq, "I was off then"}, nil
		}
	}
	return reason{what: "this comes late"}, nil
}
