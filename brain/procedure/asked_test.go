package procedure_test

import (
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
)

// Where there is a model, an order is its to answer, whatever the message tells beside it; only news is passed over in silence.
func TestOrdersAreNoNews(t *testing.T) {
	for text, silent := range map[string]bool{
		"Pass on to priya@acme.example that the meeting room has changed.":                         false,
		"I'll be visiting Ana on 28 November from 10:00 to 12:00. Calendar, please: visiting Ana.": false,
		"The plumber comes on Thursday at 10:00, an hour or so; put down plumber":                  false,
		"Shut the blinds, the sun is in my eyes.":                                                  false,
		"I'm on the train, so be quick: mail priya@acme.example that I am 20 minutes late":         false,
		"Ida's recital is on 12 December from 16:00 to 17:30, get it into my calendar":             false,
		"Diary: piano tuner on 3 December, 10:00 to 11:00":                                         false,
		"The plumber comes on Thursday at 10:00, an hour or so.":                                   true,
		"Priya moved to the other room; she likes it there.":                                       true,
	} {
		w := turntest.New(t).At("2026-11-20 08:51")
		one := w.Turn(w.Say(text))
		understand(one)
		r, err := procedure.Desk{}.Act(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		if got := r != nil && r.Text.Empty(); got != silent {
			t.Errorf("%q: silent is %v", text, got)
		}
	}
}
