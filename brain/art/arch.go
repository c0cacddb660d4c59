package art

import "math"

// arch is an opening with a round top, in a wall that fills the picture or in a frame of its own.
type arch struct {
	x, half   float64 // where its middle is, and how far it is to either side
	top, foot float64
	deep      float64 // how much smaller the far side of the opening looks
	near      float64 // 0 far to 1 near
	thick     float64 // of the frame
	wall      bool
	seed      uint64
}

// opening is how far a point lies outside of the opening, made smaller towards the light by a factor.
func (a *arch) opening(x, y, cx, cy, factor float64) float64 {
	mid := cx + (a.x-cx)*factor
	half, top := a.half*factor, cy+(a.top-cy)*factor
	dx := math.Abs(x - mid)
	if spring := top + half; y < spring {
		return math.Hypot(dx, y-spring) - half
	}
	return dx - half
}

// hides says whether nothing behind it is seen here.
func (a *arch) hides(x, y float64) bool {
	return a.wall && y < a.foot-.002 && a.opening(x, y, a.x, a.top, 1) > .002
}

// over builds it before what is seen behind it.
func (a *arch) over(w *warm, c colour, x, y float64) colour {
	ground := edge(y - a.foot)
	if ground <= 0 {
		return c
	}
	out := a.opening(x, y, a.x, a.top, 1)
	if !a.wall && out > a.thick+.002 {
		return c
	}
	if a.wall && out < -a.half*.5 && y > a.top+a.half*.6 {
		return c
	}
	// The inside of the opening, which the light from behind strikes on the side that faces it.
	far := a.opening(x, y, w.vanishX, w.horizon, a.deep)
	if !a.wall {
		far = a.opening(x+(w.sunX-a.x)*.05*a.half/.1, y, a.x, a.foot, .93)
	}
	inner := edge(out) * (1 - edge(far)) * ground
	if inner > 0 {
		side := clamp(.5 + (x-a.x)/a.half*.5*sign(a.x-w.sunX+.0001))
		if a.wall {
			side = clamp(.35 + .65*math.Abs(x-w.sunX)/(a.half*1.1))
		}
		light := lerp(.3, 1, side) * (1 - .4*a.near)
		face := mix(mix(w.night, w.haze, .34), mix(w.gold, colour{.98, .62, .52}, .5), light)
		deep := clamp(far / max(.0001, far-out)) // 0 where it ends behind, 1 where it begins
		face = face.times(1.14 - .46*deep*lerp(.6, 1, a.near))
		face = face.times(1 + .13*(clouds(x*lerp(50, 14, a.near), y*lerp(26, 7, a.near), 3, a.seed^1)-.5))
		face = mix(face, w.night, .34*smooth(w.horizon-.10, a.foot, y)*a.near)
		c = mix(c, face, inner)
	}
	body := edge(-out) * ground
	if !a.wall {
		body *= edge(out - a.thick)
	}
	if body <= 0 {
		return c
	}
	face := mix(w.haze, w.night, math.Pow(a.near, .62)*.95)
	grain := clouds(x*lerp(60, 12, a.near), y*lerp(40, 9, a.near), 3, a.seed) - .5
	face = face.times(1 + grain*.16)
	// Light leaks around the edge, and from the water below.
	reach := lerp(.02, .085, a.near)
	face = face.lit(.34*math.Exp(-out/reach)*(1-.3*a.near), colour{1, .58, .36})
	face = face.lit(.15*smooth(w.horizon-.34, w.horizon, y)*(1-.4*a.near), colour{1, .6, .42})
	dx := (x - w.sunX) / .5
	face = face.times(1 - .16*dx*dx*a.near)
	return mix(c, face, body)
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}

// deck is a bridge: a road on round arches, a little higher in its middle.
type deck struct {
	n            int
	from, span   float64 // where the first arch begins, and how wide one is
	height, bend float64
	pier         float64
	horizon      float64
	seed         uint64
}

func newDeck(c *chance, w *warm) deck {
	n := 3 + c.of(4)
	span := c.in(1.1, 1.35) / float64(n)
	return deck{n: n, from: .5 - span*float64(n)/2 + c.in(-.06, .06), span: span, height: span*.5 + c.in(.05, .09), bend: c.in(.015, .05), pier: c.in(.11, .17), horizon: w.horizon, seed: c.next()}
}

// outside is how far a point lies outside of the stone.
func (d *deck) outside(x, y float64) float64 {
	up := d.horizon - y
	rise := d.bend * (1 - sq((x-.5)*1.7))
	top := d.height + rise
	hole := 1.0
	i := math.Floor((x - d.from) / d.span)
	mid := d.from + (i+.5)*d.span
	half := d.span * (1 - d.pier) / 2
	spring := max(0, top-half-.035)
	dx := math.Abs(x - mid)
	if up > spring {
		hole = math.Hypot(dx, up-spring) - half
	} else {
		hole = dx - half
	}
	return max(up-top, -hole)
}

func (d *deck) over(w *warm, c colour, x, y float64) colour {
	out := d.outside(x, y)
	body := edge(out)
	if body <= 0 {
		return c
	}
	face := mix(w.haze, w.night, .74)
	face = face.times(1 + .2*(clouds(x*26, y*34, 3, d.seed)-.5))
	face = face.lit(.46*math.Exp(out/.011), mix(w.gold, colour{1, .55, .36}, .4))
	glow := math.Hypot(x-w.sunX, y-w.sunY)
	face = face.lit(.34*math.Exp(-glow*5.5), colour{1, .6, .36})
	return mix(c, face, body)
}
