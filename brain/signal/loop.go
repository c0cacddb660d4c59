package signal

import (
	"slices"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
	"citadel/memory/store"
)

// mostLoops is how many open loops are looked at: those nearest to the message, and then those
// that are overdue.
const mostLoops = 12

// openLoops are what is still open in the principal's life: what bears on the message, then what
// should have been done by now, the latest first. What is due today or tomorrow is the calendar's.
func openLoops(v memory.View, q *Query) []Signal {
	var found []loops.Loop
	add := func(l loops.Loop) {
		same := func(x loops.Loop) bool { return x.Seq == l.Seq }
		if !slices.ContainsFunc(found, same) && !q.soon(l.Due) {
			found = append(found, l)
		}
	}
	open := func(seq event.Seq, _ store.Item) bool { _, is := v.Loops.Loop(seq); return is }
	for _, i := range q.best(ofACollection, open, store.Loop) {
		l, _ := v.Loops.Loop(event.Seq(i.Seq))
		add(l)
	}
	for _, l := range likest(q, mostLoops, v.Loops.Loops, func(l loops.Loop) string { return l.Text }) {
		add(l)
	}
	for _, l := range slices.Backward(v.Loops.Loops) {
		if len(found) < mostLoops && !l.Due.IsZero() && l.Due.Before(q.Now) {
			add(l)
		}
	}
	var out []Signal
	for _, l := range found {
		out = append(out, Signal{Name: phrase.Handle('l', l.Seq), Lines: []Line{q.loop(l)}})
	}
	return out
}

// loop is the line of an open loop.
func (q *Query) loop(l loops.Loop) Line {
	line := Line{Seq: l.Seq, Letter: 'l', On: l.On, Text: l.Text, Note: "open"}
	switch {
	case l.Due.IsZero():
	case l.Due.Before(q.Now):
		line.Note = "open, was due " + phrase.Day(l.Due, q.Now)
	default:
		line.Note = "open, due " + phrase.Day(l.Due, q.Now)
	}
	return line
}
