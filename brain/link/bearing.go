package link

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	"citadel/brain/trade"
	"citadel/memory"
	"citadel/memory/graph"
)

// Bearing is the link that a sentence says, with the names that the graph has for both ends; its Seq is that
// of the one that says the same already. It is not ok where an end is nothing that firms count, and where the
// affairs are those of somebody who is known and no client.
func Bearing(m memory.View, b trade.Bearing, currency string) (e graph.Edge, ok bool) {
	source, known := nodeOf(m.Graph, b.Source, currency)
	if !known && !trade.Measurable(b.Source) && !goesSomewhere(b) {
		return e, false
	}
	e = graph.Edge{Source: source, Relation: b.Relation()}
	if b.Client != "" {
		e.Client = cmp.Or(m.Graph.Client(b.Client), b.Client)
		if !trade.Measurable(b.Target) || len(m.People.Called(b.Client)) > 0 && !IsClient(m, b.Client) {
			return e, false
		}
		e.Target = graph.Name(e.Client + " " + priced(b))
	} else {
		target, known := nodeOf(m.Graph, b.Target, currency)
		if !known {
			if !b.Dear && !trade.Measurable(lastOf(b.Target)) {
				return e, false
			}
			target = graph.Name(priced(b))
		}
		e.Target = target
	}
	if e.Source == e.Target {
		return e, false
	}
	for _, old := range m.Graph.Touching(e.Source) {
		if old.Stands() && old.Source == e.Source && old.Target == e.Target && old.Sign() == e.Sign() && strings.EqualFold(old.Client, e.Client) {
			return old, true
		}
	}
	return e, true
}

// goesSomewhere says whether a source is a thing by what the sentence says of it: that it gets scarce or dear.
func goesSomewhere(b trade.Bearing) bool {
	return !strings.ContainsFunc(b.Source, unicode.IsUpper) && b.Moved
}

// lastOf is what is counted: of "demand for new kitchens" the demand.
func lastOf(thing string) string {
	head, _, _ := strings.Cut(thing, " for ")
	return head
}

// priced is the target by what it costs, where that is what moves: imports that get dear are import costs.
func priced(b trade.Bearing) string {
	if !b.Dear || strings.HasSuffix(b.Target, "costs") || strings.HasSuffix(b.Target, "prices") {
		return b.Target
	}
	return strings.TrimSuffix(b.Target, "s") + " costs"
}

// nodeOf gives the name of a thing in the graph: as it was said, and without what only qualifies it ("imported
// steel"). The dollar is that of the country that the principal lives in.
func nodeOf(g *graph.Fold, thing, currency string) (name string, known bool) {
	if strings.EqualFold(thing, Dollar) && currency != "" {
		thing = currency
	}
	for _, as := range []string{thing, trade.Thing(thing), strings.TrimPrefix(thing, "imported "), strings.TrimPrefix(thing, "local ")} {
		if as == "" {
			continue
		}
		if t, ok := g.Find(as); ok {
			return g.Called(t), true
		}
		if usual := g.Resolve(as); usual != graph.Name(as) { // it has a name before anything is known of it
			return usual, true
		}
	}
	return graph.Name(thing), false
}

// Dollar is a currency of many countries.
const Dollar = "dollar"

// HomeCurrency is what "the dollar" means to somebody who lives in a time zone; empty where that does not say it.
func HomeCurrency(lives *time.Location) string {
	switch zone := lives.String(); {
	case strings.HasPrefix(zone, "Australia/"):
		return "Australian dollar"
	case strings.HasPrefix(zone, "US/"), zone == "America/New_York", zone == "America/Chicago", zone == "America/Denver", zone == "America/Los_Angeles", zone == "America/Phoenix":
		return "US dollar"
	}
	return ""
}
