package extract_test

import (
	"testing"

	"citadel/brain/extract"
)

// one is the fact of a sentence, or the sentence alone where no rule reads one.
func one(text string) extract.Item {
	for _, it := range extract.Read(extract.Utterance{Text: text}) {
		if it.Attribute != "" {
			return it
		}
	}
	return extract.Item{Quote: text}
}

func TestWhatEndsByAnEvent(t *testing.T) {
	for _, c := range []struct{ old, now, next string }{
		{"I drive a Volvo.", "I sold the Volvo and bought a Kia.", ""},
		{"I drive a Volvo.", "I bought a Kia and sold the Volvo.", ""},
		{"I drive a Volvo.", "We sold the car last week.", ""},
		{"I drive a Volvo.", "I gave the Volvo away.", ""},
		{"I drive a Volvo.", "I gave the Volvo to Ana.", "Ana"},
		{"I drive a Volvo.", "I traded in the Volvo for a Kia.", ""},
		{"I drive a Volvo.", "I swapped the Volvo for a Kia.", ""},
		{"I drive a Volvo.", "I replaced the Volvo with a Kia.", ""},
		{"I drive a Volvo.", "I've stopped driving the Volvo.", ""},
		{"I drive a Volvo.", "The Volvo was stolen.", ""},
		{"I own a boat.", "I finally got rid of the boat.", ""},
		{"Kim drives a Saab.", "Kim sold the Saab.", ""},
		{"Kim manages the Paris office.", "Lee took over the Paris office from Kim.", "Lee"},
		{"Kim manages the Paris office.", "Lee has taken over the Paris office.", "Lee"},
		{"Kim manages the Paris office.", "Lee took over from Kim.", "Lee"},
		{"Kim manages the Paris office.", "Lee replaced Kim.", "Lee"},
		{"Acme's CEO is Kim.", "Kim stepped down, the new CEO is Lee.", "Lee"},
		{"Acme's CEO is Kim.", "Kim resigned and Lee Park is the new CEO.", "Lee Park"},
		{"Acme's CEO is Kim.", "Kim retired last week.", ""},
		{"The key is with Kim.", "Kim gave the key to Lee.", "Lee"},
		{"Kim manages the Paris office.", "Kim was replaced by Lee.", "Lee"},
		{"Kim manages the Paris office.", "The Paris office was taken over by Lee.", "Lee"},
		{"Kim manages the Paris office.", "Kim handed the Paris office over to Lee.", "Lee"},
		{"Kim manages the Paris office.", "Kim gave up the Paris office.", ""},
		{"My boss is Kim.", "Lee succeeded Kim.", "Lee"},
	} {
		next, over := extract.HandsOver(one(c.old), c.now)
		if !over || next != c.next {
			t.Errorf("%q, %q: got %q, %v; want %q", c.old, c.now, next, over, c.next)
		}
	}
}

func TestWhatDoesNotEndByAnEvent(t *testing.T) {
	for _, c := range [][2]string{
		{"I drive a Volvo.", "I sold the boat."},
		{"I drive a Volvo.", "I sold the Volvo's radio."},
		{"I drive a Volvo.", "I did not sell the Volvo."},
		{"I drive a Volvo.", "I never sold the Volvo."},
		{"I drive a Volvo.", "I almost sold the Volvo."},
		{"I drive a Volvo.", "If I sold the Volvo I would walk."},
		{"I drive a Volvo.", "Have I sold the Volvo?"},
		{"I drive a Volvo.", "I will have the Volvo repaired."},
		{"I drive a Volvo.", "Kim sold the Volvo."},
		{"I drive a Volvo.", "I left the Volvo at the garage."},
		{"Kim manages the Paris office.", "Lee took over the Rome office from Kim."},
		{"Kim manages the Paris office.", "Kim took over the Paris office."},
		{"Kim manages the Paris office.", "Kim returned to the Paris office."},
		{"Kim manages the Paris office.", "Lee took over from Mo."},
		{"Kim lives in Oslo.", "Lee took over from Kim."},
		{"Kim is allergic to nuts.", "Lee replaced Kim."},
		{"I was born in Bonn.", "I sold the house in Bonn."},
	} {
		if next, over := extract.HandsOver(one(c[0]), c[1]); over {
			t.Errorf("%q ends by %q, they say (%q)", c[0], c[1], next)
		}
	}
}

func TestFirmly(t *testing.T) {
	for said, want := range map[string]string{
		"Maybe my boss is Kim":         "my boss is Kim",
		"I think the shop opens at 9.": "the shop opens at 9.",
		"My boss is Kim, I think":      "My boss is Kim",
		"My boss is Kim.":              "My boss is Kim.",
		"maybe":                        "maybe",
		"":                             "",
	} {
		if got := extract.Firmly(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
