package telegram

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"
)

// mark is what a cursor says: the last update, and when it was heard by our clock, in
// whole seconds. On paper it is "900000123@1795165200".
type mark struct {
	id int64
	at time.Time
}

func (m mark) cursor() connectors.Cursor {
	return connectors.Cursor(fmt.Sprintf("%d@%d", m.id, m.at.Unix()))
}

// parseMark reads a cursor; the empty one is the zero mark.
func parseMark(c connectors.Cursor) (mark, error) {
	if c == "" {
		return mark{}, nil
	}
	id, at, ok := strings.Cut(string(c), "@")
	n, err := strconv.ParseInt(id, 10, 64)
	sec, err2 := strconv.ParseInt(at, 10, 64)
	m := mark{n, time.Unix(sec, 0)}
	if !ok || err != nil || err2 != nil || m.cursor() != c {
		return mark{}, fmt.Errorf("cursor %q is not one of this connector", c)
	}
	return m, nil
}
