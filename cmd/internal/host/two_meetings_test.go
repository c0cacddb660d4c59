package host_test

import (
	"strings"
	"testing"
	"time"
)

// What one word called off of two meetings stands also once it was read, with that word; what it called off of one does not.
func TestOneOfTwoMeetingsOnceItWasRead(t *testing.T) {
	tg := spots[1]
	for _, c := range []struct {
		off, priya, tom string // who is asked about, and what is answered first
	}{
		{"The meeting is cancelled.", `"The meeting with Priya is on Tuesday at 9"`, `"The meeting with Tom is on Wednesday at 10"`},
		{"The meeting with Tom is cancelled.", `"The meeting with Priya is on Tuesday at 9"`, `"The meeting with Tom is cancelled"`},
	} {
		w := settle(t, nil, nil)
		w.pass(time.Minute)
		for _, text := range []string{"The meeting with Priya is on Tuesday at 9.", "The meeting with Tom is on Wednesday at 10.", c.off} {
			w.in(tg, text)
		}
		for _, when := range []string{"at once", "once it was read"} {
			for who, want := range map[string]string{"Priya": c.priya, "Tom": c.tom} {
				got, _, _ := strings.Cut(saidIn(w.in(tg, "when is the meeting with "+who+"?"), tg), "\n")
				if !strings.Contains(got, want) {
					t.Errorf("%s, %q, %s: %q", c.off, who, when, got)
				}
			}
			w.digest()
		}
	}
}
