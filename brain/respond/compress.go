package respond

import (
	"slices"

	"citadel/brain/act"
	"citadel/brain/compress"
	"citadel/brain/model"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// room is how many tokens, as model.Bound counts, a request to the model that is asked first
// may have before less is shown of the conversation: its share of the window, by as much less
// as that model was seen to count more. 0 is no limit: the window is not known.
func (w *work) room() int {
	chosen := ""
	if w.mind.role == model.Primary {
		chosen = w.chosen
	}
	t, ok := w.Pool.Usual(w.mind.role, chosen)
	if !ok || t.Card.Window <= 0 {
		return 0
	}
	factor := 1.0
	if w.Pool.Factor != nil {
		factor = max(1, w.Pool.Factor(t.Provider.Name, t.Card.Name))
	}
	return max(1, int(float64(t.Card.Window)*compress.Share/factor))
}

// compress notes what less was shown of the conversation, and of the turn itself. Of what was
// built more than once for one answer, the last counts.
func (w *work) compress(out act.Out) {
	w.less = nil
	note := func(c event.Compressed, from []event.Seq) {
		w.less = append(w.less, turn.Write{Payload: c, From: from})
	}
	r := w.shown.Receipt
	if c := r.Calls; c.Calls > 0 {
		note(event.Compressed{Stage: event.StageCalls, Calls: c.Calls, Before: c.Before, After: c.After}, []event.Seq{})
	}
	if d := r.Digest; r.Left > 0 {
		from := append([]event.Seq{}, d.Seqs...) // nil would be the messages of the turn
		note(event.Compressed{Stage: event.StageDigest, Turns: r.Left, Left: d.Left, Before: d.Before, After: d.After, Text: d.Text}, from)
	}
	if s := r.Squeezed; s.Turns > 0 {
		note(event.Compressed{Stage: event.StageMiddle, Turns: s.Turns, Before: s.Before, After: s.After}, []event.Seq{})
	}
	for _, s := range out.Squeezed {
		note(event.Compressed{Stage: event.StageMiddle, Rounds: s.Rounds, Before: s.Before, After: s.After}, []event.Seq{})
	}
}

// ends notes that of the conversation only its ends were shown, because it was rejected as it
// had been shown before.
func (w *work) ends(before prompt.Out, few past) {
	var left []event.Seq
	for _, t := range w.past.turns {
		for _, m := range t.Messages {
			if !few.holds(m.Seq, len(few.turns)) {
				left = append(left, m.Seq)
			}
		}
	}
	w.less = append(slices.Clip(w.less), turn.Write{From: []event.Seq{}, Payload: event.Compressed{
		Stage: event.StageEnds, Turns: len(w.past.turns) - len(few.turns), Left: left,
		Before: model.Bound(before.Request), After: model.Bound(w.shown.Request),
	}})
}
