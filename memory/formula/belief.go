package formula

// The confidence law of beliefs and procedures (SPEC §13.5).
const (
	EvidenceGain   = 0.12 // times ln(count)
	UnconfirmedTop = 0.60 // ceiling until the principal confirms
	ConfirmedLeast = 0.85 // what the principal taught or confirmed keeps this without a contradiction
	ConfirmedCount = 2    // evidence a confirmation is worth
	CorrectedCount = 3    // evidence a correction takes
	ConsistentGain = 0.05 // base gained from a consistent newcomer, once per root
	SaidUnasked    = 0.45 // what is less sure is a guess, and told when asked (MESSAGES 17)
	WrongCost      = 0.10 // times p: base lost when a prediction that cites the belief comes out wrong (SPEC §16)
	RightGain      = 0.05 // times 1-p: base gained when it comes out right (SPEC §16)
)

// A Source says where a belief comes from, which fixes where its confidence
// starts and how fast it fades.
type Source string

// The sources of SPEC §13.1.
const (
	Principal  Source = "principal"
	Observed   Source = "observed"
	Imported   Source = "imported"
	ThirdParty Source = "third party"
	Inferred   Source = "inferred"
	Model      Source = "model"
	Theory     Source = "theory" // a reason that joins what was told, and that nobody told
)

// Base is the confidence a belief from s starts with. An unknown source starts
// like Model, the least trusted.
func (s Source) Base() float64 {
	switch s {
	case Principal:
		return 0.90
	case Observed, Imported, ThirdParty:
		return 0.40
	case Inferred:
		return 0.60
	case Theory:
		return 0.30
	}
	return 0.35
}

// Fade is d of the confidence law: what each unit of ln(days+1) takes away.
func (s Source) Fade() float64 {
	switch s {
	case Principal:
		return 0.03
	case Observed, Imported:
		return 0.05
	case ThirdParty, Inferred:
		return 0.06
	}
	return 0.08
}

// Activation is the bare law: base + 0.12 ln(count) − fade ln(elapsed + 1),
// neither clamped nor capped. The mind counts elapsed in days; the source that
// the law comes from counts hours (SPEC §13.5), and so do the golden values. A
// count below 1 is 1.
func Activation(base float64, count int, fade, elapsed float64) float64 {
	gained := float64(EvidenceGain * logarithm(float64(count)))
	return base + gained - float64(fade*logarithm(max(0, elapsed)+1))
}

// A Belief is what is stored; its confidence is always derived from it (SPEC
// §13.5, "One law").
type Belief struct {
	Source       Source
	Base         float64 // 0 to 1
	Count        int     // independent external roots, at least 1
	Confirmed    bool    // the principal stated, taught or confirmed it
	Contradicted bool    // the principal or the evidence has spoken against it since
}

// NewBelief is a belief with its first root. What the principal states is
// confirmed by being stated (SPEC §22).
func NewBelief(source Source) Belief {
	return Belief{Source: source, Base: source.Base(), Count: 1, Confirmed: source == Principal}
}

// Confidence is the law with its bounds, days after the last evidence.
func (b Belief) Confidence(days float64) float64 {
	raw := Activation(b.Base, b.Count, b.Source.Fade(), days)
	switch {
	case !b.Confirmed:
		return Unconfirmed(raw)
	case !b.Contradicted:
		return clamp(raw, ConfirmedLeast, 1)
	}
	return clamp(raw, 0, 1)
}

// Unconfirmed bounds an activation that the principal has not confirmed.
func Unconfirmed(activation float64) float64 {
	return clamp(activation, 0, UnconfirmedTop)
}

// Rooted is the belief after one new independent root.
func (b Belief) Rooted() Belief {
	b.Count++
	return b
}

// Confirm is the belief after the principal's word for it.
func (b Belief) Confirm() Belief {
	b.Count += ConfirmedCount
	b.Confirmed, b.Contradicted = true, false
	return b
}

// Correct is the belief after the principal's word against it: the ceiling is
// back, also for what he once stated.
func (b Belief) Correct() Belief {
	b.Count = max(1, b.Count-CorrectedCount)
	b.Confirmed, b.Contradicted = false, true
	return b
}

// Consistent is the belief after a related newcomer was found consistent with
// it. The caller sees to it that this happens once per root.
func (b Belief) Consistent() Belief {
	b.Base = clamp(b.Base+ConsistentGain, 0, 1)
	return b
}

// Predicted is the belief after a prediction of probability p that cites it was
// resolved. The caller sees to it that this happens once per prediction.
func (b Belief) Predicted(p float64, right bool) Belief {
	p = clamp(p, 0, 1)
	if right {
		b.Base = clamp(b.Base+float64(RightGain*(1-p)), 0, 1)
	} else {
		b.Base = clamp(b.Base-float64(WrongCost*p), 0, 1)
	}
	return b
}

// Merge is b after other was found to say the same; roots is the number of
// independent roots of the two together. A merge only raises.
func (b Belief) Merge(other Belief, roots int) Belief {
	if other.Source.Fade() < b.Source.Fade() {
		b.Source = other.Source
	}
	b.Base = max(b.Base, other.Base)
	b.Count = max(b.Count, other.Count, roots)
	if other.Confirmed && (!b.Confirmed || b.Contradicted) {
		b.Confirmed, b.Contradicted = true, other.Contradicted
	}
	return b
}

// ResidueKept is what one cycle leaves of an item in working memory (SPEC §18).
const ResidueKept = 0.80

// HotResidual is what is left of an item of working memory after so many cycles.
func HotResidual(cycles int) float64 {
	left := 1.0
	for range cycles {
		left *= ResidueKept
	}
	return left
}
