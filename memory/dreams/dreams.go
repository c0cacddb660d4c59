// Package dreams is what came of the last night (SPEC §16), and how dreams and the days they were made of went
// together. What came of nights before the last lies in the ledger: a dream is made of its day, and never of
// another, so of those only two numbers are kept here.
package dreams

import (
	"encoding/json"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Dream is what came of one night.
type Dream struct {
	Seq  event.Seq   `json:"seq"`
	From []event.Seq `json:"from,omitempty"` // the notes of the day that it is made of
	event.Dreamt
}

// Night is how a dream and its day went, from -1 to 1.
type Night struct {
	Date  string  `json:"date"` // "2026-11-19"
	Day   float64 `json:"day"`
	Dream float64 `json:"dream"`
	Model bool    `json:"model,omitempty"` // a model dreamt it; else both numbers are the day's
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Last   Dream       `json:"last"`             // its Seq is zero where there was none yet
	Nights []Night     `json:"nights,omitempty"` // oldest first, at most mostNights
	Shown  []event.Seq `json:"shown,omitempty"`  // the posts that showed one, oldest first, at most mostNights
	Told   event.Seq   `json:"told,omitempty"`   // the dream that was shown last without his asking
	Kept   []event.Seq `json:"kept,omitempty"`   // dreams to be found again, oldest first
	Rests  event.Seq   `json:"rests,omitempty"`  // the drift because of which no model writes any; zero for none
}

// mostNights is of how many nights something is kept.
const mostNights = 60

// New gives the state before the first night.
func New() *Fold { return &Fold{} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "dreams" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 2 }

// Apply implements memory.Fold. After a forgetting the folds are built anew, which brings back
// the night before.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Dreamt:
		f.Last = Dream{r.Seq, r.From, p}
		f.Nights = last(append(f.Nights, Night{p.Night, p.Day, p.Mood, p.By != ""}))
	case event.PostQueued:
		if p.Subject == event.SubjectDream {
			f.Shown = last(append(f.Shown, r.Seq))
			if p.Answer == nil {
				f.Told = p.About
			}
		}
	case event.DreamKept:
		if !slices.Contains(f.Kept, p.Dream) {
			f.Kept = append(slices.Clone(f.Kept), p.Dream)
		}
	case event.DreamsDrifted:
		f.Rests = r.Seq
	case event.Configured:
		if p.Name == event.SettingDreams && p.Value != event.DreamsOff {
			f.Rests = 0
			f.Nights = slices.Clone(f.Nights)
			for i := range f.Nights { // what he has seen and wants all the same is no alarm again
				f.Nights[i].Model = false
			}
		}
	case event.Forgotten:
		f.Kept = slices.DeleteFunc(slices.Clone(f.Kept), func(s event.Seq) bool { return slices.Contains(p.Seqs, s) })
	}
}

// last are the newest of a list.
func last[T any](all []T) []T { return slices.Clone(all[max(0, len(all)-mostNights):]) }

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
