package calendar

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/emersion/go-ical"
)

// Limits of what is parsed: a parser that goes into itself, or takes the square of a line's length.
const (
	maxDepth = 8
	maxLine  = 64 << 10
)

// decode reads an iCalendar object.
func decode(data []byte) (cal *ical.Calendar, err error) {
	if err := screen(data); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil { // the decoder panics on a parameter without an end
			cal, err = nil, fmt.Errorf("malformed: %v", p)
		}
	}()
	return ical.NewDecoder(bytes.NewReader(data)).Decode()
}

// screen refuses what the decoder would take too long or too deep for.
func screen(data []byte) error {
	depth, logical := 0, 0
	for line := range bytes.Lines(data) {
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			logical += len(line)
		} else {
			logical = len(line)
		}
		if logical > maxLine {
			return errors.New("a line is too long")
		}
		switch head := bytes.ToUpper(line[:min(len(line), 6)]); {
		case bytes.HasPrefix(head, []byte("BEGIN")):
			depth++
		case bytes.HasPrefix(head, []byte("END")):
			depth--
		}
		if depth > maxDepth {
			return errors.New("nested too deep")
		}
	}
	return nil
}

// moment is a time as an entry writes it.
type moment struct {
	wall time.Time // what the clock on the wall shows, as if it were UTC
	zone zone
	day  bool // a date alone
}

// at is when that is. A date begins at midnight at home.
func (m moment) at() time.Time { return m.zone.instant(m.wall) }

// reader reads the times of one iCalendar object.
type reader struct {
	home  *time.Location
	known map[string]zone // those the object defines itself
}

func newReader(cal *ical.Calendar, home *time.Location) reader {
	r := reader{home, map[string]zone{}}
	for _, c := range cal.Children {
		if c.Name != ical.CompTimezone || len(r.known) >= 50 {
			continue
		}
		if id := c.Props.Get(ical.PropTimezoneID); id != nil {
			if z, ok := observed(c); ok {
				r.known[id.Value] = z
			}
		}
	}
	return r
}

// moment reads a date or a time: in UTC, in a named zone, or floating, which is at home.
func (r reader) moment(p *ical.Prop, value string) (moment, error) {
	value = strings.TrimSpace(value)
	if len(value) == len("20060102") {
		t, err := time.Parse("20060102", value)
		return moment{t, zone{loc: r.home}, true}, err
	}
	in := zone{loc: r.home}
	if v, utc := strings.CutSuffix(value, "Z"); utc {
		value, in = v, zone{loc: time.UTC}
	} else if id := p.Params.Get(ical.PropTimezoneID); id != "" {
		var err error
		if in, err = r.zone(id); err != nil {
			return moment{}, err
		}
	}
	t, err := time.Parse("20060102T150405", value)
	return moment{t, in, false}, err
}

// zone finds a zone by what an entry calls it. Go's own data come first: they are newer.
func (r reader) zone(id string) (zone, error) {
	name := strings.Trim(id, "/")
	for {
		if name != "" && name != "Local" && len(name) < 100 {
			if loc, err := time.LoadLocation(name); err == nil {
				return zone{loc: loc, name: id}, nil
			}
		}
		_, rest, more := strings.Cut(name, "/") // some write "/example.org/20050126_1/Europe/Lisbon"
		if !more {
			break
		}
		name = rest
	}
	if z, ok := r.known[id]; ok {
		return z, nil
	}
	return zone{}, fmt.Errorf("unknown time zone %q", id)
}

// text is a text of an entry, on as many lines as it has; empty where there is none.
func text(c *ical.Component, name string) string {
	s, err := c.Props.Text(name)
	if err != nil {
		if p := c.Props.Get(name); p != nil {
			s = p.Value
		}
	}
	return strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
}

// address is the mail address of an organiser or attendee.
func address(p *ical.Prop) string {
	if p == nil {
		return ""
	}
	v := strings.TrimSpace(p.Value)
	if len(v) >= 7 && strings.EqualFold(v[:7], "mailto:") {
		v = v[7:]
	}
	return strings.ToLower(strings.ToValidUTF8(v, "\uFFFD"))
}
