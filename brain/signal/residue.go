package signal

import (
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// strongResidue is the weight of a feeling whose charge is above formula.BypassCharge (SPEC §6).
const strongResidue = 0.9

// residue is what is left of a feeling that the principal told of, where he wants that to be read
// and nobody else reads the place. It colours how something is said and is never told itself: what
// a prompt shows of it is the note (see package gate).
func residue(v memory.View, q *Query) []Signal {
	if !v.Mood.Reads(q.Sight.Audience) {
		return nil
	}
	r, ok := v.Mood.Residue(q.Now)
	if !ok {
		return nil
	}
	line := Line{Text: r.Feeling + " " + r.Cause, Note: "he is in good spirits, a word of that is welcome"}
	if r.Negative() {
		line.Note = "something weighs on him, be softer and say nothing of it"
	}
	s := Signal{Name: event.SignalResidue, Seqs: []event.Seq{r.Seq}, Lines: []Line{line}, Charge: r.Left}
	if r.Left > formula.BypassCharge {
		s.Base = strongResidue
	}
	return []Signal{s}
}
