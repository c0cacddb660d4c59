package perform

import (
	"context"
	"fmt"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// Came reads what was written of a call since it was claimed, by this process or an earlier one; seqs are
// the events of that, the claim first. It reports false while its end is not known.
func (h Hands) Came(ctx context.Context, call event.Seq) (out Outcome, seqs []event.Seq, ended bool, err error) {
	out.Call, seqs = call, []event.Seq{call}
	q := ledger.Query{From: seqs[:1:1], Kinds: []event.Kind{event.ToolReturned{}.Kind(), event.ToolVerified{}.Kind()}}
	for r, err := range h.Mind.Events(ctx, q) {
		if err != nil {
			return out, seqs, false, fmt.Errorf("perform: what came of a call: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return out, seqs, false, fmt.Errorf("perform: what came of a call: %w", err)
		}
		if r.Cause() != call { // it only rests on the call, as that of another may
			continue
		}
		switch p := p.(type) {
		case event.ToolReturned:
			out.Returned, ended = r.Seq, true
			out.Result, out.Failure = read(p)
			out.Lost = p.Failed == LostReason
		case event.ToolVerified:
			out.Verified = &p
		}
		seqs = append(seqs, r.Seq)
	}
	return out, seqs, ended, nil
}

// read is what a receipt says.
func read(p event.ToolReturned) (r tools.Result, failed *tools.Failure) {
	r = tools.Result{Text: p.Text, Of: p.Of, Ref: p.Ref}
	for _, s := range p.Sources {
		r.Sources = append(r.Sources, tools.Source{What: s.What, Link: s.Link, On: s.On})
	}
	switch {
	case p.Failed == LostReason:
		failed = &tools.Failure{Reason: tools.Unsure, Text: "I was stopped in the middle of it."}
	case p.Failed != "" && len(r.Sources) > 0:
		failed = &tools.Failure{Reason: tools.Reason(p.Failed), Text: "Whoever was asked said that it failed."}
	case p.Failed != "":
		failed, r.Text = &tools.Failure{Reason: tools.Reason(p.Failed), Text: p.Text}, ""
	}
	return r, failed
}
