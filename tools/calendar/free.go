package calendar

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/tools"
)

type freeArgs struct {
	From    string `json:"from" jsonschema:"first day or time"`
	To      string `json:"to" jsonschema:"last day, included, or time"`
	Minutes int    `json:"minutes" jsonschema:"how long it has to be, 5 to 720"`
	Most    int    `json:"most,omitempty" jsonschema:"how many to tell; otherwise all"`
}

func (b *Book) freeTool() tools.Tool {
	return tools.Typed(tools.Tool{
		Name: "free", Class: tools.Reads,
		Description: "Finds when the principal is free for so many minutes, within working hours, in all of his calendars, from now on.",
	}, b.free)
}

// stretch is from start to end.
type stretch struct{ start, end time.Time }

func (b *Book) free(ctx context.Context, in freeArgs) (tools.Result, error) {
	from, to, err := b.window(in.From, in.To)
	switch {
	case err != nil:
		return tools.Result{}, err
	case in.Minutes < 5 || in.Minutes > 720:
		return tools.Result{}, invalid("From 5 to 720 minutes.")
	}
	all, notes, err := b.between(ctx, from, to)
	if err != nil {
		return tools.Result{}, err
	}
	w := words{home: b.Zone(), foreign: b.foreign}
	slots := b.gaps(all, from, to, time.Duration(in.Minutes)*time.Minute)
	for i, s := range slots {
		if in.Most > 0 && i >= in.Most {
			break
		}
		w.Printf("- %s, %s\n", w.day(s.start), between(s.start.In(w.home), s.end.In(w.home)))
	}
	if len(slots) == 0 {
		w.Printf("No %d minutes are free within working hours (%s) %s.\n", in.Minutes, b.Hours, w.between(from, to))
	}
	for i, o := range all {
		if o.day && !o.busy && i < maxShown {
			w.Printf("Not counted as busy: %s, %s %s.\n", w.day(o.start), w.span(o), o.title)
			w.source(o)
		}
	}
	w.Printf("%s", notes)
	return w.result(), nil
}

// String words hours: "Mon, Tue, 09:00–17:00".
func (h Hours) String() string {
	var all strings.Builder
	for _, d := range h.Days {
		all.WriteString(d.String()[:3] + ", ")
	}
	return all.String() + hour(h.From) + "–" + hour(h.To)
}

func hour(since time.Duration) string {
	return fmt.Sprintf("%02d:%02d", since/time.Hour, since%time.Hour/time.Minute)
}

// gaps are the stretches within working hours that no event takes, from now on, in their order.
func (b *Book) gaps(all []occurrence, from, to time.Time, least time.Duration) (slots []stretch) {
	if now := b.Now(); from.Before(now) {
		from = now.Add(5*time.Minute - 1).Truncate(5 * time.Minute)
	}
	home := b.Zone()
	for day := from.In(home); day.Before(to); day = time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, home) {
		if !slices.Contains(b.Hours.Days, day.Weekday()) {
			continue
		}
		at, end := later(from, clock(day, b.Hours.From)), clock(day, b.Hours.To)
		if to.Before(end) {
			end = to
		}
		for _, o := range all { // in the order of their start
			if !o.busy || !o.end.After(at) || !o.start.Before(end) {
				continue
			}
			if o.start.Sub(at) >= least {
				slots = append(slots, stretch{at, o.start})
			}
			at = later(at, o.end)
		}
		if end.Sub(at) >= least {
			slots = append(slots, stretch{at, end})
		}
	}
	return slots
}

// clock is the moment of a day at which the clock shows so much.
func clock(day time.Time, since time.Duration) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, int(since/time.Minute), 0, 0, day.Location())
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
