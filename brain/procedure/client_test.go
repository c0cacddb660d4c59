package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// trading is a mind that knows a little of the economy.
func trading(t *testing.T) *turntest.World {
	w := turntest.New(t).At("2026-11-20 08:51")
	for _, e := range []struct {
		source, relation, target string
		confidence               float64
		why                      string
	}{
		{"natural_gas_spot", event.Drives, "energy_costs", 0.80, "Gas often sets the price of power"},
		{"energy_costs", event.Drives, "aluminium_price", 0.70, "A third of what smelting costs is power"},
		{"copper_price", event.Drives, "electrical_equipment_costs", 0.80, "Cables are copper"},
		{"suez_canal", event.Constrains, "shipping_costs", 0.75, "The short way leaves more ships free"},
	} {
		w.Write(event.EdgeDrawn{Source: e.source, Relation: e.relation, Target: e.target, Mechanism: e.why, Origin: event.FromWorld, Confidence: e.confidence, By: "test", On: w.Now})
	}
	w.Write(event.FiguresRead{Indicator: "natural_gas_spot", Feed: "fred", Unit: "USD/MMBtu", Every: "D", Due: 7, On: w.Now, Whole: true})
	return w
}

func clients(w *turntest.World) (all []string) {
	w.Mind.Read(func(v memory.View) {
		for _, e := range v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" }) {
			all = append(all, e.Client+": "+e.Source+" "+e.Relation+" "+e.Target)
		}
	})
	return all
}

