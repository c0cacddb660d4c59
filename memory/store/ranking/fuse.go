package ranking

import (
	"citadel/memory/embed"
	"citadel/memory/store"
)

// Lists are what a store found for one query, and what it can tell of vectors.
type Lists struct {
	// Words is all that words found, by their neighbours too.
	Words []Scored
	// Bounds is working space for as many numbers as there are Words. It may be nil.
	Bounds []float64
	// Rest makes whole a candidate that words found, all but its likeness: it is asked for those few that the rest
	// of them may bring up.
	Rest func(*Candidate)
	// Near gives the n items whose vectors are most like those of the query, among those that
	// it admits, with whatever words scored in them. It is called once, or not at all.
	Near func(n int) []Candidate
	// Like gives candidates their Likeness and Weight, none where a vector cannot be compared.
	Like func([]Candidate)
}

// Fuse gives the n best of both lists together, in the order of store.Result, and the
// candidates that they are among. Of what words found only the best are compared by likeness,
// as many more than can make it as wide says: to compare all that shares a word with the query
// would cost more than to compare everything.
func (r *Ranking) Fuse(l Lists, n int) ([]Candidate, []Ranked) {
	if len(r.query.Vectors) == 0 {
		return r.bestOf(&l, n)
	}
	words, best := r.bestOf(&l, wide*n)
	fused := make([]Candidate, 0, len(best)+n)
	for _, b := range best {
		fused = append(fused, words[b.At])
	}
	if r.mayRise(best, n) {
		known := make(map[[2]uint64]bool, len(fused))
		for i := range fused {
			known[fused[i].key()] = true
		}
		for _, c := range l.Near(n) {
			if !known[c.key()] {
				fused = append(fused, c)
			}
		}
	}
	l.Like(fused)
	return fused, r.Best(fused, n)
}

// wide is how many candidates that words found are compared by likeness for each that can make
// it, so that it may bring one up.
const wide = 4

func (c *Candidate) key() [2]uint64 { return [2]uint64{c.Seq, uint64(c.Part)} }

// mayRise says whether vectors can bring up an item that is not among the best by words:
// where enough of these score more than such an item can, vectors need not be looked through,
// which takes longer than all the rest. What counts is an item without a word of the query
// near it; where likeness weighs beside words, the first that was cut off, too.
func (r *Ranking) mayRise(best []Ranked, n int) bool {
	if len(best) < n {
		return true
	}
	most := float64(WordlessWeight)
	if r.named {
		most += SpeakerWeight * SpeakerAlone
	}
	if r.dates.Any() {
		most += DateWeight
	}
	least := best[n-1].Score
	if r.likeness > 0 && len(best) == wide*n && least <= best[len(best)-1].Score+r.likeness/r.total {
		return true
	}
	return least <= most/r.total
}

// LikenessOf is what a cosine with a vector of the query means, and what that weighs.
func LikenessOf(v store.Vector, cosine float64) (likeness, weight float32) {
	c := v.Calibration()
	return float32(c.Reference(cosine)), float32(insightWeight(c))
}

// insightWeight is what likeness weighs where words score, too: as much as the embedder knows
// that words do not.
func insightWeight(c embed.Calibration) float64 { return InsightWeight * c.Insight() }
