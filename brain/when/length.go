package when

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// length is a stretch of time: calendar months and days, and an exact rest.
type length struct {
	months, days int
	exact        time.Duration
}

// maxLength keeps arithmetic inside the calendar: a hundred years.
const maxLength = 100 * 366 * 24 * time.Hour

func (l length) dateOnly() bool { return l.exact == 0 }

func (l length) zero() bool { return l == length{} }

// from is the moment that lies so far after t. Days and months keep the time on
// the clock; hours and minutes are counted.
func (l length) from(t time.Time) time.Time {
	if l.months != 0 || l.days != 0 {
		c := addDays(addMonths(civilOf(t), l.months), l.days)
		t = onClock(c, t.Hour()*60+t.Minute(), t.Location(), time.Time{}).
			Add(time.Duration(t.Second())*time.Second + time.Duration(t.Nanosecond()))
	}
	return t.Add(l.exact)
}

// fromDate is the date that lies so many days and months after c.
func (l length) fromDate(c civil) civil { return addDays(addMonths(c, l.months), l.days) }

// lengthAt reads "20 min", "2h30", "an hour and a half", "half a day", "two
// weeks and three days".
func (r *reader) lengthAt(i int) (l length, next int, ok bool) {
	next = i
	for range 4 {
		one, end, ok := r.lengthPart(next)
		if !ok {
			break
		}
		l.months += one.months
		l.days += one.days
		l.exact += one.exact
		next = end
		if l.exact > maxLength || l.days > 36_600 || l.months > 1_200 {
			return length{}, i, false
		}
		if r.is(next, "and", ",") {
			if _, _, more := r.lengthPart(next + 1); !more {
				break
			}
			next++
		}
	}
	return l, next, !l.zero() && r.ends(next)
}

// lengthPart reads one quantity with its unit.
func (r *reader) lengthPart(i int) (l length, next int, ok bool) {
	q, j, ok := r.quantity(i)
	if !ok {
		return length{}, i, false
	}
	if rest, ok := r.hourMinutes(j); ok {
		return length{exact: time.Duration(q*60+float64(rest)) * time.Minute}, j + 1, q == math.Floor(q)
	}
	unit, j, ok := r.unit(j)
	if !ok {
		return length{}, i, false
	}
	if r.is(j, "and") && r.is(j+1, "a") && r.is(j+2, "half", "quarter") { // "an hour and a half"
		q += map[bool]float64{true: 0.5, false: 0.25}[r.is(j+2, "half")]
		j += 3
	}
	if q <= 0 || q > 100_000 {
		return length{}, i, false
	}
	return unit.times(q), j, true
}

// hourMinutes reads the h30 of 2h30, with an m behind it perhaps.
func (r *reader) hourMinutes(i int) (minutes int, ok bool) {
	rest, ok := strings.CutPrefix(r.at(i), "h")
	if !ok || !r.isNumber(i-1) || !r.glued(i) {
		return 0, false
	}
	minutes, err := strconv.Atoi(strings.TrimRight(rest, "min"))
	return minutes, err == nil && minutes >= 0 && minutes < 60
}

// quantity reads "2", "1.5", "two", "a", "half an", "a couple of", "two and a
// half", "three quarters of an".
func (r *reader) quantity(i int) (q float64, next int, ok bool) {
	switch {
	case r.is(i, "half") && r.is(i+1, "a", "an"):
		return 0.5, i + 2, true
	case r.is(i, "a") && r.is(i+1, "half"):
		return 0.5, i + 2, true
	case r.is(i, "three") && r.is(i+1, "quarters") && r.is(i+2, "of") && r.is(i+3, "an", "a"):
		return 0.75, i + 4, true
	case r.is(i, "a") && r.is(i+1, "quarter") && r.is(i+2, "of") && r.is(i+3, "an"):
		return 0.25, i + 4, true
	case r.is(i, "quarter") && r.is(i+1, "of") && r.is(i+2, "an"):
		return 0.25, i + 3, true
	case r.is(i, "a") && r.is(i+1, "couple"):
		return 2, r.skip(i+2, "of"), true
	case r.is(i, "a", "an"):
		return 1, i + 1, true
	}
	n, ok := r.count(i)
	if !ok {
		return 0, i, false
	}
	q = float64(n)
	next = i + 1
	if r.is(i, "twenty", "thirty", "forty", "fifty") && countWord(r.at(next+1)) < 10 && countWord(r.at(next+1)) > 0 && r.is(next, "-") {
		q += float64(countWord(r.at(next + 1)))
		next += 2
	}
	if r.glued(next) && r.is(next, ".", ",") && r.glued(next+1) {
		if f, ok := r.number(next+1, 0, 99); ok {
			q += float64(f) / math.Pow10(r.toks[next+1].end-r.toks[next+1].start)
			next += 2
		}
	}
	if r.is(next, "and") && r.is(next+1, "a") && r.is(next+2, "half") {
		q += 0.5
		next += 3
	}
	return q, next, true
}

// unit is the length of one such unit.
func (r *reader) unit(i int) (l length, next int, ok bool) {
	switch r.at(i) {
	case "second", "seconds", "sec", "secs":
		// "in a second" is a manner of speaking.
		return length{exact: time.Second}, i + 1, !r.is(i-1, "a", "one")
	case "minute", "minutes", "min", "mins":
		return length{exact: time.Minute}, i + 1, true
	case "hour", "hours", "hr", "hrs":
		return length{exact: time.Hour}, i + 1, true
	case "day", "days":
		return length{days: 1}, i + 1, true
	case "week", "weeks", "wk", "wks":
		return length{days: 7}, i + 1, true
	case "fortnight", "fortnights":
		return length{days: 14}, i + 1, true
	case "month", "months":
		return length{months: 1}, i + 1, true
	case "quarter", "quarters":
		return length{months: 3}, i + 1, true
	case "year", "years", "yr", "yrs":
		return length{months: 12}, i + 1, true
	}
	if !r.isNumber(i - 1) {
		return length{}, i, false
	}
	switch r.at(i) { // 20m, 2h, 3d, 2w
	case "m":
		return length{exact: time.Minute}, i + 1, true
	case "h":
		return length{exact: time.Hour}, i + 1, true
	case "d":
		return length{days: 1}, i + 1, true
	case "w":
		return length{days: 7}, i + 1, true
	}
	return length{}, i, false
}

// times is the length taken q times; what is left of a day or month becomes
// hours or days.
func (l length) times(q float64) length {
	switch {
	case l.exact != 0:
		return length{exact: time.Duration(q * float64(l.exact)).Round(time.Second)}
	case l.months != 0:
		m := q * float64(l.months)
		n := math.Floor(m)
		return length{months: int(n), days: int(math.Round((m - n) * 30))}
	default:
		d := q * float64(l.days)
		n := math.Floor(d)
		if l.days > 1 {
			return length{days: int(math.Round(d))}
		}
		return length{days: int(n), exact: time.Duration((d - n) * float64(24*time.Hour)).Round(time.Second)}
	}
}
