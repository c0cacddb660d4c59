// Package resolve holds what was foretold against what came (SPEC §14, §15). After each round of figures it decides
// forecasts, and has figures bear out links of the causal graph: where two things that a link joins both
// moved, the second after the first and as the link says, that is evidence for it. A thing that merely goes on as it did
// confirms nothing, a correction of figures neither, and a reading that nobody bore out not yet.
//
// It asks no model and tells nobody. The record of forecasts stands in every later alert.
package resolve

import (
	"context"
	"slices"
	"strconv"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// Name is the job's name.
const Name = "resolve"

// Job is the job. It looks after each round of figures that was recorded; one that was passed over is made up for by
// the next, for what it goes by are the figures and not the round.
func Job() jobs.Job {
	return jobs.Job{
		Name:   Name,
		Every:  "when figures come",
		Help:   "holds what I foretold against what came",
		Often:  true,
		Reads:  []event.Kind{event.IndicatorMoved{}.Kind(), event.ForecastOpened{}.Kind()},
		Writes: []event.Kind{event.ForecastResolved{}.Kind(), event.EdgeDrawn{}.Kind()},
		Due: func(v memory.View, _ time.Time) []jobs.Slot {
			p := v.Economy.Pulled
			if p.Seq == 0 {
				return nil
			}
			return []jobs.Slot{{Name: strconv.FormatUint(uint64(p.Seq), 10), At: p.On}}
		},
		Next: func(memory.View, time.Time) time.Time { return time.Time{} },
		Run:  run,
	}
}

func run(ctx context.Context, in jobs.In) (writes []jobs.Write, err error) {
	var found []followed
	in.Read(func(v memory.View) {
		for _, f := range v.Economy.Forecasts {
			outcome, why, because := decide(v.Economy, f, in.Now)
			if outcome == "" {
				continue
			}
			writes = append(writes, jobs.Write{
				Payload: event.ForecastResolved{Forecast: f.Seq, Outcome: outcome, Why: why, On: in.Now.UTC()},
				Because: append([]event.Seq{f.Seq}, because...),
				Key:     "forecast.resolved/" + strconv.FormatUint(uint64(f.Seq), 10),
			})
			in.Saw(f.Seq)
		}
		found = follows(v.Economy, v.Graph)
	})
	for _, f := range found {
		w, ok, err := f.evidence(ctx, in)
		if err != nil {
			return nil, err
		}
		if ok {
			writes = append(writes, w)
		}
	}
	return writes, nil
}

// decide says what became of a forecast: nothing yet where the outcome is empty.
func decide(e *economy.Fold, f economy.Forecast, now time.Time) (outcome, why string, because []event.Seq) {
	if f.Undone {
		return event.CameWrong, event.UndoneWhy, []event.Seq{f.Move}
	}
	since, by := event.DayOf(f.Since), event.DayOf(f.By)
	known := e.Of(f.Thing)
	for _, m := range known.Moves {
		if f.Thing == "" || m.Unconfirmed || m.On <= since || m.On > by {
			continue
		}
		if m.Up == f.Up {
			return event.CameTrue, event.FollowedWhy, []event.Seq{m.Seq}
		}
		return event.CameWrong, event.OppositeWhy, []event.Seq{m.Seq}
	}
	last, read := known.Last()
	switch late := event.DayOf(now) > by+event.Day(known.Due); {
	case f.Thing != "" && read && last.On >= by && !waiting(known):
		return event.CameWrong, event.StillWhy, nil
	case late:
		return event.Undecided, event.UnreadWhy, nil
	}
	return "", "", nil
}

// waiting says that the newest figure is still to be borne out.
func waiting(i economy.Indicator) bool {
	return len(i.Moves) > 0 && i.Moves[len(i.Moves)-1].Unconfirmed
}

// followed is a link of which both ends moved as it says.
type followed struct {
	edge           event.EdgeDrawn
	link           event.Seq
	source, target event.Seq // the moves
}

// follows finds links that figures bear out and that no figure of the month did.
func follows(e *economy.Fold, g *graph.Fold) (found []followed) {
	for _, i := range e.Indicators {
		t, known := g.Find(i.Name)
		if !known {
			continue
		}
		for _, step := range before(g, t) {
			for _, m := range i.Moves {
				if m.Unconfirmed {
					continue
				}
				from, _ := step.Way()
				if source, ok := led(e, from, step, m, i.Every); ok && !borne(step, i.Feed, m.On) {
					found = append(found, followed{
						edge: event.EdgeDrawn{
							Source: step.Source, Relation: step.Relation, Target: step.Target, Origin: event.FromData, By: i.Feed,
							On: m.On.Time(), Audience: event.Work,
						},
						link: step.Seq, source: source.Seq, target: m.Seq,
					})
				}
			}
		}
	}
	return found
}

// before gives the links that lead to a thing and are nobody's own.
func before(g *graph.Fold, t graph.Thing) []graph.Edge {
	name := g.Called(t)
	return slices.DeleteFunc(g.Touching(name), func(e graph.Edge) bool {
		_, to := e.Way()
		return to != name || e.Client != "" || e.Sign() == graph.Unknown
	})
}

// led finds the move of the thing before that a link says this one followed: not after it, and not longer ago than the
// link says, or where it says nothing than one figure follows another.
func led(e *economy.Fold, from string, link graph.Edge, m economy.Standing, every string) (source economy.Standing, ok bool) {
	for _, s := range e.Of(from).Moves {
		earliest, latest := s.On.Time(), economy.Term(every, s.On.Time())
		if link.Lag != nil {
			earliest, latest = s.On.Time().AddDate(0, 0, int(7*link.Lag.From)), s.On.Time().AddDate(0, 0, int(7*link.Lag.To))
		}
		on := m.On.Time()
		as := (s.Up == m.Up) == (link.Sign() == graph.More)
		if !s.Unconfirmed && as && !on.Before(earliest) && !on.After(latest) {
			source, ok = s, true
		}
	}
	return source, ok
}

// borne says whether figures of this publisher were evidence for a link in the month of a date.
func borne(link graph.Edge, feed string, on event.Day) bool {
	for _, x := range link.Evidence {
		if x.Source == event.FromData+" "+feed && x.Month == on.Time().Format("2006-01") {
			return true
		}
	}
	return false
}

// evidence looks both moves up; ok is whether both can still be read.
func (f followed) evidence(ctx context.Context, in jobs.In) (w jobs.Write, ok bool, err error) {
	_, a, err := in.Event(ctx, f.source)
	if err != nil {
		return w, false, err
	}
	_, b, err := in.Event(ctx, f.target)
	if err != nil {
		return w, false, err
	}
	source, one := a.(event.IndicatorMoved)
	target, two := b.(event.IndicatorMoved)
	if !one || !two || source.Measure == nil || target.Measure == nil {
		return w, false, nil
	}
	f.edge.Seen = &event.Seen{Source: source.Measure.Change, Target: target.Measure.Change}
	in.Saw(f.link)
	return jobs.Write{Payload: f.edge, Because: []event.Seq{f.source, f.target}}, true, nil
}
