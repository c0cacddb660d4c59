package procedure

import (
	"cmp"
	"context"
	"strings"
	"unicode"

	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/graph"
)

// bears keeps how one thing moves another, as the principal says it of his trade: "higher diesel prices push
// up our freight costs within about six weeks" (SPEC §14). Both ends have to be things that the graph knows
// or that firms count; what is said of anybody's affairs is that client's own link. Whether it is a question
// is for trade.Bears to say: "when diesel rises, …" begins like one.
func bears(_ context.Context, v *visit) (*turn.Reply, error) {
	if v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	said, ok := trade.Bears(v.Text)
	if !ok {
		return nil, nil
	}
	var link graph.Edge
	v.Read(func(m memory.View) { link, ok = bearing(m, said, v.homeCurrency()) })
	if !ok {
		return nil, nil
	}
	reply := says("bears")
	reply.Change(event.EdgeDrawn{
		Source: link.Source, Relation: link.Relation, Target: link.Target, Client: link.Client, Mechanism: phrase.Bare(said.Quote), Origin: event.FromConversation,
		On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(), Lag: said.Lag, PassThrough: said.PassThrough,
	})
	t := &reply.Text
	if link.Seq != 0 {
		t.Say("I have that already: ").Claim([]event.Seq{link.Seq}, "%s (`%s`, %s)", consequence.Link(link), phrase.Handle('e', link.Seq), phrase.Figure(link.At(v.Now)))
		t.Say(". What you say counts for it.").Add(delayAndShare(v, said))
		return reply, nil
	}
	t.Say("Kept: when ").Claim(v.Heard(), "%s, %s", consequence.Goes(link.Source, said.Up), consequence.Moves(link, said.Up))
	t.Say(" (`%s`), ", reply.Made('e')).Claim(v.Heard(), "%s", phrase.Figure(formula.EdgeConversation)).Say(" until you confirm it.").Add(delayAndShare(v, said))
	if against := v.against(link); against.Seq != 0 {
		t.Break().Say("It contradicts `%s`: ", phrase.Handle('e', against.Seq)).Claim([]event.Seq{against.Seq}, "%s, %s", consequence.Link(against), phrase.Figure(against.At(v.Now)))
		t.Say(". Both stand until you `reject` one.")
	}
	if link.Source == dollar {
		t.Break().Say("I don't know which dollar you mean: with `the Australian dollar` or `the US dollar` I could watch it.")
	}
	t.Break().Say("`undo` within ").Claim(v.Heard(), "24 h").Say(" takes it back.")
	reply.Buttons = []event.Button{{Label: "Confirm", Says: "confirm " + reply.Made('e')}}
	return reply, nil
}

// against gives a link of the same two things that says the opposite, if one stands.
func (v *visit) against(link graph.Edge) (found graph.Edge) {
	v.Read(func(m memory.View) {
		for _, e := range m.Graph.Touching(link.Source) {
			if e.Stands() && e.Source == link.Source && e.Target == link.Target && e.Sign().Opposite(link.Sign()) && strings.EqualFold(e.Client, link.Client) {
				found = e
			}
		}
	})
	return found
}

// delayAndShare words after how long and how much of a move arrives, as far as that was said.
func delayAndShare(v *visit, b trade.Bearing) *phrase.Text {
	t := new(phrase.Text)
	if b.Lag != nil {
		t.Say(" ").Claim(v.Heard(), "%s.", consequence.Delay(*b.Lag))
	}
	if b.PassThrough != nil {
		t.Say(" I take it that ").Claim(v.Heard(), "%s", consequence.Share(*b.PassThrough)).Say(" of a move arrives.")
	}
	return t
}

// bearing is the link that a sentence says, with the names that the graph has for both ends; its Seq is that
// of the one that says the same already. It is not ok where an end is nothing that firms count, and where the
// affairs are those of somebody who is known and no client.
func bearing(m memory.View, b trade.Bearing, currency string) (link graph.Edge, ok bool) {
	source, known := nodeOf(m.Graph, b.Source, currency)
	if !known && !trade.Measurable(b.Source) && !goesSomewhere(b) {
		return link, false
	}
	link = graph.Edge{Source: source, Relation: b.Relation()}
	if b.Client != "" {
		link.Client = cmp.Or(m.Graph.Client(b.Client), b.Client)
		if !trade.Measurable(b.Target) || len(m.People.Called(b.Client)) > 0 && !isClient(m, b.Client) {
			return link, false
		}
		link.Target = graph.Name(link.Client + " " + priced(b))
	} else {
		target, known := nodeOf(m.Graph, b.Target, currency)
		if !known {
			if !b.Dear && !trade.Measurable(lastOf(b.Target)) {
				return link, false
			}
			target = graph.Name(priced(b))
		}
		link.Target = target
	}
	if link.Source == link.Target {
		return link, false
	}
	for _, e := range m.Graph.Touching(link.Source) {
		if e.Stands() && e.Source == link.Source && e.Target == link.Target && e.Sign() == link.Sign() && strings.EqualFold(e.Client, link.Client) {
			return e, true
		}
	}
	return link, true
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
	if strings.EqualFold(thing, dollar) && currency != "" {
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

// dollar is a currency of many countries.
const dollar = "dollar"

// homeCurrency is what "the dollar" means to the principal, by his time zone; empty where that does not say it.
func (v *visit) homeCurrency() string {
	switch zone := v.Now.Location().String(); {
	case strings.HasPrefix(zone, "Australia/"):
		return "Australian dollar"
	case strings.HasPrefix(zone, "US/"), zone == "America/New_York", zone == "America/Chicago", zone == "America/Denver", zone == "America/Los_Angeles", zone == "America/Phoenix":
		return "US dollar"
	}
	return ""
}
