// Package spending tells the principal what language models cost: once when four fifths of
// a ceiling are spent and once when it is reached, of the day and of the month, whoever
// spent it; and on the first of a month what the one before came to. It asks no model.
//
// Nobody asked for these messages, so they wait for a good moment. Whoever has a question
// waiting when a ceiling is reached hears it in the answer, which records that he was told.
package spending

import (
	"context"
	"fmt"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "spending"

// Terms are what the job needs to know of the settings.
type Terms struct {
	Day, Month int64  // ceilings, in millionths of a US dollar; where 0, nothing may be spent, and nothing is told
	Quiet      string // the hours in which nothing is said unasked: "22:00-07:00"; the principal's own win
}

// Job is the job. One slot is one thing told: "2026-11-20/80/2000000" is four fifths of a
// ceiling of US$2.00, "2026-10/statement" the statement of a month. A ceiling that the
// principal raises is told of anew. What is superseded while it waits is not said: four
// fifths once all is spent, or the day once the month is; and of a day that is over only
// that its ceiling was reached, until the next one is over too.
func Job(o Terms) jobs.Job {
	return jobs.Job{
		Name:   Name,
		Every:  "when due",
		Help:   "tells you when a ceiling of spending is near or reached, and what a month came to",
		Due:    o.due,
		Next:   o.next,
		Missed: jobs.Policy{Way: jobs.Each},
		Often:  true, Unasked: true,
		Reads:  []event.Kind{event.ModelCalled{}.Kind(), event.SpendReached{}.Kind(), event.SpendTold{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.SpendTold{}.Kind()},
		Run:    o.run,
	}
}

// Shares of a ceiling that are told of, in per cent.
const (
	near    = 80
	reached = 100
)

// cent is what is too little for any call. A ceiling of which less is left is reached.
const cent = 10_000

const month = "2006-01"

// notice is one thing to be told.
type notice struct {
	period  string // "2026-11-20" or "2026-11"
	share   int    // near or reached; 0 is the statement of a month
	ceiling int64
	spent   int64
	over    bool // the day is over
}

func (n notice) slot(now time.Time) jobs.Slot {
	if n.share == 0 {
		return jobs.Slot{Name: n.period + "/statement", At: now}
	}
	return jobs.Slot{Name: fmt.Sprintf("%s/%d/%d", n.period, n.share, n.ceiling), At: now}
}

// due lists what is to be told now.
func (o Terms) due(v memory.View, now time.Time) []jobs.Slot {
	if _, waits := jobs.Moment(v, now, o.Quiet); waits || v.Home() == (memory.Sight{}) {
		return nil
	}
	var slots []jobs.Slot
	for _, n := range o.notices(v, now) {
		slots = append(slots, n.slot(now))
	}
	return slots
}

// next is the next statement, or the end of what is waited for.
func (o Terms) next(v memory.View, now time.Time) time.Time {
	at := statement(now)
	if !at.After(now) {
		at = statement(time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, now.Location()))
	}
	if until, waits := jobs.Moment(v, now, o.Quiet); waits && until.After(now) && until.Before(at) && len(o.notices(v, now)) > 0 {
		return until
	}
	return at
}

// statement is when the statement is told in the month of a moment: on the first, at nine.
func statement(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), 1, 9, 0, 0, 0, t.Location())
}

// notices lists what there is to tell, whether the moment is good or not.
func (o Terms) notices(v memory.View, now time.Time) []notice {
	var all []notice
	last := notice{period: time.Date(now.Year(), now.Month(), 0, 0, 0, 0, 0, now.Location()).Format(month)}
	last.spent, _ = v.Spending.Month(last.period)
	if last.spent > 0 && !v.Spending.Marks[last.period].Stated && !now.Before(statement(now)) {
		all = append(all, last)
	}
	this := o.of(v, now.Format(month), o.Month)
	if this.untold(v) {
		all = append(all, this)
	}
	if this.share == reached {
		return all // until the month is over, the days say no more
	}
	today := now.Format(time.DateOnly)
	if n := o.of(v, today, o.ceiling(v, today)); n.untold(v) {
		all = append(all, n)
	}
	yesterday := now.AddDate(0, 0, -1).Format(time.DateOnly)
	if n := o.of(v, yesterday, o.ceiling(v, yesterday)); n.untold(v) && v.Spending.Reached(yesterday, n.ceiling) {
		n.over = true
		all = append(all, n)
	}
	return all
}

// of finds how far the ceiling of a day or month is used up. What is set aside may come
// back and does not count.
func (o Terms) of(v memory.View, period string, ceiling int64) notice {
	n := notice{period: period, ceiling: ceiling}
	if len(period) == len(month) {
		n.spent, _ = v.Spending.Month(period)
	} else {
		n.spent, _ = v.Spending.Day(period)
	}
	left, enough := ceiling-n.spent, n.spent*100 >= ceiling*near
	switch {
	case ceiling <= 0:
	case left <= 0, left < cent && enough, v.Spending.Reached(period, ceiling):
		n.share = reached
	case enough:
		n.share = near
	}
	return n
}

// untold says whether there is more to tell than was told.
func (n notice) untold(v memory.View) bool {
	return n.share > v.Spending.Share(n.period, n.ceiling)
}

// ceiling is the ceiling of a day.
func (o Terms) ceiling(v memory.View, day string) int64 {
	if own, ok := v.Principal.Ceiling(day); ok {
		return int64(own*1e6 + 0.5)
	}
	return o.Day
}

// run tells one thing, if it is still to be told.
func (o Terms) run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var t telling
	found := false
	in.Read(func(v memory.View) {
		for _, n := range o.notices(v, in.Now) {
			if n.slot(in.Now).Name == in.Slot.Name {
				t, found = o.telling(v, n, in.Now), true
			}
		}
	})
	if !found {
		return nil, nil
	}
	if err := t.add(ctx, in); err != nil {
		return nil, fmt.Errorf("what %s came to: %w", t.period, err)
	}
	text := t.word()
	post := event.PostQueued{Place: t.place, Audience: t.audience, Text: text.String(), Cites: text.Cites(), Buttons: t.buttons(), Subject: event.SubjectSpending}
	return []jobs.Write{
		{Payload: post, From: text.Rests()},
		{Payload: event.SpendTold{Period: t.period, Share: t.share, Ceiling: t.ceiling}, Because: []event.Seq{ledger.Here(0)}},
	}, nil
}
