package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// What was before can be asked for, in whatever words: what holds now, or that it is over, is told with it.
func TestBefore(t *testing.T) {
	for _, c := range []struct {
		talk           []string
		question, want string
	}{
		{[]string{"The rent is 1200 euros", "The rent went up to 1350 euros"}, "what was the rent before?", `^1200 euros|Since: |1350`},
		{[]string{"Margin is 31%", "Margin fell to 28%"}, "what was our margin before?", `^"Margin is 31%"|Since: |28%`},
		{[]string{"My exam is on 4 May", "My exam was moved to 11 May"}, "when was my exam before?", `^4 May|Since: |11 May`},
		{[]string{"My doctor is Dr. Weber", "I changed doctors, it's Dr. Klein now"}, "who was my doctor before?", `^Dr. Weber|Since: |Klein`},
		{[]string{"The rent is 1200 euros", "The rent went up to 1350 euros"}, "what did the rent use to be?", `^1200 euros|Since: |1350`},
		{[]string{"My salary is 3000 euros", "My salary was raised to 3400 euros"}, "what was my salary before the raise?", `^3000 euros`},
		{[]string{"Petra lives in Graz", "Petra isn't in Graz any more"}, "where did Petra live before?", `^Graz`},
		{[]string{"My dentist is Dr. Holm", "I switched dentists, it's Dr. Lind now"}, "who was my dentist before Dr. Lind?", `^Dr. Holm|Since: |Lind`},
		{[]string{"My car is a Polo", "My car is a Skoda now"}, "what was my car before?", `^Polo|Since: |Skoda`},
		{[]string{"Karl is a teacher", "Karl retired in June"}, "what did Karl do before?", `^Teacher`},
		{[]string{"The deadline is 15 January", "The deadline has been extended to 1 February"}, "what was the deadline originally?", `^15 January|Since: |1 February`},
		{[]string{"My favourite colour is blue", "My favourite colour is green now"}, "what was my favourite colour before?", `^Blue|Since: |green`},
		{[]string{"The gym costs 40 euros a month", "The gym costs 45 euros a month now"}, "what did the gym cost previously?", `^40 euros|Since: |45 euros`},
		{[]string{"Our churn is 4%", "Our churn dropped to 3%"}, "what was our churn before it dropped?", `^4%|Since: |3%`},
		{[]string{"Nils's number is 445 566", "Nils's number changed to 778 899"}, "what was Nils's old number?", `^445 566|Since: |778 899`},
		{[]string{"Dana likes techno", "Dana is not into techno any longer"}, "what did Dana like before?", `^Techno`},
		{[]string{"The meeting is on Tuesday", "The meeting was pushed to Friday"}, "when was the meeting originally?", `Tuesday`},
	} {
		expect(t, c.talk, map[string]string{c.question: c.want})
	}
}

// What a correction took the place of is what was said before, whatever it was about.
func TestBeforeACorrection(t *testing.T) {
	for _, c := range []struct{ said, correction, question, want string }{
		{"Ana lives in Lisbon", "No, Ana lives in Porto", "where did Ana live before?", `^"Ana lives in Lisbon|Since: |Porto`},
		{"Tom works at Siemens", "No, Tom works at Bosch", "where did Tom work before?", `Siemens|Since: |Bosch`},
		{"My boss is Petra", "No, my boss is Karin", "who was my boss before?", `Petra|Since: |Karin`},
		{"The rent is 1200 euros", "No, the rent is 1300 euros", "what was the rent before?", `1200|Since: |1300`},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		first := w.Say(c.said)
		w.At("2026-11-20 09:01")
		second := w.Say(c.correction)
		w.Write(event.Superseded{Memory: first, By: second, On: w.Now, Reason: event.Corrected}, first, second)
		w.At("2026-11-20 09:02")
		_, r := ask(t, w, c.question)
		for part := range strings.SplitSeq(c.want, "|") {
			if !strings.Contains(r.Text.String(), strings.TrimPrefix(part, "^")) {
				t.Errorf("%q: %s", c.question, r.Text.String())
			}
		}
	}
}

// Not every question with such a word in it asks for what was before.
func TestNotBefore(t *testing.T) {
	for _, c := range []struct {
		talk           []string
		question, want string
	}{
		{[]string{"The rent is 1200 euros", "The rent went up to 1350 euros"}, "what is the rent?", `^1350 euros|Before: |1200`},
		{[]string{"The rent is 1200 euros", "The rent went up to 1350 euros"}, "how much is the rent now?", `^1350 euros`},
		{[]string{"My exam is on 4 May", "My exam was moved to 11 May"}, "when is my exam?", `^11 May`},
		{[]string{"My doctor is Dr. Weber", "I changed doctors, it's Dr. Klein now"}, "who is my doctor?", `^Dr. Klein`},
		{[]string{"My car is a Polo", "My car is a Skoda now"}, "what is my car?", `^Skoda|Before: |Polo`},
		{[]string{"Our churn is 4%", "Our churn dropped to 3%"}, "what is our churn?", `^3%`},
		{[]string{"Petra lives in Graz", "Petra isn't in Graz any more"}, "where does Petra live?", `^"Petra isn't in Graz|Before: |Petra lives in Graz`},
		{[]string{"Karl is a teacher", "Karl retired in June"}, "what does Karl do?", `^"Karl retired|Before: |teacher`},
		{[]string{"Nils's number is 445 566", "Nils's number changed to 778 899"}, "what is Nils's number?", `^778 899`},
		{[]string{"Nils's number is 445 566", "Nils has an office number too: 778 899"}, "what is Nils's number?", `^445 566`},
		{[]string{"I had a call with Ben before lunch"}, "what did I do before lunch?", `call with Ben|!I have nothing`},
		{[]string{"Ana spoke before Tom at the meeting"}, "who spoke before Tom?", `Ana spoke before Tom`},
		{[]string{"The gym costs 40 euros a month", "The gym costs 45 euros a month now"}, "what does the gym cost?", `^45 euros`},
		{[]string{"Dana likes techno", "Dana is not into techno any longer"}, "does Dana like techno?", `!^Yes|not into techno any longer`},
		{[]string{"My previous job was at Bosch", "I work at Siemens"}, "where do I work?", `^Siemens`},
		{[]string{"The meeting is on Tuesday", "The meeting was pushed to Friday"}, "when is the meeting?", `Friday`},
		{[]string{"The recipe needs 200 g of sugar", "The recipe needs 150 g of sugar", "The recipe needs 300 g of flour"}, "how much sugar does the recipe need?", `^"The recipe needs 150 g of sugar`},
	} {
		expect(t, c.talk, map[string]string{c.question: c.want})
	}
}
