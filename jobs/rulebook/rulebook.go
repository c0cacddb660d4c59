// Package rulebook offers the principal a rule against an error that he pointed out again and again (SPEC §16, the
// genome): where it stands in three evaluations or more of the last two months. The words are those that a model
// found for what to check, or fixed ones for that sort of error, and they are his from the moment he takes them: a
// press says "rule add", nothing else makes a rule, and "rules" and "rule drop" are how he sees and ends it.
//
// One rule is offered in two weeks at most. One that he leaves is not offered again for that error unless it is made
// in three evaluations more. It asks no model, and is of use only where there is one: without, nothing goes by rules.
package rulebook

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/fault"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
	"citadel/memory/self"
)

// Name is the job's name.
const Name = "rulebook"

const (
	least = 3 // evaluations that support a rule (SPEC §16)
	apart = 14 * 24 * time.Hour
)

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Question.
func Job(quiet string) jobs.Job {
	return jobs.Question(jobs.Job{
		Name:   Name,
		Help:   "offers you a rule against an error that you corrected again and again",
		Reads:  []event.Kind{event.Evaluated{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    run,
	}, quiet, open, from)
}

// rule is one that may be offered.
type rule struct {
	self.Habit
	text string
}

// about is the event that the offer is about: the newest evaluation.
func (r rule) about() event.Seq { return r.Evaluations[len(r.Evaluations)-1].Seq }

// rests are what speaks for it: the errors, and the evaluations.
func (r rule) rests() (seqs []event.Seq) {
	for _, e := range r.Evaluations {
		seqs = append(append(seqs, e.Seq), e.From...)
	}
	slices.Sort(seqs)
	return slices.Compact(seqs)
}

// offer is the rule to be offered now: against the error that stands in most evaluations.
func offer(v memory.View, now time.Time) (r rule, ok bool) {
	for _, at := range v.Self.Offered {
		if now.Sub(at) < apart {
			return rule{}, false
		}
	}
	for _, h := range v.Self.Habits(now, least) {
		r := rule{h, words(h)}
		known := slices.ContainsFunc(v.Principal.Rules, func(x principal.Rule) bool { return strings.EqualFold(strings.TrimRight(x.Text, "."), r.text) })
		full := len(v.Principal.Rules) >= principal.MaxRules || v.Principal.Words()+len(strings.Fields(r.text)) > principal.MaxRuleWords
		if !known && !full {
			return r, true
		}
	}
	return rule{}, false
}

// words are those of the newest check that a model found, else the fixed ones.
func words(h self.Habit) string {
	for _, e := range slices.Backward(h.Evaluations) {
		for _, c := range e.Checks {
			if c.Sort == h.Sort {
				return c.Text
			}
		}
	}
	return fault.Check(h.Sort)
}

func open(v memory.View, now time.Time) []event.Seq {
	r, ok := offer(v, now)
	if !ok {
		return nil
	}
	return []event.Seq{r.about()}
}

func from(v memory.View, now time.Time) time.Time {
	if _, ok := offer(v, now); ok {
		return now
	}
	var next time.Time
	for _, at := range v.Self.Offered {
		if at = at.Add(apart); at.After(now) && at.After(next) {
			next = at
		}
	}
	return next
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var r rule
	var ok bool
	in.Read(func(v memory.View) {
		if r, ok = offer(v, in.Now); ok {
			ok = in.About(r.about())
		}
	})
	if !ok {
		return nil, nil
	}
	rests := r.rests()
	in.Saw(rests...)
	at, ok, err := jobs.Place(ctx, in, rests...)
	if err != nil || !ok {
		return nil, err
	}
	count := 0
	for _, e := range r.Evaluations {
		for _, x := range e.Errors {
			if x.Sort == r.Sort {
				count += x.Count
			}
		}
	}
	text := new(phrase.Text).Say("**I'd keep a rule from now on:** ").Claim(rests, "%q", r.text).Say(".").Break()
	text.Say("You corrected %s ", fault.Name(r.Sort)).Claim(rests, "%d times, found on %d days since %s", count, len(r.Evaluations), phrase.Day(r.Evaluations[0].On.In(in.Now.Location()), in.Now)).
		Say(". `rules` lists it and `rule drop N` ends it. Shall it hold?")
	return []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(),
			Subject: event.SubjectRule + "/" + r.Sort, About: r.about(),
			Buttons: []event.Button{{Label: "Take it", Says: "rule add " + r.text}},
		},
		From: text.Rests(), Because: []event.Seq{r.about()},
	}}, nil
}
