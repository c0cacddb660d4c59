package art

import "math"

// colour is light as a screen gives it, each part from 0 to 1; more is brighter than the screen can be.
type colour struct{ r, g, b float64 }

func (c colour) times(f float64) colour          { return colour{c.r * f, c.g * f, c.b * f} }
func (c colour) plus(o colour) colour            { return colour{c.r + o.r, c.g + o.g, c.b + o.b} }
func (c colour) filter(o colour) colour          { return colour{c.r * o.r, c.g * o.g, c.b * o.b} }
func (c colour) lit(by float64, o colour) colour { return c.plus(o.times(by)) }

// mix is the one at 0 and the other at 1.
func mix(a, b colour, t float64) colour {
	return colour{a.r + (b.r-a.r)*t, a.g + (b.g-a.g)*t, a.b + (b.b-a.b)*t}
}

// stop is a colour at a place of a gradient.
type stop struct {
	at float64
	colour
}

// along is the colour at a place of a gradient, without corners.
func along(stops []stop, t float64) colour {
	if t <= stops[0].at {
		return stops[0].colour
	}
	for i := 1; i < len(stops); i++ {
		if t <= stops[i].at {
			return mix(stops[i-1].colour, stops[i].colour, smooth(stops[i-1].at, stops[i].at, t))
		}
	}
	return stops[len(stops)-1].colour
}

// smooth goes from 0 to 1 between two places.
func smooth(from, to, x float64) float64 {
	t := clamp((x - from) / (to - from))
	return t * t * (3 - 2*t)
}

func clamp(x float64) float64 { return min(1, max(0, x)) }

func lerp(a, b, t float64) float64 { return a + (b-a)*t }

// edge is 1 inside a shape and 0 outside of it, given how far a point lies outside; a pixel is soft.
func edge(outside float64) float64 { return clamp(.5 - outside*Size*.8) }

// chance is a source of numbers that are the same for one seed everywhere (SplitMix64).
type chance struct{ state uint64 }

func newChance(seed uint64) *chance { return &chance{seed} }

func (c *chance) next() uint64 {
	c.state += 0x9e3779b97f4a7c15
	return scatter(c.state)
}

func scatter(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// in is a number between two.
func (c *chance) in(from, to float64) float64 {
	return from + (to-from)*float64(c.next()>>11)/(1<<53)
}

// of is a whole number below n.
func (c *chance) of(n int) int { return int(c.next() % uint64(n)) }

// side is -1 or 1.
func (c *chance) side() float64 {
	if c.next()&1 == 0 {
		return -1
	}
	return 1
}

// hash is a number from 0 to 1 for a place of a grid.
func hash(x, y int, seed uint64) float64 {
	return float64(scatter(uint64(uint32(x))|uint64(uint32(y))<<32^seed)>>40) / (1 << 24)
}

// noise is a smooth landscape over the plane with hills about one wide, from 0 to 1.
func noise(x, y float64, seed uint64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	tx, ty := x-fx, y-fy
	tx, ty = tx*tx*(3-2*tx), ty*ty*(3-2*ty)
	top := lerp(hash(ix, iy, seed), hash(ix+1, iy, seed), tx)
	low := lerp(hash(ix, iy+1, seed), hash(ix+1, iy+1, seed), tx)
	return lerp(top, low, ty)
}

// clouds are hills on hills, from 0 to 1.
func clouds(x, y float64, octaves int, seed uint64) (sum float64) {
	size, all := .5, 0.0
	for range octaves {
		sum += size * noise(x, y, seed)
		all += size
		x, y, size = x*2.03+17.1, y*2.03+9.7, size*.5
	}
	return sum / all
}
