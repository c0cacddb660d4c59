package formula

import "math"

// The causal graph's arithmetic (SPEC §14).
const (
	EdgeHalfLife     = 90   // days
	EdgeExempt       = 7    // days after a reinforcement without decay
	EdgeFloor        = 0.15 // in use
	EdgePrune        = 0.10 // of the unfloored value
	EdgePruneAfter   = 182  // days without reinforcement: six months
	EdgeReinforced   = 0.05
	EdgeTop          = 0.99
	EdgeConversation = 0.60 // where edges start
	EdgeWorld        = 0.75 // unless the data file grades it
	EdgeData         = 0.60
	EdgeConfirmed    = 0.90
	PathLeast        = 0.35 // geometric mean of a path to a client's edge
	ClientEdgeLeast  = 0.50

	// What does not fade, and why, is told at EdgeStanding and EdgeKept.
	EdgeEdition        = 92   // days, a quarter, for which an edition of the world vouches for its edges
	EdgeConfirmedLeast = 0.85 // of what the principal confirmed (TRUST, Confidence clock)
)

// EdgeUnfloored is the confidence of an edge, days after its last reinforcement
// brought it to confidence: for deciding what to prune.
func EdgeUnfloored(confidence, days float64) float64 {
	if days <= EdgeExempt {
		return confidence
	}
	return confidence * halving(days/EdgeHalfLife)
}

// EdgeConfidence is EdgeUnfloored with the floor for use.
func EdgeConfidence(confidence, days float64) float64 {
	return max(EdgeFloor, EdgeUnfloored(confidence, days))
}

// EdgeStanding is EdgeConfidence of an edge of the edition that was read last, days after it was read
// or reinforced: the edition vouches for it until the next quarter reads it again, and what fades is
// counted from there. Were it to fade between two readings, no more than 46 of 100 ways from a figure to
// a thing would be sure enough to be told of (0.45) sixty days after a reading, and after ninety less
// than one: what everybody holds to be so would be so for half the year.
func EdgeStanding(confidence, days float64) float64 {
	return EdgeConfidence(confidence, max(0, days-EdgeEdition))
}

// EdgeKept is the least that an edge of the principal's own word falls to, however long ago he said it,
// while nothing contradicts it: 0.85 once he confirmed it (TRUST, Confidence clock), and the gate of a
// client's edge where he only said it. A contract does not end because nobody spoke of it; by the law of
// SPEC §14 alone an edge that was said at 0.60 would pass no gate from the 24th day on, and one
// that was confirmed none from the 77th. It is never above what the edge had.
func EdgeKept(confidence float64, confirmed bool) float64 {
	if confirmed {
		return min(confidence, EdgeConfirmedLeast)
	}
	return min(confidence, ClientEdgeLeast)
}

// EdgePrunable reports whether an edge has faded far and long enough to be a
// candidate for pruning. Confirmed and world edges are never candidates; that is
// the caller's to know.
func EdgePrunable(confidence, days float64) bool {
	return days >= EdgePruneAfter && EdgeUnfloored(confidence, days) < EdgePrune
}

// EdgeDaysTo is how many days after a reinforcement the unfloored confidence has
// fallen to level: 0 if it is there already.
func EdgeDaysTo(confidence, level float64) float64 {
	if confidence <= level {
		return 0
	}
	return max(EdgeExempt, halvings(confidence, level)*EdgeHalfLife)
}

// EdgeReinforce is an edge's confidence after one more piece of evidence: at
// most 0.99, and an edge already above that stays.
func EdgeReinforce(confidence float64) float64 {
	return max(confidence, min(EdgeTop, confidence+EdgeReinforced))
}

// PathConfidence is the geometric mean of the edges of a path, which is what a
// path is gated on; 0 for an empty path or one with an edge of 0.
func PathConfidence(edges ...float64) float64 {
	if len(edges) == 0 {
		return 0
	}
	steps := 0.0
	for _, c := range edges {
		if c <= 0 {
			return 0
		}
		steps += logarithm(1 / min(1, c))
	}
	return halving(steps / float64(len(edges)) / math.Ln2)
}
