// Package economy reads figures of the economy from those who publish them: prices, rates and volumes
// by day, week, month or quarter (SPEC §15).
//
// It fetches and reads, and judges nothing: whether a figure that came moved far enough to matter is
// the mind's to say. What it gives is either what the publisher wrote or an error; a page that is no
// table, a figure that is no number and a day that is still to come never become a figure.
//
// Most publishers want no key. FRED is asked for its tables where it has none; EIA is left out.
package economy

import (
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/tools"
)

// Figure is one value of an indicator. Values of months and quarters stand at their first day, those
// of weeks at their last, as the publisher has it.
type Figure struct {
	On    time.Time // midnight in UTC
	Value float64   // never infinite nor no number
}

// Wanted is what is asked for.
type Wanted struct {
	Indicator
	Since time.Time // figures before it are not needed; a publisher may give them all the same
	Anew  bool      // also if nothing changed: what came last was not kept
}

// Reading is what a publisher answered for one indicator.
type Reading struct {
	Indicator
	Figures   []Figure  // by date, each date once
	Published time.Time // the day on which they were, midnight in UTC; zero where the answer does not say
	Unchanged bool      // nothing is new since this Feeds asked last; Figures are none
	Err       error     // a *tools.Failure; then there are no figures
}

// Settings say whom to ask, and how.
type Settings struct {
	FREDKey string // of api.stlouisfed.org; without one its tables are read
	EIAKey  string // of api.eia.gov; without one it is not asked

	Client *http.Client     // one with a time limit; http.DefaultClient where nil
	Now    func() time.Time // figures after it are left out
	// Folder, where not empty, holds saved answers by the names of FileName, and nobody is asked.
	Folder string
}

// Feeds asks publishers. It may be used by several goroutines; pulls come one after the other.
type Feeds struct {
	settings Settings
	pulling  sync.Mutex
	known    map[string]validators // by address
}

// New makes feeds. Nothing is asked yet.
func New(s Settings) *Feeds {
	if s.Client == nil {
		s.Client = http.DefaultClient
	}
	return &Feeds{settings: s, known: map[string]validators{}}
}

// Pull asks for all that is wanted, and gives a reading for each, in their order. Publishers are asked side by
// side, each of them as fast as it allows, so that it takes a minute for a hundred indicators; told, where not
// nil, hears of each reading as it comes, one at a time. Where ctx ends, what was not asked yet says so.
func (f *Feeds) Pull(ctx context.Context, wanted []Wanted, told func(Reading)) []Reading {
	f.pulling.Lock()
	defer f.pulling.Unlock()
	readings := make([]Reading, len(wanted))
	by := map[string][]int{}
	for i, w := range wanted {
		by[w.Publisher] = append(by[w.Publisher], i)
	}
	var telling sync.Mutex
	tell := func(i int, r Reading) {
		r.Indicator = wanted[i].Indicator
		readings[i] = r
		if told != nil {
			telling.Lock()
			defer telling.Unlock()
			told(r)
		}
	}
	visits := make([]*visit, 0, len(by))
	for name, which := range by {
		visits = append(visits, f.visit(name, wanted, which))
	}
	var all sync.WaitGroup
	for _, v := range visits {
		all.Go(func() { v.run(ctx, tell) })
	}
	all.Wait()
	for _, v := range visits {
		for address, tags := range v.known {
			f.known[address] = tags
		}
	}
	return readings
}

// Published asks on which day the newest figure of an indicator was published, of a publisher that says so apart from
// its figures. It is zero where nobody does, or where that cannot be learned now.
func (f *Feeds) Published(ctx context.Context, i Indicator) time.Time {
	p := publishers[i.Publisher]
	if p.issued == nil || f.settings.Folder != "" {
		return time.Time{}
	}
	address := p.issued(i, f.settings)
	if address == "" {
		return time.Time{}
	}
	f.pulling.Lock()
	defer f.pulling.Unlock()
	v := f.visit(i.Publisher, nil, nil)
	v.asked = true // a pull has just ended
	body, err := v.fetch(ctx, address)
	if err != nil {
		return time.Time{}
	}
	return p.published(body, i.Series)
}

// read makes figures of a document, or says why not. The error is a *tools.Failure.
func (f *Feeds) read(p publisher, w Wanted, body []byte) ([]Figure, error) {
	if len(body) == 0 || page(body) {
		return nil, &tools.Failure{Reason: tools.Garbled, Text: "What came is a page, not figures."}
	}
	figures, err := p.read(body, w.Series)
	if err != nil {
		return nil, garbled(err)
	}
	if strings.HasPrefix(w.Unit, "thousand") && p.power != nil && p.power(body) == 3 { // they are counted by thousands here
		for i := range figures {
			figures[i].Value /= 1000
		}
	}
	now := f.settings.Now()
	figures = slices.DeleteFunc(figures, func(x Figure) bool { return x.On.After(now) || x.On.Before(w.Since) || x.On.IsZero() })
	slices.SortStableFunc(figures, func(a, b Figure) int { return a.On.Compare(b.On) })
	for i := 1; i < len(figures); i++ {
		if figures[i].On.Equal(figures[i-1].On) && figures[i].Value != figures[i-1].Value {
			return nil, &tools.Failure{Reason: tools.Garbled, Text: "It has two figures for " + figures[i].On.Format("2 Jan 2006") + "."}
		}
	}
	return slices.CompactFunc(figures, func(a, b Figure) bool { return a.On.Equal(b.On) }), nil
}

// saved is where a saved answer lies.
func (f *Feeds) saved(name string) string { return filepath.Join(f.settings.Folder, name) }
