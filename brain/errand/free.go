package errand

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/acquaintance"
	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/people"
)

// free shows when nothing is in the calendars: all of it or, for somebody, as many times as are suggested
// to the group that the principal put the person in (SPEC §9).
func (e *errand) free(ctx context.Context) error {
	if from, to, ok := e.moment(); ok && e.c.Person == "" {
		return e.taken(ctx, from, to)
	}
	from, to, ok := e.span(aheadFree)
	if !ok {
		return nil
	}
	most, heading := mostFree, "Free for 30 minutes or more, "
	if e.c.Person != "" {
		p, ok, err := e.whom(ctx)
		if err != nil || !ok {
			return err
		}
		if most = filter.Slots(p.Group.Name); most == 0 {
			e.r.Text.Claim(p.Rests(), "**No times for %s.**", p.Name).Say(" I suggest none to somebody in the group %s, which you set on ", p.Group.Name)
			e.r.Text.Claim(p.Rests(), "%s", phrase.FullDay(p.Group.Set, e.t.Now)).Say(". `free` shows yours.")
			return nil
		}
		heading = fmt.Sprintf("For %s (%s, at most %d), 30 minutes or more, ", p.Name, group(p.Group.Name), most)
	}
	out, ok, err := e.look(ctx, "free", stretchArgs{From: from.Format(moment), To: to.Format(moment), Minutes: leastFree, Most: most})
	if err != nil || !ok {
		return err
	}
	e.show("free", out, func(n int) string {
		if n == 0 {
			return ""
		}
		return heading + e.stretch(from, to) + ":"
	})
	return nil
}

// onTheClock is how a time of day is said, other than as a part of one.
var onTheClock = regexp.MustCompile(`(?i)\b(?:at|noon|midnight|o'clock)\b|\d(?::\d\d| ?[ap]\.?m\b)`)

// moment is the stretch that a question about a time of day is about: "tomorrow at 10", "Friday at 3 for two hours". ok
// is false where it names none, or but a part of a day: "tomorrow morning".
func (e *errand) moment() (from, to time.Time, ok bool) {
	m, found := when.Find(e.c.Period, e.t.Now)
	if !found || !m.HasTime || m.Recur != nil || !onTheClock.MatchString(e.c.Period) {
		return from, to, false
	}
	long := leastFree * time.Minute
	if _, said, is := strings.Cut(strings.ToLower(e.c.Period), " for "); is {
		if end, ok := when.Duration(said, e.t.Now); ok && end.HasTime {
			long = end.At.Sub(e.t.Now)
		}
	}
	return m.At, m.At.Add(long), true
}

// taken shows what is in the calendars at a moment. Whether he is free is said only where all of them were read.
func (e *errand) taken(ctx context.Context, from, to time.Time) error {
	out, ok, err := e.look(ctx, "agenda", stretchArgs{From: from.Format(moment), To: to.Format(moment)})
	if err != nil || !ok {
		return err
	}
	out.Result.Text = dayLine.ReplaceAllString(out.Result.Text, "")
	if rest, nothing := strings.CutPrefix(out.Result.Text, nothingOn); nothing {
		_, out.Result.Text, _ = strings.Cut(rest, "\n")
	}
	read := strings.TrimSpace(out.Result.Text) == ""
	e.show("agenda", out, func(n int) string {
		switch at := e.stretch(from, to); {
		case n > 0:
			return at + ": " + several(n, "", "appointment") + "."
		case read:
			return at + ": you are free, as far as your calendars say."
		default:
			return at + ": nothing in the calendars that I could read."
		}
	})
	return nil
}

func group(name string) string {
	if name == event.Untiered {
		return "no group is set"
	}
	return "the group " + name
}

// whom is the person that times are for, with the group that holds now and may be told where the answer
// goes. Where nobody is meant, or it is not clear who, ok is false: the reply says so, or is none where it
// was only a question.
func (e *errand) whom(ctx context.Context) (p people.Person, ok bool, err error) {
	known, err := acquaintance.Known(ctx, e.t)
	if err != nil {
		return p, false, err
	}
	found := slices.DeleteFunc(known.Called(e.c.Person), func(p people.Person) bool {
		return !slices.ContainsFunc(p.Rests(), func(seq event.Seq) bool {
			shown, failed := e.mayKnow(ctx, seq)
			err = errors.Join(err, failed)
			return shown
		})
	})
	if err != nil {
		return p, false, err
	}
	switch {
	case len(found) == 0 && e.t.Command == nil:
		e.r = nil
		return p, false, nil
	case len(found) == 0:
		e.r.Text.Say("I know nobody called ").Claim(e.t.Heard(), "%s", phrase.Quote(e.c.Person, phrase.MaxQuote)).Say(". `free` shows all your free times.")
		return p, false, nil
	case len(found) > 1:
		var names []string
		for _, f := range found {
			names = append(names, f.Name)
		}
		e.r.Text.Say("Which one: ").Claim(e.t.Heard(), "%s", strings.Join(names, ", ")).Say("?")
		return p, false, nil
	}
	p = found[0]
	p.Group.Name = p.Group.At(e.t.Now)
	if shown, err := e.mayKnow(ctx, p.Group.Seq); err != nil || !shown {
		p.Group.Name = event.Untiered
		return p, err == nil, err
	}
	return p, true, nil
}
