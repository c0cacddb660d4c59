package respond

import (
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/words"
)

// broughtUp marks what the agent meant to bring up, was shown to the model, and stands in the answer:
// most of its words do. What the model left for another time comes to mind again.
func (w *work) broughtUp(r *turn.Reply, answer string) {
	shown := map[event.Seq]bool{}
	for _, s := range w.noticed.Kept {
		for _, seq := range s.Seqs {
			shown[seq] = shown[seq] || s.Kind == event.SignalIntention
		}
	}
	w.t.Read(func(v memory.View) {
		for _, i := range v.Agency.Intentions {
			if shown[i.Seq] && shares(answer, i.Text) {
				r.Change(event.IntentionEnded{Intention: i.Seq, Outcome: "done"})
			}
		}
	})
}

// shares says whether a text has at least two thirds of the words of another.
func shares(text, of string) bool {
	var stems words.Analyzer
	has := map[string]bool{}
	for _, s := range stems.AppendTerms(nil, text) {
		has[s] = true
	}
	wanted, found := stems.AppendTerms(nil, of), 0
	for _, s := range wanted {
		if has[s] {
			found++
		}
	}
	return len(wanted) > 0 && 3*found >= 2*len(wanted)
}
