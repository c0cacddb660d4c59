package extract

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// claim is what a caller would compare: the last fact or preference of a
// sentence, or the sentence itself.
func claim(text string) Item {
	out := Item{Kind: Statement, Quote: text}
	for _, it := range Read(Utterance{Text: text}) {
		if it.Attribute != "" {
			out = it
		}
	}
	return out
}

func scorePairs(t *testing.T, path string) (right, n, merged int) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for scan := bufio.NewScanner(f); scan.Scan(); {
		line := scan.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		old, rest, _ := strings.Cut(line, " => ")
		i := strings.LastIndex(rest, " : ")
		want := Relation(rest[i+3:])
		got := Conflict(claim(old), claim(rest[:i]))
		n++
		if got == want {
			right++
			continue
		}
		if got == Same {
			merged++
		}
		if !strings.Contains(path, "heldout") || got == Same {
			t.Logf("%s: %s: got %s", path, line, got)
		}
	}
	return right, n, merged
}

func TestConflictOnLabelledPairs(t *testing.T) {
	for _, path := range []string{"testdata/pairs.txt", "testdata/pairs-heldout.txt"} {
		right, n, merged := scorePairs(t, path)
		t.Logf("%s: %d of %d right", path, right, n)
		if share := float64(right) / float64(n); share < .90 {
			t.Errorf("%s: %.3f right; at least .90 is wanted", path, share)
		}
		if merged > 0 {
			t.Errorf("%s: %d pairs that differ look the same; none may", path, merged)
		}
	}
}

// What is merged is lost, so another value must never look the same, whatever
// the sentence around it.
func TestAnotherValueIsNeverTheSame(t *testing.T) {
	frames := map[string][]string{
		"%s lives in Porto.":                 {"Ana", "Tom", "Ruth Adler"},
		"Ana lives in %s.":                   {"Porto", "Braga", "New York", "York"},
		"My sister %s paid the bill in May.": {"Ana", "Lea"},
		"Our day rate is %s.":                {"A$1,450", "A$1,405", "US$1,450", "A$14,500", "A$1,450 an hour"},
		"The review is on %s.":               {"1 December", "11 December", "1 November", "1 Dec 2026", "1 Dec 2027", "Friday"},
		"Acme buys %s.":                      {"board", "steel", "two mills", "three mills"},
		"The pump in %s failed twice.":       {"hall 3", "hall 4", "Geelong", "Ballarat"},
		"Henderson paid %s days late.":       {"45", "12", "forty", "three"},
		"The call is at %s.":                 {"9", "10", "9:30", "9pm", "21:30"},
		"The gate %s.":                       {"is open", "is closed", "is not open", "opens", "was painted", "is red", "is never open"},
		"I %s short emails.":                 {"like", "hate", "don't like", "prefer"},
		"Tom %s Acme.":                       {"works at", "left", "doesn't work at", "sued", "no longer works at", "owns"},
		"We %s the offer.":                   {"accepted", "rejected", "haven't accepted", "lost", "never got"},
		"Prices %s in March.":                {"rose", "fell", "rose 3%", "rose 4%", "did not rise"},
	}
	same := map[string]bool{"left|no longer works at": true, "left|doesn't work at": true, "doesn't work at|no longer works at": true}
	for frame, values := range frames {
		for i, a := range values {
			for j, b := range values {
				x, y := strings.Replace(frame, "%s", a, 1), strings.Replace(frame, "%s", b, 1)
				got := Conflict(claim(x), claim(y))
				switch {
				case i == j && got != Same:
					t.Errorf("%q against itself: %s", x, got)
				case i != j && got == Same && !same[a+"|"+b] && !same[b+"|"+a]:
					t.Errorf("%q and %q look the same", x, y)
				}
			}
		}
	}
}
