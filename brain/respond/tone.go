package respond

import (
	"citadel/brain/fault"
	"citadel/brain/tone"
	"citadel/memory"
)

// tone is how the answer should sound. Of a calendar nothing is known yet. What is left of a feeling
// colours it where that was let in beside what else came to mind (package gate), so that the receipt
// says what coloured it; its words are told nowhere.
func (w *work) tone(p past) string {
	t := w.t
	in := tone.In{Now: t.Now, Sentiment: tone.Read(t.Text)}
	if !p.newest.IsZero() {
		in.Gap = t.Messages[0].On.Sub(p.newest)
	}
	t.Read(func(v memory.View) {
		if r, ok := v.Mood.Residue(t.Now); ok && len(w.noticed.Tone) > 0 {
			if in.Left = r.Left; r.Negative() {
				in.Left = -r.Left
			}
		}
	})
	return tone.Of(in)
}

// cautions are what to watch for today, after errors that were pointed out on the days before. They
// count, and repeat nobody's words.
func (w *work) cautions() (lines []string) {
	w.t.Read(func(v memory.View) { lines = fault.Lines(v.Self.BlindSpots(w.t.Now)) })
	return lines
}
