// Package recon looks outside, unasked, for what bears on what the principal deals with: on the clients of his causal
// graph, on what is theirs in it, and on what the agent wonders about (SPEC §16: deep recon; news that touches the
// graph). It only looks, and says nothing: what it finds stands in the morning's message, is told by package outreach
// where he wants that, and is listed by "thoughts".
//
// There are two looks. Every morning the feeds that he chose are read through for all of it at once (News): nobody learns
// what is looked for. Every six hours the web is searched for one subject, each in its turn (Job). The server that is
// asked learns the words: of a client that is the name alone. What is wondered about may hold what he told in
// confidence, so it is searched for only where he allowed the search by a policy.
//
// A rule finds what may bear on a subject, by the words of its name. Where there is a model it chooses among that and
// may choose nothing; it never writes. What is kept is the title as its source has it, with the date and the link, so a
// page can at worst be quoted. What was found before is not found again, and nothing grave is.
package recon

import (
	"context"
	"strings"
	"time"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/jobs/outside"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// The names of the jobs.
const (
	Name     = "recon"
	NameNews = "news"
)

// The tools by which it looks.
const (
	feeds  = "news"
	search = "web_search"
)

const (
	day   = 24 * time.Hour
	each  = 6 * time.Hour
	early = 6*time.Hour + 30*time.Minute // of the day: before the morning's message
	fresh = 7 * day                      // what is older is no news
)

// How much one look finds at most.
const (
	mostOfSearch = 1
	mostOfNews   = 5
)

// Outside is by what it looks, and with what it thinks.
type Outside struct {
	outside.World
	Ask ponder.Asking // nil where there is no model
}

// Job is the search for one subject.
func Job(o Outside) jobs.Job {
	due, next := jobs.Every(each)
	return o.looks(jobs.Job{
		Name: Name, Every: "every 6 h", Help: "searches the web for one of your clients, or for what I wonder about",
		Due: due, Next: next,
	}, search, one)
}

// News is the look through the feeds.
func News(o Outside) jobs.Job {
	due, next := jobs.Daily(early)
	return o.looks(jobs.Job{
		Name: NameNews, Every: "every morning", Help: "looks through your feeds for what bears on your clients",
		Due: due, Next: next,
	}, feeds, all)
}

// looks makes a job of a look by one tool: it is due where there is the tool, and something to look for.
func (o Outside) looks(j jobs.Job, tool string, run func(context.Context, look) ([]jobs.Write, error)) jobs.Job {
	due := j.Due
	j.Due = func(v memory.View, now time.Time) []jobs.Slot {
		if !o.Has(tool) || !something(v) {
			return nil
		}
		return due(v, now)
	}
	j.Missed, j.Slow, j.Often, j.Anytime = jobs.Policy{Way: jobs.Late}, true, true, true
	j.Reads = []event.Kind{event.Discovered{}.Kind()}
	j.Writes = []event.Kind{event.Discovered{}.Kind(), event.CuriosityFollowed{}.Kind()}
	j.Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		return run(ctx, look{Outside: o, in: in, job: j.Name, tool: tool})
	}
	return j
}

// look is one look.
type look struct {
	Outside
	in        jobs.In
	job, tool string
}

// all looks through the feeds for every subject.
func all(ctx context.Context, l look) ([]jobs.Write, error) {
	var of []subject
	l.in.Read(func(v memory.View) { of = subjects(v, l.in.Now) })
	since := l.in.Now.Add(-fresh).UTC().Format(time.RFC3339)
	return l.call(ctx, map[string]string{"since": since}, nil, of, mostOfNews)
}

// one searches for the subject whose turn it is.
func one(ctx context.Context, l look) ([]jobs.Write, error) {
	var of subject
	var found bool
	l.in.Read(func(v memory.View) {
		allowed := v.Hands.Policies[search] == event.PolicyAllow
		of, found = inTurn(subjects(v, l.in.Now), allowed, int(l.in.Slot.At.Unix()/int64(each/time.Second)))
	})
	if !found {
		return nil, nil
	}
	return l.call(ctx, map[string]any{"query": of.query, "days": int(fresh / day)}, of.rests, []subject{of}, mostOfSearch)
}

// call makes one call, which carries the words of some events, and writes what it finds. A look that brings nothing of any
// subject leaves no trace, and no model is asked about it.
func (l look) call(ctx context.Context, args any, words []event.Seq, of []subject, most int) ([]jobs.Write, error) {
	if len(of) == 0 {
		return nil, nil
	}
	known, err := before(ctx, l.in)
	if err != nil {
		return nil, err
	}
	var may []candidate
	out, err := l.Glance(ctx, l.in, outside.Look{Job: l.job, Tool: l.tool, Args: args, From: words}, func(r tools.Result) bool {
		may = candidates(of, items(l.tool, r), known, l.in.Now)
		return len(may) > 0
	})
	if err != nil || out.Returned == 0 {
		return nil, err
	}
	chosen, by, err := l.choose(ctx, out.Returned, may, most)
	return writes(chosen, by, out.Returned), err
}

// writes are the records of what was found.
func writes(chosen []candidate, by string, returned event.Seq) (all []jobs.Write) {
	for _, c := range chosen {
		from := append([]event.Seq{returned}, c.of.rests...)
		all = append(all, jobs.Write{From: from, Because: []event.Seq{returned}, Payload: event.Discovered{
			Client: c.of.client, Thing: c.of.thing, Curiosity: c.of.curiosity, Title: c.title, Source: c.source, By: by,
		}})
		if c.of.curiosity != 0 {
			all = append(all, jobs.Write{From: from, Because: []event.Seq{returned}, Payload: event.CuriosityFollowed{Curiosity: c.of.curiosity, Note: c.title}})
		}
	}
	return all
}

// past is what was found before.
type past map[string]bool

// remembered is for how long it is known.
const remembered = 90 * day

func before(ctx context.Context, in jobs.In) (past, error) {
	known := past{}
	for d, err := range discovered(ctx, in) {
		switch {
		case err != nil:
			return nil, err
		case in.Now.Sub(d.At) > remembered:
			return known, nil
		}
		known.add(d.Said.Title, d.Said.Source.Link)
	}
	return known, nil
}

func (p past) add(title, link string) { p[strings.ToLower(title)], p[link] = true, true }

// has says whether it is known by its title or by where it stands.
func (p past) has(title, link string) bool { return p[strings.ToLower(title)] || link != "" && p[link] }
