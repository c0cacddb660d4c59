// Package monologue has the agent think to itself, four times in the principal's waking hours, about what came up today
// since it did so last: what of it matters next, and why (SPEC §16, inner monologue). It tells nobody. What it thinks
// stands under "active thoughts" and is before it in a turn for a day; nothing is learned from it, and no job can look
// it up.
//
// What was told in places that different people read is thought about apart, in a prompt of its own each, and a thought
// is shown where its notes may be. What goes back to more than one such place is thought about in none.
//
// A thought is made of his own words and of what came of them, never of an earlier thought, names the notes it rests on,
// and is dropped with its reason where it says more than they do. Words of others, what is grave and what was kept out of
// memory are shown to no model. Where fewer than two things are new no model is asked, what was said in an evening is left
// to the night, so that a day on which nothing is said costs nothing, and without a model there is no monologue (TRUST,
// Defaults).
package monologue

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// Name is the job's name.
const Name = "monologue"

const (
	each      = 4 * time.Hour
	wakes     = 8 // o'clock: the hours in which it thinks
	sleeps    = 21
	fewest    = 2  // things that are new in one place
	mostNotes = 20 // that a model is shown, the newest
	most      = 3  // thoughts of one time
)

//go:embed instructions.md
var instructions string

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["thoughts"],"properties":{"thoughts":{"type":"array","items":{` +
	`"type":"object","additionalProperties":false,"required":["text","notes"],"properties":{"text":{"type":"string"},"notes":{"type":"array","items":{"type":"integer"}}}}}}}`)

// Why a thought is dropped, beside what package ponder finds. None holds anybody's words.
const (
	unanswered = "no model answered"
	unreadable = "it is not of the form that was asked for"
	repeated   = "it was thought before"
	crowded    = "there are three already"
)

// Job is the job; ask is nil where there is no model, and then it is never due.
func Job(ask ponder.Asking) jobs.Job {
	due, next := jobs.Every(each)
	return jobs.Job{
		Name: Name, Every: "every 4 h by day", Help: "thinks over what came up, for the next time we talk",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			if ask == nil || v.Home() == (memory.Sight{}) || v.Principal.Settings[event.SettingMinor] != "" || now.Hour() < wakes || now.Hour() >= sleeps {
				return nil
			}
			return due(v, now)
		},
		Next: next, Missed: jobs.Policy{Way: jobs.Skip, Age: each}, Slow: true, Often: true,
		Reads:  slices.Concat(jobs.Sifts(), jobs.Things()),
		Writes: []event.Kind{event.Mused{}.Kind()},
		Run:    func(ctx context.Context, in jobs.In) ([]jobs.Write, error) { return run(ctx, in, ask) },
	}
}

func run(ctx context.Context, in jobs.In, ask ponder.Asking) (writes []jobs.Write, err error) {
	if in.Danger() || ask == nil {
		return nil, nil
	}
	all, err := gather(ctx, in)
	if err != nil {
		return nil, err
	}
	var failed error
	for _, t := range all {
		mused, err := t.muse(ctx, in, ask)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil { // it is looked at with the next, and what was answered is kept
			failed = fmt.Errorf("%s: %w", Name, err)
			continue
		}
		writes = append(writes, jobs.Write{Payload: mused, From: t.from})
	}
	if len(writes) > 0 {
		failed = nil
	}
	return writes, failed
}

// muse has a model think about what was told in one place. An error is that it is to be asked again.
func (t *told) muse(ctx context.Context, in jobs.In, ask ponder.Asking) (mused event.Mused, err error) {
	mused = event.Mused{Audience: t.audience(), Place: t.at.Room(), UpTo: t.upTo, On: in.Now.UTC()}
	mused.By, mused.Lines, mused.Faults, err = think(ctx, in, ask, t.notes)
	switch {
	case err == nil:
	case ctx.Err() != nil || !in.Last():
		return mused, err
	case errors.Is(err, ponder.ErrAnswer): // it is not asked the same every four hours
		mused.Faults = []string{unreadable}
	default: // what nobody looked at is looked at with the next
		mused.UpTo, mused.Faults = 0, []string{unanswered}
	}
	return mused, nil
}

// think has a model think about notes, and takes of it what holds.
func think(ctx context.Context, in jobs.In, ask ponder.Asking, notes ponder.Notes) (by string, lines []event.Musing, faults []string, err error) {
	var answer struct {
		Thoughts []struct {
			Text  string
			Notes []int
		}
	}
	by, err = ponder.Matter{Job: Name, Slot: in.Slot.Name, Notes: notes, Instructions: instructions, Schema: schema, MaxTokens: 500}.Put(ctx, ask, &answer)
	if err != nil {
		return "", nil, nil, err
	}
	var before []string
	in.Read(func(v memory.View) {
		for _, m := range v.Agency.Musing(in.Now) {
			before = append(before, m.Text)
		}
	})
	for _, a := range answer.Thoughts {
		text := strings.Join(strings.Fields(a.Text), " ")
		of, _ := notes.Named(a.Notes)
		why := ponder.Fault(text, of)
		switch {
		case why != "":
		case slices.ContainsFunc(before, func(b string) bool { return strings.EqualFold(b, text) }):
			why = repeated
		case len(lines) == most:
			why = crowded
		}
		if why != "" {
			faults = append(faults, why)
			continue
		}
		m := event.Musing{Text: text}
		for _, n := range of {
			m.Cites = append(m.Cites, n.Seq)
		}
		lines, before = append(lines, m), append(before, text)
	}
	slices.Sort(faults)
	return by, lines, slices.Compact(faults), nil
}
