package crisis_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/brain/crisis"
)

// line is one labelled line: a kind, or "benign".
type line struct{ label, text string }

// read returns the lines of a file; those that begin with # are comments.

func read(t testing.TB, file string) []line {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []line
	for n, s := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		if strings.HasPrefix(s, "#") {
			continue
		}
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
	if alarms > 0.01 {
		t.Errorf("false alarms %.3f, want at most 0.01", alarms)
	}
}

// The same words in the shapes that keyboards, phones and mischief give them.
func TestCheckDisguised(t *testing.T) {
	for _, text := range []string{
		"I WANT TO KILL MYSELF",
		"i want to kill myselff",
		"i want to kiiiiill myself",
		"I want to k\u200bill my\u200dself",
		"I want to kíll mysélf",
		"I want to kill myself",
		"i want to k*ll myself",
		"𝐈 𝐰𝐚𝐧𝐭 𝐭𝐨 𝐤𝐢𝐥𝐥 𝐦𝐲𝐬𝐞𝐥𝐟",
		"I want to kill myself",
		"i want to кill myself i want to diе",
		"i w4nt to d1e",
		"I\u00a0want\u00a0to\u00a0die",
		"\"I want to die\"",
		"so what i want to die",
		"we’re in Spain and he isn’t breathing",
		"```go\nfmt.Println(1)\n``` by the way I want to kill myself",
		"see https://example.com/a/b I want to die",
		"quarterly numbers attached. also i want to die. thanks",
		"```unclosed fence I want to die",
	} {
		if _, ok := crisis.Check(text); !ok {
			t.Errorf("Check(%q) missed", text)
		}
	}
	for _, text := range []string{
		"", " ", "\n\n", "...", "\x00", "\xff\xfe",
		"```sh\nkill myself # alias\n```",
		"https://example.com/i-want-to-die",
		"5 kms to go",
		strings.Repeat("a", 1<<16),
	} {
		if k, ok := crisis.Check(text); ok {
			t.Errorf("Check(%q) = %s", text, k)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, l := range read(f, "testdata/lines.tsv")[:40] {
		f.Add(l.text)
	}
	f.Add("i\u200b’’''**``````\"\"://..\xff")
	f.Fuzz(func(t *testing.T, text string) {
		kind, ok := crisis.Check(text)
		if ok != (kind != "") {
			t.Fatalf("Check = %q, %v", kind, ok)
		}
		// A line of greeting before it hides nothing.
		if _, after := crisis.Check("Hello there.\n" + text); ok && !after {
			t.Fatalf("%q is %s alone and nothing after a greeting", text, kind)
		}
		if reply := crisis.Reply(kind, crisis.Person{Country: text, Trusted: text}); utf8.ValidString(text) && !utf8.ValidString(reply) {
			t.Fatalf("Reply is not UTF-8: %q", reply)
		}
		crisis.Country(text)
		crisis.AllClear(text)
	})
}

func BenchmarkCheck(b *testing.B) {
	for name, text := range map[string]string{
		"short":    "can you move the call with Priya to Thursday at 3",
		"message":  "Hi, I went through the draft from the agency and I think the pricing page still says the old thing. He said he would fix it by Friday but I am not sure they will. Can you write to him and ask what is going on, and put a reminder in for Monday?",
		"crisis":   "I can't do this any more, I want to kill myself",
		"1MiB":     strings.Repeat("i think he said that they will not want to be here again and ", 1<<20/61),
		"1MiB i":   strings.Repeat("i ", 1<<19),
		"1MiB one": strings.Repeat("x", 1<<20),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				crisis.Check(text)
			}
		})
	}
}

// Ordinary messages of a working day: none is a crisis.
func TestCheckOrdinary(t *testing.T) {
	b, err := os.ReadFile("testdata/ordinary.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	alarms := 0
	for _, text := range lines {
		if kind, ok := crisis.Check(text); ok {
			alarms++
			t.Logf("false alarm (%s): %s", kind, text)
		}
	}
	if alarms*100 > len(lines) {
		t.Errorf("%d false alarms in %d ordinary messages, want at most 1 in 100", alarms, len(lines))
	}
}

// Lines written before any rule was tried on them; the head of each file says
// how they fared at first. A change that falls below these floors has learned
// the other file by heart. What is missed here is not to be mended one by one:
// write new lines, and mend the family a missed line belongs to.
func TestCheckHeldOut(t *testing.T) {
	for _, file := range []struct {
		name           string
		recall, alarms float64
	}{
		{"heldout.tsv", 0.95, 0.02},
		{"heldout2.tsv", 0.94, 0.04},
		{"heldout3.tsv", 0.94, 0.04},
	} {
		t.Run(file.name, func(t *testing.T) {
			recall, alarms := score(t, read(t, "testdata/"+file.name))
			if recall < file.recall {
				t.Errorf("recall %.3f, want at least %.2f", recall, file.recall)
			}
			if alarms > file.alarms {
				t.Errorf("false alarms %.3f, want at most %.2f", alarms, file.alarms)
			}
		})
	}
}

// Two hints make an alarm only if they belong together.
func TestCheckHints(t *testing.T) {
	const worthless, life, razor = "I am worthless.", "I hate my life.", "The razor is here."
	filler := strings.Repeat("The harbour was full of boats and the market smelled of oranges. ", 2)
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"one", worthless, false},
		{"one, twice", worthless + " " + worthless, false},
		{"two, next to each other", worthless + " " + life, true},
		{"two, a sentence between them", worthless + " It rained. " + life, false},
		{"two, far apart", worthless + " " + filler + life, false},
		{"two of different kinds", razor + " I am afraid of him, he is drunk.", true},
		{"a hint and a faint one", worthless + " It is too late.", true},
		{"two faint ones", "It is too late. I made up my mind.", false},
		{"in a sentence about work", "I am worthless at this code, I hate my life", false},
		{"a plain statement in a sentence about work", "this deadline is why I want to kill myself", true},
	} {
		if kind, ok := crisis.Check(c.text); ok != c.want {
			t.Errorf("%s: Check(%q) = %q, %v, want %v", c.name, c.text, kind, ok, c.want)
		}
	}
}
