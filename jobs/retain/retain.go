// Package retain forgets what is kept for a limited time when that is over (TRUST, Secrets and
// retention; Other people's words): what was read along in a channel, and what came and could
// not be read, after ninety days; files after a year; what was noted of the principal's mood
// after thirty days; figures of the economy after two years. His own words stay for ever, those that he spoke into a recording or passed
// on from others among them, and so do his questions about the others' and the answers.
//
// Forgetting is the record of itself: the reason in it is Reason, and "jobs" counts those of
// the month. A run that finds nothing writes nothing.
package retain

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/mood"
)

// Name is the job's name.
const Name = "retain"

const day = 24 * time.Hour

// How long things are kept.
const (
	Age     = 90 * day  // other people's words
	FileAge = 365 * day // files that came with messages
	FeedAge = 730 * day // figures of the economy, as they were read; what moved stays
)

// Reason is that of the forgetting, in event.Forgotten.
const Reason = event.Expired

// most is how many events are forgotten at once: each time the folds are built anew, and
// nobody is answered meanwhile.
const most = 1000

// hour is when the job looks, by the principal's clock: while he sleeps, as a rule.
const hour = 3

// Job is the job, over the mind that it forgets in. It looks once a day.
func Job(m *memory.Mind) jobs.Job {
	kept := []*term{
		{age: Age, kinds: []event.Kind{event.Heard{}.Kind(), event.Unparsed{}.Kind()}, ends: others},
		{age: FileAge, kinds: []event.Kind{event.Attached{}.Kind()}, ends: file},
		{age: mood.Kept, kinds: []event.Kind{event.Felt{}.Kind()}, ends: always},
		{age: FeedAge, kinds: []event.Kind{event.FiguresRead{}.Kind()}, ends: always, monthly: true},
	}
	due, next := jobs.Nightly(hour)
	var one sync.Mutex
	return jobs.Job{
		Name:  Name,
		Every: "every night",
		Help:  "forgets what others said more than 90 days ago, files more than a year old, and figures of the economy more than two years old",
		Due:   due,
		Next:  next,
		Often: true,
		Reads: slices.Concat(reads(kept), attachments.Changes()),
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			one.Lock()
			defer one.Unlock()
			for _, t := range kept {
				if t.monthly && in.Now.Day() != 1 {
					continue
				}
				if err := t.run(ctx, in, m); err != nil {
					return nil, fmt.Errorf("retain: %w", err)
				}
			}
			return nil, nil
		},
	}
}

// term is how long events of some kinds are kept. It remembers how far it has looked, so that
// a night costs what the day brought. A new process looks through all of it once.
type term struct {
	age   time.Duration
	kinds []event.Kind
	// ends says whether an event is kept for this time only.
	ends func(ctx context.Context, in jobs.In, r ledger.Record, p event.Payload) (bool, error)

	// monthly is for what comes every day and is nobody's secret: the folds are built anew once a month for it.
	monthly bool

	upTo event.Seq // all before it stays or is forgotten
}

func reads(terms []*term) (kinds []event.Kind) {
	for _, t := range terms {
		kinds = append(kinds, t.kinds...)
	}
	return kinds
}

func (t *term) run(ctx context.Context, in jobs.In, m *memory.Mind) error {
	for ctx.Err() == nil {
		old, upTo, err := t.expired(ctx, in)
		if err != nil {
			return err
		}
		if len(old) > 0 {
			plan, err := m.Reach(ctx, old...)
			if err != nil {
				return err
			}
			if _, err := m.Forget(ctx, plan, Reason); err != nil {
				return err
			}
		}
		t.upTo = upTo
		if len(old) < most {
			return nil
		}
	}
	return context.Cause(ctx)
}

// expired lists what is to be forgotten, at most so many, and how far it has looked.
func (t *term) expired(ctx context.Context, in jobs.In) (old []event.Seq, upTo event.Seq, err error) {
	upTo = t.upTo
	for r, err := range in.Events(ctx, ledger.Query{After: t.upTo, Kinds: t.kinds}) {
		if err != nil {
			return nil, 0, err
		}
		if in.Now.Sub(r.At) < t.age || len(old) == most {
			break
		}
		if !r.Forgotten() {
			p, err := r.Payload()
			if err != nil {
				return nil, 0, err
			}
			ends, err := t.ends(ctx, in, r, p)
			if err != nil {
				return nil, 0, err
			}
			if ends {
				old = append(old, r.Seq)
			}
		}
		upTo = r.Seq
	}
	return old, upTo, nil
}

// always is for what is kept for its time and no longer, whoever it is about.
func always(context.Context, jobs.In, ledger.Record, event.Payload) (bool, error) { return true, nil }

// others says whether something is other people's, and was not passed on by the principal,
// whose it is then to keep.
func others(_ context.Context, _ jobs.In, r ledger.Record, p event.Payload) (bool, error) {
	if r.Trust != event.ByThirdParty {
		return false, nil
	}
	h, heard := p.(event.Heard)
	return !heard || h.Overheard, nil
}

// file says whether a file is no recording of the principal's own voice, whose words rest on it.
func file(ctx context.Context, in jobs.In, _ ledger.Record, p event.Payload) (bool, error) {
	a := p.(event.Attached)
	_, said, err := in.Event(ctx, a.Message)
	h, ok := said.(event.Heard)
	if err != nil || !ok || h.Forwarded != "" {
		return true, err
	}
	came, err := attachments.Of(ctx, in, a.Message)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(came[a.Message], func(f attachments.File) bool { return f.Index == a.Index && f.File.Voice }), nil
}
