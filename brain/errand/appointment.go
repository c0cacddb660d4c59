package errand

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/loops"
	"citadel/memory/words"
)

// aheadSought is how many days ahead an appointment is looked for. Ours; a calendar is read for two months at most.
const aheadSought = 60

// sought is how he asks when something is: "when is the dentist?", "what time is my call with Ana?".
var sought = regexp.MustCompile(`(?i)^(?:(?:and|so|ok|hey),? )?(?:when(?:['’]s| is| are| am i (?:seeing|meeting)| do i (?:see|meet|have))|what (?:time|day) (?:is|are|do i have|am i (?:seeing|meeting))) ` +
	`(?:(?:my|the|our|a|an) )?(?:next )?([^?!.]{2,60}?)(?: again)?\s*\?*$`)

// When answers when something is that stands in the calendars. What does not stand there next answers, and is told beside
// it where the calendars could not be read.
func (d Desk) When(ctx context.Context, t *turn.Turn, next func(context.Context, *turn.Turn) (*turn.Reply, error)) (*turn.Reply, error) {
	said := sought.FindStringSubmatch(strings.TrimSpace(t.Text))
	if m := t.Last(); said == nil || t.Command != nil || m.Forwarded != "" || m.Edited != 0 || !d.has("agenda") {
		return next(ctx, t)
	}
	e := &errand{Desk: d, t: t, r: &turn.Reply{By: "procedure:appointment", Direct: true}}
	matter, from, to := e.parted(said[1])
	wanted := words.New(0).AppendTerms(nil, matter)
	if len(wanted) == 0 {
		return next(ctx, t)
	}
	found, err := e.upcoming(ctx, from, to, func(entry string, _ time.Time) bool { return holdsAll(entry, wanted) })
	if err != nil {
		return nil, fmt.Errorf("errand: appointment: %w", err)
	}
	if found {
		return e.r, e.beside(ctx, wanted)
	}
	r, err := next(ctx, t)
	switch {
	case err != nil || r == nil:
	case !e.r.Text.Empty():
		r.Text.Break().Add(&e.r.Text)
	case r.By == "shrug":
		r.Text.Break().Say("Your calendars have no appointment of these words until %s.", phrase.Day(to.Add(-time.Second), t.Now))
	}
	return r, err
}

// named are words for an appointment that are no name of one, and onDay is where a question says of which day it is.
var (
	named = regexp.MustCompile(`(?i)^(?:(?:appointment|meeting|event)s? (?:with|at|about|for) )?(.+?)(?: (?:appointment|meeting|event)s?)?$`)
	onDay = regexp.MustCompile(`(?i)^(.+?) ((?:on|this|next|in|tomorrow|today|tonight)\b.*)$`)
)

// parted takes a question apart: what is looked for, and within which days. "the dentist appointment on Tuesday" is the
// dentist, on Tuesday.
func (e *errand) parted(said string) (matter string, from, to time.Time) {
	matter, from, to = said, e.t.Now, e.last().AddDate(0, 0, 1)
	if m := onDay.FindStringSubmatch(said); m != nil {
		if span, found := when.Ahead(m[2], e.t.Now); found && !span.To.IsZero() && span.To.After(from) {
			matter = m[1]
			if span.From.After(from) {
				from = span.From
			}
			if span.To.Before(to) {
				to = span.To
			}
		}
	}
	matter = named.ReplaceAllString(matter, "$1")
	return matter, from, to
}

// appointment shows the next one that has a time.
func (e *errand) appointment(ctx context.Context) error {
	found, err := e.upcoming(ctx, e.t.Now, e.last().AddDate(0, 0, 1), func(_ string, start time.Time) bool { return !start.Before(e.t.Now) })
	if err != nil || found || !e.r.Text.Empty() {
		return err
	}
	e.r.Text.Say("**No appointment in your calendars until %s.**", phrase.Day(e.last(), e.t.Now))
	return nil
}

// last is the last day on which an appointment is looked for.
func (e *errand) last() time.Time {
	now := e.t.Now
	return time.Date(now.Year(), now.Month(), now.Day()+aheadSought, 0, 0, 0, 0, now.Location())
}

// upcoming shows the entries between two moments that fit, of the first day that has any, with how many there are later. An entry of a whole day
// has no start. Where the calendars could not be read the reply says so, and nothing is found.
func (e *errand) upcoming(ctx context.Context, from, to time.Time, fits func(entry string, start time.Time) bool) (found bool, err error) {
	now := e.t.Now
	out, ok, err := e.look(ctx, "agenda", stretchArgs{From: from.Format(moment), To: to.Format(moment)})
	if err != nil || !ok {
		return false, err
	}
	var kept, beside strings.Builder
	var day, first time.Time
	later := 0
	for line := range strings.Lines(out.Result.Text) {
		entry, is := strings.CutPrefix(line, "- ")
		switch {
		case dayLine.MatchString(line):
			day, err = time.ParseInLocation("Mon 2 Jan 2006", strings.TrimSpace(line), now.Location())
			if err != nil {
				return false, err
			}
		case !is && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, nothingOn):
			beside.WriteString(line)
		case !is || !fits(entry, begins(day, entry)):
		case first.IsZero() || first.Equal(day):
			first = day
			kept.WriteString(line)
		default:
			later++
		}
	}
	if first.IsZero() {
		if beside.Len() > 0 {
			e.r.Text.Claim(rests(out), "%s", strings.TrimSpace(beside.String()))
		}
		return false, nil
	}
	out.Result.Text, out.Result.Of = kept.String()+beside.String(), 0
	e.show("agenda", out, func(n int) string { return phrase.Day(first, now) + ": " + several(n, "", "appointment") + "." })
	if later > 0 {
		e.r.Text.Break().Claim(rests(out), "And %d later, until %s.", later, phrase.Day(to.Add(-time.Second), now))
	}
	return true, nil
}

// begins is when an entry of an agenda begins; zero where it is one of whole days.
func begins(day time.Time, entry string) time.Time {
	head, _, _ := strings.Cut(entry, " ")
	from, _, _ := strings.Cut(head, "–")
	at, err := time.Parse("15:04", from)
	if err != nil {
		return time.Time{}
	}
	return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0, day.Location())
}

// ofAnAgenda is what an agenda says of an entry that is nobody's word for it.
var ofAnAgenda = regexp.MustCompile(" · (?:one of a series|takes no time|calendar [^·]*|event `[^`]*`)")

// holdsAll says whether an entry has all of some words, whatever their endings.
func holdsAll(entry string, wanted []string) bool {
	there := words.New(0).AppendTerms(nil, ofAnAgenda.ReplaceAllString(entry, ""))
	return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(there, w) })
}

// beside adds what he noted of the same here.
func (e *errand) beside(ctx context.Context, wanted []string) error {
	own, err := e.noted(ctx, e.t.Now, e.t.Now.AddDate(0, 0, aheadSought))
	if err != nil {
		return err
	}
	own.remind = slices.DeleteFunc(own.remind, func(r loops.Reminder) bool { return !holdsAll(r.Text, wanted) })
	own.due = slices.DeleteFunc(own.due, func(l loops.Loop) bool { return !holdsAll(l.Text, wanted) })
	if len(own.remind)+len(own.due) > 0 {
		e.r.Text.Break().Say("**%s**", own.title()).Break()
		e.listNoted(own)
	}
	return nil
}
