package when_test

import (
	"testing"
	"time"

	"citadel/brain/when"
)

func TestZone(t *testing.T) {
	for place, want := range map[string]string{
		"Melbourne": "Australia/Melbourne", "lisbon": "Europe/Lisbon", "Porto": "Europe/Lisbon", "europe/lisbon": "Europe/Lisbon", "New York": "America/New_York",
		"san francisco": "America/Los_Angeles", "Munich": "Europe/Berlin", "GMT+2": "Etc/GMT-2", "UTC-5": "Etc/GMT+5", "UTC": "Etc/UTC", "gmt + 10": "Etc/GMT-10",
		"Asia/Calcutta": "Asia/Calcutta", "Buenos Aires": "America/Argentina/Buenos_Aires",
		"": "", "Atlantis": "", "GMT+99": "", "GMT2": "", "../etc/passwd": "", "/etc": "", "Local": "", "a/b": "",
	} {
		got, ok := when.Zone(place)
		if got != want || ok != (want != "") {
			t.Errorf("%q is zone %q, %v; want %q", place, got, ok, want)
		}
	}
}

func FuzzZone(f *testing.F) {
	for _, s := range []string{"Melbourne", "GMT+2", "UTC-", "Europe/", "\x00", "é/é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if name, ok := when.Zone(s); ok && name == "" {
			t.Errorf("%q is a zone without a name", s)
		}
	})
}

// An hour that is said of another place is the hour there: of a repetition too.
func TestElsewhere(t *testing.T) {
	melbourne, lisbon := base(t), time.Date(2026, 11, 20, 9, 0, 0, 0, zone(t, "Europe/Lisbon"))
	for _, c := range []struct {
		now              time.Time
		text, at, z, cut string
	}{
		{melbourne, "join the call at 9am New York time on Monday", "2026-11-24 01:00", "America/New_York", "at 9am New York time on Monday"},
		{melbourne, "on Monday at 9am New York time", "2026-11-24 01:00", "America/New_York", "on Monday at 9am New York time"},
		{melbourne, "Monday 9am (New York time) join", "2026-11-24 01:00", "America/New_York", "Monday 9am (New York time)"},
		{melbourne, "at 14:00 UTC to deploy", "2026-11-21 01:00", "Etc/UTC", "at 14:00 UTC"},
		{melbourne, "at 14:00 in UTC+2 to deploy", "2026-11-20 23:00", "Etc/GMT-2", "at 14:00 in UTC+2"},
		{melbourne, "at 9:30 Europe/Lisbon on 3 December", "2026-12-03 20:30", "Europe/Lisbon", "at 9:30 Europe/Lisbon on 3 December"},
		{melbourne, "at 5pm PT on Tuesday to call", "2026-11-25 12:00", "America/Los_Angeles", "at 5pm PT on Tuesday"},
		{lisbon, "at 3 Eastern time on Wednesday", "2026-11-25 20:00", "America/New_York", "at 3 Eastern time on Wednesday"},
		{melbourne, "tomorrow at 9am Melbourne time", "2026-11-21 09:00", "Australia/Melbourne", "tomorrow at 9am Melbourne time"},
		{melbourne, "tomorrow at 9am local time", "2026-11-21 09:00", "", "tomorrow at 9am local time"},
		{melbourne, "an hour before the call at 9am New York time on Monday", "2026-11-24 00:00", "America/New_York", "an hour before the call at 9am New York time on Monday"},
		{lisbon, "3pm CET tomorrow to join", "2026-11-21 14:00", "Europe/Berlin", "3pm CET tomorrow"},
		{lisbon, "tomorrow 8am Tokyo time", "2026-11-20 23:00", "Asia/Tokyo", "tomorrow 8am Tokyo time"},
		{lisbon, "tomorrow at 5pm GMT", "2026-11-21 17:00", "Etc/UTC", "tomorrow at 5pm GMT"},
		{lisbon, "every weekday at 9am New York time to check", "2026-11-20 14:00", "America/New_York", "every weekday at 9am New York time"},
	} {
		m, ok := when.Find(c.text, c.now)
		got := ""
		if m.Zone != nil {
			got = m.Zone.String()
		}
		if !ok || shown(m) != c.at || got != c.z || m.Unplaced || c.text[m.Start:m.End] != c.cut {
			t.Errorf("%q: %s in %q, unplaced %v, of %q; want %s in %q of %q", c.text, shown(m), got, m.Unplaced, c.text[m.Start:m.End], c.at, c.z, c.cut)
		}
	}
	m, _ := when.Find("every day at 9am New York time", lisbon)
	summer := time.Date(2027, 3, 20, 0, 0, 0, 0, time.UTC) // when New York is ahead of its winter and Lisbon is not
	if next := m.Recur.Next(summer); next.In(lisbon.Location()).Format("15:04") != "13:00" {
		t.Errorf("nine in New York is %s in Lisbon on %s", next.In(lisbon.Location()).Format("15:04"), summer.Format(time.DateOnly))
	}
}

// Where the day differs between here and there, or the clock does within a zone's name, both readings are told.
func TestElsewhereAmbiguous(t *testing.T) {
	now := base(t) // when it is Thursday in Lisbon and New York
	for text, want := range map[string]string{
		"tomorrow at 5pm Lisbon time":      "2026-11-22 04:00 or 2026-11-21 04:00",
		"tonight at 10pm New York time":    "2026-11-21 14:00 or 2026-11-20 14:00",
		"on 3 July 2027 at 3pm CET":        "2027-07-03 23:00 or 2027-07-04 00:00",
		"today at 8am Lisbon time":         "2026-11-20 19:00",
		"on Friday at 9am New York time":   "2026-11-28 01:00 or 2026-11-21 01:00",
		"on 4 December at 10am Tokyo time": "2026-12-04 12:00",
	} {
		if m, ok := when.Find(text, now); !ok || shown(m) != want {
			t.Errorf("%q: %s, want %s", text, shown(m), want)
		}
	}
}

// A zone that has no single meaning is not taken for here; EST is Australian too.
func TestUnplaced(t *testing.T) {
	now := base(t)
	for _, text := range []string{
		"at 3pm CST tomorrow", "tomorrow at 9 their time", "at 5pm IST on Monday", "at 9am Atlantis time on Monday", "every day at 9 US time", "at 9am EST on Monday",
	} {
		if m, ok := when.Find(text, now); !ok || !m.Unplaced || m.End != len(text) {
			t.Errorf("%q: %v, unplaced %v, %q", text, ok, m.Unplaced, text[m.Start:m.End])
		}
	}
	for _, text := range []string{
		"at 5 time to go", "at 3pm lunch time", "at 9 to find time for Ana", "at 9am London call", "at 3pm PT exercises", "at 8 et al", "at 9 on time", "at 9 west gate",
		"at 7 in Lisbon", "at 5pm Mountain biking",
	} {
		if m, ok := when.Find(text, now); !ok || m.Unplaced || m.Zone != nil {
			t.Errorf("%q: %v, unplaced %v, zone %v", text, ok, m.Unplaced, m.Zone)
		}
	}
}
