// Package outside is how a job looks outside the mind: by a tool that changes nothing, which the principal neither denied
// nor wants to be asked about, since nobody is there to ask. What it brings is written down only where the job makes
// something of it, so that a look that finds nothing leaves no trace.
package outside

import (
	"context"
	"encoding/json"
	"fmt"

	"citadel/brain/consent"
	"citadel/brain/perform"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// World is by what a job looks.
type World struct {
	Tools func() tools.Set // that there are now
	Hands perform.Hands
}

// Has says whether there is a tool.
func (w World) Has(name string) bool {
	_, there := w.Tools().Find(name)
	return there
}

// Look is one look.
type Look struct {
	Job  string
	Tool string
	Args any         // an object, for the tool
	From []event.Seq // whose words it carries
}

// Glance makes a look, and writes it down where keep says so of what it brought; it is not asked about a look that failed,
// which is not written down. Returned is zero where nothing was. There is none by a tool that is not there, or that may not
// be used unasked. The error is that of the ledger, or ctx's.
func (w World) Glance(ctx context.Context, in jobs.In, l Look, keep func(tools.Result) bool) (perform.Outcome, error) {
	tool, there := w.Tools().Find(l.Tool)
	args, err := json.Marshal(l.Args)
	if err != nil || !there {
		return perform.Outcome{}, err
	}
	var policy string
	in.Read(func(v memory.View) { policy = v.Hands.Policies[l.Tool] })
	if consent.Decide(consent.Call{Tool: tool, Args: args, Policy: policy, Unasked: true}).Do != consent.Run {
		return perform.Outcome{}, nil
	}
	in.Saw(l.From...)
	out, err := w.Hands.Glance(ctx, perform.Call{Tool: tool, Args: args, Job: l.Job, From: l.From, Because: l.From}, func(out perform.Outcome) bool {
		return out.Failure == nil && keep(out.Result)
	})
	if err != nil {
		return out, fmt.Errorf("%s: %w", l.Job, err)
	}
	return out, nil
}
