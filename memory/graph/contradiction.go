package graph

import (
	"cmp"
	"slices"
	"strings"
)

// Contradiction is two edges between the same two things, for the same client, of which one says that
// the target follows the source and the other that it does the opposite.
type Contradiction struct{ With, Against Edge }

// ends are the two things of an edge, in its order: a balancing loop runs both ways and is none.
type ends struct{ source, target Thing }

// Contradictions gives those that stand, in the order in which their first edges were drawn: for each
// two things and client the first edge of each side. No side wins: which one holds is the principal's
// to say, and until he rejects one both are walked.
func (f *Fold) Contradictions() []Contradiction {
	var found []Contradiction
	for pair := range f.opposed {
		found = append(found, f.contradictory(f.edges, pair)...)
	}
	slices.SortFunc(found, func(a, b Contradiction) int {
		return cmp.Or(cmp.Compare(f.bySeq[a.With.Seq], f.bySeq[b.With.Seq]), cmp.Compare(f.bySeq[a.Against.Seq], f.bySeq[b.Against.Seq]))
	})
	return found
}

// oppose notes whether edges contradict each other between two things, now that one of them changed.
func (l *links) oppose(edges []Edge, pair ends) {
	all := l.contradictory(edges, pair)
	if len(all) > 0 {
		l.opposed[pair] = true
	} else {
		delete(l.opposed, pair)
	}
	for _, i := range l.touching[pair.source] {
		if l.between[i] == pair {
			e := &edges[i]
			e.Contested = e.Sign() != Unknown && slices.ContainsFunc(all, func(c Contradiction) bool { return strings.EqualFold(c.With.Client, e.Client) })
		}
	}
}

// contradictory gives the contradictions between two things, one for a client.
func (l *links) contradictory(edges []Edge, pair ends) (found []Contradiction) {
	type sides struct{ with, against *Edge }
	var clients []string
	of := map[string]*sides{}
	for _, i := range l.touching[pair.source] {
		if l.between[i] != pair || edges[i].Sign() == Unknown {
			continue
		}
		e := &edges[i]
		client := strings.ToLower(e.Client)
		if of[client] == nil {
			clients, of[client] = append(clients, client), &sides{}
		}
		switch s := of[client]; {
		case e.Sign() == More && s.with == nil:
			s.with = e
		case e.Sign() == Less && s.against == nil:
			s.against = e
		}
	}
	for _, c := range clients {
		if s := of[c]; s.with != nil && s.against != nil {
			found = append(found, Contradiction{*s.with, *s.against})
		}
	}
	return found
}
