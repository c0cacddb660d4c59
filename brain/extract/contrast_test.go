package extract_test

import (
	"slices"
	"testing"

	"citadel/brain/extract"
)

// Who says what is not so and what is says both. What is set against nothing stays one statement.
func TestNotThisButThat(t *testing.T) {
	for said, want := range map[string][]string{ // attribute: value, with "not" before what is denied
		"Mira does not live in Tomar but in Viseu.":           {"not residence: Tomar", "residence: Viseu"},
		"Mira doesn't live in Tomar, but in Viseu.":           {"not residence: Tomar", "residence: Viseu"},
		"I don't live in Tomar but in Viseu":                  {"not residence: Tomar", "residence: Viseu"},
		"Mira doesn't work at Galp but at Sonae.":             {"not employer: Galp", "employer: Sonae"},
		"My sister is not called Mira but Nadia.":             {"not sister: Mira", "sister: Nadia"},
		"The viewing is not on 3 December but on 9 December.": {"date: 9 December"},
		"The viewing isn't on Monday but Tuesday.":            {"date: Tuesday"},
		"The rent is not 900 euros but 950 euros.":            {"amount: 950 euros"},

		"Mira doesn't only live in Tomar but in Viseu too.": {"-residence: Viseu"},
		"Mira lives in Tomar but works in Viseu.":           {"residence: Tomar"},
		"Mira doesn't live in Tomar, but she likes it.":     {"not residence: Tomar", "-residence: she"},
		"Mira is not happy but she stays.":                  {"-trait: she"},
	} {
		var got []string
		for _, it := range extract.Read(extract.Utterance{Text: said}) {
			s := it.Attribute + ": " + it.Value
			if it.Negated {
				s = "not " + s
			}
			got = append(got, s)
		}
		for _, w := range want {
			if w[0] == '-' {
				if slices.Contains(got, w[1:]) {
					t.Errorf("%q: %q", said, got)
				}
			} else if !slices.Contains(got, w) {
				t.Errorf("%q: %q, want %q", said, got, w)
			}
		}
	}
}
