package event

import "time"

// PredictionMade is what the principal says will come, in his own words, so that it can be held against what comes
// (SPEC §13.1, §16). It is known by the message that it was said in.
type PredictionMade struct {
	Text     string    `json:"text"`
	P        float64   `json:"p"`            // how sure he was, above 0 and below 1: what it is scored by
	Due      time.Time `json:"due,omitzero"` // the first moment at which it can be told; zero where he named none
	Message  Seq       `json:"message"`
	On       time.Time `json:"on"`
	Audience Audience  `json:"audience,omitempty"`
	Place    Place     `json:"place,omitzero"` // where it was said, if that was shared

	// Because are the memories, and the messages that memories were made of, which he named as what it rests on: what
	// becomes of it counts for or against them (SPEC §16). See package memory/beliefs.
	Because []Seq `json:"because,omitempty"`
}

// PredictionResolved is his word on what became of one: CameTrue, CameWrong, or Undecided where it is to count for
// nothing. A later word replaces it.
type PredictionResolved struct {
	Prediction Seq       `json:"prediction"`
	Outcome    string    `json:"outcome"`
	On         time.Time `json:"on"`
}

// PredictionReopened takes the word on one back.
type PredictionReopened struct {
	Prediction Seq `json:"prediction"`
}

func (PredictionMade) Kind() Kind     { return "prediction.made" }
func (PredictionResolved) Kind() Kind { return "prediction.resolved" }
func (PredictionReopened) Kind() Kind { return "prediction.reopened" }

func (p PredictionMade) When() time.Time     { return p.On }
func (p PredictionResolved) When() time.Time { return p.On }
