package calendar

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"citadel/tools"
)

func invalid(format string, a ...any) error {
	return &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf(format, a...)}
}

// moment reads a day or a time of a call, in a zone unless it says which offset.
func parse(s string, in *time.Location) (t time.Time, day bool, err error) {
	s = strings.TrimSpace(s)
	if t, err := time.ParseInLocation(time.DateOnly, s, in); err == nil {
		return t, true, sane(t)
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, s, in); err == nil {
			if t.Format(layout) != s {
				return t, false, invalid("The clock does not show %s that day: it is set forward then.", head(s, 40))
			}
			return t, false, sane(t)
		}
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, false, sane(t)
	}
	return time.Time{}, false, invalid("%q is no day such as 2026-11-25 and no time such as 2026-11-25T15:00.", head(s, 40))
}

func sane(t time.Time) error {
	if t.Year() < 1970 || t.Year() > 2200 {
		return invalid("The year %d is too far away.", t.Year())
	}
	return nil
}

// window reads the stretch of a question. A day at its end belongs to it.
func (b *Book) window(from, to string) (start, end time.Time, err error) {
	start, _, err = parse(from, b.Zone())
	if err != nil {
		return start, end, err
	}
	end, day, err := parse(to, b.Zone())
	if err != nil {
		return start, end, err
	}
	if day {
		end = end.AddDate(0, 0, 1)
	}
	switch {
	case !end.After(start):
		return start, end, invalid("It ends before it begins.")
	case end.Sub(start) > (maxDays+1)*24*time.Hour:
		return start, end, invalid("At most %d days at a time.", maxDays)
	}
	return start, end, nil
}

// location is the zone of a call: the one it names, or home.
func (b *Book) location(name string) (*time.Location, error) {
	if name == "" {
		return b.Zone(), nil
	}
	loc, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, invalid("%q is no time zone such as Europe/Lisbon.", head(name, 40))
	}
	return loc, nil
}

// invited are the addresses of a call, lower case, sorted, each once.
func invited(all []string) ([]string, error) {
	var out []string
	for _, a := range all {
		p, err := mail.ParseAddress(a)
		if err != nil || strings.ContainsAny(p.Address, "\r\n\"<> ") {
			return nil, invalid("%q is no mail address.", head(a, 60))
		}
		out = append(out, strings.ToLower(p.Address))
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > maxInvited {
		return nil, invalid("At most %d attendees.", maxInvited)
	}
	return out, nil
}

// reached are the same for what only reports them: what is no address is told as it stands.
func reached(all []string) []string {
	if out, err := invited(all); err == nil {
		return out
	}
	return all
}
