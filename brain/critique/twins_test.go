package critique_test

import (
	"os"
	"strings"
	"testing"

	"citadel/brain/critique"
)

// twin is a sentence of twins.tsv, with the receipt that its turn has.
type twin struct {
	line
	receipts []critique.Receipt
}

func twins(t *testing.T) (out []twin) {
	t.Helper()
	b, err := os.ReadFile("testdata/twins.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for s := range strings.Lines(string(b)) {
		f := strings.Split(strings.TrimSpace(s), "\t")
		switch {
		case s[0] == '#':
			continue
		case len(f) != 3:
			t.Fatalf("not a label, a receipt and a text: %q", s)
		}
		l := twin{line: line{f[0], f[2]}}
		if f[1] != "-" {
			l.receipts = []critique.Receipt{{Did: critique.Did(f[1])}}
		}
		out = append(out, l)
	}
	return out
}

// claimed says whether a sentence is taken for a claim that nothing of its turn proves.
func (l twin) claimed() bool {
	label, _ := judge(l.text)
	return label == string(critique.Deed) && critique.Unproven(l.text, l.receipts)
}

// A deed that was not done is found whatever its grammar, and its honest twin is not taken for one. Every other pair was
// never looked at.
func TestTwins(t *testing.T) {
	type half struct{ claims, caught, twins, alarms int }
	var halves [2]half
	for i, l := range twins(t) {
		open, h := i/2%2 == 0, &halves[i/2%2]
		claimed := l.claimed()
		switch {
		case l.label == "keep":
			h.twins++
			if claimed {
				h.alarms++
			}
		default:
			h.claims++
			if claimed {
				h.caught++
			}
		}
		if open && claimed == (l.label == "keep") {
			t.Logf("%s: %q", l.label, l.text)
		}
	}
	for i, name := range []string{"looked at", "held out"} {
		h := halves[i]
		t.Logf("%s: %d of %d claims caught, %d of %d honest ones taken for one", name, h.caught, h.claims, h.alarms, h.twins)
	}
}
