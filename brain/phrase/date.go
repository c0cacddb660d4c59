package phrase

import (
	"fmt"
	"time"
)

// yearKnown is for how long a past date may go without its year (MESSAGES 13).
const yearKnown = 60 * 24 * time.Hour

// Day words a date: "Wed 4 Mar 2026"; without the year if it lies within the last 60
// days or the next 14. Never relative to now. Both times are read in now's zone.
func Day(t, now time.Time) string {
	t = t.In(now.Location())
	if d := now.Sub(t); d < yearKnown && d > -14*24*time.Hour {
		return t.Format("Mon 2 Jan")
	}
	return t.Format("Mon 2 Jan 2006")
}

// Days words a stretch of days, the second bound excluded: "Tue 24 Nov", "Mon 23 Nov to Sun 29 Nov".
func Days(from, to, now time.Time) string {
	last := to.Add(-time.Second)
	if from.Format(time.DateOnly) == last.Format(time.DateOnly) {
		return Day(from, now)
	}
	return Day(from, now) + " to " + Day(last, now)
}

// FullDay words a date with its year and without the weekday: "12 Aug 2026".
func FullDay(t, now time.Time) string { return t.In(now.Location()).Format("2 Jan 2006") }

// Dated words the date of a figure, which is its publisher's wherever the principal is: "16 Nov 2026". It is midnight
// in UTC, which a zone to the west would make the day before.
func Dated(t time.Time) string { return t.UTC().Format("2 Jan 2006") }

// Moment words a date and time: "Tue 24 Nov, 15:00".
func Moment(t, now time.Time) string {
	return Day(t, now) + ", " + t.In(now.Location()).Format("15:04")
}

// City is the part of a zone's name that people say: "Melbourne" of "Australia/Melbourne".
func City(zone string) string {
	for i := len(zone) - 1; i >= 0; i-- {
		if zone[i] == '/' {
			zone = zone[i+1:]
			break
		}
	}
	b := []byte(zone)
	for i, c := range b {
		if c == '_' {
			b[i] = ' '
		}
	}
	return string(b)
}

// Lasted words a duration: "39 min", "3 h", "2 days".
func Lasted(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "under a minute"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
