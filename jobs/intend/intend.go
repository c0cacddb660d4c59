// Package intend brings up what the agent meant to bring up at a moment, once that has come and the principal has
// not written by himself (SPEC §16, §17). What it meant to say when a conversation begins waits for one, and so does
// what was meant for more than three days ago, what goes back to words of others, so that nobody else can have
// something said at an hour of his own, and what is grave: an answer takes those up (package brain).
//
// Things that wait are told in one message. Each is brought up once, wherever that is. It asks no model.
package intend

import (
	"context"
	"slices"
	"time"

	"citadel/brain/grave"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "intend"

const (
	stale = 72 * time.Hour // after its moment: it is left for the next conversation
	most  = 5              // in one message
	long  = 15             // words of one that are said
)

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Question.
func Job(quiet string) jobs.Job {
	return jobs.Question(jobs.Job{
		Name:   Name,
		Help:   "brings up what I meant to bring up by then",
		Reads:  []event.Kind{event.IntentionSet{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.IntentionEnded{}.Kind()},
		Run:    run,
	}, quiet, open, from)
}

// timed says whether an intention may be brought up by itself, once its moment has come.
func timed(v memory.View, i agency.Intention, now time.Time) bool {
	return !i.At.IsZero() && v.Stands(i, now) && now.Sub(i.At) <= stale && !v.Origins.Other(i.Seq) && !v.Origins.Carries(i.Seq) && !grave.Heavy(i.Text)
}

// due are those whose moment has come, the longest ago first.
func due(v memory.View, now time.Time) []agency.Intention {
	all := slices.DeleteFunc(v.Agency.Due(now, false), func(i agency.Intention) bool { return !timed(v, i, now) })
	slices.SortStableFunc(all, func(a, b agency.Intention) int { return a.At.Compare(b.At) })
	return all
}

func open(v memory.View, now time.Time) (seqs []event.Seq) {
	for _, i := range due(v, now) {
		seqs = append(seqs, i.Seq)
	}
	return seqs
}

func from(v memory.View, now time.Time) (earliest time.Time) {
	for _, i := range v.Agency.Intentions {
		if timed(v, i, now) && (earliest.IsZero() || i.At.Before(earliest)) {
			earliest = i.At
		}
	}
	return earliest
}

// run brings up the intention of the slot, and those beside it that are due and may be told where that is.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var all []agency.Intention
	in.Read(func(v memory.View) { all = due(v, in.Now) })
	first := slices.IndexFunc(all, func(i agency.Intention) bool { return in.About(i.Seq) })
	if first < 0 {
		return nil, nil
	}
	one := all[first]
	at, ok, err := jobs.Place(ctx, in, one.Seq)
	if err != nil || !ok {
		return nil, err
	}
	told := []agency.Intention{one}
	for _, i := range slices.Delete(all, first, first+1) {
		seen, err := in.Roots(ctx, i.Seq)
		if err != nil {
			return nil, err
		}
		if len(told) < most && at.ShowsAll(seen) {
			told = append(told, i)
		}
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectIntention)
	if err != nil || wait {
		return nil, err
	}
	text := word(told, in.Now)
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SubjectIntention))
	}
	writes := []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectIntention, About: told[0].Seq, Rarer: tell,
		},
		From: text.Rests(), Because: []event.Seq{told[0].Seq},
	}}
	for _, i := range told {
		in.Saw(i.Seq)
		writes = append(writes, jobs.Write{
			Payload: event.IntentionEnded{Intention: i.Seq, Outcome: "done"}, From: []event.Seq{i.Seq}, Because: []event.Seq{ledger.Here(0)},
		})
	}
	return writes, nil
}

// word says what was meant, and since when.
func word(told []agency.Intention, now time.Time) *phrase.Text {
	x := new(phrase.Text)
	say := func(i agency.Intention) {
		x.Claim([]event.Seq{i.Seq}, "%s", phrase.Quote(i.Text, long))
		if !i.On.IsZero() {
			x.Say(", noted on ").Claim([]event.Seq{i.Seq}, "%s", phrase.Day(i.On, now))
		}
	}
	if len(told) == 1 {
		x.Say("I meant to bring up: ")
		say(told[0])
		return x.Say(".")
	}
	var seqs []event.Seq
	for _, i := range told {
		seqs = append(seqs, i.Seq)
	}
	x.Say("**I meant to bring up ").Claim(seqs, "%s", phrase.Count(len(told), "thing")).Say(".**")
	for _, i := range told {
		x.Item()
		say(i)
	}
	return x
}
