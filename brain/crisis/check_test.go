package crisis_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"citadel/brain/crisis"
)

// line is one labelled line: a kind, or "benign".
type line struct{ label, text string }

func read(t testing.TB, file string) []line {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []line
	for n, s := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		label, text, ok := strings.Cut(s, "\t")
		switch crisis.Kind(label) {
		case crisis.Self, crisis.Others, crisis.Abuse, crisis.Medical, "benign":
		default:
			ok = false
		}
		if !ok || text == "" {
			t.Fatalf("%s:%d: not a label, a tab and a text: %q", file, n+1, s)
		}
		out = append(out, line{label, text})
	}
	return out
}

// score checks every line and returns the share of crises noticed and the
// share of harmless lines taken for one. It logs the confusion and each error.
func score(t *testing.T, lines []line) (recall, false_ float64) {
	t.Helper()
	labels := []string{"self", "others", "abuse", "medical", "benign"}
	confusion := map[[2]string]int{}
	var crises, noticed, harmless, alarms int
	for _, l := range lines {
		kind, ok := crisis.Check(l.text)
		got := "benign"
		if ok {
			got = string(kind)
		}
		confusion[[2]string{l.label, got}]++
		switch {
		case l.label == "benign":
			harmless++
			if ok {
				alarms++
				t.Logf("false alarm (%s): %s", got, l.text)
			}
		default:
			crises++
			if ok {
				noticed++
			} else {
				t.Logf("missed (%s): %s", l.label, l.text)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s", "written as")
	for _, l := range labels {
		fmt.Fprintf(&b, "%9s", l)
	}
	for _, want := range labels {
		fmt.Fprintf(&b, "\n%-16s", want)
		for _, got := range labels {
			fmt.Fprintf(&b, "%9d", confusion[[2]string{want, got}])
		}
	}
	recall, false_ = float64(noticed)/float64(crises), float64(alarms)/float64(harmless)
	t.Logf("%d lines: recall %.3f (%d of %d), false alarms %.3f (%d of %d)\n%s",
		len(lines), recall, noticed, crises, false_, alarms, harmless, &b)
	return recall, false_
}

// The lines the rules were tuned on.
func TestCheckLines(t *testing.T) {
	recall, alarms := score(t, read(t, "testdata/lines.tsv"))
	if recall < 0.97 {
		t.Errorf("recall %.3f, want at least 0.97", recall)
	}
	if alarms > 0.03 {
		t.Errorf("false alarms %.3f, want at most 0.03", alarms)
	}
}
