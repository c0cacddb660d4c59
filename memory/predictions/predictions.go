// Package predictions is what the principal said would come, how sure he was, and what he says became of it.
package predictions

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Prediction is one of them.
type Prediction struct {
	Seq event.Seq `json:"seq"`
	event.PredictionMade

	Outcome  string    `json:"outcome,omitempty"`  // empty while it is open
	Resolved event.Seq `json:"resolved,omitempty"` // what said so
	Asked    time.Time `json:"asked,omitzero"`     // when it was asked about, once
}

// Open says whether nothing was said of what became of it.
func (p Prediction) Open() bool { return p.Outcome == "" }

// Rests lists the events that say what is known of it.
func (p Prediction) Rests() []event.Seq {
	if p.Resolved == 0 {
		return []event.Seq{p.Seq}
	}
	return []event.Seq{p.Seq, p.Resolved}
}

// Miss is the square by which it missed, 0 to 1: what Brier's score is the mean of. ok is whether it counts.
func (p Prediction) Miss() (square float64, ok bool) {
	switch p.Outcome {
	case event.CameTrue:
		return float64((1 - p.P) * (1 - p.P)), true
	case event.CameWrong:
		return float64(p.P * p.P), true
	}
	return 0, false
}

// Fold is the state. Its field is for reading.
type Fold struct {
	All []Prediction `json:"all"` // oldest first
}

// New gives the state without any.
func New() *Fold { return &Fold{All: []Prediction{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "predictions" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold. What names one that is not known, as it was forgotten, changes nothing.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.PredictionMade:
		f.All = append(f.All, Prediction{Seq: r.Seq, PredictionMade: p})
	case event.PredictionResolved:
		f.each(p.Prediction, func(x *Prediction) { x.Outcome, x.Resolved = p.Outcome, r.Seq })
	case event.PredictionReopened:
		f.each(p.Prediction, func(x *Prediction) { x.Outcome, x.Resolved = "", 0 })
	case event.PostQueued:
		if p.Subject == event.SubjectPrediction {
			f.each(p.About, func(x *Prediction) { x.Asked = r.At })
		}
	case event.Forgotten:
		gone := func(s event.Seq) bool { return slices.Contains(p.Seqs, s) }
		f.All = slices.DeleteFunc(f.All, func(x Prediction) bool { return gone(x.Seq) })
		for i := range f.All {
			if x := &f.All[i]; x.Resolved != 0 && gone(x.Resolved) {
				x.Outcome, x.Resolved = "", 0
			}
		}
	}
}

func (f *Fold) each(seq event.Seq, fn func(*Prediction)) {
	if i := slices.IndexFunc(f.All, func(x Prediction) bool { return x.Seq == seq }); i >= 0 {
		fn(&f.All[i])
	}
}

// Find gives the one that was said in a message, the newest of several, or that has the number itself.
func (f *Fold) Find(seq event.Seq) (Prediction, bool) {
	for _, x := range slices.Backward(f.All) {
		if x.Message == seq || x.Seq == seq {
			return x, true
		}
	}
	return Prediction{}, false
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
