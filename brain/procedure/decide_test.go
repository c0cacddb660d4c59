package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// What he decides not to do is a decision as well; what he has not decided is none.
func TestDecidesAgainst(t *testing.T) {
	for said, want := range map[string]string{
		"I decided against the ski trip this winter.":                     "Against the ski trip this winter",
		"I've decided not to renew the gym membership because I never go": "Not to renew the gym membership",
		"We decided not to hire a second cook.":                           "Not to hire a second cook",
		"Let's not renew the lease.":                                      "Let's not renew the lease",
		"I decided Marta plays in goal on Saturday.":                      "Marta plays in goal on Saturday",
		"I decided yesterday.":                                            "",
		"I haven't decided about the ski trip.":                           "",
		"We did not decide to hire anybody.":                              "",
		"Did I decide against the ski trip?":                              "",
		"Tom decided against the ski trip.":                               "",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		one, r := ask(t, w, said)
		got := ""
		for _, write := range r.Writes {
			if d, ok := write.Payload.(event.DecisionProposed); ok {
				got = d.Text
			}
		}
		if got != want || (want != "") != strings.HasPrefix(r.Text.String(), "Shall I record a decision? ") {
			t.Errorf("%q proposes %q: %s", said, got, r.Text.String())
		}
		turntest.Claims(t, w.Mind, &r.Text)
		w.Apply(one, r)
	}
}
