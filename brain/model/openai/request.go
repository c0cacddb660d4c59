package openai

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"citadel/brain/model"
)

// schemaName is what the form of an answer is called. It has to be called something.
const schemaName = "answer"

// marks is how many ends of instructions OpenAI caches for one request.
const marks = 4

var errNothing = errors.New("nothing is asked")

// params is a request as it goes over the wire. The error says what is wrong with it,
// without its words.
func (c *Client) params(r model.Request) (sdk.ChatCompletionNewParams, error) {
	p := sdk.ChatCompletionNewParams{
		Model:           r.Model,
		StreamOptions:   sdk.ChatCompletionStreamOptionsParam{IncludeUsage: sdk.Bool(true)},
		ReasoningEffort: effort(r),
	}
	if c.compatible {
		p.MaxTokens = sdk.Int(int64(r.MaxTokens))
	} else {
		p.MaxCompletionTokens = sdk.Int(int64(r.MaxTokens))
		p.Store = sdk.Bool(false)
	}
	if r.Temperature != nil {
		p.Temperature = sdk.Float(*r.Temperature)
	}
	for i, t := range r.Tools {
		def := shared.FunctionDefinitionParam{Name: t.Name}
		if t.Description != "" {
			def.Description = sdk.String(t.Description)
		}
		form := t.Params
		if len(form) == 0 {
			form = json.RawMessage(`{"type":"object","properties":{}}`) // not every server can do without
		}
		if !json.Valid(form) {
			return p, fmt.Errorf("tool %d: its parameters are not JSON", i)
		}
		// The SDK's own field is a map, which would put the parameters into another order.
		def.SetExtraFields(map[string]any{"parameters": form})
		p.Tools = append(p.Tools, sdk.ChatCompletionFunctionTool(def))
	}
	if len(r.Schema) > 0 {
		if !json.Valid(r.Schema) {
			return p, errors.New("the schema is not JSON")
		}
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: schemaName, Strict: sdk.Bool(true), Schema: r.Schema},
		}
	}
	c.instruct(&p, r)
	for _, m := range merged(r.Messages) {
		if m.From == model.Assistant {
			p.Messages = append(p.Messages, c.assistant(m, r.Model)...)
		} else {
			p.Messages = append(p.Messages, user(m)...)
		}
	}
	if len(p.Messages) == 0 {
		return p, errNothing
	}
	return p, nil
}

// effort is how much the model is told to think; empty says nothing.
func effort(r model.Request) shared.ReasoningEffort {
	switch {
	case r.Thinking == model.NoThinking:
		return ""
	case r.Thinking == model.Always && r.Effort == model.NoEffort:
		return shared.ReasoningEffortLow // the lowest that every such model takes
	}
	return shared.ReasoningEffort(r.Effort.String())
}

// instruct puts the instructions first: one message, because many templates of models take
// only one. Where they are marked, OpenAI is told to cache up to the marks and nothing
// else: left to itself it would also write the rest into the cache, which costs more than
// reading it.
func (c *Client) instruct(p *sdk.ChatCompletionNewParams, r model.Request) {
	var texts []string
	var parts []sdk.ChatCompletionContentPartTextParam
	var at []int // the marked ones
	for _, s := range r.System {
		if s.Text == "" {
			continue
		}
		texts = append(texts, s.Text)
		parts = append(parts, sdk.ChatCompletionContentPartTextParam{Text: s.Text})
		if s.Cache {
			at = append(at, len(parts)-1)
		}
	}
	switch {
	case len(texts) == 0:
	case c.compatible || len(at) == 0:
		p.Messages = append(p.Messages, sdk.SystemMessage(strings.Join(texts, "\n\n")))
	default:
		for i := range parts[:len(parts)-1] {
			parts[i].Text += "\n\n"
		}
		for _, i := range at[max(len(at)-marks, 0):] {
			parts[i].PromptCacheBreakpoint = sdk.NewChatCompletionContentPartTextPromptCacheBreakpointParam()
		}
		p.PromptCacheOptions = sdk.ChatCompletionNewParamsPromptCacheOptions{Mode: "explicit"}
		p.PromptCacheKey = sdk.String(cacheKey(r, texts[:at[len(at)-1]+1]))
		p.Messages = append(p.Messages, sdk.SystemMessage(parts))
	}
}

