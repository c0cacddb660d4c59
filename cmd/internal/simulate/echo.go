package simulate

import (
	"context"
	"maps"
	"slices"
	"strings"

	"citadel/jobs"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// echoes is a reader of the talk of a day that learns what it teaches,
// and does not tell who said it: whatever an answer of the agent's quotes, it takes for said again. A model
// does so now and then; this one always does, so that it is seen every day what stands between an echo and
// a belief.
func echoes() jobs.Job {
	due, next := jobs.Nightly(5)
	return jobs.Job{
		Name: "echoes", Every: "every night", Help: "takes for said again what an answer quoted",
		Due: due, Next: next, Often: true,
		Reads:  []event.Kind{event.PostQueued{}.Kind(), event.Learned{}.Kind()},
		Writes: []event.Kind{event.Reinforced{}.Kind()},
		Run:    hearEchoes,
	}
}

// mostEchoes is how many memories are heard again in a night.
const mostEchoes = 3

func hearEchoes(ctx context.Context, in jobs.In) (writes []jobs.Write, err error) {
	posts := map[event.Seq]string{}
	for r, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Newest: true, Limit: 20}) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		if q, ok := p.(event.PostQueued); ok && q.Answer != nil && in.Now.Sub(r.At).Hours() < 24 {
			posts[r.Seq] = q.Text
		}
	}
	if len(posts) == 0 {
		return nil, nil
	}
	for r, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Learned{}.Kind()}}) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		l, ok := p.(event.Learned)
		if !ok || l.Quote == "" || len(writes) == mostEchoes {
			continue
		}
		for _, seq := range slices.Sorted(maps.Keys(posts)) {
			if strings.Contains(posts[seq], strings.TrimSuffix(l.Quote, ".")) {
				writes = append(writes, jobs.Write{Payload: event.Reinforced{Memory: r.Seq, Roots: []event.Seq{seq}, As: event.Again}, From: []event.Seq{r.Seq, seq}})
				break
			}
		}
	}
	return writes, nil
}
