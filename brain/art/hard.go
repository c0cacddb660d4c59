package art

import (
	"math"
	"slices"
)

// hard is a place of concrete under a heavy sky, wet, with light in it somewhere.
type hard struct {
	seed    uint64
	horizon float64
	sky     []stop
	fog     colour
	dark    colour
	rust    colour
	slabs   []slab // far ones first
	steel   []rail
	shards  []shard
	rain    bool
	lightX  float64 // where it comes through
	lightY  float64
	warmth  colour
}

// slab is a body of concrete.
type slab struct {
	from, to  float64
	top, foot float64
	slant     float64 // of its top
	lean      float64 // how far it stands aside at its top
	bend      float64
	near      float64
	side      float64 // the share of it that is turned away from the light, on the left where negative
	weeps     float64
	rusts     float64 // where a joint does, between its sides
	seed      uint64
}

func newHard(c *chance, forms []string) *hard {
	h := &hard{seed: c.next(), horizon: c.in(.72, .8), lightX: .5 + c.side()*c.in(.05, .17), warmth: colour{1, .80, .60}}
	h.lightY = h.horizon - c.in(.12, .3)
	moods := [][]stop{
		{{0, colour{.17, .21, .27}}, {.45, colour{.36, .43, .50}}, {.8, colour{.62, .68, .71}}, {1, colour{.80, .82, .80}}},
		{{0, colour{.24, .27, .31}}, {.5, colour{.48, .53, .57}}, {.85, colour{.74, .76, .75}}, {1, colour{.85, .84, .80}}},
		{{0, colour{.11, .16, .24}}, {.4, colour{.24, .34, .44}}, {.75, colour{.50, .61, .67}}, {1, colour{.74, .79, .79}}},
	}
	h.sky = moods[c.of(len(moods))]
	h.fog = h.sky[len(h.sky)-2].colour
	h.dark = colour{.13, .155, .19}
	h.rust = colour{.43, .25, .17}
	switch forms[0] {
	case Slabs:
		h.lean(c)
	case Steel, Shards, Rain:
		h.plain(c)
	default:
		h.canyon(c)
	}
	if slices.Contains(forms, Steel) {
		n := 1 + c.of(2)
		for range n {
			h.steel = append(h.steel, newRail(c, h.horizon))
		}
	}
	if slices.Contains(forms, Shards) {
		h.shatter(c)
	}
	h.rain = slices.Contains(forms, Rain)
	return h
}

// canyon are towers to both sides of the light, higher the nearer they are.
func (h *hard) canyon(c *chance) {
	n := 8 + c.of(4)
	for i := range n {
		near := float64(i) / float64(n-1)
		side := c.side()
		if i%2 == 0 {
			side = -side
		}
		if i > 0 {
			side = -sign(h.slabs[i-1].from - h.lightX)
		}
		gap := lerp(.012, .20, near) * c.in(.75, 1.25)
		wide := lerp(.05, .26, near) * c.in(.7, 1.3)
		from := h.lightX + gap
		if side < 0 {
			from = h.lightX - gap - wide
		}
		tall := lerp(.16, .86, math.Pow(near, .8)) * c.in(.72, 1.12)
		h.slabs = append(h.slabs, h.slab(c, from, wide, tall, near, side))
	}
}

// lean are few great ones that do not stand straight.
func (h *hard) lean(c *chance) {
	at := []float64{.5, .16, .84, .33, .70}
	n := 4 + c.of(2)
	for i := range n {
		near := lerp(.1, .95, float64(i)/float64(n-1))
		wide := lerp(.08, .24, near) * c.in(.8, 1.25)
		x := at[i%len(at)] + c.in(-.06, .06)
		s := h.slab(c, x-wide/2, wide, lerp(.25, .72, near)*c.in(.8, 1.15), near, sign(x-h.lightX))
		s.lean, s.bend, s.slant = c.side()*c.in(.03, .13), c.in(-.02, .02), c.side()*c.in(.02, .09)
		h.slabs = append(h.slabs, s)
	}
}

// plain is wide, with low walls far away and one high one.
func (h *hard) plain(c *chance) {
	n := 5 + c.of(3)
	for i := range n {
		near := lerp(0, .55, float64(i)/float64(n-1))
		wide := c.in(.12, .34)
		x := c.in(0, 1)
		h.slabs = append(h.slabs, h.slab(c, x-wide/2, wide, lerp(.05, .16, near)*c.in(.7, 1.5), near, sign(x-h.lightX)))
	}
	x := .5 - sign(h.lightX-.5)*c.in(.14, .24)
	wide := c.in(.14, .2)
	h.slabs = append(h.slabs, h.slab(c, x-wide/2, wide, c.in(.46, .6), .72, sign(x-h.lightX)))
}

func (h *hard) slab(c *chance, from, wide, tall, near, side float64) slab {
	return slab{
		from: from, to: from + wide, top: h.horizon - tall, foot: h.horizon + lerp(0, .14, near*near),
		slant: c.in(-.03, .03), lean: c.in(-.008, .008), bend: c.in(-.012, .012) * near,
		near: near, side: side * c.in(.16, .34), weeps: c.in(.2, 1), rusts: c.in(.15, .85), seed: c.next(),
	}
}

