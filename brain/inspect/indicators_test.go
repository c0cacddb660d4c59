package inspect_test

import (
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// The figures that are read, what moved before the rest, and honest words where none is.
func TestIndicators(t *testing.T) {
	w := &life{World: turntest.New(t), t: t}
	w.At("2026-11-20 08:30")
	w.golden("indicators-none", w.ask("indicators"))
	w.At("2026-11-18 06:00")
	day := func(d int) event.Day { return event.DayOf(time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC)) }
	for _, f := range []event.FiguresRead{
		{Indicator: "aud_usd", Feed: "rba", Unit: "USD", Every: "D", Due: 5},
		{Indicator: "copper_price", Feed: "fred", Unit: "USD/t", Every: "M", Due: 60},
		{Indicator: "crude_oil_wti", Feed: "fred", Unit: "USD/bbl", Every: "D", Due: 5},
	} {
		f.On, f.Whole = w.Now, true
		f.Figures = event.FiguresOf([]event.Figure{{On: day(15), Value: 0.6521}, {On: day(16), Value: 86.38}})
		w.Write(f)
	}
	w.Write(event.FeedsPulled{On: w.Now, Failed: []event.FailedFeed{{Indicator: "aud_usd", Feed: "rba", Why: "down"}}})
	w.Write(event.IndicatorMoved{Indicator: "crude_oil_wti", From: 79.61, To: 86.38, Unit: "USD/bbl", Since: day(1).Time(), On: day(16).Time(), Feed: "fred",
		Measure: &event.Measure{Mode: "pct", Size: 3, Change: 8.5, Against: event.AgainstLevel, Sigmas: 3.2, Severity: event.HighMove}})
	w.At("2026-11-20 08:30")
	w.golden("indicators", w.ask("indicators"))
}
