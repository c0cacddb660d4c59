package jobs

import (
	"time"

	"citadel/memory"
)

// Nightly gives Due and Next of a job that looks once a night at an hour of the principal's
// clock: one slot for each date. A night that was slept through is made up for.
func Nightly(hour int) (due func(memory.View, time.Time) []Slot, next func(memory.View, time.Time) time.Time) {
	at := func(day time.Time) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, day.Location())
	}
	back := func(t time.Time, n int) time.Time { return t.AddDate(0, 0, -n) }
	return recurring(at, back, time.DateOnly)
}

// Monthly gives Due and Next of a job that looks on the first of each month at an hour of the
// principal's clock. Its slot is named by the month that has begun.
func Monthly(hour int) (due func(memory.View, time.Time) []Slot, next func(memory.View, time.Time) time.Time) {
	at := func(day time.Time) time.Time {
		return time.Date(day.Year(), day.Month(), 1, hour, 0, 0, 0, day.Location())
	}
	back := func(t time.Time, n int) time.Time { // from the first, for there is one in every month
		return time.Date(t.Year(), t.Month()-time.Month(n), 1, 0, 0, 0, 0, t.Location())
	}
	return recurring(at, back, "2006-01")
}

// recurring is one slot a period: at gives the moment within that of a time, back goes to the
// period n before, and layout names a slot.
func recurring(at func(time.Time) time.Time, back func(time.Time, int) time.Time, layout string) (due func(memory.View, time.Time) []Slot, next func(memory.View, time.Time) time.Time) {
	due = func(_ memory.View, now time.Time) []Slot {
		last := at(now)
		if last.After(now) {
			last = at(back(now, 1))
		}
		return []Slot{{Name: last.Format(layout), At: last}}
	}
	next = func(_ memory.View, now time.Time) time.Time {
		if this := at(now); this.After(now) {
			return this
		}
		return at(back(now, -1))
	}
	return due, next
}
