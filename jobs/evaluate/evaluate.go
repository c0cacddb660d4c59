// Package evaluate has the agent look each night at how it did since it looked last (SPEC §13.4, §16): which errors
// the principal pointed out, by their sort, and what he put on what it said. A night after which there is nothing
// of that asks no model and writes nothing; each error and each reaction is counted in one evaluation, whatever
// nights were slept through.
//
// The counts are those of the ledger. A model, where there is one, adds what to check, one sentence for a sort of
// error, that names the errors it rests on; what names somebody, has a figure or rests on nothing is dropped with its
// reason. Nothing goes by an evaluation by itself: package rulebook offers the principal a rule on three of them.
package evaluate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/self"
	"citadel/memory/weights"
)

// Name is the job's name.
const Name = "evaluate"

// hour is when the job looks, by the principal's clock.
const hour = 2

// Job is the job; ask is nil where there is no model.
func Job(ask ponder.Asking) jobs.Job {
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name: Name, Every: "every night", Help: "looks at what you corrected and dismissed, and what to check because of it",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			if errors, reactions := fresh(v); len(errors)+len(reactions) == 0 {
				return nil
			}
			return due(v, now)
		},
		Next: next, Slow: ask != nil, Often: true,
		Reads:  []event.Kind{event.Erred{}.Kind(), event.Heard{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.Evaluated{}.Kind()},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			return run(ctx, in, ask)
		},
	}
}

// fresh are the errors and the reactions that no evaluation looked at.
func fresh(v memory.View) (errors []self.Error, reactions []weights.Observation) {
	for _, e := range v.Self.Errors {
		if e.Seq > v.Self.Looked {
			errors = append(errors, e)
		}
	}
	for _, o := range v.Weights.Observations {
		if o.Seq > v.Self.Looked && !o.Overruled && len(o.Credits) > 0 {
			reactions = append(reactions, o)
		}
	}
	return errors, reactions
}

func run(ctx context.Context, in jobs.In, ask ponder.Asking) ([]jobs.Write, error) {
	var errors []self.Error
	var reactions []weights.Observation
	in.Read(func(v memory.View) { errors, reactions = fresh(v) })
	if len(errors)+len(reactions) == 0 {
		return nil, nil
	}
	e := event.Evaluated{Errors: sorts(errors), Reactions: receptions(reactions), On: in.Now.UTC()}
	var from []event.Seq
	for _, x := range errors {
		e.UpTo, from = max(e.UpTo, x.Seq), append(from, x.Seq)
	}
	for _, o := range reactions {
		e.UpTo = max(e.UpTo, o.Seq)
	}
	if ask != nil && len(errors) > 0 {
		switch by, checks, faults, err := consider(ctx, in, ask, errors); {
		case err == nil:
			e.By, e.Checks, e.Faults = by, checks, faults
		case ctx.Err() != nil || !in.Last():
			return nil, fmt.Errorf("evaluate: %w", err)
		default: // the counts need nobody
			e.Faults = []string{unanswered}
		}
	}
	in.Saw(from...)
	return []jobs.Write{{Payload: e, From: from}}, nil
}

// sorts counts errors by their sort, the most frequent first.
func sorts(errors []self.Error) []event.Erring {
	count := map[string]int{}
	for _, e := range errors {
		count[e.Sort]++
	}
	var all []event.Erring
	for _, sort := range slices.Sorted(maps.Keys(count)) {
		all = append(all, event.Erring{Sort: sort, Count: count[sort]})
	}
	slices.SortStableFunc(all, func(a, b event.Erring) int { return b.Count - a.Count })
	return all
}

// receptions counts reactions by what they are feedback on.
func receptions(all []weights.Observation) (counted []event.Reception) {
	count := map[string]event.Reception{}
	for _, o := range all {
		for _, of := range o.Credits {
			r := count[of]
			if r.Of = of; o.Dismissed {
				r.Down++
			} else {
				r.Up++
			}
			count[of] = r
		}
	}
	for _, of := range slices.Sorted(maps.Keys(count)) {
		counted = append(counted, count[of])
	}
	return counted
}
