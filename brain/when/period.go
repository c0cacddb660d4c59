package when

import "time"

// Span is a stretch of whole days, or of hours for a part of a day, that a
// phrase names: From belongs to it, To does not. A bound that is open is the
// zero time.
type Span struct {
	From, To   time.Time
	Start, End int  // bytes of the phrase, with its preposition
	Ambiguous  bool // a date such as 3/12, taken as day first; the caller asks
}

// Period is the first phrase in the text that bounds a search in the past: "in
// March" is the most recent March that has begun, "since May" ends with today.
// It reports false if there is none within the first Examined bytes.
func Period(text string, now time.Time) (Span, bool) {
	r := newReader(text, now)
	r.past = true
	return r.firstSpan()
}

// Ahead is like Period for what is to come: "from 4 Dec to 18 Dec", "until
// Monday", "next week". An absence is read with it.
func Ahead(text string, now time.Time) (Span, bool) {
	r := newReader(text, now)
	return r.firstSpan()
}

func (r *reader) firstSpan() (Span, bool) {
	for i := 0; i < len(r.toks); i++ {
		if !r.begins(i) {
			continue
		}
		d, next, ok := r.spanAt(i)
		if !ok || !r.ends(next) {
			continue
		}
		open := d.from.IsZero() || d.to.IsZero()
		if gone := !r.past && !d.to.IsZero() && !d.to.After(r.today); !gone && (open || d.from.Before(d.to)) {
			return r.span(d, i, next), true
		}
		i = next - 1
	}
	return Span{}, false
}

// days is a stretch of civil dates, the last one excluded; the zero date is an
// open end. A part of a day narrows a single date to minutes.
type days struct {
	from, to  civil
	part      part
	ambiguous bool
}

func (r *reader) span(d days, i, next int) Span {
	s := Span{Start: r.toks[i].start, End: r.toks[next-1].end, Ambiguous: d.ambiguous}
	loc := r.now.Location()
	bound := func(c civil) time.Time {
		if c.IsZero() {
			return time.Time{}
		}
		return onClock(c, 0, loc, time.Time{})
	}
	s.From, s.To = bound(d.from), bound(d.to)
	if d.part != noPart {
		hours := [...][2]int{morning: {0, 12}, afternoon: {12, 18}, evening: {17, 24}, night: {18, 30}, dayEnd: {0, 24}}[d.part]
		s.From = onClock(d.from, hours[0]*60, loc, time.Time{})
		s.To = onClock(d.from, hours[1]*60, loc, time.Time{})
	}
	return s
}

// spanAt reads a period that begins at token i.
func (r *reader) spanAt(i int) (d days, next int, ok bool) {
	tomorrow := addDays(r.today, 1)
	switch {
	case r.is(i, "since") && r.past, r.is(i, "after"):
		if a, next, ok := r.unitAt(i+1, "since"); ok {
			from := a.from
			if r.is(i, "after") {
				from = a.to
			}
			to := tomorrow
			if !r.past {
				to = civil{}
			}
			return days{from: from, to: to, ambiguous: a.ambiguous}, next, true
		}
		return d, i, false
	case r.is(i, "before", "until", "till"):
		if a, next, ok := r.unitAt(i+1, "until"); ok {
			to := a.from
			if !r.is(i, "before") {
				to = a.to
			}
			from := civil{}
			if !r.past {
				from = r.today
			}
			return days{from: from, to: to, ambiguous: a.ambiguous}, next, true
		}
		return d, i, false
	case r.is(i, "between", "from"):
		if a, next, ok := r.rangeAt(i+1, r.at(i)); ok {
			return a, next, true
		}
		if r.is(i, "between") {
			return d, i, false
		}
		return r.unitAt(i+1, "in")
	}
	if a, next, ok := r.rangeAt(i, ""); ok {
		return a, next, true
	}
	if w := r.skip(i, "the"); r.is(w, "week") && r.is(w+1, "of") {
		if a, next, ok := r.unitAt(w+2, ""); ok {
			from := monday(a.from)
			return days{from: from, to: addDays(from, 7), ambiguous: a.ambiguous}, next, true
		}
	}
	if a, next, ok := r.lastLengthAt(i); ok {
		return a, next, true
	}
	j, prep := i, ""
	if r.is(i, "in", "on", "during", "for", "of", "around", "at", "over") {
		prep, j = r.at(i), i+1
	}
	if prep == "during" || prep == "of" || prep == "for" || prep == "over" {
		prep = "in"
	}
	if a, next, ok := r.lastLengthAt(j); ok && prep != "" {
		return a, next, true
	}
	if prep == "in" && (r.is(j, "a", "an") || r.lengthFollows(j)) {
		if r.past {
			return d, i, false // "in 2 weeks" lies ahead
		}
		j = i
	}
	return r.unitAt(j, prep)
}

