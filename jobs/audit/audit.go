// Package audit reads through the principal's folders once a week for what says something else than he told (SPEC §16: doc
// audit). A note that changed since may know better than a memory, and one that did not may be out of date: he is told of
// both, of each memory once, and says which holds. Nothing is learned from a file by it, and no file is changed.
//
// It goes by the rules that read what he says himself, so it asks no model, and passes over what those cannot be sure of:
// what a line says of "I", what it only passes on or doubts, and what may be so of several at a time. Notes of a day, by
// their name, tell what was, and are left out. It looks on Sunday at a good moment, since it tells what it finds at once.
package audit

import (
	"context"
	"slices"
	"strconv"
	"time"

	"citadel/brain/card"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/jobs/outside"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "audit"

const (
	hour = 9              // of Sunday
	late = 27 * time.Hour // after which it is left for the next: until noon of the day after, where Sunday's messages were used up
	most = 3              // told in one message
)

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Moment.
func Job(o outside.World, quiet string) jobs.Job {
	due, next := jobs.Weekly(time.Sunday, hour)
	return jobs.Job{
		Name: Name, Every: "every week", Help: "reads your notes for what says something else than you told me",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			if _, waits := jobs.Moment(v, now, quiet); waits || !o.Has(reading) || v.Home() == (memory.Sight{}) {
				return nil
			}
			return due(v, now)
		},
		Next:   jobs.NextMoment(next, quiet),
		Missed: jobs.Policy{Way: jobs.Skip, Age: late}, Unasked: true, // a look that finds nothing is closed too, or it were made again after each turn
		Reads:  []event.Kind{event.Learned{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    func(ctx context.Context, in jobs.In) ([]jobs.Write, error) { return run(ctx, in, o) },
	}
}

func run(ctx context.Context, in jobs.In, o outside.World) ([]jobs.Write, error) {
	if err := jobs.Spent(ctx, in); err != nil {
		return nil, err
	}
	told, err := told(ctx, in)
	if err != nil {
		return nil, err
	}
	known, err := memories(ctx, in, told)
	if err != nil || len(known) == 0 {
		return nil, err
	}
	all, err := against(ctx, in, o, known)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b pair) int { // what changed since he said it comes first
		if a.since() != b.since() {
			return map[bool]int{true: -1, false: 1}[a.since()]
		}
		return b.changed.Compare(a.changed)
	})
	all = all[:min(len(all), most)]
	var rests []event.Seq
	for _, p := range all {
		rests = append(rests, p.rests()...)
	}
	at, ok, err := jobs.Place(ctx, in, rests...)
	if err != nil || !ok {
		return nil, err
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectAudit)
	if err != nil || wait {
		return nil, err
	}
	text, buttons := word(all, in.Now)
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SubjectAudit))
	}
	return []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Buttons: buttons,
			Subject: event.SubjectAudit, About: all[0].memory.seq, Rarer: tell,
		},
		From: text.Rests(), Because: []event.Seq{all[0].memory.seq},
	}}, nil
}

// told are the memories that such a message was about.
func told(ctx context.Context, in jobs.In) (map[event.Seq]bool, error) {
	all := map[event.Seq]bool{}
	for r, err := range ledger.Each[event.PostQueued](ctx, in, ledger.Query{}) {
		if err != nil {
			return nil, err
		}
		if r.Said.Subject == event.SubjectAudit {
			for _, seq := range r.From {
				all[seq] = true
			}
		}
	}
	return all, nil
}

// word says what disagrees, and how to settle it.
func word(all []pair, now time.Time) (*phrase.Text, []event.Button) {
	t := new(phrase.Text)
	if len(all) == 1 {
		p := all[0]
		t.Say("**A note of yours says something else than you told me:** ")
		p.told(t, now)
		t.Break().Say("Which holds? I change no file.")
		handle := phrase.Handle('m', p.memory.seq)
		return t, []event.Button{{Label: "What I said", Says: "confirm " + handle}, {Label: "The note", Says: "wrong " + handle}}
	}
	var rests []event.Seq
	for _, p := range all {
		rests = append(rests, p.rests()...)
	}
	t.Say("**").Claim(rests, "%s in your notes say something else than you told me.", capital(phrase.Few(len(all), "line"))).Say("**")
	for _, p := range all {
		t.Item()
		p.told(t, now)
		t.Say(" `%s`", phrase.Handle('m', p.memory.seq))
	}
	handle := phrase.Handle('m', all[0].memory.seq)
	t.Break().Say("`confirm %s` keeps what you said, `wrong %s` takes it back. I change no file.", handle, handle)
	return t, nil
}

// told is the pair in words: what the note says, and what he said.
func (p pair) told(t *phrase.Text, now time.Time) {
	m := p.memory
	t.Claim([]event.Seq{p.read}, "%s (%s, line %s, changed %s)", phrase.Quote(card.Plain(phrase.Bare(p.says)), phrase.MaxQuote), card.Plain(p.file), strconv.Itoa(p.line), phrase.Day(p.changed, now)).
		Say("; you: ").Claim(m.rests(), "%s (%s)", phrase.Quote(phrase.Bare(m.said()), phrase.MaxQuote), phrase.Source(phrase.Day(m.learned.On, now), 'm', m.source)).Say(".")
}

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
