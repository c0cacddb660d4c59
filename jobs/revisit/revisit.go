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

// Job is the job. quiet are the hours in which nothing is said unasked, "22:00-07:00"; the
// principal's own win. One slot is one decision on one day: "31/2026-11-20". Of a day on which it
// could not be asked nothing is recorded.
func Job(quiet string) jobs.Job {
	return jobs.Job{
		Name:   Name,
		Every:  "when due",
		Help:   "asks you whether a decision still holds",
		Due:    func(v memory.View, now time.Time) []jobs.Slot { return due(v, now, quiet) },
		Next:   func(v memory.View, now time.Time) time.Time { return next(v, now, quiet) },
		Missed: jobs.Policy{Way: jobs.Each},
		Often:  true, Unasked: true,
		Reads: []event.Kind{
			event.DecisionRecorded{}.Kind(), event.DecisionRevised{}.Kind(), event.PostQueued{}.Kind(),
		},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    run,
	}
}

// due gives the decision that has waited longest; none on a day on which one was asked about.
func due(v memory.View, now time.Time, quiet string) []jobs.Slot {
	if _, waits := jobs.Moment(v, now, quiet); waits || v.Home() == (memory.Sight{}) {
		return nil
	}
	d, ok := first(v, now)
	if !ok {
		return nil
	}
	return []jobs.Slot{{Name: slot(d, now), At: now}}
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

func slot(d decisions.Decision, now time.Time) string {
	return fmt.Sprintf("%d/%s", d.Seq, now.Format(time.DateOnly))
}

// next is when the earliest decision is to be asked about or, where one is due, the end of what is
// waited for or the next day.
func next(v memory.View, now time.Time, quiet string) time.Time {
	var earliest time.Time
	for _, d := range v.Decisions.Decisions {
		if at := d.AskAt(); !at.IsZero() && (earliest.IsZero() || at.Before(earliest)) {
			earliest = at
		}
	}
	if earliest.IsZero() || earliest.After(now) {
		return earliest
	}
	if until, waits := jobs.Moment(v, now, quiet); waits {
		return until
	}
	return jobs.Midnight(now).AddDate(0, 0, 1)
}

// run asks about the decision of the slot, if it is still to be asked about.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var d decisions.Decision
	var found bool
	in.Read(func(v memory.View) {
		if d, found = first(v, in.Now); found && slot(d, in.Now) != in.Slot.Name {
			found = false
		}
		d.Revisions = slices.Clone(d.Revisions)
	})
	if !found {
		return nil, nil
	}
	in.Saw(rests(d)...)
	place, ok, err := jobs.Where(ctx, in, rests(d)...)
	if err != nil || !ok {
		return nil, err
	}
	if full, err := jobs.Enough(ctx, in); err != nil || full {
		return nil, err
	}
	text := ask(d, in.Now)
	post := event.PostQueued{
		Place: place.Place, Audience: place.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectReview, About: d.Seq,
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
