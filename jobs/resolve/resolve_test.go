package resolve_test

import (
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/jobstest"
	"citadel/jobs/resolve"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// world is a mind in which crude oil drives shipping costs, and shipping costs work against exports.
type world struct {
	*turntest.World
	t     *testing.T
	crude event.Seq // the newest move of crude oil
}

func begin(t *testing.T) *world {
	w := &world{World: turntest.New(t).At("2026-11-18 10:00"), t: t}
	for _, e := range []event.EdgeDrawn{
		{Source: "crude_oil_wti", Relation: event.Drives, Target: "shipping_costs", Confidence: 0.7},
		{Source: "shipping_costs", Relation: event.Opposes, Target: "exports", Confidence: 0.6},
		{Source: "crude_oil_wti", Relation: event.Drives, Target: "pulp_price", Confidence: 0.7, Lag: &event.Bounds{From: 2, To: 4}},
	} {
		e.Origin, e.By, e.On = event.FromWorld, "test", w.Now
		w.Write(e)
	}
	return w
}

func date(s string) time.Time {
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return d
}

// figures are read to a date.
func (w *world) figures(name, to string) {
	w.Write(event.FiguresRead{Indicator: name, Feed: "fred", Every: "M", Due: 75, On: w.Now, Figures: event.FiguresOf([]event.Figure{{On: event.DayOf(date(to)), Value: 100}})})
}

func (w *world) moved(name, on string, change float64, how ...func(*event.Measure)) event.Seq {
	m := event.Measure{Mode: "pct", Size: 3, Change: change, Against: event.AgainstLevel, Severity: event.HighMove}
	for _, h := range how {
		h(&m)
	}
	return w.Write(event.IndicatorMoved{Indicator: name, From: 100, To: 100 + change, Since: date(on).AddDate(0, 0, -20), On: date(on), Feed: "fred", Measure: &m})
}

// opens has a forecast that shipping costs rise by a date.
func (w *world) opens(by string) event.Seq {
	w.crude = w.moved("crude_oil_wti", "2026-11-16", 8.5)
	return w.Write(event.ForecastOpened{Move: w.crude, Thing: "shipping_costs", Up: true, P: 0.7, Since: date("2026-11-16"), By: date(by), On: w.Now})
}

// pull records a round of figures at a moment, and has a new process look.
func (w *world) pull(at string) {
	w.t.Helper()
	w.At(at)
	w.Write(event.FeedsPulled{On: w.Now.UTC(), Asked: 3, Read: 3})
	jobstest.Look(w.t, w.World, resolve.Job())
	head := w.Mind.Head()
	jobstest.Look(w.t, w.World, resolve.Job()) // and another, which finds nothing more
	if w.Mind.Head() != head {
		w.t.Errorf("at %s it is decided twice", at)
	}
}

func (w *world) record() (r economy.Record, open int) {
	w.Mind.Read(func(v memory.View) { r, open = v.Economy.Record, len(v.Economy.Forecasts) })
	return r, open
}

func unconfirmed(m *event.Measure) { m.Unconfirmed = true }

// A forecast is decided by the first far move of its figure after the move that it was told of, and by its date; what
// cannot be seen decides nothing.
func TestForecasts(t *testing.T) {
	for name, c := range map[string]struct {
		then        func(w *world)
		at          string
		true, wrong int
		open        int
	}{
		"nothing yet":     {func(w *world) { w.figures("shipping_costs", "2026-12-01") }, "2026-12-20", 0, 0, 1},
		"it followed":     {func(w *world) { w.figures("shipping_costs", "2026-12-01"); w.moved("shipping_costs", "2026-12-01", 4) }, "2026-12-20", 1, 0, 0},
		"the other way":   {func(w *world) { w.moved("shipping_costs", "2026-12-01", -4) }, "2026-12-20", 0, 1, 0},
		"before":          {func(w *world) { w.moved("shipping_costs", "2026-11-01", 4) }, "2026-12-20", 0, 0, 1},
		"too late":        {func(w *world) { w.moved("shipping_costs", "2027-04-01", 4); w.figures("shipping_costs", "2027-04-01") }, "2027-04-20", 0, 1, 0},
		"it stood still":  {func(w *world) { w.figures("shipping_costs", "2027-03-16") }, "2027-03-20", 0, 1, 0},
		"no figures came": {func(w *world) { w.figures("shipping_costs", "2026-12-01") }, "2027-07-01", 0, 0, 0},
		"one reading":     {func(w *world) { w.moved("shipping_costs", "2026-12-01", 60, unconfirmed) }, "2026-12-20", 0, 0, 1},
		"the move was none": {func(w *world) {
			w.Write(event.MoveUndone{Move: w.crude, Indicator: "crude_oil_wti", Why: event.UndoneRevised, On: w.Now})
		}, "2026-12-20", 0, 1, 0},
		"what bore it out too": {func(w *world) {
			again := w.moved("crude_oil_wti", "2026-11-17", 8, func(m *event.Measure) { m.Confirms = w.crude })
			w.Write(event.MoveUndone{Move: again, Indicator: "crude_oil_wti", Why: event.UndoneRevised, On: w.Now})
		}, "2026-12-20", 0, 1, 0},
	} {
		w := begin(t)
		w.opens("2027-03-16")
		c.then(w)
		w.pull(c.at + " 06:00")
		r, open := w.record()
		if r.True != c.true || r.Wrong != c.wrong || open != c.open {
			t.Errorf("%s: %d true, %d wrong, %d open", name, r.True, r.Wrong, open)
		}
		if c.true+c.wrong == 1 {
			want := map[bool]float64{true: 0.09, false: 0.49}[c.true == 1]
			if b := r.Brier(); b < want-1e-9 || b > want+1e-9 {
				t.Errorf("%s: a score of %g, want %g", name, b, want)
			}
		}
	}
}

// A link is made surer where both its ends moved, the second after the first within its delay and as the link
// says: once a month, and by nothing else.
func TestOnlyWhatFollowedMakesALinkSurer(t *testing.T) {
	for name, c := range map[string]struct {
		then   func(w *world)
		target string
		want   float64
	}{
		"both rose": {func(w *world) { w.moved("crude_oil_wti", "2026-11-16", 8); w.moved("shipping_costs", "2026-12-01", 4) }, "shipping_costs", 0.75},
		"both fell": {func(w *world) {
			w.moved("crude_oil_wti", "2026-11-16", -8)
			w.moved("shipping_costs", "2026-12-01", -4)
		}, "shipping_costs", 0.75},
		"one rose, one fell":     {func(w *world) { w.moved("crude_oil_wti", "2026-11-16", 8); w.moved("shipping_costs", "2026-12-01", -4) }, "shipping_costs", 0.70},
		"it works against":       {func(w *world) { w.moved("shipping_costs", "2026-11-16", 8); w.moved("exports", "2026-12-01", -4) }, "exports", 0.65},
		"it should work against": {func(w *world) { w.moved("shipping_costs", "2026-11-16", 8); w.moved("exports", "2026-12-01", 4) }, "exports", 0.60},
		"the second first":       {func(w *world) { w.moved("crude_oil_wti", "2026-11-16", 8); w.moved("shipping_costs", "2026-11-01", 4) }, "shipping_costs", 0.70},
		"long after":             {func(w *world) { w.moved("crude_oil_wti", "2026-11-16", 8); w.moved("shipping_costs", "2027-11-01", 4) }, "shipping_costs", 0.70},
		"within its delay":       {func(w *world) { w.moved("crude_oil_wti", "2026-11-16", 8); w.moved("pulp_price", "2026-12-10", 4) }, "pulp_price", 0.75},
		"before its delay":       {func(w *world) { w.moved("crude_oil_wti", "2026-11-16", 8); w.moved("pulp_price", "2026-11-20", 4) }, "pulp_price", 0.70},
		"only the source":        {func(w *world) { w.moved("crude_oil_wti", "2026-11-16", 8) }, "shipping_costs", 0.70},
		"not borne out": {func(w *world) {
			w.moved("crude_oil_wti", "2026-11-16", 80, unconfirmed)
			w.moved("shipping_costs", "2026-12-01", 4)
		}, "shipping_costs", 0.70},
		"a correction": {func(w *world) {
			w.moved("crude_oil_wti", "2026-11-16", 8)
			w.moved("shipping_costs", "2026-12-01", 4, func(m *event.Measure) { m.Revised = true })
		}, "shipping_costs", 0.70},
	} {
		w := begin(t)
		for _, of := range []string{"crude_oil_wti", "shipping_costs", "pulp_price", "exports"} {
			w.figures(of, "2026-11-01")
		}
		c.then(w)
		w.pull("2026-12-20 06:00")
		w.pull("2026-12-21 06:00")
		var e graph.Edge
		w.Mind.Read(func(v memory.View) {
			for _, x := range v.Graph.Touching(c.target) {
				if x.Target == c.target {
					e = x
				}
			}
		})
		if e.Confidence < c.want-1e-9 || e.Confidence > c.want+1e-9 {
			t.Errorf("%s: %g, want %g", name, e.Confidence, c.want)
		}
	}
}
