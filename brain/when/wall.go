package when

import "time"

// civil is a date without a zone: midnight UTC of that date.
type civil = time.Time

// date is the civil date; ok is false if the month has no such day.
func date(y int, m time.Month, d int) (c civil, ok bool) {
	c = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	return c, c.Day() == d && c.Month() == m && y > 0 && y < 10_000
}

// civilOf is the date that the clock at t's location shows.
func civilOf(t time.Time) civil {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func addDays(c civil, n int) civil { return c.AddDate(0, 0, n) }

// addMonths keeps to the last day of a shorter month: 31 Jan and a month is
// 28 Feb, not 3 March.
func addMonths(c civil, n int) civil {
	y, m, d := c.Date()
	last := time.Date(y, m+time.Month(n)+1, 0, 0, 0, 0, 0, time.UTC)
	return time.Date(last.Year(), last.Month(), min(d, last.Day()), 0, 0, 0, 0, time.UTC)
}

// monday is the first day of the date's week.
func monday(c civil) civil { return addDays(c, -((int(c.Weekday()) + 6) % 7)) }

// onClock is the instant at which the clocks in loc show that many minutes
// after midnight of the date; 1440 and more are of the next day. A time that is
// skipped in spring becomes the first instant after the gap. Of a time that
// comes twice in autumn it is the first that lies after `after`, else the
// first.
func onClock(c civil, minutes int, loc *time.Location, after time.Time) time.Time {
	y, m, d := c.Date()
	want := time.Date(y, m, d, 0, minutes, 0, 0, time.UTC)
	y, m, d = want.Date()
	t := time.Date(y, m, d, want.Hour(), want.Minute(), 0, 0, loc)

	start, end := t.ZoneBounds()
	_, offset := t.Zone()
	if shown := t.Add(time.Duration(offset) * time.Second).UTC(); !shown.Equal(want) {
		if shown.After(want) {
			return start.In(loc)
		}
		return end.In(loc)
	}
	early, late := t, t
	if !start.IsZero() {
		_, before := start.Add(-time.Second).Zone()
		if e := t.Add(time.Duration(offset-before) * time.Second); before > offset && e.Before(start) {
			early = e
		}
	}
	if !end.IsZero() {
		_, next := end.Zone()
		if l := t.Add(time.Duration(offset-next) * time.Second); next < offset && !l.Before(end) {
			late = l
		}
	}
	if !early.After(after) && late.After(after) {
		return late
	}
	return early
}
