package act

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	"golang.org/x/sync/errgroup"

	"citadel/brain/model"
	"citadel/tools"
)

// tool is a Tool whose schema is read when it is called: of a hundred tools a turn calls a few, and to read them all takes
// longer than all else of it.
type tool struct {
	Tool
	once   sync.Once
	schema *jsonschema.Resolved // nil takes any object
	broken error                // its schema is none
}

// read reads the schema, once. It may be called from several goroutines.
func (t *tool) read() (*jsonschema.Resolved, error) {
	t.once.Do(func() {
		if len(t.Params) == 0 {
			return
		}
		var schema jsonschema.Schema
		if t.broken = json.Unmarshal(t.Params, &schema); t.broken == nil {
			t.schema, t.broken = schema.Resolve(nil)
		}
	})
	return t.schema, t.broken
}

// prepare takes the tools. Its error is a *ToolError.
func (r *run) prepare() error {
	r.tools = make(map[string]*tool, len(r.in.Tools))
	for _, t := range r.in.Tools {
		switch {
		case r.tools[t.Name] != nil:
			return &ToolError{t.Name, errors.New("the name is there twice")}
		case t.Run == nil && t.Name != r.in.Harder:
			return &ToolError{t.Name, errors.New("it has nothing to run")}
		}
		own := &tool{Tool: t}
		r.tools[t.Name] = own
		r.sent = append(r.sent, t.Tool)
	}
	return nil
}

// answer answers the calls of one round: one part each, in their order.
func (r *run) answer(ctx context.Context, calls []model.Call) []model.Part {
	done := make([]Done, len(calls))
	var together []int // calls that may run beside each other, not run yet
	flush := func() {
		var group errgroup.Group
		group.SetLimit(MaxParallel)
		for _, i := range together {
			group.Go(func() error {
				done[i] = r.tools[calls[i].Tool].answer(ctx, calls[i])
				return nil
			})
		}
		_ = group.Wait() // what fails is in done
		for _, i := range together {
			r.note(done[i].Result)
		}
		together = together[:0]
	}
	for i, call := range calls {
		t, why := r.judge(ctx, i, call)
		if t != nil && !t.Reads {
			flush()
			t, why = r.unlessClosing(t) // the calls before it may have ended the use of tools
		}
		switch {
		case t == nil:
			done[i] = refused(call, why)
			r.note(done[i].Result)
		case t.Reads:
			together = append(together, i)
		default:
			done[i] = t.answer(ctx, call)
			r.note(done[i].Result)
		}
	}
	flush()
	r.out.Done = append(r.out.Done, done...)
	parts := make([]model.Part, len(done))
	for i := range done {
		result := done[i].Result
		parts[i] = model.Part{Result: &result}
	}
	return parts
}

// judge says which tool answers a call, or why none does.
func (r *run) judge(ctx context.Context, i int, call model.Call) (*tool, string) {
	t, why := r.unlessClosing(r.tools[call.Tool])
	switch {
	case why != "":
		return nil, why
	case i >= MaxCalls:
		return nil, fmt.Sprintf("Not run: more than %d calls at once.", MaxCalls)
	case ctx.Err() != nil:
		return nil, "Not run: the time is up."
	}
	if key := tools.Digest(call.Tool, call.Args); r.count(r.seen, key) >= Same {
		r.closing = Repeated
		return nil, "Not run: this exact call was made twice before, and its results stand above."
	}
	if t == nil || t.Run == nil {
		return nil, fmt.Sprintf("There is no tool %q. There are: %s.", clip(call.Tool, 64), strings.Join(slices.Sorted(maps.Keys(r.tools)), ", "))
	}
	return t, ""
}

func (r *run) unlessClosing(t *tool) (*tool, string) {
	if r.closing != "" {
		return nil, "Not run: no more tools can be called for this answer."
	}
	return t, ""
}

// note counts failures; the third of the same words ends the use of tools.
func (r *run) note(result model.Result) {
	if result.Failed && r.closing == "" && r.count(r.errs, result.Text) >= Same {
		r.closing = Repeated
	}
}

func (r *run) count(in map[string]int, key string) int {
	in[key]++
	return in[key]
}

// answer runs one call. It is called from several goroutines.
func (t *tool) answer(ctx context.Context, call model.Call) Done {
	args := json.RawMessage(bytes.TrimSpace(call.Args))
	if len(args) == 0 {
		args = json.RawMessage("{}") // how some models call what takes no arguments
	}
	if why := t.unfit(args); why != "" {
		return refused(call, why)
	}
	text, err := t.Run(ctx, args)
	done := Done{Call: call, Ran: true, Waits: errors.Is(err, ErrWaits), Result: model.Result{ID: call.ID, Text: text}}
	if done.Waits {
		done.Result.Text = "It waits for somebody's word; nothing was done."
		return done
	}
	if err != nil {
		done.Result.Text, done.Result.Failed = "Failed: "+clip(err.Error(), MaxFailure), true
		return done
	}
	done.Result.Text = cut(text)
	if len(text) > MaxOutput {
		done.Cut = len(text)
	}
	return done
}

// unfit says why arguments cannot be taken, for the model; "" where they can.
func (t *tool) unfit(args json.RawMessage) string {
	if len(args) > MaxArgs {
		return fmt.Sprintf("Not run: the arguments have more than %d bytes.", MaxArgs)
	}
	var v any
	if err := json.Unmarshal(args, &v); err != nil {
		return "Not run: the arguments are not JSON: " + clip(err.Error(), MaxFailure)
	}
	if _, ok := v.(map[string]any); !ok {
		return "Not run: the arguments are not a JSON object."
	}
	schema, err := t.read()
	switch {
	case err != nil:
		return "Not run: what the tool takes cannot be read, so it cannot be called."
	case schema == nil:
		return ""
	}
	if err := schema.Validate(v); err != nil {
		return "Not run: the arguments do not fit the tool's schema: " + clip(err.Error(), MaxFailure)
	}
	return ""
}

func refused(call model.Call, why string) Done {
	return Done{Call: call, Result: model.Result{ID: call.ID, Text: why, Failed: true}}
}

// cut shortens what a tool said to MaxOutput bytes and says so (SPEC §11).
func cut(text string) string {
	if len(text) <= MaxOutput {
		return clip(text, MaxOutput)
	}
	head := border(text, MaxOutput)
	return fmt.Sprintf("%s\ncut: %d of %d bytes", clip(head, MaxOutput), len(head), len(text))
}

// clip makes text valid UTF-8 of about so many bytes: broken bytes grow when they are
// replaced.
func clip(text string, most int) string {
	text = strings.ToValidUTF8(text[:min(len(text), most+utf8.UTFMax)], "\uFFFD")
	if len(text) > most {
		return border(text, most) + " ..."
	}
	return text
}

// border is the beginning of a longer text that has at most so many bytes and ends
// between two characters.
func border(text string, most int) string {
	for n := most; n > most-utf8.UTFMax; n-- {
		if utf8.RuneStart(text[n]) {
			return text[:n]
		}
	}
	return text[:most]
}
