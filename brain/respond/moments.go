package respond

import (
	"regexp"
	"time"

	"citadel/brain/when"
)

// mostMoments is how many moments are taken of one text. Ours.
const mostMoments = 8

// moments are the days and times that a text names, as tools write them: who says "tomorrow at 3"
// said 2026-11-21T15:00, too. What has two readings, or repeats, is none.
func moments(text string, now time.Time) (all []string) {
	var day time.Time
	for range mostMoments {
		m, found := when.Find(text, now)
		if !found {
			return all
		}
		at, length := m.At, text[m.End:]
		text = length
		if m.Ambiguous() || m.Several || m.Recur != nil {
			continue
		}
		if !m.HasTime {
			day = at
			all = append(all, at.Format(time.DateOnly))
			continue
		}
		if !m.HasDay && !day.IsZero() { // "from 3 to 4 pm" is of one day
			at = time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0, at.Location())
		}
		day = at
		all = append(all, at.Format(clock))
		if lasts := lasting.FindStringSubmatch(length); lasts != nil {
			if end, ok := when.Duration("for "+lasts[1], at); ok {
				all = append(all, end.At.Format(clock))
			}
		}
	}
	return all
}

// clock is how tools write a time.
const clock = "2006-01-02T15:04"

// lasting is how long something is to be, right behind when it begins.
var lasting = regexp.MustCompile(`(?i)^,? (?:for )?((?:an|a|half an|\d{1,3}|one|two|three|four) (?:hours?|minutes?|min))\b`)
