package significance_test

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"citadel/brain/significance"
	"citadel/memory/event"
)

// market is two years of a daily figure that wavers around a level of its own, with what happens to such figures: days
// off, days without a figure, corrections, another unit, mornings without a look, and shocks.
type market struct {
	rule   significance.Rule
	daily  float64 // standard deviation of what a day adds, in the unit of the rule
	level  float64
	shocks map[int]float64 // by day: by how much the level goes for good, in the unit of the rule
	faults bool
}

const (
	before = 420 // days of before the first pull
	lived  = 730 // days of pulls
	pull   = 0.8 // what of its distance from the level is left the next day
)

// sound gives the deviation from the level for each day: it is pulled back, with tails as fat as markets have them.
func sound(r *rand.Rand, n int) []float64 {
	out, at := make([]float64, n), 0.0
	for i := range out {
		step := r.NormFloat64()
		if r.Intn(20) == 0 {
			step *= 1.8
		}
		at = float64(pull*at) + step
		out[i] = at
	}
	return out
}

// sigma is the true standard deviation of a change over so many days.
func (m market) sigma(days int) float64 {
	return m.daily * math.Sqrt(2*(1-math.Pow(pull, float64(days)))/(1-pull*pull))
}

// found is what the pulls of a market came to.
type found struct {
	moves                    []significance.Move // medium and high, no corrections, each told once
	undone, revised, rebased int
	days                     map[event.Day]int // which day of the simulation a date is
	clean                    []float64         // what each day truly was, without faults
}

func closed(n int) bool { return n%7 >= 5 || n%61 == 60 }

func (m market) live(t *testing.T, seed int64) found {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	f := newFeed(t, m.rule)
	noise := sound(r, before+lived)
	level, unit := m.level, 1.0
	out := found{days: map[event.Day]int{}}
	told := map[event.Seq]bool{}
	for n := range before + lived {
		on := start + event.Day(n)
		out.days[on] = n
		level = m.off(level, m.shocks[n])
		out.clean = append(out.clean, m.off(level, m.daily*noise[n]))
		if !closed(n) {
			f.all = append(f.all, event.Figure{On: on, Value: out.clean[n] * unit})
			f.all = f.all[max(0, len(f.all)-330):]
		}
		if n < before {
			continue
		}
		if _, shock := m.shocks[n]; m.faults && !shock && !closed(n) {
			unit = m.fault(r, f, unit)
		}
		if m.faults && r.Intn(15) == 0 {
			continue // nobody looked that morning
		}
		v := f.pull()
		out.revised, out.undone, out.rebased = out.revised+len(v.Revised), out.undone+len(v.Undone), out.rebased+b2i(v.Factor != 0)
		for _, x := range v.Moves {
			if x.Revised || x.Severity == event.LowMove || told[x.Confirms] {
				continue
			}
			told[f.seq] = x.Unconfirmed
			out.moves = append(out.moves, x)
		}
		if n%10 > 0 {
			continue
		}
		if again := f.pull(); !again.Silent() || len(again.Moves) > 0 {
			t.Fatalf("day %d, pulled again: %+v", n, again)
		}
	}
	return out
}

// off is a value so far from another.
func (m market) off(from, by float64) float64 {
	if m.rule.Mode == "bp" {
		return from + by/100
	}
	return from * (1 + by/100)
}

// fault does to the newest days what publishers do.
func (m market) fault(r *rand.Rand, f *feed, unit float64) float64 {
	last := f.last()
	switch r.Intn(40) {
	case 0: // corrected by little
		f.all = slices.Clone(f.all)
		f.all[last-1-r.Intn(3)].Value *= 1 + m.daily/5000
	case 1: // a day is withdrawn, for good
		at := last - 1 - r.Intn(5)
		f.all = slices.Delete(slices.Clone(f.all), at, at+1)
	case 2:
		if m.rule.Mode == "pct" && r.Intn(5) == 0 { // another unit, all of it
			factor := []float64{2, 0.1, 1.5}[r.Intn(3)]
			f.all = slices.Clone(f.all)
			for i := range f.all {
				f.all[i].Value *= factor
			}
			return unit * factor
		}
	}
	return unit
}

