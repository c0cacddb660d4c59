package exposure

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"citadel/memory/formula"
	"citadel/memory/graph"
)

// Hops is how far a move is followed before the edge of a client (SPEC §14).
const Hops = 3

// slack forgives what rounding takes from a mean that lies at the gate.
const slack = 1e-9

// Of gives the clients that a move of a thing reaches, the one with the surest path first. The thing
// may be called by any of its names; of one that the graph does not know nothing comes.
func Of(g *graph.Fold, thing string, moved graph.Sign, now time.Time) []Exposure {
	start, ok := g.Find(thing)
	if !ok {
		return nil
	}
	w := walk{g: g, now: now, found: map[*graph.Edge]*Reach{}}
	w.visit(start, moved)
	return w.exposures()
}

// Between gives the ways by which a move of a thing reaches another over edges that are nobody's own, the
// surest first: those that Of would take, without a client at their end, so that their Own is empty. Both
// may be called by any of their names.
func Between(g *graph.Fold, thing, other string, moved graph.Sign, now time.Time) []Path {
	start, known := g.Find(thing)
	end, there := g.Find(other)
	if !known || !there || start == end {
		return nil
	}
	w := walk{g: g, now: now, end: &end}
	w.visit(start, moved)
	slices.SortFunc(w.ways, surer)
	return w.ways
}

// walk is one walk under way.
type walk struct {
	g   *graph.Fold
	now time.Time
	end *graph.Thing // where it is to end; at clients where nil

	ways []Path // that ended there

	things []graph.Thing // where it has been, the start first
	edges  []*graph.Edge // over which it came
	sure   []float64     // how far these can be relied on

	found map[*graph.Edge]*Reach // by the client's own edge
	order []*Reach
}

// visit comes to a thing and goes on from there.
func (w *walk) visit(t graph.Thing, sign graph.Sign) {
	w.things = append(w.things, t)
	w.arrive(t, sign)
	if len(w.edges) < Hops {
		steps := w.g.Steps(t)
		for i := 0; i < len(steps); {
			next := i + 1
			for next < len(steps) && steps[next].To == steps[i].To && steps[next].Sign == steps[i].Sign {
				next++
			}
			w.follow(steps[i:next], sign)
			i = next
		}
	}
	w.things = w.things[:len(w.things)-1]
}

// follow goes on over steps that lead to the same thing and say the same: over the surest of them,
// for they are one way and not several.
func (w *walk) follow(steps []graph.Step, sign graph.Sign) {
	if slices.Contains(w.things, steps[0].To) {
		return
	}
	var edge *graph.Edge
	sure := 0.0
	for _, s := range steps {
		e := w.g.Over(s)
		if c := e.At(w.now); edge == nil || c > sure || c == sure && e.Seq < edge.Seq {
			edge, sure = e, c
		}
	}
	w.edges, w.sure = append(w.edges, edge), append(w.sure, sure)
	if w.hopeful() {
		w.visit(steps[0].To, sign*steps[0].Sign)
	}
	w.edges, w.sure = w.edges[:len(w.edges)-1], w.sure[:len(w.sure)-1]
}

// hopeful says whether the path may still pass the gate, if the hops that are left are as sure as any
// edge can be.
func (w *walk) hopeful() bool {
	const least = formula.PathLeast * formula.PathLeast * formula.PathLeast // of three hops
	product := 1.0
	for _, c := range w.sure {
		product *= c
	}
	return product >= least-slack
}

// arrive notes the clients whose edges leave a thing.
func (w *walk) arrive(t graph.Thing, sign graph.Sign) {
	if w.end != nil {
		if mean := formula.PathConfidence(w.sure...); t == *w.end && mean >= formula.PathLeast-slack {
			w.ways = append(w.ways, w.path(sign, mean))
		}
		return
	}
	own := w.g.Own(t)
	if len(own) == 0 {
		return
	}
	mean := formula.PathConfidence(w.sure...)
	if len(w.sure) > 0 && mean < formula.PathLeast-slack {
		return
	}
	for _, s := range own {
		e := w.g.Over(s)
		sure := e.At(w.now)
		if sure < formula.ClientEdgeLeast-slack || slices.Contains(w.things, s.To) {
			continue
		}
		if len(w.sure) == 0 {
			mean = sure
		}
		w.note(e, sign, mean)
	}
}

// note keeps the path as it stands.
func (w *walk) note(own *graph.Edge, sign graph.Sign, confidence float64) {
	p := w.path(sign, confidence)
	p.Own = *own
	r := w.found[own]
	if r == nil {
		r = &Reach{Own: *own, Thing: p.Things[len(p.Things)-1]}
		w.found[own], w.order = r, append(w.order, r)
	}
	r.Paths = append(r.Paths, p)
}

// path is the way as it stands.
func (w *walk) path(sign graph.Sign, confidence float64) Path {
	p := Path{Sign: sign, Confidence: confidence}
	for _, t := range w.things {
		p.Things = append(p.Things, w.g.Called(t))
	}
	for _, e := range w.edges {
		p.Edges = append(p.Edges, *e)
	}
	return p
}

// exposures puts what was found in order. Among equals the shorter path comes first, then the one
// whose things come first by name, so that the order is always the same.
func (w *walk) exposures() []Exposure {
	for _, r := range w.order {
		slices.SortFunc(r.Paths, surer)
	}
	slices.SortFunc(w.order, w.nearer)
	var all []Exposure
	at := map[string]int{}
	for _, r := range w.order {
		key := strings.ToLower(r.Own.Client)
		i, known := at[key]
		if !known {
			i = len(all)
			at[key], all = i, append(all, Exposure{Client: r.Own.Client})
		}
		all[i].Reaches = append(all[i].Reaches, *r)
	}
	return all
}

// nearer orders reaches: the surer first, by the surest way and the client's own link, each of which is a condition of the
// other; of two that are as sure what reaches him at once, or by fewer things.
func (w *walk) nearer(a, b *Reach) int {
	sure := func(r *Reach) float64 { return math.Round(min(r.Paths[0].Confidence, r.Own.At(w.now)) / slack) }
	return cmp.Or(cmp.Compare(sure(b), sure(a)), cmp.Compare(len(a.Paths[0].Edges), len(b.Paths[0].Edges)), surer(a.Paths[0], b.Paths[0]), cmp.Compare(a.Own.Seq, b.Own.Seq))
}

func surer(a, b Path) int {
	sure := func(p Path) float64 { return math.Round(p.Confidence / slack) }
	return cmp.Or(cmp.Compare(sure(b), sure(a)), cmp.Compare(len(a.Things), len(b.Things)), slices.Compare(a.Things, b.Things), cmp.Compare(a.Sign, b.Sign))
}
