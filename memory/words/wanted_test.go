package words_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory/words"
)

// What is wanted of a text is found where all its terms are, and the rest is empty.
func TestWanted(t *testing.T) {
	vocabulary := []string{"went", "going", "dying", "die", "bought", "buys", "harbour", "Harbours", "O'Brien's", "example.com", "7th", "1,000", "the", "not", "didn't", "x", "Ærø", "café", "skies", "gave"}
	rapid.Check(t, func(t *rapid.T) {
		var text string
		for range rapid.IntRange(0, 12).Draw(t, "words") {
			text += rapid.SampledFrom(vocabulary).Draw(t, "word") + rapid.SampledFrom([]string{" ", ", ", ". "}).Draw(t, "between")
		}
		var a words.Analyzer
		var wanted words.Wanted
		query := a.AppendTerms(nil, rapid.SampledFrom(vocabulary).Draw(t, "one")+" "+rapid.SampledFrom(vocabulary).Draw(t, "other"))
		for _, term := range query {
			wanted.Want(term)
		}
		all, found := a.AppendTerms(nil, text), a.AppendWanted(nil, text, &wanted)
		if len(all) != len(found) {
			t.Fatalf("%q of %q", found, all)
		}
		for i, term := range all {
			if found[i] != term && (found[i] != "" || slices.Contains(query, term)) {
				t.Fatalf("%q of %q, of which %q was wanted", found, all, query)
			}
		}
	})
	var a words.Analyzer
	var wanted words.Wanted
	wanted.Want("harbour")
	if got := a.AppendWanted(nil, "Boats went to the harbour", &wanted); !slices.Equal(got, []string{"", "", "harbour"}) {
		t.Errorf("%q", got)
	}
}