func (r *reader) lengthFollows(i int) bool {
	_, _, ok := r.lengthAt(i)
	return ok
}

// rangeAt reads "3 to 9 June", "March and May", "4 Dec until 18 Dec". Without a
// word before it the two must be joined by "to" or a dash.
func (r *reader) rangeAt(i int, opener string) (d days, next int, ok bool) {
	joint := func(i int) bool {
		switch opener {
		case "between":
			return r.is(i, "and", "to", "-", "–")
		case "from":
			return r.is(i, "to", "until", "till", "through", "-", "–")
		}
		return r.is(i, "to", "-", "–", "until", "through")
	}
	prep := "from"
	if opener == "" {
		prep = ""
	}
	// The first may lack its month: "3 to 9 June".
	k := r.skip(i, "the")
	if n, j, ok := r.dayNumber(k); ok && joint(j) {
		if b, next, ok := r.dayAt(j+1, prep); ok && !b.month && !b.year && b.d >= n {
			a := b
			a.d = n
			return r.join(a, b, next)
		}
	}
	// The second may lack it: "June 3 to 9".
	a, j, ok := r.dayAt(i, prep)
	if !ok || !joint(j) {
		return days{}, i, false
	}
	b, next, ok := r.dayAt(j+1, "from")
	if !ok {
		n, end, numbered := r.dayNumber(j + 1)
		if !numbered || a.month || a.year || n < a.d || !r.ends(end) {
			return days{}, i, false
		}
		b, next = a, end
		b.d = n
	}
	return r.join(a, b, next)
}

// dayNumber reads a day of the month, "3" or "3rd".
func (r *reader) dayNumber(i int) (n, next int, ok bool) {
	if !r.isNumber(i) {
		return 0, i, false
	}
	if n, next, ok := r.ordinal(i); ok {
		return n, next, true
	}
	n, ok = r.number(i, 1, 31)
	return n, i + 1, ok
}

// join makes one stretch of two dates, the first no later than the second.
func (r *reader) join(a, b day, next int) (d days, end int, ok bool) {
	if a.roll == byYear && b.roll == fixed { // "3 March to 9 June 2025"
		a.y, a.roll = b.y, fixed
		if a.m > b.m {
			a.y--
		}
	}
	to, ok := r.daysOf(b)
	if !ok {
		return d, 0, false
	}
	from, ok := r.daysOf(a)
	if !ok {
		return d, 0, false
	}
	switch {
	case from.from.Before(to.to):
	case r.past && a.named: // "from Monday to Friday", said on a Tuesday
		from.from = addDays(from.from, -7)
	case r.past && a.roll == byYear: // "between December and February"
		from.from = addMonths(from.from, -12)
	case !r.past && b.named:
		to.to = addDays(to.to, 7)
	case !r.past && b.roll == byYear:
		to.to = addMonths(to.to, 12)
	}
	return days{from: from.from, to: to.to, ambiguous: from.ambiguous || to.ambiguous}, next, from.from.Before(to.to)
}

