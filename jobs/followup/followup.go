// Package followup asks what became of things of which nothing was heard for long (SPEC §16): what the principal left
// open, and what the agent promised him and has not done. Of each it asks once in its life, and of one in three days:
// it is an offer to tidy up, and no answer leaves everything as it is.
//
// What has a date is named in the morning's message until it is done, so it is asked about a week after. What is
// grave, or goes back to words of others, is not asked about. It asks no model.
package followup

import (
	"context"
	"slices"
	"time"

	"citadel/brain/grave"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = "followup"

// For how long nothing was heard of something before it is asked about, and how far apart two such questions are (ours).
const (
	undated  = 30 * 24 * time.Hour // since he said it
	overdue  = 7 * 24 * time.Hour  // since it was due
	promised = 7 * 24 * time.Hour  // since the agent promised it
	apart    = 72 * time.Hour
)

// long is how many words of a thing are said.
const long = 15

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Question.
func Job(quiet string) jobs.Job {
	return jobs.Question(jobs.Job{
		Name:   Name,
		Help:   "asks you once what became of something that was open for long",
		Reads:  []event.Kind{event.LoopOpened{}.Kind(), event.LoopReopened{}.Kind(), event.CommitmentMade{}.Kind(), event.CommitmentReopened{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    run,
	}, quiet, open, from)
}

// thing is a loop of his, or a promise of the agent's.
type thing struct {
	seq  event.Seq
	text string
	on   time.Time
	due  time.Time // of a loop; zero where it has no date
	said string    // the date as he said it
	own  bool      // it is the agent's promise
	at   time.Time // from when on it is asked about
}

// silent are those that may be asked about one day: first those that waited longest.
func silent(v memory.View) (all []thing) {
	for _, l := range v.Loops.Loops {
		x := thing{seq: l.Seq, text: l.Text, on: l.On, due: l.Due, said: l.DueText, at: l.On.Add(undated)}
		if !l.Due.IsZero() {
			x.at = l.Due.Add(overdue)
		}
		all = append(all, x)
	}
	for _, c := range v.Loops.Commitments {
		all = append(all, thing{seq: c.Seq, text: c.Text, on: c.On, own: true, at: c.On.Add(promised)})
	}
	all = slices.DeleteFunc(all, func(x thing) bool {
		return x.on.IsZero() || slices.Contains(v.Loops.Asked, x.seq) || v.Origins.Other(x.seq) || v.Origins.Carries(x.seq) || grave.Heavy(x.text)
	})
	slices.SortStableFunc(all, func(a, b thing) int { return a.at.Compare(b.at) })
	return all
}

func open(v memory.View, now time.Time) (seqs []event.Seq) {
	if at := from(v, now); at.IsZero() || at.After(now) {
		return nil
	}
	for _, x := range silent(v) {
		if !x.at.After(now) {
			seqs = append(seqs, x.seq)
		}
	}
	return seqs
}

// from is when the first thing has been silent for long enough, three days after the last question.
func from(v memory.View, _ time.Time) time.Time {
	all := silent(v)
	if len(all) == 0 {
		return time.Time{}
	}
	if next := v.Loops.AskedAt.Add(apart); !v.Loops.AskedAt.IsZero() && next.After(all[0].at) {
		return next
	}
	return all[0].at
}

// run asks about the thing of the slot, unless another was asked about a moment ago.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var x thing
	in.Read(func(v memory.View) {
		if !slices.ContainsFunc(open(v, in.Now), in.About) {
			return
		}
		for _, s := range silent(v) {
			if in.About(s.seq) {
				x = s
			}
		}
	})
	if x.seq == 0 {
		return nil, nil
	}
	in.Saw(x.seq)
	at, ok, err := jobs.Place(ctx, in, x.seq)
	if err != nil || !ok {
		return nil, err
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectFollowUp)
	if err != nil || wait {
		return nil, err
	}
	text, handle := ask(x, in.Now)
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SubjectFollowUp))
	}
	return []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectFollowUp, About: x.seq, Rarer: tell,
			Buttons: []event.Button{{Label: "Done", Says: "done " + handle}, {Label: "Drop it", Says: "cancel " + handle}},
		},
		From: text.Rests(), Because: []event.Seq{x.seq},
	}}, nil
}

// ask words the question, and gives the handle of what it is about.
func ask(x thing, now time.Time) (*phrase.Text, string) {
	t, rests := new(phrase.Text), []event.Seq{x.seq}
	if x.own {
		handle := phrase.Handle('c', x.seq)
		t.Say("I promised on ").Claim(rests, "%s", phrase.Source(phrase.Day(x.on, now), 'c', x.seq)).Say(": ").
			Claim(rests, "%s", phrase.Quote(x.text, long)).Say(", and have not done it. Do you still want it?")
		return t, handle
	}
	t.Say("Open since ").Claim(rests, "%s", phrase.Source(phrase.Day(x.on, now), 'l', x.seq)).Say(": ").Claim(rests, "%s", phrase.Quote(x.text, long))
	switch {
	case x.said != "":
		t.Say(", ").Claim(rests, "%s", phrase.Quote(x.said, phrase.MaxQuote))
	case !x.due.IsZero():
		t.Say(", due on ").Claim(rests, "%s", phrase.Day(x.due, now))
	}
	return t.Say(" (you). I ask this once. What became of it?"), phrase.Handle('l', x.seq)
}
