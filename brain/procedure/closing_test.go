package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// "Close it" under what is open is told how, and closes nothing; under nothing it is asked which.
func TestCloseIt(t *testing.T) {
	for _, line := range []string{"close it", "Close that one, please.", "mark it as done", "tick it off"} {
		for open, want := range [][]string{
			{"I don't know which one you mean."},
			{"You mean \"Pay Marta 200 euros\"?"},
			{"Which one?", "200 euros", "roof"},
		} {
			w := turntest.New(t).At("2026-11-20 09:00")
			for _, known := range []string{"I owe Marta 200 euros.", "I will call Jonas about the roof."}[:open] {
				tell(t, w, known)
			}
			if open > 0 {
				asked, r := ask(t, w, "what do I have to do?")
				w.Apply(asked, r)
			}
			_, r := ask(t, w, line)
			said := r.Text.String()
			for _, part := range want {
				if !strings.Contains(said, part) {
					t.Errorf("%q with %d open: %q", line, open, said)
				}
			}
			if r.By != "procedure:closing" || len(r.Writes) != 0 || (len(r.Buttons) == 1) != (open == 1) {
				t.Errorf("%q with %d open: %s, %d writes, buttons %v", line, open, r.By, len(r.Writes), r.Buttons)
			}
			turntest.Claims(t, w.Mind, &r.Text)
		}
	}
	w := turntest.New(t)
	if _, r := ask(t, w, "close it to the wall"); r != nil && r.By == "procedure:closing" {
		t.Error("what only begins so is taken for it")
	}
}
