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
