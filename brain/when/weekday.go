package when

import "time"

// weekdayDay reads "Friday", "next Tuesday morning", "Monday week", "the first
// Monday of December".
func (r *reader) weekdayDay(i int, prep string) (d day, next int, ok bool) {
	if c, next, ok := r.nthWeekday(i); ok {
		return dayOf(c), next, true
	}
	j := r.skip(i, "the")
	which := ""
	if r.is(j, "next", "this", "coming", "last", "past", "previous") {
		which = r.at(j)
		j = r.skip(j+1, "coming", "past")
	}
	w, next, ok := r.weekdayAt(j)
	if !ok || r.is(j-1, movable...) {
		return day{}, i, false
	}
	offset := (int(w) + 6) % 7 // days after Monday
	c := r.toward(w)
	step := fixed
	switch which {
	case "next":
		c = addDays(monday(r.today), 7+offset)
	case "last", "past", "previous":
		c = addDays(r.today, -((int(r.today.Weekday())-int(w)+6)%7 + 1))
	case "this":
		c = addDays(monday(r.today), offset)
		step = byWeek
	}
	switch {
	case r.is(next, "week"): // "Monday week"
		c = addDays(c, 7)
		next++
	case r.is(next, "next") && r.is(next+1, "week"):
		c = addDays(monday(r.today), 7+offset)
		next += 2
	case r.is(next, "last") && r.is(next+1, "week"):
		c = addDays(monday(r.today), offset-7)
		next += 2
	case r.is(next, "this") && r.is(next+1, "week"):
		c = addDays(monday(r.today), offset)
		next += 2
	}
	d = dayOf(c)
	d.roll, d.named = step, true
	if p := partWord(r.at(next)); p != noPart {
		d.part = p
		next++
	}
	return d, next, true
}

// nthWeekday reads "the first Monday of December", "last Friday in March 2027",
// "second Tuesday of next month".
func (r *reader) nthWeekday(i int) (c civil, next int, ok bool) {
	n, w, j, ok := r.nth(i)
	if !ok || !r.is(j, "of", "in") {
		return c, i, false
	}
	j++
	if r.is(j, "next", "this") && r.is(j+1, "month") {
		base := addMonths(r.today, 0)
		if r.is(j, "next") {
			base = addMonths(r.today, 1)
		}
		return nthOf(base.Year(), base.Month(), n, w), j + 2, true
	}
	m, j, ok := r.monthAt(j)
	if !ok {
		return c, i, false
	}
	if y, next, ok := r.yearAt(j); ok {
		return nthOf(y, m, n, w), next, true
	}
	c = nthOf(r.today.Year(), m, n, w)
	if !r.past && c.Before(r.today) {
		c = nthOf(r.today.Year()+1, m, n, w)
	}
	if r.past && c.After(r.today) {
		c = nthOf(r.today.Year()-1, m, n, w)
	}
	return c, j, true
}

// nth reads "the second Monday" or "last Friday"; the last is -1.
func (r *reader) nth(i int) (n int, w time.Weekday, next int, ok bool) {
	i = r.skip(i, "the")
	if r.is(i, "last") {
		n, next = -1, i+1
	} else if n, next, ok = r.ordinal(i); !ok || n > 4 {
		return 0, 0, i, false
	}
	w, next, ok = r.weekdayAt(next)
	return n, w, next, ok
}

// nthOf is the n-th such weekday of a month; -1 is the last.
func nthOf(y int, m time.Month, n int, w time.Weekday) civil {
	if n < 0 {
		end := time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC)
		return addDays(end, -((int(end.Weekday()) - int(w) + 7) % 7))
	}
	start := time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
	return addDays(start, (int(w)-int(start.Weekday())+7)%7+7*(n-1))
}
