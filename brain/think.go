package brain

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"citadel/brain/turn"
)

// think has the turn answered. Messages that came together are asked one by one whether a
// step takes them; what no step took the model answers together, and what it leaves is
// answered one by one.
func (w *undertaking) think(ctx context.Context) (*turn.Reply, error) {
	t := w.t
	replies := make([]*turn.Reply, len(t.Messages))
	alone := make([]*turn.Turn, len(t.Messages))
	var open []int
	doing := ctx
	if w.Respond != nil { // "stop" is meant for the model: what is to be done without it is done
		doing = context.WithoutCancel(ctx)
	}
	for i := range t.Messages {
		one := *t
		one.Messages = t.Messages[i : i+1]
		one.Text = t.Messages[i].Text
		understand(&one)
		alone[i] = &one
		reply, err := w.ask(doing, w.Steps, &one)
		switch {
		case err != nil:
			return nil, err
		case reply != nil && reply.Redo != nil:
			if alone[i], err = w.again(ctx, &one, *reply.Redo); err != nil {
				return nil, err
			}
			open = append(open, i)
		case reply == nil:
			open = append(open, i)
		default:
			replies[i] = reply
		}
	}
	done, stopped := taken(replies), errors.Is(context.Cause(ctx), ErrStopped)
	switch {
	case ctx.Err() != nil && (!stopped || done == 0):
		return nil, context.Cause(ctx)
	case w.began == 0 && done > 0 && len(open) > 0 && (stopped || w.Respond != nil):
		// What can be done is done at once; what a model has to answer has a turn of its own.
		t.Messages, replies, alone, open = keepTaken(t.Messages, replies, alone)
	}
	w.despite = stopped
	var note *turn.Reply
	if len(open) > 0 && w.Respond != nil {
		together := gather(alone, open)
		answer, n, err := w.respond(ctx, together)
		if err != nil {
			return nil, err
		}
		note = n
		if answer != nil {
			replies[open[len(open)-1]] = answer
			alone[open[len(open)-1]] = together
			open = nil
		}
		for _, i := range open {
			alone[i].Lack = together.Lack
		}
	}
	for _, i := range open {
		reply, err := w.ask(ctx, w.Else, alone[i])
		if err != nil {
			return nil, err
		}
		if reply == nil {
			reply = &turn.Reply{By: "procedure:listen"}
		}
		replies[i] = reply
	}
	var all *turn.Reply
	for i, reply := range replies {
		if reply == nil {
			continue // answered together with a later one
		}
		rest(alone[i], reply)
		tellRemoved(alone[i], reply)
		t.Category, t.Tier = alone[i].Category, alone[i].Tier
		all = join(all, reply)
	}
	return noted(all, note), nil
}

// taken counts the messages that a step took.
func taken(replies []*turn.Reply) (n int) {
	for _, r := range replies {
		if r != nil {
			n++
		}
	}
	return n
}

// keepTaken leaves only what a step took.
func keepTaken(ms []turn.Message, replies []*turn.Reply, alone []*turn.Turn) (m []turn.Message, r []*turn.Reply, a []*turn.Turn, open []int) {
	for i, reply := range replies {
		if reply != nil {
			m, r, a = append(m, ms[i]), append(r, reply), append(a, alone[i])
		}
	}
	return m, r, a, nil
}

// gather makes one turn of the messages that are left, as demanding as the most demanding
// of them.
func gather(alone []*turn.Turn, open []int) *turn.Turn {
	t := *alone[open[len(open)-1]]
	if len(open) == 1 {
		return &t
	}
	t.Messages, t.Text = nil, ""
	for n, i := range open {
		t.Messages = append(t.Messages, alone[i].Messages...)
		if n > 0 {
			t.Text += "\n"
		}
		t.Text += alone[i].Text
		t.Question = t.Question || alone[i].Question
		if tier(alone[i].Tier) > tier(t.Tier) {
			t.Category, t.Tier = alone[i].Category, alone[i].Tier
		}
	}
	return &t
}

// again makes the turn that answers an old message once more, in the place and at the time
// of the message that asked for it. What comes of it rests on the old one.
func (w *undertaking) again(ctx context.Context, t *turn.Turn, r turn.Redo) (*turn.Turn, error) {
	old, _, err := w.message(ctx, r.Message)
	if err != nil {
		return nil, fmt.Errorf("answer message %d again: %w", r.Message, err)
	}
	one := *t
	m := t.Last()
	m.Text, m.Files, m.Edited = old.Text, old.Files, max(old.Seq, old.Edited)
	one.Messages, one.Text, one.Command = []turn.Message{m}, m.Text, nil
	understand(&one)
	if tier(r.Tier) > tier(one.Tier) {
		one.Tier = r.Tier
	}
	return &one, nil
}

// noted adds what has to be said beside an answer. Where nothing is said, nothing is.
func noted(r, note *turn.Reply) *turn.Reply {
	if note == nil {
		return r
	}
	by, buttons, subject, about := r.By, r.Buttons, r.Subject, r.About
	r = join(r, note)
	r.By = by
	if len(buttons) > 0 || subject != "" {
		r.Buttons, r.Subject, r.About = buttons, subject, about
	}
	return r
}

// ask asks each step in turn. A step that panics has met an impossible state: the turn
// fails, the person is told, and the process goes on.
func (w *undertaking) ask(ctx context.Context, steps []Step, t *turn.Turn) (reply *turn.Reply, err error) {
	defer caught(&err)
	for _, step := range steps {
		reply, err := step(ctx, t)
		if err != nil || reply != nil {
			return reply, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return nil, nil
}

func (w *undertaking) respond(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	defer caught(&err)
	return w.Respond(ctx, t)
}

func caught(err *error) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("panic: %v\n%s", x, debug.Stack())
	}
}

// rest has the changes of a reply rest on the message that it answers, where they name
// nothing else.
func rest(t *turn.Turn, r *turn.Reply) {
	for i := range r.Writes {
		if r.Writes[i].From == nil {
			r.Writes[i].From = t.Heard()
		}
	}
}
