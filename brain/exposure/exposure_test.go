package exposure_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/exposure"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

var day = time.Date(2026, 11, 20, 6, 0, 0, 0, time.UTC)

// draw adds an edge "source relation target" to a graph, numbered after those that are there.
func draw(g *graph.Fold, edge string, confidence float64, client string) {
	words := strings.Fields(edge)
	origin := event.FromWorld
	if client != "" {
		origin = event.FromConversation
	}
	g.Apply(ledger.Record{Seq: event.Seq(g.Len() + 1), At: day}, event.EdgeDrawn{ //nolint:gosec // small
		Source: words[0], Relation: words[1], Target: words[2], Origin: origin, Confidence: confidence, Client: client, On: day,
	})
}

// figure is the graph of the figure in S1: three ways from crude to a client, and what lies beside
// them. The links that the figure draws dotted have no number there.
func figure() *graph.Fold {
	g := graph.New()
	for _, e := range []struct {
		edge       string
		confidence float64
	}{
		{"crude_oil_wti drives bunker_fuel", 0.85},
		{"crude_oil_wti drives energy_costs", 0.75},
		{"crude_oil_wti drives petrochemicals", 0.70},
		{"bunker_fuel drives shipping_costs", 0.80},
		{"energy_costs amplifies pulp_price", 0.70},
		{"petrochemicals drives plastics_resin", 0.72},
		{"energy_costs amplifies fertiliser", 0.65},
		{"shipping_costs amplifies packaging_costs", 0.60},
		{"pulp_price drives packaging_costs", 0.65},
		{"plastics_resin drives packaging_costs", 0.68},
		{"fertiliser amplifies food_production_costs", 0.55},
		{"shipping_costs shipped_via suez_canal", 0},
		{"fertiliser constrains au_agriculture", 0},
		{"food_production_costs drives au_cpi", 0},
		{"plastics_resin drives construction_input_costs", 0},
	} {
		draw(g, e.edge, e.confidence, "")
	}
	draw(g, "packaging_costs exposed_to client_x_margin_pressure", 0.90, "Client X")
	return g
}

// told is an exposure in lines.
func told(all []exposure.Exposure) []string {
	var lines []string
	for _, e := range all {
		for _, r := range e.Reaches {
			lines = append(lines, e.Client+": "+r.Thing+" "+string(r.Direction()))
			for _, p := range r.Paths {
				lines = append(lines, line(p))
			}
		}
	}
	return lines
}

func line(p exposure.Path) string {
	sign := map[graph.Sign]string{graph.More: "+", graph.Less: "-", graph.Unknown: "?"}[p.Sign]
	hundredths := math.Round(p.Confidence * 100)
	return strings.Join(p.Things, " > ") + " " + sign + " ." + string(rune('0'+int(hundredths)/10)) + string(rune('0'+int(hundredths)%10))
}

