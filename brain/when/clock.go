package when

// none stands for no time of day.
const none = -1

// clock is a time of day in minutes after midnight; 1440 is the midnight that
// ends the day.
type clock struct {
	minutes int
	vague   bool // could be meant twelve hours later
}

// part is a part of the day.
type part byte

const (
	noPart part = iota
	morning
	afternoon
	evening
	night
	dayEnd // "the end of the day"
)

// partMinutes are the times that a bare part of the day stands for.
var partMinutes = [...]int{noPart: none, morning: 9 * 60, afternoon: 15 * 60, evening: 19 * 60, night: 20 * 60, dayEnd: 17 * 60}

// partEnds is when a part of the day is over.
var partEnds = [...]int{noPart: 0, morning: 12 * 60, afternoon: 18 * 60, evening: 24 * 60, night: 24 * 60, dayEnd: 24 * 60}

func partWord(w string) part {
	switch w {
	case "morning":
		return morning
	case "afternoon":
		return afternoon
	case "evening":
		return evening
	case "night":
		return night
	}
	return noPart
}

// partAt reads "in the morning", "at night", "morning".
func (r *reader) partAt(i int) (p part, next int, ok bool) {
	if r.is(i, "in") && r.is(i+1, "the") {
		i += 2
	} else if r.is(i, "at") && r.is(i+1, "night") {
		i++
	}
	p = partWord(r.at(i))
	return p, i + 1, p != noPart
}

// clockAt reads a time of day. A bare hour ("at 3") counts only behind a word
// that asks for a time.
func (r *reader) clockAt(i int, asked bool) (c clock, next int, ok bool) {
	switch r.at(i) {
	case "noon", "midday":
		return clock{minutes: 12 * 60}, i + 1, !r.is(i-1, "the", "high")
	case "midnight":
		return clock{minutes: 24 * 60}, i + 1, !r.is(i-1, "the") && !r.is(i+1, "oil", "sun", "run", "snack")
	case "half":
		j := r.skip(i+1, "past")
		if h, next, ok := r.hour(j); ok && (j > i+1 || asked) && r.timeEnds(next) {
			return r.meridiem(h*60+30, next)
		}
		return clock{}, i, false
	}
	if c, next, ok := r.pastOrTo(i); ok {
		return c, next, true
	}
	h, next, ok := r.hour(i)
	if !ok {
		return clock{}, i, false
	}
	if r.is(next, "o'clock", "o’clock", "oclock") {
		return r.meridiem(h*60, next+1)
	}
	if r.glued(next) && r.is(next, ":", ".") && r.glued(next+1) && r.toks[next+1].end-r.toks[next+1].start == 2 {
		if m, ok := r.number(next+1, 0, 59); ok {
			dot := r.is(next, ".")
			padded := r.toks[i].end-r.toks[i].start == 2
			j := next + 2
			if r.glued(j) && r.is(j, ":") && r.glued(j+1) { // seconds are read and dropped
				if _, ok := r.number(j+1, 0, 59); !ok {
					return clock{}, i, false
				}
				j += 2
			}
			c, end, ok := r.meridiem(h*60+m, j)
			if dot && !asked && end == j {
				return clock{}, i, false
			}
			if (padded || h == 0) && end == j { // 24-hour notation
				c.vague = false
			}
			return c, end, ok && (h < 24 || m == 0) && r.ends(end)
		}
	}
	c, end, ok := r.meridiem(h*60, next)
	if !ok || end == next && (!asked || !r.timeEnds(next)) {
		return clock{}, i, false
	}
	return c, end, r.ends(end)
}

// dotted reports whether a time of day stands at token i that is written with a dot and can be no date: "14.15" behind
// "Tuesday". "8.30 percent" is none, and "1.12" may be the first of December.
func (r *reader) dotted(i int) bool {
	m, ok := r.number(i+2, 0, 59)
	return ok && (m == 0 || m > 12) && r.is(i+1, ".") && r.glued(i+1) && r.glued(i+2) && r.timeEnds(i+3)
}

// hour reads 0 to 24, in digits or words.
func (r *reader) hour(i int) (h, next int, ok bool) {
	if h, ok := r.number(i, 0, 24); ok {
		return h, i + 1, r.toks[i].end-r.toks[i].start <= 2
	}
	h = countWord(r.at(i))
	return h, i + 1, h > 0 && h <= 12
}

