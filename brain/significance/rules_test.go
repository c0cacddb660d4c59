package significance_test

import (
	"math"
	"math/rand"
	"testing"
	"time"

	"citadel/brain/significance"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// feed is one indicator as the ledger has it, and an answer of its publisher.
type feed struct {
	t    failer
	rule significance.Rule
	fold *economy.Fold
	seq  event.Seq
	all  []event.Figure // the answer
	from string
}

var (
	start = event.DayOf(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC))
	crude = significance.Rule{Every: "D", Mode: "pct", Size: 3}
)

// failer is a test, or a property of one.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func newFeed(t failer, r significance.Rule) *feed {
	return &feed{t: t, rule: r, fold: economy.New(), from: "fred"}
}

// then appends figures, each the next day, week, month or quarter.
func (f *feed) then(values ...float64) *feed {
	for _, v := range values {
		on := start
		if n := len(f.all); n > 0 {
			on = f.next(f.all[n-1].On)
		}
		f.all = append(f.all, event.Figure{On: on, Value: v})
	}
	return f
}

func (f *feed) next(d event.Day) event.Day {
	switch f.rule.Every {
	case "W":
		return d + 7
	case "M":
		return event.DayOf(d.Time().AddDate(0, 1, 0))
	case "Q":
		return event.DayOf(d.Time().AddDate(0, 3, 0))
	}
	return d + 1
}

// quiet appends n figures that waver around a level by a share of it.
func (f *feed) quiet(n int, level, by float64) *feed {
	r := rand.New(rand.NewSource(int64(n)))
	for range n {
		f.then(level * (1 + by*(2*r.Float64()-1)))
	}
	return f
}

func (f *feed) known() economy.Indicator { return f.fold.Of("it") }

// pull judges the answer and records what came of it.
func (f *feed) pull() significance.Verdict {
	f.t.Helper()
	v := significance.Judge(f.rule, f.known(), f.from, f.all)
	record := func(p event.Payload) {
		f.seq++
		f.fold.Apply(ledger.Record{Seq: f.seq}, p)
	}
	switch {
	case v.Whole:
		record(event.FiguresRead{Indicator: "it", Feed: f.from, Every: f.rule.Every, Whole: true, Factor: v.Factor, Figures: event.FiguresOf(v.Figures)})
	case !v.Silent():
		record(event.FiguresRead{Indicator: "it", Feed: f.from, Every: f.rule.Every, Figures: event.FiguresOf(economy.Merge(v.New, v.Late)), Revised: event.FiguresOf(v.Revised)})
	}
	for _, u := range v.Undone {
		record(event.MoveUndone{Indicator: "it", Move: u.Move, Why: u.Why})
	}
	for _, m := range v.Moves {
		record(event.IndicatorMoved{Indicator: "it", Since: m.Since.Time(), On: m.On.Time(), From: m.From, To: m.To, Measure: &m.Measure})
	}
	return v
}

// moved pulls and wants one move.
func (f *feed) moved() significance.Move {
	f.t.Helper()
	v := f.pull()
	if len(v.Moves) != 1 {
		f.t.Fatalf("moves %+v, undone %+v; want one move", v.Moves, v.Undone)
	}
	return v.Moves[0]
}

// still pulls and wants none.
func (f *feed) still(why string) significance.Verdict {
	f.t.Helper()
	v := f.pull()
	if len(v.Moves) != 0 {
		f.t.Fatalf("%s: %+v", why, v.Moves)
	}
	return v
}

func (f *feed) last() int { return len(f.all) - 1 }

func TestChange(t *testing.T) { // rules 6 and 7, and their vectors
	for _, c := range []struct {
		mode             string
		prev, cur, scale float64
		want             float64
	}{
		{"bp", 0.10, 0.35, 1, 25},
		{"bp", 4.35, 4.10, 1, -25},
		{"bp", 4.35, 4.10, 0, -25},
		{"yoy_bp", 2.9, 3.15, 1, 25},
		{"pts", -0.2, 0.3, 1, 0.5},
		{"pct", 100, 103, 100, 3},
		{"pct", 79.61, 86.38, 80, 8.503957},
		{"pct7", 60, 45, 60, -25},
		{"pct", 18.31, -36.98, 30, -184.3},
		{"pct", -36.98, 8.91, 30, 152.966667},
		{"pct", 5, 10, 30, 16.666667}, // of less than a fifth of the usual
		{"pct", 6, 12, 30, 100},
		{"pct", 0, 3, 30, 10},
		{"pct", -1, 1, 0, 0},
	} {
		if got := significance.Change(c.mode, c.prev, c.cur, c.scale); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s from %v to %v, scale %v: %v, want %v", c.mode, c.prev, c.cur, c.scale, got, c.want)
		}
	}
}

