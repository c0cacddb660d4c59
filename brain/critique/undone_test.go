package critique_test

import (
	"testing"

	"citadel/brain/critique"
)

// What was not done goes, with what leans on it; whatever else is said stays as it was.
func TestUndone(t *testing.T) {
	all := func(string) bool { return true }
	for text, want := range map[string]string{
		"I've sent the draft to Priya. She will have it in a minute.":                                "",
		"Done! I booked a table for two at 7pm.":                                                     "",
		"The van is free on Friday. I've booked it. It costs A$90 a day, see below.\n\n- A$90 a day": "The van is free on Friday.\n\n- A$90 a day",
		"I've sent the mail.\n\nPriya asked for the figures on Monday [m4].":                         "Priya asked for the figures on Monday [m4].",
		"1. Pack the samples.\n2. I've booked the courier.\n3. Tell Priya.":                          "1. Pack the samples.\n3. Tell Priya.",
		"> I've sent the samples this morning.\n\nThat is what I would write.":                       "> I've sent the samples this morning.\n\nThat is what I would write.",
		"```\nI've sent it.\n```":                              "```\nI've sent it.\n```",
		"You sent the mail on Monday. Priya has not answered.": "You sent the mail on Monday. Priya has not answered.",
		"I would send it today.":                               "I would send it today.",
	} {
		got, gone := critique.Undone(text, all)
		if got != want || (len(gone) > 0) != (text != want) {
			t.Errorf("%q becomes %q without %q; want %q", text, got, gone, want)
		}
	}
	if got, gone := critique.Undone("I've sent the mail.", func(string) bool { return false }); len(gone) > 0 || got != "I've sent the mail." {
		t.Errorf("what was done: %q without %q", got, gone)
	}
}
