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

// Who owes him something is told until it is paid, and then that nobody does.
func TestWhoOwesMe(t *testing.T) {
	for _, question := range []string{"who owes me money?", "who still owes me money?", "does anyone owe me money?", "does anybody still owe us anything?"} {
		expect(t, []string{"Bob owes me 450", "Ana owes me 20 euros"}, map[string]string{question: `^Ana: "Ana owes me 20 euros"|"Bob owes me 450"`})
		expect(t, []string{"Bob owes me 450", "Ana owes me 20 euros", "Bob paid me the 450"}, map[string]string{question: `^Ana: "Ana owes me 20 euros"|!"Bob owes`})
		expect(t, []string{"Bob owes me 450", "Ana owes me 20 euros", "Bob paid me", "Ana paid me back"}, map[string]string{question: `^Nobody, by what you told me.|"Bob paid me"|"Ana paid me back"|!owes me`})
		expect(t, []string{"Bob owes me 450", "Bob paid me 50 of it"}, map[string]string{question: `!Nobody|"Bob owes me 450"`})
		expect(t, []string{"Bob owes me 1,450 euros", "Bob paid me the 1450 on 3 November"}, map[string]string{question: `^Nobody`})
		expect(t, []string{"Bob owes me 450", "Bob paid me", "Bob owes me 30"}, map[string]string{question: `^Bob: "Bob owes me 30"|!Nobody`})
	}
	expect(t, []string{"Ana likes cake"}, map[string]string{"who owes me money?": "!Nobody"})
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

// To people he owes promises as well; money is owed alone.
func TestOwedToPeople(t *testing.T) {
	talk := []string{"I owe Marta 200 euros.", "I'll send Priya the draft on Friday.", "I promised Lena the contract dates.", "I'll renew the insurance on Friday."}
	expect(t, talk, map[string]string{
		"what do I owe people?":      `^Open: 3 things.|Marta|Priya|Lena|!insurance`,
		"do I owe anybody anything?": `^Open: 3 things.`,
		"who do I owe money?":        `^Open: 1 thing.|Marta`,
	})
}

// "Done" by itself asks what, where little is open, and else says nothing.
func TestBareDone(t *testing.T) {
	for _, line := range []string{"done", "Done.", "all done", "that's done"} {
		w := turntest.New(t).At("2026-11-20 09:00")
		if r := tell(t, w, line); strings.Contains(r.Text.String(), "close") {
			t.Errorf("%q, and nothing is open: %q", line, r.Text.String())
		}
		tell(t, w, "I have to call the bank.")
		if said := tell(t, w, line).Text.String(); !strings.HasPrefix(said, "Does that close") || !strings.Contains(said, "all the bank") {
			t.Errorf("%q: %q", line, said)
		}
		tell(t, w, "I owe Marta 200 euros.")
		if said := tell(t, w, line).Text.String(); !strings.HasPrefix(said, "Which of these does that close?") {
			t.Errorf("%q, and two are open: %q", line, said)
		}
	}
}

// What is not to be brought up is kept as a rule, however that is said.
func TestNotBroughtUp(t *testing.T) {
	for line, rule := range map[string]bool{
		"don't bring up Bremer again": true, "Don't bring up my divorce.": true, "please don't talk about Ana": true, "stop talking about Ana": true,
		"don't mention my knee": true, "don't mention it": false, "don't bring it up yet": false,
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		if said := tell(t, w, line).Text.String(); strings.HasPrefix(said, "Kept as a standing rule") != rule {
			t.Errorf("%q: %q", line, said)
		}
	}
}
