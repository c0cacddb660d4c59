package when

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// Recurrence is a repeating time: an RRULE with the occurrence it starts from.
// Days, weeks, months and years repeat on the clock of the zone of that
// occurrence, whatever summer time does; hours and minutes repeat in real time.
type Recurrence struct {
	rule  rrule.ROption // Dtstart is unused
	first time.Time
}

// longestInterval bounds INTERVAL, so that counting stays inside the calendar.
const longestInterval = 1000

// mostHours is how many times a day a rule may come true.
const mostHours = 8

// ParseRecurrence restores what String wrote, starting at first and in its
// zone. It accepts the subset of RFC 5545 that Find produces: MINUTELY to
// YEARLY with INTERVAL, UNTIL, BYDAY, BYMONTH, BYMONTHDAY, BYSETPOS and at most
// eight BYHOUR with one BYMINUTE. Without these two the time is that of first.
func ParseRecurrence(rule string, first time.Time) (*Recurrence, error) {
	if len(rule) > 200 {
		return nil, fmt.Errorf("parse recurrence: rule of %d bytes", len(rule))
	}
	if strings.ContainsAny(rule, "\r\n") {
		return nil, fmt.Errorf("parse recurrence: %q has several lines", rule)
	}
	o, err := rrule.StrToROption(rule)
	if err != nil {
		return nil, fmt.Errorf("parse recurrence: %w", err)
	}
	o.Dtstart = time.Time{}
	if o.Interval == 0 {
		o.Interval = 1
	}
	subset := o.Freq >= rrule.YEARLY && o.Freq <= rrule.MINUTELY && o.Interval >= 1 && o.Interval <= longestInterval &&
		o.Count == 0 && len(o.Byyearday)+len(o.Byweekno)+len(o.Bysecond)+len(o.Byeaster) == 0 &&
		len(o.Byhour) <= mostHours && len(o.Byminute) == min(len(o.Byhour), 1) &&
		(o.Freq <= rrule.DAILY || len(o.Bymonth)+len(o.Bymonthday)+len(o.Byweekday)+len(o.Bysetpos)+len(o.Byhour) == 0)
	for _, d := range o.Byweekday {
		subset = subset && d.N() >= -5 && d.N() <= 5 // no month has a sixth, and rrule counts past its table
	}
	if !subset {
		return nil, fmt.Errorf("parse recurrence: %q is outside the subset", rule)
	}
	o.Dtstart = first.UTC()
	if _, err := rrule.NewRRule(*o); err != nil {
		return nil, fmt.Errorf("parse recurrence: %w", err)
	}
	o.Dtstart = time.Time{}
	return &Recurrence{rule: *o, first: first}, nil
}

// String is the RRULE without its DTSTART, which is First.
func (r *Recurrence) String() string {
	o := r.rule
	if o.Interval == 1 {
		o.Interval = 0 // the default is not written
	}
	return o.RRuleString()
}

// First is the occurrence the rule starts from.
func (r *Recurrence) First() time.Time { return r.first }

// In is the same rule on the clock of another zone, for what is floating: eight
// in the morning stays eight in the morning where the principal is.
func (r *Recurrence) In(loc *time.Location) *Recurrence {
	y, m, d := r.first.Date()
	c := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	minutes := r.minutes()
	at := minutes[0]
	if shown := r.first.Hour()*60 + r.first.Minute(); slices.Contains(minutes, shown) {
		at = shown
	}
	return &Recurrence{rule: r.rule, first: onClock(c, at, loc, time.Time{})}
}

