package when

import "time"

// roll is the step by which a date that lies on the wrong side of now is moved.
type roll byte

const (
	fixed   roll = iota
	byDay        // a bare time: today or tomorrow
	byWeek       // "this Friday", said on a Friday afternoon
	byMonth      // "the 24th"
	byYear       // "12 August"
)

// day is a date as it was said.
type day struct {
	y     int
	m     time.Month
	d     int
	roll  roll
	part  part   // "tomorrow morning", "tonight"
	today bool   // said so: "today", "tonight", "this evening"
	month bool   // a whole month was meant, d is 1
	year  bool   // a whole year was meant
	week  bool   // a whole week was meant, d is its Monday
	ends  bool   // weekend: d is its Saturday
	named bool   // a weekday was named
	third int    // early, mid and late in a month: 1, 2, 3
	other *civil // the other reading of 3/12
}

func dayOf(c civil) day {
	y, m, d := c.Date()
	return day{y: y, m: m, d: d}
}

// civil is the date after k steps of its roll; ok is false where there is no
// such date (31 April).
func (d day) civil(k int) (c civil, ok bool) {
	switch d.roll {
	case byYear:
		return date(d.y+k, d.m, d.d)
	case byMonth:
		c = time.Date(d.y, d.m+time.Month(k), 1, 0, 0, 0, 0, time.UTC)
		return date(c.Year(), c.Month(), d.d)
	}
	c, ok = date(d.y, d.m, d.d)
	switch d.roll {
	case byDay:
		c = addDays(c, k)
	case byWeek:
		c = addDays(c, 7*k)
	}
	return c, ok
}

// settled is the date on the side of today that is wanted: today or later, or,
// looking back, today or earlier.
func (r *reader) settled(d day) (c civil, ok bool) {
	step := 1
	if r.past {
		step = -1
	}
	for k := range 9 { // eight years from one 29 February to the next at most
		c, ok = d.civil(k * step)
		last := c
		if d.month {
			last = addDays(addMonths(c, 1), -1)
		}
		if ok && (r.past && !c.After(r.today) || !r.past && !last.Before(r.today)) {
			return c, true
		}
		if d.roll == fixed {
			return c, ok
		}
	}
	return c, false
}

// toward is the nearest such weekday ahead, or behind when looking back; today
// does not count.
func (r *reader) toward(w time.Weekday) civil {
	ahead := (int(w)-int(r.today.Weekday())+6)%7 + 1
	if r.past {
		return addDays(r.today, ahead-7-7*(ahead/7))
	}
	return addDays(r.today, ahead)
}

// dayAt reads a date. prep is the word before it that may make a bare month or
// year a date: "in March".
func (r *reader) dayAt(i int, prep string) (d day, next int, ok bool) {
	for _, read := range [...]func(int, string) (day, int, bool){
		r.relativeDay, r.numericDay, r.feastDay, r.monthDay, r.weekdayDay, r.edgeDay, r.bareDay,
	} {
		d, next, ok := read(i, prep)
		if !ok {
			continue
		}
		if _, _, timed := r.isoClock(next); timed || r.ends(next) {
			return d, next, true
		}
	}
	return day{}, i, false
}
