package approve

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"citadel/brain/card"
	"citadel/brain/perform"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// receipt is what came of a call that a card allowed.
type receipt struct {
	seqs     []event.Seq // the claim, and what was written of it since
	at       time.Time   // when it was made, in the principal's zone
	result   tools.Result
	failed   *tools.Failure
	verified *event.ToolVerified
	lost     bool // its process died in the middle; what could be seen of it since was told
}

// foreign says whether words of others are in it.
func (c receipt) foreign() bool { return len(c.result.Sources) > 0 }

// told words it for the principal. A stranger's words are not told as ours.
func (c receipt) told(shown tools.Card) *phrase.Text {
	result, failed := c.result, c.failed
	if c.foreign() {
		result.Text = ""
	}
	return card.Told(shown, result, failed, c.verified, c.at)
}

// receipt tells of the call that this very message ran, and hands it on to who may go on from it.
func (d Desk) receipt(ctx context.Context, t *turn.Turn, a asked, tool tools.Tool, c receipt) (*turn.Reply, error) {
	r := begin(t)
	plain := c
	if tool.Class == tools.Reads { // what was looked at stands below, as a quotation
		plain.result.Text = ""
	}
	told := plain.told(card.Of(tool, json.RawMessage(a.event.Args)))
	r.Text.Claim(c.seqs, "%s", told)
	if tool.Class == tools.Reads && c.failed == nil {
		seen, _ := card.Seen(tool.Name, c.result, c.seqs, t.Now)
		r.Text.Break().Add(seen)
	}
	if c.foreign() {
		r.Others = append(r.Others, c.seqs[1])
	}
	message, err := d.led(ctx, t, a)
	if err != nil {
		return nil, err
	}
	r.From = &turn.Made{
		Message: message, Tool: a.event.Tool, Args: a.event.Args, Brought: card.Brought(c.result, c.failed, c.verified),
		Told: r.Text, World: tool.Class == tools.World, Done: card.Done(c.failed, c.verified), Seqs: c.seqs,
	}
	return r, nil
}

// led is the principal's message that led to a card; zero where none did, or it was forgotten.
func (d Desk) led(ctx context.Context, t *turn.Turn, a asked) (event.Seq, error) {
	for _, seq := range slices.Backward(a.causes) {
		rec, p, err := t.Event(ctx, seq)
		if err != nil {
			return 0, err
		}
		if _, heard := p.(event.Heard); heard && rec.Trust == event.ByPrincipal {
			return seq, nil
		}
	}
	return 0, nil
}

// happened says what became of a call that was claimed, as far as it is known. Where this very
// message ran it (the process died before it could say so, or the turn was begun again) that is told
// as if nothing had come between; but a call that an earlier process left open is looked at beside
// the conversation, and who looks tells what was seen. It is not told twice.
func (d Desk) happened(ctx context.Context, t *turn.Turn, a asked, call ledger.Record) (*turn.Reply, error) {
	c := receipt{seqs: []event.Seq{call.Seq}, at: call.At.In(t.Now.Location())}
	returned, err := d.returned(ctx, &c)
	if err != nil {
		return nil, err
	}
	own := slices.Contains(call.Causes, t.Last().Seq)
	if !returned && own && d.Left(call.Seq) {
		return begin(t), nil
	}
	if !returned {
		r := begin(t)
		r.Text.Say("`%s` was begun at ", a.handle()).Claim(c.seqs, "%s", phrase.Moment(c.at, t.Now)).
			Say(", and I don't know yet what came of it. It is not done twice.")
		return r, nil
	}
	tool, _ := d.Tools().Find(a.event.Tool)
	tool.Name = a.event.Tool
	if own {
		if c.verified == nil && tool.Class == tools.World && tool.Run != nil {
			out := perform.Outcome{Call: call.Seq, Result: c.result, Failure: c.failed}
			if err := d.Hands.Verify(ctx, perform.Call{Tool: tool, Args: json.RawMessage(a.event.Args)}, &out); err != nil {
				return nil, err
			}
			c.verified = out.Verified
		}
		r, err := d.receipt(ctx, t, a, tool, c)
		if err == nil && c.lost {
			r.Text, r.From.Told = phrase.Text{}, phrase.Text{}
		}
		return r, err
	}
	if tool.Class == tools.Reads { // it was shown then
		c.result.Text = ""
	}
	r := begin(t)
	told := c.told(card.Of(tool, json.RawMessage(a.event.Args)))
	r.Text.Say("`%s` was answered before, and is not done twice. ", a.handle()).Claim(c.seqs, "%s", told)
	return r, nil
}

// returned looks up what was written of a call since it was claimed. It reports false while its end is
// not known.
func (d Desk) returned(ctx context.Context, c *receipt) (ended bool, err error) {
	out, seqs, ended, err := d.Hands.Came(ctx, c.seqs[0])
	c.seqs, c.result, c.failed, c.verified, c.lost = seqs, out.Result, out.Failure, out.Verified, out.Lost
	return ended, err
}
