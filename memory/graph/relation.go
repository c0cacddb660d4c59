package graph

import "citadel/memory/event"

// Sign is which way something moves, or how a move is handed on. The zero value says nothing.
type Sign int8

// The signs. Less and More are of a move; of a relation they say that it turns a move round, or not.
const (
	Less    Sign = -1
	Unknown Sign = 0 // a risk: something will come of it, but not which way
	More    Sign = 1
)

// Of is the sign of a change.
func Of(change float64) Sign {
	switch {
	case change > 0:
		return More
	case change < 0:
		return Less
	}
	return Unknown
}

// Opposite says whether one is up and the other down.
func (s Sign) Opposite(o Sign) bool { return s*o < 0 }

// relation is how what happens to one end of an edge reaches the other (SPEC §14).
type relation struct {
	sign      Sign
	forwards  bool // what happens to the source reaches the target
	backwards bool // what happens to the target reaches the source
}

var relations = map[string]relation{
	event.Drives:      {sign: More, forwards: true},
	event.Causes:      {sign: More, forwards: true},
	event.Amplifies:   {sign: More, forwards: true},
	event.Enables:     {sign: More, forwards: true},
	event.ExposedTo:   {sign: More, forwards: true},
	event.Constrains:  {sign: Less, forwards: true},
	event.Opposes:     {sign: Less, forwards: true},
	event.DependsOn:   {sign: Unknown, backwards: true},
	event.ShippedVia:  {sign: Unknown, backwards: true},
	event.Substitutes: {sign: Less, forwards: true, backwards: true},
}

// Relates says whether there is such a relation.
func Relates(name string) bool { _, ok := relations[name]; return ok }

// SignOf is how a relation hands on a move; Unknown for a mere risk and for what is no relation.
func SignOf(name string) Sign { return relations[name].sign }

// Way gives the ends of an edge in the order in which a move is handed on; of substitutes, which hand it on
// both ways, as they were drawn.
func (e *Edge) Way() (from, to string) {
	if r := relations[e.Relation]; r.backwards && !r.forwards {
		return e.Target, e.Source
	}
	return e.Source, e.Target
}
