package dedupe_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"citadel/brain/extract"
)

// frames hold one value each.
var frames = strings.Split(`The margin is %s.|The limit is %s this year.|Our budget is %s.|Acme's discount is %s.|Ana earns %s.|
	The freezer shows %s.|The code is %s.|My blood type is %s.|The tank holds %s of it.|Tom needs %s before Friday.|I own %s of the boat.|
	She writes %s.|The rope is %s long.|Ana has %s on the list.|The result was %s, as Tom said.|In May the rate is %s.`, "|")

// meanings are ways to write one value around a number N; no two lines mean the same, and within
// a line all do.
var meanings = lines(`
	N
	-N|−N|minus N
	+N|plus N
	<N|< N|less than N
	>N|> N|more than N
	≤N|<= N|≤ N|at most N
	≥N|>=N|at least N
	~N|≈ N|about N|approximately N|roughly N
	±N
	!=N|≠ N
	N%|N %|N percent
	-N%|minus N percent
	N‰
	N°|N degrees|N°
	-N°|−N degrees
	$N|N dollars|$ N|US$ N
	-$N|$-N
	€N|N euros|N€
	£N
	A$N
	¥N
	N kg|Nkg
	N g
	N mg
	N µg|N μg
	N'|N feet|Nft
	N"|N inches
	N½
	N¼
	N/2
	N/3
	N+
	Nk
	Nm²
	N^2
	§N
	№N
	#N
	N Mb
	N MB
	N MW
	N mW
	twice N
	few
	a few
	many
	all
	½
	¼
	A+
	A-|A−
	B+
	AB-
	C
	C++
	C#
	C*D
	(N)
	A*
	A**
	TED
	Ted`)

func lines(list string) (all [][]string) {
	for l := range strings.Lines(strings.TrimSpace(list)) {
		all = append(all, strings.Split(strings.TrimSpace(l), "|"))
	}
	return all
}

// Two statements that are the same but for how one value is written are the same only if that
// is one value: with its sign, bound, unit, currency, fraction and all that hangs on it.
func TestAValueIsReadWithItsSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		frame := strings.TrimSpace(rapid.SampledFrom(frames).Draw(t, "frame"))
		number := rapid.SampledFrom([]string{"3", "5", "18", "50", "250", "1,450", "0.5", "2.75"}).Draw(t, "number")
		i, j := rapid.IntRange(0, len(meanings)-1).Draw(t, "one"), rapid.IntRange(0, len(meanings)-1).Draw(t, "other")
		say := func(of []string, label string) string {
			value := strings.Replace(rapid.SampledFrom(of).Draw(t, label), "N", number, 1)
			return strings.Replace(frame, "%s", value, 1)
		}
		a, b := say(meanings[i], "a"), say(meanings[j], "b")
		if i != j && compare(a, b) == extract.Same {
			t.Fatalf("%q and %q are called the same", a, b)
		}
		if c := say(meanings[i], "a again"); compare(a, c) != extract.Same {
			t.Fatalf("%q and %q: %s", a, c, compare(a, c))
		}
	})
}

// A sign more, wherever it stands in any sentence, is a difference.
func TestASignMoreIsNotTheSame(t *testing.T) {
	all := append(pairs(t, "testdata/pairs.jsonl"), pairs(t, "testdata/holdout.jsonl")...)
	signs := strings.Split("+ # ~ ≈ < > ≤ ≥ = != ≠ ± × ÷ & @ ^ § ° ‰ | \\ / ½ ² ™ → ✓ ✗ 👎 ¬ ∞ € ++", " ")
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "pair")
		sign := rapid.SampledFrom(signs).Draw(t, "sign")
		at := rapid.IntRange(0, len(p.A)).Draw(t, "at")
		for !utf8.RuneStart((p.A + " ")[at]) {
			at--
		}
		if longer := p.A[:at] + sign + p.A[at:]; compare(p.A, longer) == extract.Same {
			t.Fatalf("%q and %q are called the same", p.A, longer)
		}
	})
}

// What is no sign changes nothing: quotation marks, emphasis, dots, a face.
func TestWhatSaysNothing(t *testing.T) {
	for _, p := range [][2]string{
		{"He takes cetirizine.", "He takes cetirizine 😀"},
		{"He takes cetirizine.", "He takes *cetirizine*…"},
		{"He takes two drugs.", "He takes **two drugs**."},
		{"Her grade is A*.", "Her grade is A* !"},
		{"The pump in hall 3 failed.", "The pump in “hall 3” failed!"},
		{`The pump in hall 3 failed.`, `The pump in "hall 3" failed.`},
		{"Ana, my sister, lives in Porto.", "Ana - my sister - lives in Porto."},
		{"The margin is −3%.", "The margin is -3 percent."},
		{"Ana likes Zo\u00eb.", "Ana likes Zo\u00eb!"},
	} {
		if got := compare(p[0], p[1]); got != extract.Same {
			t.Errorf("%q, %q: %s", p[0], p[1], got)
		}
	}
}

// How the parts of a number are set apart says nothing, as long as it is certain which number it
// is; a full stop before the digits is part of it.
func TestSeparatorsOfANumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want extract.Relation
	}{
		{"He takes .5 mg.", "He takes 5 mg.", extract.ChangedValue},
		{"He takes .5 mg.", "He takes 0.5 mg.", extract.Same},
		{"The door is 1.80 m wide.", "The door is 1,80 m wide.", extract.Same},
		{"The door is 1,80 m wide.", "The door is 1,90 m wide.", extract.ChangedValue},
		{"The door is 1,80 m wide.", "The door is 180 m wide.", extract.ChangedValue},
		{"The price is €1.450,00.", "The price is €1,450.00.", extract.Same},
		{"The price is €1.450,00.", "The price is €1.45.", extract.ChangedValue},
		{"The road is 1.450 km long.", "The road is 1,450 km long.", extract.Different}, // which it is nobody knows
		{"The road is 1,450 km long.", "The road is 1450 km long.", extract.Same},
		{"The bag weighs 1.5 kg.", "The bag weighs 15 kg.", extract.ChangedValue},
		{"The rooms are 1,2,3.", "The room is 123.", extract.ChangedValue},
		{"The balance is (3).", "The balance is 3.", extract.ChangedValue},
		{"Her grade is A*.", "Her grade is A.", extract.ChangedValue},
		{"Her grade is *A*.", "Her grade is A.", extract.Same},
		{"The product is 5 * 3.", "The product is 5 3.", extract.ChangedValue},
	} {
		if got := compare(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %s, want %s", c.a, c.b, got, c.want)
		}
		if got := compare(c.b, c.a); got != c.want {
			t.Errorf("%q, %q: %s, want %s", c.b, c.a, got, c.want)
		}
	}
}
