package feeds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/brain/significance"
	"citadel/jobs"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/tools"
	feed "citadel/tools/economy"
)

// State is what was known before. It is a copy.
type State struct {
	indicators map[string]economy.Indicator
	failing    []economy.Failing
}

// StateOf copies it.
func StateOf(f *economy.Fold) *State {
	s := &State{indicators: map[string]economy.Indicator{}, failing: slices.Clone(f.Failing)}
	for _, i := range f.Indicators {
		i.Figures, i.Moves = slices.Clone(i.Figures), slices.Clone(i.Moves)
		s.indicators[i.Name] = i
	}
	return s
}

func (s *State) of(name string) economy.Indicator {
	i := s.indicators[name]
	i.Name = name
	return i
}

// Terms are those of one look.
type Terms struct {
	Now  time.Time
	Told func(done, all int) // of each indicator that was asked for; may be nil
	Anew bool                // also figures that these Feeds gave before: they were not recorded

	// From, where not zero, is from when on figures are wanted that are older than those that were recorded; Earliest
	// gives the first date of an indicator that was. They are written down and judged by nobody.
	From     time.Time
	Earliest map[string]event.Day
}

// Report is what a look found.
type Report struct {
	event.FeedsPulled
	Fallbacks int // of those read, by a second source
	Figures   int // new ones
	Older     int // from before what was known
	Revised   int
	First     int // indicators seen for the first time
	Moves     []event.IndicatorMoved
	Undone    []event.MoveUndone
}

// Look asks for all indicators, and gives what is to be written, in one batch, whose ledger.Here are its own
// indexes. There is nothing to write where nothing is new and the same feeds fail as before. The error is that of
// ctx; publishers that fail are in the report.
func (f Feeds) Look(ctx context.Context, known *State, t Terms) ([]jobs.Write, Report, error) {
	l := &look{feeds: f, known: known, terms: t}
	l.report.On = t.Now.UTC()
	readings := l.ask(ctx)
	if err := context.Cause(ctx); err != nil {
		return nil, l.report, fmt.Errorf("feeds: %w", err)
	}
	for _, r := range readings {
		l.take(ctx, r)
	}
	l.tell()
	return l.writes, l.report, nil
}

// look is one look.
type look struct {
	feeds  Feeds
	known  *State
	terms  Terms
	writes []jobs.Write
	report Report
	done   int
}

// ask gives one reading for each name, in the catalogue's order: by its first source, or where that fails by its
// second.
func (l *look) ask(ctx context.Context) []feed.Reading {
	var first, second []feed.Indicator
	for _, i := range l.feeds.Indicators {
		if slices.ContainsFunc(first, func(o feed.Indicator) bool { return o.Name == i.Name }) {
			second = append(second, i)
		} else {
			first = append(first, i)
		}
	}
	readings := l.pull(ctx, first, len(first))
	failed := slices.DeleteFunc(second, func(s feed.Indicator) bool {
		at := slices.IndexFunc(readings, func(r feed.Reading) bool { return r.Name == s.Name })
		return readings[at].Err == nil
	})
	for _, r := range l.pull(ctx, failed, len(first)+len(failed)) {
		at := slices.IndexFunc(readings, func(o feed.Reading) bool { return o.Name == r.Name })
		if r.Err == nil && readings[at].Err != nil {
			readings[at] = r
			l.report.Fallbacks++
		}
	}
	return readings
}

func (l *look) pull(ctx context.Context, of []feed.Indicator, all int) []feed.Reading {
	if len(of) == 0 {
		return nil
	}
	wanted := make([]feed.Wanted, len(of))
	for n, i := range of {
		wanted[n] = feed.Wanted{Indicator: i, Since: l.since(i), Anew: l.terms.Anew}
	}
	return l.feeds.Pull(ctx, wanted, func(feed.Reading) {
		l.done++
		if l.terms.Told != nil {
			l.terms.Told(l.done, all)
		}
	})
}

// since is from when on figures are asked for: far enough back that a move and its usual spread are told by figures of
// one answer.
func (l *look) since(i feed.Indicator) time.Time {
	years, days := 0, 0
	switch i.Every {
	case feed.Daily:
		days = 460
	case feed.Weekly:
		years = 3
	case feed.Monthly:
		years = 8
	default:
		years = 18
	}
	from := l.terms.Now
	if last, ok := l.known.of(i.Name).Last(); ok {
		from = last.On.Time()
	}
	if from = from.AddDate(-years, 0, -days); !l.terms.From.IsZero() && l.terms.From.Before(from) {
		from = l.terms.From
	}
	return from
}

// take judges one reading.
func (l *look) take(ctx context.Context, r feed.Reading) {
	l.report.Asked++
	if r.Err != nil {
		l.report.Failed = append(l.report.Failed, event.FailedFeed{Indicator: r.Name, Feed: r.Publisher, Why: why(r.Err)})
		l.renew(l.known.of(r.Name))
		return
	}
	l.report.Read++
	known := l.known.of(r.Name)
	if r.Unchanged {
		l.renew(known)
		return
	}
	figures := make([]event.Figure, len(r.Figures))
	for i, x := range r.Figures {
		figures[i] = event.Figure{On: event.DayOf(x.On), Value: x.Value}
	}
	v := significance.Judge(rule(r.Indicator), known, r.Publisher, figures)
	l.borneOut(ctx, r.Indicator, &v)
	if r.Published.IsZero() && len(v.Moves) > 0 && l.feeds.Published != nil {
		r.Published = l.feeds.Published(ctx, r.Indicator)
	}
	l.judged(r, known, v)
	l.older(r.Indicator, v, figures)
}

func rule(i feed.Indicator) significance.Rule {
	return significance.Rule{Every: string(i.Every), Mode: i.Counts.Mode, Size: i.Counts.Size, Policy: i.Policy(), Seasonal: i.Seasonal(), Mean: i.Mean()}
}

func why(err error) string {
	var f *tools.Failure
	if errors.As(err, &f) {
		return f.Text
	}
	return "It cannot be read."
}
