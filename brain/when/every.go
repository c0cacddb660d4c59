package when

import (
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// every is a repetition as it was said.
type every struct {
	rule  rrule.ROption
	part  part
	until *civil // last day
	from  *civil // first day
	lasts length // from the first day on: "for a week"
}

var rruleDay = [...]rrule.Weekday{
	time.Sunday: rrule.SU, time.Monday: rrule.MO, time.Tuesday: rrule.TU, time.Wednesday: rrule.WE,
	time.Thursday: rrule.TH, time.Friday: rrule.FR, time.Saturday: rrule.SA,
}

// everyAt reads a repetition without its time of day: "every second Monday",
// "Mondays and Thursdays", "the 1st of every month", "every year on 3 May".
func (r *reader) everyAt(i int) (e every, next int, ok bool) {
	i = r.skip(i, "on")
	switch {
	case r.is(i, "every", "each"):
		e, next, ok = r.everyUnit(i + 1)
	case r.is(i, "alternate") && weekday(strings.TrimSuffix(r.at(i+1), "s")) >= 0:
		e, next, ok = r.everyUnit(i + 1)
		e.rule.Interval = 2
	case r.is(i, "daily", "weekly", "monthly", "yearly", "annually", "fortnightly", "hourly", "quarterly", "nightly"):
		e, next, ok = r.adverb(i)
	case r.is(i, "weekdays", "weekends"):
		e.rule = rrule.ROption{Freq: rrule.WEEKLY, Interval: 1, Byweekday: weekdays()}
		if r.is(i, "weekends") {
			e.rule.Byweekday = weekend()
		}
		next, ok = i+1, true
	default:
		if e, next, ok = r.monthly(i, false); !ok {
			e, next, ok = r.plurals(i)
		}
	}
	if !ok || !r.ends(next) {
		return every{}, i, false
	}
	return e, next, true
}

func weekdays() []rrule.Weekday {
	return []rrule.Weekday{rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR}
}

func weekend() []rrule.Weekday { return []rrule.Weekday{rrule.SA, rrule.SU} }

// except takes the days out of a repetition that it is not to come on: "every day except weekends".
func (r *reader) except(e every, i int) (every, int, bool) {
	switch {
	case r.is(i, "except"):
		i = r.skip(i+1, "for")
	case r.is(i, "but", "and") && r.is(i+1, "not"):
		i += 2
	default:
		return e, i, false
	}
	i = r.skip(i, "on", "at")
	i = r.skip(i, "the")
	var out []rrule.Weekday
	next := i + 1
	switch {
	case r.is(i, "weekends", "weekend"):
		out = weekend()
	case r.is(i, "weekdays"):
		out = weekdays()
	default:
		var ok bool
		if out, next, ok = r.dayList(i, false); !ok {
			return e, i, false
		}
	}
	all := e.rule.Byweekday
	if e.rule.Freq == rrule.DAILY {
		all = append(weekdays(), weekend()...)
	}
	left := slices.DeleteFunc(slices.Clone(all), func(d rrule.Weekday) bool { return slices.Contains(out, d) })
	if len(left) == 0 || len(left) == len(all) || e.rule.Interval != 1 || e.rule.Freq != rrule.DAILY && e.rule.Freq != rrule.WEEKLY || !r.ends(next) {
		return e, i, false
	}
	e.rule = rrule.ROption{Freq: rrule.WEEKLY, Interval: 1, Byweekday: left}
	return e, next, true
}

// adverb reads "daily", "weekly on Monday". Before a noun ("monthly report") it
// is no date.
func (r *reader) adverb(i int) (e every, next int, ok bool) {
	next = i + 1
	if next < len(r.toks) && r.toks[next].kind != '.' && !r.is(next, "at", "on", "from", "starting", "until", "till", "by") {
		return every{}, i, false
	}
	n := 1
	freq := rrule.DAILY
	switch r.at(i) {
	case "hourly":
		freq = rrule.HOURLY
	case "weekly":
		freq = rrule.WEEKLY
	case "fortnightly":
		freq, n = rrule.WEEKLY, 2
	case "monthly":
		freq = rrule.MONTHLY
	case "quarterly":
		freq, n = rrule.MONTHLY, 3
	case "yearly", "annually":
		freq = rrule.YEARLY
	}
	e, next, ok = r.dated(freq, n, next)
	if r.is(i, "nightly") {
		e.part = night
	}
	return e, next, ok
}

// everyUnit reads what follows "every".
func (r *reader) everyUnit(i int) (e every, next int, ok bool) {
	// "every last Friday", "every second Monday of the month", "every 1st".
	if e, next, ok := r.monthly(i, true); ok {
		return e, next, true
	}
	n := 1
	switch {
	case r.is(i, "other"):
		n = 2
		i++
	case r.is(i, "single"):
		i++
	default:
		if d, next, ok := r.monthDay(i, ""); ok && d.roll == byYear { // "every 3 May"
			e.rule = yearly(d, 1)
			return e, next, true
		}
		if c, next, ok := r.ordinal(i); ok && c > 1 {
			n, i = c, next
		} else if c, ok := r.count(i); ok && c > 0 {
			n, i = c, i+1
		}
	}
	if n > longestInterval {
		return every{}, i, false
	}
	next = i + 1
	switch r.at(i) {
	case "minute", "minutes", "min", "mins":
		return r.dated(rrule.MINUTELY, n, next)
	case "hour", "hours":
		return r.dated(rrule.HOURLY, n, next)
	case "day", "days":
		return r.dated(rrule.DAILY, n, next)
	case "morning", "mornings", "afternoon", "evening", "evenings", "night", "nights":
		e, next, ok := r.dated(rrule.DAILY, n, next)
		for p, w := range [...]string{morning: "morning", afternoon: "afternoon", evening: "evening", night: "night"} {
			if w != "" && r.is(i, w, w+"s") {
				e.part = part(p)
			}
		}
		return e, next, ok
	case "weekday", "workday":
		e.rule = rrule.ROption{Freq: rrule.WEEKLY, Interval: n, Byweekday: weekdays()}
		return e, next, n == 1
	case "weekend":
		e.rule = rrule.ROption{Freq: rrule.WEEKLY, Interval: n, Byweekday: weekend()}
		return e, next, true
	case "week", "weeks":
		return r.dated(rrule.WEEKLY, n, next)
	case "fortnight":
		return r.dated(rrule.WEEKLY, 2*n, next)
	case "month", "months":
		return r.dated(rrule.MONTHLY, n, next)
	case "quarter":
		return r.dated(rrule.MONTHLY, 3*n, next)
	case "year", "years":
		return r.dated(rrule.YEARLY, n, next)
	}
	if days, next, ok := r.dayList(i, false); ok {
		e.rule = rrule.ROption{Freq: rrule.WEEKLY, Interval: n, Byweekday: days}
		if p := partWord(r.at(next)); p != noPart {
			e.part = p
			next++
		}
		return e, next, true
	}
	return every{}, i, false
}

// dated adds what is said about the day: "every week on Monday", "every month
// on the 1st", "every year on 3 May". Otherwise it repeats today's.
func (r *reader) dated(f rrule.Frequency, n, i int) (e every, next int, ok bool) {
	if n > longestInterval {
		return every{}, i, false
	}
	e.rule = rrule.ROption{Freq: f, Interval: n}
	j := r.skip(i, "on")
	switch f {
	case rrule.WEEKLY:
		if days, next, ok := r.dayList(j, false); ok {
			e.rule.Byweekday = days
			return e, next, true
		}
		e.rule.Byweekday = []rrule.Weekday{rruleDay[r.today.Weekday()]}
	case rrule.MONTHLY:
		j = r.skip(j, "the")
		if nth, w, next, ok := r.nth(j); ok {
			e.rule.Byweekday = []rrule.Weekday{rruleDay[w].Nth(nth)}
			return e, next, true
		}
		if r.is(j, "last") && r.is(j+1, "day") {
			e.rule.Bymonthday = []int{-1}
			return e, j + 2, true
		}
		if r.is(j, "first") && r.is(j+1, "day") {
			e.rule.Bymonthday = []int{1}
			return e, j + 2, true
		}
		if days, next, ok := r.dateList(j); ok && j > i {
			e.rule = monthlyOn(n, days...)
			return e, next, true
		}
		e.rule = monthlyOn(n, r.today.Day())
	case rrule.YEARLY:
		if d, next, ok := r.monthDay(j, ""); ok && d.roll == byYear {
			e.rule = yearly(d, n)
			return e, next, true
		}
		e.rule = yearly(dayOf(r.today), n)
	}
	return e, i, true
}

// monthlyOn repeats on days of the month. A month without that day uses its
// last one: rent due on the 31st is due in June as well.
func monthlyOn(n int, days ...int) rrule.ROption {
	o := rrule.ROption{Freq: rrule.MONTHLY, Interval: n, Bymonthday: days}
	if len(days) == 1 && days[0] > 28 {
		o.Bymonthday = nil
		for d := 28; d <= days[0]; d++ {
			o.Bymonthday = append(o.Bymonthday, d)
		}
		o.Bysetpos = []int{-1}
	}
	return o
}

// yearly repeats on a date; 29 February is the 28th in other years.
func yearly(d day, n int) rrule.ROption {
	o := rrule.ROption{Freq: rrule.YEARLY, Interval: n, Bymonth: []int{int(d.m)}, Bymonthday: []int{d.d}}
	if d.m == time.February && d.d == 29 {
		o.Bymonthday = []int{28, 29}
		o.Bysetpos = []int{-1}
	}
	return o
}

// monthly reads "the first Monday of the month", "the 15th of each month" and,
// behind "every", the same without its end.
func (r *reader) monthly(i int, behind bool) (e every, next int, ok bool) {
	j := r.skip(i, "the")
	var o rrule.ROption
	if n, w, k, found := r.nth(j); found {
		o = rrule.ROption{Freq: rrule.MONTHLY, Interval: 1, Byweekday: []rrule.Weekday{rruleDay[w].Nth(n)}}
		next = k
		if n < 0 && behind && !r.is(next, "of", "in") { // "every last Friday"
			e.rule = o
			return e, next, true
		}
	} else if r.is(j, "last") && r.is(j+1, "day") && (behind || r.is(j+3, "each", "every")) {
		o = rrule.ROption{Freq: rrule.MONTHLY, Interval: 1, Bymonthday: []int{-1}}
		next = j + 2
	} else if days, k, found := r.dateList(j); found && r.isNumber(j) {
		o = monthlyOn(1, days...)
		next = k
		if behind && !r.is(next, "of", "in") && weekday(r.at(next)) < 0 && month(r.at(next)) == 0 &&
			!r.is(next, "day", "week", "month", "year", "hour", "weekend") {
			e.rule = o
			return e, next, true
		}
		if !behind && !r.is(next+1, "each", "every") {
			return every{}, i, false // "the 1st of the month" is one day
		}
	} else {
		return every{}, i, false
	}
	if !r.is(next, "of", "in", "each", "every") {
		return every{}, i, false
	}
	next = r.skip(next, "of", "in")
	next = r.skip(next, "the", "each", "every")
	e.rule = o
	return e, next + 1, r.is(next, "month")
}

// dayList reads "Monday", "Mon, Wed and Fri", "Monday to Friday"; plural asks
// for Mondays.
func (r *reader) dayList(i int, plural bool) (days []rrule.Weekday, next int, ok bool) {
	one := func(i int) (time.Weekday, int, bool) {
		if w, next, ok := r.weekdaysAt(i); ok {
			return w, next, true
		}
		if plural {
			return 0, i, false
		}
		return r.weekdayAt(i)
	}
	w, next, ok := one(i)
	if !ok {
		return nil, i, false
	}
	days = append(days, rruleDay[w])
	if r.is(next, "to", "through", "-", "–") {
		if last, end, ok := one(next + 1); ok {
			for d := (w + 1) % 7; ; d = (d + 1) % 7 {
				days = append(days, rruleDay[d])
				if d == last || len(days) == 7 {
					return days, end, true
				}
			}
		}
	}
	for len(days) < 7 {
		j := r.skip(next, ",")
		j = r.skip(j, "and", "&")
		w, end, ok := one(j)
		if !ok || j == next {
			break
		}
		days = append(days, rruleDay[w])
		next = end
	}
	return days, next, true
}

// plurals reads "Mondays and Thursdays", and "Monday to Friday".
func (r *reader) plurals(i int) (e every, next int, ok bool) {
	days, next, ok := r.dayList(i, true)
	if !ok && weekday(r.at(i)) >= 0 && r.is(i+1, "to", "through", "-", "–") && weekday(r.at(i+2)) >= 0 {
		days, next, ok = r.dayList(i, false)
		ok = ok && len(days) > 1
	}
	e.rule = rrule.ROption{Freq: rrule.WEEKLY, Interval: 1, Byweekday: days}
	return e, next, ok
}

// dateList reads "1st and 15th".
func (r *reader) dateList(i int) (days []int, next int, ok bool) {
	n, next, ok := r.ordinal(i)
	if !ok {
		return nil, i, false
	}
	days = []int{n}
	for len(days) < 10 {
		j := r.skip(next, ",")
		j = r.skip(j, "and", "&")
		n, end, ok := r.ordinal(r.skip(j, "the"))
		if !ok || j == next {
			break
		}
		days = append(days, n)
		next = end
	}
	return days, next, true
}
