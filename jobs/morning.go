package jobs

import (
	"context"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Morning is when the morning's message comes, after midnight by the principal's clock, in whole minutes.
type Morning struct {
	At  time.Duration
	Off bool // it does not come
}

// For is that where the principal may have named another hour, or wants none.
func (m Morning) For(v memory.View) Morning {
	if at, off, named := v.Principal.Morning(); named {
		return Morning{At: at, Off: off}
	}
	return m
}

// On is when it comes on the day of a moment.
func (m Morning) On(now time.Time) time.Time { return dateOf(now).in(now.Location(), m.At) }

// Daily gives Due and Next of a job that looks once a day at that time. See the function of that name.
func (m Morning) Daily() (Due, Next) {
	due := func(v memory.View, now time.Time) []Slot {
		own := m.For(v)
		if own.Off {
			return nil
		}
		due, _ := Daily(own.At)
		return due(v, now)
	}
	next := func(v memory.View, now time.Time) time.Time {
		own := m.For(v)
		if own.Off {
			return time.Time{}
		}
		_, next := Daily(own.At)
		return next(v, now)
	}
	return due, next
}

// Beside is for how long the morning's message is waited for, and how long after it something may stand in its thread.
const Beside = 30 * time.Minute

// UnderMorning is the morning's message, where it was said in a place a moment ago, for what is to stand in its thread;
// zero where it was not. The job has to read queued posts.
func UnderMorning(ctx context.Context, in In, at event.Place) (event.Seq, error) {
	for r, err := range ledger.Each[event.PostQueued](ctx, in, ledger.Query{Newest: true}) {
		if err != nil || in.Now.Sub(r.At) > Beside {
			return 0, err
		}
		if r.Said.Subject == event.SubjectBriefing && r.Said.Place == at {
			return r.Seq, nil
		}
	}
	return 0, nil
}
