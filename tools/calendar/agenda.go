package calendar

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"citadel/tools"
)

type agendaArgs struct {
	From string `json:"from" jsonschema:"first day, 2026-11-25, or time, 2026-11-25T15:00, in the principal's zone"`
	To   string `json:"to" jsonschema:"last day, included, or time"`
}

func (b *Book) agendaTool() tools.Tool {
	return tools.Typed(tools.Tool{
		Name: "agenda", Class: tools.Reads,
		Description: "Reads the principal's calendars: what is on between two days or times, at most two months. Names each event, for moving or cancelling it.",
	}, b.agenda)
}

func (b *Book) agenda(ctx context.Context, in agendaArgs) (tools.Result, error) {
	from, to, err := b.window(in.From, in.To)
	if err != nil {
		return tools.Result{}, err
	}
	all, notes, err := b.between(ctx, from, to)
	if err != nil {
		return tools.Result{}, err
	}
	w := words{home: b.Zone(), foreign: b.foreign}
	for i, o := range all {
		if i < maxShown {
			w.event(o)
		} else {
			w.left += len(w.describe(o))
		}
	}
	if len(all) == 0 {
		w.Printf("Nothing is on %s.\n", w.between(from, to))
	}
	w.Printf("%s", notes)
	return w.result(), nil
}

// between gives what touches [from, to), in the order of its start, and what is to be said of
// calendars that could not be read. The error is that of the last where none could.
func (b *Book) between(ctx context.Context, from, to time.Time) (all []occurrence, notes string, err error) {
	var note strings.Builder
	read := 0
	for i := range b.Calendars {
		c := &b.Calendars[i]
		found, unread, failed := b.one(ctx, c, from, to)
		if failed != nil {
			err = failed
			fmt.Fprintf(&note, "The calendar %s could not be read, so what is in it is not known.\n", c.Name)
			continue
		}
		read++
		all = append(all, found...)
		if unread > 0 {
			fmt.Fprintf(&note, "%d entries of the calendar %s make no sense and are left out.\n", unread, c.Name)
		}
	}
	if read == 0 && err != nil {
		return nil, "", err
	}
	slices.SortFunc(all, func(x, y occurrence) int {
		return cmp.Or(x.start.Compare(y.start), cmp.Compare(x.title, y.title), cmp.Compare(x.id(), y.id()))
	})
	return all, note.String(), nil
}

// one reads a calendar.
func (b *Book) one(ctx context.Context, c *Calendar, from, to time.Time) (all []occurrence, unread int, err error) {
	var objects []object
	if c.ReadOnly {
		var o object
		o, err = b.file(ctx, c)
		objects = []object{o}
	} else {
		objects, unread, err = b.collection(ctx, c, from, to)
	}
	if err != nil {
		return nil, 0, err
	}
	for _, o := range objects {
		found, bad := b.occurrences(ctx, o, from, to)
		all, unread = append(all, found...), unread+bad
	}
	if ctx.Err() != nil {
		return nil, 0, lost(c, false, context.Cause(ctx))
	}
	return all, unread, nil
}

// foreign says whether an event's words are others': what is in a file that others publish, what
// somebody else organises, and what nobody does where others may have written it. An entry that he makes
// for himself names no organiser, on most servers. One that invites others has to name one, so that an
// entry that does not, or that still says by what message it came, was put there for somebody else. What
// was entered from here may hold words of others that he only approved.
func (b *Book) foreign(o occurrence) bool {
	switch {
	case o.calendar.ReadOnly:
		return true
	case o.organiser != "":
		return !b.own(o.organiser)
	}
	return o.calendar.Shared || strings.HasSuffix(o.uid, ownUID) || o.cal.Props.Get(ical.PropMethod) != nil ||
		slices.ContainsFunc(o.attendees, func(a string) bool { return !b.own(a) })
}
