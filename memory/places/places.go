// Package places is where the principal is reached: the place he used last, and for each
// connector how far it has been read.
package places

import (
	"encoding/json"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Fold is the state. Its fields are for reading.
type Fold struct {
	Last     event.Place       `json:"last"`     // the last private place he spoke in
	Audience event.Audience    `json:"audience"` // who can read it
	Cursors  map[string]string `json:"cursors"`  // by connector: where it resumes
}

// New gives the state before anything was heard.
func New() *Fold { return &Fold{Cursors: map[string]string{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "places" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Heard:
		if r.Trust == event.ByPrincipal && p.Audience != event.Shared {
			f.Last, f.Audience = p.Place, p.Audience
			f.Last.Thread = ""
		}
		f.resume(p.Place.Platform, p.Cursor)
	case event.Edited:
		f.resume(p.Connector, p.Cursor)
	case event.Unsaid:
		f.resume(p.Connector, p.Cursor)
	case event.Reacted:
		f.resume(p.Connector, p.Cursor)
	case event.Unreacted:
		f.resume(p.Connector, p.Cursor)
	case event.Passed:
		f.resume(p.Connector, p.Cursor)
	}
}

func (f *Fold) resume(connector, cursor string) {
	if cursor != "" {
		f.Cursors[connector] = cursor
	}
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
