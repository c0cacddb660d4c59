package respond_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// That something was done is doubted whatever was asked for, unless the sentence belongs to the text
// that was.
func TestDoneInItsOwnVoice(t *testing.T) {
	for _, c := range []struct {
		asked, category, answer string
		doubted                 bool
	}{
		{"Summarise this: steel rose by two per cent.", "information", "Steel rose by 2 %. I have sent the mail to Priya and paid the invoice.", true},
		{"How do I fix the printer?", "technical", "I have sent the mail to Priya and paid the invoice.", true},
		{"Draft a mail to Priya about the invoice.", "task", "I have sent the mail to Priya and paid the invoice.", true},
		{"Summarise this: I have paid the invoice, said Ana, and sent the mail to Priya.", "information", "I have paid the invoice.", false},
		{"Have you sent the mail to Priya?", "information", "I have sent the mail to Priya.", true},
		{"Draft a mail to Priya about the invoice.", "task", "Hi Priya,\n\nI've sent the mail with the invoice this morning.\n\nSam", false},
		{"Draft a mail to Priya about the invoice.", "task", "> I have paid the invoice.", false},
		{"Translate: Ich habe die Rechnung bezahlt.", "task", "I have paid the invoice.", false},
		{"Why does this loop never end?", "technical", "I changed the condition and updated the server.\n\n```\nfor i < n {}\n```", false},
	} {
		w := turntest.New(t)
		q := ready(w.Turn(w.Say(c.asked)), "standard")
		q.Category = c.category
		reply, _, err := desk(says(c.answer), says(c.answer)).Answer(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(reply.Text.String(), "Should that sound"); got != c.doubted {
			t.Errorf("%q, answered %q: doubted is %v", c.asked, c.answer, got)
		}
	}
}
