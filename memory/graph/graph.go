// Package graph is what bears on what: the edges that were drawn between things, each with how
// far it can be relied on (SPEC §14).
package graph

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Edge is one relation between two things.
type Edge struct {
	Seq event.Seq `json:"seq"`
	event.EdgeDrawn
}

// At is how far the edge can be relied on at a moment, faded since it was drawn.
func (e Edge) At(now time.Time) float64 {
	return formula.EdgeConfidence(e.Confidence, max(0, now.Sub(e.On).Hours()/24))
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Edges []Edge `json:"edges"` // in the order in which they were last drawn
}

// New gives the state without any edge.
func New() *Fold { return &Fold{Edges: []Edge{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "graph" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold. After a forgetting the folds are built anew, which brings back the
// edge that another had replaced.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	if p, ok := p.(event.EdgeDrawn); ok {
		f.Edges = slices.DeleteFunc(f.Edges, func(e Edge) bool {
			return e.Source == p.Source && e.Relation == p.Relation && e.Target == p.Target
		})
		f.Edges = append(f.Edges, Edge{r.Seq, p})
	}
}

// Around gives the edges within so many hops of some things, walked both ways, the nearer first.
func (f *Fold) Around(things []string, hops int) []Edge {
	reached := map[string]bool{}
	for _, t := range things {
		reached[t] = true
	}
	var found []Edge
	left := slices.Clone(f.Edges)
	for range hops {
		var next []string
		left = slices.DeleteFunc(left, func(e Edge) bool {
			if !reached[e.Source] && !reached[e.Target] {
				return false
			}
			found, next = append(found, e), append(next, e.Source, e.Target)
			return true
		})
		for _, t := range next {
			reached[t] = true
		}
	}
	return found
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
