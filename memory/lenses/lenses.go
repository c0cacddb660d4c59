// Package lenses counts how often each mental model stood before whoever wrote an answer, and
// how often the answer shows that it was put to use (SPEC §6). Both come from the receipt of
// the answer: what was only about to be shown, to a model that never answered, is no offer.
package lenses

import (
	"encoding/json"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Count is what became of one mental model.
type Count struct {
	Offered int `json:"offered"`
	Used    int `json:"used,omitempty"`
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Counts map[string]Count `json:"counts"` // by id
}

// New gives the state in which none was ever offered.
func New() *Fold { return &Fold{Counts: map[string]Count{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "lenses" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold. What is put to use without having been offered does not count.
func (f *Fold) Apply(_ ledger.Record, p event.Payload) {
	prompted, ok := p.(event.Prompted)
	if !ok {
		return
	}
	offered := map[string]bool{}
	for _, id := range prompted.Lenses {
		if !offered[id] {
			c := f.Counts[id]
			c.Offered++
			f.Counts[id], offered[id] = c, true
		}
	}
	for _, id := range prompted.Applied {
		if offered[id] {
			c := f.Counts[id]
			c.Used++
			f.Counts[id], offered[id] = c, false
		}
	}
}

// Uses gives how often a mental model was put to use, and how often it was offered.
func (f *Fold) Uses(id string) (used, offered int) {
	c := f.Counts[id]
	return c.Used, c.Offered
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
