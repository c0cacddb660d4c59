package graph_test

import (
	"testing"

	"citadel/memory/event"
	"citadel/memory/graph"
)

func TestName(t *testing.T) {
	for said, want := range map[string]string{
		"crude_oil_wti": "crude_oil_wti", "Crude oil (WTI)": "crude_oil_wti", "  AUD/USD ": "aud_usd",
		"Łódź mill #2": "łódź_mill_2", "": "", "--": "", "a": "a",
	} {
		if got := graph.Name(said); got != want || graph.Name(got) != got {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
	for name, want := range map[string]string{"crude_oil_wti": "crude oil WTI", "au_cpi": "AU CPI", "bunker_fuel": "bunker fuel", "": ""} {
		if got := graph.Words(name); got != want {
			t.Errorf("%q reads %q, want %q", name, got, want)
		}
	}
}

func TestResolve(t *testing.T) {
	h := begin()
	for _, name := range []string{"crude_oil_wti", "shipping_costs", "aluminium_price", "au_wages", "galvanised_steel_costs", "gas", "crude"} {
		h.add(event.EdgeDrawn{Source: name, Relation: event.Drives, Target: "end of it", Origin: event.FromWorld, On: day})
	}
	for said, want := range map[string]string{
		"crude_oil_wti":         "crude_oil_wti",
		"WTI":                   "crude_oil_wti",
		"CL=F":                  "crude_oil_wti",
		"oil prices":            "crude_oil_wti",
		"crude":                 "crude", // a thing of that very name is there
		"shipping cost":         "shipping_costs",
		"Shipping":              "shipping_costs",
		"freight rates":         "shipping_costs",
		"aluminum":              "aluminium_price",
		"Aluminum prices":       "aluminium_price",
		"galvanized steel":      "galvanised_steel_costs",
		"Australian wages":      "au_wages",
		"wage":                  "au_wages",
		"gases":                 "gases",
		"Brent":                 "crude_oil_brent", // its usual name, though nothing stands there yet
		"Acme Foods' cardboard": "acme_foods_cardboard",
		"dead sea":              "dead_sea",
	} {
		if got := h.Resolve(said); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
	if _, ok := h.Find("freight"); !ok {
		t.Error("a thing is not found by another name")
	}
}

// A name means one thing, whichever way it is spelt, and never stands for itself.
func TestTheNamesFile(t *testing.T) {
	meant := map[string]string{}
	others := graph.Others()
	if len(others) < 50 {
		t.Fatalf("only %d things have other names", len(others))
	}
	for name, list := range others {
		if graph.Name(name) != name {
			t.Errorf("%q is not how a name is written", name)
		}
		for _, other := range list {
			k := graph.Key(graph.Name(other))
			if k == "" || k == graph.Key(name) {
				t.Errorf("%s: %q says nothing new", name, other)
			}
			if before, twice := meant[k]; twice {
				t.Errorf("%q stands for %s and for %s", other, before, name)
			}
			meant[k] = name
		}
	}
	for name := range others {
		if other, ok := meant[graph.Key(name)]; ok {
			t.Errorf("%s is a thing, and another name of %s", name, other)
		}
	}
}
