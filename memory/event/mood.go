package event

import "time"

// SubjectMood is that of the one post that asks whether the principal's mood may be read.
const SubjectMood = "mood"

// Felt is a feeling that the principal told of himself (SPEC §8, emotional ledger). It is
// written only where he said yes to that, for what he says where nobody else reads, and it
// rests on the message that tells it (TRUST, Reading moods).
type Felt struct {
	Feeling   string    `json:"feeling"` // one word: "furious", "proud"
	Valence   float64   `json:"valence"` // -1 to 1
	Intensity float64   `json:"intensity"`
	Cause     string    `json:"cause,omitempty"` // what it is about, in his words
	Grave     bool      `json:"grave,omitempty"` // it is about a death or its like: never raised unasked
	On        time.Time `json:"on"`
}

// MoodClosed ends a subject for good: "don't bring that up". What was felt about it, then or
// later, colours nothing any more.
type MoodClosed struct {
	Felt  Seq    `json:"felt"`            // the feeling it ends
	Cause string `json:"cause,omitempty"` // what that was about
}

func (Felt) Kind() Kind       { return "felt" }
func (MoodClosed) Kind() Kind { return "mood.closed" }

func (p Felt) When() time.Time { return p.On }
