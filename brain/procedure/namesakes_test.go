package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// One name of two relations is told as both; of who has several brothers none was before another; what
// nobody said is named as it was asked.
func TestWhoIs(t *testing.T) {
	talk := []string{
		"My wife's name is Jo.", "My boss is Jo too.", "My brother Tom Baker lives in Hobart.", "My client Tom Weiss lives in Perth.",
		"I have two brothers, Tom and Ben.", "Sarah Lee is the CFO at Acme.",
	}
	expect(t, talk, map[string]string{
		"who is Jo?":              "Your boss: |Your wife: ",
		"where does Tom live?":    "more than one Tom:|Hobart|Perth",
		"who are my brothers?":    "!Before|two brothers|Tom Baker",
		"who is the CEO at Acme?": "about who the CEO at Acme is.",
	})
}

// Where several people have the name that a question names, it is answered with what is known of each;
// where it says which of them it means, with that one.
func TestNamesakes(t *testing.T) {
	talk := []string{"Tom works at Acme.", "Tom Weiss is the new finance lead at Henderson.", "Tom Baker is my brother-in-law."}
	expect(t, talk, map[string]string{
		"who is Tom?":               "more than one Tom:|Baker|Weiss|Tom works at Acme",
		"where does Tom work?":      "more than one Tom:|Weiss|Tom works at Acme",
		"where does Tom Weiss work": "!more than one|Henderson: ",
		"WHO IS TOM BAKER?":         "!more than one|brother-in-law",
		"who works at Acme?":        "!more than one|Tom: ",
	})
}

// expect asks each question in a world of its own in which the talk was heard, a minute a line, and
// looks for what the answer has to hold, part by part; after a "!" what it must not hold.
func expect(t *testing.T, talk []string, answers map[string]string) {
	t.Helper()
	for question, want := range answers {
		w := turntest.New(t).At("2026-11-20 09:00")
		for i, line := range talk {
			tell(t, w, line)
			w.At("2026-11-20 09:0" + string(rune('1'+i)))
		}
		_, r := ask(t, w, question)
		said := r.Text.String()
		for part := range strings.SplitSeq(want, "|") {
			part, not := strings.CutPrefix(part, "!")
			holds := strings.Contains(said, part)
			if head, begins := strings.CutPrefix(part, "^"); begins {
				holds = strings.HasPrefix(said, head)
			}
			if holds == not {
				t.Errorf("%q: %s", question, said)
			}
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}
