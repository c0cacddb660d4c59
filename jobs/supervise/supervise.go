// Package supervise looks each night for what was settled and goes on elsewhere: a memory that
// says what was corrected in another, a loop that is open although its twin is closed. It
// retires such echoes, by a record that says so and can be taken back (SPEC §13.5).
//
// It only ever repeats a decision that was made already, about statements that say the same:
// an echo says of the same subject what was found not to hold, and was said before that was
// found. What the principal stated afterwards, asked to be kept, confirmed or restored is not
// touched, and neither is what somebody else said afterwards: that is news, and not an echo.
// What an echo rested on is no matter: being retired, it retires nothing itself.
//
// It asks no model.
package supervise

import (
	"context"
	"fmt"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/jobs"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "supervise"

// hour is when the job looks, by the principal's clock.
const hour = 4

// most is how many echoes one night retires. What is left over waits for the next.
const most = 200

// Reason is that of the retiring, in event.Superseded.
const Reason = "echo"

// Job is the job. It looks once a night, and a night without echoes writes nothing.
func Job() jobs.Job {
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name:    Name,
		Every:   "every night",
		Help:    "retires what says again what was corrected, and loops whose twin is closed",
		Due:     due,
		Next:    next,
		Often:   true,
		Anytime: true,
		Reads: []event.Kind{
			event.Learned{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.Reinforced{}.Kind(), event.Judged{}.Kind(),
			event.LoopOpened{}.Kind(), event.LoopClosed{}.Kind(), event.LoopReopened{}.Kind(),
		},
		Writes: []event.Kind{event.Superseded{}.Kind(), event.LoopClosed{}.Kind()},
		Run:    run,
	}
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	writes, err := memories(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("supervise: memories: %w", err)
	}
	more, err := twins(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("supervise: loops: %w", err)
	}
	writes = append(writes, more...)
	return writes[:min(len(writes), most)], nil
}

// each calls see with what a query gives and was not forgotten, in order.
func each(ctx context.Context, in jobs.In, see func(ledger.Record, event.Payload), kinds ...event.Kind) error {
	for e, err := range ledger.Each[event.Payload](ctx, in, ledger.Query{Kinds: kinds}) {
		if err != nil {
			return err
		}
		see(e.Record, e.Said)
	}
	return nil
}

// same says whether two statements say the same, as the gate before every write has it. How sure
// their speaker was is no matter: what does not hold does not possibly hold.
func same(a, b extract.Item) bool {
	return dedupe.ButForDoubt(a, b)
}
