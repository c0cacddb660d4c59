package jobs

import (
	"context"
	"fmt"
	"time"

	"citadel/memory"
	"citadel/memory/event"
)

// Question makes a job of one that asks something nobody asked for (TRUST, Bad moments): it waits
// for a good moment, outside the hours of quiet, such as "22:00-07:00", unless the principal named
// his own, and on the day of his return from an absence for the next: he gets one message then, the morning's (TRUST,
// Pause, away). One slot is one thing to ask about on one day: "17/2026-11-20". Of a day on which it
// could not be asked nothing is recorded.
//
// open gives what may be asked about today, oldest first; from, since when something is to be
// asked about, or from when on: zero if nothing is. Both are pure. Run has to see again to what
// the slot is about, with About, and to the place, with Place.
func Question(j Job, quiet string, open func(v memory.View, now time.Time) []event.Seq, from func(v memory.View, now time.Time) time.Time) Job {
	j.Every, j.Missed, j.Often, j.Unasked = "when due", Policy{Way: Each}, true, true
	j.Due = func(v memory.View, now time.Time) (slots []Slot) {
		if _, waits := Moment(v, now, quiet); waits || returns(v, now) || v.Home() == (memory.Sight{}) {
			return nil
		}
		for _, seq := range open(v, now) {
			slots = append(slots, Slot{Name: onDay(seq, now), At: now})
		}
		return slots
	}
	j.Next = func(v memory.View, now time.Time) time.Time {
		at := from(v, now)
		if at.IsZero() || at.After(now) {
			return at
		}
		if until, waits := Moment(v, now, quiet); waits && !returns(v, now) {
			return until
		}
		return Midnight(now).AddDate(0, 0, 1)
	}
	return j
}

// returns says whether this is the day after the last of an absence.
func returns(v memory.View, now time.Time) bool {
	_, last, away := v.Principal.Away(now.Location())
	return away && Midnight(now).Equal(last.AddDate(0, 0, 1))
}

// About says whether a slot of Question is about an event today.
func (in In) About(seq event.Seq) bool { return in.Slot.Name == onDay(seq, in.Now) }

func onDay(seq event.Seq, day time.Time) string {
	return fmt.Sprintf("%d/%s", seq, day.Format(time.DateOnly))
}

// Place is where a question may be put now that rests on events: home if all of them may be read
// there, else the first direct place where they may. It reports false where there is none, or the
// principal got today what he gets at most without asking. The job has to read queued posts.
func Place(ctx context.Context, in In, rests ...event.Seq) (at memory.Sight, ok bool, err error) {
	at, ok, err = where(ctx, in, rests...)
	if err != nil || !ok {
		return at, false, err
	}
	left, err := Room(ctx, in)
	return at, err == nil && left > 0, err
}
