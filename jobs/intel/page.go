package intel

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/card"
	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/grave"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// page is what is new with one subject.
type page struct {
	subject
	lines []line
}

// subject is a client, or what is wondered about.
type subject struct {
	name  string
	topic event.Seq // zero for a client
}

// line is one thing that is new, and what it rests on.
type line struct {
	text *phrase.Text
	of   []event.Seq
}

// rests is what a page rests on as far as it is shown.
func (p page) rests() (all []event.Seq) {
	for _, l := range p.lines[:min(len(p.lines), mostLines)] {
		all = append(all, l.of...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// subjects are the clients of the causal graph by name, and behind them what is wondered about.
func subjects(v memory.View, now time.Time) (all []subject) {
	mutes := v.Principal.Muted(now)
	for _, e := range v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" }) {
		s := subject{name: e.Client}
		muted := false
		for _, m := range mutes {
			muted = muted || consequence.Mutes(m.What, e.Client, "")
		}
		if !muted && !slices.ContainsFunc(all, func(o subject) bool { return strings.EqualFold(o.name, s.name) }) {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b subject) int { return cmp.Compare(a.name, b.name) })
	for _, c := range v.Agency.Wondering() {
		all = append(all, subject{phrase.Quote(c.Topic, longest), c.Seq})
	}
	return all
}

// longest is how many words of something are shown.
const longest = 20

// gather makes the pages of the week, the fullest first; of two as full the client's, by name.
func gather(ctx context.Context, in jobs.In) (pages []page, err error) {
	since := in.Now.Add(-week)
	sieve, err := jobs.Sift(ctx, in, since)
	if err != nil {
		return nil, err
	}
	things, err := sieve.Lately(ctx, 0)
	if err != nil {
		return nil, err
	}
	var of []subject
	var found []agency.Finding
	var moves []economy.Move
	reached := map[event.Seq][]exposure.Exposure{}
	var home memory.Sight
	in.Read(func(v memory.View) {
		of, found, home = subjects(v, in.Now), v.Agency.Since(since), v.Home()
		for _, m := range v.Economy.Moves {
			if known(m).After(since) {
				moves = append(moves, m)
				reached[m.Seq] = exposure.Of(v.Graph, m.Indicator, consequence.Sign(m.IndicatorMoved), in.Now)
			}
		}
	})
	for _, s := range of {
		p := page{subject: s}
		for _, m := range moves {
			reaches := func(x exposure.Exposure) bool { return s.topic == 0 && strings.EqualFold(x.Client, s.name) }
			if slices.ContainsFunc(reached[m.Seq], reaches) {
				p.lines = append(p.lines, line{consequence.Moved(m.Seq, m.IndicatorMoved, in.Now), []event.Seq{m.Seq}})
			}
		}
		for _, f := range slices.Backward(found) {
			mine := s.topic == 0 && strings.EqualFold(f.Client, s.name) || s.topic != 0 && f.Curiosity == s.topic && f.Client == ""
			if !mine || grave.Heavy(f.Title) {
				continue
			}
			seen, err := in.Roots(ctx, f.Seq)
			if err != nil {
				return nil, err
			}
			if home.ShowsAll(seen) {
				in.Saw(f.Seq)
				p.lines = append(p.lines, line{card.Found(f.Discovered, []event.Seq{f.Seq}, in.Now), []event.Seq{f.Seq}})
			}
		}
		if s.topic == 0 {
			p.lines = append(p.lines, told(things, s.name, in.Now)...)
		}
		if len(p.lines) >= fewest {
			pages = append(pages, p)
		}
	}
	slices.SortStableFunc(pages, func(a, b page) int { return len(b.lines) - len(a.lines) })
	return pages[:min(len(pages), mostPages)], nil
}

// known is since when a move is.
func known(m economy.Move) time.Time {
	at := m.On
	for _, o := range []time.Time{m.Published, m.Read} {
		if o.After(at) {
			at = o
		}
	}
	return at
}

// how words how a thing came up.
var how = map[string]string{
	jobs.WasDecided: "Decided", jobs.GotDone: "Done", jobs.WasLetGo: "Let go", jobs.LeftOpen: "Open", jobs.CameUp: "You said",
}

// told are the things that name a client, newest first; one of each message.
func told(things []jobs.Thing, client string, now time.Time) (lines []line) {
	shown := map[event.Seq]bool{}
	for _, t := range things {
		message := t.Rests[len(t.Rests)-1]
		if !jobs.Named(t.Text, client) || grave.Heavy(t.Text) || shown[message] {
			continue
		}
		shown[message] = true
		of := []event.Seq{t.Seq}
		text := new(phrase.Text).Say("%s: ", how[t.How]).Claim(of, "%s", phrase.Quote(phrase.Bare(t.Text), longest)).
			Say(" (you, ").Claim(of, "%s", phrase.Source(phrase.Day(t.On, now), 'm', message)).Say(")")
		lines = append(lines, line{text, of})
	}
	return lines
}
