package when

import "time"

// numericDay reads 2026-12-01, 25/12/2026, 3.12.2026, 3/12.
func (r *reader) numericDay(i int, prep string) (d day, next int, ok bool) {
	a, ok := r.number(i, 1, 9999)
	if !ok || !r.glued(i+1) || !r.glued(i+2) || !r.is(i+1, "-", "/", ".") {
		return day{}, i, false
	}
	sep := r.at(i + 1)
	width := r.toks[i].end - r.toks[i].start
	if m := month(r.at(i + 2)); m != 0 && sep != "." && a <= 31 { // 12-Aug-2026
		d := day{y: r.today.Year(), m: m, d: a, roll: byYear}
		if y, ok := r.number(i+4, 1900, 9999); ok && r.glued(i+3) && r.is(i+3, sep) && r.glued(i+4) {
			d.y, d.roll = y, fixed
			return d.checked(i + 5)
		}
		return d.checked(i + 3)
	}
	b, ok := r.number(i+2, 1, 31)
	if !ok {
		return day{}, i, false
	}
	c, three := r.number(i+4, 1, 9999)
	three = three && r.glued(i+3) && r.is(i+3, sep) && r.glued(i+4)
	switch {
	case width == 4 && a >= 1900 && three && b <= 12 && c <= 31 && sep != ".":
		return day{y: a, m: time.Month(b), d: c}.checked(i + 5)
	case width > 2:
		return day{}, i, false
	case three && (c >= 1900 || c < 100 && sep != "-" && r.toks[i+4].end-r.toks[i+4].start == 2):
		if c < 100 {
			c += 2000
		}
		return dayFirst(c, a, b, fixed, sep == ".").checked(i + 5)
	case !three && sep == "." && prep != "" && b <= 12 && r.glued(i+3) && r.is(i+3, ".") && r.ends(i+4): // 24.12.
		return dayFirst(r.today.Year(), a, b, byYear, true).checked(i + 4)
	case three || sep != "/" || a == 24 && b == 7:
		return day{}, i, false
	}
	// A bare 3/4 may be a share. It is a date behind a word that asks for one or
	// before a time, or where nothing follows.
	followed := i+3 < len(r.toks) && !r.is(i+3, "at", ",", "@", "by")
	if _, _, timed := r.clockAt(i+3, false); timed {
		followed = false
	}
	if prep == "" && (followed || a < b && b <= 4) {
		return day{}, i, false
	}
	return dayFirst(r.today.Year(), a, b, byYear, false).checked(i + 3)
}

// dayFirst is the a-th of month b; where it could be the b-th of month a as
// well, it carries that reading too. Dots are never written month first.
func dayFirst(y, a, b int, step roll, dots bool) day {
	if b > 12 && !dots {
		a, b = b, a
	}
	d := day{y: y, m: time.Month(b), d: a, roll: step}
	if a <= 12 && a != b && !dots {
		if c, ok := date(y, time.Month(a), b); ok {
			d.other = &c
		}
	}
	return d
}

// checked refuses dates that no year has.
func (d day) checked(next int) (day, int, bool) {
	y := d.y
	if d.roll != fixed {
		y = 2024 // a leap year
	}
	_, ok := date(y, d.m, d.d)
	return d, next, ok
}

// monthDay reads "12 Aug", "the 12th of August 2027", "Aug 12th", with a
// weekday before it perhaps.
func (r *reader) monthDay(i int, prep string) (d day, next int, ok bool) {
	if w, j, ok := r.weekdayAt(i); ok && w >= 0 {
		j = r.skip(j, ",")
		j = r.skip(j, "the")
		if weekday(r.at(j)) < 0 {
			if d, next, ok := r.monthDay(j, prep); ok {
				return d, next, true
			}
		}
	}
	i = r.skip(i, "the")
	n, j, ok := r.ordinal(i)
	if !ok {
		if n, ok = r.number(i, 1, 31); ok {
			j = i + 1
		}
	}
	if ok {
		k := r.skip(j, "of")
		m, next, isMonth := r.monthAt(k)
		if !isMonth {
			return day{}, i, false
		}
		return r.withYear(day{y: r.today.Year(), m: m, d: n, roll: byYear}, next)
	}
	m, j, ok := r.monthAt(i)
	if !ok {
		return day{}, i, false
	}
	j = r.skip(j, "the")
	n, next, ok = r.ordinal(j)
	if !ok {
		n, ok = r.number(j, 1, 31)
		next = j + 1
		if ok && r.glued(next) && r.is(next, ":") || r.is(next, "am", "pm") { // "in March 9:30" is no date
			ok = false
		}
	}
	if !ok || r.glued(next) && r.toks[next].kind == 'a' {
		return day{}, i, false
	}
	return r.withYear(day{y: r.today.Year(), m: m, d: n, roll: byYear}, next)
}

// noSuchDay reports whether a date is named that no year has: "31 November".
func (r *reader) noSuchDay(i int) bool {
	i = r.skip(i, "on", "by", "before", "until", "from")
	i = r.skip(i, "the")
	n, next, ok := r.ordinal(i)
	if !ok {
		n, ok = r.number(i, 1, 31)
		next = i + 1
	}
	if !ok {
		return false
	}
	m, _, ok := r.monthAt(r.skip(next, "of"))
	if !ok {
		return false
	}
	_, real := date(2024, m, n) // a leap year
	return !real
}

// withYear reads a year behind a date without one.
func (r *reader) withYear(d day, i int) (day, int, bool) {
	if y, next, ok := r.yearAt(i); ok {
		d.y, d.roll = y, fixed
		return d.checked(next)
	}
	return d.checked(i)
}

// yearAt reads a year of four digits, behind a comma perhaps.
func (r *reader) yearAt(i int) (y, next int, ok bool) {
	j := r.skip(i, ",")
	y, ok = r.number(j, 1900, 2199)
	if !ok || r.toks[j].end-r.toks[j].start != 4 || !r.ends(j+1) || r.glued(j+1) && r.is(j+1, ":") || r.is(j+1, "am", "pm", "hours") {
		return 0, i, false
	}
	return y, j + 1, true
}
