package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// How a figure changed is told with every figure that was told of it, in that order, and with no line through them.
func TestSeries(t *testing.T) {
	w := turntest.New(t)
	for _, line := range [][2]string{
		{"2026-10-05 08:00", "My weight is 84 kg."},
		{"2026-10-12 08:00", "Mia's weight is 31 kg."},
		{"2026-10-26 08:00", "I weigh 82.5 kg now"},
		{"2026-11-02 08:00", "I want to weigh 78 kg by Easter, maybe I will"},
		{"2026-11-16 08:00", "my weight is down to 81 kg"},
		{"2026-11-17 08:00", "The rent is 2,600 a month"},
	} {
		w.At(line[0])
		tell(t, w, line[1])
	}
	w.At("2026-11-20 09:00")
	for _, question := range []string{"how has my weight changed?", "How's my weight going?", "how did my weight develop over the last months?", "show me my weight over time", "the history of my weight?"} {
		_, r := ask(t, w, question)
		said := r.Text.String()
		if r.By != "procedure:series" || !strings.HasPrefix(said, "From 84 kg to 81 kg; you told me 3 figures, oldest first.") || strings.Contains(said, "78") || strings.Contains(said, "Mia") {
			t.Errorf("%q: %s %q", question, r.By, said)
		}
		if a, b := strings.Index(said, "84 kg\""), strings.Index(said, "82.5"); a < 0 || b < a {
			t.Errorf("%q tells them in another order: %q", question, said)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, said)
	}
	_, r := ask(t, w, "how has the rent changed?")
	if said := r.Text.String(); !strings.HasPrefix(said, `I know of one figure only, and so of no change: "The rent is 2,600 a month"`) {
		t.Errorf("one figure: %q", said)
	}
	for _, question := range []string{"how has Kim changed?", "how are you going?", "how did the trip go?"} {
		if _, r := ask(t, w, question); r.By == "procedure:series" {
			t.Errorf("%q: %q", question, r.Text.String())
		}
	}
}
