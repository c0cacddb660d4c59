package ranking

import "citadel/memory/words"

// KinWeight is what a word of the same field counts for beside the word that was asked for.
// Measured at 0.15 to 0.3: about .01 more of human talk is found at ten places, and up to .01
// less of talk with an assistant, whose questions are long; at 0.5 it is .02 less.
const KinWeight = 0.2

// Kin is a term that is looked for in place of one that was asked for.
type Kin struct {
	Term string
	For  string // the first of the terms asked for that it stands for
}

// KinOf gives what is looked for beside the terms, in a fixed order: at most as many as make
// MaxTerms with them, and none of them twice.
func KinOf(terms []string) []Kin {
	var all []Kin
	known := make(map[string]bool, len(terms))
	for _, t := range terms {
		known[t] = true
	}
	for _, t := range terms {
		for _, other := range words.Kin(t) {
			if len(terms)+len(all) >= MaxTerms {
				return all
			}
			if !known[other] {
				known[other] = true
				all = append(all, Kin{Term: other, For: t})
			}
		}
	}
	return all
}

// KinWorth is what a term is worth that stands for another: a share of its own rarity, or of
// the other's where that is less. The other's is 0 where nothing holds it.
func KinWorth(own, other float32) float32 {
	if other > 0 {
		own = min(own, other)
	}
	return KinWeight * own
}
