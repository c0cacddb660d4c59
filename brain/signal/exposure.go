package signal

import (
	"cmp"
	"slices"
	"strings"

	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// exposures are the affairs of clients that what moved lately may reach, each by its surest path,
// the surest first.
func exposures(v memory.View, q *Query) []Signal {
	var paths []exposure.Path
	for _, m := range q.moves(v) {
		for _, e := range exposure.Of(v.Graph, m.Indicator, graph.Of(m.To-m.From), q.Now) {
			for _, r := range e.Reaches {
				paths = append(paths, r.Paths[0])
			}
		}
	}
	slices.SortStableFunc(paths, func(a, b exposure.Path) int { return cmp.Compare(b.Confidence, a.Confidence) })
	var out []Signal
	told := map[event.Seq]bool{}
	for _, p := range paths {
		if !told[p.Own.Seq] {
			told[p.Own.Seq], out = true, append(out, q.exposed(p))
		}
	}
	return out
}

// exposed is one affair of a client with the path to it.
func (q *Query) exposed(p exposure.Path) Signal {
	line := q.edge(p.Own)
	var way []string
	for _, thing := range p.Things {
		way = append(way, graph.Words(thing))
	}
	line.Note += "; path " + strings.Join(way, " → ") + ", confidence " + phrase.Figure(p.Confidence)
	s := Signal{Name: phrase.Handle('e', p.Own.Seq), Lines: []Line{line}}
	for _, e := range p.Edges {
		if e.Origin != event.FromWorld { // that holds nobody's words
			s.Seqs = append(s.Seqs, e.Seq)
		}
	}
	return s
}
