package respond

import (
	"time"

	"citadel/brain/fault"
	"citadel/brain/tone"
	"citadel/memory"
)

// tone is how the answer should sound. How full the rest of the day is comes from the calendars as they were read in
// the morning, and stays where nobody else reads. What is left of a feeling colours it where that was let in beside what else came to mind (package gate), so that the receipt
// says what coloured it; its words are told nowhere.
func (w *work) tone(p past) string {
	t := w.t
	in := tone.In{Now: t.Now, Sentiment: tone.Read(t.Text)}
	if !p.newest.IsZero() {
		in.Gap = t.Messages[0].On.Sub(p.newest)
	}
	evening := time.Date(t.Now.Year(), t.Now.Month(), t.Now.Day(), tone.DayEnds, 0, 0, 0, t.Now.Location())
	t.Read(func(v memory.View) {
		if taken, known := v.Agenda.Taken(t.Now, evening); known && t.Sight().Private() {
			in.Day = tone.DayOf(taken, evening.Sub(t.Now))
		}
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
