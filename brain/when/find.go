package when

import (
	"slices"
	"time"

	"github.com/teambition/rrule-go"
)

// Match is a phrase that names a time to come.
type Match struct {
	Start, End int // bytes of the phrase, with its preposition

	// At is the moment, in the principal's zone. Without a time of day it is
	// the first instant of the day, and the caller chooses a time with Clock
	// and says which. Of a repetition it is the first occurrence.
	At      time.Time
	HasTime bool

	// HasDay is whether the words fix the day as well: "tomorrow at 3", "in an hour",
	// a repetition. Of "at 8:30" alone the day is the next on which it is to come.
	HasDay bool

	// Several is whether more was named than one moment or rule can hold: "Monday and
	// Thursday at 7", "tomorrow at 8 and 20:00". At is the first of them. The caller asks.
	Several bool

	// Event is where, in the text, the thing begins that the moment is counted from:
	// at "the flight" in "an hour before the flight on 3 December at 14:00". It is zero
	// where a bare date is counted from, and where nothing is.
	Event int

	// Other is the second reading of a date such as 3/12, of which At is the
	// day-first one; the zero time if there is no doubt. The caller asks.
	Other time.Time

	Recur *Recurrence // nil unless it repeats

	// Zone is the zone whose clock was meant, where one was named: New York's in "at 9am
	// New York time". At is in the principal's zone also then; a repetition keeps to Zone.
	Zone *time.Location

	// Unplaced is whether a zone was named that cannot be told: "3pm CST", "5pm their time".
	// At is what it would be here, and the caller asks.
	Unplaced bool

	// Floating times go with the principal to another zone: repetitions on the
	// clock, and days without a time. One time on one day keeps the zone it was
	// made in (TRUST, Travel), and so does a length from now.
	Floating bool
}

// Ambiguous reports whether the date has two readings.
func (m Match) Ambiguous() bool { return !m.Other.IsZero() }

// AllDay reports whether days were named and no time.
func (m Match) AllDay() bool { return !m.HasTime }

// Clock puts a time on a match that has none. A repetition then begins with its
// first occurrence after now; a single day stays as it is, and At may be past
// if the day is today.
func (m Match) Clock(hour, minute int, now time.Time) Match {
	if m.HasTime {
		return m
	}
	loc := m.At.Location()
	minutes := hour*60 + minute
	m.At = onClock(civilOf(m.At), minutes, loc, now)
	if m.Ambiguous() {
		m.Other = onClock(civilOf(m.Other), minutes, loc, now)
	}
	if m.Recur != nil {
		m.Floating = true
		from := civilOf(m.At)
		if at, ok := begin(m.Recur.rule, from, minutes, now.In(loc)); ok {
			m.At = at
		}
		m.Recur = &Recurrence{rule: timed(m.Recur.rule, minutes), first: m.At}
	} else {
		m.Floating = false
	}
	m.HasTime = true
	return m
}

// Find is the first phrase in the text that names a time to come, as seen from
// now, in the zone of now. It reports false if there is none within the first
// Examined bytes; a phrase that names a time gone by is passed over.
func Find(text string, now time.Time) (Match, bool) {
	r := newReader(text, now)
	for i := 0; i < len(r.toks); i++ {
		if !r.begins(i) {
			continue
		}
		m, next, ok := r.momentAt(i)
		if ok {
			m.Start, m.End = r.toks[i].start, r.toks[next-1].end
			return m, true
		}
		i = max(i, next-1) // "at 9am" in "today at 9am" is no phrase of its own
	}
	return Match{}, false
}

// Duration reads a whole text as how long to put something off, or until when:
// "20 min", "2h", "for an hour", "until 16:00", "tomorrow".
func Duration(text string, now time.Time) (Match, bool) {
	r := newReader(text, now)
	if len(r.toks) == 0 || len(text) > Examined {
		return Match{}, false
	}
	end := len(r.toks)
	for end > 0 && r.is(end-1, ".", "!") {
		end--
	}
	i := r.skip(0, "for", "by")
	if l, next, ok := r.lengthAt(i); ok && next == end {
		return r.match(l, 0, next)
	}
	if m, next, ok := r.momentAt(0); ok && next == end && m.Recur == nil {
		m.Start, m.End = r.toks[0].start, r.toks[next-1].end
		return m, true
	}
	return Match{}, false
}

