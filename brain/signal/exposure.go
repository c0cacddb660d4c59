package signal

import (
	"slices"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/formula"
	"citadel/memory/graph"
)

// exposureHops is how far a move of the economy is followed (SPEC §14).
const exposureHops = 3

// exposures are the affairs of clients that what moved lately may reach, the surest first.
func exposures(v memory.View, q *Query) []Signal {
	var moved []string
	for _, m := range q.moves(v) {
		moved = append(moved, m.Indicator)
	}
	reached := slices.DeleteFunc(v.Graph.Around(moved, exposureHops), func(e graph.Edge) bool {
		return e.Client == "" || e.At(q.Now) < formula.ClientEdgeLeast
	})
	slices.SortStableFunc(reached, q.surer)
	var out []Signal
	for _, e := range reached {
		out = append(out, Signal{Name: phrase.Handle('e', e.Seq), Lines: []Line{q.edge(e)}})
	}
	return out
}
