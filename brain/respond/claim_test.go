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
		{"The boiler man came at three and the pressure is fine again.", "smalltalk", "Noted.", false},
		{"Please keep in mind that Ana can't do Tuesdays, ok?", "meta", "Got it, I've noted that Ana can't do Tuesdays.", false},
		{"Henderson pays late, as you know.", "smalltalk", "Noted. I'll keep that in mind.", false},
		{"Ana can't do Tuesdays any more.", "smalltalk", "I've noted it in your calendar.", true},
		{"Ana can't do Tuesdays any more.", "smalltalk", "Noted, and I've told Priya.", true},
		{"Thanks, and could you also email Henderson about the invoice?", "greeting", "Noted.", true},
		{"Can you remember to move the call?", "schedule", "Noted. The call is moved.", true},
		{"Please email Henderson about the invoice.", "task", "I've emailed Henderson.", true},
		{"Could you reserve a table for six?", "task", "Voilà: reservation for six under your name.", true},
		{"What does their slip say?", "recall", "Voilà: reservation for six under your name.", false},
	} {
		w := turntest.New(t)
		q := ready(w.Turn(w.Say(c.asked)), "standard")
		q.Category = c.category
		reply, _, err := desk(says(c.answer), says(c.answer)).Answer(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		said := reply.Text.String()
		denied, doubted := strings.HasPrefix(said, "Nothing was done, though I wrote "), strings.Contains(said, "Should that sound")
		if (denied || doubted) != c.doubted || denied && (doubted || strings.Contains(strings.SplitN(said, ": an answer", 2)[1], "paid the invoice")) {
			t.Errorf("%q, answered %q, says %q", c.asked, c.answer, said)
		}
	}
}

// What a model makes up about what was told or looked up is left out; what it had before it stays.
func TestMadeUpAboutThePast(t *testing.T) {
	for _, c := range []struct {
		asked, answer string
		gone          string // what is left out; "" for nothing
	}{
		{"Is the offer of 1500 cheap?", "Take the offer. You told me on 3 March 2025 that your rent is 1400 euros.", "1400"},
		{"What is new with Ana?", "Ana told you on Monday that she moves to Braga (you, 12 Nov 2026).", "Braga"},
		{"When do I meet Ana?", "Your meeting with Priya is on Tuesday at 10:00, as you said.", "Priya"},
		{"When does the shop close?", "I looked it up: the shop closes at 18:00.", "18:00"},
		{"When does the shop close?", "I've looked up the opening hours: 18:00. Go early.", "18:00"},
		{"My rent is 1400 euros. Is 1500 cheap?", "You told me your rent is 1,400 euros, so no.", ""},
		{"I meet Priya on Tuesday at 10. What should I bring?", "The meeting with Priya is on Tuesday at 10:00, as you said. Bring the figures.", ""},
		{"When does the shop close?", "I looked it up in what you told me: there is nothing.", ""},
		{"When does the shop close?", "If I looked it up online, I could say.", ""},
		{"Draft a mail to Priya.", "Hi Priya,\n\nas you said, Henderson pays 1700.\n\nSam", ""},
		{"When does the shop close?", "> You told me that Henderson pays 1700.", ""},
	} {
		w := turntest.New(t)
		reply, _, err := desk(says(c.answer), says(c.answer)).Answer(t.Context(), ready(w.Turn(w.Say(c.asked)), "standard"))
		if err != nil {
			t.Fatal(err)
		}
		said := reply.Text.String()
		if left := strings.Contains(said, "I left out 1 sentence"); left != (c.gone != "") || left && strings.Contains(said, c.gone) {
			t.Errorf("%q, answered %q, says %q", c.asked, c.answer, said)
		}
	}
}
