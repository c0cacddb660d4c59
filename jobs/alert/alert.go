// Package alert tells the principal what a move of the economy does to his clients before he asks
// (SPEC §14, §15; MESSAGES 2): the move with both ends, every way to the client with its own confidence,
// and on whose words the last link rests. It asks no model.
//
// Each client is told of once for a move, and all that moved since is one message for him. Nobody asked
// for it, so it waits for a good moment, counts against the three of a day, and from the fourth of a week
// on several clients share one message (TRUST, One ping; Bad moments). What is seldom or dismissed is
// told less: a move has to stand out, and what reactions made light has to stand out more.
//
// A move that turns out to be none is taken back once, in the place of the alert and as a reply to it,
// whatever else was said that day: what is wrong is corrected (TRUST, Undo, wrong, retract; MESSAGES 21).
// It goes where every word it rests on may be read; where there is no such place, nowhere.
package alert

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	"citadel/memory/principal"
)

// Name is the job's name.
const Name = "alert"

const day = 24 * time.Hour

const (
	fresh   = 7 * day        // after which a move is no news
	week    = 7 * day        // of which the fourth alert is shared
	alone   = 3              // alerts of a week that have a message of their own
	apart   = 20 * time.Hour // between two messages on one client: a day, but for how late a morning's came
	recalls = 400 * day      // for how long an alert is corrected: publishers revise a year back
	light   = 0.7            // a weight below it lets only what stands out far be told (SPEC §6)
)

// Terms are when nothing is said unasked, and when the morning's message comes.
type Terms struct {
	Quiet   string       // see jobs.Question
	Morning jobs.Morning // as configured
}

// Job is the job. What was found before the morning's message is told in its thread (TRUST, One ping); see
// Overnight.
func Job(t Terms) jobs.Job {
	j := jobs.Question(jobs.Job{
		Name:   Name,
		Help:   "tells you what a move of the economy does to your clients",
		Reads:  Reads(),
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.Alerted{}.Kind(), event.ForecastOpened{}.Kind()},
		Run:    run,
	}, t.Quiet, t.open, t.from)
	j.Every = "when figures come"
	return j
}

// Reads are the kinds that it looks up.
func Reads() []event.Kind {
	return []event.Kind{
		event.IndicatorMoved{}.Kind(), event.MoveUndone{}.Kind(), event.FeedsPulled{}.Kind(), event.EdgeDrawn{}.Kind(),
		event.Alerted{}.Kind(), event.PostQueued{}.Kind(), event.ForecastOpened{}.Kind(), event.ForecastResolved{}.Kind(),
		event.ToolCalled{}.Kind(), event.ToolReturned{}.Kind(),
	}
}

// open gives the newest round of questions to the publishers, as long as it may hold news.
func (t Terms) open(v memory.View, now time.Time) []event.Seq {
	if at := t.from(v, now); at.IsZero() || at.After(now) {
		return nil
	}
	return []event.Seq{v.Economy.Pulled.Seq}
}

// from is when that may be told: when it was found, or behind the morning's message of the day.
func (t Terms) from(v memory.View, now time.Time) time.Time {
	p := v.Economy.Pulled
	if p.Seq == 0 || now.Sub(p.On) > fresh {
		return time.Time{}
	}
	morning := t.Morning.For(v)
	told := v.Agenda.Jobs[briefing.Job].Last == now.Format(time.DateOnly)
	if at := morning.On(now); !morning.Off && !told && p.On.Before(at) && p.On.After(jobs.Midnight(now)) {
		return at.Add(jobs.Beside)
	}
	return p.On
}

// Overnight is what the morning's message says of what is told in its thread.
func Overnight(ctx context.Context, in jobs.In) (briefing.Section, error) {
	section := briefing.Section{Name: briefing.Overnight, Title: "Overnight"}
	told, err := before(ctx, in)
	if err != nil {
		return section, err
	}
	notices, err := told.open(ctx, in)
	if err != nil {
		return section, err
	}
	for _, n := range notices {
		if _, ok, err := jobs.Place(ctx, in, n.rests()...); err != nil {
			return section, err
		} else if !ok {
			continue
		}
		section.Lines = append(section.Lines, new(phrase.Text).Add(outcome(in, n.client, n.hits[0])).Say("; the alert is in this thread"))
		section.Rests = append(section.Rests, n.rests()...)
	}
	if n := len(section.Lines); n > 0 {
		section.Head, section.News = phrase.Few(n, "cost alert"), true
	}
	return section, nil
}

// notice is what one client is to be told.
type notice struct {
	client string
	hits   []hit
	asks   bool // when a move reaches him, and how much of it
}

// hit is one move with all of the client that it reaches.
type hit struct {
	move    economy.Move
	reaches []exposure.Reach // the surest first
}

