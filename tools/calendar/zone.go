package calendar

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/emersion/go-ical"
	"github.com/teambition/rrule-go"
)

// zone turns what a clock on a wall shows into moments and back: by Go's data, or by the changes
// that an iCalendar object lists itself.
type zone struct {
	loc     *time.Location // nil where changes say it
	name    string         // as the object calls it
	changes []change       // in the order of their time
}

// change is one of the clocks.
type change struct {
	wall     time.Time // when, as the clock showed until then
	from, to time.Duration
}

// instant is the moment at which the clock shows wall. In the hour that is left out in spring it is
// the one that the clock would have shown without the change.
func (z zone) instant(wall time.Time) time.Time {
	if z.loc != nil {
		return time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, z.loc)
	}
	return wall.Add(-z.offset(wall))
}

// wall is what the clock shows at a moment.
func (z zone) wall(at time.Time) time.Time {
	if z.loc != nil {
		l := at.In(z.loc)
		return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), 0, time.UTC)
	}
	guess := at.UTC().Add(z.offset(at.UTC()))
	return at.UTC().Add(z.offset(guess))
}

func (z zone) offset(wall time.Time) time.Duration {
	i, _ := slices.BinarySearchFunc(z.changes, wall, func(c change, t time.Time) int {
		if c.wall.After(t) {
			return 1
		}
		return -1
	})
	if i == 0 {
		return z.changes[0].from
	}
	return z.changes[i-1].to
}

// The years that a zone of an object's own is worked out for.
var (
	firstYear = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	lastYear  = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// observed reads a VTIMEZONE.
func observed(c *ical.Component) (z zone, ok bool) {
	if id := c.Props.Get(ical.PropTimezoneID); id != nil {
		z.name = id.Value
	}
	for i, o := range c.Children {
		from, ok1 := offset(o.Props.Get(ical.PropTimezoneOffsetFrom))
		to, ok2 := offset(o.Props.Get(ical.PropTimezoneOffsetTo))
		start, err := time.Parse("20060102T150405", value(o.Props.Get(ical.PropDateTimeStart)))
		if !ok1 || !ok2 || err != nil || i > 50 {
			return zone{}, false
		}
		z.changes = append(z.changes, change{start, from, to})
		rule := value(o.Props.Get(ical.PropRecurrenceRule))
		if rule == "" {
			continue
		}
		opt, err := rrule.StrToROption(rule)
		if err != nil || opt.Freq != rrule.YEARLY || opt.Interval > 1 {
			return zone{}, false
		}
		if opt.Dtstart = start; start.Before(firstYear) { // rrule cannot count from 1601, where many begin
			opt.Dtstart = start.AddDate(firstYear.Year()-start.Year(), 0, 0)
		}
		r, err := rrule.NewRRule(*opt)
		if err != nil {
			return zone{}, false
		}
		for _, t := range r.Between(firstYear, lastYear, true) {
			z.changes = append(z.changes, change{t, from, to})
		}
	}
	slices.SortFunc(z.changes, func(a, b change) int { return cmp.Or(a.wall.Compare(b.wall), cmp.Compare(a.to, b.to)) })
	return z, len(z.changes) > 0
}

// offset reads "+1030" or "-033000".
func offset(p *ical.Prop) (time.Duration, bool) {
	v := value(p)
	if len(v) != 5 && len(v) != 7 || v[0] != '+' && v[0] != '-' {
		return 0, false
	}
	n, err := strconv.ParseUint((v[1:] + "00")[:6], 10, 32)
	if err != nil || n > 240000 {
		return 0, false
	}
	d := time.Duration(n/10000)*time.Hour + time.Duration(n/100%100)*time.Minute + time.Duration(n%100)*time.Second
	if v[0] == '-' {
		d = -d
	}
	return d, true
}

func value(p *ical.Prop) string {
	if p == nil {
		return ""
	}
	return p.Value
}
