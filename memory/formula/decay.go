package formula

import "math"

// Class says how a memory fades (SPEC §13.2). The zero value is Standard.
type Class string

// The decay classes.
const (
	Standard    Class = ""
	Permanent   Class = "permanent"
	Emotional   Class = "emotional"
	Operational Class = "operational"
	Location    Class = "location"
	Ephemeral   Class = "ephemeral"
)

// Half-lives in days and floors per class (SPEC §13.2).
const (
	StandardHalfLife    = 56
	EmotionalHalfLife   = 168
	OperationalHalfLife = 28
	LocationHalfLife    = 14
	EphemeralHalfLife   = 7

	StandardFloor    = 0.10
	OperationalFloor = 0.02
	LocationFloor    = 0.01
)

// HalfLife is the age in days at which half the strength is left: +Inf for
// Permanent. An unknown class fades like Standard.
func (c Class) HalfLife() float64 {
	switch c {
	case Permanent:
		return math.Inf(1)
	case Emotional:
		return EmotionalHalfLife
	case Operational:
		return OperationalHalfLife
	case Location:
		return LocationHalfLife
	case Ephemeral:
		return EphemeralHalfLife
	}
	return StandardHalfLife
}

// Floor is the strength below which the class never falls.
func (c Class) Floor() float64 {
	switch c {
	case Permanent:
		return 1
	case Operational:
		return OperationalFloor
	case Location, Ephemeral:
		return LocationFloor
	}
	return StandardFloor
}

// Consolidation: a memory recalled often enough keeps a doubled half-life
// (SPEC §13.2).
const (
	ConsolidatedAfter  = 3
	ConsolidatedFactor = 2
)

// Consolidated reports whether a memory recalled that many times has earned its
// longer half-life. The nightly job promotes once, at the third recall.
func Consolidated(recalls int) bool {
	return recalls >= ConsolidatedAfter
}

// Strength is what is left of a memory at the given age: 1 at age 0, never below
// the floor of its class, never rising with age.
func Strength(class Class, consolidated bool, days float64) float64 {
	halfLife := class.HalfLife()
	if consolidated {
		halfLife *= ConsolidatedFactor
	}
	return max(class.Floor(), halving(days/halfLife))
}

// FloorReached is the age in days at which Strength meets its floor: 0 for
// Permanent, whose floor is where it starts.
func FloorReached(class Class, consolidated bool) float64 {
	if class == Permanent {
		return 0
	}
	halfLife := class.HalfLife()
	if consolidated {
		halfLife *= ConsolidatedFactor
	}
	return halvings(1, class.Floor()) * halfLife
}

// halvings is how often from must be halved to become to.
func halvings(from, to float64) float64 {
	return logarithm(from/to) / math.Ln2
}

// Traits are what the class of a memory is chosen by.
type Traits struct {
	Factual     bool    // a fact or preference; otherwise an episode
	Observation bool    // noticed in passing, not said to the agent
	Importance  float64 // 0 to 1
	Intensity   float64 // of the feeling in it, 0 to 1
	Due         bool    // it has a due date
	Whereabouts bool    // a passing place, not a residence
}

// Borders between the classes (SPEC §13.2).
const (
	EmotionalIntensity  = 0.5
	PermanentEpisode    = 0.7
	PermanentFact       = 0.6
	EphemeralImportance = 0.5
)

// Classify returns the first class that fits, in the order of SPEC §13.2.
func Classify(t Traits) Class {
	permanent := float64(PermanentEpisode)
	if t.Factual {
		permanent = PermanentFact
	}
	switch {
	case t.Intensity >= EmotionalIntensity:
		return Emotional
	case t.Due:
		return Operational
	case t.Whereabouts:
		return Location
	case t.Importance >= permanent && !t.Observation:
		return Permanent
	case t.Observation && t.Importance < EphemeralImportance:
		return Ephemeral
	}
	return Standard
}

// Half-lives in days of the profile "baird", which knows three classes and no
// floors (SPEC §13.2). It is kept for comparison.
const (
	BairdStandardHalfLife  = 30
	BairdEphemeralHalfLife = 7
)

// BairdFreshness is the freshness of the profile "baird". Classes it does not
// know fade like Standard.
func BairdFreshness(class Class, days float64) float64 {
	switch class {
	case Permanent:
		return 1
	case Ephemeral:
		return halving(days / BairdEphemeralHalfLife)
	}
	return halving(days / BairdStandardHalfLife)
}
