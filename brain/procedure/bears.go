package procedure

import (
	"context"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/link"
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
// or that firms count; what is said of anybody's affairs is that client's own bond. Whether it is a question
// is for trade.Bears to say: "when diesel rises, …" begins like one.
func bears(_ context.Context, v *visit) (*turn.Reply, error) {
	if v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	said, ok := trade.Bears(v.Text)
	if !ok {
		return nil, nil
	}
	var bond graph.Edge
	v.Read(func(m memory.View) { bond, ok = link.Bearing(m, said, v.homeCurrency()) })
	if !ok {
		return nil, nil
	}
	reply := says("bears")
	reply.Change(event.EdgeDrawn{
		Source: bond.Source, Relation: bond.Relation, Target: bond.Target, Client: bond.Client, Mechanism: phrase.Bare(said.Quote), Origin: event.FromConversation, Plain: true,
		On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(), Lag: said.Lag, PassThrough: said.PassThrough,
	})
	t := &reply.Text
	if bond.Seq != 0 {
		t.Say("I have that already: ").Claim([]event.Seq{bond.Seq}, "%s (`%s`, %s)", consequence.Link(bond), phrase.Handle('e', bond.Seq), phrase.Figure(bond.At(v.Now)))
		t.Say(". What you say counts for it.").Add(delayAndShare(v, said))
		return reply, nil
	}
	t.Say("Kept: when ").Claim(v.Heard(), "%s, %s", consequence.Goes(bond.Source, said.Up), consequence.Moves(bond, said.Up))
	t.Say(" (`%s`), ", reply.Made('e')).Claim(v.Heard(), "%s", phrase.Figure(formula.EdgeConversation)).Say(" until you confirm it.").Add(delayAndShare(v, said))
	if against := v.against(bond); against.Seq != 0 {
		t.Break().Say("It contradicts `%s`: ", phrase.Handle('e', against.Seq)).Claim([]event.Seq{against.Seq}, "%s, %s", consequence.Link(against), phrase.Figure(against.At(v.Now)))
		t.Say(". Both stand until you `reject` one.")
	}
	if bond.Source == link.Dollar {
		t.Break().Say("I don't know which dollar you mean: with `the Australian dollar` or `the US dollar` I could watch it.")
	}
	t.Break().Say("`undo` within ").Claim(v.Heard(), "24 h").Say(" takes it back.")
	reply.Buttons = []event.Button{{Label: "Confirm", Says: "confirm " + reply.Made('e')}}
	return reply, nil
}

// against gives a link of the same two things that says the opposite, if one stands.
func (v *visit) against(bond graph.Edge) (found graph.Edge) {
	v.Read(func(m memory.View) {
		for _, e := range m.Graph.Touching(bond.Source) {
			if e.Stands() && e.Source == bond.Source && e.Target == bond.Target && e.Sign().Opposite(bond.Sign()) && strings.EqualFold(e.Client, bond.Client) {
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

// homeCurrency is what "the dollar" means to the principal.
func (v *visit) homeCurrency() string { return link.HomeCurrency(v.Now.Location()) }
