package inspect_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// warned is a mind that told of a move once, and of another that was none.
func warned(t *testing.T) (w *life, edge, alert event.Seq) {
	w = &life{World: turntest.New(t), t: t}
	w.At("2026-11-12 10:00")
	edge = w.Write(event.EdgeDrawn{Source: "crude_oil_wti", Relation: event.Drives, Target: "packaging_costs", Mechanism: "Films are made of it",
		Origin: event.FromWorld, Confidence: 0.8, By: "test", On: w.Now})
	said := w.Say("my client Acme buys board")
	own := w.Write(event.EdgeDrawn{Source: "packaging_costs", Relation: event.ExposedTo, Target: "Acme costs", Mechanism: "buys board", Origin: event.FromConversation, Client: "Acme", On: w.Now}, said)
	day := func(s string) time.Time {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for i, to := range []string{"2026-11-10", "2026-11-16"} {
		w.At(fmt.Sprintf("2026-11-%d 09:00", 13+4*i))
		m := event.Measure{Mode: "pct", Size: 3, Change: 8.5, Against: event.AgainstLevel, Sigmas: 3.2, Severity: event.HighMove}
		move := w.Write(event.IndicatorMoved{Indicator: "crude_oil_wti", From: 79.61, To: 86.38, Unit: "USD/bbl", Since: day("2026-10-19"), On: day(to), Feed: "fred", Measure: &m})
		post := w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "**Acme: packaging costs likely to rise.**", Subject: event.SubjectAlert + "/crude_oil_wti",
			About: move, Cites: []event.Cite{{Start: 2, End: 6, Seqs: []event.Seq{edge, own, move}}}}, said)
		alert = w.Record(w.Pens.For(event.Learning).Write(event.Alerted{Move: move, Links: []event.Seq{own}, Direction: "up", On: w.Now}).Because(post, move))[0].Seq
		f := w.Write(event.ForecastOpened{Move: move, Thing: "packaging_costs", Up: true, P: 0.8, Since: day(to), By: day("2027-03-16"), On: w.Now})
		if i == 0 {
			w.Write(event.ForecastResolved{Forecast: f, Outcome: event.CameTrue, Why: event.FollowedWhy, On: w.Now})
		}
	}
	w.At("2026-11-20 08:30")
	return w, edge, alert
}

// The alerts there were with what came of each, what one rests on, and honest words where there is none.
func TestAlerts(t *testing.T) {
	for name, text := range map[string]string{"alerts": "alerts", "alerts-why": "why ALERT", "alerts-why-edge": "why EDGE", "alerts-why-none": "why a999", "alerts-why-post": "why"} {
		t.Run(name, func(t *testing.T) {
			w, edge, alert := warned(t)
			w.golden(name, w.ask(strings.NewReplacer("ALERT", phrase.Handle('a', alert), "EDGE", phrase.Handle('e', edge)).Replace(text)))
		})
	}
	w := &life{World: turntest.New(t), t: t}
	w.At("2026-11-20 08:30")
	w.golden("alerts-empty", w.ask("alerts"))
	said := w.Say("my client Acme buys board")
	w.Write(event.EdgeDrawn{Source: "packaging_costs", Relation: event.ExposedTo, Target: "Acme costs", Origin: event.FromConversation, Client: "Acme", On: w.Now}, said)
	w.golden("alerts-no-figures", w.ask("alerts"))
	desk.Figures = []string{"crude_oil_wti", "copper_price"}
	w.golden("alerts-none-yet", w.ask("alerts"))
	desk.Figures = nil
	w.golden("graph-ourselves", w.ask("graph us"))
	w = moved(t)
	w.golden("alerts-waiting", w.ask("alerts"))
}

// moved is a mind in which something moved that reaches a client, and was not told of yet.
func moved(t *testing.T) *life {
	w := &life{World: turntest.New(t), t: t}
	w.At("2026-11-12 10:00")
	w.Write(event.EdgeDrawn{Source: "crude_oil_wti", Relation: event.Drives, Target: "packaging_costs", Origin: event.FromWorld, Confidence: 0.8, By: "test", On: w.Now})
	said := w.Say("my client Acme buys packaging")
	w.Write(event.EdgeDrawn{Source: "packaging_costs", Relation: event.ExposedTo, Target: "Acme costs", Mechanism: "buys packaging", Origin: event.FromConversation, Client: "Acme", On: w.Now}, said)
	w.record(event.Decisions, event.DecisionRecorded{Text: "keep Acme on fixed fees", On: w.Now}, said)
	w.record(event.Decisions, event.DecisionRecorded{Text: "hedge half of our crude oil", On: w.Now}, said)
	w.record(event.Decisions, event.DecisionRecorded{Text: "raise our day rate", On: w.Now}, said)
	w.At("2026-11-20 08:20")
	m := event.Measure{Mode: "pct", Size: 3, Change: 8.5, Against: event.AgainstLevel, Sigmas: 3.2, Severity: event.HighMove}
	w.Write(event.IndicatorMoved{Indicator: "crude_oil_wti", From: 79.61, To: 86.38, Unit: "USD/bbl", Since: time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC),
		On: time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), Feed: "fred", Measure: &m})
	w.At("2026-11-20 08:30")
	return w
}

// A decision that names what moved since, or a client whom the move reaches, is told of it.
func TestMovesSinceADecision(t *testing.T) {
	w := moved(t)
	says(t, w.ask("revisit the Acme decision"), "Crude oil WTI went from US$79.61 to US$86.38", "FRED")
	says(t, w.ask("revisit the crude oil decision"), "Crude oil WTI went from US$79.61 to US$86.38")
	says(t, w.ask("revisit the day rate decision"), "!Crude oil")
}
