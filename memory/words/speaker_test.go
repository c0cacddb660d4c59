package words_test

import (
	"testing"

	"citadel/memory/words"
)

func TestSpeaker(t *testing.T) {
	for text, want := range map[string]string{
		"Priya: we ship on Monday":        "Priya",
		"Tom Weiss: paid today":           "Tom Weiss",
		"Zoë: ja":                         "Zoë",
		"O'Neil: fine":                    "O'Neil",
		"Plan: drop the retainer":         "",
		"Reminder: call the bank":         "",
		"Correction: it is Faro":          "",
		"Sorry: it is Faro":               "",
		"TODO: taxes":                     "",
		"at 10:30 we meet":                "",
		"Meet at 10: bring the file":      "",
		"The thing is: nobody knows":      "",
		"priya: hello":                    "",
		"https://example.org: a link":     "",
		"Priya:no space":                  "",
		"Priya:":                          "",
		"I: am not a name":                "",
		"Three Capital Words: not a name": "",
	} {
		name, rest := words.Speaker(text)
		if name != want {
			t.Errorf("Speaker(%q) = %q, want %q", text, name, want)
		}
		if name == "" && rest != text || name != "" && name+": "+rest != text {
			t.Errorf("Speaker(%q) left %q", text, rest)
		}
	}
}
