package consequence_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	"citadel/memory/world"
)

var friday = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// known is the graph of what everybody knows, with one client.
func known(client event.EdgeDrawn) *graph.Fold {
	g := graph.New()
	all := append(world.Newest().Load(g, friday), client)
	for i, p := range all {
		g.Apply(ledger.Record{Seq: event.Seq(i + 1), At: friday}, p) //nolint:gosec // small
	}
	return g
}

// S1's figure as a test: crude oil up by 8.5 % reaches the client by exactly the three chains that it draws, and
// what hangs on them besides is grey.
func TestTheFigure(t *testing.T) {
	g := known(event.EdgeDrawn{Source: "packaging_costs", Relation: event.ExposedTo, Target: "Acme costs", Client: "Acme", Origin: event.FromConversation, Confidence: 0.9, On: friday})
	all := exposure.Of(g, "WTI", graph.More, friday)
	if len(all) != 1 || len(all[0].Reaches) != 1 {
		t.Fatalf("%+v", all)
	}
	var chains []string
	for _, p := range all[0].Reaches[0].Paths {
		chains = append(chains, strings.Join(p.Things, " > "))
	}
	if want := []string{
		"crude_oil_wti > bunker_fuel > shipping_costs > packaging_costs",
		"crude_oil_wti > petrochemicals > plastics_resin > packaging_costs",
		"crude_oil_wti > energy_costs > pulp_price > packaging_costs",
	}; !slices.Equal(chains, want) {
		t.Fatalf("%q", chains)
	}
	c, aside := consequence.Picture(g, consequence.Ways(all[0].Reaches[0]), graph.More, "+8.5%", friday)
	followed, grey := 0, 0
	for _, l := range c.Ways.Links {
		if l.Aside {
			grey++
		} else {
			followed++
		}
		if l.Aside != (l.Label == "") {
			t.Errorf("%+v", l)
		}
	}
	if followed != 10 || grey == 0 || grey != len(aside) {
		t.Errorf("%d links followed and %d not: %+v", followed, grey, c)
	}
	for i, p := range c.Ways.Things {
		on := slices.ContainsFunc(c.Ways.Links, func(l event.Way) bool { return !l.Aside && (l.From == i || l.To == i) })
		if p.Up != (on && !p.Whose) || p.Down || p.Note != map[string]string{"crude oil WTI": "+8.5%"}[p.Label] {
			t.Errorf("%+v", p)
		}
		if !strings.Contains(c.Alt, p.Label) {
			t.Errorf("the words do not name %q: %s", p.Label, c.Alt)
		}
	}
}

// A link that turns a move round says so, and what told of a private matter is never drawn in grey.
func TestAPictureTellsNoMore(t *testing.T) {
	g := known(event.EdgeDrawn{Source: "au_discretionary_retail", Relation: event.Drives, Target: "Lumen revenue", Client: "Lumen", Origin: event.FromConversation, Confidence: 0.9, On: friday})
	n := event.Seq(g.Len() + 1) //nolint:gosec // small
	for _, e := range []event.EdgeDrawn{
		{Source: "au_consumer_sentiment", Relation: event.Drives, Target: "my_own_worry", Origin: event.FromConversation, Confidence: 0.99, On: friday},
		{Source: "au_household_spending", Relation: event.ExposedTo, Target: "Acme costs", Client: "Acme", Origin: event.FromConversation, Confidence: 0.99, On: friday},
	} {
		n++
		g.Apply(ledger.Record{Seq: n, At: friday}, e)
	}
	var ways []exposure.Path
	for _, e := range exposure.Of(g, "rba_cash_rate", graph.More, friday) {
		if e.Client == "Lumen" {
			ways = append(ways, consequence.Ways(e.Reaches[0])...)
		}
	}
	c, _ := consequence.Picture(g, ways, graph.More, "+25 basis points", friday)
	if strings.Contains(c.Alt, "worry") || strings.Contains(c.Alt, "Acme") {
		t.Error(c.Alt)
	}
	turns, both := 0, 0
	for _, l := range c.Ways.Links {
		if l.Turns {
			turns++
		}
	}
	for _, p := range c.Ways.Things {
		if p.Up && p.Down {
			both++
		}
	}
	if turns == 0 || both != 1 {
		t.Errorf("%d links turn the move round, and %d things go both ways: %+v", turns, both, c.Ways)
	}
}

// Links are drawn as a move is handed on: from what is depended on to who depends on it.
func TestLinks(t *testing.T) {
	c := consequence.Links("What Kessler depends on", []graph.Edge{
		{Seq: 1, Source: "kessler", Relation: event.DependsOn, Target: "natural_gas_spot", Client: "Kessler", Confidence: 0.6, Reinforced: friday},
		{Seq: 2, Source: "natural_gas_spot", Relation: event.Drives, Target: "energy_costs", Confidence: 0.8, Reinforced: friday},
		{Seq: 3, Source: "qatar_helium", Relation: event.ShippedVia, Target: "strait_of_hormuz", Confidence: 0.8, Reinforced: friday},
	}, friday)
	var got []string
	for _, l := range c.Ways.Links {
		got = append(got, c.Ways.Things[l.From].Label+" > "+c.Ways.Things[l.To].Label+" "+l.Label)
	}
	want := []string{"natural gas spot > Kessler 0.60", "natural gas spot > energy costs 0.80", "strait of Hormuz > Qatar helium 0.80"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if c.Alt != "What Kessler depends on: Kessler depends on natural gas spot, 0.60; natural gas spot drives energy costs, 0.80; Qatar helium is shipped via strait of Hormuz, 0.80." {
		t.Error(c.Alt)
	}
}
