package respond_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// How full the rest of the day is colours the tone (SPEC §8) where the calendars of that day were read, and nowhere
// that others read.
func TestTheRestOfTheDay(t *testing.T) {
	const packed, clear = "the rest of the day is packed", "the rest of the day is clear"
	hours := func(from, to int) event.Span {
		day := time.Date(2026, 11, 20, 0, 0, 0, 0, turntest.Zone)
		return event.Span{From: day.Add(time.Duration(from) * time.Hour), To: day.Add(time.Duration(to) * time.Hour)}
	}
	for name, c := range map[string]struct {
		day      string // of which the calendars were read; "" is none
		spans    []event.Span
		at       string
		audience event.Audience
		says     string
	}{
		"nobody looked":               {"", nil, "10:00", event.Private, ""},
		"of the day before":           {"2026-11-19", nil, "10:00", event.Private, ""},
		"nothing":                     {"2026-11-20", nil, "10:00", event.Private, clear},
		"all over":                    {"2026-11-20", []event.Span{hours(9, 12)}, "13:00", event.Private, clear},
		"one of many hours":           {"2026-11-20", []event.Span{hours(11, 12)}, "10:00", event.Private, ""},
		"half of them":                {"2026-11-20", []event.Span{hours(11, 14), hours(15, 18)}, "10:00", event.Private, packed},
		"the same hours twice":        {"2026-11-20", []event.Span{hours(11, 14), hours(11, 14)}, "10:00", event.Private, ""},
		"what is left of one":         {"2026-11-20", []event.Span{hours(9, 21)}, "20:00", event.Private, packed},
		"after the end of the day":    {"2026-11-20", []event.Span{hours(22, 23)}, "22:30", event.Private, ""},
		"before its beginning":        {"2026-11-20", nil, "03:00", event.Private, ""},
		"where others read":           {"2026-11-20", []event.Span{hours(10, 22)}, "10:00", event.Shared, ""},
		"where administrators may be": {"2026-11-20", []event.Span{hours(10, 22)}, "10:00", event.Work, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t).At("2026-11-20 01:00")
			if c.day != "" {
				w.Write(event.DayBooked{Day: c.day, Spans: c.spans})
			}
			w.At("2026-11-20 " + c.at)
			q := ready(w.Turn(w.SayIn(turntest.Console, c.audience, 0, "What did Priya say about the mills?")), "standard")
			q.Now = w.Now
			large := says("Nothing.")
			if _, _, err := desk(large, large).Answer(t.Context(), q); err != nil {
				t.Fatal(err)
			}
			shown := all(large)
			for _, line := range []string{packed, clear} {
				if strings.Contains(shown, line) != (line == c.says) {
					t.Errorf("%q is in the prompt: %v", line, line != c.says)
				}
			}
		})
	}
}
