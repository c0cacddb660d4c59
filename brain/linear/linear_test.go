package linear_test

import (
	"strings"
	"testing"

	"citadel/brain/linear"
)

// words gives the words of a text as its features.
func words(text string) func(func(linear.Feature)) {
	return func(f func(linear.Feature)) {
		for w := range strings.FieldsSeq(text) {
			f(linear.Feature{Sort: 'w', A: linear.Hash(w)})
		}
	}
}

var outputs = []string{"fruit", "tool", "small", "large"}

// school knows fruit and tools, small and large.
func school(t *testing.T) *linear.School {
	t.Helper()
	s := linear.NewSchool(outputs)
	for _, l := range [][3]string{
		{"fruit", "small", "a sweet red berry"}, {"fruit", "small", "one sweet tiny berry"}, {"fruit", "large", "a sweet heavy melon"}, {"fruit", "large", "one heavy ripe melon"},
		{"tool", "small", "a tiny steel pin"}, {"tool", "small", "one steel pin"},
	} {
		s.Name(strings.Fields(l[2])...)
		if err := s.Add(words(l[2]), l[0], l[1]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func all(int) bool { return true }

func answer(t *testing.T, m *linear.Model, text string) string {
	t.Helper()
	tally := m.Tally()
	words(text)(func(f linear.Feature) { tally.Count(f) })
	return m.Answers()[tally.Best()]
}

func TestLearn(t *testing.T) {
	s := school(t)
	text := s.Learn(all)
	if text != s.Learn(all) {
		t.Error("the same examples teach something else the second time")
	}
	m, err := linear.Read("# A comment.\n\n"+text, outputs)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"sweet berry": "fruit/small", "ripe heavy melon": "fruit/large", "the steel pin": "tool/small",
	} {
		if got := answer(t, m, text); got != want {
			t.Errorf("%q is %s, wanted %s", text, got, want)
		}
	}
	if got := answer(t, m, "heavy steel"); got == "tool/large" {
		t.Error("an answer is given that was never seen")
	}
}

// What is seen twice counts once, and what is unknown not at all.
func TestCount(t *testing.T) {
	m, err := linear.Read("answers\tfruit=5 tool=0\nw berry\tfruit=20 tool=-3\n", outputs[:2])
	if err != nil {
		t.Fatal(err)
	}
	tally := m.Tally()
	berry := linear.Feature{Sort: 'w', A: linear.Hash("berry")}
	if !tally.Count(berry) || tally.Count(berry) || tally.Count(linear.Feature{Sort: 'w', A: linear.Hash("pin")}) {
		t.Error("not the first berry alone was counted")
	}
	if fruit, tool := tally.Points(0), tally.Points(1); fruit != 25 || tool != -3 {
		t.Errorf("%d and %d points, wanted 25 and -3", fruit, tool)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{
		"", "answers\tfruit=0\nw berry fruit=1\n", "answers\tpear=0\n", "answers\tfruit=0\nw berry\tpear=1\n", "answers\tfruit=0\nw berry\tfruit=x\n",
		"answers\tfruit=0\nw berry\tfruit=1\nw berry\tfruit=1\n", "answers\tfruit=0\nw a b c d\tfruit=1\n", "answers\tfruit=0\nw ?a\tfruit=1\n", "answers\tfruit=0\n\tfruit=1\n",
	} {
		if _, err := linear.Read(text, outputs); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if err := linear.NewSchool(outputs).Add(words("a pear"), "pear"); err == nil {
		t.Error("an answer is learned that there is not")
	}
}
