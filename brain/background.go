package brain

import (
	"context"
	"errors"
	"fmt"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/providers"
	"citadel/memory/thread"
)

// Thought is what was made of a message beside the conversation: an answer that is not said yet.
type Thought struct {
	about thread.Deferred
	work  *undertaking
	reply *turn.Reply
	note  *turn.Reply // what has to be said beside it, unless it is told meanwhile; nil if nothing has
	err   error       // why there is no reply
}

// About is the message it answers.
func (t Thought) About() thread.Deferred { return t.about }

// Stopped is the thought as the principal ended it: nothing of it is said.
func (t Thought) Stopped() Thought {
	t.reply, t.note, t.err = nil, nil, ErrStopped
	return t
}

// Ponder answers a message that was set aside, and writes nothing but what its calls of a
// model cost: Conclude says the answer, when no turn is under way. It may run beside turns and
// beside others of its kind. What fails is part of the thought.
func (b *Brain) Ponder(ctx context.Context, d thread.Deferred) Thought {
	th := Thought{about: d}
	t, err := b.assemble(context.WithoutCancel(ctx), Request{Messages: []event.Seq{d.Message}})
	if err != nil {
		th.err = fmt.Errorf("brain: assemble: %w", err)
		return th
	}
	if c, is := command.Parse(t.Text); is && c.Name == "background" {
		t.Messages[0].Text, t.Text = c.Words, c.Words
	}
	th.work = b.undertake(t, Request{})
	th.work.thought = true
	t.Begin = func(context.Context) (event.Seq, error) { return d.ID, nil } // the turn itself is written when it is concluded
	if ctx.Err() == nil {
		th.reply, th.note, th.err = th.work.ponder(ctx)
	}
	if ctx.Err() != nil { // whoever was at work then may have said so in other words
		th.reply, th.note, th.err = nil, nil, context.Cause(ctx)
	}
	return th
}

// ponder asks the steps, then the model, then who is left.
func (w *undertaking) ponder(ctx context.Context) (reply, note *turn.Reply, err error) {
	understand(w.t)
	reply, err = w.ask(ctx, w.Steps, w.t)
	if err == nil && reply == nil && w.Respond != nil {
		reply, note, err = w.respond(ctx, w.t)
	}
	if err == nil && reply == nil {
		reply, err = w.ask(ctx, w.Else, w.t)
	}
	if err == nil && reply == nil {
		reply = &turn.Reply{By: "procedure:listen"}
	}
	if err != nil {
		return nil, nil, err
	}
	p := &part{turn: w.t, reply: reply}
	if err := w.complete(ctx, p); err != nil {
		return nil, nil, err
	}
	return w.whole([]*part{p}), note, nil
}

// news says whether a note tells anything that the principal was not told while it was thought
// about: two thoughts, or a thought and a turn, may meet the same trouble. One that changes
// nothing speaks of this message alone.
func (w *undertaking) news(note *turn.Reply) (fresh bool) {
	if note == nil || len(note.Writes) == 0 {
		return note != nil
	}
	w.Mind.Read(func(v memory.View) {
		for _, x := range note.Writes {
			switch p := x.Payload.(type) {
			case event.ProviderDegraded:
				fresh = fresh || !providers.Told(v.Providers.Degraded, p.Provider, p.Model, p.Reason)
			case event.ProviderRestored:
				_, out := v.Providers.Degraded[p.Role]
				fresh = fresh || out
			case event.SpendTold:
				fresh = fresh || v.Spending.Share(p.Period, p.Ceiling) < p.Share
			default:
				fresh = true
			}
		}
	})
	return fresh
}

// Conclude says what was thought of a message that was set aside, in a turn of its own. It is
// called when no turn is under way. Where the thought was stopped by the principal that is
// written, and nothing is said but what it had done outside the mind. ErrAgain says that something it rested on was forgotten
// meanwhile: nothing was written, and it is to be thought anew. Where its context ended for
// another reason nothing is written either, and the error is that.
func (b *Brain) Conclude(ctx context.Context, th Thought) (Outcome, error) {
	w := th.work
	switch {
	case w != nil && errors.Is(th.err, ErrStopped):
		r := &turn.Reply{By: event.ByStop}
		w.did(ctx, r)
		return w.record(ctx, r, event.Stopped)
	case w == nil, errors.Is(th.err, context.Canceled):
		return Outcome{}, fmt.Errorf("brain: %w", th.err)
	case th.err != nil:
		return w.fail(ctx, th.err)
	}
	reply := th.reply
	if w.news(th.note) {
		reply = noted(reply, th.note)
	}
	out, err := w.record(ctx, reply, event.Answered)
	switch {
	case errors.Is(err, ledger.ErrForgotten) && w.overtaken(ctx):
		return Outcome{}, ErrAgain
	case unwritable(err):
		return w.fail(ctx, err)
	}
	return out, err
}