// planted puts shocks into a market, each of three to six deviations of a change over a month, and past the threshold.
func (m market) planted(r *rand.Rand, every int) market {
	m.shocks = map[int]float64{}
	for n := before + 20; n < before+lived-15; n += every + r.Intn(10) {
		at := n
		for closed(at) {
			at++
		}
		size := max(m.sigma(28)*(3+3*r.Float64()), 1.5*m.rule.Size)
		if r.Intn(2) == 0 {
			size = 100 * (1/(1+size/100) - 1) // back from there
			if m.rule.Mode == "bp" {
				size = -max(m.sigma(28)*(3+3*r.Float64()), 1.5*m.rule.Size)
			}
		}
		m.shocks[at] = size
	}
	return m
}

// markets are the shapes of the catalogue: prices, rates, indexes, and a spread around nothing.
func markets() []market {
	return []market{
		{rule: significance.Rule{Every: "D", Mode: "pct", Size: 3}, daily: 1.2, level: 80},
		{rule: significance.Rule{Every: "D", Mode: "pct", Size: 3}, daily: 2, level: 3.2},
		{rule: significance.Rule{Every: "D", Mode: "pct", Size: 3}, daily: 0.5, level: 0.65},
		{rule: significance.Rule{Every: "D", Mode: "bp", Size: 25}, daily: 6, level: 4.1},
		{rule: significance.Rule{Every: "D", Mode: "bp", Size: 25}, daily: 5, level: 0.1}, // a spread, below nothing at times
		{rule: significance.Rule{Every: "D", Mode: "pct", Size: 25}, daily: 6, level: 18},
		{rule: significance.Rule{Every: "D", Mode: "pct", Size: 2}, daily: 0.4, level: 120},
	}
}

// justified says whether the figures truly moved between two dates by as much as a move has to: with the true spread,
// and without what publishers did to them.
func (f found) justified(m market, x significance.Move) bool {
	from, to := f.days[x.Since], f.days[x.On]
	change := significance.Change(m.rule.Mode, f.clean[from], f.clean[to], m.level)
	return math.Abs(change) >= m.rule.Size*0.99 && math.Abs(change) >= 2*m.sigma(to-from) && change > 0 == (x.Change > 0)
}

// patience is within how many days a shock has to be told of: a week of rest after a smaller move, weekends and
// mornings without a look.
const patience = 10

// Two years of daily figures with shocks and all that publishers do: those that were planted are found, and little else
// is that did not truly move by two deviations.
func TestPlantedShocks(t *testing.T) {
	planted, hit, moves, right, of := 0, 0, 0, 0, 0
	var sum found
	for k, m := range markets() {
		for seed := range int64(3) {
			m.faults = true
			m := m.planted(rand.New(rand.NewSource(seed+100*int64(k))), 150)
			f := m.live(t, seed+1000*int64(k))
			got := map[int]bool{}
			for _, x := range f.moves {
				near := false
				for shock, size := range m.shocks {
					if since := f.days[x.On] - shock; since >= 0 && since <= patience && size > 0 == (x.Change > 0) {
						near, got[shock] = true, true
					}
				}
				of += b2i(near)
				if near || f.justified(m, x) {
					right++
				} else {
					t.Logf("market %d, day %d: not justified: %+v", k, f.days[x.On], x)
				}
			}
			for shock, size := range m.shocks {
				if !got[shock] {
					t.Logf("market %d: missed %.1f on day %d", k, size, shock)
				}
			}
			planted, hit, moves = planted+len(m.shocks), hit+len(got), moves+len(f.moves)
			sum.revised, sum.rebased, sum.undone = sum.revised+f.revised, sum.rebased+f.rebased, sum.undone+f.undone
		}
	}
	recall, precision := float64(hit)/float64(planted), float64(right)/float64(moves)
	t.Logf("%d shocks: recall %.3f; %d moves, precision %.3f, %d of shocks; %d revised, %d units, %d taken back",
		planted, recall, moves, precision, of, sum.revised, sum.rebased, sum.undone)
	if planted < 60 || recall < 0.95 || precision < 0.90 || sum.revised == 0 || sum.rebased == 0 {
		t.Errorf("%d shocks: recall %.3f, precision %.3f", planted, recall, precision)
	}
}

// The same figures without shocks, as calm as their thresholds take them to be, and with all that publishers do.
func TestQuietControl(t *testing.T) {
	for k, m := range markets() {
		for seed := range int64(3) {
			m.faults, m.daily = true, m.rule.Size/12
			if f := m.live(t, seed+1000*int64(k)); len(f.moves) != 0 {
				t.Errorf("market %d: %+v", k, f.moves)
			}
		}
	}
}
