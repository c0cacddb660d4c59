// Package dispute asks the principal which of two statements holds, where one contradicts the
// other and neither can be put first (SPEC §13.5, MESSAGES 16). It picks none: a button, a reply
// or "review" settles it, and until then both are given.
//
// Each question is put once in its life, by this job or by "review", whichever comes first; what
// he leaves unanswered "review" still lists. Nobody asked for it, so it waits for a good moment,
// for the answer to the one before or the next day, and it is left for another day once three
// messages that nobody asked for went out (TRUST, Confirming; Bad moments). It goes where the
// principal is reached and both statements may be read; where there is no such place, nowhere.
//
// It asks no model.
package dispute

import (
	"context"
	"slices"
	"time"

	"citadel/brain/contest"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "dispute"

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Question.
func Job(quiet string) jobs.Job {
	return jobs.Question(jobs.Job{
		Name: Name,
		Help: "asks you which of two statements holds",
		Reads: []event.Kind{
			event.Disputed{}.Kind(), event.Settled{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(),
			event.Learned{}.Kind(), event.Proposed{}.Kind(), event.PostQueued{}.Kind(),
		},
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.Proposed{}.Kind()},
		Run:    run,
	}, quiet, open, from)
}

// open lists the disputes to be asked about, oldest first; none while the one of today waits for
// its answer.
func open(v memory.View, now time.Time) (seqs []event.Seq) {
	today := now.Format(time.DateOnly)
	for _, d := range v.Beliefs.Disputes() {
		switch {
		case d.Asked.IsZero():
			seqs = append(seqs, d.Seq)
		case d.Asked.In(now.Location()).Format(time.DateOnly) == today:
			return nil
		}
	}
	return seqs
}

// from is now, if there is a dispute to ask about on any day.
func from(v memory.View, now time.Time) time.Time {
	if slices.ContainsFunc(v.Beliefs.Disputes(), func(d beliefs.Dispute) bool { return d.Asked.IsZero() }) {
		return now
	}
	return time.Time{}
}

// run asks about one dispute, if it is still open and was not asked about.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var d beliefs.Dispute
	var found bool
	in.Read(func(v memory.View) {
		for _, o := range v.Beliefs.Disputes() {
			if in.About(o.Seq) && o.Asked.IsZero() {
				d, found = o, true
			}
		}
	})
	if !found {
		return nil, nil
	}
	sides, known, err := sidesOf(ctx, in, d.Between)
	if err != nil || !known {
		return nil, err
	}
	put := jobs.Write{Payload: event.Proposed{Dispute: d.Seq}, From: []event.Seq{d.Seq}}
	before, err := askedBefore(ctx, in, sides)
	if err != nil {
		return nil, err
	}
	if before {
		return []jobs.Write{put}, nil
	}
	place, ok, err := jobs.Place(ctx, in, append(sides[0].Rests(), sides[1].Rests()...)...)
	if err != nil || !ok {
		return nil, err
	}
	text, buttons := contest.Ask(sides[0], sides[1], in.Now)
	post := event.PostQueued{
		Place: place.Place, Audience: place.Audience, Text: text.String(), Cites: text.Cites(), Buttons: buttons, Subject: event.SubjectDispute, About: d.Seq,
	}
	put.Because = []event.Seq{ledger.Here(0)}
	return []jobs.Write{{Payload: post, From: text.Rests(), Because: []event.Seq{d.Seq}}, put}, nil
}

// sidesOf looks both sides up; false if one is not there.
func sidesOf(ctx context.Context, in jobs.In, between []event.Seq) (sides [2]contest.Side, known bool, err error) {
	if len(between) != len(sides) {
		return sides, false, nil
	}
	for i, seq := range between {
		rec, p, err := in.Event(ctx, seq)
		l, ok := p.(event.Learned)
		if err != nil || !ok {
			return sides, false, err
		}
		sides[i] = contest.SideOf(seq, rec.From, l)
	}
	return sides, true, nil
}

// askedBefore says whether the same two messages were put before the principal already: in an
// answer to the second of them, or as another dispute, which was settled and opened again by
// "undo" or was between memories that a second look at the same words has replaced.
func askedBefore(ctx context.Context, in jobs.In, sides [2]contest.Side) (bool, error) {
	for r, err := range ledger.Each[event.PostQueued](ctx, in, ledger.Query{From: sides[1].Rests()}) {
		if err != nil {
			return false, err
		}
		too := func(s event.Seq) bool { return slices.Contains(r.From, s) }
		if q := r.Said; q.Subject == event.SubjectConflict && slices.ContainsFunc(sides[0].Rests(), too) {
			return true, nil
		}
	}
	for r, err := range ledger.Each[event.Proposed](ctx, in, ledger.Query{}) {
		if err != nil {
			return false, err
		}
		if r.Said.Dispute == 0 {
			continue
		}
		old, known, err := disputed(ctx, in, r.Said.Dispute)
		if err != nil {
			return false, err
		}
		if known && old[0].Source == sides[0].Source && old[1].Source == sides[1].Source {
			return true, nil
		}
	}
	return false, nil
}

// disputed gives the sides of a dispute, also of one that is over; false if it was forgotten.
func disputed(ctx context.Context, in jobs.In, seq event.Seq) (sides [2]contest.Side, known bool, err error) {
	rec, p, err := in.Event(ctx, seq)
	d, ok := p.(event.Disputed)
	if err != nil || !ok {
		return sides, false, err
	}
	return sidesOf(ctx, in, beliefs.Between(d, rec.From))
}
