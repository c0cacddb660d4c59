// Package retain forgets other people's words when their time is over: what was read along
// in a channel, and what came and could not be read, after ninety days (TRUST, Other people's
// words). The principal's own words stay, those that he passed on among them, and so do his
// questions about the others' and the answers.
//
// Forgetting is the record of itself: the reason in it is Reason, and "jobs" counts those of
// the month. A run that finds nothing writes nothing.
package retain

import (
	"context"
	"fmt"
	"sync"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "retain"

// Age is how long other people's words are kept.
const Age = 90 * 24 * time.Hour

// Reason is that of the forgetting, in event.Forgotten.
const Reason = event.Expired

// most is how many messages are forgotten at once: each time the folds are built anew, and
// nobody is answered meanwhile.
const most = 1000

// hour is when the job looks, by the principal's clock: while he sleeps, as a rule.
const hour = 3

// Job is the job, over the mind that it forgets in. It looks once a day.
func Job(m *memory.Mind) jobs.Job {
	k := &keeper{mind: m}
	kinds := []event.Kind{event.Heard{}.Kind(), event.Unparsed{}.Kind()}
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name:  Name,
		Every: "every night",
		Help:  "forgets what others said more than 90 days ago",
		Due:   due,
		Next:  next,
		Often: true,
		Reads: kinds,
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			return nil, k.run(ctx, in, ledger.Query{Kinds: kinds})
		},
	}
}

// keeper remembers how far it has looked, so that a night costs what the day brought. A new
// process looks through all of it once.
type keeper struct {
	mind *memory.Mind

	mu   sync.Mutex
	upTo event.Seq // all before it is the principal's or forgotten
}

func (k *keeper) run(ctx context.Context, in jobs.In, q ledger.Query) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for ctx.Err() == nil {
		q.After = k.upTo
		old, upTo, err := expired(ctx, in, q)
		if err != nil {
			return err
		}
		if len(old) > 0 {
			plan, err := k.mind.Reach(ctx, old...)
			if err != nil {
				return fmt.Errorf("retain: %w", err)
			}
			if _, err := k.mind.Forget(ctx, plan, Reason); err != nil {
				return fmt.Errorf("retain: %w", err)
			}
		}
		k.upTo = upTo
		if len(old) < most {
			return nil
		}
	}
	return context.Cause(ctx)
}

// expired lists what is to be forgotten, at most so many, and how far it has looked.
func expired(ctx context.Context, in jobs.In, q ledger.Query) (old []event.Seq, upTo event.Seq, err error) {
	upTo = q.After
	for r, err := range in.Events(ctx, q) {
		if err != nil {
			return nil, 0, fmt.Errorf("retain: %w", err)
		}
		if in.Now.Sub(r.At) < Age || len(old) == most {
			break
		}
		if r.Trust == event.ByThirdParty && !r.Forgotten() {
			p, err := r.Payload()
			if err != nil {
				return nil, 0, fmt.Errorf("retain: %w", err)
			}
			switch p := p.(type) {
			case event.Heard:
				if p.Overheard { // what the principal passed on is his to keep
					old = append(old, r.Seq)
				}
			case event.Unparsed:
				old = append(old, r.Seq)
			}
		}
		upTo = r.Seq
	}
	return old, upTo, nil
}
