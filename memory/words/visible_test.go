package words_test

import (
	"testing"

	"citadel/memory/words"
)

// What cannot be seen is dropped; what joins letters into one is not.
func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"Ana lives in Lisbon":                  "Ana lives in Lisbon",
		"A\u200bna l\u200bives\u00ad in":       "Ana lives in",
		"\u202eanA sevil\u202c here\u2066":     "anA sevil here",
		"two\nlines\tand a tab":                "two\nlines\tand a tab",
		"a\x1b[2Jb\x7f":                        "a[2Jb",
		"two\vwords\u0085here":                 "two\vwords\u0085here",
		"👩\u200d🚀 می\u200cخواهم":               "👩\u200d🚀 می\u200cخواهم",
		"smug\U000e0067gled":                   "smuggled",
		"T\u200dom l\u200cives\u200d 4\u200c2": "Tom lives 42",
		"\u200dTom's \u200eflat\u200f":         "Tom's flat",
		"in\u2062voice\u3164 \u115fnow\u034f":  "invoice now",
		"\u200d":                               "",
		"\u0600\u0661":                         "\u0600\u0661", // a sign of numbers, which is seen
	} {
		if got := words.Visible(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
