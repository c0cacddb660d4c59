package art

import (
	"math"
	"slices"
)

// warm is a place by calm water in the last light.
type warm struct {
	seed     uint64
	horizon  float64
	sunX     float64
	sunY     float64
	sun      float64 // its radius
	sky      []stop
	haze     colour // what is far takes it on
	night    colour // what is near and in the shade
	gold     colour
	sea      colour
	built    []arch // far ones first
	hills    bool
	sail     float64 // where; 0 is none
	boxes    []box   // far ones first
	deck     deck
	vanishX  float64
	currents uint64
}

func newWarm(c *chance, forms []string) *warm {
	w := &warm{
		seed: c.next(), currents: c.next(),
		horizon: c.in(.6, .67), sun: c.in(.034, .052),
		gold: colour{1, .76, .43}, sea: colour{.25, .14, .33},
	}
	w.vanishX = .5 + c.side()*c.in(.0, .06)
	w.sunX = w.vanishX + c.side()*c.in(.02, .07)
	w.sunY = w.horizon - c.in(.05, .13)
	moods := [][]stop{
		{{0, colour{.17, .10, .30}}, {.35, colour{.40, .20, .42}}, {.68, colour{.84, .46, .45}}, {.88, colour{.98, .70, .47}}, {1, colour{1, .85, .60}}},
		{{0, colour{.23, .12, .33}}, {.4, colour{.55, .27, .43}}, {.7, colour{.91, .55, .48}}, {1, colour{1, .83, .66}}},
		{{0, colour{.13, .11, .31}}, {.3, colour{.31, .20, .43}}, {.6, colour{.72, .40, .48}}, {.85, colour{.96, .66, .50}}, {1, colour{1, .88, .68}}},
		{{0, colour{.36, .19, .36}}, {.45, colour{.77, .42, .44}}, {.75, colour{.97, .67, .46}}, {1, colour{1, .87, .62}}},
	}
	w.sky = moods[c.of(len(moods))]
	w.haze, w.night = mix(w.sky[len(w.sky)-2].colour, colour{.86, .56, .5}, .5), mix(w.sky[0].colour, colour{.15, .07, .2}, .6)
	switch forms[0] {
	case Bridge:
		w.sunX = .5 + c.side()*c.in(.08, .2)
		w.deck = newDeck(c, w)
		w.hills = true
	case Gates, Glass, Sail:
		w.sunX = .5 + c.side()*c.in(.1, .2)
		w.gates(c)
		w.hills = forms[0] != Gates
	default:
		w.enfilade(c)
	}
	if slices.Contains(forms, Sail) {
		w.sail = w.sunX + c.side()*c.in(.07, .12)
	}
	if slices.Contains(forms, Glass) {
		w.drift(c)
	}
	return w
}

// enfilade builds arches one behind the other, towards the light.
func (w *warm) enfilade(c *chance) {
	n := 5 + c.of(3)
	width, rise := c.in(.05, .065), c.in(.13, .17)
	if c.of(3) == 0 { // slender ones
		width, rise = width*.8, rise*1.25
	}
	grow := c.in(1.42, 1.56)
	scale := 1.15
	sway := c.in(.0, .012) * c.side()
	for i := range n {
		near := float64(i) / float64(n-1)
		w.built = append(w.built, arch{
			x: w.vanishX + sway*math.Sin(float64(i)*1.1)*scale, half: width * scale, top: w.horizon - rise*scale, foot: w.horizon + .012*scale,
			deep: .86, near: near, wall: true, seed: c.next(),
		})
		scale *= grow
	}
}

// gates stand in the water here and there.
func (w *warm) gates(c *chance) {
	n := 4 + c.of(3)
	for i := range n {
		near := float64(i) / float64(n-1)
		scale := lerp(.35, 1.75, near*near)
		side := c.side()
		if i > 0 && w.built[i-1].x > .5 {
			side = -1
		} else if i > 0 {
			side = 1
		}
		x := .5 + side*lerp(.06, .34, near)*c.in(.8, 1.15)
		half := c.in(.055, .085) * scale
		w.built = append(w.built, arch{
			x: x, half: half, top: w.horizon - c.in(.2, .27)*scale, foot: w.horizon + lerp(.004, .09, near*near),
			deep: .84, near: lerp(.1, .85, near), thick: half * c.in(.3, .42), seed: c.next(),
		})
	}
}

// drift lets boxes of glass float, from far to near.
func (w *warm) drift(c *chance) {
	n := 4 + c.of(4)
	for i := range n {
		near := float64(i) / float64(n-1)
		size := lerp(.012, .062, near*near) * c.in(.85, 1.15)
		x := w.vanishX + c.side()*lerp(.015, .3, near)*c.in(.5, 1)
		if w.built != nil && w.built[0].wall {
			x = w.vanishX + c.side()*lerp(.01, .2, near)*c.in(.5, 1)
		}
		lift := lerp(.02, .26, near) * c.in(.2, 1.2)
		w.boxes = append(w.boxes, box{x: x, y: w.horizon - lift, size: size, turn: c.in(-.5, .5), tilt: c.in(-.12, .12), near: near})
	}
}

