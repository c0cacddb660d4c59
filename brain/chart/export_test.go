package chart

import (
	"pgregory.net/rapid"

	"citadel/memory/event"
)

// CheckLayout lays ways out and holds that the result can be drawn.
func CheckLayout(t *rapid.T, w event.Ways) {
	l := lay(w)
	half := func(p int) float64 {
		if l.places[p].thing < 0 {
			return 1
		}
		return 10
	}
	room := 0.0
	for _, layer := range l.layers {
		need := 0.0
		for _, p := range layer {
			need += 2*half(p) + 4
		}
		room = max(room, need)
	}
	x := l.across(0, room, 4, half)
	things := map[int]bool{}
	for _, layer := range l.layers {
		for i, p := range layer {
			if x[p]-half(p) < -0.01 || x[p]+half(p) > room+0.01 {
				t.Fatalf("place %d lies off the page: %g of %g", p, x[p], room)
			}
			if i > 0 && x[p]-half(p) < x[layer[i-1]]+half(layer[i-1])+4-0.01 {
				t.Fatalf("places %d and %d lie on each other: %g and %g", layer[i-1], p, x[layer[i-1]], x[p])
			}
			if thing := l.places[p].thing; thing >= 0 {
				if things[thing] {
					t.Fatalf("thing %d stands twice", thing)
				}
				things[thing] = true
			}
		}
	}
	if len(things) != min(len(w.Things), mostThings) {
		t.Fatalf("%d of %d things stand", len(things), len(w.Things))
	}
	for _, link := range l.links {
		step := 1
		if l.places[link.through[0]].layer > l.places[link.through[1]].layer {
			step = -1
		}
		for i := 1; i < len(link.through); i++ {
			if a, b := l.places[link.through[i-1]].layer, l.places[link.through[i]].layer; b != a+step {
				t.Fatalf("a link jumps from layer %d to %d", a, b)
			}
		}
	}
}

// Crowded draws ways and gives what cannot be read of them: labels that are cut, and confidences that lie on each other.
func Crowded(c event.Chart) (cut []string, over int) {
	f, err := faces()
	if err != nil {
		panic(err)
	}
	p, d := paint(c, f)
	p.SetFontFace(f.small)
	for at, pl := range d.lay.places {
		if pl.thing < 0 {
			continue
		}
		thing := d.ways.Things[pl.thing]
		for _, line := range d.lines[at] {
			if w, _ := p.MeasureString(line); w > d.wide[pl.layer]-2*boxPadding-d.signs(thing)+1 {
				cut = append(cut, line)
			}
		}
	}
	for i, a := range d.taken {
		for _, b := range d.taken[:i] {
			if a.over(b) {
				over++
			}
		}
	}
	return cut, over
}
