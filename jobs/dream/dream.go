// Package dream has a dream made of each day, at three in the night, and shows it beside the morning's message
// (SPEC §16; MESSAGES 3; S1 "The dreams").
//
// The two are jobs of their own. The one that dreams looks up what was heard, learned, done and decided that day
// and cannot look up a dream: no such kind is among those it reads. The one that shows looks up the dream and
// writes nothing that anything learns from. What a dream says is no evidence: it is in no search, a model that
// reads talk for memories is not shown it, and who cites it in an answer cites a picture of the night.
//
// Without a model there is a picture, drawn from what the day was made of, and no words: none are made up in a
// model's place. A day that left fewer than two notes has no dream, and asks no model. Whoever is not an adult, or
// was in danger that day, has none either (TRUST, Children; Crisis).
package dream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/brain/art"
	"citadel/brain/dream"
	"citadel/brain/model"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the name of the job that dreams.
const Name = "dream"

// Terms are what a dream is made with.
type Terms struct {
	Ask  func(ctx context.Context, a model.Ask) (model.Answer, error) // nil where there is no model
	Draw func(event.Art) ([]byte, error)                              // for a model to look at; art.Draw where nil
}

const (
	hour   = 3             // of the night
	late   = 8 * time.Hour // after it a night that was slept through has no dream any more
	fewest = 2             // notes that a dream is made of
)

// Job is the one that dreams. One slot is one night, by the local date on which it ends.
func Job(t Terms) jobs.Job {
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name: Name, Every: "every night", Help: "makes a picture of your day, and a few lines where there is a model",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			slots := due(v, now)
			if !wanted(v, day(now)) || len(slots) == 0 || now.Sub(slots[0].At) > late {
				return nil
			}
			return slots
		},
		Next: next, Missed: jobs.Policy{Way: jobs.Skip, Age: late},
		Slow: t.Ask != nil,
		Reads: []event.Kind{
			event.Heard{}.Kind(), event.TurnBegan{}.Kind(), event.TurnJoined{}.Kind(), event.TurnEnded{}.Kind(),
			event.Learned{}.Kind(), event.Superseded{}.Kind(), event.LoopOpened{}.Kind(), event.LoopClosed{}.Kind(),
			event.DecisionRecorded{}.Kind(), event.Felt{}.Kind(), event.Erred{}.Kind(), event.Journaled{}.Kind(), event.DreamsDrifted{}.Kind(),
		},
		Writes: []event.Kind{event.Dreamt{}.Kind()},
		Run:    t.run,
	}
}

// day is the one that is over at three in the night.
func day(now time.Time) time.Time { return jobs.Midnight(now).AddDate(0, 0, -1) }

// wanted says whether the principal wants a dream of a day.
func wanted(v memory.View, of time.Time) bool {
	if v.Principal.Settings[event.SettingMinor] != "" || v.Home() == (memory.Sight{}) {
		return false
	}
	switch v.Principal.Settings[event.SettingDreams] {
	case event.DreamsOff:
		return false
	case event.DreamsFewer:
		return of.Weekday() == time.Wednesday || of.Weekday() == time.Saturday
	}
	return true
}

func (t Terms) run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var danger, rests bool
	in.Read(func(v memory.View) { danger, rests = v.Thread.Held.After(in.Now), v.Dreams.Rests != 0 })
	if danger {
		return nil, nil
	}
	r, err := residue(ctx, in)
	if err != nil {
		return nil, err
	}
	notes := r.Notes()
	if len(notes) < fewest {
		return nil, nil
	}
	d := dream.Alone(r)
	if t.Ask != nil && !rests {
		switch told, err := t.dream(ctx, in, r); {
		case err == nil:
			d = told
		case ctx.Err() != nil || !in.Last():
			return nil, err
		default: // a picture needs nobody
			d.Faults = []string{string(dream.Unanswered)}
		}
	}
	d.Night, d.Day, d.On = r.Night, r.Mood(), in.Now.UTC()
	return []jobs.Write{{Payload: d, From: notes}}, nil
}

// dream has a model dream, draws that, and has a model look at the picture. Lines that do not hold are left out.
func (t Terms) dream(ctx context.Context, in jobs.In, r *dream.Residue) (event.Dreamt, error) {
	purpose := model.Purpose{Job: Name, Slot: in.Slot.Name, Line: model.Pulses}
	for _, seq := range r.Notes() {
		purpose.From = append(purpose.From, uint64(seq))
	}
	answer, err := t.Ask(ctx, model.Ask{Role: model.Background, Purpose: purpose, Request: dream.Ask(r)})
	if err != nil {
		return event.Dreamt{}, fmt.Errorf("ask a model: %w", err)
	}
	d, faults, err := dream.Read(answer.Text, r)
	if err != nil {
		return d, err
	}
	d.By = answer.Card.Name
	draw := t.Draw
	if draw == nil {
		draw = art.Draw
	}
	picture, err := draw(d.Art)
	if err != nil {
		return d, err
	}
	lines, err := t.Ask(ctx, model.Ask{Role: model.Background, Purpose: purpose, Request: dream.AskFragment(d, picture)})
	if err != nil && ctx.Err() != nil {
		return d, ctx.Err()
	}
	fault := dream.Unanswered
	if err == nil {
		d.Fragment, fault = dream.ReadFragment(lines.Text, r)
	}
	if fault != "" {
		faults = append(faults, fault)
	}
	for _, f := range faults {
		d.Faults = append(d.Faults, string(f))
	}
	return d, nil
}

