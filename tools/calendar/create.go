package calendar

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"citadel/tools"
)

type createArgs struct {
	Title     string   `json:"title" jsonschema:"what it is called"`
	Start     string   `json:"start" jsonschema:"2026-11-25T15:00, or a day for the whole of it"`
	End       string   `json:"end" jsonschema:"when it ends; the last day, included, where start is a day"`
	Where     string   `json:"where,omitempty" jsonschema:"the place"`
	Attendees []string `json:"attendees,omitempty" jsonschema:"mail addresses of who is invited; the server may send them invitations"`
	Zone      string   `json:"zone,omitempty" jsonschema:"time zone of start and end where it is not the principal's, such as Europe/Lisbon"`
}

func (b *Book) createTool() tools.Tool {
	t := tools.Typed(tools.Tool{
		Name: "event_create", Class: tools.World, Stakes: tools.Recipient,
		Description: "Enters a new event in the principal's calendar, and invites attendees where some are named.",
	}, b.create)
	t.Card, t.Reaches, t.Check = b.createCard, reaches[createArgs](func(in createArgs) []string { return in.Attendees }), b.createdCheck
	return t
}

// reaches says whom a call tells, from its arguments.
func reaches[In any](who func(In) []string) func(json.RawMessage) []string {
	return func(args json.RawMessage) []string {
		in, err := tools.Read[In](args)
		if err != nil {
			return nil
		}
		return reached(who(in))
	}
}

// ownUID is how the names of events end that were entered from here.
const ownUID = "@citadel"

// planned is an event to be.
type planned struct {
	uid        string
	start, end time.Time // end of whole days: the day after the last
	day        bool
	attendees  []string
}

// plan reads a call. The event has one name however often the call is made.
func (b *Book) plan(in createArgs) (p planned, err error) {
	loc, err := b.location(in.Zone)
	if err != nil {
		return p, err
	}
	if p.start, p.day, err = parse(in.Start, loc); err != nil {
		return p, err
	}
	end, day, err := parse(in.End, loc)
	if err != nil {
		return p, err
	}
	if p.end = end; day {
		p.end = end.AddDate(0, 0, 1)
	}
	if p.attendees, err = invited(in.Attendees); err != nil {
		return p, err
	}
	raw, err := json.Marshal(in)
	if err != nil {
		return p, err
	}
	p.uid = tools.Digest("event_create", raw)[:32] + ownUID
	switch {
	case strings.TrimSpace(in.Title) == "" || len(in.Title) > maxTitle || len(in.Where) > maxTitle:
		return p, invalid("A title is needed, and title and place have at most %d bytes.", maxTitle)
	case in.Title != line(in.Title, maxTitle) || in.Where != line(in.Where, maxTitle):
		return p, invalid("Title and place are one line each, without spaces at their ends.")
	case day != p.day:
		return p, invalid("Start and end are both days, or both times.")
	case !p.end.After(p.start) || p.end.Sub(p.start) > maxLength:
		return p, invalid("It has to end after it begins, within 31 days.")
	case len(p.attendees) > 0 && len(b.Own) == 0:
		return p, &tools.Failure{Reason: tools.Forbidden, Text: "Nobody can be invited: the settings do not say which mail address invites."}
	}
	return p, nil
}

func (b *Book) create(ctx context.Context, in createArgs) (tools.Result, error) {
	p, err := b.plan(in)
	if err != nil {
		return tools.Result{}, err
	}
	c := b.writable()
	cal := ical.NewCalendar()
	cal.Props.SetText(ical.PropVersion, "2.0")
	cal.Props.SetText(ical.PropProductID, "-//citadel//calendar//EN")
	e := ical.NewEvent()
	e.Props.SetText(ical.PropUID, p.uid)
	e.Props.SetDateTime(ical.PropDateTimeStamp, b.Now().UTC())
	setTime(e.Props, ical.PropDateTimeStart, p.start, p.day)
	setTime(e.Props, ical.PropDateTimeEnd, p.end, p.day)
	e.Props.SetText(ical.PropSummary, in.Title)
	if in.Where != "" {
		e.Props.SetText(ical.PropLocation, in.Where)
	}
	if len(b.Own) > 0 {
		e.Props.Set(&ical.Prop{Name: ical.PropOrganizer, Params: ical.Params{}, Value: "mailto:" + b.Own[0]})
	}
	for _, a := range p.attendees {
		e.Props.Add(&ical.Prop{Name: ical.PropAttendee, Params: ical.Params{
			ical.ParamParticipationStatus: {"NEEDS-ACTION"}, ical.ParamRSVP: {"TRUE"},
		}, Value: "mailto:" + a})
	}
	cal.Children = append(cal.Children, e.Component)
	href := strings.TrimSuffix(c.URL, "/") + "/" + strings.TrimSuffix(p.uid, ownUID) + ".ics"
	if err := b.put(ctx, c, href, "", cal); err != nil {
		return tools.Result{}, err
	}
	text := "Entered in the calendar " + c.Name + "."
	if len(p.attendees) > 0 {
		text += " Its server may send the invitations; that can't be seen from here."
	}
	return tools.Result{Text: text, Ref: p.uid}, nil
}

