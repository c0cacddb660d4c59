package significance

import (
	"math"

	"citadel/memory/economy"
	"citadel/memory/event"
)

// compare tells what of an answer was not known. Figures of before the first that is known are left out:
// they were never wanted, or are forgotten.
func compare(known economy.Indicator, feed string, read []event.Figure) (v Verdict) {
	last, ok := known.Last()
	if !ok {
		return Verdict{First: true, Whole: true, New: read, Figures: read}
	}
	before := known.Figures
	own := known.Feed == feed || known.Feed == ""
	if own {
		if v.Factor = rebased(before, read); v.Factor != 0 {
			before = scaled(before, v.Factor)
		}
	}
	for _, x := range read {
		at, there := find(before, x.On)
		switch {
		case x.On > last.On:
			v.New = append(v.New, x)
		case x.On < before[0].On:
		case !there && own:
			v.Late = append(v.Late, x)
		case there && own && v.Factor == 0 && before[at].Value != x.Value:
			v.Revised = append(v.Revised, x)
		}
	}
	v.Figures = economy.Merge(before, v.Late)
	v.Figures = economy.Merge(v.Figures, v.Revised)
	v.Figures = economy.Merge(v.Figures, v.New)
	v.Whole = v.Factor != 0 || !own && len(v.New) > 0
	if v.Whole {
		v.Figures = economy.Merge(before, read)
	}
	return v
}

// Bounds of rebasing (economics.md §5.9).
const (
	leastOverlap = 12
	sameRatio    = 0.01
	otherRatio   = 0.02
)

// rebased is by how much all figures of a table were multiplied; zero where they were not.
func rebased(before, read []event.Figure) float64 {
	var ratios []float64
	for _, x := range read {
		at, there := find(before, x.On)
		if !there {
			continue
		}
		if before[at].Value == 0 || x.Value == 0 {
			return 0
		}
		ratios = append(ratios, x.Value/before[at].Value)
	}
	if len(ratios) < leastOverlap {
		return 0
	}
	factor := median(ratios)
	if factor <= 0 || math.Abs(factor-1) <= otherRatio {
		return 0
	}
	for _, r := range ratios {
		if math.Abs(r/factor-1) > sameRatio {
			return 0
		}
	}
	return factor
}

func scaled(figures []event.Figure, by float64) []event.Figure {
	out := make([]event.Figure, len(figures))
	for i, x := range figures {
		out[i] = event.Figure{On: x.On, Value: x.Value * by}
	}
	return out
}

// undone are the moves that revised figures do not bear out any more.
func undone(r Rule, now series, standing []economy.Standing) (out []Undone) {
	for _, m := range standing {
		to, from := now.index(m.On), now.index(m.Since)
		if to < 0 || now.points[to].On != m.On {
			continue // it is not in this answer
		}
		if m.Against == event.AgainstLevel && (from < 0 || now.points[from].On != m.Since) {
			continue
		}
		again, ok := now.move(reference{against: m.Against, at: max(0, from), moved: -1}, to)
		if ok && (math.Abs(again.Change) < r.size() || again.Change > 0 != m.Up) {
			out = append(out, Undone{m.Seq, event.UndoneRevised, again.From, again.To, again.Change})
		}
	}
	return out
}

// corrected tells of the newest known figure that is another by as much as a move. It says nothing of the world: a
// move that was not is as good as one.
func (v *Verdict) corrected(r Rule, before, now series) {
	for i := len(v.Revised) - 1; i >= 0; i-- {
		on := v.Revised[i].On
		was, known := find(before.points, on)
		is, there := find(now.points, on)
		if !known || !there {
			continue
		}
		from, to := before.points[was].Value, now.points[is].Value
		change := Change(r.Mode, from, to, now.scale)
		if r.Seasonal {
			change = math.Round((to-from)*1e9) / 1e9
		}
		if math.Abs(change) < r.size() {
			continue
		}
		m := Move{From: from, To: to, Since: on, On: on, Measure: event.Measure{
			Mode: r.Mode, Size: r.size(), Change: change, Against: event.AgainstLevel, Revised: true, Severity: event.LowMove,
		}}
		usual := now.spread(event.AgainstLevel, max(0, is-1), is, len(now.points)-1)
		if m.Sigmas = sigmas(change, usual); m.Sigmas > high {
			m.Severity = event.HighMove
		} else if m.Sigmas >= medium || r.Policy {
			m.Severity = event.MediumMove
		}
		v.Moves = append(v.Moves, m)
		return
	}
}
