package calendar

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/emersion/go-ical"

	"citadel/tools"
)

type moveArgs struct {
	Event     string   `json:"event" jsonschema:"as agenda names it"`
	Title     string   `json:"title" jsonschema:"its title, as agenda tells it"`
	Start     string   `json:"start" jsonschema:"when it is to begin: a time, or a day for an event of whole days"`
	Attendees []string `json:"attendees,omitempty" jsonschema:"all of its attendees, as agenda tells them; the server may tell them"`
	Zone      string   `json:"zone,omitempty" jsonschema:"time zone of start where it is not the principal's"`
}

type cancelArgs struct {
	Event     string   `json:"event" jsonschema:"as agenda names it"`
	Title     string   `json:"title" jsonschema:"its title, as agenda tells it"`
	Attendees []string `json:"attendees,omitempty" jsonschema:"all of its attendees, as agenda tells them; the server may tell them"`
}

func (b *Book) moveTool() tools.Tool {
	t := tools.Typed(tools.Tool{
		Name: "event_move", Class: tools.World, Stakes: tools.Recipient,
		Description: "Moves an event of the principal's calendar to another time; it stays as long as it is. Of a series, that one event.",
	}, b.move)
	t.Card, t.Reaches, t.Check = b.moveCard, reaches[moveArgs](func(in moveArgs) []string { return in.Attendees }), b.movedCheck
	return t
}

func (b *Book) cancelTool() tools.Tool {
	t := tools.Typed(tools.Tool{
		Name: "event_cancel", Class: tools.World, Stakes: tools.Recipient | tools.Deletes,
		Description: "Takes an event out of the principal's calendar. Of a series, that one event.",
	}, b.cancel)
	t.Card, t.Reaches, t.Check = b.cancelCard, reaches[cancelArgs](func(in cancelArgs) []string { return in.Attendees }), b.cancelledCheck
	return t
}

// goal is when an event is to begin.
func (b *Book) goal(start, zone string) (time.Time, bool, error) {
	loc, err := b.location(zone)
	if err != nil {
		return time.Time{}, false, err
	}
	return parse(start, loc)
}

func (b *Book) move(ctx context.Context, in moveArgs) (tools.Result, error) {
	start, day, err := b.goal(in.Start, in.Zone)
	if err != nil {
		return tools.Result{}, err
	}
	o, err := b.changeable(ctx, in.Event, in.Title, in.Attendees)
	switch {
	case err != nil:
		return tools.Result{}, err
	case day != o.day:
		return tools.Result{}, invalid("The event and its new start are both of whole days, or both have a time.")
	case start.Equal(o.start):
		return tools.Result{}, invalid("It is at that time already.")
	}
	e := o.event
	if o.recurrence != "" && e.Props.Get(ical.PropRecurrenceID) == nil {
		e = exception(o)
		o.cal.Children = append(o.cal.Children, e)
	}
	length := o.end.Sub(o.start)
	if o.day {
		length = days(o)
	}
	e.Props.Del(ical.PropDuration)
	place := ical.Prop{Name: ical.PropDateTimeStart, Params: o.from.params()}
	place.Value = o.from.written(start)
	e.Props.Set(&place)
	place.Name = ical.PropDateTimeEnd
	if place.Value = o.from.written(start.Add(length)); o.day {
		place.Value = start.Add(length + 12*time.Hour).Format("20060102") // past a change of the clocks
	}
	e.Props.Set(&place)
	b.touched(e)
	if err := b.put(ctx, o.calendar, o.href, o.version, o.cal); err != nil {
		return tools.Result{}, err
	}
	return b.was(o), nil
}

// was is what a change brought: what it changed, as it had been.
func (b *Book) was(o occurrence) tools.Result {
	on := o.start.Format("Mon 2 Jan 2006")
	if !o.day {
		on = b.both(o.start, o.start, false, "")
	}
	w := words{home: b.Zone(), foreign: b.foreign}
	w.source(o)
	return tools.Result{Text: fmt.Sprintf("“%s” was on %s.", line(o.title, 100), on), Ref: o.id(), Sources: w.sources}
}

// days is how many days an event of whole days has, each of 24 hours.
func days(o occurrence) time.Duration {
	return o.from.zone.wall(o.end).Sub(o.from.zone.wall(o.start))
}

// params are those of a property that is written as the moment was.
func (m moment) params() ical.Params {
	switch {
	case m.day:
		return ical.Params{ical.ParamValue: {"DATE"}}
	case m.zone.name != "":
		return ical.Params{ical.PropTimezoneID: {m.zone.name}}
	}
	return ical.Params{}
}

// written is a moment as the entry that wrote m would write it: on a date, in its zone, in UTC, or
// floating. Other programs match the parts of a series by that.
func (m moment) written(at time.Time) string {
	switch {
	case m.day:
		return at.Format("20060102")
	case m.zone.name == "" && m.zone.loc == time.UTC:
		return at.UTC().Format("20060102T150405Z")
	}
	return m.zone.wall(at).Format("20060102T150405")
}

// exception is a copy of a series' entry for one of its events.
func exception(o occurrence) *ical.Component {
	e := &ical.Component{Name: ical.CompEvent, Props: maps.Clone(o.event.Props), Children: o.event.Children}
	for _, name := range []string{ical.PropRecurrenceRule, ical.PropRecurrenceDates, ical.PropExceptionDates} {
		e.Props.Del(name)
	}
	e.Props.Set(&ical.Prop{Name: ical.PropRecurrenceID, Params: o.original.params(), Value: o.original.written(o.original.at())})
	return e
}

