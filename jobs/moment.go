package jobs

import (
	"context"
	"strings"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// mostUnasked is how many messages a day the principal gets that he did not ask for (TRUST, Bad
// moments).
const mostUnasked = 3

// Room is how many messages more the principal may get today that he did not ask for. The briefing, and the
// dream beside it, are not counted (SPEC §16). The job has to read queued posts.
func Room(ctx context.Context, in In) (int, error) {
	n := 0
	for r, err := range ledger.Each[event.PostQueued](ctx, in, ledger.Query{Newest: true}) {
		if err != nil {
			return 0, err
		}
		if r.At.Before(Midnight(in.Now)) {
			break
		}
		if q := r.Said; !q.Asked() && q.Subject != event.SubjectBriefing && q.Subject != event.SubjectDream {
			n++
		}
	}
	return max(0, mostUnasked-n), nil
}

// Later is what a run ends with that is to be made again from a moment on, since now is none for what it would say. It
// is no failure, and nothing is recorded; the slot has to be due for so long. The attempts of a job that is slow are
// recorded, and for it this is a failure like any other.
type Later struct{ Until time.Time }

func (l Later) Error() string { return "jobs: not before " + l.Until.Format(time.RFC3339) }

// Spent says, by an error, that the principal got today what he gets at most without asking, so that there is to be
// another try tomorrow. It is for what is told once a week: what is left out of it is not told at all. The job has to
// read queued posts.
func Spent(ctx context.Context, in In) error {
	left, err := Room(ctx, in)
	if err == nil && left == 0 {
		return Later{Midnight(in.Now).AddDate(0, 0, 1)}
	}
	return err
}

// Midnight is when the day of a moment began.
func Midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// where is the place for a question that rests on events. It reports false where there is none.
func where(ctx context.Context, in In, rests ...event.Seq) (at memory.Sight, ok bool, err error) {
	seen, err := in.Roots(ctx, rests...)
	if err != nil {
		return at, false, err
	}
	in.Read(func(v memory.View) {
		if at = v.Home(); at == (memory.Sight{}) || at.ShowsAll(seen) {
			ok = at != (memory.Sight{})
			return
		}
		at, ok = v.DirectFor(event.Place{}, seen...)
	})
	return at, ok, nil
}

// rest is for how long after a turn nothing is said unasked (TRUST, Bad moments).
const rest = 10 * time.Minute

// Moment says whether this is no moment to say something unasked, and until when; zero if an
// event ends it: a turn runs or waits, or ended a moment ago, or he wants quiet until a time, it is in the quiet hours, such
// as "22:00-07:00", unless the principal named hours of his own, has an appointment by
// what his calendars said in the morning, or in an hour that he called a bad time. That he paused, is away, or has such messages held is looked after by the runner: see
// Job.Unasked.
func Moment(v memory.View, now time.Time, quiet string) (until time.Time, waits bool) {
	if v.Thread.Open != nil || len(v.Thread.Waiting) > 0 {
		return until, true
	}
	if t, ok := v.Thread.Last(); ok && t.Ended.Add(rest).After(now) && !t.Ended.After(now) {
		until, waits = t.Ended.Add(rest), true
	}
	if own := v.Principal.Settings[event.SettingHours]; own != "" {
		quiet = own
	}
	if end, in := quietUntil(quiet, now); in && end.After(until) {
		until, waits = end, true
	}
	if end, quiet := v.Principal.Quiet(now); quiet && end.After(until) {
		until, waits = end, true
	}
	if end, busy := v.Agenda.Busy(now); busy && end.After(until) {
		until, waits = end.In(now.Location()), true
	}
	if end, rests := v.Weights.Rests(now); rests && end.After(until) {
		until, waits = end, true
	}
	return until, waits
}

// quietUntil says whether a moment lies in hours such as "22:00-07:00", and when they end.
// Hours that begin when they end, or cannot be read, are none.
func quietUntil(hours string, now time.Time) (end time.Time, quiet bool) {
	a, b, ok := strings.Cut(hours, "-")
	from, err1 := time.Parse("15:04", a)
	to, err2 := time.Parse("15:04", b)
	if !ok || err1 != nil || err2 != nil || from.Equal(to) {
		return end, false
	}
	clock := now.Hour()*60 + now.Minute()
	start, stop := from.Hour()*60+from.Minute(), to.Hour()*60+to.Minute()
	days := 0
	switch {
	case start < stop:
		quiet = start <= clock && clock < stop
	case clock >= start:
		quiet, days = true, 1
	default:
		quiet = clock < stop
	}
	// An hour that summer time skips ends when the clock gets past it.
	return time.Date(now.Year(), now.Month(), now.Day()+days, to.Hour(), to.Minute(), 0, 0, now.Location()), quiet
}

// NextMoment is when a job is looked at next that is due as next has it, and waits for a moment: at the end of what
// keeps it from speaking, where that comes first.
func NextMoment(next func(memory.View, time.Time) time.Time, quiet string) func(memory.View, time.Time) time.Time {
	return func(v memory.View, now time.Time) time.Time {
		at := next(v, now)
		if until, waits := Moment(v, now, quiet); waits && !until.IsZero() && until.Before(at) {
			return until
		}
		return at
	}
}
