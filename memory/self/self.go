// Package self is what the agent holds of itself: the errors that were pointed out to it, and
// whether what it claims of its own past holds. It is counted from events, and from nothing that
// a model says of itself.
package self

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// window is how far back errors count as habits (SPEC §16).
const window = 30 * 24 * time.Hour

// kept is for how long an error is held: with a day to spare, in whatever zone it is asked for.
const kept = window + 48*time.Hour

// Error is one that was pointed out.
type Error struct {
	Seq event.Seq `json:"seq"`
	event.Erred
}

// Note is the newest that a model wrote down of a turn.
type Note struct {
	Seq event.Seq `json:"seq"`
	event.Reflected
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Errors []Error `json:"errors"`         // of the last month, oldest first
	Made   int     `json:"made,omitempty"` // claims that were checked
	Failed int     `json:"failed,omitempty"`
	Note   *Note   `json:"note,omitempty"`

	Evaluations []Evaluation         `json:"evaluations,omitempty"` // of the last two months, oldest first
	Looked      event.Seq            `json:"looked,omitempty"`      // the last event that one of them looked at
	Offered     map[string]time.Time `json:"offered,omitempty"`     // when a rule against a sort of error was offered

	Journaled    event.Seq `json:"journaled,omitempty"`    // the last event that an entry of the journal looked at
	Introspected event.Seq `json:"introspected,omitempty"` // the last event at which it was looked what joins with it
}

// Evaluation is what the agent made of how it did.
type Evaluation struct {
	Seq  event.Seq   `json:"seq"`
	From []event.Seq `json:"from,omitempty"` // the errors
	event.Evaluated
}

// weighed is for how long an evaluation is held (ours): a rule is offered on several of them.
const weighed = 56 * 24 * time.Hour

// New gives the state of an agent that was never corrected.
func New() *Fold { return &Fold{Errors: []Error{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "self" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 4 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Erred:
		f.Errors = append(f.Errors, Error{Seq: r.Seq, Erred: p})
		f.Errors = slices.DeleteFunc(f.Errors, func(e Error) bool { return r.At.Sub(e.On) > kept })
	case event.Pardoned:
		f.Errors = slices.DeleteFunc(f.Errors, func(e Error) bool { return e.Seq == p.Error })
	case event.Claimed:
		f.Made++
		if !p.Holds {
			f.Failed++
		}
	case event.Reflected:
		f.Note = &Note{Seq: r.Seq, Reflected: p}
	case event.Evaluated:
		f.Evaluations = append(f.Evaluations, Evaluation{Seq: r.Seq, From: slices.Clone(r.From), Evaluated: p})
		f.Evaluations = slices.DeleteFunc(f.Evaluations, func(e Evaluation) bool { return r.At.Sub(e.On) > weighed })
		f.Looked = max(f.Looked, p.UpTo)
	case event.Journaled:
		f.Journaled = max(f.Journaled, p.UpTo)
	case event.Introspected:
		f.Introspected = max(f.Introspected, p.UpTo)
	case event.PostQueued:
		if sort, ok := strings.CutPrefix(p.Subject, event.SubjectRule+"/"); ok {
			if f.Offered == nil {
				f.Offered = map[string]time.Time{}
			}
			f.Offered[sort] = r.At
		}
	case event.Forgotten:
		gone := func(s event.Seq) bool { return slices.Contains(p.Seqs, s) }
		f.Errors = slices.DeleteFunc(f.Errors, func(e Error) bool { return gone(e.Seq) })
		f.Evaluations = slices.DeleteFunc(f.Evaluations, func(e Evaluation) bool { return gone(e.Seq) })
		if f.Note != nil && gone(f.Note.Seq) {
			f.Note = nil
		}
	}
}

// Blind is a sort of error that was made of late.
type Blind struct {
	Sort  string
	Count int         // in 30 days
	Seqs  []event.Seq // the errors, oldest first
}

// mostBlind is how many of them are kept in mind at a time (SPEC §6).
const mostBlind = 5

// BlindSpots are what to watch for on the day of now: the sorts of error of the 30 days before
// that day began, in now's zone, those of the day before first, then the most frequent. They stay
// the same all day.
func (f *Fold) BlindSpots(now time.Time) []Blind {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	yesterday := today.AddDate(0, 0, -1)
	var spots []Blind
	fresh := map[string]bool{}
	for _, e := range f.Errors {
		if !e.On.Before(today) || e.On.Before(today.Add(-window)) {
			continue
		}
		i := slices.IndexFunc(spots, func(b Blind) bool { return b.Sort == e.Sort })
		if i < 0 {
			i, spots = len(spots), append(spots, Blind{Sort: e.Sort})
		}
		spots[i].Count++
		spots[i].Seqs = append(spots[i].Seqs, e.Seq)
		fresh[e.Sort] = fresh[e.Sort] || !e.On.Before(yesterday)
	}
	rank := func(b Blind) int {
		if fresh[b.Sort] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(spots, func(a, b Blind) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Sort, b.Sort))
	})
	return spots[:min(len(spots), mostBlind)]
}

// Habit is a sort of error that was made on several evaluations.
type Habit struct {
	Sort        string
	Evaluations []Evaluation // those in which it was made, oldest first
}

// Habits are the sorts of error of at least so many evaluations of the two months before now, none of which came
// before a rule against it was offered. The most frequent come first.
func (f *Fold) Habits(now time.Time, least int) (habits []Habit) {
	for _, e := range f.Evaluations {
		for _, x := range e.Errors {
			if now.Sub(e.On) > weighed || !e.On.After(f.Offered[x.Sort]) {
				continue
			}
			i := slices.IndexFunc(habits, func(h Habit) bool { return h.Sort == x.Sort })
			if i < 0 {
				i, habits = len(habits), append(habits, Habit{Sort: x.Sort})
			}
			habits[i].Evaluations = append(habits[i].Evaluations, e)
		}
	}
	habits = slices.DeleteFunc(habits, func(h Habit) bool { return len(h.Evaluations) < least })
	slices.SortStableFunc(habits, func(a, b Habit) int {
		return cmp.Or(cmp.Compare(len(b.Evaluations), len(a.Evaluations)), cmp.Compare(a.Sort, b.Sort))
	})
	return habits
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
