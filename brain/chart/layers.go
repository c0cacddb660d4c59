package chart

import (
	"cmp"
	"slices"

	"citadel/memory/event"
)

// layout puts things into layers, from where a move begins down to where it ends, and the things of a layer
// into an order in which few links cross (after Sugiyama, Tagawa and Toda, 1981). A link over several layers passes
// through a bend in each of those between.
type layout struct {
	layers [][]int // places, from the left
	places []place
	links  []drawn
}

// place is a thing or a bend.
type place struct {
	thing        int // negative for a bend
	layer        int
	above, below []int // places that it is linked with
	near         []int // those by which it stands: of links that were followed, and of others where there are none
	aside        bool  // there are none
}

// drawn is a link as the places that it runs through.
type drawn struct {
	event.Way
	through []int // from its beginning to its end; of one that runs upwards likewise
}

// lay lays ways out. Links between things that are not there, or from a thing to itself, are left out.
func lay(w event.Ways) layout {
	things := w.Things[:min(len(w.Things), mostThings)]
	var links []event.Way
	for _, l := range w.Links {
		if l.From != l.To && 0 <= l.From && l.From < len(things) && 0 <= l.To && l.To < len(things) {
			links = append(links, l)
		}
	}
	turned := loops(len(things), links)
	depth := abreast(depths(len(things), links, turned), links)
	l := layout{layers: make([][]int, slices.Max(append(depth, 0))+1)}
	for t, d := range depth {
		l.put(place{thing: t, layer: d})
	}
	for i, link := range links {
		l.run(link, turned[i])
	}
	l.untangle()
	return l
}

func (l *layout) put(p place) int {
	l.places = append(l.places, p)
	at := len(l.places) - 1
	l.layers[p.layer] = append(l.layers[p.layer], at)
	return at
}

// run leads a link from layer to layer.
func (l *layout) run(link event.Way, turned bool) {
	top, bottom := link.From, link.To
	if turned {
		top, bottom = bottom, top
	}
	through := []int{top}
	for at := top; at != bottom; {
		next := bottom
		if layer := l.places[at].layer + 1; layer < l.places[bottom].layer {
			next = l.put(place{thing: -1, layer: layer})
		}
		l.places[at].below = append(l.places[at].below, next)
		l.places[next].above = append(l.places[next].above, at)
		l.places[at].beside(next, link.Aside)
		l.places[next].beside(at, link.Aside)
		through, at = append(through, next), next
	}
	if turned {
		slices.Reverse(through)
	}
	l.links = append(l.links, drawn{link, through})
}

// beside notes a neighbour to stand by.
func (p *place) beside(other int, aside bool) {
	switch {
	case aside && len(p.near) > 0 && !p.aside:
		return
	case !aside && p.aside:
		p.near = nil
	}
	p.near, p.aside = append(p.near, other), aside
}

// loops says which links are to be laid out upwards, so that the others make no loop: those that lead back to a
// thing from which one came.
func loops(things int, links []event.Way) []bool {
	back := make([]bool, len(links))
	state := make([]int, things) // 1 while it is on the way, 2 behind it
	var visit func(t int)
	visit = func(t int) {
		state[t] = 1
		for i, l := range links {
			if l.From != t {
				continue
			}
			switch state[l.To] {
			case 0:
				visit(l.To)
			case 1:
				back[i] = true
			}
		}
		state[t] = 2
	}
	for t := range things {
		if state[t] == 0 {
			visit(t)
		}
	}
	return back
}

// depths are the layers of things: each below all that leads to it.
func depths(things int, links []event.Way, turned []bool) []int {
	depth := make([]int, things)
	for range things { // at most as many rounds as the longest way has things
		same := true
		for i, l := range links {
			top, bottom := l.From, l.To
			if turned[i] {
				top, bottom = bottom, top
			}
			if depth[bottom] <= depth[top] {
				depth[bottom], same = depth[top]+1, false
			}
		}
		if same {
			break
		}
	}
	return depth
}

// mostAbreast is how many boxes of a layer can be read on a telephone.
const mostAbreast = 5

// abreast parts layers that are too wide into rows of about the same width, what was followed first.
func abreast(depth []int, links []event.Way) []int {
	followed := make([]bool, len(depth))
	for _, l := range links {
		if !l.Aside {
			followed[l.From], followed[l.To] = true, true
		}
	}
	layers := make([][]int, slices.Max(append(depth, 0))+1)
	for _, first := range []bool{true, false} {
		for t, d := range depth {
			if followed[t] == first {
				layers[d] = append(layers[d], t)
			}
		}
	}
	row, out := 0, make([]int, len(depth))
	for _, things := range layers {
		rows := max(1, (len(things)+mostAbreast-1)/mostAbreast)
		wide := (len(things) + rows - 1) / rows
		for i, t := range things {
			out[t] = row + i/wide
		}
		row += rows
	}
	return out
}

