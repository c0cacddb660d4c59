package graph

import (
	"cmp"
	"slices"
	"strings"
)

// Thing is a thing of the graph as a number, for walks. It is valid until the fold changes.
type Thing int32

// Step is one way on from a thing.
type Step struct {
	To   Thing
	Sign Sign // how a move is handed on
	edge int32
}

// links is who is next to whom.
type links struct {
	names    []string         // of things, in the order in which they came up
	spoken   []string         // by thing: all the words that may be used for it
	sorted   []Thing          // by name
	ids      map[string]Thing // by name
	keys     map[string]Thing // by the key of the name: the first that has it
	steps    [][]Step         // by thing: where a shock goes from it; see Steps
	own      [][]Step         // by thing: the same over edges of clients; see Own
	touching [][]int32        // by thing: all edges it is an end of, ascending
	between  []ends           // by edge
	opposed  map[ends]bool    // between which of them edges contradict each other
	standing int
}

func newLinks() links {
	return links{ids: map[string]Thing{}, keys: map[string]Thing{}, opposed: map[ends]bool{}}
}

func (l *links) has(name string) bool { _, ok := l.ids[name]; return ok }

func (l *links) keyed(key string) bool { _, ok := l.keys[key]; return ok }

// meet gives the numbers of both ends of an edge. Edges are met in their order, those that ended too,
// so that things have the same numbers after a replay.
func (l *links) meet(edges []Edge, i int) ends {
	if i == len(l.between) {
		l.between = append(l.between, ends{l.thing(edges[i].Source), l.thing(edges[i].Target)})
	}
	return l.between[i]
}

func (l *links) thing(name string) Thing {
	if t, ok := l.ids[name]; ok {
		return t
	}
	t := Thing(len(l.names)) //nolint:gosec // a graph of two thousand million things has other troubles
	l.ids[name] = t
	if k := spoken().key(name); !l.keyed(k) {
		l.keys[k] = t
	}
	at, _ := slices.BinarySearchFunc(l.sorted, name, func(t Thing, name string) int { return strings.Compare(l.names[t], name) })
	l.sorted = slices.Insert(l.sorted, at, t)
	l.names, l.spoken = append(l.names, name), append(l.spoken, spokenName(name))
	l.steps, l.own = append(l.steps, nil), append(l.own, nil)
	l.touching = append(l.touching, nil)
	return t
}

// add takes up an edge that stands.
func (l *links) add(edges []Edge, i int) {
	l.standing++
	l.each(edges, i, func(list *[]Step, s Step) {
		at, _ := slices.BinarySearchFunc(*list, s, order)
		*list = slices.Insert(*list, at, s)
	}, func(list *[]int32, edge int32) {
		at, _ := slices.BinarySearch(*list, edge)
		*list = slices.Insert(*list, at, edge)
	})
	l.oppose(edges, l.between[i])
}

// remove lets go of an edge that stood.
func (l *links) remove(edges []Edge, i int) {
	l.standing--
	l.each(edges, i, func(list *[]Step, s Step) {
		if at, ok := slices.BinarySearchFunc(*list, s, order); ok {
			*list = slices.Delete(*list, at, at+1)
		}
	}, func(list *[]int32, edge int32) {
		if at, ok := slices.BinarySearch(*list, edge); ok {
			*list = slices.Delete(*list, at, at+1)
		}
	})
	l.oppose(edges, l.between[i])
}

// each names all entries of an edge in the lists.
func (l *links) each(edges []Edge, i int, step func(*[]Step, Step), touch func(*[]int32, int32)) {
	e := &edges[i]
	at := l.meet(edges, i)
	edge := int32(i) //nolint:gosec // as above
	lists := l.steps
	if e.Client != "" {
		lists = l.own
	}
	r := relations[e.Relation]
	if r.forwards {
		step(&lists[at.source], Step{at.target, r.sign, edge})
	}
	if r.backwards {
		step(&lists[at.target], Step{at.source, r.sign, edge})
	}
	touch(&l.touching[at.source], edge)
	touch(&l.touching[at.target], edge)
}

// order puts steps to the same thing with the same sign side by side.
func order(a, b Step) int {
	return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.Sign, b.Sign), cmp.Compare(a.edge, b.edge))
}

// Find gives a thing by any of its names; see Resolve.
func (f *Fold) Find(thing string) (Thing, bool) {
	t, ok := f.ids[f.Resolve(thing)]
	return t, ok
}

// Called is the name of a thing.
func (f *Fold) Called(t Thing) string { return f.names[t] }

// Edged gives all things that an edge stands at, in the order of their names.
func (f *Fold) Edged() []Thing {
	things := make([]Thing, 0, len(f.sorted))
	for _, t := range f.sorted {
		if len(f.touching[t]) > 0 {
			things = append(things, t)
		}
	}
	return things
}

// Things gives the names of all things that an edge stands at, sorted.
func (f *Fold) Things() []string {
	edged := f.Edged()
	names := make([]string, len(edged))
	for i, t := range edged {
		names[i] = f.names[t]
	}
	return names
}

// Spoken is a thing in all the words that may be used for it, for finding it in what was said.
func (f *Fold) Spoken(t Thing) string { return f.spoken[t] }

// Steps gives where a shock goes from a thing over edges that are nobody's own: along the arrow, for
// depends_on and shipped_via against it, for substitutes both ways (SPEC §14). Steps to the same
// thing with the same sign stand side by side. The list is the fold's: it is not to be changed.
func (f *Fold) Steps(t Thing) []Step { return f.steps[t] }

// Own gives, like Steps, where a shock goes over edges of clients.
func (f *Fold) Own(t Thing) []Step { return f.own[t] }

// Over is the edge of a step. It is the fold's: it is not to be changed.
func (f *Fold) Over(s Step) *Edge { return &f.edges[s.edge] }

// Touching gives the edges at a thing, in the order in which they were first drawn.
func (f *Fold) Touching(thing string) []Edge {
	t, ok := f.Find(thing)
	if !ok {
		return nil
	}
	var found []Edge
	for _, i := range f.touching[t] {
		found = append(found, f.edges[i])
	}
	return found
}

// Around gives the edges within so many hops of some things, walked both ways and over edges of
// clients too: the nearer first, and of those as near the one that was drawn first.
func (f *Fold) Around(things []string, hops int) []Edge {
	reached, taken := make([]bool, len(f.names)), make([]bool, len(f.edges))
	var rim []Thing // things reached last
	reach := func(t Thing) {
		if !reached[t] {
			reached[t], rim = true, append(rim, t)
		}
	}
	for _, name := range things {
		if t, ok := f.Find(name); ok {
			reach(t)
		}
	}
	var found []Edge
	for range hops {
		var next []int32
		for _, t := range rim {
			for _, i := range f.touching[t] {
				if !taken[i] {
					taken[i], next = true, append(next, i)
				}
			}
		}
		slices.Sort(next)
		rim = rim[:0]
		for _, i := range next {
			found = append(found, f.edges[i])
			reach(f.between[i].source)
			reach(f.between[i].target)
		}
	}
	return found
}
