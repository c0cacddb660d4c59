// Package bootstrap reads again what the principal said of his business and draws the links of the causal graph that it
// should have drawn and did not (SPEC §16, graph bootstrap): what was said before the rules knew such a sentence, what
// was imported, and all of it where the graph is new and the talk is not.
//
// It goes by the rules alone, asks no model and tells nobody: a link that nobody confirmed is as sure as its age lets it
// be, since it begins on the day on which it was said. What is there is not made surer by being read twice, and what
// was taken back, rejected or denied since stays so.
package bootstrap

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/link"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "bootstrap"

// hour is when the job looks, by the principal's clock: after the world was read, whose names the links go by.
const hour = 5

// most is how many links one run draws. The next quarter, or "jobs run bootstrap", draws the rest.
const most = 500

// settled is how old a message is before it is read again: of what is younger the answer to it, and whatever learns from
// it, may still draw the links themselves.
const settled = 24 * time.Hour

// Job is the job. It looks once a quarter, and at the first start of a process that has it.
func Job() jobs.Job {
	due, next := jobs.Quarterly(hour)
	return jobs.Job{
		Name:    Name,
		Every:   "every quarter",
		Help:    "reads again what you said of your business, for links that I missed",
		Due:     due,
		Next:    next,
		Anytime: true,
		Reads: []event.Kind{
			event.Heard{}.Kind(), event.Edited{}.Kind(), event.EdgeDrawn{}.Kind(), event.TurnBegan{}.Kind(), event.TurnJoined{}.Kind(), event.TurnEnded{}.Kind(),
		},
		Writes: []event.Kind{event.EdgeDrawn{}.Kind()},
		Run:    run,
	}
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	past, err := read(ctx, in)
	if err != nil {
		return nil, err
	}
	var writes []jobs.Write
	for h, err := range ledger.Each[event.Heard](ctx, in, ledger.Query{Newest: true}) { // a denial comes before what it denies
		if err != nil {
			return nil, err
		}
		if !past.holds(in, h.Record, h.Said) {
			continue
		}
		if d, ok := trade.Denied(h.Said.Text); ok {
			past.denied = append(past.denied, d)
			continue
		}
		if past.drew[h.Seq] || in.Now.Sub(h.At) < settled {
			continue
		}
		for _, e := range past.missing(in, h.Said) {
			if len(writes) == most {
				return oldestFirst(writes), nil
			}
			past.found = append(past.found, e)
			e.Origin, e.On, e.Audience, e.Place = event.FromConversation, h.Said.On, h.Said.Audience, memory.Sight{Place: h.Said.Place, Audience: h.Said.Audience}.Room()
			writes = append(writes, jobs.Write{Payload: e, From: []event.Seq{h.Seq}})
		}
	}
	return oldestFirst(writes), nil
}

func oldestFirst(writes []jobs.Write) []jobs.Write {
	slices.Reverse(writes)
	return writes
}

// past is what is known of the messages before they are read.
type past struct {
	drew   map[event.Seq]bool // messages that drew a link, whatever became of it
	left   map[event.Seq]bool // messages of which nothing is made: kept out of memory, or changed since
	denied []trade.Denial     // by messages that are newer than the one at hand
	found  []event.EdgeDrawn  // in newer messages
}

func read(ctx context.Context, in jobs.In) (p past, err error) {
	if p.left, err = jobs.Quiet(ctx, in, in.Now.AddDate(-1000, 0, 0)); err != nil {
		return p, err
	}
	for r, err := range ledger.Each[event.Edited](ctx, in, ledger.Query{}) {
		if err != nil {
			return p, err
		}
		p.left[r.Said.Message] = true
	}
	p.drew = map[event.Seq]bool{}
	for r, err := range ledger.Each[event.EdgeDrawn](ctx, in, ledger.Query{}) {
		if err != nil {
			return p, err
		}
		for _, m := range r.From {
			p.drew[m] = true
		}
	}
	return p, nil
}

// holds says whether a message is the principal's own word, and nothing else.
func (p past) holds(in jobs.In, r ledger.Record, h event.Heard) (ok bool) {
	if r.Trust != event.ByPrincipal || h.Overheard || h.Forwarded != "" || len(r.From) > 1 || p.left[r.Seq] {
		return false
	}
	if slices.ContainsFunc(h.Files, func(f event.File) bool { return f.Voice }) {
		return false // what was understood of it is a guess
	}
	in.Read(func(v memory.View) {
		ok = !v.Beliefs.State(r.Seq).Over && !v.Origins.Other(r.Seq) && !v.Origins.Carries(r.Seq) && !v.Origins.Pastes(r.Seq)
	})
	return ok
}

// missing are the links that a message draws and that nobody drew, ended or denied since. Who was never called a client is
// taken for none.
func (p past) missing(in jobs.In, h event.Heard) (all []event.EdgeDrawn) {
	home := link.HomeCurrency(in.Now.Location())
	in.Read(func(v memory.View) {
		if told, ok := trade.Read(h.Text); ok {
			links, taken := link.Affairs(v, told, home)
			for _, l := range links {
				if !taken {
					all = append(all, event.EdgeDrawn{Source: l.Source, Relation: l.Relation, Target: l.Target, Client: l.Name, Mechanism: phrase.Bare(l.Quote), PassThrough: l.Share})
				}
			}
		}
		if said, ok := trade.Bears(h.Text); ok && len(all) == 0 {
			if e, ok := link.Bearing(v, said, home); ok && e.Seq == 0 {
				all = append(all, event.EdgeDrawn{Source: e.Source, Relation: e.Relation, Target: e.Target, Client: e.Client, Mechanism: phrase.Bare(said.Quote), Lag: said.Lag, PassThrough: said.PassThrough})
			}
		}
		all = slices.DeleteFunc(all, func(e event.EdgeDrawn) bool { return p.known(v.Graph, e) || p.ended(v.Graph, e) })
	})
	return all
}

// known says whether the graph has a link, standing or not, or a newer message draws it.
func (p past) known(g *graph.Fold, e event.EdgeDrawn) bool {
	newer := slices.ContainsFunc(p.found, func(o event.EdgeDrawn) bool {
		return o.Source == e.Source && o.Target == e.Target && strings.EqualFold(o.Client, e.Client)
	})
	return newer || g.Knew(e.Source, e.Target, e.Client)
}

// ended says whether he denied since that the one bears on the other.
func (p past) ended(g *graph.Fold, e event.EdgeDrawn) bool {
	return slices.ContainsFunc(p.denied, func(d trade.Denial) bool {
		thing := g.Resolve(d.Thing)
		return strings.EqualFold(d.Client, e.Client) && (thing == e.Source || thing == e.Target || strings.Contains(strings.ToLower(e.Mechanism), strings.ToLower(d.Thing)))
	})
}
