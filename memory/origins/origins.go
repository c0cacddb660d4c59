// Package origins is which events are words of somebody else than the principal and the agent, and
// which go back to such words; and the same of messages of his own into which such words were pasted.
// Every answer notes whose words lay before it; that most events go back to nobody else's is known here,
// and the ledger is read for the others alone.
package origins

import (
	"encoding/json"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// Fold is the state: numbers of events, no words. Its fields are for reading.
type Fold struct {
	Others   []event.Seq `json:"others"`   // what others, tools and imports wrote; ascending
	Carriers []event.Seq `json:"carriers"` // what rests on one of those, over however many steps; ascending
	Pasted   []event.Seq `json:"pasted"`   // messages of the principal's with words of others in them; ascending
	Passers  []event.Seq `json:"passers"`  // what rests on one of those, over however many steps; ascending
}

// New gives the state in which nobody else said anything.
func New() *Fold {
	return &Fold{Others: []event.Seq{}, Carriers: []event.Seq{}, Pasted: []event.Seq{}, Passers: []event.Seq{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "origins" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 3 }

// Apply implements memory.Fold. A forgotten event stays what it was: what was made of it is told from
// what was not. That something was pasted in it is forgotten with it.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch r.Trust {
	case event.ByThirdParty, event.ByTool, event.ByImport:
		f.Others = append(f.Others, r.Seq)
	default:
		if slices.ContainsFunc(r.From, func(seq event.Seq) bool { return f.Other(seq) || f.Carries(seq) }) {
			f.Carriers = append(f.Carriers, r.Seq)
		}
		switch {
		case r.Trust == event.ByPrincipal && pasted(p):
			f.Pasted = append(f.Pasted, r.Seq)
		case slices.ContainsFunc(r.From, func(seq event.Seq) bool { return f.Pastes(seq) || f.Passes(seq) }):
			f.Passers = append(f.Passers, r.Seq)
		}
	}
}

// pasted says whether a message has words of others in it.
func pasted(p event.Payload) (some bool) {
	switch p := p.(type) {
	case event.Heard:
		_, some = words.Pasted(p.Text)
	case event.Edited:
		_, some = words.Pasted(p.Text)
	}
	return some
}

// Pastes says whether an event is a message of the principal's into which words of somebody else were
// pasted.
func (f *Fold) Pastes(seq event.Seq) bool {
	_, found := slices.BinarySearch(f.Pasted, seq)
	return found
}

// Passes says whether an event, not being such a message itself, goes back to one.
func (f *Fold) Passes(seq event.Seq) bool {
	_, found := slices.BinarySearch(f.Passers, seq)
	return found
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
