package formula

// What may move a ranking besides relevance, each within bounds: rank fusion times strength,
// as it was first written, loses more than half of what should be found.
const (
	// RankedWarmth is how much of its warmth lifts a memory in the default profile.
	RankedWarmth = 0.25

	// RankedImportance is what the most important memory counts above one of the usual
	// importance, and the least important below it.
	RankedImportance = 0.05

	// UsualImportance is that of what was said, before anybody judged it (SPEC §13.1).
	UsualImportance = 0.5
)

// WarmthFactor is what ranking makes of warmth: between 1 and 1 + RankedWarmth × WarmthTop.
func WarmthFactor(warmth float64) float64 {
	return 1 + float64(RankedWarmth*clamp(warmth, 0, WarmthTop))
}

// ImportanceFactor is what ranking makes of importance: 1 for the usual one, and at most
// RankedImportance away from it.
func ImportanceFactor(importance float64) float64 {
	return 1 + float64(2*RankedImportance*(clamp(importance, 0, 1)-UsualImportance))
}