// cacheKey is the same for all requests that begin alike, so that they are sent to where
// their beginning is cached.
func cacheKey(r model.Request, head []string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", r.Model)
	for _, t := range r.Tools {
		fmt.Fprintf(h, "%q %q %q\n", t.Name, t.Description, t.Params)
	}
	fmt.Fprintf(h, "%q %q", r.Schema, head)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// merged joins messages of the same side that follow each other, because many templates
// insist that the sides take turns. What is empty is left out.
func merged(messages []model.Message) []model.Message {
	var out []model.Message
	for _, m := range messages {
		var parts []model.Part
		for _, p := range m.Parts {
			if p.Text != "" || p.Image != nil || p.Call != nil || p.Result != nil || p.Thought != nil {
				parts = append(parts, p)
			}
		}
		last := len(out) - 1
		switch {
		case len(parts) == 0:
		case last >= 0 && out[last].From == m.From && !calls(out[last]) && !calls(model.Message{Parts: parts}):
			out[last].Parts = append(out[last].Parts, parts...)
		default:
			out = append(out, model.Message{From: m.From, Parts: parts})
		}
	}
	return out
}

func calls(m model.Message) bool {
	for _, p := range m.Parts {
		if p.Call != nil {
			return true
		}
	}
	return false
}

// user is what the user says: results first, as they have to follow their calls, each a
// message of its own.
func user(m model.Message) []sdk.ChatCompletionMessageParamUnion {
	var out []sdk.ChatCompletionMessageParamUnion
	var texts []string
	var content []sdk.ChatCompletionContentPartUnionParam
	seen := false
	for _, p := range m.Parts {
		switch {
		case p.Result != nil:
			text := p.Result.Text
			if p.Result.Failed {
				text = "The call failed: " + text
			}
			out = append(out, sdk.ToolMessage(text, p.Result.ID))
		case p.Image != nil:
			seen = true
			url := "data:" + p.Image.MIME + ";base64," + base64.StdEncoding.EncodeToString(p.Image.Data)
			content = append(content, sdk.ImageContentPart(sdk.ChatCompletionContentPartImageImageURLParam{URL: url}))
		case p.Text != "":
			texts = append(texts, p.Text)
			content = append(content, sdk.TextContentPart(p.Text))
		}
	}
	switch {
	case seen:
		out = append(out, sdk.UserMessage(content))
	case len(texts) > 0:
		out = append(out, sdk.UserMessage(strings.Join(texts, "\n\n"))) // a list is not taken everywhere
	}
	return out
}

// assistant is what the model has said: at most one message.
func (c *Client) assistant(m model.Message, asked string) []sdk.ChatCompletionMessageParamUnion {
	var texts []string
	var said thought
	out := &sdk.ChatCompletionAssistantMessageParam{}
	for _, p := range m.Parts {
		switch {
		case p.Thought != nil && p.Thought.Model == asked && c.compatible:
			said = readThought(p.Thought.Raw)
		case p.Call != nil:
			call := &sdk.ChatCompletionMessageFunctionToolCallParam{ID: p.Call.ID}
			call.Function.Name, call.Function.Arguments = p.Call.Tool, arguments(p.Call.Args)
			if extra, ok := said.Calls[p.Call.ID]; ok {
				call.SetExtraFields(map[string]any{"extra_content": extra})
			}
			out.ToolCalls = append(out.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{OfFunction: call})
		case p.Text != "":
			texts = append(texts, p.Text)
		}
	}
	if len(texts) > 0 {
		out.Content.OfString = sdk.String(strings.Join(texts, "\n\n"))
	} else if len(out.ToolCalls) == 0 {
		return nil
	}
	if said.Field != "" && len(out.ToolCalls) > 0 {
		out.SetExtraFields(map[string]any{said.Field: said.Text})
	}
	return []sdk.ChatCompletionMessageParamUnion{{OfAssistant: out}}
}

// arguments are those of a call as they go back. Servers put them through templates that
// take only an object, so anything else goes back inside one.
func arguments(raw json.RawMessage) string {
	text := string(bytes.TrimSpace(raw))
	switch {
	case text == "":
		return "{}"
	case text[0] == '{' && json.Valid(raw):
		return text
	}
	wrapped, err := json.Marshal(map[string]string{"not_an_object": text})
	if err != nil {
		return "{}" // a string can always be written
	}
	return string(wrapped)
}

// thought is the raw form of a model.Thought: what the model said to itself before it called
// tools, in the field it came in, and what belongs to its calls.
type thought struct {
	Field string                     `json:"field,omitempty"`
	Text  string                     `json:"text,omitempty"`
	Calls map[string]json.RawMessage `json:"calls,omitempty"` // extra_content by the call's ID
}

// reasoningFields are those in which servers say what a model thought, in the order in
// which they are looked for.
var reasoningFields = []string{"reasoning_content", "reasoning"}

// readThought gives nothing for what is not ours.
func readThought(raw json.RawMessage) thought {
	var t thought
	if json.Unmarshal(raw, &t) != nil {
		return thought{}
	}
	if t.Field != reasoningFields[0] && t.Field != reasoningFields[1] {
		t.Field = ""
	}
	for id, extra := range t.Calls {
		if !json.Valid(extra) || !said(extra) {
			delete(t.Calls, id)
		}
	}
	return t
}
