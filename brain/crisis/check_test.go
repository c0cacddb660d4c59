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

// Lines written when the rules were done, and looked at by none of them. Their
// first score was recall 0.864 and 0.060 false alarms; a change that falls below
// the floors has learned the other file by heart. What is missed here is not to
// be mended one by one: write new lines, move these to lines.tsv.
func TestCheckHeldOut(t *testing.T) {
	recall, alarms := score(t, read(t, "testdata/heldout.tsv"))
	if recall < 0.75 {
		t.Errorf("recall %.3f, want at least 0.75", recall)
	}
	if alarms > 0.06 {
		t.Errorf("false alarms %.3f, want at most 0.06", alarms)
	}
}
