// Package economy is what is known of the economy: of each indicator the figures that judging the
// next one needs, what moved far enough to matter, what was foretold of it, and which publishers do not answer (SPEC §15).
//
// It keeps a window of each, not its history: that lies in the ledger for two years. So that
// the oldest records can go without changing anything here, each indicator is written down whole
// now and then, which takes the place of all before (event.FiguresRead). What moved is kept with dates,
// never with the figures that it was measured on: these may be revised.
package economy

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Move is the newest move of one indicator.
type Move struct {
	Seq event.Seq `json:"seq"`
	event.IndicatorMoved
}

// Failing is an indicator that could not be read the last time it was asked for.
type Failing struct {
	event.FailedFeed
	Since time.Time `json:"since"`
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Moves      []Move      `json:"moves"`      // those that stand, one an indicator, in the order in which they moved
	Indicators []Indicator `json:"indicators"` // by name
	Failing    []Failing   `json:"failing"`    // by name
	Pulled     Pull        `json:"pulled"`     // the last that was recorded; its Seq is zero before the first
	Forecasts  []Forecast  `json:"forecasts"`  // those that are open, oldest first
	Record     Record      `json:"record"`     // of those that are not
}

// Pull is a round of questions to the publishers.
type Pull struct {
	Seq event.Seq `json:"seq"`
	event.FeedsPulled
}

// New gives the state in which nothing is known.
func New() *Fold {
	return &Fold{Moves: []Move{}, Indicators: []Indicator{}, Failing: []Failing{}, Forecasts: []Forecast{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "economy" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 3 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.FiguresRead:
		f.at(p.Indicator).read(p)
	case event.IndicatorMoved:
		f.moved(r.Seq, p)
	case event.MoveUndone:
		f.at(p.Indicator).undone(p.Move)
		f.Moves = slices.DeleteFunc(f.Moves, func(m Move) bool { return m.Seq == p.Move })
		for i := range f.Forecasts {
			f.Forecasts[i].Undone = f.Forecasts[i].Undone || f.Forecasts[i].Move == p.Move
		}
	case event.ForecastOpened:
		f.Forecasts = append(f.Forecasts, Forecast{Seq: r.Seq, ForecastOpened: p})
	case event.ForecastResolved:
		f.resolved(r.Seq, p)
	case event.FeedsPulled:
		f.pulled(r.Seq, p)
	}
}

// moved takes note of a move. A figure that was only corrected by much moved in nobody's world.
func (f *Fold) moved(seq event.Seq, p event.IndicatorMoved) {
	if p.Measure != nil && p.Measure.Revised {
		return
	}
	f.Moves = slices.DeleteFunc(f.Moves, func(m Move) bool { return m.Indicator == p.Indicator })
	f.Moves = append(f.Moves, Move{seq, p})
	if p.Measure == nil {
		return
	}
	f.at(p.Indicator).moved(seq, p)
	for i := range f.Forecasts { // what it bears out was told of, and it stands for that now
		if p.Measure.Confirms != 0 && f.Forecasts[i].Move == p.Measure.Confirms {
			f.Forecasts[i].Move = seq
		}
	}
}

func (f *Fold) pulled(seq event.Seq, p event.FeedsPulled) {
	before := f.Failing
	f.Pulled, f.Failing = Pull{seq, p}, make([]Failing, 0, len(p.Failed))
	for _, x := range p.Failed {
		since := p.On
		for _, b := range before {
			if b.Indicator == x.Indicator && b.Feed == x.Feed {
				since = b.Since
			}
		}
		f.Failing = append(f.Failing, Failing{x, since})
	}
	slices.SortStableFunc(f.Failing, func(a, b Failing) int { return strings.Compare(a.Indicator, b.Indicator) })
}

// at gives an indicator to be changed, which is known from now on.
func (f *Fold) at(name string) *Indicator {
	i, known := f.search(name)
	if !known {
		f.Indicators = slices.Insert(f.Indicators, i, Indicator{Name: name})
	}
	return &f.Indicators[i]
}

func (f *Fold) search(name string) (int, bool) {
	return slices.BinarySearchFunc(f.Indicators, name, func(x Indicator, name string) int { return strings.Compare(x.Name, name) })
}

// Of gives what is known of an indicator; nothing but its name where nothing is. Its lists are those of
// the fold: they are not to be changed.
func (f *Fold) Of(name string) Indicator {
	if i, known := f.search(name); known {
		return f.Indicators[i]
	}
	return Indicator{Name: name}
}

// Overdue gives the indicators of which nothing came for too long, by name.
func (f *Fold) Overdue(now time.Time) (stale, dead []Indicator) {
	for _, i := range f.Indicators {
		switch i.State(now) {
		case Stale:
			stale = append(stale, i)
		case Dead:
			dead = append(dead, i)
		}
	}
	return stale, dead
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
