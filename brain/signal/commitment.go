package signal

import (
	"slices"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/loops"
)

// commitments are what the agent promised and will have to do by tomorrow night: a reminder is
// a promise to say something. No feedback makes them rarer.
func commitments(v memory.View, q *Query) []Signal {
	var due []loops.Reminder
	for _, r := range v.Loops.Reminders {
		if q.soon(r.Next) {
			due = append(due, r)
		}
	}
	slices.SortStableFunc(due, func(a, b loops.Reminder) int { return a.Next.Compare(b.Next) })
	var out []Signal
	for _, r := range due {
		out = append(out, Signal{Name: phrase.Handle('r', r.Seq), Protective: true, Lines: []Line{{
			Seq: r.Seq, Letter: 'r', On: r.On, Text: r.Text, Note: "you will remind him on " + phrase.Moment(r.Next, q.Now),
		}}})
	}
	return out
}
