// Package outreach tells the principal of one thing that was found outside, by itself, where he wants that (SPEC §16;
// TRUST, Defaults: it is off until he says "outreach on"). Each message is of something that happened outside the agent,
// that he has not been told of, and says why it is told: what he has open with that client, what he said of him, or what
// was wondered about. Where nothing was found nothing is said, and no model is asked.
//
// There is one a day at most, within the three of a day, not in quiet hours, an absence or a bad moment. What was found
// in the night is told by the morning's message instead (TRUST, One ping). Dismissed ones get rare, as all do.
package outreach

import (
	"context"
	"slices"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/card"
	"citadel/brain/consequence"
	"citadel/brain/grave"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// Name is the job's name.
const Name = "outreach"

const (
	fresh = 3 * 24 * time.Hour // after which what was found is no news
	long  = 15                 // words of a thing that is open
)

// Job is the job. morning is when the morning's message comes, as configured; quiet are the
// hours in which nothing is said unasked; see jobs.Question.
func Job(morning jobs.Morning, quiet string) jobs.Job {
	o := outreach{morning}
	j := jobs.Question(jobs.Job{
		Name:   Name,
		Help:   "tells you of something that I found for you outside, once you say `outreach on`",
		Reads:  []event.Kind{event.Discovered{}.Kind(), event.EdgeDrawn{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    o.run,
	}, quiet, o.open, o.from)
	j.Every = "once a day at most"
	return j
}

type outreach struct{ morning jobs.Morning }

// best is what is told next: of a client before what is wondered about, then the newest.
func best(v memory.View, now time.Time) (f agency.Finding, ok bool) {
	if v.Principal.Settings[event.SettingOutreach] != "on" || v.Principal.Settings[event.SettingMinor] != "" {
		return f, false
	}
	mutes := v.Principal.Muted(now)
	rank := func(g agency.Finding) int {
		switch {
		case g.Client == "":
			return 0
		case g.Thing != "":
			return 1
		}
		return 2
	}
	for _, g := range slices.Backward(v.Agency.Untold(now.Add(-fresh))) { // of thousands most need not be read for what is grave
		for _, m := range mutes {
			if g.Client != "" && consequence.Mutes(m.What, g.Client, g.Thing) {
				g.Told = true
			}
		}
		if !g.Told && (!ok || rank(g) > rank(f)) && !grave.Heavy(g.Title) {
			f, ok = g, true
		}
	}
	return f, ok
}

func (o outreach) open(v memory.View, now time.Time) []event.Seq {
	if at := o.from(v, now); at.IsZero() || at.After(now) {
		return nil
	}
	f, _ := best(v, now)
	return []event.Seq{f.Seq}
}

// from is when the next is told: one a day, and not before the morning's message, which may tell it.
func (o outreach) from(v memory.View, now time.Time) time.Time {
	f, ok := best(v, now)
	if !ok {
		return time.Time{}
	}
	at, today := f.At, jobs.Midnight(now)
	if last := v.Agency.Reached; !last.IsZero() && !last.Before(today) {
		return today.AddDate(0, 0, 1)
	}
	told := v.Agenda.Jobs[briefing.Job].Last == now.Format(time.DateOnly)
	morning := o.morning.For(v)
	if wait := morning.On(now).Add(jobs.Beside); !morning.Off && !told && wait.After(at) {
		at = wait
	}
	return at
}

func (o outreach) run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var f agency.Finding
	var first bool
	in.Read(func(v memory.View) {
		if all := o.open(v, in.Now); len(all) > 0 && in.About(all[0]) {
			f, _ = best(v, in.Now)
		}
		first = v.Agency.Reached.IsZero()
	})
	if f.Seq == 0 {
		return nil, nil
	}
	at, ok, err := jobs.Place(ctx, in, f.Seq)
	if err != nil || !ok {
		return nil, err
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectOutreach)
	if err != nil || wait {
		return nil, err
	}
	text := new(phrase.Text)
	topic := ""
	in.Read(func(v memory.View) { topic = v.Agency.Topic(f.Curiosity) })
	rests := []event.Seq{f.Seq}
	if f.Client == "" {
		if topic == "" {
			return nil, nil // it is not wondered about any more
		}
		rests = append(rests, f.Curiosity)
		text.Say("**On what I wonder about, ").Claim(rests, "%s", card.About(f.Discovered, topic)).Say(":** ")
	} else {
		text.Say("**News for ").Claim(rests, "%s", card.About(f.Discovered, topic)).Say(":** ")
	}
	text.Add(card.Found(f.Discovered, rests, in.Now)).Say(".")
	why, err := reason(ctx, in, at, f)
	if err != nil {
		return nil, err
	}
	if why != nil {
		text.Break().Add(why)
	}
	switch {
	case tell:
		text.Break().Say("%s", phrase.Seldom(event.SubjectOutreach))
	case first:
		text.Break().Say("You asked for this by `outreach on`; `outreach off` ends it.")
	}
	return []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectOutreach, About: f.Seq, Rarer: tell,
		},
		From: append(text.Rests(), f.Seq), Because: []event.Seq{f.Seq},
	}}, nil
}

