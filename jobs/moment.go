package jobs

import (
	"strings"
	"time"

	"citadel/memory"
	"citadel/memory/event"
)

// rest is for how long after a turn nothing is said unasked (TRUST, Bad moments).
const rest = 10 * time.Minute

// Moment says whether this is no moment to say something unasked, and until when; zero if an
// event ends it: a turn runs or waits, or ended a moment ago, or it is in the quiet hours, such
// as "22:00-07:00", unless the principal named hours of his own, or in an hour that he called a
// bad time. That he paused, is away, or has such messages held is looked after by the runner: see
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
