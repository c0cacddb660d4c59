package when

// longestName is how many words may stand between "before" and the date of a thing: "the
// flight to Lisbon on 3 December".
const longestName = 6

// eve reads "the day before", "the evening before". An evening before something is at
// eight, when the day is done, and not at seven.
func (r *reader) eve(i int) (p part, next int, ok bool) {
	i = r.skip(i, "the")
	if !r.is(i+1, "before") {
		return noPart, i, false
	}
	p = partWord(r.at(i))
	if p == evening {
		p = night
	}
	return p, i + 2, p != noPart || r.is(i, "day")
}

// countedBack reads a moment that is counted back from another: "an hour before 3 December
// at 14:00", "the day before the flight on 3 December". Of hours and minutes both the day
// and the time must be given: a missing one is not guessed.
func (r *reader) countedBack(i int) (m Match, next int, ok bool) {
	l, j, ok := r.lengthAt(i)
	p, k, eve := r.eve(i)
	switch {
	case eve:
		l, j = length{days: 1}, k
	case ok && r.is(j, "before"):
		j++
	default:
		return Match{}, i, false
	}
	from := j
	var s said
	for ; ; j++ {
		if j > from+longestName || j >= len(r.toks) || r.toks[j].kind == '.' {
			return Match{}, i, false
		}
		if _, _, length := r.lengthAt(j); length {
			return Match{}, i, false // lengths do not nest
		}
		if s, next, ok = r.saidAt(j); ok {
			break
		}
	}
	if j == from && l.dateOnly() || !s.hasDay || s.repeats || s.several || len(s.also) > 0 || s.day.other != nil || s.day.month || s.day.week || s.day.year {
		return Match{}, i, false // a bare date with days before it is a day: dayAt
	}
	if l.dateOnly() {
		s.hasClock, s.part = false, noPart // the time is the thing's own
	} else if !s.hasClock {
		return Match{}, i, false
	}
	at, ok := r.place(s, j)
	if !ok || at.Unplaced || at.Ambiguous() {
		return Match{}, i, false
	}
	m.Zone = at.Zone
	if !l.dateOnly() {
		c := addDays(addMonths(civilOf(at.At), -l.months), -l.days)
		m.At = onClock(c, at.At.Hour()*60+at.At.Minute(), at.At.Location(), r.now).Add(-l.exact)
		m.HasTime = true
	} else {
		d := dayOf(addDays(addMonths(civilOf(at.At), -l.months), -l.days))
		if m, ok = r.resolve(said{day: d, hasDay: true, part: p}); !ok {
			return Match{}, i, false
		}
	}
	m.HasDay = true
	if j > from {
		m.Event = r.toks[from].start
	}
	return m, next, m.At.After(r.now) || m.AllDay() && !civilOf(m.At).Before(r.today)
}

// listed reads one more of a list: ", Wednesday", "and 8pm".
func listed[T any](r *reader, i int, one func(i int) (T, int, bool)) (next int, item T, ok bool) {
	next = r.skip(i, ",")
	next = r.skip(next, "and", "&", "or")
	if next == i {
		return i, item, false
	}
	item, end, ok := one(r.skip(next, "on"))
	return end, item, ok
}

// skipTime moves past the last words of "in three weeks' time".
func (r *reader) skipTime(i int) int {
	j := i
	if r.glued(j) {
		j = r.skip(j, "'", "’")
	}
	if r.is(j, "time", "time's") {
		return j + 1
	}
	return i
}
