package respond

import (
	"regexp"
	"strconv"
	"time"

	"citadel/brain/when"
)

// mostMoments is how many moments are taken of one text. Ours.
const mostMoments = 8

// moments are the days and times that a text names, as tools write them: who says "tomorrow at 3"
// said 2026-11-21T15:00, too. A date that has two readings is none, nor is what repeats.
func moments(text string, now time.Time) (all []string) {
	var day time.Time
	hours := bareHours.FindStringSubmatch(text)
	for range mostMoments {
		m, found := when.Find(text, now)
		if !found {
			break
		}
		at, said, length := m.At, text[m.Start:m.End], text[m.End:]
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
		for _, at := range halves(said, at) {
			all = append(all, at.Format(clock))
			if lasts := lasting.FindStringSubmatch(length); lasts != nil {
				if end, ok := when.Duration("for "+lasts[1], at); ok {
					all = append(all, end.At.Format(clock))
				}
			}
		}
	}
	if hours != nil && !day.IsZero() {
		for _, h := range hours[1:] {
			n, _ := strconv.Atoi(h) // it is digits
			for _, n := range []int{n % 12, n%12 + 12} {
				all = append(all, time.Date(day.Year(), day.Month(), day.Day(), n, 0, 0, 0, day.Location()).Format(clock))
			}
		}
	}
	return all
}

// bareHours are those of "from 12 to 1", which of a day is none but where one stands beside it.
var bareHours = regexp.MustCompile(`(?i)\bfrom (1[0-2]|[1-9]) (?:to|till|until) (1[0-2]|[1-9])(?:\s*[,.?!;)\n]|$| for | in | and )`)

// halves are the two times of a day that "6:15" may be. Which one is meant a tool's argument says, and either is his word.
func halves(said string, at time.Time) []time.Time {
	if !bareClock.MatchString(said) || halved.MatchString(said) {
		return []time.Time{at}
	}
	other := 12 * time.Hour
	if at.Hour() >= 12 {
		other = -other
	}
	return []time.Time{at, at.Add(other)}
}

var (
	bareClock = regexp.MustCompile(`(?:^|[^\d:])(?:1[01]|[1-9])(?::\d\d)?$`)
	halved    = regexp.MustCompile(`(?i)\d ?[ap]\.?m\b|morning|afternoon|evening|tonight|night|noon`)
)

// clock is how tools write a time.
const clock = "2006-01-02T15:04"

// lasting is how long something is to be, right behind when it begins.
var lasting = regexp.MustCompile(`(?i)^,? (?:for )?((?:an|a|half an|\d{1,3}|one|two|three|four) (?:hours?|minutes?|min))\b`)
