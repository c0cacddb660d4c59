package anthropic

import (
	"encoding/json"
	"errors"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

var (
	errNotJSON = errors.New("the answer is not JSON")
	errFull    = errors.New("the window was full before the answer ended")
	errRefused = errors.New("the model refused")
	errUnknown = errors.New("a reason to stop that is not known")
)

// maxBlocks bounds the pieces of one answer.
const maxBlocks = 10_000

// answer puts the events of a stream together. The SDK could too, but it copies all of a
// text for each piece of it, and begins an answer anew if it is told to.
type answer struct {
	asked string // the model
	say   func(string)

	begun  bool
	name   string // of the model, as it calls itself
	blocks []*piece
	usage  model.Usage
	known  [2]bool // the final counts of what was read and of what was written have come
	stop   sdk.StopReason
}

// piece is one block of an answer.
type piece struct {
	kind      string
	raw       json.RawMessage // as it began
	id, tool  string
	text      strings.Builder // or thinking, or arguments
	signature strings.Builder
}

// whole says whether a reason to stop has come.
func (a *answer) whole() bool { return a.stop != "" }

// take takes the next event. The error is wire.ErrForm.
func (a *answer) take(e sdk.MessageStreamEventUnion) error {
	switch e.Type {
	case "message_start":
		if a.begun {
			return wire.ErrForm
		}
		a.begun, a.name = true, e.Message.Model
		u := e.Message.Usage
		a.read(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens)
		a.usage.Out = count(u.OutputTokens)
		a.known[0] = u.JSON.InputTokens.Valid()
		return nil
	case "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop":
		if !a.begun {
			return wire.ErrForm
		}
	}
	switch e.Type {
	case "content_block_start":
		if e.Index != int64(len(a.blocks)) || len(a.blocks) == maxBlocks {
			return wire.ErrForm
		}
		b := e.ContentBlock
		p := &piece{kind: b.Type, raw: json.RawMessage(b.RawJSON()), id: b.ID, tool: b.Name}
		a.blocks = append(a.blocks, p)
		if b.Type == "text" {
			a.heard(p, b.Text)
		}
	case "content_block_delta":
		if e.Index < 0 || e.Index >= int64(len(a.blocks)) {
			return wire.ErrForm
		}
		p := a.blocks[e.Index]
		switch d := e.Delta; {
		case d.Type == "text_delta" && p.kind == "text":
			a.heard(p, d.Text)
		case d.Type == "input_json_delta" && p.kind == "tool_use":
			p.text.WriteString(d.PartialJSON)
		case d.Type == "thinking_delta" && p.kind == "thinking":
			p.text.WriteString(d.Thinking)
		case d.Type == "signature_delta" && p.kind == "thinking":
			p.signature.WriteString(d.Signature)
		}
	case "message_delta":
		u := e.Usage
		if u.JSON.InputTokens.Valid() {
			a.read(u.InputTokens, kept(u.CacheReadInputTokens, u.JSON.CacheReadInputTokens.Valid(), a.usage.CacheRead),
				kept(u.CacheCreationInputTokens, u.JSON.CacheCreationInputTokens.Valid(), a.usage.CacheWrite))
			a.known[0] = true
		}
		if u.JSON.OutputTokens.Valid() {
			a.usage.Out = count(u.OutputTokens)
			a.known[1] = true
		}
		a.stop = e.Delta.StopReason
	}
	return nil
}

// kept is a count, or the one before where none came.
func kept(n int64, said bool, before int) int64 {
	if said {
		return n
	}
	return int64(before)
}

func (a *answer) read(in, fromCache, intoCache int64) {
	a.usage.In, a.usage.CacheRead, a.usage.CacheWrite = count(in), count(fromCache), count(intoCache)
}

// heard adds a piece of the text.
func (a *answer) heard(p *piece, text string) {
	if text == "" {
		return
	}
	p.text.WriteString(text)
	if a.say != nil {
		a.say(text)
	}
}

// text is all that was said so far.
func (a *answer) text() string {
	var b strings.Builder
	for _, p := range a.blocks {
		if p.kind == "text" {
			b.WriteString(p.text.String())
		}
	}
	return b.String()
}

// broken is what there is of an answer that failed.
func (a *answer) broken() model.Response {
	return model.Response{Text: a.text(), Usage: a.spent(), Model: a.name}
}

// spent is what the answer has used up. What was written is guessed where the provider has
// not said it.
func (a *answer) spent() model.Usage {
	u := a.usage
	u.Exact = a.known[0] && a.known[1]
	if a.known[1] {
		return u
	}
	bytes := 0
	for _, p := range a.blocks {
		bytes += p.text.Len()
	}
	u.Out = max(u.Out, (bytes+2)/3)
	return u
}

// response is the whole answer, or why it is none.
func (a *answer) response(isJSON bool) (model.Response, error) {
	r := model.Response{Text: a.text(), Usage: a.spent(), Model: a.name}
	fail := func(reason model.Reason, err error) (model.Response, error) {
		return r, &model.Error{Op: "anthropic: complete", Reason: reason, Status: 200, Err: err}
	}
	switch a.stop {
	case sdk.StopReasonEndTurn, sdk.StopReasonStopSequence:
		r.Stop = model.Done
	case sdk.StopReasonToolUse:
		r.Stop = model.Wants
	case sdk.StopReasonMaxTokens:
		r.Stop = model.Length
	case sdk.StopReasonRefusal:
		return fail(model.Refused, errRefused)
	case sdk.StopReasonModelContextWindowExceeded:
		return fail(model.TooLong, errFull)
	default:
		return fail(model.Broken, errUnknown)
	}
	r.Message.From = model.Assistant
	for _, p := range a.blocks {
		switch p.kind {
		case "text":
			if p.text.Len() > 0 {
				r.Message.Parts = append(r.Message.Parts, model.Part{Text: p.text.String()})
			}
		case "tool_use":
			if r.Stop == model.Length {
				continue
			}
			call := model.Call{ID: p.id, Tool: p.tool, Args: p.arguments()}
			r.Calls = append(r.Calls, call)
			r.Message.Parts = append(r.Message.Parts, model.Part{Call: &call})
		default:
			r.Message.Parts = append(r.Message.Parts, model.Part{Thought: &model.Thought{Model: a.asked, Raw: p.thought()}})
		}
	}
	switch {
	case r.Stop == model.Wants && len(r.Calls) == 0:
		return fail(model.Broken, wire.ErrForm)
	case r.Stop == model.Done && len(r.Calls) > 0:
		r.Stop = model.Wants
	}
	if isJSON && len(r.Calls) == 0 && !json.Valid([]byte(r.Text)) {
		return fail(model.Malformed, errNotJSON)
	}
	return r, nil
}

// arguments are those of a call as the model wrote them. Without any there is an object in
// the beginning of the block.
func (p *piece) arguments() json.RawMessage {
	if p.text.Len() > 0 {
		return json.RawMessage(p.text.String())
	}
	var b struct {
		Input json.RawMessage `json:"input"`
	}
	if json.Unmarshal(p.raw, &b) == nil && len(b.Input) > 0 {
		return b.Input
	}
	return json.RawMessage("{}")
}

// thought is a block that only has to come back: as it began, with what came to it.
func (p *piece) thought() json.RawMessage {
	var b map[string]json.RawMessage
	if p.kind != "thinking" || json.Unmarshal(p.raw, &b) != nil {
		return p.raw
	}
	add := func(field, more string) {
		var begun string
		if raw, ok := b[field]; ok && json.Unmarshal(raw, &begun) != nil {
			return
		}
		if raw, err := json.Marshal(begun + more); err == nil { // a text always can be
			b[field] = raw
		}
	}
	add("thinking", p.text.String())
	add("signature", p.signature.String())
	raw, err := json.Marshal(b)
	if err != nil {
		return p.raw
	}
	return raw
}
