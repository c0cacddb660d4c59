package anthropic

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"citadel/brain/model"
)

// maxMarks is how many cache_controls the service takes.
const maxMarks = 4

// translate puts a request into the form of the wire. The error is an *model.Error of
// reason Invalid: the request holds nothing that could be sent.
func translate(r model.Request) (sdk.MessageNewParams, error) {
	p := sdk.MessageNewParams{
		Model: sdk.Model(r.Model), MaxTokens: int64(max(r.MaxTokens, 1)),
		System: system(r.System), Messages: messages(r),
	}
	if len(p.Messages) == 0 {
		return p, invalid("there is no message")
	}
	for i, t := range r.Tools {
		if len(t.Params) > 0 && !json.Valid(t.Params) {
			return p, invalid(fmt.Sprintf("the parameters of tool %d are no JSON", i))
		}
		tool := sdk.ToolParam{Name: t.Name, InputSchema: param.Override[sdk.ToolInputSchemaParam](object(t.Params))}
		if t.Description != "" {
			tool.Description = sdk.String(t.Description)
		}
		p.Tools = append(p.Tools, sdk.ToolUnionParam{OfTool: &tool})
	}
	if r.Temperature != nil {
		p.Temperature = sdk.Float(*r.Temperature)
	}
	switch r.Thinking {
	case model.Adaptive:
		if r.Effort == model.NoEffort {
			p.Thinking.OfDisabled = &sdk.ThinkingConfigDisabledParam{}
			break
		}
		p.Thinking.OfAdaptive = &sdk.ThinkingConfigAdaptiveParam{}
		p.OutputConfig.Effort = effort(r.Effort)
	case model.Always, model.ByEffort:
		p.OutputConfig.Effort = effort(r.Effort)
	}
	if len(r.Schema) > 0 {
		format, err := json.Marshal(map[string]any{"type": "json_schema", "schema": r.Schema})
		if err != nil {
			return p, invalid("the schema is no JSON")
		}
		p.OutputConfig.Format = param.Override[sdk.JSONOutputFormatParam](json.RawMessage(format))
	}
	return p, nil
}

func invalid(why string) error {
	return &model.Error{Op: "anthropic: complete", Reason: model.Invalid, Err: errors.New(why)}
}

// effort is the nearest that the service knows: it has none below low.
func effort(e model.Effort) sdk.OutputConfigEffort {
	switch e {
	case model.NoEffort, model.LowEffort:
		return sdk.OutputConfigEffortLow
	case model.MediumEffort:
		return sdk.OutputConfigEffortMedium
	}
	return sdk.OutputConfigEffortHigh
}

// blank holds for text that the service refuses to be sent.
func blank(text string) bool { return strings.TrimSpace(text) == "" }

// system puts instructions into the form of the wire. The mark of a blank passage goes to
// the one before it, which ends at the same place.
func system(passages []model.Passage) []sdk.TextBlockParam {
	var out []sdk.TextBlockParam
	var marked []int
	for _, s := range passages {
		if !blank(s.Text) {
			out = append(out, sdk.TextBlockParam{Text: s.Text})
		}
		if n := len(out); s.Cache && n > 0 && !slices.Contains(marked, n-1) {
			marked = append(marked, n-1)
		}
	}
	for _, i := range marked[max(0, len(marked)-maxMarks):] {
		out[i].CacheControl = sdk.CacheControlEphemeralParam{TTL: sdk.CacheControlEphemeralTTLTTL1h}
	}
	return out
}

// messages puts a conversation into the form of the wire.
func messages(r model.Request) []sdk.MessageParam {
	var out []sdk.MessageParam
	ids := names{now: make(map[string]string), used: make(map[string]bool)}
	for _, m := range r.Messages {
		var results, rest []sdk.ContentBlockParamUnion
		for _, p := range m.Parts {
			switch {
			case p.Result != nil:
				results = append(results, result(p.Result, ids.of(p.Result.ID)))
			case p.Call != nil:
				call := sdk.ToolUseBlockParam{ID: ids.give(p.Call.ID), Name: p.Call.Tool, Input: arguments(p.Call.Args)}
				rest = append(rest, sdk.ContentBlockParamUnion{OfToolUse: &call})
			case p.Thought != nil:
				if p.Thought.Model == r.Model && json.Valid(p.Thought.Raw) {
					rest = append(rest, param.Override[sdk.ContentBlockParamUnion](p.Thought.Raw))
				}
			case p.Image != nil:
				source := sdk.Base64ImageSourceParam{MediaType: sdk.Base64ImageSourceMediaType(p.Image.MIME), Data: base64.StdEncoding.EncodeToString(p.Image.Data)}
				rest = append(rest, sdk.NewImageBlock(source))
			case !blank(p.Text):
				rest = append(rest, sdk.NewTextBlock(p.Text))
			}
		}
		if len(results)+len(rest) == 0 {
			continue
		}
		role := sdk.MessageParamRoleUser
		if m.From == model.Assistant {
			role = sdk.MessageParamRoleAssistant
		}
		if n := len(out); n > 0 && out[n-1].Role == role {
			at := leading(out[n-1].Content)
			out[n-1].Content = append(slices.Insert(out[n-1].Content, at, results...), rest...)
			continue
		}
		out = append(out, sdk.MessageParam{Role: role, Content: append(results, rest...)})
	}
	return out
}

// leading is how many results of tools a message begins with.
func leading(content []sdk.ContentBlockParamUnion) int {
	for i, b := range content {
		if b.OfToolResult == nil {
			return i
		}
	}
	return len(content)
}

func result(r *model.Result, id string) sdk.ContentBlockParamUnion {
	b := sdk.ToolResultBlockParam{ToolUseID: id}
	if !blank(r.Text) {
		b.Content = []sdk.ToolResultBlockParamContentUnion{{OfText: &sdk.TextBlockParam{Text: r.Text}}}
	}
	if r.Failed {
		b.IsError = sdk.Bool(true)
	}
	return sdk.ContentBlockParamUnion{OfToolResult: &b}
}

// arguments are those of a call as an object, which is what the service takes.
func arguments(raw json.RawMessage) json.RawMessage {
	var o map[string]json.RawMessage
	if json.Unmarshal(raw, &o) == nil && o != nil {
		return raw
	}
	if blank(string(raw)) {
		return json.RawMessage("{}")
	}
	wrapped, err := json.Marshal(map[string]string{"invalid_arguments": string(raw)})
	if err != nil { // text always can be written
		return json.RawMessage("{}")
	}
	return wrapped
}

// object is a schema, or that of an object of anything where there is none.
func object(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage(`{"type":"object"}`)
	}
	return raw
}

var strange = regexp.MustCompile(`[^a-zA-Z0-9_-]`)

// names are the IDs of calls as the service takes them: of few characters, and each but
// once. Those that another provider made need be neither.
type names struct {
	now  map[string]string // what an ID is called since its last call
	used map[string]bool
}

// give names a call.
func (n names) give(id string) string {
	name := strange.ReplaceAllLiteralString(id, "_")
	for i := 2; name == "" || n.used[name]; i++ {
		name = fmt.Sprintf("%s_%d", strange.ReplaceAllLiteralString(id, "_"), i)
	}
	n.used[name], n.now[id] = true, name
	return name
}

// of names the call that a result is of.
func (n names) of(id string) string {
	if name, ok := n.now[id]; ok {
		return name
	}
	return strange.ReplaceAllLiteralString(id, "_")
}
