package consequence

import (
	"time"

	"citadel/brain/exposure"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	"citadel/memory/world"
)

// Watching are those of some figures of the economy that reach a thing by what everybody knows, or are its own. Before
// the graph has read the newest edition of that, in the first seconds of a mind, the edition itself is asked.
func Watching(g *graph.Fold, figures []string, thing string, now time.Time) (reach []string) {
	if !g.Holds(world.Newest().Name) {
		g = atlas(now)
	}
	for _, name := range figures {
		if name == thing || len(exposure.Between(g, name, thing, graph.More, now)) > 0 {
			reach = append(reach, name)
		}
	}
	return reach
}

// atlas is the newest edition as a graph, as if it was read just now.
func atlas(now time.Time) *graph.Fold {
	g := graph.New()
	for i, e := range world.Newest().Edges {
		g.Apply(ledger.Record{Seq: event.Seq(i + 1)}, event.EdgeDrawn{Source: e.Source, Relation: e.Relation, Target: e.Target, Origin: event.FromWorld, Confidence: e.Confidence, On: now}) //nolint:gosec // a line number
	}
	return g
}