// What is said of clients and asked of them, from first word to answer.
func TestClients(t *testing.T) {
	for _, test := range []struct {
		name string
		talk []string
		want string // the links after it
	}{
		{"client", []string{"my client Kessler buys aluminium"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"client-depends", []string{"Bergmann is a client of mine and depends on gas."}, "Bergmann: bergmann depends_on natural_gas_spot"},
		{"client-unknown-thing", []string{"my client Acme buys corrugated board from two mills in Victoria"}, "Acme: corrugated_box_price exposed_to acme_costs"},
		{"client-two", []string{"my client Kessler buys aluminium and copper"}, "Kessler: aluminium_price exposed_to kessler_costs|Kessler: copper_price exposed_to kessler_costs"},
		{"client-later", []string{"my client Kessler buys aluminium", "Kessler also depends on gas"}, "Kessler: aluminium_price exposed_to kessler_costs|Kessler: kessler depends_on natural_gas_spot"},
		{"client-again", []string{"my client Kessler buys aluminium", "Kessler buys aluminium"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"client-taken", []string{"Tolliver buys aluminium from two smelters"}, "Tolliver: aluminium_price exposed_to tolliver_costs"},
		{"client-nobody", []string{"Tolliver buys aluminium"}, ""},
		{"client-person", []string{"Tolliver is my brother and lives in Porto", "Tolliver buys aluminium from two smelters"}, ""},
		{"client-share", []string{"Aluminium is about a third of Kessler Metals' costs"}, "Kessler Metals: aluminium_price exposed_to kessler_metals_costs"},
		{"client-sentences", []string{"Kessler Metals is a client of ours. They buy scrap aluminium and live off cheap gas."}, "Kessler Metals: aluminium_price exposed_to kessler_metals_costs|Kessler Metals: kessler_metals depends_on natural_gas_spot"},
		{"client-part-unknown", []string{"Greenleaf Farms grows lettuce and spends a fortune on gas."}, "Greenleaf Farms: natural_gas_spot exposed_to greenleaf_farms_costs"},
		{"client-compound", []string{"my client Acme buys packaging", "Acme buys board from Visy and ships via Melbourne"}, "Acme: packaging_costs exposed_to acme_costs|Acme: board exposed_to acme_costs|Acme: acme depends_on visy|Acme: acme shipped_via melbourne"},
		{"client-friend", []string{"my client Acme buys packaging", "Acme depends on Priya"}, "Acme: packaging_costs exposed_to acme_costs"},
		{"client-takeover", []string{"my client Acme buys packaging", "Acme buys Bolt"}, "Acme: packaging_costs exposed_to acme_costs"},
		{"client-supplier", []string{"my client Acme buys packaging", "Acme's board comes from the Visy mill"}, "Acme: packaging_costs exposed_to acme_costs|Acme: board exposed_to acme_costs|Acme: acme depends_on visy"},
		{"client-supplier-shorter", []string{"my client Acme buys corrugated board from two mills in Victoria", "Acme's board comes from the Visy mill"}, "Acme: corrugated_box_price exposed_to acme_costs|Acme: acme depends_on visy"},
		{"client-supplier-alone", []string{"we buy from Visy Gas for Acme"}, "Acme: acme depends_on visy_gas"},
		{"client-supplier-nobody", []string{"Ana's idea comes from Tom"}, ""},
		{"client-own", []string{"I run a small brewery called Southbank Brewing in Melbourne", "our malt comes from Joe White"}, "your business: malt exposed_to your_business_costs|your business: your_business depends_on joe_white"},
		{"client-own-later", []string{"our brewery buys aluminium cans from Orora", "we use a lot of natural gas"}, "your business: metal_can_price exposed_to your_business_costs|your business: your_business depends_on orora|your business: natural_gas_spot exposed_to your_business_costs"},
		{"client-own-within", []string{"we use a lot of natural gas in our brewery", "what happens to us if natural gas doubles?"}, "your business: natural_gas_spot exposed_to your_business_costs"},
		{"client-own-private", []string{"we get our bread from Coles"}, ""},
		{"client-own-asked", []string{"our brewery uses gas", "what are we exposed to?"}, "your business: natural_gas_spot exposed_to your_business_costs"},
		{"client-own-whatif", []string{"our brewery uses gas", "what happens to us if natural gas doubles?"}, "your business: natural_gas_spot exposed_to your_business_costs"},
		{"client-whose-supply", []string{"my client Acme buys malt", "malt comes from Joe White"}, "Acme: malt exposed_to acme_costs|Acme: acme depends_on joe_white"},
		{"client-nobodys-supply", []string{"malt comes from Joe White"}, ""},
		{"client-gets", []string{"My client Ferndale Brewery gets its malt from Joe White"}, "Ferndale Brewery: malt exposed_to ferndale_brewery_costs|Ferndale Brewery: ferndale_brewery depends_on joe_white"},
		{"client-own-dollars", []string{"our company pays in US dollars", "what if the Australian dollar falls 10%?"}, "your business: aud_usd constrains your_business_costs"},
		{"client-own-when", []string{"our company is exposed to gas", "when gas goes up, our prices follow within six weeks"}, "your business: natural_gas_spot exposed_to your_business_costs|your business: natural_gas_spot drives your_business_prices"},
		{"client-own-follow", []string{"our company is exposed to gas", "our prices follow when copper goes up"}, "your business: natural_gas_spot exposed_to your_business_costs|your business: copper_price drives your_business_prices"},
		{"client-place", []string{"my client Acme buys copper", "Acme buys gas from Norway"}, "Acme: copper_price exposed_to acme_costs|Acme: natural_gas_spot exposed_to acme_costs"},
		{"client-needs-words", []string{"my client Kessler needs a contract by Friday"}, ""},

		{"whatif", []string{"my client Kessler buys aluminium", "what happens if gas rises 10 %?"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"whatif-falls", []string{"my client Norrick ships through Suez Canal", "who is exposed to shipping costs?", "what happens to my clients if the Suez canal closes?"}, "Norrick: norrick shipped_via suez_canal"},
		{"whatif-exposed", []string{"my client Kessler buys aluminium", "Bergmann is a client of mine and depends on gas.", "who is exposed to gas?"}, "Kessler: aluminium_price exposed_to kessler_costs|Bergmann: bergmann depends_on natural_gas_spot"},
		{"whatif-canal", []string{"my client Kessler buys copper", "Kessler is exposed to shipping costs", "how exposed is Kessler to the Suez Canal?"}, "Kessler: copper_price exposed_to kessler_costs|Kessler: shipping_costs exposed_to kessler_costs"},
		{"whatif-direct-first", []string{"my client Kessler buys aluminium and gas", "what happens if gas doubles?"}, "Kessler: aluminium_price exposed_to kessler_costs|Kessler: natural_gas_spot exposed_to kessler_costs"},
		{"whatif-nothing", []string{"my client Kessler buys aluminium", "does copper affect Kessler?"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"whatif-nobody", []string{"what happens if copper doubles?"}, ""},
		{"whatif-depends", []string{"my client Kessler Metals buys aluminium", "Kessler also depends on gas", "what would hit Kessler?"}, "Kessler Metals: aluminium_price exposed_to kessler_metals_costs|Kessler Metals: kessler_metals depends_on natural_gas_spot"},
		{"whatif-depends-nobody", []string{"what would hit Ana?"}, ""},
		{"whatif-us-unknown", []string{"what happens to us if tungsten doubles?"}, ""},
		{"whatif-hit", []string{"my client Kessler buys aluminium", "who is hit if gas rises 10%?"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"whatif-dollar", []string{"when the dollar falls, Henderson's imports get dearer by a third", "what does a weaker dollar mean for Henderson?"}, "Henderson: aud_usd constrains henderson_import_costs"},
		{"whatif-level", []string{"my client Kessler depends on gas", "what happens to Kessler if gas falls to $2?"}, "Kessler: kessler depends_on natural_gas_spot"},
		{"drivers", []string{"what moves aluminium?"}, ""},
		{"drivers-none", []string{"what drives the gas price?"}, ""},
		{"drivers-onward", []string{"my client Kessler buys aluminium", "what depends on gas?"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"drivers-onward-nobody", []string{"what does copper affect?"}, ""},
		{"exposures", []string{"my client Kessler buys aluminium and copper", "Bergmann is a client of mine and depends on gas.", "what are my clients exposed to?"}, "Kessler: aluminium_price exposed_to kessler_costs|Kessler: copper_price exposed_to kessler_costs|Bergmann: bergmann depends_on natural_gas_spot"},
		{"exposures-none", []string{"what are my clients exposed to?"}, ""},
		{"terms", []string{"my client Kessler buys aluminium", "Kessler's contract passes aluminium on after 60 days", "what happens to Kessler if aluminium rises?"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"terms-kept", []string{"my client Kessler buys aluminium", "about a third of it reaches Kessler after six weeks"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"terms-two", []string{"my client Kessler buys aluminium and copper", "Kessler feels it after six weeks"}, "Kessler: aluminium_price exposed_to kessler_costs|Kessler: copper_price exposed_to kessler_costs"},
		{"terms-unnamed", []string{"my client Kessler buys aluminium", "Kessler's contract passes fuel costs on after 60 days"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"whatif-oil", []string{"my client Henderson runs on diesel", "what happens to Henderson if oil falls by a quarter?"}, "Henderson: diesel_price exposed_to henderson_costs"},
		{"whatif-somebody", []string{"my client Kessler buys aluminium", "what happens to Bolt if gas doubles?"}, "Kessler: aluminium_price exposed_to kessler_costs"},
		{"whatif-bank", []string{"my client Pacific Homes is exposed to interest rates", "what happens to Pacific Homes if the RBA raises rates by 25 bp?"}, "Pacific Homes: rba_cash_rate exposed_to pacific_homes_costs"},
		{"whatif-way", []string{"how does gas affect aluminium?"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := trading(t)
			if test.name == "whatif-oil" {
				for _, target := range []string{"diesel_price", "crude_oil_wti"} {
					w.Write(event.EdgeDrawn{Source: "crude_oil_brent", Relation: event.Drives, Target: target, Origin: event.FromWorld, Confidence: 0.85, By: "test", On: w.Now})
				}
			}
			for i, line := range test.talk {
				one, r := ask(t, w, line)
				if i == len(test.talk)-1 {
					turntest.Golden(t, w.Mind, test.name, r)
				}
				w.Apply(one, r)
			}
			if got := strings.Join(clients(w), "|"); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// A question about anything else is left to others.
func TestWhatIfIsStrict(t *testing.T) {
	for _, line := range []string{"what happens if Tom comes late?", "what if it rains and the roof falls?", "does Ana matter to Tom?"} {
		if _, r := ask(t, trading(t), line); r.By == "procedure:whatif" {
			t.Errorf("%q: %s", line, r.Text.String())
		}
	}
}
