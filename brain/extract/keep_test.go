package extract_test

import (
	"testing"

	"citadel/brain/extract"
)

// What asks for something to be kept is no part of it, and hides nothing of it. What only looks so is left as it is.
func TestAsksToKeep(t *testing.T) {
	for said, want := range map[string]string{ // what is stated; "-" where it does not ask to keep anything
		"don't forget that the boiler is serviced in March": "the boiler is serviced in March",
		"Don't forget: the gate closes at nine.":            "the gate closes at nine.",
		"please don't forget my flight is on 3 June":        "my flight is on 3 June",
		"do not forget Otto is vegan":                       "Otto is vegan",
		"Note to self: the spare key is with Otto":          "the spare key is with Otto",
		"keep this: the locker is 214":                      "the locker is 214",
		"save this, the locker is 214":                      "the locker is 214",
		"I forgot to tell you that Otto moved to Graz":      "Otto moved to Graz",
		"I also wanted to mention that Otto moved to Graz":  "Otto moved to Graz",
		"I haven't told you yet, Otto moved to Graz":        "-",
		"I should tell you Otto moved to Graz":              "Otto moved to Graz",
		"I forgot to say, Otto moved to Graz":               "Otto moved to Graz",
		"let me just add that Otto moved to Graz":           "Otto moved to Graz",

		"I forgot to tell Otto that the shop is closed": "-",
		"I have to tell Otto that I moved":              "-",
		"I forgot my umbrella":                          "-",
		"I told you Otto moved to Graz":                 "-",
		"keep this between us":                          "-",
		"save this link for later":                      "-",
		"don't forget me":                               "-",
		"I wanted to say thanks":                        "-",
		"I need to mention the price to Otto":           "-",
	} {
		got := "-"
		if stated := extract.Stated(said); stated != said {
			got = stated
		}
		if got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
	for said, want := range map[string]bool{
		"don't forget to call Otto": true, "don't forget Otto's party on Saturday": true, "note to self: stamps": true, "keep this: 4417": true,
		"don't you forget things?": false, "don't go there": false, "keep this quiet": false, "I forgot the stamps": false,
	} {
		if extract.AsksToKeep(said) != want {
			t.Errorf("%q: %v", said, !want)
		}
	}
	for said, value := range map[string]string{
		"don't forget my birthday is 4 May": "4 May", "I forgot to tell you that Ben moved to Ulm": "Ulm", "Note to self: Otto lives in Graz": "Graz",
	} {
		items := extract.Read(extract.Utterance{Text: said})
		if len(items) != 1 || items[0].Value != value || items[0].Kind != extract.Fact {
			t.Errorf("%q: %+v", said, items)
		}
	}
}
