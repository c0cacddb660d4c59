package extract_test

import (
	"testing"

	"citadel/brain/extract"
)

// What hangs on a value belongs to it.
func TestAValueKeepsItsSigns(t *testing.T) {
	for said, want := range map[string]string{
		"The margin is -3%.":        "-3%",
		"The margin is −3%.":        "−3%",
		"The margin is 3%.":         "3%",
		"My blood type is A+.":      "A+",
		"My blood type is A-.":      "A-",
		"My blood type is AB− now.": "AB−",
		"My language is C#.":        "C#",
		"My language is C++.":       "C++",
		"Our target is <5%.":        "<5%",
		"Our target is ≥ 5%.":       "≥ 5%",
		"My share is ½.":            "½",
		"Our budget is ~50k.":       "~50k",
	} {
		got := ""
		for _, it := range extract.Read(extract.Utterance{Text: said}) {
			got = it.Value
		}
		if got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// What somebody does, or never does, is a statement, though only a name at the head of a
// sentence says who.
func TestAHabitIsAStatement(t *testing.T) {
	for said, negated := range map[string]bool{
		"Bob drives to work.":         false,
		"Bob does not drive to work.": true,
		"Bob doesn't drive to work.":  true,
		"Henderson always pays late.": false,
		"Henderson never pays late.":  true,
	} {
		got := extract.Read(extract.Utterance{Text: said})
		if len(got) != 1 || got[0].Kind != extract.Statement || got[0].Negated != negated {
			t.Errorf("%q: %+v", said, got)
		}
	}
	for _, said := range []string{"Coffee helps a lot.", "Lunch was great today though.", "Works for me then.", "Bob drives?", "Bob drives."} {
		for _, it := range extract.Read(extract.Utterance{Text: said}) {
			if it.Kind == extract.Statement && it.Subject != "" {
				t.Errorf("%q: %+v", said, it)
			}
		}
	}
}
