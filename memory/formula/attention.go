package formula

// Attention: how feedback moves the weight of a signal (SPEC §6).
const (
	NeutralRatio         = 0.5
	ObservationsNeeded   = 5   // fewer, counted by what is left of each, are neutral
	ObservationHalfLife  = 60  // days
	ProtectiveMultiplier = 1.0 // boundaries, rules, corrections and their like never fall below it
	RareMultiplier       = 0.7 // under it a signal gets one slot in RareTurns
	RareTurns            = 20
)

// AttentionMultiplier turns feedback into a weight between 0.5 and 1.5: 1 when
// there is none. The counts may be fractions, since observations fade.
//
// It is the bare function. That fewer than ObservationsNeeded are neutral and
// that protective kinds have a floor is for the projection that counts.
func AttentionMultiplier(acknowledged, dismissed float64) float64 {
	acknowledged, dismissed = max(0, acknowledged), max(0, dismissed)
	ratio := float64(NeutralRatio)
	if all := acknowledged + dismissed; all > 0 {
		ratio = acknowledged / all
	}
	return 0.5 + ratio
}

// ObservationLeft is what is left of one piece of feedback after so many days.
func ObservationLeft(days float64) float64 {
	return halving(days / ObservationHalfLife)
}

// OffersNeeded is how often a mental model must have been offered before its use
// counts (SPEC §6).
const OffersNeeded = 5

// UseFactor ranks mental models by how often they were used when offered: 1
// before OffersNeeded offers, then 0.5 to 1.5.
func UseFactor(used, offered int) float64 {
	if offered < OffersNeeded {
		return 1
	}
	return 0.5 + clamp(float64(used)/float64(offered), 0, 1)
}

// Emotional residue (SPEC §8).
const (
	ResidueHalfLife  = 2   // hours
	ResidueThreshold = 0.2 // below it a feeling no longer colours the tone
	BypassCharge     = 0.8 // above it a signal enters whatever its score (SPEC §6)
)

// EmotionalResidue is what is left of a feeling of the given intensity after so
// many hours.
func EmotionalResidue(intensity, hours float64) float64 {
	return intensity * halving(hours/ResidueHalfLife)
}
