package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// What he owes is told from what is open, whoever it is owed to; once it is closed it is no debt.
func TestOwed(t *testing.T) {
	for _, line := range []string{"who do I owe money?", "Whom do I owe?", "what do I owe?", "How much do I still owe?", "do I owe anyone money?"} {
		w := turntest.New(t).At("2026-11-20 09:00")
		if _, r := ask(t, w, line); !strings.HasPrefix(r.Text.String(), "I know of nothing open that you owe.") {
			t.Errorf("%q, before anything was said: %q", line, r.Text.String())
		}
		for _, known := range []string{"I owe Marta 200 euros.", "I will call Jonas about the roof."} {
			tell(t, w, known)
		}
		_, r := ask(t, w, line)
		said := r.Text.String()
		if !strings.Contains(said, "Open: 1 thing") || !strings.Contains(said, "I owe Marta 200 euros") || strings.Contains(said, "roof") {
			t.Errorf("%q: %q", line, said)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}

// Who was paid need not be told again how much.
func TestPaidWithoutTheSum(t *testing.T) {
	for line, asks := range map[string]bool{
		"I paid Marta":           true,
		"I paid Marta back":      true,
		"I paid Marta 200 euros": true,
		"I paid Jonas":           false,
		"I paid Jonas 200 euros": false,
		"I met Marta":            false,
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, "I owe Marta 200 euros.")
		_, r := ask(t, w, line)
		if got := strings.HasPrefix(r.Text.String(), "Does that close"); got != asks {
			t.Errorf("%q asks %v: %q", line, got, r.Text.String())
		}
	}
}
