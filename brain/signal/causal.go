package signal

import (
	"cmp"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/graph"
)

const (
	seeds     = 4 // things that the message speaks of, from which the graph is walked
	hops      = 2 // of that walk, both ways (SPEC §14)
	mostEdges = 6 // edges that are told
)

// causal is the part of the graph around what the message speaks of, as one signal.
func causal(v memory.View, q *Query) []Signal {
	var names []string
	for _, t := range likest(q, seeds, v.Graph.Edged(), v.Graph.Spoken) {
		names = append(names, v.Graph.Called(t))
	}
	edges := v.Graph.Around(names, hops)
	slices.SortStableFunc(edges, q.surer)
	s := Signal{Name: "around it"}
	for _, e := range edges[:min(mostEdges, len(edges))] {
		s.Lines = append(s.Lines, q.edge(e))
	}
	return together(s)
}

func (q *Query) surer(a, b graph.Edge) int { return cmp.Compare(b.At(q.Now), a.At(q.Now)) }

// edge is the line of an edge. How far it can be relied on is a bare number, and no chance.
func (q *Query) edge(e graph.Edge) Line {
	text := graph.Words(e.Source) + " " + strings.ReplaceAll(e.Relation, "_", " ") + " " + graph.Words(e.Target)
	if e.Mechanism != "" {
		text += ": " + e.Mechanism
	}
	note := "link confidence " + phrase.Figure(e.At(q.Now))
	if e.Client != "" {
		note += ", for " + e.Client
	}
	return Line{Seq: e.Seq, Letter: 'e', On: e.On, Text: text, Note: note}
}