func (n notice) rests() (all []event.Seq) {
	for _, h := range n.hits {
		all = append(append(all, h.move.Seq), consequence.Rests(h.reaches)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	told, err := before(ctx, in)
	if err != nil {
		return nil, err
	}
	writes, err := corrections(ctx, in, told)
	if err != nil {
		return nil, err
	}
	notices, err := told.open(ctx, in)
	if err != nil || len(notices) == 0 {
		return writes, err
	}
	more, err := told.tell(ctx, in, notices, len(writes))
	return append(writes, more...), err
}

// past is what was told before.
type past struct {
	alerts []alerted // newest first
	now    time.Time
}

type alerted struct {
	event.Alerted
	seq, post event.Seq
	at        time.Time
}

func before(ctx context.Context, in jobs.In) (past, error) {
	p := past{now: in.Now}
	for r, err := range ledger.Each[event.Alerted](ctx, in, ledger.Query{Newest: true}) {
		if err != nil {
			return p, err
		}
		if in.Now.Sub(r.At) > recalls {
			break
		}
		p.alerts = append(p.alerts, alerted{r.Said, r.Seq, r.Cause(), r.At})
	}
	return p, nil
}

// posts is how many messages of the last week were alerts.
func (p past) posts() int {
	seen := map[event.Seq]bool{}
	for _, a := range p.alerts {
		if p.now.Sub(a.at) < week {
			seen[a.post] = true
		}
	}
	return len(seen)
}

// knows says whether a client was told of a move, or of the unconfirmed one that it bears out.
func (p past) knows(g *graph.Fold, client string, m economy.Move) bool {
	return slices.ContainsFunc(p.alerts, func(a alerted) bool {
		return (a.Move == m.Seq || m.Measure.Confirms != 0 && a.Move == m.Measure.Confirms) && a.of(g, client)
	})
}

// lately says whether a client was told of a moment ago: what moved since waits for the message of another day
// (TRUST: alerts on one client within 24 h are one message).
func (p past) lately(g *graph.Fold, client string) bool {
	return slices.ContainsFunc(p.alerts, func(a alerted) bool { return p.now.Sub(a.at) < apart && a.of(g, client) })
}

// of says whether an alert was of a client.
func (a alerted) of(g *graph.Fold, client string) bool {
	return slices.ContainsFunc(a.Links, func(seq event.Seq) bool {
		e, ok := g.Edge(seq)
		return ok && strings.EqualFold(e.Client, client)
	})
}

// open gives what is to be told, the clients in the order in which their surest links come.
func (p past) open(ctx context.Context, in jobs.In) ([]notice, error) {
	var moves []economy.Move
	in.Read(func(v memory.View) {
		for _, m := range v.Economy.Moves {
			if stands(v, m, in.Now) {
				moves = append(moves, m)
			}
		}
	})
	var recent []economy.Move
	for _, m := range moves {
		rec, _, err := in.Event(ctx, m.Seq)
		if err != nil {
			return nil, err
		}
		if in.Now.Sub(rec.At) <= fresh {
			recent = append(recent, m)
		}
	}
	var all []notice
	in.Read(func(v memory.View) {
		mutes := v.Principal.Muted(in.Now)
		for _, m := range recent {
			for _, e := range exposure.Of(v.Graph, m.Indicator, consequence.Sign(m.IndicatorMoved), in.Now) {
				reaches := slices.DeleteFunc(e.Reaches, func(r exposure.Reach) bool { return consequence.Sure(r, in.Now) < consequence.Sayable })
				muted := slices.ContainsFunc(mutes, func(o principal.Mute) bool {
					return o.What == principal.Alerts || consequence.Mutes(o.What, e.Client, m.Indicator)
				})
				if len(reaches) > 0 && !muted && !p.lately(v.Graph, e.Client) && !p.knows(v.Graph, e.Client, m) {
					all = with(all, e.Client, hit{m, reaches})
				}
			}
		}
	})
	return all, nil
}

// stands says whether a move stands out far enough to be told: more than what is usual of it, and far
// more where the principal's reactions made its kind or topic light.
func stands(v memory.View, m economy.Move, now time.Time) bool {
	if m.Measure == nil || m.Measure.Severity == event.LowMove {
		return false
	}
	if m.Measure.Severity == event.HighMove {
		return true
	}
	credits := event.PostQueued{Subject: subject(m)}.Credits()
	return !slices.ContainsFunc(credits, func(of string) bool { return v.Weights.Multiplier(of, now) < light })
}

// subject is what a reaction on the alert is feedback on: alerts of cost, and what moved.
func subject(m economy.Move) string { return event.SubjectAlert + "/" + m.Indicator }

func with(all []notice, client string, h hit) []notice {
	for i := range all {
		if strings.EqualFold(all[i].client, client) {
			all[i].hits = append(all[i].hits, h)
			return all
		}
	}
	return append(all, notice{client: client, hits: []hit{h}})
}
