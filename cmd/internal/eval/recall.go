package eval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"citadel/brain/recall"
	"citadel/memory/event"
)

// Options of Recall.
type Options struct {
	Profile  string           // how it is recalled; the default where empty
	Now      func() time.Time // of a real clock, to measure by
	Temp     string           // where homes are made; the system's place where empty
	Progress func(what string, done, all int)

	headline bool // nothing else is measured
}

// deep is how many places the measures look at that look past the ten of the default.
const deep = 20

// Recall lives the conversations one after the other and asks their questions. The result of
// the same conversations is the same, but for the times.
func Recall(ctx context.Context, conversations []Conversation, o Options) (Report, error) {
	if o.Profile == "" {
		o.Profile = recall.Default
	}
	if !slices.Contains(recall.Profiles(), o.Profile) {
		return Report{}, fmt.Errorf("%w %q", recall.ErrNoProfile, o.Profile)
	}
	r := Report{Profile: o.Profile}
	var tallies []*tally
	for i, c := range conversations {
		if o.Progress != nil {
			o.Progress("conversations", i, len(conversations))
		}
		at := slices.IndexFunc(tallies, func(t *tally) bool { return t.set == c.Set })
		if at < 0 {
			at = len(tallies)
			tallies = append(tallies, newTally(c.Set))
		}
		if err := o.conversation(ctx, c, tallies[at]); err != nil {
			return Report{}, fmt.Errorf("%s %s: %w", c.Set, c.ID, err)
		}
	}
	for _, t := range tallies {
		r.Sets = append(r.Sets, t.sum())
	}
	return r, nil
}

// conversation lives one and asks its questions, in a home that is gone afterwards.
func (o Options) conversation(ctx context.Context, c Conversation, t *tally) (err error) {
	home, err := os.MkdirTemp(o.Temp, "citadel-eval-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	l, err := live(ctx, home, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close(ctx)) }()
	t.conversations++
	for _, q := range c.Questions {
		a, err := o.ask(ctx, l, q)
		if err != nil {
			return fmt.Errorf("question %q: %w", q.Text, err)
		}
		t.add(a)
	}
	for _, q := range c.Questions {
		if !q.counts() || o.headline {
			continue
		}
		ranked, err := l.lives(ctx, q, recall.Query{Profile: o.Profile})
		if err != nil {
			return fmt.Errorf("question %q: %w", q.Text, err)
		}
		t.moved = append(t.moved, share(ranked, q.Evidence, recall.DefaultLimit))
	}
	return nil
}

// answered is what came of a question.
type answered struct {
	question  Question
	ranked    []string // turns by relevance, as the defaults bring them
	deep      []string // likewise, with more places
	block     []string // as they are shown
	words     []string // as ranked, without vectors
	agreement float64
	took      time.Duration
}

func (o Options) ask(ctx context.Context, l *life, q Question) (answered, error) {
	a := answered{question: q}
	began := o.Now()
	found, err := recall.Recall(ctx, l.ask(q.Text), recall.Query{Profile: o.Profile})
	if err != nil {
		return a, err
	}
	a.took = o.Now().Sub(began)
	a.ranked, a.agreement = l.turns(found.Items), found.Agreement
	a.block = l.turns(found.Newest(len(found.Items)))
	if len(found.Named) == 0 {
		a.agreement = 0.5 // nobody is named, and it says nothing
	}
	if o.headline {
		return a, nil
	}
	if found, err = recall.Recall(ctx, l.ask(q.Text), recall.Query{Profile: o.Profile, Limit: deep}); err != nil {
		return a, err
	}
	a.deep = l.turns(found.Items)
	if found, err = recall.Recall(ctx, l.ask(q.Text), recall.Query{Profile: o.Profile, WordsOnly: true}); err != nil {
		return a, err
	}
	a.words = l.turns(found.Items)
	return a, nil
}

// turns are the ids of what items hold, in their order. What holds none takes a place all the
// same.
func (l *life) turns(items []recall.Item) []string {
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = l.turn[item.Seq]
	}
	return ids
}

// lives asks a question as a turn of the conversation, which is recorded: what it brought is
// warm for the next one, and counts as recalled.
func (l *life) lives(ctx context.Context, q Question, how recall.Query) ([]string, error) {
	found, err := recall.Recall(ctx, l.ask(q.Text), how)
	if err != nil {
		return nil, err
	}
	rs, err := l.mind.Record(ctx, l.brain.Write(event.TurnBegan{UpTo: l.mind.Head()}))
	if err != nil {
		return nil, err
	}
	var shown []event.Seq
	for _, i := range found.Items {
		shown = append(shown, i.Seq)
	}
	used := found.Used(shown...)
	near, err := recall.Near(ctx, l.ask(q.Text), used)
	if err != nil {
		return nil, err
	}
	_, err = l.mind.Record(ctx,
		l.brain.Write(event.Recalled{Items: used, Near: near, Among: found.Among}).Because(rs[0].Seq),
		l.brain.Write(event.TurnEnded{Outcome: event.Answered, By: "eval"}).Because(rs[0].Seq),
	)
	return l.turns(found.Items), err
}
