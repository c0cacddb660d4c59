package signal

import (
	"slices"
	"time"

	"citadel/memory"
	"citadel/memory/loops"
)

// mostDue is how many things a day is shown to hold.
const mostDue = 6

// calendar is what the principal has to do today and tomorrow, as one signal: how full the day is
// tells how to answer.
func calendar(v memory.View, q *Query) []Signal {
	var due []loops.Loop
	for _, l := range v.Loops.Loops {
		if q.soon(l.Due) {
			due = append(due, l)
		}
	}
	slices.SortStableFunc(due, func(a, b loops.Loop) int { return a.Due.Compare(b.Due) })
	s := Signal{Name: "today and tomorrow"}
	for _, l := range due[:min(mostDue, len(due))] {
		s.Lines = append(s.Lines, q.loop(l))
	}
	return together(s)
}

// soon says whether a moment lies between now and the end of tomorrow.
func (q *Query) soon(at time.Time) bool {
	y, m, d := q.Now.Date()
	return !at.IsZero() && !at.Before(q.Now) && at.Before(time.Date(y, m, d+2, 0, 0, 0, 0, q.Now.Location()))
}