// S1: WTI rises by 8.5 %, and exactly the three chains that the figure draws reach the client.
func TestTheFigure(t *testing.T) {
	got := told(exposure.Of(figure(), "crude_oil_wti", graph.Of(8.5), day))
	want := []string{
		"Client X: packaging_costs up",
		"crude_oil_wti > bunker_fuel > shipping_costs > packaging_costs + .74",
		"crude_oil_wti > petrochemicals > plastics_resin > packaging_costs + .70",
		"crude_oil_wti > energy_costs > pulp_price > packaging_costs + .70",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for name, want := range map[string]int{"suez canal": 4, "fertiliser": 0, "au_cpi": 0, "nothing": 0} {
		if got := told(exposure.Of(figure(), name, graph.Less, day)); len(got) > want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestWaysOfAShock(t *testing.T) {
	for name, c := range map[string]struct {
		edges []string // "edge" of nobody, "Client: edge" of a client
		moved graph.Sign
		want  []string
	}{
		"a strait closes": {
			[]string{"lng shipped_via a", "helium depends_on lng", "Acme: helium exposed_to scanners"}, graph.Less,
			[]string{"Acme: helium risk", "a > lng > helium ? .75"},
		},
		"not along the arrow of a dependence": {[]string{"a depends_on b", "Acme: b exposed_to x"}, graph.More, nil},
		"a client that depends": {
			[]string{"a drives b", "Acme: acme depends_on b"}, graph.More,
			[]string{"Acme: b up", "a > b + .75"},
		},
		"not against other arrows":        {[]string{"b drives a", "Acme: b exposed_to x"}, graph.More, nil},
		"not against a client's own edge": {[]string{"a drives b", "Acme: x exposed_to b"}, graph.More, nil},
		"turned round twice": {
			[]string{"a constrains b", "b opposes c", "Acme: c exposed_to x"}, graph.Less,
			[]string{"Acme: c down", "a > b > c - .75"},
		},
		"substitutes, either way": {
			[]string{"a substitutes b", "c substitutes b", "Acme: c exposed_to x"}, graph.More,
			[]string{"Acme: c up", "a > b > c + .75"},
		},
		"both signs": {
			[]string{"a drives b", "b drives d", "a constrains d", "Acme: d exposed_to x"}, graph.More,
			[]string{"Acme: d mixed", "a > d - .75", "a > b > d + .75"},
		},
		"a contradiction is told both ways": {
			[]string{"a enables b", "a opposes b", "Acme: b exposed_to x"}, graph.More,
			[]string{"Acme: b mixed", "a > b - .75", "a > b + .75"},
		},
		"one way, drawn twice": {
			[]string{"a enables b", "a drives b", "Acme: b exposed_to x"}, graph.More,
			[]string{"Acme: b up", "a > b + .75"},
		},
		"a risk says no way": {
			[]string{"b depends_on a", "a drives b", "Acme: b exposed_to x"}, graph.More,
			[]string{"Acme: b up", "a > b ? .75", "a > b + .75"},
		},
		"three hops, and no fourth": {
			[]string{"a drives b", "b drives c", "c drives d", "d drives e", "Acme: d exposed_to x", "Acme: e exposed_to y"}, graph.More,
			[]string{"Acme: d up", "a > b > c > d + .75"},
		},
		"at once": {[]string{"Acme: a exposed_to x"}, graph.More, []string{"Acme: a up", "a + .60"}},
		"a loop": {
			[]string{"a drives b", "b drives a", "b drives c", "c drives b", "Acme: b exposed_to x", "Acme: b exposed_to a"}, graph.More,
			[]string{"Acme: b up", "a > b + .75"},
		},
		"over nobody else's edges": {
			[]string{"a drives b", "Bolt: b drives c", "Acme: c exposed_to x"}, graph.More,
			[]string{"Bolt: b up", "a > b + .75"},
		},
		"all of a client in one": {
			[]string{"a drives b", "a drives c", "Acme: b exposed_to x", "Bolt: b exposed_to y", "acme: c exposed_to z"}, graph.More,
			[]string{"Acme: b up", "a > b + .75", "Acme: c up", "a > c + .75", "Bolt: b up", "a > b + .75"},
		},
	} {
		g := graph.New()
		for _, e := range c.edges {
			client, edge, its := strings.Cut(e, ": ")
			if its {
				draw(g, edge, 0, client)
			} else {
				draw(g, e, 0, "")
			}
		}
		got := told(exposure.Of(g, "a", c.moved, day))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// Both gates: that of the hops, and that of the client's own edge.
func TestGates(t *testing.T) {
	for _, c := range []struct {
		hops []float64
		own  float64
		want bool
	}{
		{[]float64{0.35}, 0.5, true},
		{[]float64{0.34}, 0.5, false},
		{[]float64{0.35}, 0.49, false},
		{[]float64{0.9, 0.2}, 0.9, true}, // the mean is 0.42
		{[]float64{0.5, 0.2}, 0.9, false},
		{[]float64{0.9, 0.9, 0.16}, 0.9, true},
		{[]float64{0.5, 0.5, 0.16}, 0.9, false},
		{[]float64{0.35, 0.35, 0.35}, 0.5, true},
		{nil, 0.5, true},
		{nil, 0.49, false},
	} {
		g := graph.New()
		for i, confidence := range c.hops {
			draw(g, string(rune('a'+i))+" drives "+string(rune('b'+i)), confidence, "")
		}
		draw(g, string(rune('a'+len(c.hops)))+" exposed_to margin", c.own, "Acme")
		if got := exposure.Of(g, "a", graph.More, day); (len(got) == 1) != c.want {
			t.Errorf("%v and %g: %q", c.hops, c.own, told(got))
		}
	}
}

// The figure's paths have a mean of 0.74 and 0.70; when nobody renewed an edge for a while they fall
// below the gate. The client's own link, which he told of, does not.
func TestWhatFadedIsNotTold(t *testing.T) {
	g := figure()
	for days, want := range map[int]int{60: 4, 85: 4, 95: 2, 97: 2, 98: 0, 400: 0} { // a mean of 0.74 is below 0.35 after 97.5 days
		if got := told(exposure.Of(g, "WTI", graph.More, day.AddDate(0, 0, days))); len(got) != want {
			t.Errorf("after %d days: %q", days, got)
		}
	}
}

func TestWhenAndHowMuch(t *testing.T) {
	g := graph.New()
	known := func(source, target, client string, lag, share *event.Bounds) {
		g.Apply(ledger.Record{Seq: event.Seq(g.Len() + 1), At: day}, event.EdgeDrawn{ //nolint:gosec // small
			Source: source, Relation: event.Drives, Target: target, Client: client, Origin: event.FromConversation, On: day, Lag: lag, PassThrough: share,
		})
	}
	known("a", "b", "", &event.Bounds{From: 2, To: 4}, &event.Bounds{From: 0.5, To: 0.8})
	known("b", "margin", "Acme", &event.Bounds{From: 6, To: 8}, nil)
	p := exposure.Of(g, "a", graph.More, day)[0].Reaches[0].Paths[0]
	if lag, ok := p.Lag(); !ok || lag != (event.Bounds{From: 8, To: 12}) {
		t.Errorf("%v, %v", lag, ok)
	}
	if share, ok := p.PassThrough(); ok {
		t.Errorf("%v of it, and one edge says nothing", share)
	}
	known("b", "margin", "Acme", nil, &event.Bounds{From: 0.1, To: 1})
	p = exposure.Of(g, "a", graph.More, day)[0].Reaches[0].Paths[0]
	if share, ok := p.PassThrough(); !ok || share != (event.Bounds{From: 0.05, To: 0.8}) {
		t.Errorf("%v, %v", share, ok)
	}
}

// Of a mixed reach the surest of each sign is told, of any other the surest.
func TestStrongest(t *testing.T) {
	g := graph.New()
	for _, e := range []string{"a drives b", "b drives d", "a constrains d", "a drives c", "c opposes d"} {
		draw(g, e, 0, "")
	}
	draw(g, "c depends_on a", 0.9, "")
	draw(g, "d exposed_to x", 0, "Acme")
	draw(g, "b exposed_to y", 0, "Acme")
	var got []string
	for _, r := range exposure.Of(g, "a", graph.More, day)[0].Reaches {
		for _, p := range r.Strongest() {
			got = append(got, line(p))
		}
	}
	want := []string{"a > b + .75", "a > d - .75", "a > b > d + .75"} // of two as sure what comes over fewer things is first
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The ways between two things are those that lead to a client at the second, and there is none to where
// no way goes, too far or too thin.
func TestBetween(t *testing.T) {
	g := figure()
	var got []string
	for _, p := range exposure.Between(g, "WTI", "packaging", graph.More, day) {
		got = append(got, line(p))
	}
	var want []string
	for _, p := range exposure.Of(g, "WTI", graph.More, day)[0].Reaches[0].Paths {
		want = append(want, line(p))
	}
	if d := cmp.Diff(want, got); d != "" || len(got) != 3 {
		t.Error(d)
	}
	for from, to := range map[string]string{"packaging_costs": "crude_oil_wti", "crude_oil_wti": "crude_oil_wti", "nothing": "pulp_price", "pulp_price": "nothing", "au_cpi": "pulp_price"} {
		if ways := exposure.Between(g, from, to, graph.More, day); len(ways) > 0 {
			t.Errorf("%s to %s: %s", from, to, line(ways[0]))
		}
	}
}
