package errand

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// How far ahead is looked where nothing is said, and how long free time has to be. Ours.
const (
	aheadFree = 7 // days
	leastFree = 30
	mostFree  = 10
)

// moment is how a tool is given a time, in the zone of the principal.
const moment = "2006-01-02T15:04"

// span is the stretch that is asked for, from today on; days is how many there are where nothing is
// said. ok is false where what is said is no such stretch, and the reply says so.
func (e *errand) span(days int) (from, to time.Time, ok bool) {
	now := e.t.Now
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	from, to = today, today.AddDate(0, 0, days)
	if e.c.Period == "" {
		return from, to, true
	}
	span, found := when.Ahead(e.c.Period, now)
	if !found {
		e.r.Text.Say("I can't tell which day that is. `agenda tomorrow`, `agenda next week` and `agenda on 3 Dec` I understand.")
		return from, to, false
	}
	if span.From.After(today) {
		from = span.From
	}
	if to = span.To; to.IsZero() {
		to = from.AddDate(0, 0, aheadFree)
	}
	return from, to, true
}

type stretchArgs struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Minutes int    `json:"minutes,omitempty"`
	Most    int    `json:"most,omitempty"`
}

// dayLine is where an agenda begins a day.
var dayLine = regexp.MustCompile(`(?m)^\w{3} \d{1,2} \w{3} \d{4}\n`)

// nothingOn is how an agenda without entries begins; what could not be read stands below.
const nothingOn = "Nothing is on "

// agenda shows what is in the calendars, and below it what he is reminded of and what is due.
func (e *errand) agenda(ctx context.Context) error {
	from, to, ok := e.span(1)
	if !ok {
		return nil
	}
	remind, err := e.reminders(ctx, from, to)
	if err != nil {
		return err
	}
	due, err := e.due(ctx, from, to)
	if err != nil {
		return err
	}
	defer func() {
		if len(due) > 0 {
			e.r.Text.Break().Say("**Due**").Break()
			e.loops(due)
		}
	}()
	if !e.has("agenda") && len(remind) > 0 {
		e.r.Text.Claim(numbers(remind), "**%s: %s.**", phrase.Days(from, to, e.t.Now), several(len(remind), "", "reminder"))
		e.remind(remind)
		e.r.Text.Break()
	}
	out, ok, err := e.look(ctx, "agenda", stretchArgs{From: from.Format(moment), To: to.Format(moment)})
	if err != nil || !ok {
		return err
	}
	text := out.Result.Text
	if strings.HasPrefix(text, nothingOn) { // the heading says so
		_, text, _ = strings.Cut(text, "\n")
	}
	if days := phrase.Days(from, to, e.t.Now); !strings.Contains(days, " to ") { // the heading says which
		text = dayLine.ReplaceAllString(text, "")
	}
	out.Result.Text = text
	e.show("agenda", out, func(n int) string {
		heading := phrase.Days(from, to, e.t.Now) + ": " + several(n, "", "appointment")
		if n == 0 {
			heading = phrase.Days(from, to, e.t.Now) + ": nothing in your calendars"
		}
		if len(remind) > 0 {
			heading += ", " + several(len(remind), "", "reminder")
		}
		return heading + "."
	})
	if len(remind) > 0 {
		e.r.Text.Break().Say("**Reminders**").Break()
		e.remind(remind)
	}
	return nil
}

// remind lists reminders.
func (e *errand) remind(all []loops.Reminder) {
	for _, r := range all {
		e.r.Text.Item().Claim([]event.Seq{r.Seq}, "%s: %s `%s`", phrase.Moment(r.Next, e.t.Now), phrase.Quote(r.Text, phrase.MaxQuote), phrase.Handle('r', r.Seq))
	}
}

// loops lists loops.
func (e *errand) loops(all []loops.Loop) {
	for _, l := range all {
		e.r.Text.Item().Claim([]event.Seq{l.Seq}, "%s: %s `%s`", phrase.Day(l.Due, e.t.Now), phrase.Quote(l.Text, phrase.MaxQuote), phrase.Handle('l', l.Seq))
	}
}

// due are the open loops that are due in a stretch and that the reader may know, the next first. What
// is overdue is due today.
func (e *errand) due(ctx context.Context, from, to time.Time) (all []loops.Loop, err error) {
	e.t.Read(func(v memory.View) { all = slices.Clone(v.Loops.Loops) })
	now := e.t.Now
	all = slices.DeleteFunc(all, func(l loops.Loop) bool {
		overdue := l.Due.Before(from) && !from.After(now)
		if err != nil || l.Due.IsZero() || !l.Due.Before(to) || l.Due.Before(from) && !overdue {
			return true
		}
		shown, failed := e.mayKnow(ctx, l.Seq)
		err = failed
		return !shown
	})
	slices.SortStableFunc(all, func(a, b loops.Loop) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Seq, b.Seq)) })
	return all, err
}

func numbers(all []loops.Reminder) (seqs []event.Seq) {
	for _, r := range all {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

// reminders are those of a stretch that the reader may know, the next first.
func (e *errand) reminders(ctx context.Context, from, to time.Time) (all []loops.Reminder, err error) {
	e.t.Read(func(v memory.View) { all = slices.Clone(v.Loops.Reminders) })
	all = slices.DeleteFunc(all, func(r loops.Reminder) bool {
		if err != nil || r.Next.Before(from) || !r.Next.Before(to) {
			return true
		}
		shown, failed := e.mayKnow(ctx, r.Seq)
		err = failed
		return !shown
	})
	slices.SortStableFunc(all, func(a, b loops.Reminder) int { return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.Seq, b.Seq)) })
	return all, err
}

// mayKnow says whether something may be told where the answer goes; nothing always may.
func (e *errand) mayKnow(ctx context.Context, seq event.Seq) (bool, error) {
	if seq == 0 {
		return true, nil
	}
	reader := e.t.Sight()
	if direct := e.t.Direct(); e.t.Audience == event.Shared && len(direct) > 0 {
		reader = direct[0]
	}
	return e.t.Mind.Shown(ctx, reader, seq)
}
