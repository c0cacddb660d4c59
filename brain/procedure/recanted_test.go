package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// Who says that he changed his mind is asked whether what was open of it is off, and by what he said that is told since.
func TestChangedMyMind(t *testing.T) {
	for _, c := range []struct {
		plan, off string
		asks      string // what the reply holds; "" for silence
	}{
		{"We'll switch to MYOB in January.", "I changed my mind, we'll stay with Xero", `"Switch to MYOB"`},
		{"We'll switch to MYOB in January.", "We've changed our minds: no MYOB", `"Switch to MYOB"`},
		{"I'll send Priya the draft on Friday.", "on second thoughts I won't send Priya anything", `"Send Priya the draft"`},
		{"I'll call the bank on Friday.", "scrap that", `"Call the bank"`}, // said just before
		{"I'll call the bank on Friday.", "We're keeping the old van after all", ""},
		{"I'll call the bank on Friday.", "I changed my shirt", ""},
		{"I'll call the bank on Friday.", "Did I change my mind?", ""},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, c.plan)
		w.At("2026-11-20 09:10")
		_, r := ask(t, w, c.off)
		if got := r.By == "procedure:recanted"; got != (c.asks != "") || !strings.Contains(r.Text.String(), c.asks) {
			t.Errorf("%q after %q: %s %q", c.off, c.plan, r.By, r.Text.String())
		}
		if c.asks != "" && (len(r.Buttons) != 2 || !strings.HasPrefix(r.Buttons[0].Says, "close l")) {
			t.Errorf("%q offers %v", c.off, r.Buttons)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
	talk := []string{"we'll switch to MYOB in January", "we use Xero for the books", "I changed my mind, we'll stay with Xero"}
	expect(t, talk, map[string]string{
		"are we switching to MYOB?":         `^"I changed my mind, we'll stay with Xero"|switch to MYOB`,
		"do we use MYOB or Xero?":           `^"I changed my mind, we'll stay with Xero"`,
		"did we decide on MYOB or Xero?":    `No decision about MYOB or Xero is recorded.|"I changed my mind, we'll stay with Xero"`,
		"what do we use for the books?":     `Xero|!MYOB`,
		"what did I say about the weather?": `!Xero`,
	})
}

// What is to be from a time on is asked after it has begun, and before.
func TestFromJanuary(t *testing.T) {
	for moment, want := range map[string]string{"2026-12-01 09:00": "Lee", "2027-02-01 09:00": "Ida"} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, "My boss is Lee.")
		w.At("2026-11-20 09:05")
		tell(t, w, "My boss will be Ida from January.")
		w.At(moment)
		_, r := ask(t, w, "who is my boss?")
		if said := r.Text.String(); !strings.HasPrefix(said, want+": ") {
			t.Errorf("on %s: %q", moment, said)
		}
	}
}
