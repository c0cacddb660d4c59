package procedure

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/graph"
)

// client keeps what a client's business depends on as links of the causal graph: from then on a move of
// the economy that reaches them is told unasked (SPEC §14). Who is no client yet has to be called one, and
// what is said of much else too ("needs") counts only of things that the graph knows.
func client(_ context.Context, v *visit) (*turn.Reply, error) {
	if v.asks() || v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	told, ok := trade.Read(v.Text)
	if !ok {
		return nil, nil
	}
	var links []linked
	v.Read(func(m memory.View) {
		if !told.Named && !isClient(m, told.Affairs[0].Client) {
			return
		}
		for _, a := range told.Affairs {
			l := linkOf(m, a, v.Now)
			if !l.known && !(told.Named && told.Sure) {
				links = nil
				return
			}
			links = append(links, l)
		}
	})
	if len(links) == 0 {
		return nil, nil
	}
	reply := says("client")
	for _, l := range links {
		reply.Change(event.EdgeDrawn{
			Source: l.source, Relation: l.Relation, Target: l.target, Mechanism: phrase.Bare(l.Quote), Origin: event.FromConversation, Client: l.name,
			On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(),
		})
		l.told(v, reply)
	}
	if slices.ContainsFunc(links, func(l linked) bool { return l.old.Seq == 0 }) {
		reply.Text.Break().Say("`undo` within ").Claim(v.Heard(), "24 h").Say(" takes it back.")
	}
	if len(links) == 1 && links[0].old.Seq == 0 {
		reply.Buttons = []event.Button{{Label: "Confirm", Says: "confirm " + reply.Made('e')}}
	}
	return reply, nil
}

// linked is a link to be drawn.
type linked struct {
	trade.Affair
	name           string // of the client, as it was written first
	source, target string // as the graph names them
	known          bool   // the graph knows the thing that it begins or ends at
	old            graph.Edge
	watched        int  // figures of the economy whose moves reach it
	figures        bool // any are read
}

// isClient says whether somebody was called a client, or has links of his own.
func isClient(m memory.View, name string) bool {
	if m.Graph.Client(name) != "" {
		return true
	}
	for _, p := range m.People.Called(name) {
		for _, s := range p.Statements {
			if !s.Over && slices.Contains(strings.Fields(plainWords(s.Text)), "client") {
				return true
			}
		}
	}
	return false
}

func linkOf(m memory.View, a trade.Affair, now time.Time) linked {
	if own := m.Graph.Client(a.Client); own != "" {
		a.Client = own
	}
	l := linked{Affair: a, name: a.Client, source: graph.Name(a.Source()), target: graph.Name(a.Target())}
	if thing := m.Graph.Resolve(a.Thing); a.Source() == a.Thing { // the other end is the client's own
		l.source = thing
	} else {
		l.target = thing
	}
	_, l.known = m.Graph.Find(a.Thing)
	for _, e := range m.Graph.Touching(l.source) {
		if e.Stands() && e.Source == l.source && e.Relation == a.Relation && e.Target == l.target && strings.EqualFold(e.Client, l.name) {
			l.old = e
		}
	}
	thing := m.Graph.Resolve(a.Thing)
	for _, i := range m.Economy.Indicators {
		l.figures = true
		if i.Name == thing || len(exposure.Between(m.Graph, i.Name, thing, graph.More, now)) > 0 {
			l.watched++
		}
	}
	return l
}

// comparison is when figures are read next: every morning at six.
func comparison(now time.Time) time.Time {
	next := time.Date(now.Year(), now.Month(), now.Day(), 6, 0, 0, 0, now.Location())
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// told words one link, after it was added.
func (l linked) told(v *visit, r *turn.Reply) {
	link := consequence.Link(graph.Edge{Source: l.source, Relation: l.Relation, Target: l.target, Client: l.name})
	if l.old.Seq != 0 {
		r.Text.Break().Say("For %s I have that already: ", l.name).Claim([]event.Seq{l.old.Seq}, "%s (`%s`, %s)", link, phrase.Handle('e', l.old.Seq), phrase.Figure(l.old.At(v.Now)))
		r.Text.Say(".")
		return
	}
	r.Text.Break().Say("Kept for %s: ", l.name).Claim(v.Heard(), "%s", link)
	r.Text.Say(" (`%s`), ", r.Made('e')).Claim(v.Heard(), "%s", phrase.Figure(formula.EdgeConversation)).Say(" until you confirm it. ")
	switch {
	case l.watched > 0:
		r.Text.Say("I watch ").Claim(v.Heard(), "%s", phrase.Count(l.watched, "figure")).Say(" for it from now on; the first comparison is ")
		r.Text.Claim(v.Heard(), "%s", phrase.Day(comparison(v.Now), v.Now)).Say(".")
	case !l.known:
		r.Text.Say("I know of nothing yet that moves %s.", l.Thing)
	case l.figures:
		r.Text.Say("None of the figures that I read reaches it.")
	default:
		r.Text.Say("I read no figures of the economy yet.")
	}
}
