// Package tend keeps the causal graph: once a quarter it has the graph read what everybody holds to be
// so of the economy, so that this does not fade for want of being spoken of, and each night it lets go
// of edges that faded and that nobody renewed in months, and opens a thread where two contradict each other (SPEC §14). What is let go of stays in the
// ledger, and stands again as soon as somebody says it.
//
// It asks no model and tells nobody: neither says anything that was not known.
package tend

import (
	"context"
	"fmt"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
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
		Help:    "reads what is known of the economy once a quarter, and lets go of links that faded; notes which contradict each other",
		Due:     due,
		Next:    next,
		Often:   true,
		Anytime: true,
		Reads:   []event.Kind{event.EdgeDrawn{}.Kind(), event.WorldSeeded{}.Kind(), event.EdgesPruned{}.Kind(), event.EdgesOpposed{}.Kind()}, // by way of the fold
		Writes:  []event.Kind{event.EdgeDrawn{}.Kind(), event.WorldSeeded{}.Kind(), event.EdgesPruned{}.Kind(), event.EdgesOpposed{}.Kind()},
		Run:     run,
	}
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
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
	out, err := opposed(ctx, in)
	if err != nil || len(faded) == 0 {
		return out, err
	}
	faded = faded[:min(len(faded), most)]
	in.Saw(faded...)
	return append(out, writes(event.EdgesPruned{Edges: faded, On: in.Now})...), nil
}

// opposed opens a thread for each two edges that contradict each other and have none.
func opposed(ctx context.Context, in jobs.In) (out []jobs.Write, err error) {
	var all []graph.Contradiction
	in.Read(func(v memory.View) { all = v.Graph.Contradictions() })
	for _, c := range all {
		if len(out) == most {
			break
		}
		key := fmt.Sprintf("edges.opposed/%d/%d", c.With.Seq, c.Against.Seq)
		open := false
		for _, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{event.EdgesOpposed{}.Kind()}, Keys: []string{key}}) {
			if err != nil {
				return nil, err
			}
			open = true
		}
		if open {
			continue
		}
		both := []event.Seq{c.With.Seq, c.Against.Seq}
		in.Saw(both...)
		out = append(out, jobs.Write{Payload: event.EdgesOpposed{With: c.With.Seq, Against: c.Against.Seq, On: in.Now}, From: both, Key: key})
	}
	return out, nil
}

func writes(all ...event.Payload) (out []jobs.Write) {
	for _, p := range all {
		out = append(out, jobs.Write{Payload: p})
	}
	return out
}
