package significance

import (
	"math"
	"slices"

	"citadel/memory/event"
)

// Change is how far a figure moved, in the unit of its mode (economics.md §5, of which it is the
// formula). Both values are of one vintage; scale is the usual size of the figure, by which a percentage is
// told where the older value is none to divide by: negative, or next to nothing. It is rounded, so that a
// step of a quarter of a percentage point is 25 hundredths and not a hair less.
func Change(mode string, prev, cur, scale float64) float64 {
	switch mode {
	case "bp", "yoy_bp":
		return math.Round((cur-prev)*1000) / 10
	case "pts":
		return math.Round((cur-prev)*1e6) / 1e6
	}
	if prev <= 0 || cur <= 0 || prev < 0.2*scale {
		if scale <= 0 {
			return 0
		}
		return math.Round((cur-prev)/scale*1e11) / 1e9
	}
	return math.Round((cur/prev-1)*1e11) / 1e9
}

// Bounds of severity, in robust standard deviations.
const (
	medium = 2.0
	high   = 3.0
	wild   = 8.0 // a daily figure that is so far out may be a slip of whoever typed it
)

// fewest is how many changes tell a spread at all.
const fewest = 12

// consistent makes the median deviation that of a normal distribution, and around the mean likewise.
const (
	consistent     = 1.4826
	consistentMean = 1.2533
)

// spread is the robust standard deviation of changes. Where most are the same, as those of a rate that is set
// eight times a year, the median deviation is none, and the mean one is taken. It is zero where the changes are all the
// same, and negative where they are too few to tell.
func spread(changes []float64) float64 {
	if len(changes) < fewest {
		return -1
	}
	middle := median(changes)
	off := make([]float64, len(changes))
	sum := 0.0
	for i, c := range changes {
		off[i] = math.Abs(c - middle)
		sum += off[i]
	}
	if d := median(off); d > 0 {
		return consistent * d
	}
	return consistentMean * sum / float64(len(off))
}

// median is the middle of values, of which there is at least one.
func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	if n := len(v); n%2 == 0 {
		return v[n/2-1]/2 + v[n/2]/2
	}
	return v[len(v)/2]
}

// grade tells how much a move stands out.
func (s series) grade(m *Move, ref reference, n, known int) {
	usual := s.spread(m.Against, ref.at, n, known)
	m.Sigmas = sigmas(m.Change, usual)
	// What is new of it may stand out though the whole does not: a jump after weeks of wavering.
	if m.Against == event.AgainstLevel && known > ref.at && known < n {
		news := Change(s.rule.Mode, s.points[known].Value, s.points[n].Value, s.scale)
		if math.Abs(news) >= s.rule.size() && news > 0 == (m.Change > 0) {
			if z := sigmas(news, s.spread(m.Against, known, n, known)); z >= high {
				m.Sigmas = max(m.Sigmas, z)
			}
		}
	}
	switch {
	case m.Sigmas > high:
		m.Severity = event.HighMove
	case m.Sigmas >= medium, usual == 0, s.rule.Policy:
		m.Severity = event.MediumMove
	default:
		m.Severity = event.LowMove
	}
	if s.rule.Every == "D" && !s.rule.Policy && m.Confirms == 0 {
		m.Unconfirmed = m.Sigmas > wild || s.jumps(m.Against, n, known)
	}
}

// jumps says whether the newest figure lies absurdly far from the one before it.
func (s series) jumps(against string, n, known int) bool {
	if against != event.AgainstLevel {
		return false
	}
	step := Change(s.rule.Mode, s.points[n-1].Value, s.points[n].Value, s.scale)
	return math.Abs(step) >= s.rule.size() && sigmas(step, s.spread(against, n-1, n, known)) > wild
}

// mostSigmas bounds what is told: beyond it a number says no more.
const mostSigmas = 99

func sigmas(change, usual float64) float64 {
	if usual <= 0 {
		return 0
	}
	return min(mostSigmas, math.Round(math.Abs(change)/usual*100)/100)
}
