package formula

// How search results are weighed (SPEC §13.3).
const (
	Overfetch = 2.4 // candidates fetched per place to fill

	SimilarityShare = 0.60
	ImportanceShare = 0.25
	FreshnessShare  = 0.15

	RecallFloor   = 0.35 // adjusted scores below it are not recalled
	NearDuplicate = 0.85 // similarity at which two recalled memories are one
	Neighbouring  = 0.60 // similarity from which two memories are neighbours
	MostNear      = 5    // neighbours that grow warm with what was recalled

	// RankedFreshness bounds what age may do to a ranking: the freshest memory
	// counts 1, the stalest 1 - RankedFreshness. Measured on two sets of long
	// conversations: 0.05 costs at most .002 of recall@10 and 0.15 up to .017,
	// where multiplying by strength itself costs more than half of it.
	RankedFreshness = 0.05

	rrfConstant = 60
)

// Candidates is how many to fetch in order to fill so many places.
func Candidates(places int) int {
	return int(float64(places)*Overfetch + 0.5)
}

// RRF is reciprocal rank fusion over the ranks, from 1, that a memory has in
// each list; a rank below 1 means the memory is not in that list. Only the
// profile "citadel" ranks by it: the scores are so flat that whatever is
// multiplied onto them decides.
func RRF(ranks ...int) float64 {
	sum := 0.0
	for _, rank := range ranks {
		if rank >= 1 {
			sum += 1 / float64(rrfConstant+rank)
		}
	}
	return sum
}

// BaseScore weighs similarity, importance and freshness, each 0 to 1.
func BaseScore(similarity, importance, freshness float64) float64 {
	return float64(SimilarityShare*similarity) + float64(ImportanceShare*importance) + float64(FreshnessShare*freshness)
}

// AdjustedScore lifts a base score by warmth, which is capped at WarmthTop.
func AdjustedScore(base, warmth float64) float64 {
	return base * (1 + clamp(warmth, 0, WarmthTop))
}

// Recallable reports whether an adjusted score reaches the floor. The floor
// alone lets any permanent memory in, so the caller also asks for a similarity
// above noise (SPEC §22).
func Recallable(adjusted float64) bool {
	return adjusted >= RecallFloor
}

// ImportanceNeeded is the importance from which a memory reaches the floor with
// the given similarity, freshness and warmth. It may lie outside 0 to 1.
func ImportanceNeeded(similarity, freshness, warmth float64) float64 {
	needed := RecallFloor / (1 + clamp(warmth, 0, WarmthTop))
	return (needed - float64(SimilarityShare*similarity) - float64(FreshnessShare*freshness)) / ImportanceShare
}

// FreshnessFactor is what ranking makes of a memory's strength: a factor between
// 1 - RankedFreshness and 1, so that age never outvotes relevance.
func FreshnessFactor(strength float64) float64 {
	return 1 - float64(RankedFreshness*(1-clamp(strength, 0, 1)))
}

// DedupeBelief and DedupeFact are the cosines from which a new item reinforces
// an old one instead of being written (SPEC §13.5).
const (
	DedupeBelief = 0.90
	DedupeFact   = 0.85
)

// Collection names what kind of item is checked for duplicates.
type Collection string

// The collections that are checked on write. Episodes are not among them: they
// are de-duplicated at recall only.
const (
	Beliefs        Collection = "belief"
	Patterns       Collection = "pattern"
	Theories       Collection = "theory"
	IntentPatterns Collection = "intent_pattern"
	OpenLoops      Collection = "open_loop"
	Facts          Collection = "factual"
)

// Duplicate reports whether an item so similar to an existing one of the
// collection is a duplicate, polarity and values being equal. It is false for a
// collection that is not checked.
func Duplicate(c Collection, cosine float64) bool {
	switch c {
	case Beliefs, Patterns, Theories, IntentPatterns:
		return cosine >= DedupeBelief
	case OpenLoops, Facts:
		return cosine >= DedupeFact
	}
	return false
}
