// Package warmth is what was recalled lately and how often: the part of the mind that makes
// what is being talked about easier to find, and what is asked for again and again slower to
// fade (SPEC §13.2, §13.3). A memory is counted once a turn, however often it was found in it.
package warmth

import (
	"encoding/json"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Fold is the state. Its fields are for reading.
type Fold struct {
	Warm    map[event.Seq]formula.Warmth `json:"warm"`              // what is not cold; few, since warmth halves with every turn
	Recalls map[event.Seq]int            `json:"recalls"`           // how often each was recalled and used
	Settled map[event.Seq]bool           `json:"settled,omitempty"` // consolidated memories
}

// New gives the state in which nothing was ever recalled.
func New() *Fold {
	return &Fold{Warm: map[event.Seq]formula.Warmth{}, Recalls: map[event.Seq]int{}, Settled: map[event.Seq]bool{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "warmth" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
