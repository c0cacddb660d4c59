package command

import (
	"slices"
	"strings"
)

// What fits the blanks of times: whether words are a time is told here, and which one elsewhere.

const (
	months = "january february march april may june july august september october november december " +
		"jan feb mar apr jun jul aug sep sept oct nov dec"
	weekdays = "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun"
)

// dateWord reports whether the word can be part of a date.
func dateWord(w string) bool {
	if w == "" {
		return false
	}
	if w[0] >= '0' && w[0] <= '9' {
		return true
	}
	return in(months, w) || in(weekdays, w) ||
		in("today yesterday tomorrow tonight now week weeks month months year years day days weekend noon midnight", w)
}

// allDates reports whether the words are all of a date, joined by small words.
func allDates(words []word, joints string) bool {
	dates := 0
	for _, w := range words {
		switch {
		case dateWord(w.text):
			dates++
		case !in(joints, w.text):
			return false
		}
	}
	return dates > 0
}

// isPeriod accepts what bounds a search: "in March", "last week", "since
// 3 May", "between 3 and 9 June", "yesterday".
func isPeriod(s stretch) bool {
	return s.starts("in during on since before until from between last this yesterday today") &&
		allDates(s.words, "in during on since before until from between last this the of and to - – early late mid")
}

// isAhead accepts a day or a stretch that may lie ahead: "tomorrow", "on Thursday", "next week".
func isAhead(s stretch) bool {
	return !s.broken() && !s.has("yesterday last ago now") && !s.starts("day days week weeks month months year years weekend") && allDates(s.words, "in on from to until till through - – this next the of and for coming morning afternoon evening night")
}

// isRange accepts "from 4 Dec to 18 Dec" and "until Monday".
func isRange(s stretch) bool {
	joined := s.starts("until till")
	if s.starts("from") {
		joined = slices.ContainsFunc(s.words, func(w word) bool {
			return in("to until till through - –", w.text) || strings.ContainsAny(w.text, "–")
		})
	}
	return joined && allDates(s.words, "from to until till through - – the of next this on end")
}

// isTime accepts a length or a moment: "20 min", "2h", "for two hours",
// "until 16:00", "tomorrow at 9".
func isTime(s stretch) bool {
	return !s.has("now") && !s.starts("day days week weeks weekend month months year years hour hours minute minutes") && allDates(replaceLengths(s.words), "for until till to in at on by the next this an a half quarter past and of "+
		"morning afternoon evening night am pm a.m p.m o'clock coming later")
}

// replaceLengths lets units and counted words pass as dates.
func replaceLengths(words []word) []word {
	out := slices.Clone(words)
	for i, w := range out {
		if in("min mins minute minutes h hr hrs hour hours d w fortnight one two three four five six seven eight nine ten "+
			"twelve fifteen twenty thirty forty", w.text) {
			out[i].text = "0"
		}
	}
	return out
}

// isClock accepts one time of day: "8", "8:30", "8 am", "noon".
func isClock(s stretch) bool {
	digits := 0
	for i, w := range s.words {
		switch {
		case w.text != "" && w.text[0] >= '0' && w.text[0] <= '9', in("noon midnight", w.text):
			digits++
			if i > 0 {
				return false
			}
		case !in("am pm a.m p.m o'clock", w.text):
			return false
		}
	}
	return digits == 1
}

// areHours accepts "22:00 to 07:00", "10pm-7am" and "off".
func areHours(s stretch) bool {
	if len(s.words) == 1 && in("off on", s.words[0].text) {
		return true
	}
	joint, digits := false, 0
	for _, w := range s.words {
		switch {
		case in("to until till - – and", w.text):
			joint = true
		case w.text != "" && w.text[0] >= '0' && w.text[0] <= '9':
			digits++
			if strings.ContainsAny(w.text, "-–") {
				joint = true
				digits++
			}
		case !in("am pm a.m p.m noon midnight between from o'clock", w.text):
			return false
		default:
			if in("noon midnight", w.text) {
				digits++
			}
		}
	}
	return joint && digits >= 2
}