func (w *warm) at(x, y float64) colour {
	d := y - w.horizon
	if d <= 0 {
		return w.above(x, y, true)
	}
	c := w.water(x, y, d)
	for i := range w.built { // what is near stands in the water before the horizon
		c = w.built[i].over(w, c, x, y)
	}
	return w.glaze(c, x, y)
}

// above is the world without the water.
func (w *warm) above(x, y float64, boxes bool) colour {
	first := len(w.built) - 1
	for ; first >= 0 && !w.built[first].hides(x, y); first-- {
	}
	var c colour
	if first < 0 {
		c = w.heaven(x, min(y, w.horizon))
		if w.sail != 0 {
			c = w.boat(c, x, y)
		}
		if w.deck.n > 0 {
			c = w.deck.over(w, c, x, y)
		}
	}
	for i := max(0, first); i < len(w.built); i++ {
		c = w.built[i].over(w, c, x, y)
	}
	if boxes {
		c = w.glaze(c, x, y)
	}
	return c
}

// glaze lays the glass over a colour.
func (w *warm) glaze(c colour, x, y float64) colour {
	for i := range w.boxes {
		if w.boxes[i].near == 0 || w.boxes[i].covers(x, y) {
			c = w.boxes[i].over(w, c, x, y)
		}
	}
	return c
}

// heaven is the sky with the sun in it, and hills far away.
func (w *warm) heaven(x, y float64) colour {
	t := y / w.horizon
	c := along(w.sky, t)
	dx, dy := x-w.sunX, (y-w.sunY)*1.12
	d := math.Sqrt(dx*dx + dy*dy)
	veil := clouds(x*2.2+3, y*13, 4, w.seed)
	band := smooth(.47, .78, veil) * smooth(0, .3, t) * (1 - smooth(.93, 1, t))
	c = mix(c, mix(colour{.62, .34, .47}, colour{1, .80, .62}, smooth(.55, .05, d)), band*.5)
	c = c.lit(.34*math.Exp(-d*4.2), colour{1, .62, .34})
	c = c.lit(.30*math.Exp(-d*13), colour{1, .78, .5})
	c = mix(c, colour{1.32, 1.2, .98}, edge((d-w.sun)*.5)*.97)
	if w.hills {
		for i := range 3 {
			near := float64(i) / 2
			line := w.horizon - lerp(.055, .012, near) - lerp(.075, .03, near)*(clouds(x*lerp(2.2, 4.4, near)+float64(i)*31, .5, 4, w.seed^77)-.42)
			f := mix(mix(c, w.haze, .6), colour{.48, .27, .43}, lerp(.16, .62, near))
			c = mix(c, f, edge((line-y)*.35)*lerp(.72, .95, near))
		}
	}
	return c
}

// boat is a sail far away, before the light.
func (w *warm) boat(c colour, x, y float64) colour {
	dx, up := x-w.sail, w.horizon-.001-y
	if up < 0 || up > .05 || math.Abs(dx) > .03 {
		return c
	}
	belly := .0035 * math.Sin(up/.046*math.Pi)
	main := max(dx-(.017*(1-up/.046)+belly), -dx-.0005, up-.046, .006-up)
	jib := max(-dx-.012*(1-up/.036), dx+.0015, up-.036, .006-up)
	hull := max(math.Abs(dx)-.019+.3*(.006-up), up-.005)
	c = mix(c, mix(w.night, w.haze, .35), edge(hull))
	c = mix(c, colour{1, .9, .76}, edge(main)*.92)
	return mix(c, colour{.96, .74, .6}, edge(jib)*.9)
}

// water gives back what stands above it, broken by ripples that are wider the nearer they are.
func (w *warm) water(x, y, d float64) colour {
	persp := 1 / (.03 + d)
	rip := noise(x*9*persp*.22+7, math.Log(.02+d)*34, w.currents) - .5
	fine := noise(x*30*persp*.2+1, math.Log(.02+d)*95, w.currents^5) - .5
	wave := rip*.7 + fine*.45
	mx := x + wave*.030*(.15+d*1.9)
	my := w.horizon - d*.94 + wave*.085*(.1+d*1.6)
	c := w.above(mx, min(my, w.horizon-.0005), true)
	deep := smooth(0, .5, d)
	c = mix(c.filter(colour{.93, .88, .93}), w.sea, .12+.42*deep)
	// The sun's road.
	spread := .018 + d*.30
	road := math.Exp(-sq((x-w.sunX)/spread)) * smooth(.50, .86, noise(x*26*persp*.16, math.Log(.02+d)*60, w.currents^9)+.16*wave)
	c = c.lit(road*.62*(1-.55*deep), w.gold)
	return c.lit(.2*math.Exp(-d*46), colour{1, .82, .62})
}

func sq(x float64) float64 { return x * x }
