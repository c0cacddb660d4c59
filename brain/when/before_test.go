package when_test

import (
	"testing"

	"citadel/brain/when"

	"pgregory.net/rapid"
)

// What a moment is counted from is told apart from the moment.
func TestEvent(t *testing.T) {
	for text, want := range map[string]string{
		"an hour before the flight on 3 December at 14:00": "the flight on 3 December at 14:00",
		"the day before Ana's party on 12 December":        "Ana's party on 12 December",
		"an hour before 3 December at 14:00":               "",
		"tomorrow at 3":                                    "",
	} {
		m, ok := when.Find(text, base(t))
		got := ""
		if m.Event > 0 {
			got = text[m.Event:m.End]
		}
		if !ok || got != want {
			t.Errorf("%q: found %v, event %q, want %q", text, ok, got, want)
		}
	}
}

func TestSeveral(t *testing.T) {
	for text, want := range map[string]bool{
		"on Monday and Thursday at 7":      true,
		"on Mon, Wed and Fri at 7":         true,
		"tomorrow at 8am and 8pm":          true,
		"every day at 8:00 and 20:30":      true,
		"every day at 8:00 and 20:00":      false,
		"Mondays and Thursdays at 7":       false,
		"on Monday at 7 and then call Tom": false,
		"on Monday and call Tom":           false,
	} {
		if m, ok := when.Find(text, base(t)); !ok || m.Several != want {
			t.Errorf("%q: found %v, several %v, want %v", text, ok, m.Several, want)
		}
	}
}

func TestHasDay(t *testing.T) {
	for text, want := range map[string]bool{
		"at 8:30": false, "noon": false, "in the evening": false,
		"tomorrow at 3": true, "tonight": true, "in an hour": true, "every day at 8": true, "an hour before 3 December at 14:00": true,
	} {
		if m, ok := when.Find(text, base(t)); !ok || m.HasDay != want {
			t.Errorf("%q: found %v, day %v, want %v", text, ok, m.HasDay, want)
		}
	}
}

// Whatever is said, a moment found is one to come, or a day not yet over.
func TestFindIsAhead(t *testing.T) {
	words := []string{
		"an", "hour", "before", "after", "the", "day", "evening", "flight", "3", "December", "12", "at", "14:00", "in", "weeks", "'", "time", "every",
		"Monday", "and", "8am", "8pm", ",", "of", "month", "31st", "tomorrow", "yesterday", "ago", "until", "3/12", "1", "9999", "on", "to", "two", "minutes",
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := ""
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 1, 12).Draw(rt, "words") {
			text += w + " "
		}
		now := base(t)
		m, ok := when.Find(text, now)
		if !ok {
			return
		}
		if m.At.IsZero() || m.At.Year() < 2026 || m.HasTime && !m.At.After(now) || m.AllDay() && m.At.AddDate(0, 0, 1).Before(now) {
			rt.Errorf("%q: %v", text, m.At)
		}
		if m.Start < 0 || m.Start >= m.End || m.End > len(text) || m.Event != 0 && (m.Event < m.Start || m.Event >= m.End) {
			rt.Errorf("%q: from %d to %d, event at %d", text, m.Start, m.End, m.Event)
		}
	})
}
