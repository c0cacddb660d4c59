package calendar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"
	"github.com/teambition/rrule-go"
)

// maxSteps is how many occurrences of a rule are passed before the window: every day of 60 years.
const maxSteps = 22_000

// object is one iCalendar object as a server holds it.
type object struct {
	calendar *Calendar
	href     string // empty in a file
	version  string // ETag, as the server wrote it; empty where it gave none
	cal      *ical.Calendar
}

// occurrence is one event at one time.
type occurrence struct {
	object
	event      *ical.Component // the entry that describes it: the series, or its exception
	uid        string
	recurrence string // which of a series; empty where there is no series
	original   moment // when that would be by the rule of the series
	start, end time.Time
	from       moment // as the entry writes its start
	day        bool   // whole days
	title      string
	place      string
	text       string
	organiser  string
	attendees  []string
	busy       bool // it takes the principal's time
}

// id tells an occurrence from all others, whenever it is.
func (o occurrence) id() string {
	sum := sha256.Sum256([]byte(o.calendar.URL + "\x00" + o.uid + "\x00" + o.recurrence))
	return hex.EncodeToString(sum[:6])
}

// occurrences are those of an object's events that touch [from, to), in no order, and how many
// entries could not be read. It ends early where ctx does.
func (b *Book) occurrences(ctx context.Context, o object, from, to time.Time) (all []occurrence, unread int) {
	r := newReader(o.cal, b.Zone())
	exceptions := map[string][]*ical.Component{}
	var masters []*ical.Component
	for _, c := range o.cal.Children {
		switch uid := value(c.Props.Get(ical.PropUID)); {
		case c.Name != ical.CompEvent:
		case c.Props.Get(ical.PropRecurrenceID) != nil:
			exceptions[uid] = append(exceptions[uid], c)
		default:
			masters = append(masters, c)
		}
	}
	keep := func(x occurrence, err error) {
		switch {
		case err != nil:
			unread++
		case x.start.Before(to) && (x.end.After(from) || x.start.Equal(x.end) && !x.start.Before(from)):
			if !strings.EqualFold(text(x.event, ical.PropStatus), "CANCELLED") {
				all = append(all, x)
			}
		}
	}
	replaced := map[string]bool{}
	for uid, list := range exceptions {
		for _, c := range list {
			p := c.Props.Get(ical.PropRecurrenceID)
			original, err := r.moment(p, p.Value)
			if err != nil {
				unread++
				continue
			}
			replaced[uid+"\x00"+stamp(original)] = true
			keep(b.occurrence(r, o, c, nil, stamp(original), original))
		}
	}
	for _, c := range masters {
		if ctx.Err() != nil {
			return nil, 0
		}
		uid := value(c.Props.Get(ical.PropUID))
		if c.Props.Get(ical.PropRecurrenceRule) == nil && c.Props.Get(ical.PropRecurrenceDates) == nil {
			keep(b.occurrence(r, o, c, nil, "", moment{}))
			continue
		}
		starts, err := series(r, c, from, to)
		if err != nil {
			unread++
			continue
		}
		for _, s := range starts {
			if !replaced[uid+"\x00"+stamp(s)] {
				keep(b.occurrence(r, o, c, &s, stamp(s), s))
			}
		}
	}
	return all, unread
}

// stamp names the place of an occurrence in its series.
func stamp(m moment) string {
	if m.day {
		return m.wall.Format("20060102")
	}
	return m.at().UTC().Format("20060102T150405Z")
}

// occurrence reads what an entry says. At is when, where its series says so.
func (b *Book) occurrence(r reader, o object, c *ical.Component, at *moment, recurrence string, original moment) (occurrence, error) {
	first, length, err := span(r, c)
	if err != nil {
		return occurrence{}, err
	}
	m := first
	if at != nil {
		m = *at
	}
	x := occurrence{
		object: o, event: c, uid: value(c.Props.Get(ical.PropUID)), recurrence: recurrence, original: original,
		start: m.at(), from: m, day: m.day,
		title: line(text(c, ical.PropSummary), 200), place: line(text(c, ical.PropLocation), 200), text: text(c, ical.PropDescription),
		organiser: address(c.Props.Get(ical.PropOrganizer)),
	}
	x.end = x.start.Add(length)
	if m.day {
		x.end = m.zone.instant(m.wall.Add(length))
	}
	opaque := strings.ToUpper(text(c, ical.PropTransparency))
	x.busy = opaque != "TRANSPARENT" && (!m.day || opaque == "OPAQUE")
	for _, p := range c.Props.Values(ical.PropAttendee) {
		who := address(&p)
		if b.own(who) {
			x.busy = x.busy && !strings.EqualFold(p.Params.Get(ical.ParamParticipationStatus), "DECLINED")
			continue
		}
		if who != "" && who != x.organiser {
			x.attendees = append(x.attendees, who)
		}
	}
	slices.Sort(x.attendees)
	x.attendees = slices.Compact(x.attendees)
	return x, nil
}

