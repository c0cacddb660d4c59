package signal

import (
	"fmt"
	"slices"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// mostDisputes is how many of the newest contradictions are looked at: their words have to be
// looked up.
const mostDisputes = 8

// disputes are threads of thought that are open: two statements, or two edges of the graph, of which
// at most one can hold, and nobody has said which. No feedback makes them rarer.
func disputes(v memory.View, q *Query) []Signal {
	open := v.Beliefs.Disputes()
	var out []Signal
	for _, d := range slices.Backward(open[max(0, len(open)-mostDisputes):]) {
		s := Signal{Name: fmt.Sprintf("dispute %d", d.Seq), Seqs: []event.Seq{d.Seq}, Protective: true}
		for _, side := range d.Between {
			s.Lines = append(s.Lines, Line{Seq: side, Letter: 'm', Note: "contradicted by another statement; nobody has said which holds"})
		}
		out = append(out, s)
	}
	for _, c := range v.Graph.Contradictions() {
		s := Signal{Name: "dispute " + phrase.Handle('e', c.Against.Seq), Protective: true}
		for _, e := range []graph.Edge{c.With, c.Against} {
			line := q.edge(e)
			line.Note += "; contradicted by another link; nobody has said which holds"
			s.Lines = append(s.Lines, line)
		}
		out = append(out, s)
	}
	return out
}
