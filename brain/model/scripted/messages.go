package scripted

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/model"
)

// messagesBody is what /v1/messages takes, as far as anybody here sends it. Other fields
// are refused.
type messagesBody struct {
	Model         string          `json:"model"`
	MaxTokens     *int            `json:"max_tokens"`
	Stream        bool            `json:"stream"`
	Temperature   *float64        `json:"temperature"`
	TopP          *float64        `json:"top_p"`
	TopK          *int            `json:"top_k"`
	StopSequences []string        `json:"stop_sequences"`
	Metadata      json.RawMessage `json:"metadata"`
	ServiceTier   string          `json:"service_tier"`
	System        json.RawMessage `json:"system"`
	Thinking      *struct {
		Type    string `json:"type"`
		Budget  int    `json:"budget_tokens"`
		Display string `json:"display"`
	} `json:"thinking"`
	OutputConfig *struct {
		Effort string `json:"effort"`
		Format *struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
	Messages   []messageBody `json:"messages"`
	Tools      []toolBody    `json:"tools"`
	ToolChoice *struct {
		Type       string `json:"type"`
		Name       string `json:"name"`
		NoParallel bool   `json:"disable_parallel_tool_use"`
	} `json:"tool_choice"`
}

type messageBody struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type toolBody struct {
	Type         string          `json:"type"`
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"input_schema"`
	CacheControl *cacheControl   `json:"cache_control"`
}

type cacheControl struct {
	Type string `json:"type"`
	TTL  string `json:"ttl"`
}

// block is a content block of any type.
type block struct {
	Type         string          `json:"type"`
	CacheControl *cacheControl   `json:"cache_control"`
	Text         *string         `json:"text"`
	Source       *imageSource    `json:"source"`
	ID           string          `json:"id"`
	Name         string          `json:"name"`
	Input        json.RawMessage `json:"input"`
	ToolUseID    string          `json:"tool_use_id"`
	Content      json.RawMessage `json:"content"`
	IsError      bool            `json:"is_error"`
	Thinking     *string         `json:"thinking"`
	Signature    string          `json:"signature"`
	Data         string          `json:"data"`

	raw json.RawMessage
}

type imageSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

var (
	callID   = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
)

// strict decodes JSON without fields that are not known.
func strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// blocks reads content: a list of blocks, or a string that stands for one of text.
func blocks(raw json.RawMessage) ([]block, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []block{{Type: "text", Text: &text}}, nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, errors.New("content: Input should be a valid list")
	}
	out := make([]block, len(list))
	for i, b := range list {
		if err := strict(b, &out[i]); err != nil {
			return nil, fmt.Errorf("content.%d: %w", i, err)
		}
		out[i].raw = b
	}
	return out, nil
}

// parseMessages reads and checks a request of Anthropic's wire. What it does not accept is
// what the service answers with 400.
func (v *visit) parseMessages() *problem {
	var body messagesBody
	if err := strict(v.said.Body, &body); err != nil {
		return wrong("%v", err)
	}
	card, p := v.model(body.Model)
	if p != nil {
		return p
	}
	r := &v.said
	r.Model, r.Stream, r.Temperature = body.Model, body.Stream, body.Temperature
	marks := &marks{}
	for _, check := range []func() *problem{
		func() *problem { return v.settings(&body, card) },
		func() *problem { return v.tools(&body, card, marks) },
		func() *problem { return v.system(&body, marks) },
		func() *problem { return v.conversation(&body, card, marks) },
	} {
		if p := check(); p != nil {
			return p
		}
	}
	return marks.wrong
}

// marks counts the cache_controls of a request, in the order of the prompt.
type marks struct {
	count int
	short bool // one of five minutes has come
	wrong *problem
}

func (m *marks) see(c *cacheControl) bool {
	if c == nil {
		return false
	}
	m.count++
	switch {
	case c.Type != "ephemeral" || c.TTL != "" && c.TTL != "5m" && c.TTL != "1h":
		m.wrong = wrong("cache_control: Input should be ephemeral, of '5m' or '1h'")
	case m.count > 4:
		m.wrong = wrong("A maximum of 4 blocks with cache_control may be provided. Found %d.", m.count)
	case c.TTL == "1h" && m.short:
		m.wrong = wrong("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block")
	}
	m.short = m.short || c.TTL != "1h"
	return true
}

// settings checks what is not content.
func (v *visit) settings(b *messagesBody, card model.Card) *problem {
	r := &v.said
	counting := strings.HasSuffix(r.Path, "/count_tokens")
	switch {
	case b.MaxTokens == nil && !counting:
		return wrong("max_tokens: Field required")
	case b.MaxTokens != nil && *b.MaxTokens < 1:
		return wrong("max_tokens: must be greater than or equal to 1")
	case b.MaxTokens != nil && card.MaxOut > 0 && *b.MaxTokens > card.MaxOut:
		return wrong("max_tokens: %d > %d, which is the maximum allowed number of output tokens for %s", *b.MaxTokens, card.MaxOut, card.Name)
	case !card.Temperature && (b.Temperature != nil || b.TopP != nil || b.TopK != nil):
		return wrong("`temperature` is deprecated for this model.")
	case b.Temperature != nil && (*b.Temperature < 0 || *b.Temperature > 1):
		return wrong("temperature: range: 0..1")
	}
	if b.MaxTokens != nil {
		r.MaxTokens = *b.MaxTokens
	}
	if b.Thinking != nil {
		r.Thinking = b.Thinking.Type
		switch {
		case r.Thinking != "adaptive" && r.Thinking != "disabled" && r.Thinking != "enabled":
			return wrong("thinking: Input tag '%s' found using 'type' does not match any of the expected tags", r.Thinking)
		case r.Thinking == "adaptive" && card.Thinking != model.Adaptive && card.Thinking != model.Always:
			return wrong("adaptive thinking is not supported on this model")
		case r.Thinking == "disabled" && card.Thinking == model.Always:
			return wrong(`"thinking.type.disabled" is not supported for this model.`)
		case r.Thinking == "enabled":
			return wrong(`"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".`)
		}
	}
	if c := b.OutputConfig; c != nil {
		switch r.Effort = c.Effort; c.Effort {
		case "":
		case "low", "medium", "high", "xhigh", "max":
			if card.Thinking == model.NoThinking {
				return wrong("This model does not support the effort parameter.")
			}
		default:
			return wrong("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'")
		}
		if c.Format != nil {
			if !card.Schema {
				return wrong("output_config.format: not supported for this model")
			}
			if c.Format.Type != "json_schema" {
				return wrong("output_config.format.type: Input should be 'json_schema'")
			}
			if why := strictSchema(c.Format.Schema, false); why != "" {
				return wrong("output_config.format.schema: %s", why)
			}
			r.Schema = c.Format.Schema
		}
	}
	if c := b.ToolChoice; c != nil {
		switch c.Type {
		case "auto", "none":
		case "any", "tool":
			if !card.ForcedTools {
				return wrong("tool_choice: forced tool use is not supported for this model")
			}
		default:
			return wrong("tool_choice: Input tag '%s' is not expected", c.Type)
		}
		if len(b.Tools) == 0 {
			return wrong("tool_choice may only be specified while providing tools.")
		}
	}
	return nil
}

// tools checks the tools.
func (v *visit) tools(b *messagesBody, card model.Card, m *marks) *problem {
	if len(b.Tools) > 0 && !card.Tools {
		return wrong("tools: not supported for this model")
	}
	seen := make(map[string]bool)
	for i, t := range b.Tools {
		var schema struct {
			Type string `json:"type"`
		}
		switch {
		case t.Type != "" && t.Type != "custom":
			return wrong("tools.%d: unknown type '%s'", i, t.Type)
		case !toolName.MatchString(t.Name):
			return wrong("tools.%d.custom.name: String should match pattern '%s'", i, toolName)
		case seen[t.Name]:
			return wrong("tools: Tool names must be unique.")
		case json.Unmarshal(t.InputSchema, &schema) != nil || schema.Type != "object":
			return wrong("tools.%d.custom.input_schema.type: Input should be 'object'", i)
		}
		seen[t.Name] = true
		m.see(t.CacheControl)
		v.said.Tools = append(v.said.Tools, model.Tool{Name: t.Name, Description: t.Description, Params: t.InputSchema})
	}
	return nil
}

// system checks the instructions.
func (v *visit) system(b *messagesBody, m *marks) *problem {
	if len(b.System) == 0 {
		return nil
	}
	list, err := blocks(b.System)
	if err != nil {
		return wrong("system: %v", err)
	}
	for i, p := range list {
		if p.Type != "text" || p.Text == nil {
			return wrong("system.%d: Input should be a text block", i)
		}
		if strings.TrimSpace(*p.Text) == "" {
			return wrong("system: text content blocks must contain non-whitespace text")
		}
		v.said.System = append(v.said.System, model.Passage{Text: *p.Text, Cache: m.see(p.CacheControl)})
	}
	return nil
}

// conversation checks the messages.
func (v *visit) conversation(b *messagesBody, card model.Card, m *marks) *problem {
	if len(b.Messages) == 0 {
		return wrong("messages: at least one message is required")
	}
	var open []string // calls that the next message has to give results of
	used := make(map[string]bool)
	past := newPast(b.Model)
	for i, raw := range b.Messages {
		list, err := blocks(raw.Content)
		if err != nil {
			return wrong("messages.%d.%v", i, err)
		}
		if raw.Role != "user" && raw.Role != "assistant" {
			return wrong("messages.%d.role: Input should be 'user' or 'assistant'", i)
		}
		if i == 0 && raw.Role != "user" {
			return wrong("messages: first message must use the \"user\" role")
		}
		if len(list) == 0 {
			return wrong("messages.%d: all messages must have non-empty content", i)
		}
		msg := model.Message{From: model.Side(raw.Role)}
		given := make(map[string]bool)
		var calls []string
		for j, p := range list {
			at := fmt.Sprintf("messages.%d.content.%d", i, j)
			part, wrongHere := v.part(at, p, raw.Role, card)
			if wrongHere != nil {
				return wrongHere
			}
			switch {
			case part.Call != nil:
				if used[p.ID] {
					return wrong("messages: `tool_use` ids must be unique")
				}
				used[p.ID] = true
				calls = append(calls, p.ID)
			case part.Result != nil:
				if j > 0 && msg.Parts[j-1].Result == nil {
					return wrong("%s: tool_result blocks must come first", at)
				}
				if given[p.ToolUseID] || !slices.Contains(open, p.ToolUseID) {
					return wrong("%s: unexpected `tool_use_id` found in `tool_result` blocks: %s", at, p.ToolUseID)
				}
				given[p.ToolUseID] = true
			case part.Thought != nil:
				if !past.genuine(p) {
					return wrong("%s: Invalid `signature` in `thinking` block", at)
				}
			}
			if m.see(p.CacheControl) {
				if part.Thought != nil || p.Type == "text" && *p.Text == "" {
					return wrong("%s: cache_control cannot be set for this block", at)
				}
				if n := len(v.said.Marks); n == 0 || v.said.Marks[n-1] != i {
					v.said.Marks = append(v.said.Marks, i)
				}
			}
			msg.Parts = append(msg.Parts, part)
		}
		for _, id := range open {
			if !given[id] {
				return wrong("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s", i-1, id)
			}
		}
		if open = calls; len(calls) > 0 && len(b.Tools) == 0 {
			return wrong("Requests which include `tool_use` or `tool_result` blocks must define tools")
		}
		v.said.Messages = append(v.said.Messages, msg)
		past.add(raw.Role, list)
	}
	last := b.Messages[len(b.Messages)-1]
	if last.Role == "assistant" {
		return wrong("This model does not support assistant message prefill. The conversation must end with a user message.")
	}
	v.said.past = past
	return nil
}

// part checks one content block and translates it.
func (v *visit) part(at string, b block, role string, card model.Card) (model.Part, *problem) {
	fromUser := role == "user"
	switch b.Type {
	case "text":
		if b.Text == nil || strings.TrimSpace(*b.Text) == "" {
			return model.Part{}, wrong("messages: text content blocks must contain non-whitespace text (%s)", at)
		}
		return model.Part{Text: *b.Text}, nil
	case "image":
		if !fromUser {
			return model.Part{}, wrong("%s: images are only allowed in user messages", at)
		}
		image, p := picture(at, b.Source, card)
		return model.Part{Image: image}, p
	case "tool_use":
		var input map[string]any
		if fromUser {
			return model.Part{}, wrong("%s: `tool_use` blocks can only be in `assistant` messages", at)
		}
		if !callID.MatchString(b.ID) || !toolName.MatchString(b.Name) {
			return model.Part{}, wrong("%s.tool_use: id or name does not match its pattern", at)
		}
		if json.Unmarshal(b.Input, &input) != nil || input == nil {
			return model.Part{}, wrong("%s.tool_use.input: Input should be a valid dictionary", at)
		}
		return model.Part{Call: &model.Call{ID: b.ID, Tool: b.Name, Args: b.Input}}, nil
	case "tool_result":
		if !fromUser {
			return model.Part{}, wrong("%s: `tool_result` blocks can only be in `user` messages", at)
		}
		res := &model.Result{ID: b.ToolUseID, Failed: b.IsError}
		if len(b.Content) > 0 {
			inner, err := blocks(b.Content)
			if err != nil {
				return model.Part{}, wrong("%s.%v", at, err)
			}
			for _, c := range inner {
				if c.Type != "text" || c.Text == nil {
					return model.Part{}, wrong("%s.content: only text is understood here", at)
				}
				if *c.Text == "" && c.raw != nil {
					return model.Part{}, wrong("messages: text content blocks must be non-empty (%s)", at)
				}
				res.Text += *c.Text
			}
		}
		return model.Part{Result: res}, nil
	case "thinking", "redacted_thinking":
		if fromUser {
			return model.Part{}, wrong("%s: `%s` blocks can only be in `assistant` messages", at, b.Type)
		}
		return model.Part{Thought: &model.Thought{Model: v.said.Model, Raw: b.raw}}, nil
	}
	return model.Part{}, wrong("%s: Input tag '%s' found using 'type' does not match any of the expected tags", at, b.Type)
}

// picture checks an image.
func picture(at string, s *imageSource, card model.Card) (*model.Image, *problem) {
	if !card.Images {
		return nil, wrong("%s: this model does not support images", at)
	}
	if s == nil || s.Type != "base64" {
		return nil, wrong("%s.image.source: only base64 is understood here", at)
	}
	switch s.MediaType {
	case "image/jpeg", "image/png", "image/gif", "image/webp":
	default:
		return nil, wrong("%s.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'", at)
	}
	data, err := base64.StdEncoding.DecodeString(s.Data)
	if err != nil || len(data) == 0 {
		return nil, wrong("%s.image.source.base64: invalid base64 data", at)
	}
	return &model.Image{MIME: s.MediaType, Data: data}, nil
}
