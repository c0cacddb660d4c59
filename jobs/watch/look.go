// Package watch looks again and again at what the principal wants to be told of, and tells him what changed (SPEC §17;
// TRUST, Watches). It asks no model.
//
// Looking and telling are two jobs. The first looks when a watch's time has come, by tools that change nothing, and
// writes down only what is something else than before; what it brought keeps the mark of whose words it is. The second
// says it, once, at a good moment: not in quiet hours, within the three messages of a day, a day apart for one watch.
// After the third time, and when its time is up, a watch rests until the principal says that it goes on.
package watch

import (
	"context"
	"fmt"
	"time"

	"citadel/brain/consent"
	"citadel/brain/perform"
	"citadel/brain/watch"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/watches"
	"citadel/tools"
)

// Name is the name of the job that looks.
const Name = "watch"

// Outside is by what it looks.
type Outside struct {
	Tools func() tools.Set // that there are now
	Hands perform.Hands
}

// Look is the job that looks. One slot is one look at one watch: "17/2026-11-20T15:00Z". Of looks that were missed the
// newest is made up for.
func Look(o Outside) jobs.Job {
	return jobs.Job{
		Name: Name, Every: "when due", Help: "looks at what you have watched, and notes what changed",
		Due: due, Next: next, Missed: jobs.Policy{Way: jobs.Each}, Often: true,
		Reads:  []event.Kind{event.ToolReturned{}.Kind()},
		Writes: []event.Kind{event.WatchSeen{}.Kind(), event.WatchFailed{}.Kind()},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			return o.look(ctx, in)
		},
	}
}

func due(v memory.View, now time.Time) (slots []jobs.Slot) {
	for _, w := range v.Watches.Standing(now) {
		if at := w.Look(now); !at.IsZero() {
			slots = append(slots, jobs.Slot{Name: slot(w, at), At: at})
		}
	}
	return slots
}

func slot(w watches.Watch, at time.Time) string {
	return fmt.Sprintf("%d/%s", w.Seq, at.UTC().Format("2006-01-02T15:04:05Z"))
}

func next(v memory.View, now time.Time) (first time.Time) {
	for _, w := range v.Watches.Standing(now) {
		if at := w.Next(now); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// look looks at the watch of the slot. That it cannot be looked at is written once; a look that shows the same is not.
func (o Outside) look(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var w watches.Watch
	var policy string
	name, args := "", []byte(nil)
	in.Read(func(v memory.View) {
		for _, x := range v.Watches.Standing(in.Now) {
			if at := x.Look(in.Now); !at.IsZero() && slot(x, at) == in.Slot.Name {
				w = x
				name, args = watch.Look(x.WatchSet)
				policy = v.Hands.Policies[name]
			}
		}
	})
	if w.Seq == 0 {
		return nil, nil
	}
	tool, there := o.Tools().Find(name)
	switch {
	case !there:
		return failed(w, fmt.Sprintf("`%s` is not set up any more.", name)), nil
	case consent.Decide(consent.Call{Tool: tool, Args: args, Policy: policy, Unasked: true}).Do != consent.Run:
		return failed(w, fmt.Sprintf("You want `%s` asked for each time, or not used.", name)), nil
	}
	shows, err := brought(ctx, in, w.Shows)
	if err != nil {
		return nil, err
	}
	known, err := brought(ctx, in, w.Known)
	if err != nil {
		return nil, err
	}
	back := false // it shows again what he knows
	out, err := o.Hands.Glance(ctx, perform.Call{
		Tool: tool, Args: args, Job: Name, Because: []event.Seq{w.Seq}, From: []event.Seq{w.Seq},
	}, func(out perform.Outcome) bool {
		if out.Failure != nil || w.Shows != 0 && watch.Between(w.WatchSet, shows, out.Result.Text).None() {
			return false
		}
		back = w.News() && watch.Between(w.WatchSet, known, out.Result.Text).None()
		return !back
	})
	if err != nil {
		return nil, err
	}
	if f := out.Failure; f != nil {
		if len(out.Result.Sources) > 0 { // who failed is the word of whoever sent us on
			return failed(w, "The page sends me on to where nobody answers."), nil
		}
		return failed(w, f.Text), nil
	}
	var writes []jobs.Write
	if !w.Failing.IsZero() {
		writes = append(writes, jobs.Write{Payload: event.WatchFailed{Watch: w.Seq}, From: []event.Seq{w.Seq}, Because: []event.Seq{w.Seq}})
	}
	switch {
	case back:
		writes = append(writes, jobs.Write{Payload: event.WatchSeen{Watch: w.Seq, Seen: w.Known}, From: []event.Seq{w.Seq}, Because: []event.Seq{w.Seq}})
	case out.Returned != 0:
		writes = append(writes, jobs.Write{
			Payload: event.WatchSeen{Watch: w.Seq, Seen: out.Returned}, From: []event.Seq{w.Seq, out.Returned}, Because: []event.Seq{w.Seq, out.Returned},
		})
	}
	return writes, nil
}

// failed notes that a watch cannot be looked at, where that is new.
func failed(w watches.Watch, why string) []jobs.Write {
	if !w.Failing.IsZero() {
		return nil
	}
	return []jobs.Write{{Payload: event.WatchFailed{Watch: w.Seq, Why: why}, From: []event.Seq{w.Seq}, Because: []event.Seq{w.Seq}}}
}

// brought is what a receipt says that a look brought; "" where there is none, or it was forgotten.
func brought(ctx context.Context, in jobs.In, receipt event.Seq) (string, error) {
	if receipt == 0 {
		return "", nil
	}
	_, p, err := in.Event(ctx, receipt)
	if err != nil {
		return "", fmt.Errorf("watch: what was seen before: %w", err)
	}
	r, _ := p.(event.ToolReturned)
	return r.Text, nil
}
