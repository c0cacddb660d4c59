// Package economy is where the figures of the economy stand that moved far enough to matter: the
// newest move of each (SPEC §15).
package economy

import (
	"encoding/json"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Move is the newest move of one indicator.
type Move struct {
	Seq event.Seq `json:"seq"`
	event.IndicatorMoved
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Moves []Move `json:"moves"` // one an indicator, in the order in which they moved
}

// New gives the state in which nothing has moved.
func New() *Fold { return &Fold{Moves: []Move{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "economy" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	if p, ok := p.(event.IndicatorMoved); ok {
		f.Moves = slices.DeleteFunc(f.Moves, func(m Move) bool { return m.Indicator == p.Indicator })
		f.Moves = append(f.Moves, Move{r.Seq, p})
	}
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
