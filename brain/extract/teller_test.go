package extract_test

import (
	"testing"

	"citadel/brain/extract"
)

// Whose words something is counts whatever he is called by: a dentist, a mother, two at once.
func TestTellers(t *testing.T) {
	for said, want := range map[string][]string{
		"The dentist said I need a crown.":              {"dentist"},
		"The neighbour says the roof leaks.":            {"neighbour"},
		"The landlord told us the rent goes up.":        {"landlord"},
		"The lady at the bank said I need a form.":      {"lady at the bank"},
		"According to the mechanic the brakes are worn": {"mechanic"},
		"Mum says hi.":                         {"my mum"},
		"Tom and Ana both said yes.":           {"Ana", "Tom"},
		"The boss said no.":                    {"boss"},
		"The letter said the fee is 40 euros.": {"letter"},
		"The plumber told me to call again.":   nil,
		"Tom said so.":                         nil,
		"The roof leaks.":                      nil,
	} {
		var got []string
		for _, f := range extract.Read(extract.Utterance{Text: said}) {
			if f.Source != "" {
				got = append(got, f.Source)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%q: sources %q, want %q", said, got, want)
			continue
		}
		for k := range got {
			if got[k] != want[k] {
				t.Errorf("%q: sources %q, want %q", said, got, want)
			}
		}
	}
}

// Of the verbs of saying some are nouns, and a question that begins with its preposition asks for whom.
func TestNoTeller(t *testing.T) {
	for _, asked := range []string{"who got the report?", "to whom did I send the report?", "where is the claim?", "who wrote to whom?"} {
		if q := extract.Ask(asked); q.Speaker == "whom" || q.Speaker == "got the" {
			t.Errorf("%q asks for the words of %q", asked, q.Speaker)
		}
	}
	for asked, who := range map[string]string{"what did the dentist say?": "dentist", "what did mum tell me?": "mum", "what did Ana report?": "Ana", "did the vet say anything about the cat?": "vet"} {
		if q := extract.Ask(asked); q.Speaker != who || q.Expects != extract.Report {
			t.Errorf("%q asks for the words of %q", asked, q.Speaker)
		}
	}
}

// Whom one has is known by the name behind him, with what is told of him there.
func TestHavingSomebody(t *testing.T) {
	for said, want := range map[string][2]string{
		"I have a brother, Leo, who lives in Perth.":       {"brother", "Leo"},
		"I've got an aunt, Rosa, who lives in Ulm":         {"aunt", "Rosa"},
		"I have an old friend, Tim, who plays the cello.":  {"friend", "Tim"},
		"I have a sister, Clara.":                          {"sister", "Clara"},
		"I have a brother, and Leo has a sister in Perth.": {},
	} {
		got := [2]string{}
		for _, f := range extract.Read(extract.Utterance{Text: said}) {
			if f.Subject == extract.Me && f.Attribute != "" && f.Attribute != "owns" {
				got = [2]string{f.Attribute, f.Value}
			}
		}
		if got != want {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// A relative clause behind whom one has tells of him.
func TestHaving(t *testing.T) {
	for said, want := range map[string][2]string{
		"I have a brother, Leo, who lives in Perth.":      {"Leo", "Perth"},
		"I've got an aunt, Rosa, who lives in Ulm":        {"Rosa", "Ulm"},
		"My cousin Nils, who lives in Kiel, is a nurse.":  {"Nils", "Kiel"},
		"I have a friend, Paul, who works at Bosch.":      {"Paul", "Bosch"},
		"The office is located in Bonn.":                  {"office", "Bonn"},
		"Tom is employed by Siemens.":                     {"Tom", "Siemens"},
		"Lena has her birthday on 4 May.":                 {"Lena", "4 May"},
		"Leo resides in Perth.":                           {"Leo", "Perth"},
		"I have a sister, Clara.":                         {extract.Me, "Clara"},
		"My sister Mia, who is a doctor, lives in Lyon.":  {"Mia", "Lyon"},
		"I have an old friend, Tim, who plays the cello.": {"Tim", "the cello"},
	} {
		found := false
		for _, f := range extract.Read(extract.Utterance{Text: said}) {
			found = found || f.Subject == want[0] && f.Value == want[1]
		}
		if !found {
			t.Errorf("%q: %v", said, extract.Read(extract.Utterance{Text: said}))
		}
	}
}
