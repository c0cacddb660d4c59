package briefing

import (
	"regexp"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// clocked is how a line of the calendar begins that has a time: "10:00-10:30 Priya Nair".
var clocked = regexp.MustCompile(`^(\d\d:\d\d)[-–](\d\d:\d\d) `)

// longestHold is how long an appointment holds what nobody asked for: what is longer is a day's note.
const longestHold = 4 * time.Hour

// spans are when the appointments of a day are, by its lines.
func spans(lines []*phrase.Text, day time.Time) (all []event.Span) {
	at := func(clock string) (time.Time, bool) {
		t, err := time.Parse("15:04", clock)
		return time.Date(day.Year(), day.Month(), day.Day(), t.Hour(), t.Minute(), 0, 0, day.Location()), err == nil
	}
	for _, line := range lines {
		m := clocked.FindStringSubmatch(line.String())
		if m == nil {
			continue
		}
		from, ok := at(m[1])
		to, too := at(m[2])
		if ok && too && from.Before(to) && to.Sub(from) <= longestHold {
			all = append(all, event.Span{From: from.UTC(), To: to.UTC()})
		}
	}
	return all
}
