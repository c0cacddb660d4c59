// Package warmth is what was recalled lately and how often: the part of the mind that makes
// what is being talked about easier to find, and what is asked for again and again slower to
// fade (SPEC §13.2, §13.3). A memory is counted once a turn, however often it was found in it.
//
// What recall reads is what the turn before left, cooled by that turn's end: decay comes
// before scoring, and no turn is warmed by what it recalls itself.
package warmth

import (
	"encoding/json"
	"slices"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// cold is the warmth that is not worth keeping: it moves a score by less than half a percent,
// which is less than two memories differ by.
const cold = 0.005

// Fold is the state. Its fields are for reading.
type Fold struct {
	Warm    map[event.Seq]formula.Warmth `json:"warm"`              // what is not cold; few, since warmth halves with every turn
	Recalls map[event.Seq]int            `json:"recalls"`           // how often each was recalled and used; what was digested is not counted any more
	Settled map[event.Seq]bool           `json:"settled,omitempty"` // consolidated memories

	Turn  event.Seq   `json:"turn,omitempty"`  // the turn that Used and Near are of; none between two
	Used  []event.Seq `json:"used,omitempty"`  // counted in it
	Near  []event.Seq `json:"near,omitempty"`  // warmed in it as neighbours
	Unfit []event.Seq `json:"unfit,omitempty"` // forgotten after the newest turn had begun to look: its receipt may still name them
	Since event.Seq   `json:"since,omitempty"` // the newest forgetting in Unfit
}

// New gives the state in which nothing was ever recalled.
func New() *Fold {
	return &Fold{Warm: map[event.Seq]formula.Warmth{}, Recalls: map[event.Seq]int{}, Settled: map[event.Seq]bool{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "warmth" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.TurnBegan:
		if p.UpTo >= f.Since {
			f.Unfit, f.Since = nil, 0
		}
	case event.Recalled:
		f.recalled(r, p)
	case event.TurnEnded:
		f.cool()
		f.Turn, f.Used, f.Near = 0, nil, nil
	case event.Consolidated:
		for _, m := range p.Memories {
			if f.Recalls[m] > 0 { // else it was forgotten meanwhile
				f.Settled[m] = true
			}
		}
	case event.Digested:
		f.drop(p.Of)
	case event.Forgotten:
		f.drop(p.Seqs)
		f.Unfit, f.Since = append(slices.Clone(f.Unfit), p.Seqs...), r.Seq
	}
}

// recalled warms and counts what a receipt names. A turn is known by the first cause of its
// receipts, of which there may be several.
func (f *Fold) recalled(r ledger.Record, p event.Recalled) {
	if turn := r.Cause(); turn != f.Turn {
		f.Turn, f.Used, f.Near = turn, nil, nil
	}
	for _, i := range p.Items {
		if !i.Used || slices.Contains(f.Used, i.Memory) || slices.Contains(f.Unfit, i.Memory) {
			continue
		}
		f.Used = append(f.Used, i.Memory)
		f.Recalls[i.Memory]++
		f.Warm[i.Memory] = f.Warm[i.Memory].Recalled()
	}
	for _, m := range p.Near {
		if slices.Contains(f.Used, m) || slices.Contains(f.Near, m) || slices.Contains(f.Unfit, m) {
			continue
		}
		f.Near = append(f.Near, m)
		f.Warm[m] = f.Warm[m].Mentioned()
	}
}

// cool takes one turn's warmth from everything.
func (f *Fold) cool() {
	for m, w := range f.Warm {
		if w = w.Cool(); w.Total() < cold {
			delete(f.Warm, m)
		} else {
			f.Warm[m] = w
		}
	}
}

func (f *Fold) drop(memories []event.Seq) {
	for _, m := range memories {
		delete(f.Warm, m)
		delete(f.Recalls, m)
		delete(f.Settled, m)
	}
	gone := func(m event.Seq) bool { return slices.Contains(memories, m) }
	f.Used = slices.DeleteFunc(slices.Clone(f.Used), gone)
	f.Near = slices.DeleteFunc(slices.Clone(f.Near), gone)
}

// Of is how warm a memory is, from 0 to formula.WarmthTop.
func (f *Fold) Of(memory event.Seq) float64 { return f.Warm[memory].Total() }

// Ripe gives the memories that have earned a longer half-life and do not have it yet, in
// order of their numbers.
func (f *Fold) Ripe() []event.Seq {
	var ripe []event.Seq
	for m, n := range f.Recalls {
		if formula.Consolidated(n) && !f.Settled[m] {
			ripe = append(ripe, m)
		}
	}
	slices.Sort(ripe)
	return ripe
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
