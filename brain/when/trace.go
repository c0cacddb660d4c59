package when

import (
	"strings"
	"time"
)

// Sort is what a trace of time is of.
type Sort byte

const (
	OfDay    Sort = iota // a day or date, also one that has no date of its own: "on my birthday"
	OfClock              // a time of day, a part of the day or a zone
	OfRepeat             // a repetition
	OfBound              // a word that bounds one: until, except
)

// Trace is a piece of a text that speaks of time, whether or not Find makes a moment of it.
type Trace struct {
	Start, End int
	Sort       Sort
}

// Traces are all pieces of a text that speak of a time to come, from left to right. A day that is over, and a week or
// month that it is now, are none.
func Traces(text string, now time.Time) []Trace {
	r := newReader(text, now)
	var out []Trace
	for i := 0; i < len(r.toks); i++ {
		if !r.begins(i) {
			continue
		}
		if sort, next, ok := r.traceAt(i); ok {
			out = append(out, Trace{Start: r.toks[i].start, End: r.toks[next-1].end, Sort: sort})
			i = next - 1
		}
	}
	return out
}

func (r *reader) traceAt(i int) (sort Sort, next int, ok bool) {
	prep := ""
	if r.is(i-1, "on", "at", "by", "before", "until", "till", "from", "in") {
		prep = r.at(i - 1)
	}
	if _, next, ok := r.everyAt(i); ok {
		return OfRepeat, next, true
	}
	if d, next, ok := r.dayAt(i, prep); ok {
		s, settled := r.daysOf(d)
		gone := settled && !s.to.After(r.today)
		now := settled && !d.today && !s.from.After(r.today)
		return OfDay, next, !gone && !now
	}
	if r.is(i, "from", "between") {
		if _, next, ok := r.rangeAt(i+1, r.at(i)); ok {
			return OfDay, next, true
		}
	}
	if next, ok := r.undatedAt(i); ok {
		return OfDay, next, true
	}
	if _, next, ok := r.clockAt(i, asksTime(prep) || r.is(i-1, "@", "around", "till")); ok {
		return OfClock, next, true
	}
	if next, ok := r.hoursAt(i); ok {
		return OfClock, next, true
	}
	if _, next, ok := r.partAt(i); ok && r.is(i, "in", "at") && r.ends(next) {
		return OfClock, next, true
	}
	if z, next, ok := r.zoneAt(i); ok && z.loc != nil && len(r.at(i)) > 2 {
		return OfClock, next, true
	}
	return OfBound, i + 1, r.is(i, "until", "till", "except")
}

// undatedAt reads a day that has a name and no date that could be told: "my birthday", "pay day", "Easter Monday",
// "Mother's Day". It begins with the word before it that makes it a time.
func (r *reader) undatedAt(i int) (next int, ok bool) {
	if !r.is(i, "on", "at", "by", "before", "after", "until", "till", "around") {
		return i, false
	}
	j := i + 1
	if r.is(j, "my", "his", "her", "our", "their", "your", "the") || strings.HasSuffix(r.at(j), "'s") {
		j++
	}
	if _, end, _ := r.feastAt(j); end > j {
		return end, true
	}
	if r.is(j, movable...) && weekday(r.at(j+1)) >= 0 {
		return j + 2, true
	}
	if r.is(j, "easter", "birthday", "anniversary", "payday", "thanksgiving", "hanukkah", "ramadan", "diwali", "eid", "passover") {
		return j + 1, true
	}
	for k := j - 1; k < j+2; k++ { // "Mother's Day"
		if k > i && r.is(k+1, "day", "eve") && (r.toks[k].upper || r.is(k, "pay")) {
			return k + 2, true
		}
	}
	return i, false
}

// hoursAt reads "from 9 to 5", "between 9 and 10".
func (r *reader) hoursAt(i int) (next int, ok bool) {
	if !r.is(i, "from", "between") {
		return i, false
	}
	_, j, ok := r.clockAt(i+1, true)
	if !ok || !r.is(j, "to", "and", "until", "till", "-", "–") {
		return i, false
	}
	_, next, ok = r.clockAt(j+1, true)
	return next, ok
}
