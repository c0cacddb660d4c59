// Package exposure says whom a move of the economy reaches, and by which ways: it walks the causal
// graph from what moved to the affairs of clients (SPEC §14).
//
// A walk goes at most three hops over edges that are nobody's own, carries the sign of the move with
// it, and ends with one edge of a client that leaves a thing it reached. It never comes to a thing
// twice, so a loop ends. Two gates keep out what is too thin to speak of: the geometric mean of the
// hops, and the client's own edge by itself. Raw products are not used: they fall with every hop and
// every month, however good the links are.
//
// Every path has a confidence of its own, and there is none of several together: paths share links,
// and 0.74, 0.70 and 0.70 would claim 0.98 (TRUST, False precision). It is a pure function of the
// graph and the moment; edges from which the walk cannot come to a client change nothing in it.
package exposure

import (
	"citadel/memory/event"
	"citadel/memory/graph"
)

// Exposure is what a move may do to one client.
type Exposure struct {
	Client  string  // as it was written first
	Reaches []Reach // the surest first, of two as sure the nearer; at least one
}

// Reach is one edge of a client, and all ways to it.
type Reach struct {
	Own   graph.Edge
	Thing string // the last thing before the client: packaging_costs
	Paths []Path // the surest first; at least one
}

// Path is one way from what moved to a client.
type Path struct {
	Things     []string     // from what moved to the last thing before the client
	Edges      []graph.Edge // one between each two of them, in the order of the walk
	Own        graph.Edge
	Sign       graph.Sign // which way the last thing goes
	Confidence float64    // geometric mean of Edges, in [0.35, 0.99]; that of Own where there are none
}

// Direction is which way the thing at a client goes.
type Direction string

// The directions.
const (
	Up    Direction = "up"
	Down  Direction = "down"
	Mixed Direction = "mixed" // some paths say up, others down
	Risk  Direction = "risk"  // no path says which way
)

// Direction takes all paths together. Paths that carry a mere risk do not weigh against those that
// say which way.
func (r Reach) Direction() Direction {
	up, down := false, false
	for _, p := range r.Paths {
		up, down = up || p.Sign == graph.More, down || p.Sign == graph.Less
	}
	switch {
	case up && down:
		return Mixed
	case up:
		return Up
	case down:
		return Down
	}
	return Risk
}

// Strongest gives the surest path of each sign that a mixed reach is told by, the surer first; of any
// other its surest alone.
func (r Reach) Strongest() (best []Path) {
	if r.Direction() != Mixed {
		return r.Paths[:1:1]
	}
	seen := map[graph.Sign]bool{graph.Unknown: true} // that is no way either
	for _, p := range r.Paths {
		if !seen[p.Sign] {
			seen[p.Sign], best = true, append(best, p)
		}
	}
	return best
}

// Lag is when the move reaches the client, in weeks; ok is false unless every edge of the path says
// so, the client's own included (TRUST, When and how much).
func (p Path) Lag() (weeks event.Bounds, ok bool) {
	return p.figure(func(e graph.Edge) *graph.Figure { return e.Lag }, event.Bounds{}, func(a, b float64) float64 { return a + b })
}

// PassThrough is how much of the move reaches the client, as a share; ok as for Lag.
func (p Path) PassThrough() (share event.Bounds, ok bool) {
	return p.figure(func(e graph.Edge) *graph.Figure { return e.PassThrough }, event.Bounds{From: 1, To: 1}, func(a, b float64) float64 { return a * b })
}

func (p Path) figure(of func(graph.Edge) *graph.Figure, start event.Bounds, join func(a, b float64) float64) (event.Bounds, bool) {
	all := start
	for _, e := range append(p.Edges[:len(p.Edges):len(p.Edges)], p.Own) {
		f := of(e)
		if f == nil {
			return event.Bounds{}, false
		}
		all = event.Bounds{From: join(all.From, f.From), To: join(all.To, f.To)}
	}
	return all, true
}