// touched marks an entry as changed now.
func (b *Book) touched(e *ical.Component) {
	n, _ := strconv.Atoi(value(e.Props.Get(ical.PropSequence))) // none is 0
	e.Props.Set(&ical.Prop{Name: ical.PropSequence, Params: ical.Params{}, Value: strconv.Itoa(n + 1)})
	e.Props.SetDateTime(ical.PropDateTimeStamp, b.Now().UTC())
	e.Props.SetDateTime(ical.PropLastModified, b.Now().UTC())
}

func (b *Book) cancel(ctx context.Context, in cancelArgs) (tools.Result, error) {
	o, err := b.changeable(ctx, in.Event, in.Title, in.Attendees)
	if err != nil {
		return tools.Result{}, err
	}
	if o.recurrence == "" {
		err = b.remove(ctx, o.object)
	} else {
		err = b.leaveOut(ctx, o)
	}
	if err != nil {
		return tools.Result{}, err
	}
	return b.was(o), nil
}

// leaveOut takes one event out of its series.
func (b *Book) leaveOut(ctx context.Context, o occurrence) error {
	if e := o.event; e.Props.Get(ical.PropRecurrenceID) != nil {
		o.cal.Children = slices.DeleteFunc(o.cal.Children, func(c *ical.Component) bool { return c == e })
	}
	left := false
	for _, c := range o.cal.Children {
		if c.Name == ical.CompEvent && value(c.Props.Get(ical.PropUID)) == o.uid && c.Props.Get(ical.PropRecurrenceID) == nil {
			c.Props.Add(&ical.Prop{Name: ical.PropExceptionDates, Params: o.original.params(), Value: o.original.written(o.original.at())})
			b.touched(c)
			left = true
		}
	}
	if !left {
		return b.remove(ctx, o.object) // an invitation to one event of a series of somebody else
	}
	return b.put(ctx, o.calendar, o.href, o.version, o.cal)
}

func (b *Book) moveCard(args json.RawMessage) tools.Card {
	in, err := tools.Read[moveArgs](args)
	if err != nil {
		return tools.Card{}
	}
	n, err1 := readHandle(in.Event)
	start, day, err2 := b.goal(in.Start, in.Zone)
	if err1 != nil || err2 != nil {
		return tools.Card{}
	}
	to := b.both(start, start, false, in.Zone)
	if day {
		to = start.Format("Mon 2 Jan 2006") + ", all day"
	}
	return tools.Card{
		Question: "Move this event?",
		Facts:    []string{"Title: " + in.Title, "From: " + b.both(n.at, n.at, false, ""), "To: " + to, "Attendees: " + people(reached(in.Attendees)), "Event: `" + n.text + "`"},
		Verb:     "Move",
	}
}

func (b *Book) cancelCard(args json.RawMessage) tools.Card {
	in, err := tools.Read[cancelArgs](args)
	if err != nil {
		return tools.Card{}
	}
	n, err := readHandle(in.Event)
	if err != nil {
		return tools.Card{}
	}
	return tools.Card{
		Question: "Cancel this event?",
		Facts:    []string{"Title: " + in.Title, "When: " + b.both(n.at, n.at, false, ""), "Attendees: " + people(reached(in.Attendees)), "Event: `" + n.text + "`"},
		After:    "A cancelled event can't be brought back.",
		Verb:     "Cancel",
	}
}

func (b *Book) movedCheck(ctx context.Context, args json.RawMessage, _ tools.Result) (tools.Finding, error) {
	in, err := tools.Read[moveArgs](args)
	if err != nil {
		return tools.Finding{}, err
	}
	n, err := readHandle(in.Event)
	if err != nil {
		return tools.Finding{}, err
	}
	start, _, err := b.goal(in.Start, in.Zone)
	if err != nil {
		return tools.Finding{}, err
	}
	for _, around := range []time.Time{start, n.at} {
		o, found, err := b.find(ctx, n.id, around)
		switch {
		case err != nil:
			return tools.Finding{}, err
		case !found:
			continue
		case o.start.Equal(start):
			return tools.Finding{Holds: true, Text: "Read back from the calendar: it begins on " + b.both(o.start, o.start, false, in.Zone) + "."}, nil
		}
		return tools.Finding{Text: "Read back from the calendar: it begins on " + b.both(o.start, o.start, false, in.Zone) + ". I asked for " + b.both(start, start, false, in.Zone) + "."}, nil
	}
	return tools.Finding{Text: "Read back, the calendar holds it neither then nor at its old time."}, nil
}

func (b *Book) cancelledCheck(ctx context.Context, args json.RawMessage, _ tools.Result) (tools.Finding, error) {
	in, err := tools.Read[cancelArgs](args)
	if err != nil {
		return tools.Finding{}, err
	}
	n, err := readHandle(in.Event)
	if err != nil {
		return tools.Finding{}, err
	}
	o, found, err := b.find(ctx, n.id, n.at)
	switch {
	case err != nil:
		return tools.Finding{}, err
	case found:
		return tools.Finding{Text: "Read back from the calendar: it is still there on " + b.both(o.start, o.start, false, "") + "."}, nil
	}
	return tools.Finding{Holds: true, Text: "Read back from the calendar: it is not there any more."}, nil
}
