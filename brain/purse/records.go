package purse

import (
	"context"
	"encoding/json"
	"fmt"

	"citadel/brain/model"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/spending"
)

// searched is how many of the newest exchanges are looked through. A turn makes at most 50
// calls for one answer; a run that was interrupted has at most what was asked since then
// after its own.
const searched = 256

// Answered implements model.Records. It gives what was answered to the same request, made
// for the same turn or run, by a call that ended well: a process that died after it need not
// pay again. An answer is found as long as none of the words behind it were forgotten. It reads at most the newest 256 exchanges of the message, or of all where the
// purpose is a job; the error is that of the ledger.
//
// What a model wants back of its own thinking is not recorded, so Message has none.
func (p *Purse) Answered(ctx context.Context, u model.Purpose, digest string) (model.Response, bool, error) {
	r, ok, err := p.answered(ctx, u, digest)
	if err != nil {
		return model.Response{}, false, fmt.Errorf("purse: look up an answer: %w", err)
	}
	return r, ok, nil
}

func (p *Purse) answered(ctx context.Context, u model.Purpose, digest string) (model.Response, bool, error) {
	if digest == "" || u.Message == 0 && u.Job == "" {
		return model.Response{}, false, nil
	}
	q := ledger.Query{Newest: true, Limit: searched}
	if u.Message != 0 {
		q.From = []event.Seq{event.Seq(u.Message)}
	}
	for r, err := range ledger.Each[event.ModelExchanged](ctx, p.Mind, q) {
		if err != nil {
			return model.Response{}, false, err
		}
		x := r.Said
		if x.Digest != digest {
			continue
		}
		end, err := p.Mind.Event(ctx, r.Cause())
		if err != nil {
			return model.Response{}, false, err
		}
		called, err := end.Payload()
		if err != nil {
			return model.Response{}, false, err
		}
		c, ok := called.(event.ModelCalled)
		if ok && c.Outcome == OK && c.Message == event.Seq(u.Message) && c.Job == u.Job && c.Slot == u.Slot {
			return response(x, c), true, nil
		}
	}
	return model.Response{}, false, nil
}

// OK is the outcome of a call that was answered.
const OK = "ok"

// response is the answer as it came.
func response(x event.ModelExchanged, c event.ModelCalled) model.Response {
	r := model.Response{
		Text: x.Text, Message: model.Message{From: model.Assistant}, Stop: model.Stop(x.Stop), Model: c.Model,
		Usage: model.Usage{In: c.In, Out: c.Out, CacheRead: c.CacheRead, CacheWrite: c.CacheWrite, Exact: !c.Guessed},
	}
	if x.Text != "" {
		r.Message.Parts = append(r.Message.Parts, model.Part{Text: x.Text})
	}
	for _, t := range x.Calls {
		c := model.Call{ID: t.ID, Tool: t.Tool, Args: json.RawMessage(t.Args)}
		r.Calls = append(r.Calls, c)
		r.Message.Parts = append(r.Message.Parts, model.Part{Call: &c})
	}
	return r
}

// Factor is by how much more than was reckoned a model counts what goes into it, as far as
// was seen: at least 1. It is learned from Attempt.Bound and the tokens of each receipt.
func (p *Purse) Factor(provider, name string) (factor float64) {
	p.Mind.Read(func(v memory.View) { factor = v.Spending.Factor(spending.Model(provider, name)) })
	return factor
}
