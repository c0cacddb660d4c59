package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// What is wanted of reminders and the briefing in words of every day is not lost in silence: it is said that nothing
// was done, and what does it. What may be of the world stays talk.
func TestLeaveOut(t *testing.T) {
	for text, does := range map[string]string{
		"cancel weigh myself":                                   "`cancel r",
		"please delete weigh myself":                            "`cancel r",
		"skip the stretch tomorrow":                             "`skip r",
		"Skip weigh myself":                                     "`skip r",
		"skip tomorrow":                                         "`skip r",
		"cancel the stretch tomorrow":                           "`skip r",
		"no briefing tomorrow":                                  "`briefing off`",
		"Don't send me the briefing tomorrow.":                  "`briefing off`",
		"skip tomorrow's briefing":                              "`briefing off`",
		"tell me if Henderson hasn't paid by Friday":            "`remind me on Friday to check whether Henderson has paid`",
		"Let me know if the parts haven’t arrived by tomorrow.": "`remind me tomorrow to check whether the parts have arrived`",
		"tell me if the parcel isn't here by 6pm":               "`remind me at 6pm to check whether the parcel is here`",
		"warn me if the invoices are not out by 1 December":     "`remind me on 1 December to check whether the invoices are out`",

		"cancel the flight": "", "skip lunch tomorrow": "", "skip the stretch on Sunday": "only the next one of what repeats", "cancel my gym membership": "", "no briefing today": "",
		"I skip the stretch tomorrow": "", "no meeting tomorrow": "", "skip it": "", "tell me if Henderson hasn't paid": "",
		"Henderson hasn't paid by Friday": "", "cancel weigh": "", "the briefing tomorrow": "",
	} {
		w := turntest.New(t)
		w.At("2026-11-23 08:51") // a Monday
		tell(t, w, "remind me every weekday at 8:00 to stretch")
		tell(t, w, "remind me every day at 7:10 to weigh myself")
		before := len(reminders(w))
		said := tell(t, w, text)
		got := said.Text.String()
		if len(reminders(w)) != before {
			t.Errorf("%q changed the reminders", text)
		}
		if does == "" && (strings.Contains(got, "Nothing is changed") || strings.Contains(got, "I don't watch")) || !strings.Contains(got, does) {
			t.Errorf("%q: %q; want %q", text, got, does)
		}
		if does != "" && len(said.Buttons) > 0 && strings.HasPrefix(said.Buttons[0].Says, "remind me") {
			if tell(t, w, said.Buttons[0].Says); len(reminders(w)) != before+1 {
				t.Errorf("%q offers %q, which sets nothing", text, said.Buttons[0].Says)
			}
		}
	}
}
