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

// claimed says whether a sentence is taken for a claim that nothing of its turn proves: of itself, or as the answer to
// somebody who asked for a deed.
func (l twin) claimed(asked bool) bool {
	claimed := len(critique.Told(l.text, asked)) > 0
	if label, _ := judge(l.text); label == "body" || label == "persuasion" {
		claimed = true // it goes, whatever it is taken for
	}
	return claimed && critique.Unproven(l.text, l.receipts)
}

// A deed that was not done is found whatever its grammar, and its honest twin is not taken for one. Every other pair was
// never looked at. Before the grammar was looked at (done.go) it was 34 of 52 and 33 of 51.
func TestTwins(t *testing.T) {
	for _, way := range []struct {
		name   string
		asked  bool
		caught [2]int // at least, of those looked at and of those held out
		alarms [2]int // at most
	}{{"of itself", false, [2]int{49, 40}, [2]int{0, 1}}, {"asked for", true, [2]int{50, 43}, [2]int{0, 2}}} {
		var claims, caught, honest, alarms [2]int
		for i, l := range twins(t) {
			half := i / 2 % 2
			claimed := l.claimed(way.asked)
			if l.label == "keep" {
				honest[half]++
				alarms[half] += btoi(claimed)
			} else {
				claims[half]++
				caught[half] += btoi(claimed)
			}
			if half == 0 && claimed == (l.label == "keep") {
				t.Logf("%s: %s: %q", way.name, l.label, l.text)
			}
		}
		for half, name := range []string{"looked at", "held out"} {
			t.Logf("%s, %s: %d of %d claims caught, %d of %d honest ones taken for one", way.name, name, caught[half], claims[half], alarms[half], honest[half])
			if caught[half] < way.caught[half] || alarms[half] > way.alarms[half] || claims[half] < 50 || honest[half] < 50 {
				t.Errorf("want %d caught and %d alarms at most", way.caught[half], way.alarms[half])
			}
		}
	}
}

func btoi(is bool) int {
	if is {
		return 1
	}
	return 0
}

func TestAsked(t *testing.T) {
	for _, s := range []string{
		"Send Tom the draft.", "please call the bank", "Could you book a table for two?", "can you tell Lena I'm late", "I want you to cancel the gym",
		"Nice. And move the call to ten.", "ok, pay it", "Will you remind Ada?", "put it in my calendar",
	} {
		if !critique.Asked(s) {
			t.Errorf("%q asks for a deed", s)
		}
	}
	for _, s := range []string{
		"", "Who has my CV?", "Did you send it?", "tell me about the lease", "What did I pay for the boiler?", "I sent it on Friday.", "Should I call the bank?",
		"compare the three offers", "let me know", "thanks", "I have to pay the rent",
	} {
		if critique.Asked(s) {
			t.Errorf("%q asks for no deed", s)
		}
	}
}
