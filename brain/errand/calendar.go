package errand

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/beyond"
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

// stretch words what span and moment give: days, or the hours of one.
func (e *errand) stretch(from, to time.Time) string {
	midnight := func(t time.Time) bool { return t.Hour() == 0 && t.Minute() == 0 }
	switch last := to.Add(-time.Second); {
	case midnight(from) && midnight(to):
		return phrase.Days(from, to, e.t.Now)
	case from.YearDay() == last.YearDay() && midnight(to):
		return phrase.Moment(from, e.t.Now) + "–24:00"
	case from.YearDay() == last.YearDay():
		return phrase.Moment(from, e.t.Now) + "–" + to.Format("15:04")
	}
	return phrase.Moment(from, e.t.Now) + " to " + phrase.Moment(to, e.t.Now)
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

// agenda shows what is in the calendars, and below it what he is reminded of and what is due. Where
// there is no calendar, that is all, and it says so.
func (e *errand) agenda(ctx context.Context) error {
	from, to, ok := e.span(1)
	if !ok {
		return nil
	}
	own, err := e.noted(ctx, from, to)
	if err != nil {
		return err
	}
	days := e.stretch(from, to)
	if !e.has("agenda") {
		rests := own.rests()
		if rests == nil {
			rests = e.t.Heard()
		}
		e.r.Text.Claim(rests, "**%s: %s.**", days, cmp.Or(strings.Join(own.counted(), ", "), "no reminder, and nothing that is due"))
		e.listNoted(own)
		e.r.Text.Break().Say("%s", lacks("agenda"))
		return nil
	}
	out, ok, err := e.look(ctx, "agenda", stretchArgs{From: from.Format(moment), To: to.Format(moment)})
	if err != nil || !ok {
		return err
	}
	text := out.Result.Text
	if strings.HasPrefix(text, nothingOn) { // the heading says so
		_, text, _ = strings.Cut(text, "\n")
	}
	if !strings.Contains(days, " to ") { // the heading says which
		text = dayLine.ReplaceAllString(text, "")
	}
	out.Result.Text = text
	e.show("agenda", out, func(n int) string {
		first := several(n, "", "appointment")
		if n == 0 {
			first = "nothing in your calendars"
		}
		return days + ": " + strings.Join(append([]string{first}, own.counted()...), ", ") + "."
	})
	if len(own.remind)+len(own.due) > 0 {
		e.r.Text.Break().Say("**%s**", own.title()).Break()
		e.listNoted(own)
	}
	return nil
}

// noted is what the principal noted here for a stretch of days.
type noted struct {
	remind []loops.Reminder // the next first
	due    []loops.Loop     // the first to be due first
}

func (n noted) rests() (seqs []event.Seq) {
	for _, r := range n.remind {
		seqs = append(seqs, r.Seq)
	}
	for _, l := range n.due {
		seqs = append(seqs, l.Seq)
	}
	return seqs
}

// counted says how much there is of each sort.
func (n noted) counted() (parts []string) {
	if len(n.remind) > 0 {
		parts = append(parts, several(len(n.remind), "", "reminder"))
	}
	if len(n.due) > 0 {
		parts = append(parts, several(len(n.due), "", "thing")+" due")
	}
	return parts
}

func (n noted) title() string {
	switch {
	case len(n.due) == 0:
		return "Reminders"
	case len(n.remind) == 0:
		return "Due"
	}
	return "Reminders, and what is due"
}

// listNoted lists it.
func (e *errand) listNoted(n noted) {
	for _, r := range n.remind {
		e.r.Text.Item().Claim([]event.Seq{r.Seq}, "%s: %s `%s`", phrase.Moment(r.Next, e.t.Now), phrase.Quote(r.Text, phrase.MaxQuote), phrase.Handle('r', r.Seq))
	}
	for _, l := range n.due {
		e.r.Text.Item().Claim([]event.Seq{l.Seq}, "due %s: %s `%s`", phrase.Day(l.Due, e.t.Now), phrase.Quote(l.Text, phrase.MaxQuote), phrase.Handle('l', l.Seq))
	}
}

// noted gathers what the reader may know of it. What is overdue is due today.
func (e *errand) noted(ctx context.Context, from, to time.Time) (n noted, err error) {
	e.t.Read(func(v memory.View) { n.remind, n.due = slices.Clone(v.Loops.Reminders), slices.Clone(v.Loops.Loops) })
	out := func(seq event.Seq, at time.Time) bool {
		if err != nil || at.IsZero() || at.Before(from) || !at.Before(to) {
			return true
		}
		shown, failed := e.mayKnow(ctx, seq)
		err = failed
		return !shown
	}
	n.remind = slices.DeleteFunc(n.remind, func(r loops.Reminder) bool { return out(r.Seq, r.Next) })
	n.due = slices.DeleteFunc(n.due, func(l loops.Loop) bool {
		if !l.Due.IsZero() && l.Due.Before(from) && !from.After(e.t.Now) {
			return out(l.Seq, from) // overdue
		}
		return out(l.Seq, l.Due)
	})
	slices.SortStableFunc(n.remind, func(a, b loops.Reminder) int { return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.Seq, b.Seq)) })
	slices.SortStableFunc(n.due, func(a, b loops.Loop) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Seq, b.Seq)) })
	return n, err
}

// mayKnow says whether something may be told where the answer goes; nothing always may.
func (e *errand) mayKnow(ctx context.Context, seq event.Seq) (bool, error) {
	if seq == 0 {
		return true, nil
	}
	reader := e.reader()
	shown, err := e.t.Mind.Shown(ctx, reader, seq)
	if err != nil || shown {
		return shown, err
	}
	hidden, err := beyond.Hides(ctx, e.t, reader, seq)
	e.leftOut = e.leftOut || hidden
	return false, err
}

// reader is who reads where the answer goes.
func (e *errand) reader() memory.Sight {
	if direct := e.t.Direct(); e.t.Audience == event.Shared && len(direct) > 0 {
		return direct[0]
	}
	return e.t.Sight()
}