// residue is what the day left that may be dreamt of and shown where the principal is reached.
func residue(ctx context.Context, in jobs.In) (*dream.Residue, error) {
	from := day(in.Now)
	l := looking{in: in, from: from, to: jobs.Midnight(in.Now), ended: map[event.Seq]bool{}}
	in.Read(func(v memory.View) {
		l.home, l.felt, l.shown = v.Home(), v.Mood.Reads(v.Home().Audience), v.Dreams.Shown
	})
	if err := l.leaveOut(ctx); err != nil {
		return nil, err
	}
	r := &dream.Residue{Night: from.Format(time.DateOnly)}
	return r, l.gather(ctx, r)
}

// looking is a look at one day.
type looking struct {
	in       jobs.In
	from, to time.Time
	home     memory.Sight
	felt     bool               // feelings may be told there
	shown    []event.Seq        // the posts that showed a dream
	out      map[event.Seq]bool // messages that nothing is made of
	ended    map[event.Seq]bool // memories that do not hold any more
}

// each calls fn with what was written that day of some kinds, newest first.
func (l *looking) each(ctx context.Context, kinds []event.Kind, fn func(r ledger.Record, p event.Payload) error) error {
	for r, err := range l.in.Events(ctx, ledger.Query{Kinds: kinds, Newest: true}) {
		if err != nil {
			return err
		}
		if r.At.Before(l.from) {
			return nil
		}
		if !r.At.Before(l.to) {
			continue
		}
		p, err := r.Payload()
		if err != nil {
			return err
		}
		if p == nil { // it was forgotten
			continue
		}
		if err := fn(r, p); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut finds the messages that nothing is made of: those of a quiet turn, and those in which the principal
// speaks of a dream, under it, since its words would come back with his.
func (l *looking) leaveOut(ctx context.Context) error {
	quiet, err := jobs.Quiet(ctx, l.in, l.from)
	if err != nil {
		return err
	}
	l.out = quiet
	return l.each(ctx, []event.Kind{event.Heard{}.Kind(), event.Superseded{}.Kind()}, func(r ledger.Record, p event.Payload) error {
		switch p := p.(type) {
		case event.Heard:
			l.out[r.Seq] = l.out[r.Seq] || slices.Contains(l.shown, p.ReplyTo)
		case event.Superseded:
			l.ended[p.Memory] = true
		}
		return nil
	})
}

func (l *looking) gather(ctx context.Context, r *dream.Residue) error {
	kinds := []event.Kind{event.Learned{}.Kind(), event.LoopOpened{}.Kind(), event.LoopClosed{}.Kind(), event.DecisionRecorded{}.Kind(), event.Felt{}.Kind(), event.Erred{}.Kind(), event.Journaled{}.Kind()}
	return l.each(ctx, kinds, func(rec ledger.Record, p event.Payload) error {
		may, err := l.may(ctx, rec)
		if err != nil || !may {
			return err
		}
		switch p := p.(type) {
		case event.Learned:
			r.Learned(rec.Seq, p)
		case event.LoopOpened:
			r.Opened(rec.Seq, p)
		case event.LoopClosed:
			return l.closed(ctx, r, rec, p)
		case event.DecisionRecorded:
			r.Decided(rec.Seq, p)
		case event.Felt:
			if l.felt {
				r.Felt(rec.Seq, p)
			}
		case event.Erred:
			r.Erred(rec.Seq)
		case event.Journaled:
			r.Journaled(rec.Seq, p)
		}
		return nil
	})
}

// closed takes in what ended, whenever it was opened.
func (l *looking) closed(ctx context.Context, r *dream.Residue, rec ledger.Record, p event.LoopClosed) error {
	was, opened, err := l.in.Event(ctx, p.Loop)
	if errors.Is(err, ledger.ErrNoEvent) {
		return nil
	}
	if err != nil {
		return err
	}
	o, ok := opened.(event.LoopOpened)
	if may, err := l.may(ctx, was); !ok || err != nil || !may {
		return err
	}
	r.Closed(rec.Seq, p, o)
	return nil
}

// may says whether something may be dreamt of: it holds, goes back to nobody else's words and to no message that is
// left out, and whoever reads the principal's messages there may read it.
func (l *looking) may(ctx context.Context, rec ledger.Record) (may bool, err error) {
	if l.ended[rec.Seq] || slices.ContainsFunc(rec.From, func(s event.Seq) bool { return l.out[s] }) {
		return false, nil
	}
	l.in.Read(func(v memory.View) { may = !v.Origins.Other(rec.Seq) && !v.Origins.Carries(rec.Seq) })
	if !may {
		return false, nil
	}
	seen, err := l.in.Roots(ctx, rec.Seq)
	return err == nil && l.home.ShowsAll(seen), err
}
