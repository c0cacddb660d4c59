// Package intel writes one page a week of what is new with each of the principal's clients and with what is wondered
// about, each line with its source (SPEC §16: intel writer): figures of the economy that moved and reach the client,
// what was found outside, and what he said, decided, left open and finished himself. It comes on Monday morning.
//
// A client of whom one thing is new has no page: that one was told when it came. A week in which none has two sends
// nothing. It asks no model, since there is nothing to be made of the lines: they are their sources' own. Words of
// others are in it only as titles, quoted; what is grave, muted, or may not be read where he is reached is not.
package intel

import (
	"context"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = "intel"

const (
	hour = 9              // of Monday: after the morning's message
	late = 27 * time.Hour // after which it is left for the next: until noon of the day after, where Monday's messages were used up
	week = 7 * 24 * time.Hour

	fewest    = 2 // lines that are worth a page
	mostPages = 6
	mostLines = 5 // of one page
)

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Moment.
func Job(quiet string) jobs.Job {
	due, next := jobs.Weekly(time.Monday, hour)
	return jobs.Job{
		Name: Name, Every: "every week", Help: "sums up what is new with each of your clients, with its sources",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			if _, waits := jobs.Moment(v, now, quiet); waits || v.Home() == (memory.Sight{}) || len(subjects(v, now)) == 0 {
				return nil
			}
			return due(v, now)
		},
		Next:   jobs.NextMoment(next, quiet),
		Missed: jobs.Policy{Way: jobs.Skip, Age: late}, Unasked: true, // a week without news is closed too: after the next turn it would be looked at again
		Reads: slices.Concat(jobs.Sifts(), jobs.Things(), []event.Kind{
			event.Discovered{}.Kind(), event.IndicatorMoved{}.Kind(), event.EdgeDrawn{}.Kind(), event.PostQueued{}.Kind(), // the first three by way of folds
		}),
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    run,
	}
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	if in.Danger() {
		return nil, nil
	}
	pages, err := gather(ctx, in)
	if err != nil || len(pages) == 0 {
		return nil, err
	}
	if err := jobs.Spent(ctx, in); err != nil {
		return nil, err
	}
	text := word(pages, in.Now)
	at, ok, err := jobs.Place(ctx, in, text.Rests()...)
	if err != nil || !ok {
		return nil, err
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectIntel)
	if err != nil || wait {
		return nil, err
	}
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SubjectIntel))
	}
	return []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectIntel, About: pages[0].lines[0].of[0], Rarer: tell,
		},
		From: text.Rests(),
	}}, nil
}

// word puts the pages into one message.
func word(pages []page, now time.Time) *phrase.Text {
	today := jobs.Midnight(now)
	var rests []event.Seq
	for _, p := range pages {
		rests = append(rests, p.rests()...)
	}
	t := new(phrase.Text).Say("**What was new from ").Claim(rests, "%s", phrase.Days(today.AddDate(0, 0, -7), today, now)).Say("**")
	for _, p := range pages {
		t.Break().Say("**").Claim(p.rests(), "%s", p.name).Say("**")
		for _, l := range p.lines[:min(len(p.lines), mostLines)] {
			t.Item().Add(l.text)
		}
		if more := len(p.lines) - mostLines; more > 0 {
			t.Item().Say("and ").Claim(p.rests(), "%s", phrase.Count(more, "thing")).Say(" more")
		}
	}
	return t
}
