// Package dreams is what came of the last night (SPEC §16). What came of those before lies in the
// ledger: a dream is made of its day, and never of another.
package dreams

import (
	"encoding/json"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Dream is what came of one night.
type Dream struct {
	Seq event.Seq `json:"seq"`
	event.Dreamt
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Last Dream `json:"last"` // its Seq is zero where there was none yet
}

// New gives the state before the first night.
func New() *Fold { return &Fold{} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "dreams" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold. After a forgetting the folds are built anew, which brings back
// the night before.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	if p, ok := p.(event.Dreamt); ok {
		f.Last = Dream{r.Seq, p}
	}
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
