package identity

import (
	"context"
	"fmt"
	"time"

	"citadel/brain/identity"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	kept "citadel/memory/identity"
)

// Telling is the name of the job that puts a change before the principal.
const Telling = "change"

// Tell is the job that puts a change before him, once, in a good moment; quiet are the hours in which nothing is said
// unasked.
func Tell(quiet string) jobs.Job {
	untold := func(v memory.View, _ time.Time) time.Time {
		if p := v.Identity.Pending; p != nil && p.Told.IsZero() {
			return p.On
		}
		return time.Time{}
	}
	open := func(v memory.View, now time.Time) []event.Seq {
		if at := untold(v, now); at.IsZero() {
			return nil
		}
		return []event.Seq{v.Identity.Pending.Seq}
	}
	j := jobs.Question(jobs.Job{
		Name:   Telling,
		Help:   "shows you a change to how I work with you, before it starts",
		Reads:  []event.Kind{event.Heard{}.Kind(), event.IdentityProposed{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    tell,
	}, quiet, open, untold)
	j.Every = "after a change was drafted"
	return j
}

func tell(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var p *kept.Proposal
	var base int
	in.Read(func(v memory.View) { p, base = v.Identity.Pending, v.Identity.Now })
	if p == nil || !p.Told.IsZero() || !in.About(p.Seq) {
		return nil, nil
	}
	in.Saw(p.Seq)
	seqs := append(quoted(p.IdentityProposed), p.Seq)
	at, ok, err := jobs.Place(ctx, in, seqs...)
	if err != nil || !ok {
		return nil, err
	}
	wait, fewer, err := jobs.Seldom(ctx, in, event.SubjectIdentity)
	if err != nil || wait {
		return nil, err
	}
	on := map[event.Seq]time.Time{}
	for _, seq := range quoted(p.IdentityProposed) {
		rec, said, err := in.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		if said != nil {
			on[seq] = rec.At
		}
	}
	text := identity.Word(*p, base, on, in.Now)
	if fewer {
		text.Break().Say("%s", phrase.Seldom(event.SubjectIdentity))
	}
	post := event.PostQueued{
		Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Buttons: identity.Buttons(),
		Subject: event.SubjectIdentity, About: p.Seq, Rarer: fewer,
	}
	return []jobs.Write{{Payload: post, From: text.Rests(), Because: []event.Seq{p.Seq}}}, nil
}

// Starting is the name of the job that has a change start.
const Starting = "begin"

// Start is the job that has a change start that was shown and that nobody refused. One slot is one change.
func Start() jobs.Job {
	// starts is when the pending change does so by itself; zero where it does not.
	starts := func(v memory.View, now time.Time) time.Time {
		p := v.Identity.Pending
		if p == nil || !p.Alone || p.Told.IsZero() {
			return time.Time{}
		}
		return identity.Starts(p.Told.In(now.Location()))
	}
	name := func(v memory.View) string { return fmt.Sprint(uint64(v.Identity.Pending.Seq)) }
	return jobs.Job{
		Name: Starting, Every: "when due", Help: "has a change start that you did not refuse",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			at := starts(v, now)
			if at.IsZero() || at.After(now) {
				return nil
			}
			return []jobs.Slot{{Name: name(v), At: at}}
		},
		Next: starts, Missed: jobs.Policy{Way: jobs.Each}, Often: true,
		Reads:  []event.Kind{event.IdentityProposed{}.Kind()},
		Writes: []event.Kind{event.IdentityStarted{}.Kind()},
		Run: func(_ context.Context, in jobs.In) (writes []jobs.Write, err error) {
			in.Read(func(v memory.View) {
				if at := starts(v, in.Now); !at.IsZero() && !at.After(in.Now) && in.Slot.Name == name(v) {
					writes = []jobs.Write{{Payload: event.IdentityStarted{Proposal: v.Identity.Pending.Seq}, From: []event.Seq{v.Identity.Pending.Seq}}}
				}
			})
			return writes, nil
		},
	}
}
