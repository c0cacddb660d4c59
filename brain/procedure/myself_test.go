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
	for question, want := range map[string]string{
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
		"what do you know about Henri?": "nothing",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		for i, line := range talk {
			tell(t, w, line)
			w.At("2026-11-20 09:0" + string(rune('1'+i)))
		}
		_, r := ask(t, w, question)
		said := r.Text.String()
		for part := range strings.SplitSeq(want, "|") {
			if part, not := strings.CutPrefix(part, "!"); strings.Contains(said, part) == not {
				t.Errorf("%q: %s", question, said)
			}
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
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
