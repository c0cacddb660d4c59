package art

import "math"

// box is one of glass, seen a little from above, that floats.
type box struct {
	x, y, size float64
	turn, tilt float64 // radians
	near       float64
}

// local is a place in the measure of the box, its middle at nothing.
func (b *box) local(x, y float64) (u, v float64) {
	dx, dy := (x-b.x)/b.size, (y-b.y)/b.size
	s, c := math.Sin(b.tilt), math.Cos(b.tilt)
	return dx*c + dy*s, dy*c - dx*s
}

func (b *box) covers(x, y float64) bool {
	return math.Abs(x-b.x) < 1.7*b.size && math.Abs(y-b.y) < 1.7*b.size
}

// over lays the box over what is behind it.
func (b *box) over(w *warm, c colour, x, y float64) colour {
	if !b.covers(x, y) {
		return c
	}
	u, v := b.local(x, y)
	// Two sides meet in a front edge, turned out of the middle; a lid closes them.
	wide := .92
	front := b.turn * wide
	slope := .30
	lidFront := -.52 + slope*.55
	ridge := func(u float64) float64 { // the upper rim in front
		if u < front {
			return lidFront - slope*(front-u)*.62
		}
		return lidFront - slope*(u-front)*.62
	}
	back := func(u float64) float64 { // the rim behind
		peak := -front
		top := ridge(-wide) + ridge(wide) - lidFront
		if u < peak {
			return lerp(ridge(-wide), top, clamp((u+wide)/(peak+wide)))
		}
		return lerp(ridge(wide), top, clamp((wide-u)/(wide-peak)))
	}
	const tall = 1.12
	px := 1 / (b.size * Size)
	soft := func(out float64) float64 { return clamp(.5 - out/px*.8) }
	sides := soft(max(math.Abs(u)-wide, ridge(u)-v, v-ridge(u)-tall))
	lid := soft(max(math.Abs(u)-wide, v-ridge(u), back(u)-v))
	if sides <= 0 && lid <= 0 {
		return c
	}
	left := u < front
	// Behind glass the world is a little elsewhere.
	shift := b.size * .35
	if left {
		shift = -shift
	}
	through := c
	if y < w.horizon {
		through = w.above(x+shift, y+b.size*.12, false)
	}
	tint := colour{1, .83, .70}
	if left {
		tint = colour{.93, .74, .80}
	}
	down := clamp((v - ridge(u)) / tall)
	side := through.filter(tint).lit(.22*(1-down)+.05, colour{1, .82, .64})
	inside := math.Exp(-sq((u-front*.4)/.5)-sq((v-.1)/.5)) * .2
	side = side.lit(inside, colour{1, .74, .48})
	c = mix(c, side, sides*.86)
	c = mix(c, mix(through, colour{1, .92, .82}, .52), lid*.84)
	line := func(d float64) float64 { return math.Exp(-sq(d / (px * 1.25))) }
	rim := max(line(v-ridge(u))*soft(math.Abs(u)-wide), line(u-front)*sides, line(v-back(u))*soft(math.Abs(u)-wide)*.9)
	rim = max(rim, line(v-ridge(u)-tall)*soft(math.Abs(u)-wide)*.6, line(math.Abs(u)-wide)*clamp(sides+lid)*.7)
	return c.lit(rim*lerp(.16, .30, b.near), colour{1, .93, .82})
}
