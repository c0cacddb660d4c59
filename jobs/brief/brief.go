// Package brief is the morning's message (SPEC §16; MESSAGES 1): once a day, at an hour of the clock where the
// principal is, what brain/briefing finds to say, in a direct message. A morning on which there is nothing
// has no message.
//
// The first one after an absence is the one message on return (TRUST; MESSAGES 25), and comes in any case.
//
// It comes once a local date and sixteen hours after the one before at the earliest, so that a flight
// brings neither two of them nor none (TRUST, Travel). One that was missed comes late, before noon; after
// that the next morning has it all. It waits for the end of the quiet hours, for whoever is away until he
// is back, and for a turn that runs.
package brief

import (
	"context"
	"slices"
	"time"

	"citadel/brain/briefing"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = briefing.Job

// late is until how long after its time a morning's message is still one.
const late = 5 * time.Hour

// Terms are when it comes, and what may be looked at for it.
type Terms struct {
	At      jobs.Morning // as configured; the principal may name another hour
	Quiet   string       // the hours in which nothing is said unasked; see jobs.Moment
	Outside briefing.Outside
	Ask     Ask // of a model, for the first line and for which mails press; nil where there is none

	// Overnight is what was found in the night, of the kinds that Reads names; nil where nothing looks.
	Overnight func(ctx context.Context, in jobs.In) (briefing.Section, error)
	Reads     []event.Kind
}

// Job is the job.
func Job(t Terms) jobs.Job {
	due, next := t.At.Daily()
	t.Outside.Job = Name
	return jobs.Job{
		Name:  Name,
		Every: "every morning",
		Help:  "tells you in the morning what the day holds and what was found in the night",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			if _, waits := jobs.Moment(v, now, t.Quiet); waits || v.Home() == (memory.Sight{}) {
				return nil
			}
			return due(v, now)
		},
		Next:    jobs.NextMoment(next, t.Quiet),
		Missed:  jobs.Policy{Way: jobs.Skip, Age: late},
		Slow:    true, // servers are asked
		Unasked: true,
		Reads:   slices.Concat([]event.Kind{event.Configured{}.Kind(), event.PostQueued{}.Kind()}, briefing.Reads(), t.Reads),
		Writes:  []event.Kind{event.PostQueued{}.Kind(), event.DayBooked{}.Kind()},
		Run:     t.run,
	}
}

// A first morning tells what came since the one before.
const first = 24 * time.Hour

func (t Terms) run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var at memory.Sight
	since := in.Now.Add(-first)
	in.Read(func(v memory.View) {
		at = v.Home()
		if worked := v.Agenda.Jobs[Name].Worked; worked.After(since) {
			since = worked
		}
	})
	if at == (memory.Sight{}) {
		return nil, nil
	}
	away, err := t.absence(ctx, in)
	if err != nil {
		return nil, err
	}
	if away != nil && away.From.Before(since) {
		since = away.From
	}
	said, err := briefing.Write(ctx, briefing.Source{
		Line: t.line(in), Presses: t.presses(in), Absence: away, Now: in.Now, Since: since, Reader: at, Read: in.Read, Memories: in.Events, Outside: t.Outside, Overnight: t.overnight(in),
		Shown: func(ctx context.Context, seqs ...event.Seq) (bool, error) {
			seen, err := in.Roots(ctx, seqs...)
			return err == nil && at.ShowsAll(seen), err
		},
	})
	if err != nil || said == nil {
		return nil, err
	}
	text := &said.Text
	post := event.PostQueued{Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectBriefing, Buttons: []event.Button{{Label: "Too long", Says: "less briefing"}}}
	writes := []jobs.Write{{Payload: post, From: text.Rests()}}
	if len(said.Booked) > 0 {
		writes = append(writes, jobs.Write{Payload: event.DayBooked{Day: in.Now.Format(time.DateOnly), Spans: said.Booked}, From: said.Rests})
	}
	return writes, nil
}

func (t Terms) overnight(in jobs.In) func(context.Context) (briefing.Section, error) {
	if t.Overnight == nil {
		return nil
	}
	return func(ctx context.Context) (briefing.Section, error) { return t.Overnight(ctx, in) }
}
