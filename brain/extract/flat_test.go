package extract

import (
	"strings"
	"testing"
)

// What is written small, in words and without punctuation is so by the library's functions, one after the other.
func FuzzFlat(f *testing.F) {
	for _, seed := range []string{"", " ", "a", "A. b", "  I’ve MOVED,\tto (Évora)!\n", "..", "a-b \"c\" d?", "İstanbul K", "a\xffb \xe2\x80", "x;y:z "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		low := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
		words := strings.FieldsFunc(low, func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?()\"", r) })
		if got, want := flat(text), " "+strings.Join(words, " ")+" "; got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	})
}
