package held

import (
	"encoding/json"
	"time"

	"citadel/brain/consent"
	"citadel/brain/prepare"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// Work is something that a job prepares for the principal, and when it is to be shown to him: at Until, once Upon (a watch
// or an open loop) has news or is closed, or, where both are zero, when he asks.
type Work struct {
	Tool  tools.Tool
	Args  json.RawMessage
	Until time.Time
	Upon  event.Seq

	From    []event.Seq        // whose words it carries
	Because []event.Seq        // what made it happen
	Sources []event.ToolSource // where words of others in it come from; the card names them
}

// Prepare gives the write of a job that prepares a call outside: nothing is done, and only the word of its card does it.
// It is listed by "approvals", by "status" and in the morning's message. The job has to declare that it writes
// event.ApprovalAsked. The error is a *tools.Failure; see prepare.Card.
func Prepare(in jobs.In, w Work) (jobs.Write, error) {
	c := consent.Call{Tool: w.Tool, Args: w.Args, Unasked: true, Strangers: w.Sources}
	in.Read(func(v memory.View) { c.Policy, c.Known = v.Hands.Policies[w.Tool.Name], v.Hands.Reached() })
	a, err := prepare.Card(prepare.Work{Tool: w.Tool, Args: w.Args, Until: w.Until, Upon: w.Upon, Verdict: consent.Decide(c)}, in.Now)
	if err != nil {
		return jobs.Write{}, err
	}
	return jobs.Write{Payload: a, From: w.From, Because: w.Because}, nil
}
