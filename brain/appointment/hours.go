package appointment

import (
	"time"

	"citadel/brain/when"
)

// hours is when on its day something is, as far as that is said.
type hours struct {
	minutes int // since midnight
	named   bool
}

// midday is any day: the hour of a text is asked alone, and of a bare one nobody can tell the half of the day.
var midday = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// hoursOf reads the hour that a text names.
func hoursOf(text string) hours {
	for len(text) > 0 {
		m, ok := when.Find(text, midday)
		if !ok {
			break
		}
		if m.HasTime && m.Recur == nil {
			return hours{m.At.Hour()*60 + m.At.Minute(), true}
		}
		text = text[m.End:]
	}
	return hours{}
}

func (h hours) known() bool { return h.named }

// fits says whether two hours may be the same: one is not said, or they are so on a clock of twelve hours.
func (h hours) fits(other hours) bool {
	const half = 12 * 60
	return !h.named || !other.named || h.minutes%half == other.minutes%half
}

// in says whether an hour may be in a part of the day.
func (h hours) in(part [2]int) bool {
	return !h.named || h.minutes >= part[0]*60 && h.minutes < part[1]*60
}

// parts are the words that tell appointments apart by the part of the day, as they are searched for, and its hours.
var parts = map[string][2]int{}

func init() {
	for word, hours := range map[string][2]int{"morning": {0, 12}, "noon": {11, 14}, "afternoon": {12, 18}, "evening": {17, 24}, "early": {0, 24}, "late": {0, 24}} {
		for term := range Matter(word) {
			parts[term] = hours
		}
	}
}
