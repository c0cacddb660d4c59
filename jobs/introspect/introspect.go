// Package introspect has the agent look at what it was told for what joins it (SPEC §16). There are two looks, by one
// set of rules: every four hours at what came up since the last one (Job), and once a night from the things of the day
// to old ones that are like them (Unprompted).
//
// What may come of it is a theory, which is a "because" between two things or more; that something new bears an earlier
// theory out, or speaks against it; that two things cannot both hold, which the principal is asked about; and what would
// be worth knowing, which is wondered about.
//
// A theory begins at 0.30 and fades within weeks. It rests on what he told, never on another theory, and what it joins
// does not make it surer: only what he tells afterwards does, each message once. From 0.45 on it is put before him, and
// his word alone confirms it. What he turned down is not thought of again, and what speaks against a theory ends it.
//
// It is a model that thinks; what it answers is held against the notes it was shown, and dropped with a reason where it
// says more than they do. Without a model two rules are left: a theory ends when something it joins does not hold any
// more, and what was foretold with some certainty and came otherwise is wondered about. Where nothing is new no model is
// asked.
package introspect

import (
	"context"
	"slices"
	"time"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = "introspect"

const (
	each   = 4 * time.Hour
	back   = 7 * 24 * time.Hour // a look reaches no further back
	fewest = 2                  // things that came up, or there is nothing to join
)

// Job is the job; ask is nil where there is no model.
func Job(ask ponder.Asking) jobs.Job {
	due, next := jobs.Every(each)
	return jobs.Job{
		Name: Name, Every: "every 4 h", Help: "looks for what joins what you told me, and what contradicts it",
		Due: due, Next: next, Missed: jobs.Policy{Way: jobs.Late}, Slow: ask != nil, Often: true, Anytime: true,
		Reads: append(reads(bets...), event.Disputed{}.Kind()),
		Writes: []event.Kind{
			event.Learned{}.Kind(), event.Reinforced{}.Kind(), event.Superseded{}.Kind(), event.Disputed{}.Kind(),
			event.CuriosityRaised{}.Kind(), event.Introspected{}.Kind(),
		},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) { return run(ctx, in, ask) },
	}
}

func reads(more ...event.Kind) []event.Kind { return slices.Concat(jobs.Sifts(), jobs.Things(), more) }

func run(ctx context.Context, in jobs.In, ask ponder.Asking) ([]jobs.Write, error) {
	if in.Danger() {
		return nil, nil
	}
	writes, err := byRule(ctx, in)
	if err != nil || ask == nil {
		return writes, err
	}
	l, err := lately(ctx, in)
	if err != nil || len(l.fresh) < fewest {
		return writes, err
	}
	thought, err := l.considered(ctx, ask, ponder.Matter{Job: Name, Instructions: instructions, Schema: schema})
	if err != nil {
		return nil, err
	}
	return append(writes, thought...), nil
}
