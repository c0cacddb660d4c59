// Package agenda is when background work ran: for each job the last slot it closed and
// the slot it has claimed and not closed. What a run did lies in the ledger.
package agenda

import (
	"encoding/json"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Run is where a job stands.
type Run struct {
	Last     string    `json:"last,omitempty"`     // the last slot closed
	At       time.Time `json:"at,omitzero"`        // when
	Outcome  string    `json:"outcome,omitempty"`  // how
	Claimed  string    `json:"claimed,omitempty"`  // a slot begun and not closed
	Attempts int       `json:"attempts,omitempty"` // at the claimed slot
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Jobs map[string]Run `json:"jobs"`
}

// New gives the state in which no job ever ran.
func New() *Fold { return &Fold{Jobs: map[string]Run{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "agenda" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.JobBegan:
		j := f.Jobs[p.Job]
		j.Claimed, j.Attempts = p.Slot, p.Attempt
		f.Jobs[p.Job] = j
	case event.JobRan:
		f.Jobs[p.Job] = Run{Last: p.Slot, At: r.At, Outcome: p.Outcome}
	}
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
