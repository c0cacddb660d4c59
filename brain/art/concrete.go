package art

import "math"

// sides are where a slab ends at a height, left and right.
func (s *slab) sides(y float64) (left, right float64) {
	up := clamp((s.foot - y) / (s.foot - s.top))
	aside := s.lean*up + s.bend*math.Sin(up*math.Pi)
	return s.from + aside, s.to + aside
}

// outside is how far a point lies outside of a slab.
func (s *slab) outside(x, y float64) float64 {
	left, right := s.sides(y)
	top := s.top + s.slant*(x-(left+right)/2)/(right-left)*2
	return max(left-x, x-right, top-y, y-s.foot)
}

// over builds it before what is seen behind it: boards have left their lines in it, and it weeps.
func (s *slab) over(h *hard, c colour, x, y float64) colour {
	if x < s.from-.16 || x > s.to+.16 || y < s.top-.12 || y > s.foot+.003 {
		return c
	}
	// Edges run, the more the higher they are.
	run := (noise(x*55, y*55, s.seed)-.5)*.006 + (noise(x*17, y*17, s.seed^1)-.5)*.006
	out := s.outside(x, y) + run*smooth(h.horizon, s.top, y)*.8
	body := edge(out * lerp(.45, 1, s.near))
	if body <= 0 {
		halo := math.Exp(-out*lerp(60, 34, s.near)) * .10
		return mix(c, h.fog, halo)
	}
	left, right := s.sides(y)
	u := (x - left) / (right - left)
	tone := mix(h.fog.times(.93), mix(h.dark, colour{.30, .33, .36}, .42), math.Pow(s.near, .75))
	// One side is turned away from the light.
	dark := u < -s.side
	if s.side > 0 {
		dark = u > 1-s.side
	}
	lit := .20 * (1 - s.near*.55)
	if dark {
		tone = tone.times(lerp(.90, .60, s.near))
	} else {
		toward := clamp(1 - math.Abs(x-h.lightX)*2.2)
		tone = tone.lit(lit*toward, colour{.95, .90, .82})
	}
	size := lerp(.016, .052, s.near)
	v := (y - s.top) / size
	row := math.Floor(v)
	tone = tone.times(1 + (hash(int(row), 3, s.seed)-.5)*.10*s.near)
	tone = tone.times(1 - .16*s.near*math.Exp(-math.Abs(v-row)*14))
	col := math.Floor(u * 4)
	tone = tone.times(1 + (hash(int(row), int(col)+9, s.seed)-.5)*.055*s.near)
	tone = tone.times(1 + (clouds(x*38, y*38, 4, s.seed^5)-.5)*.26*lerp(.35, 1, s.near))
	// Where the forms were tied.
	hx, hy := math.Abs(math.Mod(u*4+.5, 1)-.5)*(right-left)/4, math.Abs(v-row-.5)*size
	if s.near > .4 && int(row)%2 == 0 && !dark {
		tone = tone.times(1 - .34*edge(math.Hypot(hx, hy)-size*.055))
	}
	tone = s.weep(h, tone, x, y, u)
	tone = tone.times(1 - .20*math.Exp(out*lerp(260, 130, s.near))) // colour gathers at an edge
	tone = mix(tone, h.fog, smooth(h.horizon-.13, h.horizon+.03, y)*.50*(1-s.near*.75))
	return mix(c, tone, body*.98)
}

// weep runs from the top and from a joint down the wall, dark with water and brown with iron.
func (s *slab) weep(h *hard, tone colour, x, y, u float64) colour {
	down := (y - s.top) / (s.foot - s.top)
	thread := clouds(x*90+noise(x*20, y*7, s.seed^7)*1.6, y*1.3, 3, s.seed^6)
	long := .16 + .75*noise(x*42, 3.3, s.seed^8)*s.weeps
	wet := smooth(.46, .66, thread) * smooth(long, long*.2, down)
	tone = tone.times(1 - .42*wet*lerp(.3, 1, s.near))
	near := math.Exp(-sq((u - s.rusts) / .055))
	stain := near * smooth(.40, .70, thread+.10*near) * smooth(.16, .24, down) * smooth(.24+long, .3, down)
	return mix(tone, h.rust, .5*stain*lerp(.25, 1, s.near))
}

type point struct{ x, y float64 }

// rail is a beam of steel that is not straight any more.
type rail struct {
	y, slope   float64
	sway, wave float64
	phase      float64
	thick      float64
	seed       uint64
}

func newRail(c *chance, horizon float64) rail {
	return rail{y: c.in(.25, horizon-.2), slope: c.side() * c.in(.08, .4), sway: c.in(.05, .12), wave: c.in(1.6, 3.2), phase: c.in(0, 6), thick: c.in(.011, .021), seed: c.next()}
}

func (r *rail) over(h *hard, c colour, x, y float64) colour {
	mid := r.y + r.slope*(x-.5) + r.sway*math.Sin(x*r.wave+r.phase)*(.5+.5*math.Sin(x*1.7+r.phase*.7))
	slope := r.slope + r.sway*r.wave*math.Cos(x*r.wave+r.phase)*(.5+.5*math.Sin(x*1.7+r.phase*.7))
	d := (y - mid) / math.Sqrt(1+slope*slope)
	thick := r.thick * (.75 + .5*clamp(x))
	body := edge(math.Abs(d) - thick)
	if body <= 0 {
		return c
	}
	t := d / thick // -1 is its upper flange
	steel := along([]stop{{-1, colour{.66, .74, .80}}, {-.62, colour{.42, .50, .57}}, {-.5, colour{.17, .21, .26}}, {.45, colour{.25, .30, .36}}, {.62, colour{.42, .48, .53}}, {1, colour{.12, .14, .18}}}, t)
	worn := clouds(x*9, y*16, 5, r.seed)
	steel = mix(steel, h.rust.times(.62+.4*(1-math.Abs(t))), .72*smooth(.40, .72, worn))
	steel = steel.times(1 + .2*(noise(x*240, y*240, r.seed^1)-.5))
	return mix(c, steel, body)
}

// shard is a pane of broken glass.
type shard struct {
	corners []point // in order around it
	light   float64
	shift   float64 // of what is seen through it
}

func (s *shard) over(h *hard, c colour, x, y float64) colour {
	out := math.Inf(-1)
	n := len(s.corners)
	var area float64
	for i, a := range s.corners {
		b := s.corners[(i+1)%n]
		area += a.x*b.y - b.x*a.y
	}
	for i, a := range s.corners {
		b := s.corners[(i+1)%n]
		dx, dy := b.x-a.x, b.y-a.y
		out = max(out, sign(area)*((x-a.x)*dy-(y-a.y)*dx)/math.Hypot(dx, dy))
	}
	if out > .004 {
		return c
	}
	body := edge(out)
	if body > 0 {
		through := c
		if y < h.horizon {
			through = h.above(x+s.shift, y+s.shift*.6)
		}
		pane := through.filter(colour{.88, .96, 1}).lit(s.light, colour{.80, .90, .96})
		streak := math.Exp(-sq((math.Mod(x*1.6+y*2.2+s.light*9, .34) - .17) / .02))
		pane = pane.lit(.12*streak, colour{.9, .97, 1})
		c = mix(c, pane, body*.9)
	}
	return c.lit(.24*math.Exp(-sq(out*Size/1.5)), colour{.86, .94, 1})
}
