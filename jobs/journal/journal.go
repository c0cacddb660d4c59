// Package journal has the agent write its journal, at ten in the evening: what happened since the last entry, what it
// got wrong, and what it would do differently (SPEC §16, the reflective pulse; §17).
//
// An entry is made of what was learned, opened, closed, decided and corrected, and of nothing that the agent made of it
// before: the job cannot look up an earlier entry or a dream. It is no evidence either. It is in no search, nothing is
// learned from it, and only the dream of the night and the identity of the week read it. What goes back to words of
// others, to a turn that was kept out of memory, to what was said of a dream or to something grave does not go in.
//
// It is a model that writes; without one there is no journal, and TRUST (Defaults) wants none. An evening with fewer
// than two notes asks no model. Each sentence names the notes it rests on, and one that says what they do not is dropped
// with its reason.
package journal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = "journal"

const (
	hour   = 22             // of the evening
	late   = 8 * time.Hour  // after it the day is left to the next entry
	back   = 48 * time.Hour // an entry looks no further back
	fewest = 2              // notes that an entry is made of
)

// Job is the job; ask is nil where there is no model, and then it is never due.
func Job(ask ponder.Asking) jobs.Job {
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name: Name, Every: "every evening", Help: "writes down how the day went for me",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			slots := due(v, now)
			if ask == nil || v.Home() == (memory.Sight{}) || v.Principal.Settings[event.SettingMinor] != "" || len(slots) == 0 || now.Sub(slots[0].At) > late {
				return nil
			}
			return slots
		},
		Next: next, Missed: jobs.Policy{Way: jobs.Skip, Age: late}, Slow: true, Often: true,
		Reads:  slices.Concat(jobs.Sifts(), jobs.Things(), []event.Kind{event.Erred{}.Kind()}),
		Writes: []event.Kind{event.Journaled{}.Kind()},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			return run(ctx, in, ask)
		},
	}
}

func run(ctx context.Context, in jobs.In, ask ponder.Asking) ([]jobs.Write, error) {
	if in.Danger() || ask == nil {
		return nil, nil
	}
	notes, err := gather(ctx, in)
	if err != nil || len(notes) < fewest {
		return nil, err
	}
	entry := event.Journaled{On: in.Now.UTC()}
	var from []event.Seq
	for _, n := range notes {
		entry.UpTo, from = max(entry.UpTo, n.Seq), append(from, n.Seq)
	}
	switch by, lines, faults, err := write(ctx, in, ask, notes); {
	case err == nil:
		entry.By, entry.Lines, entry.Faults = by, lines, faults
	case ctx.Err() != nil || !in.Last():
		return nil, fmt.Errorf("journal: %w", err)
	case errors.Is(err, ponder.ErrAnswer): // it is not asked the same every evening
		entry.Faults = []string{unreadable}
	default: // the day is looked at with the next one
		entry.UpTo, entry.Faults = 0, []string{unanswered}
	}
	return []jobs.Write{{Payload: entry, From: from}}, nil
}
