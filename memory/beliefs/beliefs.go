// Package beliefs is how far what was learned can be relied on: the evidence of each memory,
// counted at its root, what contradicts what, and what waits for the principal's verdict
// (SPEC §13.5). Stored are base, count and last evidence; confidence is always worked out
// from them.
package beliefs

import (
	"encoding/json"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Held is what is known of one memory.
type Held struct {
	formula.Belief
	Roots []event.Seq `json:"roots"` // external events it rests on, ascending
	Last  time.Time   `json:"last"`  // when the newest of them happened
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Held map[event.Seq]Held `json:"held"`
}

// New gives the state in which nothing is held.
func New() *Fold { return &Fold{Held: map[event.Seq]Held{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "beliefs" }

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