// match is the moment a length from now; whole days have no time of day.
func (r *reader) match(l length, i, next int) (Match, bool) {
	m := Match{Start: r.toks[i].start, End: r.toks[next-1].end, HasDay: true}
	if l.dateOnly() {
		m.At = onClock(l.fromDate(r.today), 0, r.now.Location(), time.Time{})
		m.Floating = true
	} else {
		m.At, m.HasTime = l.from(r.now), true
	}
	return m, m.At.After(r.now) && m.At.Year() < 9999
}

// said collects the pieces of one moment.
type said struct {
	day      day
	hasDay   bool
	clock    clock
	hasClock bool
	also     []clock // further times of day: "at 8 and 20:00"
	several  bool    // further days: "Monday and Thursday"
	part     part
	every    every
	repeats  bool
	zone     zone
	hasZone  bool
}

// momentAt reads a moment that begins at token i. A phrase that was understood
// and names no time to come is reported false with the token behind it.
func (r *reader) momentAt(i int) (m Match, next int, ok bool) {
	if r.noSuchDay(i) {
		return Match{}, len(r.toks), false // "30 February at 9" is not the next nine o'clock
	}
	if m, next, ok := r.countedBack(i); ok {
		return m, next, true
	}
	if r.is(i, "in", "within") {
		if l, next, ok := r.lengthAt(i + 1); ok && !l.dateOnly() {
			next = r.skipTime(next)
			m, ok := r.match(l, i, next)
			return m, next, ok
		}
	} else if l, next, ok := r.lengthAt(i); ok && !l.dateOnly() {
		if r.is(next, "from") && r.is(next+1, "now") {
			m, ok := r.match(l, i, next+2)
			return m, next + 2, ok
		}
		if r.is(next, "before", "after") {
			return Match{}, len(r.toks), false // "an hour before the call at 3pm": which day's?
		}
		return Match{}, i, false // "20 minutes" alone is a length
	}
	s, next, ok := r.saidAt(i)
	if !ok {
		return Match{}, i, false
	}
	m, ok = r.place(s, i)
	return m, next, ok
}

// asksTime reports whether the word may stand before a bare hour.
func asksTime(w string) bool {
	switch w {
	case "at", "@", "by", "before", "around", "until", "till":
		return true
	}
	return false
}

