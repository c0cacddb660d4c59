package critique_test

import (
	"testing"

	"citadel/brain/critique"
)

// No name of a mental model is left in an answer, unless he used it himself or it is quoted.
func TestUnnamed(t *testing.T) {
	for text, want := range map[string]string{
		"Begin with the printer.": "Begin with the printer.",
		"Using Occam's razor and second-order thinking, buy it. It pays in May.": "Buy it. It pays in May.",
		"By **Occam’s razor**, it's the printer.":                                "It's the printer.",
		"Buy it. This is Occam's razor at work.":                                 "Buy it.",
		"- Buy it.\n- Occam's razor says so.\n- Then wait.":                      "- Buy it.\n- Then wait.",
		"Occams razors apply to it.":                                             "that reasoning apply to it.",
		"Buy it.\n> Occam's razor says so.\n\n```\noccam's razor\n```":           "Buy it.\n> Occam's razor says so.\n\n```\noccam's razor\n```",
		"The book is called \"Occam's razor\". Read it.":                         "The book is called \"Occam's razor\". Read it.",
	} {
		got := critique.Unnamed(text)
		if got != want {
			t.Errorf("%q became %q, wanted %q", text, got, want)
		}
		if again := critique.Unnamed(got); again != got {
			t.Errorf("%q became %q the second time", got, again)
		}
	}
	if s := "Occam's razor is a rule of thumb."; critique.Unnamed(s, "What is Occam's razor?") != s {
		t.Error("what he asked about by name is not named")
	}
}
