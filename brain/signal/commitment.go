package signal

import (
	"slices"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/loops"
)

// openPromise is the weight of a promise without a time, beside that of one that is due.
const openPromise = 0.6

// commitments are what the agent promised: what it will have to say by tomorrow night, for a
// reminder is a promise too, and then what it has not done yet, the newest first. No feedback
// makes them rarer.
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
	for _, c := range slices.Backward(v.Loops.Commitments) {
		out = append(out, Signal{Name: phrase.Handle('c', c.Seq), Base: openPromise, Protective: true, Lines: []Line{{
			Seq: c.Seq, Letter: 'c', On: c.On, Text: c.Text, Note: "you promised it, and have not done it",
		}}})
	}
	return out
}
