// Package tend keeps the causal graph: once a quarter it has the graph read what everybody holds to be
// so of the economy, so that this does not fade for want of being spoken of, and each night it lets go
// of edges that faded and that nobody renewed in months (SPEC §14). What is let go of stays in the
// ledger, and stands again as soon as somebody says it.
//
// It asks no model and tells nobody: neither says anything that was not known.
package tend

import (
	"context"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/world"
)

// Name is the job's name.
const Name = "tend"

// hour is when the job looks, by the principal's clock: before the economy's figures are fetched.
const hour = 4

// most is how many edges one record lets go of. What is left over waits for the next night.
const most = 1000

// Job is the job. It looks once a night, and a night on which nothing faded writes nothing.
func Job() jobs.Job {
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name:    Name,
		Every:   "every night",
		Help:    "reads what is known of the economy once a quarter, and lets go of links that faded",
		Due:     due,
		Next:    next,
		Often:   true,
		Anytime: true,
		Reads:   []event.Kind{event.EdgeDrawn{}.Kind(), event.WorldSeeded{}.Kind(), event.EdgesPruned{}.Kind()}, // by way of the fold
		Writes:  []event.Kind{event.EdgeDrawn{}.Kind(), event.WorldSeeded{}.Kind(), event.EdgesPruned{}.Kind()},
		Run:     run,
	}
}

func run(_ context.Context, in jobs.In) ([]jobs.Write, error) {
	var known []event.Payload
	var faded []event.Seq
	in.Read(func(v memory.View) {
		known = world.Newest().Load(v.Graph, in.Now)
		for _, e := range v.Graph.Prunable(in.Now) {
			faded = append(faded, e.Seq)
		}
	})
	if len(known) > 0 { // it may hold what faded, which is then for the next night
		return writes(known...), nil
	}
	if len(faded) == 0 {
		return nil, nil
	}
	faded = faded[:min(len(faded), most)]
	in.Saw(faded...)
	return writes(event.EdgesPruned{Edges: faded, On: in.Now}), nil
}

func writes(all ...event.Payload) (out []jobs.Write) {
	for _, p := range all {
		out = append(out, jobs.Write{Payload: p})
	}
	return out
}
