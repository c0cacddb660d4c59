package extract_test

import (
	"strings"
	"testing"

	"citadel/brain/extract"
)

func TestMinors(t *testing.T) {
	for text, want := range map[string]string{
		"My son Leo starts school in March.":       "Leo",
		"Leo is my son and he is 8":                "Leo",
		"My son Leo works at a bank.":              "",
		"My niece Mia is 34.":                      "",
		"Ana is my sister":                         "",
		"my son starts school":                     "",
		"My daughter Nora turned 9, Ana was there": "Nora",
		"jk, my son Leo starts school":             "",
		"Tom's kid Leo starts school":              "Leo",
		"OUR NIECE Mia is 7":                       "Mia",
		"":                                         "",
	} {
		if got := strings.Join(extract.Minors(extract.Utterance{Text: text}), ", "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
