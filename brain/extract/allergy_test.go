package extract

import "testing"

// The principal's allergies are read by the noun as by "allergic to"; those of others are not read at all.
func TestAllergies(t *testing.T) {
	for text, want := range map[string]string{
		"I'm allergic to nuts.":                   "me/allergic to=nuts",
		"I'm allergic to nuts, bees and cats.":    "me/allergic to=nuts, bees and cats",
		"I have a severe penicillin allergy.":     "me/allergic to=severe penicillin",
		"I have an allergy to latex.":             "me/allergic to=latex",
		"My allergies are pollen and dust.":       "me/allergic to=pollen and dust",
		"I don't have a nut allergy.":             "me/allergic to=nut (denied)",
		"I have an allergy.":                      "",
		"Ana has a nut allergy.":                  "",
		"I have a car and Ana has a nut allergy.": "me/owns=a car",
	} {
		if got := facts(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]Question{
		"what are my allergies?":          {Subjects: []string{Me}, Attribute: "allergic to", Expects: List},
		"which food allergies do I have?": {Subjects: []string{Me}, Attribute: "allergic to", Expects: List},
		"what are Ana's allergies?":       {Subjects: []string{"Ana"}, Attribute: "allergic to", Expects: List},
		"do I have a nut allergy?":        {Subjects: []string{Me}, Attribute: "allergic to", Value: "nut", Expects: YesNo},
	} {
		got := Ask(text)
		if len(got.Subjects) != 1 || got.Subjects[0] != want.Subjects[0] || got.Attribute != want.Attribute || got.Value != want.Value || got.Expects != want.Expects {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if got := Ask("what medicine do I take for my allergy?"); got.Attribute == "allergic to" {
		t.Errorf("asked for a medicine: %+v", got)
	}
}
