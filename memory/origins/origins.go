// Package origins is which events are words of somebody else than the principal and the agent, and
// which go back to such words. Every answer notes whose words lay before it; that most events go back
// to nobody else's is known here, and the ledger is read for the others alone.
package origins

import (
	"encoding/json"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Fold is the state: numbers of events, no words. Its fields are for reading.
type Fold struct {
	Others   []event.Seq `json:"others"`   // what others, tools and imports wrote; ascending
	Carriers []event.Seq `json:"carriers"` // what rests on one of those, over however many steps; ascending
}

// New gives the state in which nobody else said anything.
func New() *Fold { return &Fold{Others: []event.Seq{}, Carriers: []event.Seq{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "origins" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold. A forgotten event stays what it was: what was made of it is told from
// what was not.
func (f *Fold) Apply(r ledger.Record, _ event.Payload) {
	switch r.Trust {
	case event.ByThirdParty, event.ByTool, event.ByImport:
		f.Others = append(f.Others, r.Seq)
	default:
		if slices.ContainsFunc(r.From, func(seq event.Seq) bool { return f.Other(seq) || f.Carries(seq) }) {
			f.Carriers = append(f.Carriers, r.Seq)
		}
	}
}

// Other says whether an event is words of somebody else.
func (f *Fold) Other(seq event.Seq) bool {
	_, found := slices.BinarySearch(f.Others, seq)
	return found
}

// Carries says whether an event, not being such words itself, goes back to some.
func (f *Fold) Carries(seq event.Seq) bool {
	_, found := slices.BinarySearch(f.Carriers, seq)
	return found
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(data []byte) error {
	*f = *New()
	return json.Unmarshal(data, f)
}
