package link

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/trade"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/people"
)

// Link is what a sentence says of a client, as a link of the graph.
type Link struct {
	trade.Affair
	Name           string     // of the client, as it was written first
	Source, Target string     // as the graph names them
	Node           string     // that of the two which is not the client's own
	Known          bool       // the graph knows it
	Old            graph.Edge // the one that says so already; its Seq is zero where there is none
}

// Affairs are the links that a message draws, of one client, or of the principal's own business. taken says that he was
// never called a client, and is taken for one by what the message says. home is what the dollar means: see HomeCurrency.
func Affairs(m memory.View, told trade.Told, home string) (links []Link, taken bool) {
	who := cmp.Or(told.Affairs[0].Client, buyer(m, told.Affairs[0].Thing))
	switch {
	case who == "", who == event.OwnBusiness && !told.Business && !hasBusiness(m):
		return nil, false
	case who == event.OwnBusiness:
		told.Named = true
	default:
		taken = !told.Named && !IsClient(m, who)
	}
	if taken && (!told.Business && !firm(who) || len(m.People.Called(who)) > 0) {
		return nil, false
	}
	for _, a := range told.Affairs {
		a.Client = who
		if a.Supplier && taken && len(links) == 0 {
			continue // anybody's bread comes from somewhere: of who was never called a client it takes goods that are known
		}
		if l := of(m, inHomeCurrency(a, home)); l.Known || a.Supplier && len(links) > 0 || !taken && told.Sure && (told.Named || a.Traded()) {
			links = append(links, l)
		}
	}
	return links, taken
}

// inHomeCurrency turns what the principal's own business pays in US dollars round where he lives with others: what it comes to
// falls when the currency at home rises.
func inHomeCurrency(a trade.Affair, home string) trade.Affair {
	if a.Client != event.OwnBusiness || a.Relation != event.ExposedTo || home == "" || strings.EqualFold(home, "US dollar") {
		return a
	}
	if said := strings.ToLower(a.Thing); said == "us dollars" || said == "dollars" {
		a.Thing, a.Relation = home, event.Constrains
	}
	return a
}

// hasBusiness says whether the principal has a business of his own, by what he said of himself.
func hasBusiness(m memory.View) bool {
	return m.Graph.Client(event.OwnBusiness) != "" ||
		slices.ContainsFunc(m.People.Own().Statements, func(s people.Statement) bool { return !s.Over && trade.Runs(s.Text) })
}

// buyer is who alone buys a thing, of which is said where it comes from; of what nobody was said to buy it is the
// principal's own business, where he has one.
func buyer(m memory.View, thing string) (who string) {
	name, _ := thingOf(m.Graph, thing)
	for _, e := range m.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" && e.Relation == event.ExposedTo }) {
		switch {
		case e.Source != name && shorter(m.Graph, e.Client, thing) != e.Source:
		case who != "" && !strings.EqualFold(who, e.Client):
			return ""
		default:
			who = e.Client
		}
	}
	if who == "" && hasBusiness(m) {
		who = event.OwnBusiness
	}
	return who
}

// firms are words by which a name says that it is a firm's.
var firms = strings.Fields(`foods food bakery bakeries brewing brewery breweries steel metals mining glass glas homes textiles couriers freight logistics transport creamery dairy
	coffee roasters auto motors motor energy power gas oil chemicals plastics packaging paper print printing press timber lumber furniture builders building construction concrete
	engineering electric electronics industries group holdings partners brothers bros sons co company corp inc ltd limited pty llc plc gmbh ag kg sa bv catch seafood seafoods farms farm
	vineyards wines hotels airlines shipping marine boats works manufacturing supplies supply trading imports exports systems tech technologies pharma cosmetics apparel clothing fashion`)

// firm says whether a name is plainly a firm's.
func firm(name string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(name)), func(w string) bool { return slices.Contains(firms, strings.Trim(w, ".,")) })
}

// called says of somebody that he is a client.
var called = regexp.MustCompile(`(?i)(?:^|[^\pL\pN'’])client(?:$|[^\pL\pN'’])`)

// IsClient says whether somebody was called a client, or has links of his own.
func IsClient(m memory.View, name string) bool {
	if m.Graph.Client(name) != "" {
		return true
	}
	for _, p := range m.People.Called(name) {
		for _, s := range p.Statements {
			if !s.Over && called.MatchString(s.Text) {
				return true
			}
		}
	}
	return false
}

// of is the link that an affair makes.
func of(m memory.View, a trade.Affair) Link {
	if own := m.Graph.Client(a.Client); own != "" {
		a.Client = own
	}
	l := Link{Affair: a, Name: a.Client, Source: graph.Name(a.Source()), Target: graph.Name(a.Target())}
	thing, known := graph.Name(a.Thing), false // a supplier's name is no thing that the graph may know by its last word
	if !a.Supplier {
		thing, known = thingOf(m.Graph, a.Thing)
	}
	if own := shorter(m.Graph, l.Name, a.Thing); !known && own != "" {
		thing, known = own, true
	}
	if l.Node, l.Known = thing, known; a.Source() == a.Thing { // the other end is the client's own
		l.Source = thing
	} else {
		l.Target = thing
	}
	for _, e := range m.Graph.Touching(l.Source) {
		if e.Stands() && e.Source == l.Source && e.Relation == a.Relation && e.Target == l.Target && strings.EqualFold(e.Client, l.Name) {
			l.Old = e
		}
	}
	return l
}

// thingOf gives the name of a thing in the graph, by all of its words or by the last of them: "merino wool" is
// wool where nothing is known of merino.
func thingOf(g *graph.Fold, said string) (name string, known bool) {
	words := strings.Fields(said)
	for i := range words {
		as := strings.Join(words[i:], " ")
		if t, ok := g.Find(as); ok {
			return g.Called(t), true
		}
		if usual := g.Resolve(as); usual != graph.Name(as) { // it has a name before anything is known of it
			return usual, true
		}
	}
	return g.Resolve(said), false
}

// shorter is the thing of which a client's own link speaks in more words: his "board" is the "corrugated board" that he
// buys. Empty where there is none.
func shorter(g *graph.Fold, client, said string) string {
	for _, e := range g.Edges(func(e *graph.Edge) bool { return strings.EqualFold(e.Client, client) && e.Relation == event.ExposedTo }) {
		bought, _, _ := strings.Cut(e.Mechanism, " from ")
		if strings.HasSuffix(" "+strings.ToLower(bought), " "+strings.ToLower(said)) {
			return e.Source
		}
	}
	return ""
}