// saidAt gathers a day, a time, a part of the day and a repetition, in any
// order, each at most once.
func (r *reader) saidAt(i int) (s said, next int, ok bool) {
	j, prep := i, ""
	if r.is(i, "on") && r.is(i+1, "at", "by", "before", "around") {
		return said{}, i, false // "turn it on at nine"
	}
	for n := 0; n < 2 && r.is(j, "on", "at", "by", "before", "around", "about", "until", "till", "from", "starting", "in", "@", "for", "sometime", "this"); n++ {
		if r.is(j, "this") { // part of the date
			break
		}
		prep = r.at(j)
		j++
	}
	start := j
	if prep == "in" || prep == "at" { // "in the morning", "at night", "in 2 weeks"
		start = j - 1
	}
	next = i
	for step := range 7 {
		k := next
		if step == 0 {
			k = j
		} else {
			prep = ""
			if r.is(k, ",") {
				k++
			}
			if r.is(k, "on", "at", "by", "@", "around", "about", "before", "from", "starting", "in") {
				prep = r.at(k)
				k++
			}
		}
		if !s.repeats && !s.hasDay {
			if e, end, ok := r.everyAt(k); ok {
				s.every, s.repeats, next = e, true, end
				if s.part == noPart {
					s.part = e.part
				}
				continue
			}
		}
		if s.repeats {
			if e, end, ok := r.except(s.every, next); ok {
				s.every, next = e, end
				continue
			}
			if l, end, ok := r.lengthAt(next + 1); ok && r.is(next, "for") && l.dateOnly() && r.ends(end) {
				s.every.lasts, next = l, end
				continue
			}
		}
		if s.repeats && prep == "from" || s.repeats && prep == "starting" || s.repeats && r.is(k, "until", "till") {
			ends := r.is(k, "until", "till")
			if ends {
				k++
			}
			if d, end, ok := r.dayAt(k, "until"); ok {
				if c, ok := r.settled(d); ok {
					if ends {
						s.every.until = &c
					} else {
						s.every.from = &c
					}
					next = end
					continue
				}
			}
			break
		}
		if s.part == noPart && !(s.hasDay && s.day.part != noPart) && (s.hasDay || s.hasClock || s.repeats || r.is(start, "in", "at")) {
			at := k
			if prep == "in" || prep == "at" {
				at = k - 1
			}
			if p, end, ok := r.partAt(at); ok && r.ends(end) {
				s.part, next = p, end
				continue
			}
		}
		if !s.hasDay && !s.repeats {
			at := k
			if prep == "in" {
				if d, end, ok := r.countedDay(k-1, ""); ok && r.ends(end) {
					s.day, s.hasDay, next = d, true, end
					continue
				}
			}
			if d, end, ok := r.dayAt(at, prep); ok {
				s.day, s.hasDay, next = d, true, end
				if s.part == noPart {
					s.part = d.part
				}
				for d.named {
					end, _, ok := listed(r, next, r.weekdayAt)
					if !ok {
						break
					}
					s.several, next = true, end
				}
				continue
			}
		}
		if s.hasDay && s.day.roll == byYear && !s.day.month && s.day.other == nil && r.is(next, "every", "each") && r.is(next+1, "year") && r.ends(next+2) {
			s.every, s.repeats, s.hasDay, next = every{rule: yearly(s.day, 1)}, true, false, next+2
			continue
		}
		if !s.hasClock && prep != "in" {
			if c, end, ok := r.isoClock(k); ok && s.hasDay {
				s.clock, s.hasClock, next = c, true, end
				continue
			}
			if c, end, ok := r.clockAt(k, asksTime(prep) || (s.hasDay || s.repeats) && r.dotted(k)); ok && r.ends(end) {
				s.clock, s.hasClock, next = c, true, r.skip(end, "sharp")
				next = r.moreClocks(&s, next)
				continue
			}
		}
		if s.hasClock && !s.hasZone && (prep == "" || prep == "in") {
			if z, end, ok := r.zoneAt(k); ok {
				s.zone, s.hasZone, next = z, true, end
				continue
			}
		}
		break
	}
	return s, next, s.hasDay || s.hasClock || s.repeats || s.part != noPart
}

// moreClocks reads the further times of "at 8am and 8pm" into s.
func (r *reader) moreClocks(s *said, i int) (next int) {
	for len(s.also) < 6 {
		end, c, ok := listed(r, i, func(i int) (clock, int, bool) {
			return r.clockAt(r.skip(i, "at"), true)
		})
		bare := r.is(end-2, "and", "&", "or", ",") // "at 3 and two eggs" is one time
		_, _, zoned := r.zoneAt(end)
		if !ok || !r.ends(end) || bare && !zoned && end < len(r.toks) && !r.is(end, "to", "about", "on", "every", "each", ",", ".", "today", "tomorrow") {
			break
		}
		s.also, i = append(s.also, c), end
	}
	return i
}

// isoClock reads the T14:00 of 2026-12-01T14:00.
func (r *reader) isoClock(i int) (c clock, next int, ok bool) {
	w := r.at(i)
	if len(w) != 3 || w[0] != 't' || !r.glued(i) || !r.glued(i+1) || !r.is(i+1, ":") {
		return clock{}, i, false
	}
	h := int(w[1]-'0')*10 + int(w[2]-'0')
	m, ok := r.number(i+2, 0, 59)
	if !ok || h < 0 || h > 23 {
		return clock{}, i, false
	}
	next = i + 3
	if r.is(next, ":") && r.glued(next) && r.glued(next+1) {
		next += 2
	}
	return clock{minutes: h*60 + m}, next, next <= len(r.toks)
}

