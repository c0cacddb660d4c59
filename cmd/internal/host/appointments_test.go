package host_test

import (
	"strings"
	"testing"
	"time"
)

// What he told of a day is told of it in the morning and where he asks, as it stands: whatever was corrected or changed of it
// since, and whether that was read through yet.
func TestAppointments(t *testing.T) {
	const meeting, lunch = "The meeting with Priya is on Tuesday at 10.", "I have lunch with Ana on Tuesday at 12:30"
	tg := spots[1]
	for name, c := range map[string]struct {
		said     []string
		tue, wed string // words of what is told of the day; "" where nothing is
	}{
		"corrected":              {[]string{lunch, "No, at 13:00"}, "on Tuesday at 13:00", ""},
		"to another day":         {[]string{lunch, "Sorry, Wednesday"}, "", "on Wednesday at 12:30"},
		"in full, the hour":      {[]string{meeting, "No, the meeting with Priya is at 11"}, "on Tuesday at 11", ""},
		"in full, the hour, too": {[]string{lunch, "No, lunch with Ana is at 13:00"}, "on Tuesday at 13:00", ""},
		"in full, the day":       {[]string{lunch, "No, lunch with Ana is on Wednesday"}, "", "Ana is on Wednesday"},
		"of an appointment":      {[]string{"I have an appointment with Priya on Tuesday at 10", "No, the appointment with Priya is on Wednesday"}, "", "Priya is on Wednesday"},
		"now at another hour":    {[]string{meeting, "The meeting with Priya is now at 11"}, "now at 11", ""},
		"later":                  {[]string{meeting, "The meeting with Priya is an hour later"}, "on Tuesday at 10", ""},
		"now on another day":     {[]string{meeting, "Tuesday's meeting with Priya is now on Wednesday"}, "", "now on Wednesday"},
		"two dates":              {[]string{meeting, "The meeting with Priya is on Wednesday"}, "on Tuesday at 10", "on Wednesday"},
		"it may be off":          {[]string{meeting, "The meeting with Priya might be cancelled"}, "on Tuesday at 10", ""},
		"it is off":              {[]string{meeting, "The meeting with Priya is cancelled"}, "", ""},
		"back on":                {[]string{meeting, "The meeting with Priya is cancelled", "The meeting with Priya is back on"}, "back on", ""},
		"two of a sort":          {[]string{"I have a meeting on Tuesday at 10.", "I have a meeting on Wednesday at 15."}, "on Tuesday at 10", "on Wednesday at 15"},
		"one of two alike":       {[]string{"I have a haircut on Tuesday at 12:30", "I have a haircut on Wednesday at 12:30", "The haircut is cancelled"}, "The haircut is cancelled", "The haircut is cancelled"},
		"there is one":           {[]string{"There's a meeting with Priya on Tuesday at 10."}, "a meeting with Priya", ""},
		"without a verb":         {[]string{"Dentist on Tuesday at 10."}, "Dentist on Tuesday", ""},
		"it was":                 {[]string{"I met Tom on Tuesday."}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := settle(t, nil, nil)
			w.pass(time.Minute)
			for _, text := range c.said {
				w.in(tg, text)
				w.pass(time.Minute)
			}
			check := func(asked, got, want string) {
				t.Helper()
				if want == "" && strings.Contains(got, `"`) || !strings.Contains(got, want) {
					t.Errorf("%s: %q, want %q", asked, got, want)
				}
			}
			for _, when := range []string{"at once", "once it was read"} {
				check("Tuesday, "+when, saidIn(w.in(tg, "what do I have on Tuesday?"), tg), c.tue)
				check("Wednesday, "+when, saidIn(w.in(tg, "what do I have on Wednesday?"), tg), c.wed)
				w.digest()
			}
			day, want := 84*time.Hour, c.tue
			if c.tue == "" {
				day, want = day+24*time.Hour, c.wed
			}
			w.pass(day)
			check("the briefing", saidIn(w.in(tg, "briefing"), tg), want)
		})
	}
}

// An edit of what moved an appointment moves it to the day that it names now.
func TestAnEditedMove(t *testing.T) {
	tg := spots[1]
	w := settle(t, nil, nil)
	w.in(tg, "I have lunch with Ana on Tuesday at 12:30")
	moved := w.event(tg, "lunch with Ana is moved to Wednesday")
	w.burst(moved)
	w.digest()
	w.mends(tg, moved, "lunch with Ana is moved to Thursday")
	w.digest()
	for day, want := range map[string]string{"Tuesday": "", "Wednesday": "", "Thursday": "moved to Thursday"} {
		if got := saidIn(w.in(tg, "what do I have on "+day+"?"), tg); want == "" && strings.Contains(got, `"`) || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", day, got, want)
		}
	}
}

// Who asks in a channel what he has on a day is answered in the direct messages with what these may show, and no less.
func TestAskedInAChannelForADay(t *testing.T) {
	slack, acme := spots[2], spots[4]
	w := settle(t, nil, nil)
	w.in(slack, "I have a scan on Tuesday at 15")
	shown := w.in(acme, "what do I have on Tuesday?")
	if got := saidIn(shown, slack); !strings.Contains(got, "a scan on Tuesday at 15") {
		t.Errorf("in the direct messages: %q", got)
	}
	if got := saidIn(shown, acme); strings.Contains(got, "scan") {
		t.Errorf("in the channel: %q", got)
	}
}

// Which of several appointments is off is asked with a button for each, and heard in words.
func TestWhichIsOff(t *testing.T) {
	tg := spots[1]
	for answer, stand := range map[string][2]bool{
		"the one with Tom": {true, false}, "Tom": {true, false}, "I mean the one at 10": {false, true}, "both": {false, false}, "I like tea": {true, true},
	} {
		w := settle(t, nil, nil)
		for _, text := range []string{"The meeting with Priya is on Tuesday at 10.", "The meeting with Tom is on Tuesday at 15."} {
			w.in(tg, text)
		}
		if got := saidIn(w.in(tg, "cancel the meeting"), tg); !strings.HasSuffix(got, "Which one is off?") {
			t.Errorf("%q", got)
		}
		w.in(tg, answer)
		got := saidIn(w.in(tg, "what do I have on Tuesday?"), tg)
		if stand != [2]bool{strings.Contains(got, "Priya"), strings.Contains(got, "Tom")} {
			t.Errorf("%q: %q", answer, got)
		}
	}
}

// What was told at work and changed in private is told there with the line that there is more, and not as never told.
func TestChangedInPrivate(t *testing.T) {
	tg, slack := spots[1], spots[2]
	for _, c := range []struct{ told, changed, asked string }{
		{"Ana lives in Porto.", "No, Ana lives in Braga.", "where does Ana live?"},
		{"I have an appointment with Priya on Tuesday at 10", "the appointment with Priya is cancelled", "what do I have on Tuesday?"},
		{"I have an appointment with Priya on Tuesday at 10", "No, the appointment with Priya is at 11", "what do I have on Tuesday?"},
	} {
		w := settle(t, nil, nil)
		w.in(slack, c.told)
		w.in(tg, c.changed)
		got := saidIn(w.in(slack, c.asked), slack)
		if !strings.Contains(got, "There is more in our private conversation") || strings.Contains(got, "Braga") || strings.Contains(got, "11") || strings.Contains(got, "cancelled") {
			t.Errorf("%q after %q: %q", c.asked, c.changed, got)
		}
	}
}
