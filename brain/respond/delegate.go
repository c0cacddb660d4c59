package respond

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"citadel/brain/act"
	"citadel/brain/consent"
	"citadel/brain/delegate"
	"citadel/brain/model"
	"citadel/brain/perform"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// mostDelegated is how many questions of one answer are handed on, and share of the turn's ceiling is what each may
// cost. Ours.
const (
	mostDelegated = 3
	share         = 5
)

// delegates says whether questions may be handed on: where there is something outside to look at, and time for it.
func (w *work) delegates() bool {
	return w.mind.role == model.Primary && w.Bench != nil && w.t.Sight().Audience != event.Shared && len(w.looks()) > 0
}

// looks are the tools of the bench that only look.
func (w *work) looks() (all []tools.Tool) {
	var policies map[string]string
	w.t.Read(func(v memory.View) { policies = v.Hands.Policies })
	for _, t := range w.Bench.Tools().All() {
		if t.Class == tools.Reads && policies[t.Name] != event.PolicyDeny {
			all = append(all, t)
		}
	}
	return all
}

// delegateTool hands a question on to a second model, which has the tools that only look and a budget of its own. What it
// reports rests on all that it read.
func (w *work) delegateTool() tools.Tool {
	type in struct {
		Task string `json:"task" jsonschema:"what is to be found out, whole: the other knows nothing of this conversation"`
	}
	return tools.Typed(tools.Tool{
		Name: "delegate", Class: tools.Reads, Time: delegate.MaxTime + tools.MaxTime,
		Description: "Hand a question on to a helper that only looks: it searches and reads with the same tools that change nothing, over several rounds, and reports in a few hundred words. Use it where much has to be read for little. It can do nothing, and its report may be cut short.",
	}, func(ctx context.Context, in in) (tools.Result, error) {
		switch task := strings.TrimSpace(in.Task); {
		case task == "" || len(task) > delegate.MaxTask:
			return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "The question is empty, or longer than 4 KB."}
		case w.delegated == mostDelegated:
			return tools.Result{}, &tools.Failure{Reason: tools.Forbidden, Text: "No more than 3 questions of one answer are handed on. Answer with what you have."}
		}
		w.delegated++
		return w.handOn(ctx, in.Task)
	})
}

// handOn has a question looked up.
func (w *work) handOn(ctx context.Context, task string) (tools.Result, error) {
	began, err := w.t.Begin(ctx)
	if err != nil {
		return tools.Result{}, err
	}
	role := model.Background
	if !w.Pool.Has(role) {
		role = model.Primary
	}
	var read reading
	out, err := delegate.Run(ctx, delegate.In{
		Task: task, Tools: w.looking(&read), Money: model.USD(w.t.Host.Ceilings.Turn * 1e6 / share),
		Most: func(r model.Request) model.USD { return w.Pool.Most(role, r) },
		Ask: func(ctx context.Context, r model.Request) (model.Response, model.USD, error) {
			p := w.purpose(began)
			answer, err := w.Pool.Complete(ctx, model.Ask{Role: role, Request: r, Purpose: p})
			return answer.Response, answer.Cost, err
		},
	})
	if err != nil {
		return tools.Result{}, err
	}
	if out.Ended != delegate.Answered {
		w.short = append(w.short, out.Ended)
	}
	return tools.Result{Text: out.Report, Sources: read.sources}, nil
}

// reading is what was read for a question that was handed on.
type reading struct{ sources []tools.Source }

// looking are the tools of whoever looks something up: those that only look, into the mind and outside, and none by which
// anything could be handed on.
func (w *work) looking(read *reading) (all []act.Tool) {
	for _, t := range append([]tools.Tool{w.searchTool(), w.readTool()}, w.looks()...) {
		all = append(all, act.Tool{
			Tool: model.Tool{Name: t.Name, Description: t.Description, Params: t.Params}, Reads: true,
			Run: func(ctx context.Context, args json.RawMessage) (string, error) { return w.glance(ctx, t, args, read) },
		})
	}
	slices.SortFunc(all, func(a, b act.Tool) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// glance makes a call for whoever looks something up. What would have to be asked for is refused: he can ask nobody.
func (w *work) glance(ctx context.Context, t tools.Tool, args json.RawMessage, read *reading) (string, error) {
	if err := consent.Readable(args); err != nil {
		return "", errors.New("not done: the arguments could be read in two ways")
	}
	_, verdict, seqs, err := w.decide(ctx, t, args, tools.Digest(t.Name, args))
	if err != nil {
		return "", err
	}
	if verdict.Do != consent.Run {
		return "", errors.New("not done: it needs the word of the principal, who cannot be asked here")
	}
	began, err := w.t.Begin(ctx)
	if err != nil {
		return "", err
	}
	out, err := w.Bench.Hands.Make(ctx, perform.Call{
		Tool: t, Args: args, Because: append([]event.Seq{began}, w.t.Heard()...), From: append(w.t.Heard(), seqs...), Drawn: w.rests,
	})
	if err != nil {
		return "", err
	}
	w.draws(out.Returned) // what is reported rests on it
	text, failed := w.came(t, args, out)
	w.calling.Lock()
	defer w.calling.Unlock()
	for _, s := range out.Result.Sources {
		if !slices.Contains(read.sources, s) {
			read.sources = append(read.sources, s)
		}
	}
	return text, failed
}

// interrupted says beside the answer that what was looked up for it is not whole.
func (w *work) interrupted(r *turn.Reply) {
	for i, how := range w.short {
		if slices.Index(w.short, how) == i {
			r.Text.Break().Say("What I had looked up beside this was cut short: %s.", string(how))
		}
	}
}
