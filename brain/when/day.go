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
		r.relativeDay, r.numericDay, r.monthDay, r.weekdayDay, r.edgeDay, r.bareDay,
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

// relativeDay reads today, tomorrow, the day after, this evening, in 2 weeks.
func (r *reader) relativeDay(i int, prep string) (d day, next int, ok bool) {
	plus := func(n, next int) (day, int, bool) {
		d := dayOf(addDays(r.today, n))
		if p := partWord(r.at(next)); p != noPart {
			d.part = p
			next++
		}
		return d, next, true
	}
	switch r.at(i) {
	case "today":
		d, next, ok := plus(0, i+1)
		d.today = true
		return d, next, ok
	case "tonight":
		d := dayOf(r.today)
		d.today, d.part = true, night
		return d, i + 1, true
	case "tomorrow", "tmrw", "tomorow", "tommorow", "tommorrow":
		if r.is(i+1, "week") { // "tomorrow week"
			return plus(8, i+2)
		}
		return plus(1, i+1)
	case "yesterday":
		return plus(-1, i+1)
	case "this":
		if p := partWord(r.at(i + 1)); p != noPart && p != night {
			d := dayOf(r.today)
			d.today, d.part = true, p
			return d, i + 2, true
		}
	case "last":
		if r.is(i+1, "night") {
			d := dayOf(addDays(r.today, -1))
			d.part = night
			return d, i + 2, true
		}
	}
	j := r.skip(i, "the")
	if r.is(j, "day") && r.is(j+1, "after") && r.is(j+2, "tomorrow") {
		return plus(2, j+3)
	}
	if r.is(j, "day") && r.is(j+1, "before") && r.is(j+2, "yesterday") {
		return plus(-2, j+3)
	}
	return r.countedDay(i, prep)
}

