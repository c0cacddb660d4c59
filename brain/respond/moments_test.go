package respond

import (
	"slices"
	"testing"
	"time"
)

func TestMoments(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) // a Friday
	for text, want := range map[string][]string{
		"Dentist on Wed 25 Nov at 15:00, for an hour, please": {"2026-11-25T15:00", "2026-11-25T16:00"},
		"lunch tomorrow from 12:30 to 13:30":                  {"2026-11-21T12:30", "2026-11-21T13:30"},
		"the fair is on 3 December":                           {"2026-12-03"},
		"tomorrow at 3pm for 90 minutes":                      {"2026-11-21T15:00", "2026-11-21T16:30"},
		"every Monday at 9":                                   nil,
		"on 3/12 at 9":                                        nil,
		"the fair, on 3 December for half an hour":            {"2026-12-03"},
		"at 4pm on Monday, for 30 minutes":                    {"2026-11-23T16:00", "2026-11-23T16:30"},
		"on 18 December at 6:15, for 3 hours":                 {"2026-12-18T18:15", "2026-12-18T21:15", "2026-12-18T06:15", "2026-12-18T09:15"},
		"tomorrow evening at 8":                               {"2026-11-21T20:00"},
		"lunch on Wednesday from 12 to 1, please":             {"2026-11-25", "2026-11-25T00:00", "2026-11-25T12:00", "2026-11-25T01:00", "2026-11-25T13:00"},
		"I was away from 1 to 5 December":                     {"2026-12-05"},
		"from 12 to 1, please":                                nil,
		"no time at all":                                      nil,
	} {
		if got := moments(text, now); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
