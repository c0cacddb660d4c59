package dreams

import "math"

// Drift is how far dreams have moved away from the days that they were made of (S1, "The dreams": once they fed
// each other, they turned dark within a week, whatever the days were).
type Drift struct {
	Nights int     // that were looked at
	Slope  float64 // of dream less day, in a night
	Noise  float64 // by how much the slope may be off: its standard error
	Away   float64 // dream less day, in the last week
}

// What is looked at, in nights that a model dreamt, and when it is an alarm. A slope has to stand out of the
// noise and have led somewhere; a dream that is somewhere else for a fortnight needs no slope, since what
// fell fast lies still.
const (
	window    = 30
	enough    = 14
	week      = 7
	fortnight = 14
	standsOut = 3    // standard errors
	away      = 0.25 // of the range of 2
	farAway   = 0.5
)

// Drift measures it. alarm says that no model should dream until the principal has seen it.
func (f *Fold) Drift() (d Drift, alarm bool) {
	var off []float64
	for _, n := range f.Nights {
		if n.Model {
			off = append(off, n.Dream-n.Day)
		}
	}
	off = off[max(0, len(off)-window):]
	d.Nights = len(off)
	if len(off) < enough {
		return d, false
	}
	d.Slope, d.Noise = line(off)
	d.Away = mean(off[len(off)-week:])
	slopes := math.Abs(d.Slope) > standsOut*d.Noise && math.Abs(d.Away) > away && (d.Slope < 0) == (d.Away < 0)
	return d, slopes || math.Abs(mean(off[len(off)-fortnight:])) > farAway
}

// line is the slope of the straight line through values one apart, by least squares, and its standard error.
func line(y []float64) (slope, noise float64) {
	n, my := float64(len(y)), mean(y)
	mx := (n - 1) / 2
	var sxx, sxy float64
	for i, v := range y {
		dx := float64(i) - mx
		sxx, sxy = sxx+dx*dx, sxy+dx*(v-my)
	}
	slope = sxy / sxx
	var rest float64
	for i, v := range y {
		e := v - my - slope*(float64(i)-mx)
		rest += e * e
	}
	return slope, math.Sqrt(rest / (n - 2) / sxx)
}

func mean(y []float64) (m float64) {
	for _, v := range y {
		m += v
	}
	return m / float64(len(y))
}