// lastLengthAt reads "the last 3 days", "past two weeks", "the next month and a
// half": counted to today, today included.
func (r *reader) lastLengthAt(i int) (d days, next int, ok bool) {
	j := r.skip(i, "the")
	back := r.is(j, "last", "past", "previous")
	if !back && !r.is(j, "next", "coming") || back != r.past {
		return d, i, false
	}
	l, next, ok := r.lengthAt(j + 1)
	if !ok {
		if unit, end, isUnit := r.unit(j + 1); isUnit && r.is(j, "past") { // "the past month"
			l, next, ok = unit, end, true
		}
	}
	if !ok {
		return d, i, false
	}
	tomorrow := addDays(r.today, 1)
	if !l.dateOnly() {
		l.days += int((l.exact + 24*time.Hour - 1) / (24 * time.Hour))
	}
	if back {
		return days{from: addDays(addMonths(tomorrow, -l.months), -l.days), to: tomorrow}, next, true
	}
	return days{from: r.today, to: l.fromDate(r.today)}, next, true
}

// unitAt reads one day, week, month, quarter or year.
func (r *reader) unitAt(i int, prep string) (d days, next int, ok bool) {
	if q, next, ok := r.quarterAt(i); ok {
		return q, next, true
	}
	if said, next, ok := r.dayAt(i, prep); ok {
		d, ok = r.daysOf(said)
		return d, next, ok
	}
	// A bare year counts at either end of a text: "invoice 2025".
	if y, next, ok := r.yearAt(i); ok && r.isNumber(i) && (next == len(r.toks) || i == 0 || r.is(next, "?", ".", ",", "!")) &&
		y <= r.today.Year()+10 {
		from := time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
		return days{from: from, to: addMonths(from, 12)}, next, true
	}
	return d, i, false
}

// quarterAt reads "Q3", "Q3 2025", "last quarter", "this quarter".
func (r *reader) quarterAt(i int) (d days, next int, ok bool) {
	w := r.at(i)
	current := time.Date(r.today.Year(), (r.today.Month()-1)/3*3+1, 1, 0, 0, 0, 0, time.UTC)
	if len(w) == 2 && w[0] == 'q' && w[1] >= '1' && w[1] <= '4' {
		from := time.Date(r.today.Year(), time.Month(w[1]-'1')*3+1, 1, 0, 0, 0, 0, time.UTC)
		next = i + 1
		if y, end, ok := r.yearAt(next); ok {
			from = time.Date(y, from.Month(), 1, 0, 0, 0, 0, time.UTC)
			next = end
		} else if r.past && from.After(r.today) {
			from = addMonths(from, -12)
		} else if !r.past && from.Before(current) {
			from = addMonths(from, 12)
		}
		return days{from: from, to: addMonths(from, 3)}, next, true
	}
	j := r.skip(i, "the")
	if r.is(j, "last", "this", "next", "previous") && r.is(j+1, "quarter") {
		switch r.at(j) {
		case "last", "previous":
			current = addMonths(current, -3)
		case "next":
			current = addMonths(current, 3)
		}
		return days{from: current, to: addMonths(current, 3)}, j + 2, true
	}
	return d, i, false
}

// daysOf is the stretch that a date, month, week or year covers.
func (r *reader) daysOf(said day) (d days, ok bool) {
	c, ok := r.settled(said)
	if !ok && said.roll == fixed && said.other != nil {
		c, ok = *said.other, true
	}
	d = days{from: c, part: said.part, ambiguous: said.other != nil}
	switch {
	case said.third > 0:
		y, m, _ := c.Date()
		d.from = time.Date(y, m, 10*said.third-9, 0, 0, 0, 0, time.UTC)
		d.to = addDays(d.from, 10)
		if said.third == 3 {
			d.to = time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
		}
	case said.year:
		d.to = addMonths(c, 12)
	case said.month:
		d.to = addMonths(c, 1)
	case said.week:
		d.to = addDays(c, 7)
	case said.ends:
		d.to = addDays(monday(c), 7)
	default:
		d.to = addDays(c, 1)
	}
	return d, ok
}
