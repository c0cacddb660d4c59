package inspect

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// whatBecame names what was made of a message (memories, loops, reminders, decisions) and
// the answer to it.
func (l *look) whatBecame(ctx context.Context, e seen) (things, answer *phrase.Text, err error) {
	found, err := l.resting(ctx, []event.Seq{e.Seq}, "learned", "loop.opened", "reminder.set", "decision.proposed", "decision.recorded")
	if err != nil {
		return nil, nil, err
	}
	var handles []string
	var seqs []event.Seq
	for _, m := range found {
		if may, err := l.sees(ctx, m); err != nil {
			return nil, nil, err
		} else if may {
			handles = append(handles, "`"+phrase.Handle(letterOf(m.payload), m.Seq)+"`")
			seqs = append(seqs, m.Seq)
		}
	}
	const most = 8
	if len(handles) > most {
		handles = append(handles[:most], "and more")
	}
	if len(handles) > 0 {
		things = new(phrase.Text).Say("Made from it: ").Claim(seqs, "%s", strings.Join(handles, ", ")).Say(".")
	}
	post, ok, err := l.answerOf(ctx, e.Seq)
	if err != nil || !ok {
		return things, nil, err
	}
	if may, err := l.sees(ctx, post); !may || err != nil {
		return things, nil, err
	}
	return things, new(phrase.Text).Say("My answer: `m%d`.", post.Seq), nil
}

// standing says whether a memory still holds, and what holds instead if not.
func (l *look) standing(ctx context.Context, e seen) (*phrase.Text, error) {
	s, ended, err := l.superseded(ctx, e)
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text)
	if !ended {
		return t.Say("It counts as current. `wrong m%d` if it is not, `forget m%d` erases it.", e.Seq, e.Seq), nil
	}
	t.Claim([]event.Seq{s.Seq}, "No longer current since %s", l.turn.Day(s.At))
	by := s.Seq
	if p, ok := s.payload.(event.Superseded); ok {
		by = p.By
	}
	if by != 0 {
		t.Say("; `m%d` holds instead", by)
	}
	return t.Say(". Kept as history."), nil
}

// superseded finds the event that ended a memory, unless it was restored since.
func (l *look) superseded(ctx context.Context, e seen) (by seen, ended bool, err error) {
	// Corrections are few: all that came after the memory are looked through.
	for r, err := range ledger.Each[event.Superseded](ctx, l.turn.Mind, ledger.Query{After: e.Seq}) {
		if err != nil {
			return by, false, err
		}
		if r.Said.Memory == e.Seq {
			by, ended = seen{r.Record, r.Said}, true
		}
	}
	heirs, err := l.heirs(ctx, e)
	if err != nil || !ended {
		if len(heirs) > 0 {
			return heirs[len(heirs)-1], true, err
		}
		return by, ended, err
	}
	for r, err := range ledger.Each[event.Restored](ctx, l.turn.Mind, ledger.Query{After: by.Seq}) {
		if err != nil || r.Said.Memory == e.Seq {
			return by, false, err
		}
	}
	return by, ended, nil
}

// heirs gives the memories that say of themselves that they supersede one.
func (l *look) heirs(ctx context.Context, e seen) ([]seen, error) {
	found, err := l.resting(ctx, []event.Seq{e.Seq}, "learned")
	return slices.DeleteFunc(found, func(h seen) bool {
		p, ok := h.payload.(event.Learned)
		return !ok || !slices.Contains(p.Supersedes, e.Seq)
	}), err
}

// ended walks the events that could have ended something, newest first.
func (l *look) ended(ctx context.Context, after event.Seq, kinds ...event.Kind) func(func(seen, error) bool) {
	return func(yield func(seen, error) bool) {
		for e, err := range l.backwards(ctx, l.turn.Mind.Head()+1, kinds...) {
			if err == nil && e.Seq < after || !yield(e, err) {
				return
			}
		}
	}
}
