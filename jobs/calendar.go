package jobs

import (
	"fmt"
	"time"

	"citadel/memory"
)

// Due and Next are those functions of a Job.
type (
	Due  = func(v memory.View, now time.Time) []Slot
	Next = func(v memory.View, now time.Time) time.Time
)

// sixteen is how far apart two runs of a daily job are at least, where the principal has travelled
// between them (TRUST, Travel).
const sixteen = 16 * time.Hour

// Nightly gives Due and Next of a job that looks once a day at an hour of the principal's
// clock: one slot for each date where he is, also where he has seen the date before or skipped one, and
// none within 16 hours of another. A night that was slept through is made up for.
func Nightly(hour int) (Due, Next) { return Daily(time.Duration(hour) * time.Hour) }

// Daily is Nightly at a time of the principal's clock, given as what has passed of the day by then, in whole
// minutes.
func Daily(clock time.Duration) (Due, Next) {
	return calendar{
		at:    func(d date) date { return d },
		back:  func(d date, n int) date { return d.plus(-n) },
		clock: clock,
		apart: sixteen,
		name:  date.String,
	}.functions()
}

// Weekly gives Due and Next of a job that looks at an hour of the principal's clock on one day of the week.
// Its slot is named by the date.
func Weekly(day time.Weekday, hour int) (Due, Next) { return weeks(1, day, hour) }

// Fortnightly is Weekly in every second week: those that begin an even number of weeks after the first of
// the common era.
func Fortnightly(day time.Weekday, hour int) (Due, Next) { return weeks(2, day, hour) }

// weeks is one slot in so many weeks.
func weeks(n int, day time.Weekday, hour int) (Due, Next) {
	days := 7 * n
	first := int(day) - int(date{1, 1, 1}.weekday())
	return calendar{
		at:    func(d date) date { return d.plus(-mod(d.number()-first, days)) },
		back:  func(d date, n int) date { return d.plus(-n * days) },
		clock: time.Duration(hour) * time.Hour,
		name:  date.String,
	}.functions()
}

// Monthly gives Due and Next of a job that looks on the first of each month at an hour of the
// principal's clock. Its slot is named by the month that has begun.
func Monthly(hour int) (Due, Next) {
	return calendar{
		at:    func(d date) date { return date{d.year, d.month, 1} },
		back:  func(d date, n int) date { return dateOf(d.in(time.UTC, 0).AddDate(0, -n, 0)) },
		clock: time.Duration(hour) * time.Hour,
		name:  func(d date) string { return d.String()[:len("2006-01")] },
	}.functions()
}

// Quarterly is Monthly on the first of January, April, July and October. Its slot is named by that month.
func Quarterly(hour int) (Due, Next) {
	return calendar{
		at:    func(d date) date { return date{d.year, d.month - (d.month-1)%3, 1} },
		back:  func(d date, n int) date { return dateOf(d.in(time.UTC, 0).AddDate(0, -3*n, 0)) },
		clock: time.Duration(hour) * time.Hour,
		name:  func(d date) string { return d.String()[:len("2006-01")] },
	}.functions()
}

// Every gives Due and Next of a job that looks several times a day. Parts of an hour, such as 5 or 30
// minutes, are counted without regard to the principal's clock, so that an hour which comes twice in autumn
// has its slots twice; whole hours, such as 4, are counted from his midnight, and where the clock was turned
// or he has travelled, two runs are half of that apart at least. A slot is named by when it begins, in UTC.
//
// It panics unless the hour or the day can be divided by it.
func Every(each time.Duration) (Due, Next) {
	var begin func(now time.Time) time.Time
	apart := time.Duration(0)
	switch {
	case each > 0 && time.Hour%each == 0:
		begin = func(now time.Time) time.Time { return now.Truncate(each) }
	case each > 0 && each%time.Hour == 0 && 24*time.Hour%each == 0:
		apart = each / 2
		begin = func(now time.Time) time.Time {
			hours := int(each / time.Hour)
			at := time.Date(now.Year(), now.Month(), now.Day(), now.Hour()-now.Hour()%hours, 0, 0, 0, now.Location())
			if at.After(now) { // an hour that comes twice, and this is the first of the two
				at = at.Add(-time.Hour)
			}
			return at
		}
	default:
		panic(fmt.Sprintf("jobs: neither the hour nor the day can be divided by %s", each))
	}
	due := func(_ memory.View, now time.Time) []Slot {
		at := begin(now)
		return []Slot{{Name: at.UTC().Format("2006-01-02T15:04Z"), At: at, Apart: apart}}
	}
	next := func(_ memory.View, now time.Time) time.Time {
		this := begin(now)
		for at := this.Add(min(each, time.Hour)); ; at = at.Add(min(each, time.Hour)) {
			if b := begin(at); b.After(now) {
				return b
			}
		}
	}
	return due, next
}

// calendar is one slot in each of the periods that days are divided into.
type calendar struct {
	at    func(date) date      // the day of the slot in the period that a day lies in; it may be after that day
	back  func(date, int) date // the day of the slot so many periods before
	clock time.Duration        // what has passed of the day by then
	apart time.Duration
	name  func(date) string
}

// functions gives what a job needs of it. A slot is named by its date and not by its moment: an hour that
// summer time skips may be the day before.
func (c calendar) functions() (Due, Next) {
	newest := func(now time.Time) date {
		d := c.at(dateOf(now))
		if d.in(now.Location(), c.clock).After(now) {
			d = c.back(d, 1)
		}
		return d
	}
	due := func(_ memory.View, now time.Time) []Slot {
		d := newest(now)
		return []Slot{{Name: c.name(d), At: d.in(now.Location(), c.clock), Apart: c.apart}}
	}
	next := func(_ memory.View, now time.Time) time.Time {
		return c.back(newest(now), -1).in(now.Location(), c.clock)
	}
	return due, next
}

// date is a day of the calendar, in no zone.
type date struct {
	year  int
	month time.Month
	day   int
}

func dateOf(t time.Time) date {
	y, m, d := t.Date()
	return date{y, m, d}
}

// in is the moment at which a clock there shows a time on that day, or about then if the clock skips it.
func (d date) in(zone *time.Location, clock time.Duration) time.Time {
	at := time.Date(d.year, d.month, d.day, 0, int(clock/time.Minute), 0, 0, zone)
	if dateOf(at) != d && clock == 0 { // a midnight that is skipped may be given as eleven the evening before
		at = at.Add(time.Hour)
	}
	return at
}

func (d date) plus(days int) date {
	return dateOf(time.Date(d.year, d.month, d.day+days, 0, 0, 0, 0, time.UTC))
}

// number counts the days since the first of the common era.
func (d date) number() int {
	return int((d.in(time.UTC, 0).Unix() - date{1, 1, 1}.in(time.UTC, 0).Unix()) / (24 * 60 * 60))
}

func (d date) weekday() time.Weekday { return d.in(time.UTC, 0).Weekday() }

func (d date) String() string { return d.in(time.UTC, 0).Format(time.DateOnly) }

// mod is the remainder that is not negative.
func mod(n, by int) int { return ((n % by) + by) % by }