// shatter lets the panes of one that broke fly apart to one side, the great ones least far.
func (h *hard) shatter(c *chance) {
	side := c.side()
	cx, cy := h.lightX-side*c.in(.02, .12), c.in(.3, .46)
	way := c.in(-.55, .1)
	n := 9 + c.of(6)
	for i := range n {
		far := math.Pow(float64(i)/float64(n-1), 1.25)
		angle := way + c.in(-.75, .75)*(1-.45*far)
		r := lerp(.02, .5, far) * c.in(.8, 1.15)
		x, y := cx+side*r*math.Cos(angle), cy+r*math.Sin(angle)
		size := lerp(.115, .014, math.Sqrt(far)) * c.in(.75, 1.25)
		s := shard{light: c.in(.03, .17), shift: c.in(.02, .05) * c.side()}
		turn := c.in(0, 2*math.Pi)
		for k, corners := 0, 3+c.of(2); k < corners; k++ {
			a := turn + (float64(k)+c.in(-.25, .25))*2*math.Pi/float64(corners)
			long := size * c.in(.6, 1.3)
			s.corners = append(s.corners, point{x + long*math.Cos(a)*.8, y + long*math.Sin(a)})
		}
		h.shards = append(h.shards, s)
	}
}

func (h *hard) at(x, y float64) colour {
	d := y - h.horizon
	var c colour
	if d <= 0 {
		c = h.above(x, y)
	} else {
		c = h.ground(x, y, d)
		for i := range h.slabs { // what is near stands before the horizon
			c = h.slabs[i].over(h, c, x, y)
		}
	}
	for i := range h.steel {
		c = h.steel[i].over(h, c, x, y)
	}
	for i := range h.shards {
		c = h.shards[i].over(h, c, x, y)
	}
	if h.rain {
		c = h.falling(c, x, y)
	}
	// Paper: colour settles in its hollows.
	paper := noise(x*420, y*420, h.seed^3)*.6 + noise(x*170, y*170, h.seed^4)*.4
	return c.times(1 + (paper-.5)*.055)
}

// above is the sky and what stands before it.
func (h *hard) above(x, y float64) colour {
	first := len(h.slabs) - 1
	for ; first >= 0 && h.slabs[first].outside(x, y) > -.02; first-- {
	}
	var c colour
	if first < 0 {
		c = h.heaven(x, min(y, h.horizon))
	}
	for i := max(0, first); i < len(h.slabs); i++ {
		c = h.slabs[i].over(h, c, x, y)
	}
	return c
}

// heaven is washes of colour that ran into each other, and a light behind them.
func (h *hard) heaven(x, y float64) colour {
	t := y / h.horizon
	wx := clouds(x*2.4, y*2.4, 2, h.seed) - .5
	wy := clouds(x*2.4+9, y*2.4+4, 2, h.seed^1) - .5
	wash := clouds(x*1.7+wx*1.9, y*2.6+wy*1.9, 4, h.seed^2)
	c := along(h.sky, t+(wash-.5)*.62)
	// A wash is darkest where it dried last, at its edge.
	rim := math.Abs(wash - .52)
	c = c.times(1 - .13*math.Exp(-rim*70)*(1-t*.6))
	c = mix(c, h.rust, .20*smooth(.60, .74, wash)*(1-smooth(.3, .9, t)))
	dx, dy := x-h.lightX, (y-h.lightY)*.8
	d := math.Sqrt(dx*dx + dy*dy)
	c = c.lit(.34*math.Exp(-d*6.5), h.warmth)
	return c.lit(.25*math.Exp(-sq(dx/.03))*math.Exp(-sq((y-h.lightY)/.26)), h.warmth)
}

// ground is wet, and gives back what stands on it.
func (h *hard) ground(x, y, d float64) colour {
	persp := 1 / (.04 + d)
	n := noise(x*7*persp*.2, math.Log(.03+d)*22, h.seed^11) - .5
	pool := smooth(.38, .62, clouds(x*3.2*persp*.16+5, math.Log(.03+d)*5.5, 4, h.seed^12))
	back := h.above(x+n*.018, h.horizon-d*.9+n*.05*(d+.1))
	dry := mix(mix(h.fog, h.dark, .35), h.dark, smooth(0, .26, d))
	dry = dry.times(1 + .25*(clouds(x*30, y*60, 3, h.seed^13)-.5))
	c := mix(mix(dry, back, .26), back.times(.82), pool*.78)
	c = c.lit(.30*math.Exp(-sq((x-h.lightX)/(.03+d*.34)))*(.35+.65*pool)*(1-.4*smooth(0, .3, d)), h.warmth)
	return mix(c, h.fog, .55*math.Exp(-d*26))
}

// falling is rain, and drops that ran.
func (h *hard) falling(c colour, x, y float64) colour {
	for i := range 3 {
		k := float64(i)
		dense, long := lerp(150, 60, k/2), lerp(9, 4.5, k/2)
		sx := (x + y*.10) * dense
		col := math.Floor(sx)
		r := hash(int(col), i, h.seed^21)
		off := math.Mod(y*long+r*37, 1)
		in := math.Abs(sx - col - .5)
		if hash(int(col), int(math.Floor(y*long+r*37)), h.seed^22) > .68 {
			c = c.lit(.105*clamp(1-in*(3.1-k*.5))*smooth(0, .4, off)*smooth(1, .55, off), colour{.88, .94, 1})
		}
	}
	return mix(c, h.fog, .07)
}
