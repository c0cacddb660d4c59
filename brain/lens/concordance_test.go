package lens

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory/words"
)

// The concordance gives each lens what comparing it by itself gives, to the bit.
func TestAConcordanceComparesAsOneByOne(t *testing.T) {
	counts := make([]vector, len(all()))
	rarity := map[string]float64{}
	for i, l := range all() {
		terms, turns := telling(words.New(0), l.When+" "+l.Hears)
		counts[i] = counted(append(terms, turns...), 1)
		for term := range counts[i] {
			rarity[term]++
		}
	}
	rare(rarity, len(counts))
	c := concord(counts)
	spoken := strings.Fields("unheard " + all()[0].When + " " + all()[7].Hears + " " + all()[40].When)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(spoken), 0, 30).Draw(t, "text"), " ")
		terms, turns := telling(words.New(0), text)
		said := counted(append(terms, turns...), 1)
		for i, got := range c.like(said) {
			var want likeness
			v, other := said.weigh(rarity), counts[i].weigh(rarity)
			for _, term := range v.terms() {
				if want.cosine = float64(v[term]*other[term]) + want.cosine; other[term] > 0 {
					want.shared++
				}
			}
			if got != want {
				t.Fatalf("%q and %s are %+v alike, one by one %+v", text, all()[i].ID, got, want)
			}
		}
	})
}
