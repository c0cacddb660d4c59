// Package mood is the emotional ledger: what the principal told of his own feelings, and what
// is left of it (SPEC §8). It is empty unless he said yes when he was asked, and it may soften
// how something is said, never choose what is said or when (TRUST, Reading moods).
//
// What keeps it harmless is decided here, once, whoever writes: nothing is taken before he
// said yes, nothing from a minor, nothing for a day after a crisis; what is older than thirty
// days is gone, and what he asked never to be brought up colours nothing again.
package mood

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Kept is for how long a feeling is remembered.
const Kept = 30 * 24 * time.Hour

// Entry is one feeling.
type Entry struct {
	Seq  event.Seq   `json:"seq"`
	From []event.Seq `json:"from,omitempty"` // the messages that tell it
	At   time.Time   `json:"at"`             // when it was written
	event.Felt
}

// Closed is a subject that is not to be brought up.
type Closed struct {
	Seq   event.Seq   `json:"seq"`
	From  []event.Seq `json:"from,omitempty"`
	Cause string      `json:"cause,omitempty"`
	Felt  event.Seq   `json:"felt"`
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Wanted bool      `json:"wanted,omitempty"` // he said yes
	Told   bool      `json:"told,omitempty"`   // he said yes or no
	Asked  event.Seq `json:"asked,omitempty"`  // the post that asked him
	Minor  bool      `json:"minor,omitempty"`  // he is not an adult
	Crisis time.Time `json:"crisis,omitzero"`  // until then nothing is taken
	Felt   []Entry   `json:"felt,omitempty"`   // oldest first
	Closed []Closed  `json:"closed,omitempty"`
}

// New gives the state in which nobody was asked.
func New() *Fold { return &Fold{} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "mood" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Configured:
		f.configured(p)
	case event.PostQueued:
		if p.Subject == event.SubjectMood {
			f.Asked = r.Seq
		}
	case event.PostFailed:
		if p.Post == f.Asked {
			f.Asked = 0 // it never reached him
		}
	case event.Held:
		f.Crisis = time.Time{} // the all clear ends it
		if p.Until.After(r.At) {
			f.Crisis = p.Until
		}
	case event.Felt:
		if f.takes(r.At) {
			f.add(Entry{r.Seq, r.From, r.At, p})
		}
	case event.MoodClosed:
		f.Closed = append(f.Closed, Closed{r.Seq, r.From, p.Cause, p.Felt})
	case event.Forgotten:
		f.forget(p.Seqs)
	}
}

func (f *Fold) configured(p event.Configured) {
	switch p.Name {
	case event.SettingMood:
		f.Wanted, f.Told = p.Value == "on", p.Value != ""
	case event.SettingMinor:
		f.Minor = p.Value != ""
	}
	if !f.Wanted || f.Minor {
		f.Felt = nil
	}
}

// takes says whether a feeling may be remembered at all.
func (f *Fold) takes(at time.Time) bool { return f.Wanted && !f.Minor && !at.Before(f.Crisis) }

// add takes a feeling in. The same feeling of the same message is one, however often it is
// written: the stronger of the two stays.
func (f *Fold) add(e Entry) {
	f.Felt = slices.DeleteFunc(slices.Clone(f.Felt), func(o Entry) bool { return e.At.Sub(o.At) >= Kept })
	for i, o := range f.Felt {
		if o.Feeling == e.Feeling && slices.Equal(o.From, e.From) {
			if e.Intensity > o.Intensity {
				f.Felt[i] = e
			}
			return
		}
	}
	f.Felt = append(f.Felt, e)
}

func (f *Fold) forget(seqs []event.Seq) {
	gone := func(seq event.Seq, from []event.Seq) bool {
		return slices.Contains(seqs, seq) || slices.ContainsFunc(from, func(s event.Seq) bool { return slices.Contains(seqs, s) })
	}
	f.Felt = slices.DeleteFunc(slices.Clone(f.Felt), func(e Entry) bool { return gone(e.Seq, e.From) })
	f.Closed = slices.DeleteFunc(slices.Clone(f.Closed), func(c Closed) bool { return gone(c.Seq, c.From) })
	if slices.Contains(seqs, f.Asked) {
		f.Asked = 0
	}
}

// Reads says whether a mood may be read, written or told in a place with these readers: he
// wants it, and nobody else is there.
func (f *Fold) Reads(a event.Audience) bool {
	return f.Wanted && !f.Minor && (a == "" || a == event.Private)
}

// May says whether he may be asked for it: never twice, never a minor, never after a crisis.
func (f *Fold) May(now time.Time) bool {
	return !f.Told && f.Asked == 0 && !f.Minor && !now.Before(f.Crisis)
}

// Residue is what is left of a feeling.
type Residue struct {
	Entry
	Left float64 // intensity, halved every two hours
}

// Negative says whether it asks for a softer tone. A good feeling is acknowledged instead.
func (r Residue) Negative() bool { return r.Valence < 0 }

// Residue gives the strongest of what is left; ok is false where it is below the threshold of
// SPEC §8. Of equals it is the newer. What may not be brought up is not among it.
func (f *Fold) Residue(now time.Time) (strongest Residue, ok bool) {
	for _, e := range f.Recent(now) {
		if f.Ended(e) {
			continue
		}
		hours := max(0, now.Sub(e.On).Hours())
		if left := formula.EmotionalResidue(e.Intensity, hours); left >= formula.ResidueThreshold && left > strongest.Left {
			strongest = Residue{e, left}
		}
	}
	return strongest, strongest.Left > 0
}

// Recent gives what is remembered, newest first.
func (f *Fold) Recent(now time.Time) []Entry {
	var recent []Entry
	for _, e := range slices.Backward(f.Felt) {
		if now.Sub(e.At) < Kept {
			recent = append(recent, e)
		}
	}
	return recent
}

// Ended says whether a feeling is about what he asked never to be brought up.
func (f *Fold) Ended(e Entry) bool {
	return slices.ContainsFunc(f.Closed, func(c Closed) bool {
		return c.Felt == e.Seq || c.Cause != "" && strings.EqualFold(c.Cause, e.Cause)
	})
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