// countedDay reads lengths of whole days: "in 2 weeks", "3 days from now", "a
// week on Monday", "2 weeks ago".
func (r *reader) countedDay(i int, prep string) (d day, next int, ok bool) {
	if prep == "counted" {
		return day{}, i, false // lengths do not nest
	}
	j := i
	if r.is(j, "in", "within") {
		j++
		prep = "in"
	}
	l, next, ok := r.lengthAt(j)
	if !ok || !l.dateOnly() {
		return day{}, i, false
	}
	if r.is(next, "ago", "back") {
		c := addDays(addMonths(r.today, -l.months), -l.days)
		d := dayOf(c)
		if l.days == 0 {
			d.month, d.year = l.months%12 != 0, l.months%12 == 0
			d.d = 1
			if d.year {
				d.m = 1
			}
		}
		return d, next + 1, true
	}
	if r.is(next, "from", "after", "on") {
		if r.is(next+1, "now") {
			return dayOf(l.fromDate(r.today)), next + 2, true
		}
		if base, end, ok := r.dayAt(next+1, "counted"); ok {
			if c, ok := r.settled(base); ok {
				return dayOf(l.fromDate(c)), end, true
			}
		}
		return day{}, i, false
	}
	return dayOf(l.fromDate(r.today)), next, prep == "in" && j > i
}

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
	if !ok {
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
	d.roll = step
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

// edgeDay reads "end of the month", "start of next week", "mid-March", "the
// last day of December", "end of the year".
func (r *reader) edgeDay(i int, prep string) (d day, next int, ok bool) {
	j := r.skip(i, "the")
	edge := 0 // -1 the beginning, 1 the end
	switch {
	case r.is(j, "end"):
		edge = 1
		j = r.skip(j+1, "of")
	case r.is(j, "last") && r.is(j+1, "day") && r.is(j+2, "of", "in"):
		edge = 1
		j += 3
	case r.is(j, "first") && r.is(j+1, "day") && r.is(j+2, "of", "in"), r.is(j, "start", "beginning") && r.is(j+1, "of"):
		edge = -1
		j += 2
		j = r.skip(j, "of", "in")
	case r.is(j, "middle") && r.is(j+1, "of"):
		j += 2
	case r.is(j, "mid", "early", "late"):
		if r.is(j, "early") {
			edge = -1
		} else if r.is(j, "late") {
			edge = 1
		}
		j = r.skip(j+1, "-")
		if _, _, ok := r.monthAt(j); !ok {
			return day{}, i, false
		}
	default:
		return day{}, i, false
	}
	if m, end, ok := r.monthAt(j); ok {
		d := day{y: r.today.Year(), m: m, d: 15, roll: byYear}
		if y, end2, ok := r.yearAt(end); ok {
			d.y, d.roll, end = y, fixed, end2
		}
		if edge < 0 {
			d.d = 1
		}
		if edge > 0 {
			d.d = 31
			for d.d > 28 {
				if _, ok := date(2023, m, d.d); ok {
					break
				}
				d.d--
			}
			if m == time.February && d.roll == fixed {
				d.d = time.Date(d.y, m+1, 0, 0, 0, 0, 0, time.UTC).Day()
			}
			if r.is(i, "late") {
				d.d = 25
			}
		}
		return d, end, true
	}
	j = r.skip(j, "the")
	ahead := 0
	if r.is(j, "this", "next") {
		if r.is(j, "next") {
			ahead = 1
		}
		j++
	}
	var from, to civil
	t := r.today
	switch r.at(j) {
	case "week":
		from = addDays(monday(t), 7*ahead)
		to = addDays(from, 5) // Friday is the end of a week, unless it is over
		if to.Before(addDays(t, 1)) {
			to = addDays(from, 7)
		}
	case "month":
		from = time.Date(t.Year(), t.Month()+time.Month(ahead), 1, 0, 0, 0, 0, time.UTC)
		to = addMonths(from, 1)
	case "quarter":
		from = time.Date(t.Year(), (t.Month()-1)/3*3+1+time.Month(3*ahead), 1, 0, 0, 0, 0, time.UTC)
		to = addMonths(from, 3)
	case "year":
		from = time.Date(t.Year()+ahead, 1, 1, 0, 0, 0, 0, time.UTC)
		to = addMonths(from, 12)
	default:
		return day{}, i, false
	}
	switch edge {
	case -1:
		return dayOf(from), j + 1, true
	case 1:
		return dayOf(addDays(to, -1)), j + 1, true
	}
	return dayOf(addDays(from, int(to.Sub(from).Hours()/48))), j + 1, true
}

// bareDay reads "the 24th", "next week", "the weekend", "in March", "in 2027".
func (r *reader) bareDay(i int, prep string) (d day, next int, ok bool) {
	t := r.today
	if n, next, ok := r.ordinal(r.skip(i, "the")); ok && r.isNumber(r.skip(i, "the")) && (r.is(i, "the") || prep == "on" || prep == "by") {
		d := day{y: t.Year(), m: t.Month(), d: n, roll: byMonth}
		if r.is(next, "of") {
			k := r.skip(next+1, "the")
			if r.is(k, "this") && r.is(k+1, "month") || k > next+1 && r.is(k, "month") {
				return d, k + map[bool]int{true: 2, false: 1}[r.is(k, "this")], true
			}
			if r.is(k, "next") && r.is(k+1, "month") {
				first := addMonths(time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC), 1)
				return day{y: first.Year(), m: first.Month(), d: n}.checked(k + 2)
			}
			return day{}, i, false
		}
		if next < len(r.toks) && r.toks[next].kind == 'a' && r.is(next, "floor", "time", "century", "anniversary", "birthday", "version", "edition", "street", "avenue", "place", "grade", "day", "week", "and", "person", "one") && !r.is(next, "and") {
			return day{}, i, false
		}
		return d, next, true
	}
	j := r.skip(i, "the", "at")
	j = r.skip(j, "the")
	ahead, said := 0, ""
	if r.is(j, "next", "this", "last", "past", "previous", "coming") {
		said = r.at(j)
		switch said {
		case "next":
			ahead = 1
		case "last", "past", "previous":
			ahead = -1
		}
		j++
	}
	switch {
	case r.is(j, "weekend") && (j > i || prep != ""):
		sat := addDays(monday(t), 5)
		if said == "" && r.past && t.Before(sat) {
			ahead = -1
		}
		if said != "next" && said != "last" && !r.past && t.After(sat) { // Sunday
			sat = t
		}
		d = dayOf(addDays(sat, 7*ahead))
		d.ends = true
		return d, j + 1, true
	case said == "" && r.isNumber(j):
		y, next, ok := r.yearAt(j)
		if ok = ok && (prep == "in" || prep == "since" || prep == "by" || prep == "during"); !ok {
			return day{}, i, false
		}
		return day{y: y, m: 1, d: 1, year: true}, next, true
	}
	if m, next, ok := r.monthAt(j); ok {
		y, end, dated := r.yearAt(next)
		switch {
		case dated && r.isNumber(i-1):
			return day{}, i, false // what is left of 30 February 2027
		case dated:
			return day{y: y, m: m, d: 1, month: true}, end, true
		case said == "this":
			return day{y: t.Year(), m: m, d: 1, month: true}, next, true
		case said != "" || prep == "in" || prep == "by" || prep == "since" || prep == "until" || prep == "before" || prep == "during" || prep == "from" || prep == "between":
			d := day{y: t.Year(), m: m, d: 1, roll: byYear, month: true}
			if ahead < 0 {
				d.roll = fixed
				if m >= t.Month() {
					d.y--
				}
			}
			return d, next, true
		}
		return day{}, i, false
	}
	if said == "" {
		return day{}, i, false
	}
	switch r.at(j) {
	case "week":
		d = dayOf(addDays(monday(t), 7*ahead))
		d.week = true
		if w, next, ok := r.weekdayAt(r.skip(j+1, "on")); ok { // "next week on Tuesday"
			return dayOf(addDays(monday(t), 7*ahead+(int(w)+6)%7)), next, true
		}
	case "month":
		d = dayOf(time.Date(t.Year(), t.Month()+time.Month(ahead), 1, 0, 0, 0, 0, time.UTC))
		d.month = true
	case "year":
		d = day{y: t.Year() + ahead, m: 1, d: 1, year: true}
	default:
		return day{}, i, false
	}
	return d, j + 1, said != "past"
}
