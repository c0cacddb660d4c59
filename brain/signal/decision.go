package signal

import (
	"slices"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/store"
)

// mostDecisions is how many decisions are looked at.
const mostDecisions = 8

// decided are the decisions that bear on the message, as they stand now, and those that are to be
// looked at again. One that was reversed is told as that: it explains what came after.
func decided(v memory.View, q *Query) []Signal {
	var found []decisions.Decision
	add := func(d decisions.Decision) {
		if !slices.ContainsFunc(found, func(x decisions.Decision) bool { return x.Seq == d.Seq }) {
			found = append(found, d)
		}
	}
	known := func(seq event.Seq, _ store.Item) bool { _, is := v.Decisions.Decision(seq); return is }
	for _, i := range q.best(ofACollection, known, store.Decision) {
		d, _ := v.Decisions.Decision(event.Seq(i.Seq))
		add(d)
	}
	for _, d := range likest(q, mostDecisions, v.Decisions.Decisions, decisions.Decision.Standing) {
		add(d)
	}
	for _, d := range v.Decisions.Decisions {
		if at := d.ReviewAt(); len(found) < mostDecisions && !at.IsZero() && !d.Reversed() && at.Before(q.Now) {
			add(d)
		}
	}
	var out []Signal
	for _, d := range found {
		out = append(out, q.decision(d))
	}
	return out
}

func (q *Query) decision(d decisions.Decision) Signal {
	line := Line{Seq: d.Number(), Letter: 'd', On: d.On, Text: d.Said(), Note: "decided"}
	switch at := d.ReviewAt(); {
	case d.Reversed():
		line.Note = "decided, and reversed on " + phrase.Day(d.Revisions[len(d.Revisions)-1].On, q.Now)
	case !at.IsZero() && at.Before(q.Now):
		line.Note = "decided, to be looked at again since " + phrase.Day(at, q.Now)
	}
	return Signal{Name: phrase.Handle('d', d.Number()), Seqs: d.Rests(), Lines: []Line{line}}
}
