package when

import "time"

// edgeDay reads "end of the month", "start of next week", "mid-March", "the
// last day of December", "end of the year".
func (r *reader) edgeDay(i int, prep string) (d day, next int, ok bool) {
	j := r.skip(i, "the")
	edge, third := 0, 0 // -1 the beginning, 1 the end
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
		third = 2
		if r.is(j, "early") {
			edge, third = -1, 1
		} else if r.is(j, "late") {
			edge, third = 1, 3
		}
		j = r.skip(j+1, "-")
		if _, _, ok := r.monthAt(j); !ok {
			return day{}, i, false
		}
	default:
		return day{}, i, false
	}
	if m, end, ok := r.monthAt(j); ok {
		d := day{y: r.today.Year(), m: m, d: 15, roll: byYear, third: third}
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
			if third == 3 {
				d.d = 25
			}
		}
		return d, end, true
	}
	j = r.skip(j, "the")
	if r.is(j, "day") && edge > 0 && r.is(r.skip(i, "the"), "end") {
		d := dayOf(r.today)
		d.today, d.part = true, dayEnd
		return d, j + 1, true
	}
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
	if n, next, ok := r.ordinal(r.skip(i, "the")); ok && (r.is(i, "the") || prep == "on" || prep == "by") &&
		(r.isNumber(r.skip(i, "the")) || prep == "on" && (next == len(r.toks) || r.toks[next].kind == '.')) {
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
