// Package watches is what the principal wants to be told of when it changes outside, and how far each of it has
// come: when it was looked at last with something new, what he knows of it, and whether it answers.
package watches

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Bounds, of ours where TRUST has none.
const (
	Most     = 20                  // at once
	Lasts    = 90 * 24 * time.Hour // then it is asked whether to go on
	Firings  = 3                   // after so many, too
	CoolDown = 24 * time.Hour      // between two of one watch
	kept     = 30 * 24 * time.Hour // for how long one that rests is still listed
)

// Watch is one of them.
type Watch struct {
	Seq event.Seq `json:"seq"`
	event.WatchSet

	Shows   event.Seq `json:"shows,omitempty"` // the receipt of what it shows now
	ShowsAt time.Time `json:"shows_at,omitzero"`
	Known   event.Seq `json:"known,omitempty"` // the receipt of what he knows
	KnownAt time.Time `json:"known_at,omitzero"`
	Told    int       `json:"told,omitempty"` // how often he was told of something new
	ToldAt  time.Time `json:"told_at,omitzero"`

	Failing time.Time `json:"failing,omitzero"` // since when it cannot be looked at
	Why     string    `json:"why,omitempty"`
	Away    bool      `json:"away,omitempty"` // he was told that it cannot
	Rests   time.Time `json:"rests,omitzero"` // since when it is not looked at any more
}

// Stands says whether it is looked at.
func (w Watch) Stands(now time.Time) bool { return w.Rests.IsZero() && now.Before(w.Until) }

// News says whether it shows something that he does not know.
func (w Watch) News() bool { return w.Shows != w.Known && w.Rests.IsZero() }

// Look is the newest moment at which it is to be looked at, not after now; zero where there is none yet.
func (w Watch) Look(now time.Time) time.Time {
	every := time.Duration(max(w.Every, 1)) * time.Minute
	if !w.Stands(now) || now.Sub(w.On) < every {
		return time.Time{}
	}
	return w.On.Add(now.Sub(w.On).Truncate(every))
}

// Next is when it is looked at after now; zero where it is not.
func (w Watch) Next(now time.Time) time.Time {
	if !w.Stands(now) {
		return time.Time{}
	}
	every := time.Duration(max(w.Every, 1)) * time.Minute
	if at := w.Look(now); !at.IsZero() {
		return at.Add(every)
	}
	return w.On.Add(every)
}

// Fold is the state. Its field is for reading.
type Fold struct {
	All []Watch `json:"all"` // oldest first
}

// New gives the state of an agent that watches nothing.
func New() *Fold { return &Fold{All: []Watch{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "watches" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold. What names a watch that is not there changes nothing.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.WatchSet:
		f.let(r.At)
		f.add(Watch{Seq: r.Seq, WatchSet: p, Shows: p.Seen, ShowsAt: r.At, Known: p.Seen, KnownAt: r.At})
	case event.WatchResumed:
		f.add(Watch{Seq: p.Watch, WatchSet: p.WatchSet, Shows: p.Seen, ShowsAt: r.At, Known: p.Seen, KnownAt: r.At})
	case event.WatchSeen:
		f.at(p.Watch, func(w *Watch) {
			if w.Shows == 0 { // nothing was left to compare it with
				w.Known, w.KnownAt = p.Seen, r.At
			}
			w.Shows, w.ShowsAt = p.Seen, r.At
		})
	case event.WatchFailed:
		f.at(p.Watch, func(w *Watch) {
			if w.Failing, w.Why = r.At, p.Why; p.Why == "" {
				w.Failing, w.Away = time.Time{}, false
			}
		})
	case event.WatchTold:
		f.at(p.Watch, func(w *Watch) { w.tell(r.At, p) })
	case event.WatchEnded:
		f.drop(p.Watch)
	case event.Forgotten:
		for _, s := range p.Seqs {
			f.drop(s)
			for i := range f.All { // of a receipt that is gone nothing can be compared any more
				w := &f.All[i]
				if w.Known == s {
					w.Known = w.Shows
				}
				if w.Shows == s {
					w.Shows, w.Known = 0, 0
				}
			}
		}
	}
}

func (w *Watch) tell(at time.Time, p event.WatchTold) {
	switch p.Of {
	case event.WatchNew:
		w.Told++
		w.ToldAt, w.Known, w.KnownAt = at, p.Seen, at
	case event.WatchAway:
		w.Away = true
	}
	if p.Rests {
		w.Rests = at
	}
}

// add puts a watch where its number has it, and in the place of one that is there.
func (f *Fold) add(w Watch) {
	f.drop(w.Seq)
	i, _ := slices.BinarySearchFunc(f.All, w.Seq, func(x Watch, s event.Seq) int { return int(x.Seq) - int(s) }) //nolint:gosec // numbers of one ledger
	f.All = slices.Insert(slices.Clone(f.All), i, w)
}

// let lets go of those that have rested for long.
func (f *Fold) let(now time.Time) {
	f.All = slices.DeleteFunc(f.All, func(w Watch) bool { return !w.Rests.IsZero() && now.Sub(w.Rests) > kept })
}

func (f *Fold) at(seq event.Seq, fn func(*Watch)) {
	for i := range f.All {
		if f.All[i].Seq == seq {
			fn(&f.All[i])
		}
	}
}

func (f *Fold) drop(seq event.Seq) {
	f.All = slices.DeleteFunc(f.All, func(w Watch) bool { return w.Seq == seq })
}

// Find gives one.
func (f *Fold) Find(seq event.Seq) (Watch, bool) {
	for _, w := range f.All {
		if w.Seq == seq {
			return w, true
		}
	}
	return Watch{}, false
}

// Standing are those that are looked at, oldest first.
func (f *Fold) Standing(now time.Time) (all []Watch) {
	for _, w := range f.All {
		if w.Stands(now) {
			all = append(all, w)
		}
	}
	return all
}

// Listed are all that he may want to know of: those that stand, and those that rest of late.
func (f *Fold) Listed(now time.Time) (all []Watch) {
	for _, w := range f.All {
		if w.Rests.IsZero() || now.Sub(w.Rests) <= kept {
			all = append(all, w)
		}
	}
	return all
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
