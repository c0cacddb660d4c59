package beliefs

import (
	"slices"

	"citadel/memory/event"
)

// Outcome is what became of a prediction that rested on a memory.
type Outcome struct {
	Prediction event.Seq
	P          float64 // how sure he was
	Right      bool
}

// forecast is a prediction that rests on something, and all that was said of what became of it. Only the last word
// counts, so that it weighs once however often it is said, and not at all once it is taken back or forgotten.
type forecast struct {
	Seq   event.Seq   `json:"seq"`
	P     float64     `json:"p"`
	On    []event.Seq `json:"on"` // memories, or messages for all memories that were made of them
	Words []said      `json:"words,omitempty"`
}

// said is one word on a prediction; without an outcome it takes back what was said before.
type said struct {
	Seq     event.Seq `json:"seq"`
	Outcome string    `json:"outcome,omitempty"`
}

func (f *Fold) foretold(seq event.Seq, p event.PredictionMade) {
	on := slices.DeleteFunc(slices.Clone(p.Because), func(s event.Seq) bool {
		_, held := f.find(s)
		return !held && !f.outside.has(s)
	})
	if len(on) > 0 {
		f.forecasts = append(f.forecasts, forecast{Seq: seq, P: p.P, On: on})
		f.indexForecasts()
	}
}

func (f *Fold) toldOf(prediction event.Seq, w said) {
	for i := range f.forecasts {
		if x := &f.forecasts[i]; x.Seq == prediction {
			x.Words = append(slices.Clone(x.Words), w)
		}
	}
}

// unforetold drops what is gone; a prediction that has nothing left to rest on weighs nothing.
func (f *Fold) unforetold(gone func(event.Seq) bool) {
	for i := range f.forecasts {
		x := &f.forecasts[i]
		x.On = slices.DeleteFunc(slices.Clone(x.On), gone)
		if x.Words = slices.DeleteFunc(slices.Clone(x.Words), func(w said) bool { return gone(w.Seq) }); len(x.Words) == 0 {
			x.Words = nil
		}
	}
	f.forecasts = slices.DeleteFunc(f.forecasts, func(x forecast) bool { return gone(x.Seq) || len(x.On) == 0 })
	if len(f.forecasts) == 0 {
		f.forecasts = nil
	}
	f.indexForecasts()
}

func (f *Fold) indexForecasts() {
	f.behind = map[event.Seq][]int{}
	for i, x := range f.forecasts {
		for _, s := range x.On {
			f.behind[s] = append(f.behind[s], i)
		}
	}
}

// outcomes are the decided predictions that rest on one memory, or on a message that it was made of, each once, oldest
// first.
func (f *Fold) outcomes(i int) (all []Outcome) {
	if len(f.behind) == 0 {
		return nil
	}
	at := slices.Clone(f.behind[f.cells[i].seq])
	for _, root := range f.rootsOf(i) {
		at = append(at, f.behind[root]...)
	}
	slices.Sort(at)
	for _, n := range slices.Compact(at) {
		x := f.forecasts[n]
		if len(x.Words) == 0 {
			continue
		}
		switch x.Words[len(x.Words)-1].Outcome {
		case event.CameTrue:
			all = append(all, Outcome{Prediction: x.Seq, P: x.P, Right: true})
		case event.CameWrong:
			all = append(all, Outcome{Prediction: x.Seq, P: x.P})
		}
	}
	return all
}