// setTime writes a day, or a moment in UTC, which every program reads alike.
func setTime(props ical.Props, name string, t time.Time, day bool) {
	if day {
		props.SetDate(name, t)
		return
	}
	props.SetDateTime(name, t.UTC())
}

func (b *Book) createCard(args json.RawMessage) tools.Card {
	in, err := tools.Read[createArgs](args)
	if err != nil {
		return tools.Card{}
	}
	p, err := b.plan(in)
	if err != nil || b.writable() == nil {
		return tools.Card{} // shown as it is
	}
	facts := []string{"Title: " + in.Title, "When: " + b.both(p.start, p.end, p.day, in.Zone)}
	if in.Where != "" {
		facts = append(facts, "Where: "+in.Where)
	}
	facts = append(facts, "Attendees: "+people(p.attendees), "Calendar: "+b.writable().Name)
	c := tools.Card{Question: "Enter this in your calendar?", Facts: facts, Verb: "Book"}
	if len(p.attendees) > 0 {
		c.After = "Invitations can't be recalled."
	}
	return c
}

func people(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

// both words a stretch in the zone of the call and, where that shows another time, at home.
func (b *Book) both(start, end time.Time, day bool, zone string) string {
	if day {
		last := end.AddDate(0, 0, -1)
		if last.Equal(start) {
			return start.Format("Mon 2 Jan 2006") + ", all day"
		}
		return start.Format("Mon 2 Jan 2006") + " to " + last.Format("Mon 2 Jan 2006") + ", all day"
	}
	home := b.Zone()
	loc, err := b.location(zone)
	if err != nil {
		loc = home
	}
	s := start.In(loc).Format("Mon 2 Jan 2006, ") + between(start.In(loc), end.In(loc))
	if differs(start, loc, home) || differs(end, loc, home) {
		s += " " + place(loc) + " (" + start.In(home).Format("Mon 2 Jan, ") + between(start.In(home), end.In(home)) + " " + place(home) + ")"
	}
	return s
}

// createdCheck reads the agenda back.
func (b *Book) createdCheck(ctx context.Context, args json.RawMessage, _ tools.Result) (tools.Finding, error) {
	in, err := tools.Read[createArgs](args)
	if err != nil {
		return tools.Finding{}, err
	}
	p, err := b.plan(in)
	if err != nil {
		return tools.Finding{}, err
	}
	o, found, err := b.find(ctx, occurrence{object: object{calendar: b.writable()}, uid: p.uid}.id(), p.start)
	switch {
	case err != nil:
		return tools.Finding{}, err
	case !found:
		return tools.Finding{Text: "The calendar " + b.writable().Name + ", read back, does not hold it."}, nil
	}
	var wrong []string
	for _, part := range []struct {
		name string
		same bool
	}{
		{"title", o.title == line(in.Title, 200)}, {"place", o.place == line(in.Where, 200)}, {"start", o.start.Equal(p.start)}, {"end", o.end.Equal(p.end)},
		{"attendees", slices.Equal(o.attendees, p.attendees)},
	} {
		if !part.same {
			wrong = append(wrong, part.name)
		}
	}
	if len(wrong) > 0 {
		return tools.Finding{Text: "Read back from the calendar: another " + strings.Join(wrong, ", another ") + "."}, nil
	}
	return tools.Finding{Holds: true, Text: "Read back from the calendar: " + b.both(o.start, o.end, o.day, in.Zone) + ", same title, place and attendees."}, nil
}
