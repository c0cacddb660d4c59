package dedupe_test

import (
	"testing"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

// Of two sentences that tell one fact and nothing else, the second says it again, in whatever words.
func TestTheSameFactInOtherWords(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     extract.Relation
	}{
		{"Ana lives in Lisbon.", "By the way, Ana is living in Lisbon.", extract.Same},
		{"Ana lives in Lisbon.", "Ana's home is Lisbon.", extract.Same},
		{"Tom works at Siemens.", "Tom's employer is Siemens.", extract.Same},
		{"Tom works at Siemens.", "Tom is employed by Siemens.", extract.Same},
		{"My boss is Petra.", "My boss is called Petra.", extract.Same},
		{"Leo resides in Perth.", "Leo lives in Perth.", extract.Same},
		{"Ana is married to Rui.", "Ana's husband is Rui.", extract.Same},
		{"Ana lives in Lisbon.", "Ana lives in Lisbon with her mother.", extract.Different},
		{"Ana lives in Lisbon.", "Ana has lived in Lisbon since May.", extract.Different},
		{"Ana lives in Lisbon.", "I think Ana's home is Lisbon.", extract.Different},
		{"Ana lives in Lisbon.", "Ana's home is Porto.", extract.ChangedValue},
		{"Ana lives in Lisbon.", "Ana's home is not Lisbon.", extract.Negation},
		{"Tom works at Siemens.", "Tom worked at Siemens.", extract.Different},
		{"Ana lives in Porto.", "Ana lives in the Porto house.", extract.Different},
	} {
		if got := dedupe.Standing(dedupe.Of(c.old), dedupe.Of(c.new)); got != c.want {
			t.Errorf("%q, then %q: %s, want %s", c.old, c.new, got, c.want)
		}
	}
}
