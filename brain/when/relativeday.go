package when

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
	if p, next, ok := r.eve(i); ok && prep != "counted" {
		if base, end, ok := r.dayAt(next, "counted"); ok {
			if c, ok := r.settled(base); ok {
				d := r.earlier(base, c, length{days: 1})
				d.part = p
				return d, end, true
			}
		}
		return day{}, i, false
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
	if r.is(next, "before") {
		if base, end, ok := r.dayAt(next+1, "counted"); ok {
			if c, ok := r.settled(base); ok {
				return r.earlier(base, c, l), end, true
			}
		}
		return day{}, i, false
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
	if j > i {
		next = r.skipTime(next)
	}
	return dayOf(l.fromDate(r.today)), next, prep == "in" && j > i
}

// earlier is the day that lies so long before a base, which is settled as c. A base with
// two readings makes two days.
func (r *reader) earlier(base day, c civil, l length) day {
	d := dayOf(addDays(addMonths(c, -l.months), -l.days))
	if base.other != nil {
		second := dayOf(*base.other)
		second.roll = base.roll
		if c, ok := r.settled(second); ok {
			c = addDays(addMonths(c, -l.months), -l.days)
			d.other = &c
		}
	}
	return d
}
