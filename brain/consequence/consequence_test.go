package consequence_test

import (
	"slices"
	"testing"
	"time"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	"citadel/memory/world"
)

var now = time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC)

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func TestMoved(t *testing.T) {
	for want, m := range map[string]event.IndicatorMoved{
		"Crude oil WTI went from US$79.61 to US$86.38 a barrel (+8.5%), 19 Oct to 16 Nov 2026 (FRED)": {
			Indicator: "crude_oil_wti", From: 79.61, To: 86.38, Unit: "USD/bbl", Feed: "fred", Measure: &event.Measure{Mode: "pct", Change: 8.504}},
		"Copper price went from US$9,700.50 to US$9,100 a tonne (-6.2%), 19 Oct to 16 Nov 2026 (World Bank)": {
			Indicator: "copper_price", From: 9700.5, To: 9100, Unit: "USD/t", Feed: "worldbank", Measure: &event.Measure{Mode: "pct", Change: -6.19}},
		"RBA cash rate went from 4.1 to 4.35% (+25 basis points), 19 Oct to 16 Nov 2026 (RBA)": {
			Indicator: "rba_cash_rate", From: 4.1, To: 4.35, Unit: "percent", Feed: "rba", Measure: &event.Measure{Mode: "bp", Change: 25}},
		"Crude oil WTI went from US$16 to -US$37.63 a barrel (-335.2%), 19 Oct to 16 Nov 2026 (FRED)": {
			Indicator: "crude_oil_wti", From: 16, To: -37.63, Unit: "USD/bbl", Feed: "fred", Measure: &event.Measure{Mode: "pct", Change: -335.2}},
		"Suez canal went from 71 to 38 ships a day (-46.5%) against the month before, 19 Oct to 16 Nov 2026 (IMF PortWatch)": {
			Indicator: "suez_canal", From: 71, To: 38, Unit: "ships/day", Feed: "portwatch", Measure: &event.Measure{Mode: "pct7", Change: -46.5, Against: event.AgainstMonth}},
		"RBA cash rate went from 4.1 to 4.35% (+25 basis points), 19 Oct to 16 Nov 2026 (RBA, published 18 Nov)": {
			Indicator: "rba_cash_rate", From: 4.1, To: 4.35, Unit: "percent", Feed: "rba", Published: day("2026-11-18"), Read: now, Measure: &event.Measure{Mode: "bp", Change: 25}},
		"RBA cash rate went from 4.1 to 4.35% (+25 basis points), 19 Oct to 16 Nov 2026 (ABS, read 20 Nov)": {
			Indicator: "rba_cash_rate", From: 4.1, To: 4.35, Unit: "percent", Feed: "abs", Read: now.Add(3 * time.Hour), Measure: &event.Measure{Mode: "bp", Change: 25}},
		"RBA cash rate went from 4.1 to 4.35% (+25 basis points), 19 Oct to 16 Nov 2026 (ABS, published 4 Jan 2027)": {
			Indicator: "rba_cash_rate", From: 4.1, To: 4.35, Unit: "percent", Feed: "abs", Published: day("2027-01-04"), Measure: &event.Measure{Mode: "bp", Change: 25}},
	} {
		m.Since, m.On = day("2026-10-19"), day("2026-11-16")
		for _, hours := range []int{-10, 0, 13} { // the dates are the publisher's, wherever the principal is
			there := now.In(time.FixedZone("", hours*3600))
			if got := consequence.Moved(7, m, there).String(); got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		}
	}
}

// A way says its things, its own confidence and why; when and how much only where all of it is known.
func TestWay(t *testing.T) {
	g := graph.New()
	draw := func(seq event.Seq, source, relation, target, client string, confidence float64, lag *event.Bounds) {
		g.Apply(ledger.Record{Seq: seq, At: now}, event.EdgeDrawn{Source: source, Relation: relation, Target: target, Client: client, Mechanism: "why " + target,
			Origin: event.FromConversation, Confidence: confidence, On: now, Lag: lag})
	}
	draw(1, "crude oil", event.Drives, "resin", "", 0.8, &event.Bounds{From: 2, To: 4})
	draw(2, "resin", event.ExposedTo, "kessler costs", "Kessler", 0.6, nil)
	reach := func() exposure.Reach { return exposure.Of(g, "crude oil", graph.More, now)[0].Reaches[0] }
	if got, want := consequence.Way(reach().Paths[0], now).String(), `0.80: crude oil → resin. "why resin"`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := consequence.When(reach().Paths[0]).String(), "It takes 2 to 4 weeks to resin. Beyond that I don't know when or how much."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	draw(3, "resin", event.ExposedTo, "kessler costs", "Kessler", 0.6, &event.Bounds{From: 1, To: 2})
	if got, want := consequence.When(reach().Paths[0]).String(), "It takes 3 to 6 weeks. I don't know how much of it arrives."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := consequence.Sure(reach(), now); got != 0.6 {
		t.Errorf("as sure as %g", got)
	}
}

