package signal

import (
	"fmt"
	"slices"

	"citadel/memory"
	"citadel/memory/event"
)

// mostDisputes is how many of the newest contradictions are looked at: their words have to be
// looked up.
const mostDisputes = 8

// disputes are threads of thought that are open: two statements of which at most one can hold,
// and nobody has said which. No feedback makes them rarer.
func disputes(v memory.View, _ *Query) []Signal {
	open := v.Beliefs.Disputes()
	var out []Signal
	for _, d := range slices.Backward(open[max(0, len(open)-mostDisputes):]) {
		s := Signal{Name: fmt.Sprintf("dispute %d", d.Seq), Seqs: []event.Seq{d.Seq}, Protective: true}
		for _, side := range d.Between {
			s.Lines = append(s.Lines, Line{Seq: side, Letter: 'm', Note: "contradicted by another statement; nobody has said which holds"})
		}
		out = append(out, s)
	}
	return out
}
