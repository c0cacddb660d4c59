// Package fault asks, after a thumb down on something nobody asked for, what was off with it
// (MESSAGES 18; TRUST, Feedback with a reason): once a day at most, in the thread of that
// message, with a button for each reason. No answer is the thumb alone.
//
// It asks at once or not at all: the principal is there now, and an hour later he would have to
// be reminded what he meant. So quiet hours and what was said a moment ago do not hold it, a pause
// and his absence do. A message whose weight nothing can move is not asked about.
//
// It asks no model.
package fault

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/weights"
)

// Name is the job's name.
const Name = "fault"

// fresh is how long after the thumb it may still be asked.
const fresh = 15 * time.Minute

// latest is how many of the newest reactions are looked at; nobody puts more in that time.
const latest = 50

// Job is the job. One slot is one reaction, by its number. Of one that was not asked about nothing
// is recorded.
func Job() jobs.Job {
	return jobs.Job{
		Name:   Name,
		Every:  "when due",
		Help:   "asks you what was off with a message you dismissed, once a day",
		Due:    due,
		Next:   func(memory.View, time.Time) time.Time { return time.Time{} },
		Missed: jobs.Policy{Way: jobs.Late},
		Often:  true, Unasked: true,
		Reads:  []event.Kind{event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    run,
	}
}

// due lists the thumbs of a moment ago that may be asked about, none on a day on which one was.
func due(v memory.View, now time.Time) (slots []jobs.Slot) {
	if v.Weights.Asked.In(now.Location()).Format(time.DateOnly) == now.Format(time.DateOnly) {
		return nil
	}
	all := v.Weights.Observations
	for _, o := range all[max(0, len(all)-latest):] {
		if now.Sub(o.On) <= fresh && asks(o) {
			slots = append(slots, slot(o))
		}
	}
	return slots
}

func slot(o weights.Observation) jobs.Slot { return jobs.Slot{Name: fmt.Sprint(o.Seq), At: o.On} }

// asks says whether a reaction is a dismissal without a reason of what its weight can tell from.
func asks(o weights.Observation) bool {
	return o.Dismissed && !o.Overruled && o.Fault == nil && !slices.ContainsFunc(o.Credits, fast)
}

// fast says whether a weight does not fall: to ask what was off would promise what is not done.
func fast(of string) bool { return weights.Fixed(of) || weights.Warns(of) }

// run asks about one thumb, if it still stands and is on a message that nobody asked for.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var about event.Seq
	in.Read(func(v memory.View) {
		for _, o := range v.Weights.Observations {
			if slot(o).Name == in.Slot.Name && asks(o) {
				about = o.About
			}
		}
	})
	if about == 0 {
		return nil, nil
	}
	_, p, err := in.Event(ctx, about)
	q, ok := p.(event.PostQueued)
	if err != nil || !ok || len(q.Credits()) == 0 || len(q.Buttons) > 0 && q.Subject != event.SubjectBriefing && !strings.HasPrefix(q.Subject, event.SubjectAlert) {
		return nil, err
	}
	handle := phrase.Handle('m', about)
	post := event.PostQueued{
		Place: q.Place, Audience: q.Audience, ReplyTo: about, Subject: event.SubjectFault, About: about,
		Text: "What was off? One tap helps me more than the thumb alone. `Bad news` changes nothing: I keep sending it.",
		Buttons: []event.Button{
			{Label: "Wrong", Says: "wrong " + handle}, {Label: "Not relevant", Says: "not relevant " + handle},
			{Label: "Bad time", Says: "bad time " + handle}, {Label: "Bad news", Says: "bad news " + handle},
		},
	}
	return []jobs.Write{{Payload: post, Because: []event.Seq{about}}}, nil
}
