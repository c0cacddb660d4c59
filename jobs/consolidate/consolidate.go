// Package consolidate makes what was asked for again and again keep twice as long: each night
// the memories that were recalled for the third time, each once in its life (SPEC §13.2).
package consolidate

import (
	"context"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = "consolidate"

// hour is when the job looks, by the principal's clock.
const hour = 3

// most is how many memories one record names. What is left over waits for the next night.
const most = 1000

// Job is the job. It looks once a night, and a night on which nothing is ripe writes nothing.
func Job() jobs.Job {
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name:    Name,
		Every:   "every night",
		Help:    "lets what was recalled three times fade half as fast",
		Due:     due,
		Next:    next,
		Often:   true,
		Anytime: true,
		Reads:   []event.Kind{event.Recalled{}.Kind()}, // by way of the fold, which also knows what is consolidated
		Writes:  []event.Kind{event.Consolidated{}.Kind()},
		Run:     run,
	}
}

func run(_ context.Context, in jobs.In) ([]jobs.Write, error) {
	var ripe []event.Seq
	in.Read(func(v memory.View) { ripe = v.Warmth.Ripe() })
	if len(ripe) == 0 {
		return nil, nil
	}
	ripe = ripe[:min(len(ripe), most)]
	in.Saw(ripe...)
	return []jobs.Write{{Payload: event.Consolidated{Memories: ripe}}}, nil
}
