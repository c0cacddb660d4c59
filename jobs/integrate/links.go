package integrate

import (
	"cmp"
	"slices"
	"strings"

	"citadel/brain/comprehend"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// draw writes a link that a model read in a message. Its ends are things that the graph knows, where it knows any of
// that name (SPEC §14, Extraction), and what says the same as a link that the message drew already, by the rules, is
// no second one. A link of a client's begins or ends with him.
func (l *looking) draw(m said, x comprehend.Link) {
	e := event.EdgeDrawn{
		Relation: x.Relation, Mechanism: x.Quote, Origin: event.FromConversation, Client: x.Client, On: m.on,
		Audience: m.sight.Audience, Place: m.sight.Room(),
	}
	known := false
	l.in.Read(func(v memory.View) {
		if x.Client != "" {
			e.Client = cmp.Or(v.Graph.Client(x.Client), x.Client)
		}
		e.Source, e.Target = node(v.Graph, x.Source, e.Client), node(v.Graph, x.Target, e.Client)
		known = slices.ContainsFunc(v.Graph.Touching(e.Source), func(o graph.Edge) bool {
			return o.Stands() && o.Source == e.Source && o.Target == e.Target && o.Sign() == graph.SignOf(e.Relation) && strings.EqualFold(o.Client, e.Client) && o.Mechanism != "" && strings.Contains(m.text, o.Mechanism)
		})
	})
	if known || e.Source == e.Target || e.Source == "" || e.Target == "" {
		return
	}
	l.writes = append(l.writes, jobs.Write{Payload: e, From: []event.Seq{m.source}})
}

// node gives the name of a thing in the graph: by all of its words, or by the last of them where those before only
// qualify it. What is a client's own keeps his name.
func node(g *graph.Fold, said, client string) string {
	if own := graph.Name(client); own != "" && (graph.Name(said) == own || strings.HasPrefix(graph.Name(said), own+"_")) {
		return graph.Name(said)
	}
	words := strings.Fields(said)
	for i := range words {
		if t, ok := g.Find(strings.Join(words[i:], " ")); ok {
			return g.Called(t)
		}
	}
	return g.Resolve(said)
}
