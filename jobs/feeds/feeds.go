// Package feeds reads the figures of the economy once a day, judges them and writes down what is new
// (SPEC §15): figures, moves that matter, moves that were none, and who does not answer.
//
// It says nothing to anybody. Who tells of moves reads the records: event.IndicatorMoved, whose Measure says how far
// and how unusual it was, event.MoveUndone, which takes one back, and event.FeedsPulled, whose
// Degraded says that nothing can be concluded from silence.
//
// The figures are the public's and rest on nobody's words. A move names the figures it was judged by as its cause,
// and holds its own two: what was read is forgotten after two years, and what moved stays.
package feeds

import (
	"context"
	"errors"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	feed "citadel/tools/economy"
)

// Name is the job's name.
const Name = "feeds"

// hour is when the job looks, by the principal's clock: before the morning's briefing (SPEC §15).
const hour = 6

// again is after how long an indicator is written down whole once more, so that what was read before can be
// forgotten: well within the two years for which it is kept.
const again = 365 * 24 * time.Hour

var errNobody = errors.New("no publisher answered")

// Pull asks publishers: see economy.Feeds.
type Pull func(ctx context.Context, wanted []feed.Wanted, told func(feed.Reading)) []feed.Reading

// Published asks on which day the newest figure was published: see economy.Feeds.
type Published func(ctx context.Context, of feed.Indicator) time.Time

// Feeds are the indicators that are read, and how.
type Feeds struct {
	Pull       Pull
	Indicators []feed.Indicator // a name that stands twice has its second source where the first fails
	Published  Published        // asked of what moved, where the answer did not say it; may be nil
}

// Job reads them every morning. A morning that was missed is made up for, once. What was read and could not
// be recorded is asked for again, although the publishers say that nothing changed since.
func Job(f Feeds) jobs.Job {
	due, next := jobs.Nightly(hour)
	var last time.Time // of the round that was to be recorded; one slot of a job runs at a time
	return jobs.Job{
		Name:    Name,
		Every:   "every morning at 6",
		Help:    "reads prices, rates and volumes, and notes which of them moved",
		Due:     due,
		Next:    next,
		Slow:    true,
		Anytime: true,
		Writes: []event.Kind{
			event.FiguresRead{}.Kind(), event.IndicatorMoved{}.Kind(), event.MoveUndone{}.Kind(), event.FeedsPulled{}.Kind(),
		},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			var known *State
			lost := false
			in.Read(func(v memory.View) {
				known = StateOf(v.Economy)
				lost = v.Economy.Pulled.On.Before(last)
			})
			writes, r, err := f.Look(ctx, known, Terms{Now: in.Now, Anew: lost})
			if len(writes) > 0 {
				last = r.On
			}
			if err == nil && r.Asked > 0 && r.Read == 0 && in.Attempt < jobs.MaxAttempts {
				return nil, errNobody // the network may be back in a minute
			}
			return writes, err
		},
	}
}