// span is when an entry begins and how long it is. What ends before it begins has no length.
func span(r reader, c *ical.Component) (first moment, length time.Duration, err error) {
	p := c.Props.Get(ical.PropDateTimeStart)
	if p == nil {
		return moment{}, 0, errors.New("no start")
	}
	if first, err = r.moment(p, p.Value); err != nil {
		return moment{}, 0, err
	}
	switch end, duration := c.Props.Get(ical.PropDateTimeEnd), c.Props.Get(ical.PropDuration); {
	case end != nil:
		last, err := r.moment(end, end.Value)
		if err != nil {
			return moment{}, 0, err
		}
		length = last.at().Sub(first.at())
		if first.day {
			length = last.wall.Sub(first.wall)
		}
	case duration != nil:
		if length, err = duration.Duration(); err != nil {
			return moment{}, 0, err
		}
	case first.day:
		length = 24 * time.Hour
	}
	return first, max(length, 0), nil
}

// series are the starts of a series that may touch the window, without those it leaves out.
func series(r reader, c *ical.Component, from, to time.Time) ([]moment, error) {
	first, length, err := span(r, c)
	if err != nil {
		return nil, err
	}
	var walls []time.Time
	early, late := first.zone.wall(from).Add(-length-24*time.Hour), first.zone.wall(to).Add(24*time.Hour)
	if rule := c.Props.Get(ical.PropRecurrenceRule); rule != nil {
		if walls, err = ruled(rule.Value, first, early, late); err != nil {
			return nil, err
		}
	} else {
		walls = []time.Time{first.wall}
	}
	extra, err := listed(r, c, ical.PropRecurrenceDates)
	if err != nil {
		return nil, err
	}
	for _, m := range extra {
		walls = append(walls, first.zone.wall(m.at()))
	}
	gone, err := listed(r, c, ical.PropExceptionDates)
	if err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, m := range gone {
		left[stamp(m)] = true
	}
	slices.SortFunc(walls, time.Time.Compare)
	var all []moment
	for _, w := range slices.CompactFunc(walls, time.Time.Equal) {
		if m := (moment{w, first.zone, first.day}); !left[stamp(m)] && w.After(early) && w.Before(late) {
			all = append(all, m)
		}
	}
	return all, nil
}

// ruled are the times on the wall that a rule gives between early and late. Rules of hours and less
// are refused: nobody's appointment repeats so, and it would take for ever to count them.
func ruled(rule string, first moment, early, late time.Time) (walls []time.Time, err error) {
	opt, err := rrule.StrToROption(rule)
	if err != nil {
		return nil, err
	}
	if opt.Freq > rrule.DAILY || len(opt.Byhour)+len(opt.Byminute)+len(opt.Bysecond) > 3 {
		return nil, errors.New("repeated too often")
	}
	if opt.Dtstart = first.wall; first.wall.Year() < 1900 {
		return nil, errors.New("begins too long ago")
	}
	if !opt.Until.IsZero() && strings.Contains(strings.ToUpper(rule), "Z") && !first.day {
		opt.Until = first.zone.wall(opt.Until)
	}
	if opt.Until.IsZero() || opt.Until.After(late) {
		opt.Until = late
	}
	if opt.Until.Before(first.wall) {
		return nil, nil
	}
	r, err := rrule.NewRRule(*opt)
	if err != nil {
		return nil, err
	}
	next := r.Iterator()
	for range maxSteps {
		w, more := next()
		if !more || w.After(late) {
			return walls, nil
		}
		if w.After(early) {
			walls = append(walls, w)
		}
	}
	return nil, errors.New("too many occurrences")
}

// listed are the dates of a property that lists some, such as EXDATE.
func listed(r reader, c *ical.Component, name string) (all []moment, err error) {
	for _, p := range c.Props.Values(name) {
		for v := range strings.SplitSeq(p.Value, ",") {
			v, _, _ = strings.Cut(v, "/") // a period
			m, err := r.moment(&p, v)
			if err != nil {
				return nil, err
			}
			all = append(all, m)
		}
	}
	return all, nil
}
