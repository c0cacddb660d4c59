package inspect

import (
	"context"
	"slices"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// mostThreaded is how many things of a thread are looked up, and generations how far what was made of what was made.
const (
	mostThreaded = 40
	generations  = 3
)

// thread shows what a thing belongs to (SPEC §17): the words that it goes back to, the answer to them, what was opened,
// kept or decided because of them, what came of that, and what closed it, in the order in which it came.
func (l *look) thread(ctx context.Context, h command.Handle) (*turn.Reply, error) {
	e, refusal, err := l.at(ctx, h)
	if err != nil {
		return nil, err
	}
	if refusal != nil {
		return l.says(refusal), nil
	}
	all, err := l.threaded(ctx, e)
	if err != nil {
		return nil, err
	}
	head := new(phrase.Text).Claim(numbers(all, func(e seen) event.Seq { return e.Seq }), "**The thread of `%s`: %s.**", h, phrase.Count(len(all), "thing"))
	foot := new(phrase.Text).Say("`show %s` shows one in full.", h)
	return l.list(head, each(all, func(e seen) (*phrase.Text, error) { return l.link(ctx, e) }), foot)
}

// threaded gives what belongs to a thing and may be shown here, itself among it.
func (l *look) threaded(ctx context.Context, e seen) (all []seen, err error) {
	begin, err := l.beginning(ctx, e)
	if err != nil {
		return nil, err
	}
	known := map[event.Seq]bool{}
	add := func(e seen) error {
		if known[e.Seq] || len(all) >= mostThreaded || e.Forgotten() {
			return nil
		}
		line, err := l.link(ctx, e)
		if err == nil && line != nil {
			known[e.Seq], all = true, append(all, e)
		}
		return err
	}
	if err := add(begin); err != nil {
		return nil, err
	}
	if err := add(e); err != nil {
		return nil, err
	}
	if post, ok, err := l.answerOf(ctx, begin.Seq); err != nil {
		return nil, err
	} else if ok {
		if err := add(post); err != nil {
			return nil, err
		}
	}
	on, followed := []event.Seq{begin.Seq}, map[event.Seq]bool{}
	for range generations {
		made, err := l.resting(ctx, on, "learned", "loop.opened", "reminder.set", "decision.proposed", "decision.recorded", "decision.revised", "commitment.made")
		if err != nil {
			return nil, err
		}
		on = nil
		for _, m := range made {
			if !followed[m.Seq] {
				followed[m.Seq], on = true, append(on, m.Seq)
			}
			if err := add(m); err != nil {
				return nil, err
			}
		}
	}
	for c, err := range l.ended(ctx, begin.Seq, "loop.closed", "reminder.fired", "reminder.cancelled") {
		if err != nil {
			return nil, err
		}
		if of, _ := closes(c.payload); known[of] {
			if err := add(c); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(all, func(a, b seen) int { return int(a.Seq) - int(b.Seq) }) //nolint:gosec // of one ledger
	return all, nil
}

// beginning is the message that a thing goes back to, or itself where there is none.
func (l *look) beginning(ctx context.Context, e seen) (seen, error) {
	if q, ok := e.payload.(event.PostQueued); ok && q.Answer != nil {
		said, there, err := l.event(ctx, q.Answer.Message)
		if err != nil || !there {
			return e, err
		}
		return said, nil
	}
	if _, said := e.payload.(event.Heard); said {
		return e, nil
	}
	said, ok, err := l.root(ctx, e)
	if err != nil || !ok {
		return e, err
	}
	return said, nil
}

// closes is what an event closes, and the word for it.
func closes(p event.Payload) (of event.Seq, how string) {
	switch p := p.(type) {
	case event.LoopClosed:
		return p.Loop, "Closed"
	case event.ReminderFired:
		return p.Reminder, "Reminded"
	case event.ReminderCancelled:
		return p.Reminder, "Cancelled"
	}
	return 0, ""
}

// link is the line of one thing of a thread; nil for what is not shown here.
func (l *look) link(ctx context.Context, e seen) (*phrase.Text, error) {
	of, how := closes(e.payload)
	if of == 0 {
		line, err := l.evidence(ctx, e)
		if _, kept := e.payload.(event.Learned); kept && line != nil {
			line = new(phrase.Text).Say("Kept as `m%d`: ", e.Seq).Add(line)
		}
		return line, err
	}
	what, ok, err := l.event(ctx, of)
	if err != nil || !ok {
		return nil, err
	}
	return new(phrase.Text).Claim([]event.Seq{e.Seq}, "%s `%s` (%s)", how, phrase.Handle(letterOf(what.payload), of), l.turn.FullDay(e.At)), nil
}