// reason says why he is told: what he has open that names the client, the first to be due, or what he said of him. What
// may not be read where that is told is none.
func reason(ctx context.Context, in jobs.In, at memory.Sight, f agency.Finding) (*phrase.Text, error) {
	if f.Client == "" {
		return nil, nil
	}
	var open []loops.Loop
	in.Read(func(v memory.View) {
		for _, l := range v.Loops.Loops {
			if jobs.Named(l.Text, f.Client) && !v.Origins.Other(l.Seq) && !v.Origins.Carries(l.Seq) {
				open = append(open, l)
			}
		}
	})
	slices.SortStableFunc(open, func(a, b loops.Loop) int {
		if a.Due.IsZero() != b.Due.IsZero() {
			return map[bool]int{true: 1, false: -1}[a.Due.IsZero()]
		}
		return a.Due.Compare(b.Due)
	})
	for _, l := range open {
		if grave.Heavy(l.Text) {
			continue
		}
		seen, err := in.Roots(ctx, l.Seq)
		if err != nil {
			return nil, err
		}
		if at.ShowsAll(seen) {
			in.Saw(l.Seq)
			return pending(l, in.Now), nil
		}
	}
	return said(ctx, in, f)
}

// pending names what is open with him.
func pending(l loops.Loop, now time.Time) *phrase.Text {
	rests := []event.Seq{l.Seq}
	t := new(phrase.Text).Say("You have open: ").Claim(rests, "%s", phrase.Quote(l.Text, long))
	if !l.Due.IsZero() {
		t.Say(", due ").Claim(rests, "%s", phrase.Day(l.Due, now))
	}
	return t.Say(" (you, ").Claim(rests, "%s", phrase.Source(phrase.Day(l.On, now), 'l', l.Seq)).Say(").")
}

// said quotes what he said of the client, from which it was known whom to look for.
func said(ctx context.Context, in jobs.In, f agency.Finding) (*phrase.Text, error) {
	r, _, err := in.Event(ctx, f.Seq)
	if err != nil {
		return nil, err
	}
	for _, seq := range r.From {
		known := false
		in.Read(func(v memory.View) { _, known = v.Graph.Edge(seq) })
		if !known {
			continue
		}
		drawn, p, err := in.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		if e, ok := p.(event.EdgeDrawn); ok && e.Mechanism != "" && len(drawn.From) > 0 {
			rests := []event.Seq{seq}
			return new(phrase.Text).Say("You told me of ").Claim(rests, "%s: %s", f.Client, phrase.Quote(e.Mechanism, long)).
				Say(" (").Claim(rests, "%s", phrase.Source(phrase.Day(e.On, in.Now), 'm', slices.Max(drawn.From))).Say(")."), nil
		}
	}
	return nil, nil
}
