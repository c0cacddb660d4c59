package change

import (
	"context"
	"strings"

	"citadel/brain/amend"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// By whom, and why, a memory was superseded.
const (
	byRules         = "rules"
	reasonCorrected = event.Corrected
	reasonWrong     = event.Wrong
)

// wrong takes a correction. The old statement stops counting at once; the answer says what
// changed with it and what did not (MESSAGES 15).
func wrong(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command.Handle().Letter == 'e' {
		return judgeEdge(ctx, t, event.Rejected)
	}
	if r, err := denied(ctx, t); r != nil || err != nil {
		return r, err
	}
	if r, err := doubt(ctx, t); r != nil || err != nil {
		return r, err
	}
	if t.Command.Words != "" { // the part of an alert, where there is no alert
		t.Command = nil
		return nil, nil
	}
	if pointing(t.Command.Correction) && len(t.Command.Handles) == 0 {
		if t.Host.Reasons() {
			t.Command = nil
			return nil, nil
		}
		return ofNothing(t, t.Command.Correction), nil
	}
	if c, ok := amend.Read(t.Text); ok && len(t.Command.Handles) == 0 {
		return shortly(ctx, t, c)
	}
	named, refusal, err := corrected(ctx, t)
	if err != nil || refusal != nil {
		return refusal, err
	}
	near, err := statements(ctx, t, named)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(t.Command.Correction) == "" {
		r, err := withdraw(ctx, t, near)
		if err != nil {
			return nil, err
		}
		return markedWrong(ctx, t, r)
	}
	return correct(ctx, t, near)
}

// corrected gives the messages and memories that the command is about: those it names,
// else those of the exchange it replies to, else those of the last one.
func corrected(ctx context.Context, t *turn.Turn) (seqs []event.Seq, refusal *turn.Reply, err error) {
	for _, h := range t.Command.Handles {
		x, ok, err := named(ctx, t, h)
		switch {
		case err != nil:
			return nil, nil, err
		case !ok:
			refusal, err = unknown(t, h)
		case x.gone():
			refusal, err = says(t, "`%s` was forgotten; there is nothing to correct.", h)
		case h.Letter == 'd':
			refusal, err = says(t, "`%s` is a decision: `amend %s: TEXT` changes it, `reverse %s` ends it.", h, h, h)
		case h.Letter == 'r':
			refusal, err = says(t, "`%s` is a reminder: `snooze %s TIME` moves it, `cancel %s` calls it off.", h, h, h)
		case h.Letter == 'l':
			refusal, err = says(t, "`%s` is an open loop: `close %s` closes it.", h, h)
		default:
			seqs = append(seqs, behind(x)...)
		}
		if err != nil || refusal != nil {
			return nil, refusal, err
		}
	}
	if len(t.Command.Handles) > 0 {
		return seqs, nil, nil
	}
	seqs, err = lately(ctx, t)
	return seqs, nil, err
}

// behind is what a message or memory says, or what an answer rests on.
func behind(x thing) []event.Seq {
	if _, post := x.payload.(event.PostQueued); post {
		return x.rec.From
	}
	return []event.Seq{x.seq()}
}
