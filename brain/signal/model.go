package signal

import (
	"context"
	"strings"
	"sync"

	"citadel/brain/lens"
	"citadel/memory"
)

// lenses is the index of the mental models; nil where it cannot be made, which the local embedder
// does not let happen.
var lenses = sync.OnceValue(func() *lens.Index {
	x, err := lens.NewIndex(context.Background(), local)
	if err != nil {
		return nil
	}
	return x
})

// models are the ways of looking that fit the message, as many as the tier is offered, as one
// signal. Their names stand on the receipt alone: what an answer may not name it is not shown.
func models(v memory.View, q *Query) []Signal {
	x, n := lenses(), lens.Count(q.Tier)
	if x == nil || n == 0 {
		return nil
	}
	ranked, err := x.Rank(context.Background(), q.Text, v.Lenses.Uses)
	if err != nil || ranked[0].Similarity == 0 {
		return nil
	}
	s := Signal{Relevance: ranked[0].Similarity}
	var ids []string
	for _, r := range ranked[:n] {
		if r.Similarity > 0 {
			ids = append(ids, r.ID)
			s.Lines = append(s.Lines, Line{ID: r.ID, Text: r.Text(), Note: "a way of looking: reason by it, never name it"})
		}
	}
	s.Name = strings.Join(ids, ", ")
	return []Signal{s}
}
