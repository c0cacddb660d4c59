package calendar

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/tools"
)

// handle is the name of an event for a model: what it is, when it is, and which version was read.
func handle(o occurrence) string {
	sum := sha256.Sum256([]byte(o.version))
	return o.id() + "-" + o.start.UTC().Format(handleTime) + "-" + hex.EncodeToString(sum[:3])
}

const handleTime = "20060102T150405Z"

var handles = regexp.MustCompile(`^([0-9a-f]{12})-([0-9]{8}T[0-9]{6}Z)-([0-9a-f]{6})$`)

// named is what a handle says.
type named struct {
	id   string
	at   time.Time // when it was
	text string
}

func readHandle(s string) (named, error) {
	m := handles.FindStringSubmatch(strings.Trim(strings.TrimSpace(s), "`"))
	if m == nil {
		return named{}, invalid("%q names no event; `agenda` names them.", head(s, 60))
	}
	at, err := time.Parse(handleTime, m[2])
	if err != nil {
		return named{}, invalid("%q names no event; `agenda` names them.", head(s, 60))
	}
	return named{m[1], at, m[0]}, nil
}

// find looks for an event around a moment. That it is not there is said only where all calendars
// could be read.
func (b *Book) find(ctx context.Context, id string, around time.Time) (o occurrence, found bool, err error) {
	for i := range b.Calendars {
		all, unread, failed := b.one(ctx, &b.Calendars[i], around.Add(-25*time.Hour), around.Add(25*time.Hour))
		if j := slices.IndexFunc(all, func(o occurrence) bool { return o.id() == id }); j >= 0 {
			return all[j], true, nil
		}
		if failed == nil && unread > 0 && !b.Calendars[i].ReadOnly {
			failed = &tools.Failure{Reason: tools.Garbled, Text: "An entry of the calendar " + b.Calendars[i].Name + " makes no sense; it may be that one."}
		}
		err = cmp.Or(err, failed)
	}
	return occurrence{}, false, err
}

// changeable finds the event that a call is to change, and refuses it where it is not the one that
// the principal was shown, or not his to change.
func (b *Book) changeable(ctx context.Context, event, title string, attendees []string) (occurrence, error) {
	n, err := readHandle(event)
	if err != nil {
		return occurrence{}, err
	}
	told, err := invited(attendees)
	if err != nil {
		return occurrence{}, err
	}
	o, found, err := b.find(ctx, n.id, n.at)
	switch {
	case err != nil:
		return occurrence{}, err
	case !found:
		return occurrence{}, &tools.Failure{Reason: tools.Missing, Text: "The event is not there any more, or not at that time. Look at the agenda again."}
	case handle(o) != n.text:
		return occurrence{}, invalid("Somebody changed the event since it was read. Look at the agenda again.")
	case line(title, maxTitle) != o.title:
		return occurrence{}, invalid("The event has another title; name it as the agenda does.")
	case o.calendar.ReadOnly:
		return occurrence{}, &tools.Failure{Reason: tools.Forbidden, Text: "The calendar " + o.calendar.Name + " can only be read."}
	case o.organiser != "" && !b.own(o.organiser):
		return occurrence{}, &tools.Failure{Reason: tools.Forbidden, Text: "Somebody else organises the event: he has to be asked."}
	case o.version == "":
		return occurrence{}, &tools.Failure{Reason: tools.Forbidden, Text: "The server of the calendar " + o.calendar.Name + " gives no versions, so a change could overwrite another."}
	case !slices.Equal(told, o.attendees):
		return occurrence{}, invalid("The server may tell the attendees: name all of them, as the agenda does, and nobody else.")
	}
	return o, nil
}