// resolve makes a moment to come of what was said.
func (r *reader) resolve(s said) (m Match, ok bool) {
	loc := r.now.Location()
	minutes := settle(s.clock, s.hasClock, r.partOf(s.clock, s.hasClock, s.part))
	if s.repeats {
		return r.resolveEvery(s, minutes)
	}
	m.HasDay, m.Several = s.hasDay, s.several || len(s.also) > 0
	if !s.hasDay {
		s.day = dayOf(r.today)
		s.day.roll = byDay
	}
	if c, ok := s.day.civil(0); ok && s.hasDay && c.Equal(r.today) && minutes != none {
		minutes = r.laterToday(s, minutes)
	}
	m.HasTime = minutes != none
	m.Floating = !m.HasTime
	place := func(c civil) (time.Time, bool) {
		if minutes == none {
			return onClock(c, 0, loc, time.Time{}), !c.Before(r.today)
		}
		t := onClock(c, minutes, loc, r.now)
		return t, t.After(r.now)
	}
	for k := range 9 {
		c, real := s.day.civil(k)
		if real {
			if t, ahead := place(c); ahead {
				m.At = t
				ok = true
				break
			}
		}
		if s.day.roll == fixed {
			break
		}
	}
	if s.day.other != nil {
		other := dayOf(*s.day.other)
		other.roll = s.day.roll
		for k := range 9 {
			c, real := other.civil(k)
			if !real {
				continue
			}
			if t, ahead := place(c); ahead {
				if !ok { // only this reading lies ahead
					m.At, ok = t, true
				} else {
					m.Other = t
				}
				break
			}
			if other.roll == fixed {
				break
			}
		}
	}
	return m, ok && m.At.Year() < 9999
}

// laterToday keeps "today at 8", said at ten, in today: eight in the evening.
// "This afternoon", said within it, is the next full hour.
func (r *reader) laterToday(s said, minutes int) int {
	nowMinutes := r.now.Hour()*60 + r.now.Minute()
	if minutes > nowMinutes {
		return minutes
	}
	if s.hasClock && s.clock.vague && minutes+12*60 > nowMinutes && minutes < 12*60 {
		return minutes + 12*60
	}
	if s.day.today && !s.hasClock && nowMinutes < partEnds[s.part] {
		return (nowMinutes/60 + 1) * 60
	}
	return minutes
}

// resolveEvery makes the first occurrence of what was said to repeat.
func (r *reader) resolveEvery(s said, minutes int) (m Match, ok bool) {
	loc := r.now.Location()
	o := s.every.rule
	if s.every.until != nil {
		o.Until = onClock(addDays(*s.every.until, 1), 0, loc, time.Time{}).Add(-time.Second).UTC()
	}
	if o.Freq >= rrule.HOURLY {
		if s.hasClock || s.every.from != nil {
			return Match{}, false // "every 2 hours at 9": too rare to guess at
		}
		step := time.Minute
		if o.Freq == rrule.HOURLY {
			step = time.Hour
		}
		m.At = r.now.Add(time.Duration(o.Interval) * step)
		m.HasTime, m.HasDay = true, true
		m.Recur = &Recurrence{rule: o, first: m.At}
		return m, o.Until.IsZero() || !m.At.After(o.Until)
	}
	from := r.today
	if s.every.from != nil && s.every.from.After(from) {
		from = *s.every.from
	}
	if minutes >= 24*60 {
		minutes -= 24 * 60 // midnight of a repetition is the day's first minute; so with "every night at 1"
	}
	times, fit := s.times(minutes)
	m.At, ok = begin(o, from, minutes, r.now)
	for _, other := range times[1:] {
		if at, found := begin(o, from, other, r.now); found && at.Before(m.At) {
			m.At = at
		}
	}
	m.HasTime, m.HasDay, m.Several = minutes != none, true, !fit
	m.Floating = true
	if l := s.every.lasts; l.months+l.days > 0 {
		o.Until = onClock(l.fromDate(civilOf(m.At)), 0, loc, time.Time{}).Add(-time.Second).UTC()
	}
	m.Recur = &Recurrence{rule: timed(o, times...), first: m.At}
	return m, ok
}

// times are the times of day of a repetition, the given one first. fit is whether one rule
// can hold them: they must share their minute.
func (s said) times(minutes int) (times []int, fit bool) {
	times, fit = []int{minutes}, true
	for _, c := range s.also {
		m := settle(c, true, noPart) % (24 * 60)
		if m%60 != minutes%60 {
			return times[:1], false
		}
		if !slices.Contains(times, m) {
			times = append(times, m)
		}
	}
	return times, fit
}
