// Package revisit asks the principal whether a decision still holds, on the day that was named
// when it was recorded. It weighs nothing: "revisit" does that, and this offers it.
//
// Each day that was named is asked about once and, where no word comes, once more two weeks
// later; after that the decision is left alone (TRUST, Confirming). "Not now" is no word. It was
// announced, and still it is unasked: it waits for a good moment, and is left for another day once
// three messages that nobody asked for went out. It goes where the principal is reached and the
// decision may be read; where there is no such place, nowhere.
package revisit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = "revisit"

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Question.
func Job(quiet string) jobs.Job {
	return jobs.Question(jobs.Job{
		Name: Name,
		Help: "asks you whether a decision still holds",
		Reads: []event.Kind{
			event.DecisionRecorded{}.Kind(), event.DecisionRevised{}.Kind(), event.DecisionRestored{}.Kind(), event.PostQueued{}.Kind(),
		},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    run,
	}, quiet, open, from)
}

// open gives the decision that has waited longest; none on a day on which one was asked about.
func open(v memory.View, now time.Time) []event.Seq {
	d, ok := first(v, now)
	if !ok {
		return nil
	}
	return []event.Seq{d.Seq}
}

// first is the decision to be asked about now.
func first(v memory.View, now time.Time) (longest decisions.Decision, found bool) {
	today := jobs.Midnight(now)
	for _, d := range v.Decisions.Decisions {
		if n := len(d.Asked); n > 0 && !d.Asked[n-1].Before(today) {
			return decisions.Decision{}, false
		}
		at := d.AskAt()
		if at.IsZero() || at.After(now) || found && !at.Before(longest.AskAt()) {
			continue
		}
		longest, found = d, true
	}
	return longest, found
}

// from is when the earliest decision is to be asked about.
func from(v memory.View, _ time.Time) (earliest time.Time) {
	for _, d := range v.Decisions.Decisions {
		if at := d.AskAt(); !at.IsZero() && (earliest.IsZero() || at.Before(earliest)) {
			earliest = at
		}
	}
	return earliest
}

// run asks about the decision of the slot, if it is still to be asked about.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var d decisions.Decision
	var found bool
	in.Read(func(v memory.View) {
		if d, found = first(v, in.Now); found && !in.About(d.Seq) {
			found = false
		}
		d.Revisions = slices.Clone(d.Revisions)
	})
	if !found {
		return nil, nil
	}
	in.Saw(rests(d)...)
	place, ok, err := jobs.Place(ctx, in, rests(d)...)
	if err != nil || !ok {
		return nil, err
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectReview)
	if err != nil || wait {
		return nil, err
	}
	text := ask(d, in.Now)
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SubjectReview))
	}
	post := event.PostQueued{
		Place: place.Place, Audience: place.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectReview, About: d.Seq, Rarer: tell,
	}
	for _, b := range []struct{ label, says string }{{"Keep it", "keep it d%d"}, {"Revisit", "revisit d%d"}, {"Reverse", "reverse d%d"}, {"Not now", "not now d%d"}} {
		post.Buttons = append(post.Buttons, event.Button{Label: b.label, Says: fmt.Sprintf(b.says, d.Number())})
	}
	return []jobs.Write{{Payload: post, From: text.Rests(), Because: []event.Seq{d.Seq}}}, nil
}

func rests(d decisions.Decision) []event.Seq {
	seqs := []event.Seq{d.Seq}
	for _, r := range d.Revisions {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

// ask words the question.
func ask(d decisions.Decision, now time.Time) *phrase.Text {
	all := rests(d)
	t := new(phrase.Text).Say("**Does `d%d` still hold?** ", d.Number()).Claim(all, "%s", phrase.Quote(d.Standing(), 2*phrase.MaxQuote))
	if d.Reason != "" && d.Standing() == d.Text {
		t.Say(", because ").Claim(all, "%s", phrase.Quote(d.Reason, phrase.MaxQuote))
	}
	t.Say(" (you, ").Claim(all, "%s", phrase.Source(phrase.FullDay(d.On, now), 'd', d.Number())).Say(").")
	return t.Say(" I was to ask on ").Claim(all, "%s", phrase.Day(d.ReviewAt(), now)).Say("; `revisit d%d` shows what was said since.", d.Number())
}
