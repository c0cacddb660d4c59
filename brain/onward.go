package brain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"citadel/brain/classify"
	"citadel/brain/turn"
	"citadel/memory/ledger"
)

// goOn has the model go on from a call that the principal's word ran (SPEC §11). What it says stands
// behind the receipt of the call, which is told whatever becomes of the model. What has to be said
// beside that is the note. The errors are ctx's, and those after which the turn is tried again: the
// call is not made again then, and its receipt is told by the next try.
func (w *undertaking) goOn(ctx context.Context, p *part) (note *turn.Reply, err error) {
	made := p.reply.From
	if made == nil || w.Respond == nil {
		return nil, nil
	}
	t, err := w.onward(ctx, p.turn, made)
	if err != nil {
		return nil, err
	}
	answer, note, err := w.respond(ctx, t)
	switch {
	case stopped(ctx):
		w.despite, w.stopped = true, true
		p.reply.Text.Break().Say("Stopped here.")
		w.did(ctx, p.reply)
		return nil, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case passes(err), errors.Is(err, ledger.ErrForgotten) && w.overtaken(ctx):
		return nil, err
	case err != nil:
		w.Log.Error("no model went on from a call", "message", p.turn.Last().Seq, "err", err)
		p.reply.Text.Break().Say("I could not go on from there: something went wrong on my side. The log on the host says what it was.")
		w.did(ctx, p.reply)
		return nil, nil
	}
	if answer != nil {
		p.turn.Category, p.turn.Tier = t.Category, t.Tier
		p.reply = join(p.reply, answer)
	}
	return note, nil
}

// onward is the turn in which a model goes on from a call: it answers what led to it, as that was
// understood then, and not the word of the card. Nothing of it is shown before the receipt.
func (w *undertaking) onward(ctx context.Context, t *turn.Turn, made *turn.Made) (*turn.Turn, error) {
	one := *t
	one.Command, one.Made = nil, made
	one.Category, one.Tier = string(classify.Task), classify.Routine.String()
	if made.Message != 0 {
		m, _, err := w.message(ctx, made.Message, w.upTo)
		if err != nil && !errors.Is(err, ledger.ErrNoEvent) {
			return nil, fmt.Errorf("go on from a call of message %d: %w", made.Message, err)
		}
		led := one
		led.Text, led.Messages = m.Text, []turn.Message{m}
		understand(&led)
		if led.Command == nil && m.Text != "" {
			one.Text, one.Category = m.Text, led.Category
			one.Tier = max(tier(led.Tier), classify.Routine).String()
		}
	}
	if draft := t.Draft; draft != nil {
		told := made.Told.String()
		one.Draft = func(text string) { draft(strings.TrimLeft(told+"\n\n"+text, "\n")) }
	}
	return &one, nil
}

// both puts two notes into one; either may be nil.
func both(a, b *turn.Reply) *turn.Reply {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return noted(a, b)
}