// rounds is how often the layers are gone through, down and up.
const rounds = 12

// untangle orders each layer by where its neighbours stand, and keeps the order with the fewest crossings.
func (l *layout) untangle() {
	best, fewest := l.order(), l.crossings()
	for round := range rounds {
		for i := range l.layers {
			at, beside := i, func(p place) []int { return p.above }
			if round%2 == 1 {
				at, beside = len(l.layers)-1-i, func(p place) []int { return p.below }
			}
			rank := l.ranks()
			slices.SortStableFunc(l.layers[at], func(a, b int) int {
				return cmp.Compare(middle(rank, beside(l.places[a]), rank[a]), middle(rank, beside(l.places[b]), rank[b]))
			})
		}
		if n := l.crossings(); n < fewest {
			best, fewest = l.order(), n
		}
	}
	l.layers = best
}

func (l *layout) order() [][]int {
	out := make([][]int, len(l.layers))
	for i, layer := range l.layers {
		out[i] = slices.Clone(layer)
	}
	return out
}

// ranks are where places stand in their layers, from 0 to 1.
func (l *layout) ranks() []float64 {
	rank := make([]float64, len(l.places))
	for _, layer := range l.layers {
		for i, p := range layer {
			rank[p] = (float64(i) + 0.5) / float64(len(layer))
		}
	}
	return rank
}

// middle is the mean of some places, and its own for what has no neighbours.
func middle(at []float64, of []int, own float64) float64 {
	if len(of) == 0 {
		return own
	}
	sum := 0.0
	for _, p := range of {
		sum += at[p]
	}
	return sum / float64(len(of))
}

// crossings is how many links cross.
func (l *layout) crossings() (n int) {
	rank := l.ranks()
	for _, layer := range l.layers {
		for i, a := range layer {
			for _, b := range layer[i+1:] {
				for _, x := range l.places[a].below {
					for _, y := range l.places[b].below {
						if rank[x] > rank[y] {
							n++
						}
					}
				}
			}
		}
	}
	return n
}

// across gives the middle of each place from the left: as near as it can be to the middle of its neighbours, with at
// least the given room between, and all between the given ends. half is half of the width of a place.
func (l *layout) across(left, right, gap float64, half func(p int) float64) []float64 {
	x := make([]float64, len(l.places))
	for _, layer := range l.layers {
		l.stand(layer, x, left, right, gap, half, func(int) float64 { return (left + right) / 2 })
	}
	for round := range 2 * rounds {
		for i := range l.layers {
			at := i
			if round%2 == 1 {
				at = len(l.layers) - 1 - i
			}
			l.stand(l.layers[at], x, left, right, gap, half, func(p int) float64 {
				return middle(x, l.places[p].near, x[p])
			})
		}
	}
	return l.centred(x, left, right, half)
}

// centred moves all of it to the middle.
func (l *layout) centred(x []float64, left, right float64, half func(p int) float64) []float64 {
	first, last := right, left
	for p := range l.places {
		first, last = min(first, x[p]-half(p)), max(last, x[p]+half(p))
	}
	for p := range x {
		x[p] += (left + right - first - last) / 2
	}
	return x
}

// stand puts the places of a layer where they would like to be, as far as they leave each other room: those that
// push each other share what they want (pool adjacent violators).
func (l *layout) stand(layer []int, x []float64, left, right, gap float64, half func(int) float64, want func(int) float64) {
	type block struct {
		sum float64 // of what they want, less what lies before them in the block
		n   int
	}
	var blocks []block
	offset := make([]float64, len(layer)) // from the first to each, at the least
	for i, p := range layer {
		if i > 0 {
			offset[i] = offset[i-1] + half(layer[i-1]) + gap + half(p)
		}
		blocks = append(blocks, block{want(p) - offset[i], 1})
		for len(blocks) > 1 {
			a, b := blocks[len(blocks)-2], blocks[len(blocks)-1]
			if a.sum/float64(a.n) <= b.sum/float64(b.n) {
				break
			}
			blocks = append(blocks[:len(blocks)-2], block{a.sum + b.sum, a.n + b.n})
		}
	}
	if len(layer) == 0 {
		return
	}
	first, last := left+half(layer[0]), right-half(layer[len(layer)-1])-offset[len(layer)-1]
	i := 0
	for _, b := range blocks {
		at := max(first, min(last, b.sum/float64(b.n)))
		for range b.n {
			x[layer[i]] = at + offset[i]
			i++
		}
	}
}