// What may come at once takes "up to" so long, and one week is no weeks.
func TestDelay(t *testing.T) {
	for want, weeks := range map[string]event.Bounds{
		"It takes up to 6 weeks": {To: 6}, "It takes 6 to 8 weeks": {From: 6, To: 8}, "It takes 1 week": {From: 1, To: 1}, "It takes up to 1 week": {To: 1},
		"It takes no time": {}, "It takes 1.4 weeks": {From: 1.4, To: 1.4},
	} {
		if got := consequence.Delay(weeks); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, want := consequence.Share(event.Bounds{From: 1.0 / 3, To: 0.5}), "33 to 50%"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The scale of MESSAGES 17: nothing to come is said as a fact.
func TestTowards(t *testing.T) {
	for _, c := range []struct {
		d    exposure.Direction
		sure float64
		want string
	}{
		{exposure.Up, 0.95, "likely to rise"}, {exposure.Up, 0.65, "likely to rise"}, {exposure.Up, 0.64, "will possibly rise"},
		{exposure.Down, 0.45, "will possibly fall"}, {exposure.Down, 0.44, "might fall (a guess)"}, {exposure.Mixed, 0.9, "could go either way"},
		{exposure.Risk, 0.9, "likely to be affected"}, {exposure.Risk, 0.5, "possibly affected"},
	} {
		if got := consequence.Towards(c.d, c.sure); got != c.want {
			t.Errorf("%s at %g: %q, want %q", c.d, c.sure, got, c.want)
		}
	}
}

// A client is written as he is called, and is one.
func TestLink(t *testing.T) {
	for want, e := range map[string]graph.Edge{
		"packaging costs bear on Acme Foods costs": {Source: "packaging_costs", Relation: event.ExposedTo, Target: "acme_foods_costs", Client: "Acme Foods"},
		"Acme Foods depends on natural gas spot":   {Source: "acme_foods", Relation: event.DependsOn, Target: "natural_gas_spot", Client: "Acme Foods"},
		"Acme depends on Visy":                     {Source: "acme", Relation: event.DependsOn, Target: "visy", Client: "Acme", Mechanism: "Acme's board comes from the Visy mill"},
		"crude oil WTI drives bunker fuel":         {Source: "crude_oil_wti", Relation: event.Drives, Target: "bunker_fuel"},
	} {
		if got := consequence.Link(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Units of publishers are said as people say them.
func TestUnits(t *testing.T) {
	for unit, want := range map[string]string{
		"USD/bbl": "US$79.61 to US$86.38 a barrel", "US cents/lb": "79.61 to 86.38 US cents a pound", "percent": "79.61 to 86.38%", "ships/day": "79.61 to 86.38 ships a day",
		"index 1982=100": "79.61 to 86.38 points", "index Sep 2025=100": "79.61 to 86.38 points", "index": "79.61 to 86.38 points", "index points": "79.61 to 86.38 points", "points": "79.61 to 86.38 points",
		"USD m": "US$79.61 to US$86.38 million", "thousand SAAR": "79.61 to 86.38 thousand a year", "thousand": "79.61 to 86.38 thousand", "thousand bbl": "79.61 to 86.38 thousand barrels",
		"Bcf": "79.61 to 86.38 billion cubic feet", "number": "79.61 to 86.38", "persons": "79.61 to 86.38 people", "persons, mean of 4": "79.61 to 86.38 people in the mean of 4", "standard deviations": "79.61 to 86.38 standard deviations",
		"CNY per AUD": "79.61 to 86.38 yuan per A$1", "percent on the year before": "79.61 to 86.38% on the year before", "": "79.61 to 86.38",
	} {
		if got := consequence.Ends(79.61, 86.38, unit); got != want {
			t.Errorf("%s: %q, want %q", unit, got, want)
		}
	}
	if got, want := consequence.Ends(0.65214, 1.08325, "USD per AUD"), "US$0.6521 to US$1.0833 per A$1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for want, got := range map[string]string{
		"3%": consequence.Threshold("pct", 3), "2.5%": consequence.Threshold("pct7", 2.5), "25 basis points": consequence.Threshold("bp", 25), "0.5 points": consequence.Threshold("pts", 0.5),
		"0.0%": consequence.Change("pct", -0.04), "-0.1%": consequence.Change("pct", -0.06), "+0.02 points": consequence.Change("pts", 0.02),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A verb is that of one thing or of several, whichever it was said with.
func TestDoes(t *testing.T) {
	for _, c := range [][3]string{
		{"rates", "rises by 10%", "rise by 10%"}, {"beef", "fall", "falls"}, {"natural gas", "doubles", "doubles"}, {"gas", "double", "doubles"}, {"wages", "goes up", "go up"},
		{"copper", "go up", "goes up"}, {"the Suez Canal", "is blocked", "is blocked"}, {"chips", "gets dearer", "get dearer"}, {"copper", "crash", "crashes"}, {"oil", "hits $120", "hits $120"},
		{"copper", "fell", "fell"}, {"interest rates", "go to 5%", "go to 5%"},
	} {
		if got := consequence.Does(c[0], c[1]); got != c[2] {
			t.Errorf("%s %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// What everybody knows has the figure of S1: WTI reaches who buys packaging by exactly the three ways that it draws, whatever
// else is known.
func TestTheFigureInTheWorld(t *testing.T) {
	g := graph.New()
	for i, p := range world.Newest().Load(g, now) {
		g.Apply(ledger.Record{Seq: event.Seq(i + 1), At: now}, p) //nolint:gosec // small
	}
	g.Apply(ledger.Record{Seq: 9000, At: now}, event.EdgeDrawn{Source: "packaging_costs", Relation: event.ExposedTo, Target: "client_x_costs", Client: "Client X", Origin: event.FromConversation, On: now})
	all := exposure.Of(g, "crude_oil_wti", graph.Of(8.5), now)
	if len(all) != 1 || len(all[0].Reaches) != 1 || all[0].Reaches[0].Direction() != exposure.Up {
		t.Fatalf("%+v", all)
	}
	var got []string
	for _, p := range all[0].Reaches[0].Paths {
		got = append(got, consequence.Bare(p, now).String())
	}
	want := []string{
		"0.74: crude oil WTI → bunker fuel → shipping costs → packaging costs",
		"0.70: crude oil WTI → petrochemicals → plastics resin → packaging costs",
		"0.70: crude oil WTI → energy costs → pulp price → packaging costs",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
