// Package identity is how the agent works with its principal as it stands now: which version of the open part of its
// description holds, what is proposed, and what was refused (SPEC §16; TRUST, Identity rewriting itself). The words of
// version 1, and of the part that no job can write, come with the program: see package brain/identity.
package identity

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Founding is the version that comes with the program.
const Founding = 1

// mostVersions is how many versions can be gone back to, the newest.
const mostVersions = 120

// Version is one that held at some time, or holds.
type Version struct {
	N        int                    `json:"n"`
	Seq      event.Seq              `json:"seq"` // its proposal
	On       time.Time              `json:"on"`  // since when it held first
	Lines    []string               `json:"lines"`
	Changes  []event.IdentityChange `json:"changes"`
	Distance float64                `json:"distance"`
}

// Proposal waits for its time, or for the principal's word.
type Proposal struct {
	Seq  event.Seq `json:"seq"`
	Told time.Time `json:"told,omitzero"` // when he was shown it; zero where he was not
	event.IdentityProposed
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Versions []Version `json:"versions,omitempty"` // but the founding one, oldest first
	Now      int       `json:"now"`                // the number of the one that holds
	Left     int       `json:"left,omitempty"`     // the number of the one that held before it
	Highest  int       `json:"highest"`            // the highest number that was given
	Pending  *Proposal `json:"pending,omitempty"`
	Refused  *Proposal `json:"refused,omitempty"` // the newest: it can be taken after all
	Frozen   bool      `json:"frozen,omitempty"`
}

// New gives the state before anything was proposed.
func New() *Fold { return &Fold{Now: Founding, Highest: Founding} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "identity" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.IdentityProposed:
		f.Pending = &Proposal{Seq: r.Seq, IdentityProposed: p}
		f.Highest = max(f.Highest, p.Version)
	case event.PostQueued:
		if f.Pending != nil && p.Subject == event.SubjectIdentity && p.About == f.Pending.Seq && f.Pending.Told.IsZero() {
			told := *f.Pending
			told.Told = r.At
			f.Pending = &told
		}
	case event.IdentityStarted:
		f.take(p.Proposal, r.At)
	case event.IdentityChosen:
		switch p.How {
		case event.IdentityTake:
			f.take(p.Proposal, r.At)
		case event.IdentityKeep:
			if f.Pending != nil && f.Pending.Seq == p.Proposal {
				f.Refused, f.Pending = f.Pending, nil
			}
		case event.IdentityRevert:
			if _, known := f.Of(p.Version); known || p.Version == Founding {
				f.Left, f.Now, f.Pending = f.Now, p.Version, nil // what was proposed changed another text
			}
		}
	case event.Configured:
		if p.Name == event.SettingIdentity {
			f.Frozen = p.Value == event.IdentityFrozen
			if f.Frozen && f.Pending != nil {
				f.Refused, f.Pending = f.Pending, nil
			}
		}
	}
}

// take makes a proposal the version that holds. One that is known no more, as it was forgotten, starts nothing.
func (f *Fold) take(seq event.Seq, at time.Time) {
	var p *Proposal
	switch {
	case f.Pending != nil && f.Pending.Seq == seq:
		p = f.Pending
	case f.Refused != nil && f.Refused.Seq == seq:
		p = f.Refused
	default:
		return
	}
	f.Pending, f.Refused, f.Left, f.Now = nil, nil, f.Now, p.Version
	v := Version{N: p.Version, Seq: seq, On: at, Lines: p.Lines, Changes: p.Changes, Distance: p.Distance}
	f.Versions = append(slices.Clone(f.Versions[max(0, len(f.Versions)-mostVersions+1):]), v)
}

// Of gives a version by its number; false for the founding one and for what never held.
func (f *Fold) Of(n int) (Version, bool) {
	for _, v := range f.Versions {
		if v.N == n {
			return v, true
		}
	}
	return Version{}, false
}

// Lines are those that hold; nil where they are the founding ones.
func (f *Fold) Lines() []string {
	v, _ := f.Of(f.Now)
	return v.Lines
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
