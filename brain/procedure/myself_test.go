package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// What the principal said of himself is found by what is asked for, though the question has none of
// his words, and also what somebody else is or does.
func TestAboutOneself(t *testing.T) {
	talk := []string{
		"I'm Sam, I run a small design studio in Melbourne", "i was born in Lyon on 4 May 1980", "I'm allergic to nuts", "My sister Ana is a nurse at St. Mary's",
		"Eva was born on 24 November 1990", "Tom was born on 5 May", "I drive an old Kia", "The roof leaks",
	}
	expect(t, talk, map[string]string{
		"what's my name?":               "Sam: ",
		"what do I do for a living?":    "A small design studio: ",
		"what's my job?":                "A small design studio: |!nurse",
		"when was I born?":              "4 May 1980: ",
		"where was I born?":             "Lyon: ",
		"how old am I?":                 "46: ",
		"how old is Eva?":               "35: ",
		"how old is Tom?":               `!Possibly|!: "Tom|5 May`,
		"what does Ana do?":             "Nurse: ",
		"where does Ana work?":          "St. Mary's: ",
		"which car do I drive?":         "An old Kia: ",
		"what am I allergic to?":        "Nuts: ",
		"whats my sisters job":          "Nurse: ",
		"what do you know about Henri?": "nothing",
	})
}

// A wish for a plan is met without a model by what is known of the days, and nothing is quoted because
// it holds "today" as well.
func TestPlanned(t *testing.T) {
	for question, want := range map[string]string{
		"what should I do today?":           "Fri 20 Nov: no reminder",
		"plan my day":                       "Fri 20 Nov: ",
		"what's my day like?":               "Fri 20 Nov: ",
		"what does my weekend look like?":   "Sat 21 Nov to Sun 22 Nov: ",
		"how does my week look?":            "Fri 20 Nov to Sun 22 Nov: ",
		"what's the day?":                   "Fri 20 Nov 2026",
		"what should I do about the piano?": "I can't weigh that",
		"how is the weather today?":         "!dentist",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, "The dentist called back today")
		_, r := ask(t, w.At("2026-11-20 09:01"), question)
		said := r.Text.String()
		if part, not := strings.CutPrefix(want, "!"); strings.Contains(said, part) == not {
			t.Errorf("%q: %s", question, said)
		}
	}
}

// Who owes the principal something is told without what he owes himself, and without what was paid.
// What was lent and came back is with nobody, and a time that only says which one is meant asks for no past.
func TestDebts(t *testing.T) {
	talk := []string{
		"Jonas owes me 40 euros", "Kim owes us 900 dollars", "I owe Ana 20 dollars", "I lent my drill to Marek", "Our Q3 revenue was 84,000 dollars", "Our revenue was 70,000 in 2024",
		"Marek returned the drill", "Jonas paid me back",
	}
	expect(t, talk, map[string]string{
		"who owes me money?":            "Kim: |!Jonas|!Ana",
		"who has my drill?":             "Marek returned the drill",
		"what was our Q3 revenue?":      `!nothing|84,000`,
		"what was our revenue in 2024?": `!nothing|70,000`,
	})
}

// What is told of a thing besides is no newer word on what is asked for.
func TestBesides(t *testing.T) {
	talk := []string{
		"The pressure washer cost 120 euros", "The pressure washer is in the studio now", "I lent the zither to Quentin", "Ragnar rang about the zither",
		"My rent is 900", "My rent went up", "Kim has the ladder", "Now Olu has the ladder", "Olu and Kim both speak Yoruba",
	}
	expect(t, talk, map[string]string{
		"how much did the pressure washer cost?": "120|!studio",
		"where is the pressure washer?":          "studio",
		"who has the zither?":                    "Quentin\"",
		"how much is my rent?":                   "went up",
		"who has the ladder?":                    "Olu",
		"who speaks Yoruba?":                     "\"Olu and Kim both|!Kim: ",
	})
}

// A noun that is also a verb begins no order: what is said of it is kept and found, and asks for nothing.
func TestNounsThatLookLikeOrders(t *testing.T) {
	talk := []string{
		"book club meets every second Thursday", "review meeting is on Friday", "plan B is to sell the van", "print shop charges 40 euros an hour", "order number is 4471", "check valve was replaced in May",
	}
	expect(t, talk, map[string]string{
		"when does the book club meet?":        "second Thursday",
		"when is the review meeting?":          "Friday",
		"what is plan B?":                      "sell the van",
		"how much does the print shop charge?": "40 euros",
		"what's the order number?":             "4471",
		"when was the check valve replaced?":   "May",
		"book flights to Oslo":                 "I can't do that",
		"plan a trip to Oslo":                  "I can't",
		"review the contract":                  "I can't",
	})
	w := turntest.New(t).At("2026-11-20 09:00")
	for _, line := range talk {
		if _, r := ask(t, w, line); r.Text.String() != "" {
			t.Errorf("%q is answered: %s", line, r.Text.String())
		}
	}
}