// minutes are the times of day, earliest first. They are not that of first where first
// fell into an hour that was skipped.
func (r *Recurrence) minutes() []int {
	if len(r.rule.Byhour) == 0 {
		return []int{r.first.Hour()*60 + r.first.Minute()}
	}
	out := make([]int, 0, mostHours)
	for _, h := range r.rule.Byhour {
		out = append(out, h*60+r.rule.Byminute[0])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// timed is the rule with times of day, which share their minute.
func timed(o rrule.ROption, minutes ...int) rrule.ROption {
	if minutes[0] == none {
		return o
	}
	o.Byhour, o.Byminute = nil, []int{minutes[0] % 60}
	for _, m := range slices.Sorted(slices.Values(minutes)) {
		o.Byhour = append(o.Byhour, m/60)
	}
	return o
}

// dates is the rule without its time of day.
func dates(o rrule.ROption) rrule.ROption {
	o.Byhour, o.Byminute = nil, nil
	return o
}

// Next is the first occurrence after the moment, in the zone of First; the zero
// time when there is none. It does not block and keeps nothing.
func (r *Recurrence) Next(after time.Time) time.Time {
	if after.Before(r.first) {
		after = r.first.Add(-1)
	}
	loc := r.first.Location()
	step := time.Minute
	switch r.rule.Freq {
	case rrule.HOURLY:
		step = time.Hour
		fallthrough
	case rrule.MINUTELY:
		step *= time.Duration(r.rule.Interval)
		n := time.Duration(0)
		if gone := after.Sub(r.first); gone >= 0 {
			n = gone/step + 1
		}
		t := r.first.Add(n * step).In(loc)
		if !r.rule.Until.IsZero() && t.After(r.rule.Until) {
			return time.Time{}
		}
		return t
	}

	// The rule runs on civil dates; the clock is put on each date afterwards, so
	// that a skipped or doubled hour neither loses nor repeats a day.
	minutes := r.minutes()
	near := addDays(civilOf(after.In(loc)), -1)
	o := dates(r.rule)
	o.Dtstart = forward(civilOf(r.first), near, o)
	o.Until = addMonths(near, 12*9+o.Interval*monthsOf(o.Freq))
	rule, err := rrule.NewRRule(o)
	if err != nil {
		return time.Time{} // ParseRecurrence and Find let no such rule through
	}
	next := rule.Iterator()
	for c, ok := next(); ok; c, ok = next() {
		for _, m := range minutes {
			t := onClock(c, m, loc, time.Time{})
			if !r.rule.Until.IsZero() && t.After(r.rule.Until) {
				return time.Time{}
			}
			if t.After(after) {
				return t
			}
		}
	}
	return time.Time{}
}

// monthsOf is the unit of a frequency, in months, rounded up.
func monthsOf(f rrule.Frequency) int {
	if f == rrule.YEARLY {
		return 12
	}
	return 1
}

// forward moves the start of a rule close to a date by whole intervals, so that
// a rule of ten years' standing costs no more than a new one.
func forward(start, near civil, o rrule.ROption) civil {
	if !start.Before(near) {
		return start
	}
	days := int(near.Sub(start).Hours() / 24)
	months := (near.Year()-start.Year())*12 + int(near.Month()-start.Month())
	switch o.Freq {
	case rrule.DAILY:
		return addDays(start, days/o.Interval*o.Interval)
	case rrule.WEEKLY:
		return addDays(start, days/7/o.Interval*o.Interval*7)
	case rrule.MONTHLY:
		if n := months / o.Interval * o.Interval; n > 0 {
			return time.Date(start.Year(), start.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		}
	case rrule.YEARLY:
		if n := (near.Year() - start.Year()) / o.Interval * o.Interval; n > 0 {
			return time.Date(start.Year()+n, 1, 1, 0, 0, 0, 0, time.UTC)
		}
	}
	return start
}

// begin is the first occurrence of a rule after now (with a time) or from today
// on (without), counted without its interval: "every second Monday" starts on
// the next Monday there is.
func begin(o rrule.ROption, from civil, minutes int, now time.Time) (time.Time, bool) {
	o = dates(o)
	o.Interval = 1
	o.Dtstart = from
	until := o.Until
	o.Until = addMonths(from, 12*9)
	rule, err := rrule.NewRRule(o)
	if err != nil {
		return time.Time{}, false
	}
	next := rule.Iterator()
	for c, ok := next(); ok; c, ok = next() {
		t := onClock(c, max(minutes, 0), now.Location(), now)
		if !until.IsZero() && t.After(until) {
			return time.Time{}, false
		}
		if minutes == none || t.After(now) {
			return t, true
		}
	}
	return time.Time{}, false
}