func TestNoNewFigureNoMove(t *testing.T) { // rule 1
	f := newFeed(t, crude).quiet(300, 80, 0.005)
	f.still("the first run") // rule 3
	f.still("nothing came")
	f.then(90)
	f.moved()
	if v := f.still("it came again"); !v.Silent() { // rule 16
		t.Errorf("again: %+v", v)
	}
}

func TestSeveralNewFiguresAreOneMove(t *testing.T) { // rule 1
	f := newFeed(t, crude).quiet(300, 80, 0.007)
	f.pull()
	f.then(82, 84, 78, 85, 83.2)
	if m := f.moved(); m.To != 83.2 || m.On != f.all[f.last()].On {
		t.Errorf("%+v", m)
	}
	f.then(83.3, 96, 70, 83.4) // up and down within an outage
	f.still("it came back")
}

func TestReferenceIsTheLastMoveOrNotTooLongAgo(t *testing.T) { // rule 2
	for _, c := range []struct {
		every string
		back  int
	}{{"D", 20}, {"W", 8}, {"M", 3}, {"Q", 1}} {
		f := newFeed(t, significance.Rule{Every: c.every, Mode: "pct", Size: 3}).quiet(60, 80, 0.007)
		f.pull()
		f.then(83.2)
		m := f.moved()
		if want := f.all[f.last()-c.back]; m.From != want.Value || m.Since != want.On {
			t.Errorf("%s: from %v at %v, want %+v", c.every, m.From, m.Since, want)
		}
		if c.every == "Q" {
			continue
		}
		at := f.all[f.last()]
		f.then(83.4)
		f.still("it stays there")
		f.then(91)
		if m := f.moved(); m.From != at.Value || m.Since != at.On {
			t.Errorf("%s, after a move: from %v at %v, want %+v", c.every, m.From, m.Since, at)
		}
	}
}

func TestSlowDriftIsOneMove(t *testing.T) { // rule 2
	f := newFeed(t, crude).quiet(300, 80, 0.001)
	f.pull()
	var moves []significance.Move
	for range 20 {
		f.then(f.all[f.last()].Value * 1.003)
		moves = append(moves, f.pull().Moves...)
	}
	if len(moves) != 2 {
		t.Errorf("6 %% in 20 steps of 0.3 %% are %d moves: %+v", len(moves), moves)
	}
}

