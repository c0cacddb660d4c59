package words_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/words"
)

func TestPieces(t *testing.T) {
	for _, test := range []struct {
		text string
		size int
		want []string
	}{
		{"", 5, nil},
		{"  ", 5, []string{"  "}},
		{"one two three", 3, []string{"one two three"}},
		{"one two three four", 3, []string{"one two three ", "four"}},
		{"one two. three four five", 4, []string{"one two. ", "three four five"}},
		{"one two.\n\nthree. four five", 4, []string{"one two.\n\n", "three. four five"}},
		{"one. two three four five six", 4, []string{"one. two three four ", "five six"}},
		{"one two", 0, []string{"one ", "two"}},
	} {
		if diff := cmp.Diff(test.want, words.Pieces(test.text, test.size)); diff != "" {
			t.Errorf("%q in pieces of %d:\n%s", test.text, test.size, diff)
		}
	}
}

func TestPiecesAreTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-zé東]{1,4}[ .,\n]{0,3}){0,60}`).Draw(t, "text")
		size := rapid.IntRange(1, 12).Draw(t, "size")
		pieces := words.Pieces(text, size)
		if strings.Join(pieces, "") != text {
			t.Fatalf("%q became %q", text, pieces)
		}
		for i, piece := range pieces {
			n := len(words.Segments(piece))
			if n > size || 2*n < size && i < len(pieces)-1 {
				t.Fatalf("%d words in %q of %q, size %d", n, piece, pieces, size)
			}
		}
	})
}
