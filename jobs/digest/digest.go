// Package digest folds what nobody has asked for in months into one account of its month:
// what was said in a room, once all of it has faded to its floor and was not recalled for
// ninety days (SPEC §16). The account takes its place in the search; the originals stay in
// the ledger, where find and show reach them.
//
// Only talk is folded: messages and the agent's answers. Facts, decisions, loops and what is
// kept for a limited time (files, other people's words in a channel) are not, nor is what no
// longer holds. An account never mixes rooms, so who may read it is who could read all of it.
//
// It asks no model. What it says are counts, the words that came up most and three sentences
// word for word, each with its date and handle: nothing in it can be untrue that was not said.
//
// A month is gone through on the first of each month from then on, so that what was recalled
// late, or came back because an account was forgotten, is folded later, by itself.
package digest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "digest"

// Unasked is how long nobody may have recalled what is folded (SPEC §16).
const Unasked = 90 * 24 * time.Hour

// hour is when the job looks, by the principal's clock.
const hour = 4

const (
	// least is how many messages an account is worth. Fewer are found as well by themselves.
	least = 5
	// mostOf is how many events one account stands for. What is left over of a month that was
	// busier has one of its own the next time.
	mostOf = 2000
	// mostAccounts is how many accounts one run writes: two years of one room.
	mostAccounts = 24
)

const day = 24 * time.Hour

// Job is the job. A month in which nothing has faded writes nothing; a new process looks again,
// which costs a mind that is too young for it one look at its first message.
func Job() jobs.Job {
	due, next := jobs.Monthly(hour)
	return jobs.Job{
		Name:  Name,
		Every: "every month",
		Help:  "folds what nobody asked for in months into an account of its month",
		Due:   due,
		Next:  next,
		Often: true,
		Reads: []event.Kind{
			event.Heard{}.Kind(), event.Edited{}.Kind(), event.Transcribed{}.Kind(), event.PostQueued{}.Kind(), event.Learned{}.Kind(),
			event.TurnBegan{}.Kind(), event.TurnEnded{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.Recalled{}.Kind(),
			event.Digested{}.Kind(),
		},
		Writes: []event.Kind{event.Digested{}.Kind()},
		Run:    run,
	}
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	lots, err := faded(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("digest: %w", err)
	}
	var writes []jobs.Write
	for _, l := range lots[:min(len(lots), mostAccounts)] {
		notes, err := read(ctx, in, l)
		if err != nil {
			return nil, fmt.Errorf("digest: %w", err)
		}
		d := event.Digested{Month: l.month.Format("2006-01"), Of: l.of, Text: account(l, notes), Audience: l.sight.Audience, Place: l.sight.Room()}
		writes = append(writes, jobs.Write{Payload: d, From: l.restingOn(notes)})
	}
	return writes, nil
}

// restingOn is all that an account of a lot is made of: what it folds, and the edits and transcripts whose words it
// quotes and counts. With any of them it is forgotten.
func (l lot) restingOn(notes []note) []event.Seq {
	from := slices.Clone(l.of)
	for _, n := range notes {
		if n.worded != 0 {
			from = append(from, n.worded)
		}
	}
	slices.Sort(from)
	return from
}

// edge is the beginning of the first month, counted backwards, of which something may not yet
// be at its floor.
func edge(now time.Time) time.Time {
	floor := formula.FloorReached(formula.Standard, false)
	at := now.Add(-time.Duration(floor * float64(day)))
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, at.Location())
}

// each calls see with what a query gives and was not forgotten, until it says stop.
func each(ctx context.Context, in jobs.In, q ledger.Query, see func(ledger.Record, event.Payload) (stop bool)) error {
	for e, err := range ledger.Each[event.Payload](ctx, in, q) {
		if err != nil || see(e.Record, e.Said) {
			return err
		}
	}
	return nil
}

// room is who reads a place, without the thread.
func room(a event.Audience, p event.Place) memory.Sight {
	p.Thread = ""
	return memory.Sight{Place: p, Audience: cmp.Or(a, event.Private)}
}