func TestRestAfterAMove(t *testing.T) { // rule 2
	for after := 1; after <= 6; after++ {
		f := newFeed(t, crude).quiet(300, 80, 0.007)
		f.pull()
		f.then(83.2)
		f.moved()
		for range after - 1 {
			f.then(83.2)
			f.still("it stays")
		}
		f.then(83.2 * 1.04)
		if got := len(f.pull().Moves); got != b2i(after > 5) {
			t.Errorf("4 %% %d figures after a move: %d moves", after, got)
		}
	}
	f := newFeed(t, crude).quiet(300, 80, 0.007)
	f.pull()
	f.then(83.2)
	f.moved()
	f.then(83.2 * 1.061) // twice the size
	f.moved()
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestOfOneVintage(t *testing.T) { // rule 4
	f := newFeed(t, crude).quiet(300, 80, 0.001)
	f.pull()
	for i := range f.all { // revised throughout, by no more than a rebasing is told by
		f.all[i].Value *= 1.015
	}
	f.then(81.2 * 1.02)
	f.still("2 % in its own vintage, 3.5 % across both")
}

func TestSeverity(t *testing.T) { // rule 5
	for _, c := range []struct {
		by   float64
		want string
	}{{1.9, event.LowMove}, {2.3, event.MediumMove}, {3.4, event.HighMove}} {
		f := newFeed(t, significance.Rule{Every: "D", Mode: "pct", Size: 1})
		r := rand.New(rand.NewSource(4))
		for range 400 { // around a level: changes over any horizon have the same spread
			f.then(100 + r.NormFloat64())
		}
		f.then(100)
		f.pull()
		f.all[f.last()-19].Value = 100
		f.then(100)
		f.pull()
		f.then(100 + c.by*math.Sqrt2)
		f.all[f.last()-20].Value = 100
		v := significance.Judge(f.rule, f.known(), "fred", f.all)
		for _, m := range v.Moves {
			if !m.Revised && (m.Severity != c.want || math.Abs(m.Sigmas-c.by) > 0.25) {
				t.Errorf("%v deviations are %s (%v)", c.by, m.Severity, m.Sigmas)
			}
		}
		if len(v.Moves) == 0 {
			t.Errorf("%v deviations are no move", c.by)
		}
	}
	f := newFeed(t, significance.Rule{Every: "M", Mode: "bp", Size: 25}).then(2, 2, 2, 2, 2, 2)
	f.pull()
	f.then(2.5)
	if m := f.moved(); m.Severity != event.LowMove || m.Sigmas != 0 {
		t.Errorf("with nothing to compare with: %+v", m)
	}
}

func TestNegativePrices(t *testing.T) { // rules 6 and 12
	f := newFeed(t, crude).quiet(300, 30, 0.02)
	f.then(20, 19, 18.31)
	f.pull()
	f.then(-36.98)
	m := f.moved()
	if !m.Unconfirmed || m.Severity != event.HighMove || m.Change > -180 || math.IsInf(m.Change, 0) {
		t.Errorf("the day it fell below nothing: %+v", m)
	}
	f.then(8.91)
	if m := f.moved(); m.Confirms == 0 || m.Unconfirmed || m.Change >= 0 {
		t.Errorf("the day after: %+v", m)
	}
}

func TestPolicyRates(t *testing.T) { // rule 7
	r := significance.Rule{Every: "D", Mode: "bp", Size: 25, Policy: true}
	f := newFeed(t, r)
	for n := range 300 {
		f.then(4.35 - 0.25*float64(n/120))
	}
	f.pull()
	f.then(f.all[f.last()].Value + 0.15)
	if m := f.moved(); m.Severity == event.LowMove || m.Unconfirmed || m.Change != 15 {
		t.Errorf("%+v", m)
	}
	g := newFeed(t, significance.Rule{Every: "D", Mode: "bp", Size: 25})
	for range 300 {
		g.then(0.10)
	}
	g.pull()
	g.then(0.35)
	if m := g.moved(); m.Change != 25 || m.Severity != event.MediumMove {
		t.Errorf("a quarter of a point of what never changed: %+v", m)
	}
}

func TestRevisions(t *testing.T) { // rule 8
	f := newFeed(t, crude).quiet(300, 80, 0.002)
	f.pull()
	f.all[295].Value *= 1.02
	if v := f.still("a small correction"); len(v.Revised) != 1 || f.known().Revisions != 1 {
		t.Errorf("%+v", v)
	}
	was := f.all[290].Value
	f.all[290].Value *= 1.05
	if m := f.moved(); !m.Revised || m.From != was || m.On != f.all[290].On || m.Since != m.On {
		t.Errorf("a large one: %+v", m)
	}
	f.still("the same again")
}

func TestARevisionTakesAMoveBack(t *testing.T) { // issue: exactly one correction
	f := newFeed(t, crude).quiet(300, 79.6, 0.001)
	f.pull()
	f.then(86.38)
	f.moved()
	move := f.seq
	f.all[f.last()].Value = 81.02
	v := f.still("what remains is no move")
	if len(v.Undone) != 1 || v.Undone[0].Move != move || v.Undone[0].Why != event.UndoneRevised || v.Undone[0].To != 81.02 || math.Abs(v.Undone[0].Change-1.8) > 0.2 {
		t.Fatalf("%+v", v.Undone)
	}
	f.all[f.last()].Value = 80.9
	if v := f.pull(); len(v.Undone) != 0 {
		t.Errorf("once more: %+v", v.Undone)
	}
	f.then(86) // from where it was before
	if m := f.moved(); m.From > 80 {
		t.Errorf("%+v", m)
	}
}

func TestRebasing(t *testing.T) { // rule 9
	for _, factor := range []float64{100, 0.453, 1.03} {
		f := newFeed(t, significance.Rule{Every: "M", Mode: "pct", Size: 3}).quiet(70, 250, 0.004)
		f.pull()
		f.then(262)
		f.moved()
		for i := range f.all {
			f.all[i].Value *= factor * (1 + 0.0005*float64(i%3)) // rounded by the publisher
		}
		f.then(262.2 * factor)
		v := f.still("another unit")
		if math.Abs(v.Factor/factor-1) > 0.01 || len(v.Revised) != 0 || len(v.Undone) != 0 {
			t.Errorf("factor %v: %v, %d revised, %d undone", factor, v.Factor, len(v.Revised), len(v.Undone))
		}
		f.then(275 * factor)
		if m := f.moved(); math.Abs(m.Change-5) > 0.5 {
			t.Errorf("after it: %+v", m)
		}
	}
}

func TestGapsAreNoMoves(t *testing.T) { // rule 11
	f := newFeed(t, crude).quiet(300, 80, 0.002)
	f.pull()
	f.all = append(f.all, event.Figure{On: f.all[f.last()].On + 6, Value: 80})
	f.still("after holidays")
	f.all = append(f.all[:297:297], f.all[298:]...) // one goes
	f.still("one was withdrawn")
	late := event.Figure{On: f.all[100].On, Value: 300}
	g := newFeed(t, crude).quiet(300, 80, 0.002)
	g.all = append(g.all[:100:100], g.all[101:]...)
	g.pull()
	g.all = economy.Merge(g.all, []event.Figure{late})
	if v := g.still("one came late"); len(v.Late) != 1 {
		t.Errorf("%+v", v)
	}
}

func TestAnOutlierWaits(t *testing.T) { // rule 12
	slip := func() *feed {
		f := newFeed(t, crude).quiet(300, 80, 0.005)
		f.pull()
		f.then(800)
		if m := f.moved(); !m.Unconfirmed {
			t.Fatalf("%+v", m)
		}
		return f
	}
	f := slip()
	move := f.seq
	f.then(80)
	if v := f.still("it was a slip"); len(v.Undone) != 1 || v.Undone[0].Why != event.UndoneUnconfirmed || v.Undone[0].Move != move {
		t.Errorf("%+v", v.Undone)
	}
	f = slip()
	move = f.seq
	f.then(790)
	if m := f.moved(); m.Confirms != move || m.Unconfirmed || m.From > 81 {
		t.Errorf("it was none: %+v", m)
	}
	f.then(795)
	f.still("it is known")
	f = slip()
	f.all[f.last()].Value = 80 // it was corrected
	if v := f.still("corrected"); len(v.Undone) != 1 || v.Undone[0].Why != event.UndoneRevised {
		t.Errorf("%+v", v.Undone)
	}
}

func TestOnTheYear(t *testing.T) { // rules 2 and 5
	f := newFeed(t, significance.Rule{Every: "M", Mode: "yoy_bp", Size: 25})
	for n := range 80 {
		f.then(100 * math.Pow(1.002, float64(n)))
	}
	f.pull()
	f.then(f.all[f.last()].Value * 1.0055)
	if m := f.moved(); m.Change != 35.8 || math.Abs(m.From-2.427) > 0.01 || math.Abs(m.To-2.785) > 0.01 {
		t.Errorf("%+v", m)
	}
	// What is not cleared of seasons: every December is high, and one is higher.
	g := newFeed(t, significance.Rule{Every: "M", Mode: "pct", Size: 15, Seasonal: true})
	season := func(n int) float64 { return 1000 * (1 + 0.3*math.Sin(float64(n)*math.Pi/6)) * (1 + 0.01*float64(n%5)) }
	for n := range 72 {
		g.then(season(n))
	}
	g.pull()
	for n := 72; n < 84; n++ {
		g.then(season(n))
		g.still("the season")
	}
	g.then(season(84) * 1.3)
	m := g.moved()
	if m.Against != event.AgainstYear || m.Since != g.all[72].On || m.From != g.all[72].Value || m.Severity != event.HighMove {
		t.Errorf("%+v", m)
	}
	g.then(season(85) * 1.3)
	g.still("it stays so for the year")
}

func TestMeansAreCompared(t *testing.T) { // of initial claims, the mean of four weeks
	f := newFeed(t, significance.Rule{Every: "W", Mode: "pct", Size: 10, Mean: 4}).quiet(120, 220, 0.02)
	f.pull()
	f.then(260)
	f.still("one week that is high")
	f.then(220, 220, 220, 220).pull()
	f.then(250, 250).pull()
	f.then(250)
	m := f.moved()
	if n := f.last(); m.To != (f.all[n].Value+f.all[n-1].Value+f.all[n-2].Value+f.all[n-3].Value)/4 || m.Change < 10 || m.Change > 14 {
		t.Errorf("%+v", m)
	}
	f.all[f.last()].Value, f.all[f.last()-1].Value = 221, 222
	if v := f.pull(); len(v.Undone) != 1 || len(v.Moves) != 0 {
		t.Errorf("corrected: %+v", v)
	}
}

func TestWeekOnMonth(t *testing.T) { // the mode pct7
	f := newFeed(t, significance.Rule{Every: "D", Mode: "pct7", Size: 20}).quiet(300, 60, 0.1)
	f.pull()
	var moves []significance.Move
	for range 60 {
		f.quiet(1, 30, 0)
		moves = append(moves, f.pull().Moves...)
	}
	var first []significance.Move
	for _, m := range moves {
		if m.Confirms == 0 {
			first = append(first, m)
		}
	}
	if len(first) == 0 || len(first) > 3 || moves[0].Against != event.AgainstMonth || moves[0].Change > -20 {
		t.Errorf("%d moves: %+v", len(moves), moves)
	}
	g := newFeed(t, f.rule).quiet(300, 60, 0.1)
	g.pull()
	g.then(10)
	g.still("one day")
}

func TestAnotherPublisherCorrectsNothing(t *testing.T) {
	f := newFeed(t, crude).quiet(300, 0.65, 0.002)
	f.pull()
	f.from = "frankfurter"
	for i := range f.all {
		f.all[i].Value *= 1.001
	}
	f.then(0.66)
	if v := f.still("it serves"); len(v.New) != 1 || len(v.Revised) != 0 {
		t.Errorf("%+v", v)
	}
	f.then(0.70)
	f.moved()
}