// pastOrTo reads "quarter past 3", "ten to four", "20 past 5".
func (r *reader) pastOrTo(i int) (c clock, next int, ok bool) {
	j := i
	if r.is(j, "a") && r.is(j+1, "quarter") {
		j++
	}
	m := 15
	if !r.is(j, "quarter") {
		var ok bool
		if m, ok = r.count(j); !ok || m < 1 || m > 29 {
			return clock{}, i, false
		}
	}
	j = r.skip(j+1, "minutes", "min")
	if !r.is(j, "past", "to", "after", "before") {
		return clock{}, i, false
	}
	if r.is(j, "to", "before") {
		m = -m
	}
	h, next, ok := r.hour(j + 1)
	if !ok || h == 0 || !r.timeEnds(next) || (r.is(j, "to", "after", "before") && r.isNumber(i) && r.isNumber(j+1)) {
		return clock{}, i, false // "3 to 9" is a range
	}
	return r.meridiem(h*60+m, next)
}

// isNumber reports whether token i is made of digits.
func (r *reader) isNumber(i int) bool {
	return 0 <= i && i < len(r.toks) && r.toks[i].kind == '0'
}

// meridiem reads "am" and "pm" behind a time and settles what can be settled.
func (r *reader) meridiem(minutes, i int) (c clock, next int, ok bool) {
	pm := false
	switch {
	case r.is(i, "am"), r.is(i, "pm"):
		pm = r.is(i, "pm")
		next = i + 1
	case r.is(i, "a", "p") && r.is(i+1, ".") && r.glued(i+1) && r.is(i+2, "m") && r.glued(i+2):
		pm = r.is(i, "p")
		next = i + 3
		if r.is(next, ".") && r.glued(next) {
			next++
		}
	default:
		return clock{minutes: minutes, vague: minutes >= 30 && minutes < 13*60}, i, minutes <= 24*60
	}
	if minutes < 30 || minutes >= 13*60 {
		return clock{}, i, false // 15pm, 0am
	}
	if minutes >= 12*60 {
		minutes -= 12 * 60
	}
	if pm {
		minutes += 12 * 60
	}
	return clock{minutes: minutes}, next, true
}

// timeEnds reports whether a bare hour before token i can be a time: "at 5
// percent" and "at 12 Main Street" are not.
func (r *reader) timeEnds(i int) bool {
	if !r.ends(i) {
		return false
	}
	if r.is(i, "percent", "per", "km", "kilometres", "kilometers", "metres", "meters", "miles", "mph", "knots", "degrees",
		"people", "times", "euro", "euros", "dollars", "pounds", "points", "basis", "years", "weeks", "days", "hours", "hour",
		"minutes", "min", "places", "different", "of", "%", "°", "$", "€", "£", "/", "x", "h", "st", "nd", "rd", "th", "million", "thousand", "k") {
		return false
	}
	if i < len(r.toks) && r.toks[i].upper && (r.is(i+1, "street", "st", "road", "rd", "avenue", "lane", "square", "drive")) {
		return false
	}
	return true
}

// partOf is the part of the day of a clock: the one that was said, or the evening where an hour of it is said of what
// takes place then. Nobody has dinner at seven in the morning.
func (r *reader) partOf(c clock, has bool, said part) part {
	if h := c.minutes / 60; said != noPart || !has || !c.vague || h < 5 || h > 11 {
		return said
	}
	late := noPart
	for _, t := range r.toks {
		switch t.text {
		case "dinner", "supper", "party", "concert", "cinema", "theatre", "theater", "opera", "gig", "drinks":
			late = evening
		case "breakfast", "brunch", "morning":
			return said
		}
	}
	return late
}

// settle makes a definite time of a clock, a part of the day or both; none if
// there is neither. Without any hint one to six is the afternoon.
func settle(c clock, has bool, p part) int {
	if !has {
		return partMinutes[p]
	}
	m := c.minutes
	if !c.vague {
		if p == night && m < 5*60 {
			return m + 24*60
		}
		return m
	}
	h := m / 60
	switch p {
	case morning:
		if h == 12 {
			return m - 12*60
		}
		return m
	case afternoon:
		if h < 12 {
			return m + 12*60
		}
		return m
	case evening, night:
		switch {
		case h == 12:
			return m + 12*60
		case h >= 5:
			return m + 12*60
		default:
			return m + 24*60
		}
	}
	if m < 7*60 && m >= 30 {
		return m + 12*60
	}
	return m
}
