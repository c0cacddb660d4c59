package extract_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/extract"
)

// What announces a correction is told from what is right, and from talk that begins alike.
func TestObject(t *testing.T) {
	for _, c := range []struct {
		text string
		want extract.Objection
		ok   bool
	}{
		{"No, Braga.", extract.Objection{Rest: "Braga."}, true},
		{"no, it’s Braga", extract.Objection{Rest: "it's Braga"}, true},
		{"Actually, Ana lives in Braga.", extract.Objection{Rest: "Ana lives in Braga."}, true},
		{"Scratch that.", extract.Objection{Sure: true}, true},
		{"I misspoke. Ana lives in Braga.", extract.Objection{Rest: "Ana lives in Braga.", Sure: true, Own: true}, true},
		{"Sorry, Ana lives in Braga.", extract.Objection{Rest: "Ana lives in Braga.", Own: true}, true},
		{"Sorry, I am late.", extract.Objection{}, false},
		{"Sorry for the delay.", extract.Objection{}, false},
		{"That's wrong, she lives in Braga.", extract.Objection{Rest: "she lives in Braga.", Sure: true}, true},
		{"You're wrong about Ana.", extract.Objection{About: "Ana", Sure: true}, true},
		{"Wrong day, it is Tuesday.", extract.Objection{Rest: "it is Tuesday."}, true},
		{"That's wrong on so many levels.", extract.Objection{}, false},
		{"No sugar for me.", extract.Objection{}, false},
		{"Is that wrong?", extract.Objection{}, false},
		{"Ana lives in Braga.", extract.Objection{}, false},
		{"", extract.Objection{}, false},
	} {
		got, ok := extract.Object(c.text)
		if !ok {
			got = extract.Objection{}
		}
		if d := cmp.Diff(c.want, got); ok != c.ok || d != "" {
			t.Errorf("%q: announced %t (-want +got)\n%s", c.text, ok, d)
		}
	}
}

// What is stated after an announcement are the words as they were written, to the last.
func TestStatedKeepsTheWords(t *testing.T) {
	for said, want := range map[string]string{
		"No, it’s Braga.":               "it’s Braga.",
		"No, Braga. ":                   "Braga. ",
		"Remember that it’s Braga.":     "it’s Braga.",
		"I misspoke. Ana’s in Braga.\n": "Ana’s in Braga.\n",
		"Ana lives in Braga.":           "Ana lives in Braga.",
	} {
		if got := extract.Stated(said); got != want {
			t.Errorf("%q states %q, want %q", said, got, want)
		}
	}
}

// Whatever is said: what is right is the end of it, in whole letters, and the same is read twice.
func FuzzObject(f *testing.F) {
	for _, s := range []string{"", "No, Braga.", "no, it’s Braga ", "Scratch that. I misspoke.", "You're wrong about Ana.", "no no no, no", "that’s wrong?", "\xff, no", "sorry, I meant, ’"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, ok := extract.Object(text)
		if again, too := extract.Object(text); again != o || too != ok {
			t.Errorf("%q is read in two ways: %+v, %+v", text, o, again)
		}
		read := strings.ReplaceAll(text[:min(len(text), extract.Limit)], "’", "'")
		if !strings.HasSuffix(strings.TrimSpace(read), o.Rest) {
			t.Errorf("%q: %q is not its end", text, o.Rest)
		}
		if got := extract.Stated(text); !strings.HasSuffix(text, got) || utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("%q states %q", text, got)
		}
	})
}
