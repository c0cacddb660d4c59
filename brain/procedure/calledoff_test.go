package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// What is asked of a day is answered with what stands: without what was moved to another day or called off since, and
// with what was changed of it, from the next message on.
func TestDayAsItStands(t *testing.T) {
	for _, c := range []struct {
		said      []string
		asked     string
		want, not string
	}{
		{[]string{"The meeting with Priya is on Tuesday at 10", "The meeting with Priya was moved to Wednesday at 11"}, "what do I have on Tuesday?", "", "at 10"},
		{[]string{"The meeting with Priya is on Tuesday at 10", "The meeting with Priya was moved to Wednesday at 11"}, "what do I have on Wednesday?", "moved to Wednesday at 11", ""},
		{[]string{"The meeting with Priya is on Tuesday at 10", "The meeting with Priya was moved to Wednesday at 11", "The meeting with Priya is cancelled"}, "what do I have on Wednesday?", "", "Priya"},
		{[]string{"I have lunch with Priya on Tuesday at 12:30", "Lunch with Priya is off"}, "what do I have on Tuesday?", "", "Priya"},
		{[]string{"My flight to Bonn is on Tuesday at 22:15", "The flight was moved to 23:05"}, "what do I have on Tuesday?", "23:05", ""},
		{[]string{"I have lunch with Priya on Tuesday at 12:30", "I have lunch with Tom on Tuesday at 13:30", "The lunch is cancelled"}, "what do I have on Tuesday?", "The lunch is cancelled", ""},
		{[]string{"Lunch with Priya is off", "I have lunch with Priya on Tuesday at 12:30"}, "what do I have on Tuesday?", "12:30", ""},
	} {
		w := turntest.New(t).At("2026-11-20 10:00")
		for _, said := range c.said {
			tell(t, w, said)
		}
		_, r := ask(t, w, c.asked)
		got := r.Text.String()
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%q, after %q, is answered with %q", c.asked, c.said, got)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}

// Who wants an appointment called off is told what is known of it and asked; no reminder is made of it.
func TestCallsOff(t *testing.T) {
	dinner := "I have dinner with Ana tomorrow at 7."
	for _, c := range []struct {
		told, said  string
		want, press string
	}{
		{dinner, "cancel dinner with Ana tomorrow", `Nothing is changed yet. You told me: "I have dinner with Ana tomorrow at 7" (you, `, "remember dinner with Ana tomorrow is cancelled"},
		{dinner, "please call off my dinner with Ana", `Nothing is changed yet. You told me: "I have dinner with Ana tomorrow at 7" (you, `, "remember dinner with Ana is cancelled"},
		{"I like dinner with Ana", "cancel dinner with Ana tomorrow", `I know of no "dinner with Ana" on Sat 21 Nov 2026, and changed nothing.`, "remind me tomorrow to cancel dinner with Ana"},
		{dinner, "cancel Netflix tomorrow", `I know of no "Netflix" on Sat 21 Nov 2026, and changed nothing.`, "remind me tomorrow to cancel Netflix"},
	} {
		w := turntest.New(t).At("2026-11-20 10:00")
		tell(t, w, c.told)
		_, r := ask(t, w, c.said)
		if got := r.Text.String(); !strings.HasPrefix(got, c.want) || len(r.Writes) > 0 || len(r.Buttons) == 0 || r.Buttons[0].Says != c.press {
			t.Errorf("%q is answered with %q, %v, and writes %v", c.said, got, r.Buttons, r.Writes)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
	}

	w := turntest.New(t).At("2026-11-20 10:00")
	tell(t, w, dinner)
	w.Write(event.Learned{Sort: "kept", Text: "dinner with Ana tomorrow is cancelled", Quote: "dinner with Ana tomorrow is cancelled", Provenance: event.Stated, Kept: true,
		On: w.Now, Audience: event.Private}, w.Say("yes")) // what the button does
	if r := tell(t, w, "what do I have tomorrow?"); strings.Contains(r.Text.String(), "Ana") {
		t.Errorf("called off, it is told: %s", r.Text.String())
	}
}
