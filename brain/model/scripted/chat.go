package scripted

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"citadel/brain/model"
)

// chatBody is what /v1/chat/completions takes, as far as anybody here sends it.
type chatBody struct {
	Model               string        `json:"model"`
	Messages            []chatMessage `json:"messages"`
	MaxTokens           *int          `json:"max_tokens"`
	MaxCompletionTokens *int          `json:"max_completion_tokens"`
	Temperature         *float64      `json:"temperature"`
	TopP                *float64      `json:"top_p"`
	Effort              string        `json:"reasoning_effort"`
	Stream              bool          `json:"stream"`
	StreamOptions       *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Tools          []chatTool      `json:"tools"`
	ToolChoice     json.RawMessage `json:"tool_choice"`
	Parallel       *bool           `json:"parallel_tool_calls"`
	ResponseFormat *struct {
		Type       string `json:"type"`
		JSONSchema *struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Strict      bool            `json:"strict"`
			Schema      json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Stop           json.RawMessage `json:"stop"`
	N              *int            `json:"n"`
	Store          *bool           `json:"store"`
	Seed           *int            `json:"seed"`
	User           string          `json:"user"`
	PromptCacheKey string          `json:"prompt_cache_key"`
	PromptCache    *struct {
		Mode string `json:"mode"`
		TTL  string `json:"ttl"`
	} `json:"prompt_cache_options"`
	ServiceTier string          `json:"service_tier"`
	Metadata    json.RawMessage `json:"metadata"`
}

type chatMessage struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	Name       string          `json:"name"`
	Refusal    *string         `json:"refusal"`
	ToolCalls  []chatCall      `json:"tool_calls"`
	ToolCallID string          `json:"tool_call_id"`
	Reasoning  string          `json:"reasoning_content"` // of local servers
	Reasoned   string          `json:"reasoning"`         // the same, of others
}

type chatCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string  `json:"name"`
		Arguments *string `json:"arguments"`
	} `json:"function"`
	Extra struct {
		Google struct {
			Signature string `json:"thought_signature"`
		} `json:"google"`
	} `json:"extra_content"` // Gemini's
}

type chatTool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict"`
	} `json:"function"`
}

// parseChat reads and checks a request of OpenAI's wire.
func (v *visit) parseChat() *problem {
	var b chatBody
	if err := strict(v.said.Body, &b); err != nil {
		return wrong("Unrecognized request argument supplied: %v", err)
	}
	card, p := v.model(b.Model)
	if p != nil {
		return p
	}
	r := &v.said
	r.Model, r.Stream, r.Temperature, r.Effort = b.Model, b.Stream, b.Temperature, b.Effort
	for _, check := range []func(*chatBody, model.Card) *problem{v.chatSettings, v.chatFormat, v.chatTools, v.chatMessages} {
		if p := check(&b, card); p != nil {
			return p
		}
	}
	return nil
}

func unsupported(param, why string) *problem {
	p := wrong("Unsupported parameter: '%s' %s", param, why)
	p.code = "unsupported_parameter"
	return p
}

// chatSettings checks what is not content.
func (v *visit) chatSettings(b *chatBody, card model.Card) *problem {
	r := &v.said
	reasons := card.Thinking == model.ByEffort
	limit := b.MaxCompletionTokens
	switch {
	case b.MaxTokens != nil && limit != nil:
		return wrong("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
	case b.MaxTokens != nil && reasons:
		return unsupported("max_tokens", "is not supported with this model. Use 'max_completion_tokens' instead.")
	case b.MaxTokens != nil:
		limit = b.MaxTokens
	}
	switch {
	case limit != nil && *limit < 1:
		return wrong("Invalid 'max_completion_tokens': integer below minimum value")
	case limit != nil && card.MaxOut > 0 && *limit > card.MaxOut:
		return wrong("max_tokens is too large: %d. This model supports at most %d completion tokens", *limit, card.MaxOut)
	case !card.Temperature && (b.Temperature != nil && *b.Temperature != 1 || b.TopP != nil):
		p := wrong("Unsupported value: 'temperature' does not support %v with this model. Only the default (1) value is supported.", *sampling(b))
		p.code = "unsupported_value"
		return p
	case b.Temperature != nil && (*b.Temperature < 0 || *b.Temperature > 2):
		return wrong("Invalid 'temperature': expected a value between 0 and 2")
	case b.N != nil && *b.N != 1:
		return wrong("n: only 1 is understood here")
	case b.StreamOptions != nil && !b.Stream:
		return wrong("The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	case card.ToolsAlone && len(b.Tools) > 0 && b.Effort != "none":
		return wrong("Function tools with reasoning_effort are not supported for %s in /v1/chat/completions. Please use /v1/responses instead.", b.Model)
	case b.Effort != "" && !reasons:
		return unsupported("reasoning_effort", "is not supported with this model.")
	case b.Effort != "" && !slices.Contains([]string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}, b.Effort):
		return wrong("Invalid value for 'reasoning_effort': '%s'", b.Effort)
	}
	if limit != nil {
		r.MaxTokens = *limit
	}
	r.usage = !b.Stream || b.StreamOptions != nil && b.StreamOptions.IncludeUsage
	return nil
}

// sampling is the one of the two parameters that was sent.
func sampling(b *chatBody) *float64 {
	if b.Temperature != nil {
		return b.Temperature
	}
	return b.TopP
}

// chatFormat checks what form the answer is to have.
func (v *visit) chatFormat(b *chatBody, card model.Card) *problem {
	f := b.ResponseFormat
	if f == nil || f.Type == "text" {
		return nil
	}
	switch {
	case !card.Schema:
		return unsupported("response_format", "is not supported with this model.")
	case f.Type == "json_object":
		if !strings.Contains(strings.ToLower(string(v.said.Body)), "json") {
			return wrong("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.")
		}
		return nil
	case f.Type != "json_schema":
		return wrong("Invalid value: '%s'. Supported values are: 'json_object', 'json_schema', and 'text'.", f.Type)
	case f.JSONSchema == nil || !toolName.MatchString(f.JSONSchema.Name):
		return wrong("Invalid 'response_format.json_schema.name': string does not match pattern")
	}
	if f.JSONSchema.Strict {
		if why := strictSchema(f.JSONSchema.Schema, true); why != "" {
			return wrong("Invalid schema for response_format '%s': %s", f.JSONSchema.Name, why)
		}
	}
	v.said.Schema = f.JSONSchema.Schema
	return nil
}

// chatTools checks the tools.
func (v *visit) chatTools(b *chatBody, card model.Card) *problem {
	if len(b.Tools) > 0 && !card.Tools {
		return wrong("%s does not support tools", card.Name)
	}
	for i, t := range b.Tools {
		var schema struct {
			Type string `json:"type"`
		}
		f := t.Function
		switch {
		case t.Type != "function":
			return wrong("Invalid value for tools[%d].type: '%s'", i, t.Type)
		case !toolName.MatchString(f.Name):
			return wrong("Invalid 'tools[%d].function.name': string does not match pattern", i)
		case len(f.Parameters) > 0 && (json.Unmarshal(f.Parameters, &schema) != nil || schema.Type != "object"):
			return wrong("Invalid schema for function '%s': schema must be a JSON Schema of 'type: \"object\"'", f.Name)
		}
		if f.Strict {
			if why := strictSchema(f.Parameters, true); why != "" {
				return wrong("Invalid schema for function '%s': %s", f.Name, why)
			}
		}
		v.said.Tools = append(v.said.Tools, model.Tool{Name: f.Name, Description: f.Description, Params: f.Parameters})
	}
	if len(b.ToolChoice) == 0 {
		return nil
	}
	switch c := string(b.ToolChoice); {
	case len(b.Tools) == 0:
		return wrong("'tool_choice' is only allowed when 'tools' are specified.")
	case c != `"auto"` && c != `"none"` && !card.ForcedTools:
		return wrong("tool_choice: forced tool use is not supported for this model")
	}
	return nil
}

// chatMessages checks the messages. Those of tools become results that the user gives.
func (v *visit) chatMessages(b *chatBody, card model.Card) *problem {
	if len(b.Messages) == 0 {
		return wrong("Invalid 'messages': empty array. Expected an array with minimum length 1.")
	}
	r := &v.said
	var open []string // calls that still need their results
	for i, m := range b.Messages {
		if m.Role != "tool" && len(open) > 0 {
			return missingResults(open)
		}
		if len(m.ToolCalls) > 0 && m.Role != "assistant" || m.ToolCallID != "" && m.Role != "tool" {
			return wrong("messages[%d]: tool calls do not belong to the role '%s'", i, m.Role)
		}
		if m.Reasoning == "" {
			m.Reasoning = m.Reasoned
		}
		if m.Reasoning != "" && card.Provider == "openai" {
			return wrong("Unrecognized request argument supplied: messages[%d].reasoning_content", i)
		}
		parts, p := chatParts(i, m, card)
		if p != nil {
			return p
		}
		if p := v.signed(i, m); p != nil {
			return p
		}
		switch m.Role {
		case "system", "developer":
			for j, part := range parts {
				r.System = append(r.System, model.Passage{Text: part.Text, Cache: marked(m.Content, j)})
			}
		case "user":
			if len(parts) == 0 {
				return wrong("Invalid value for 'content' of messages[%d]: expected a string or a list, got null.", i)
			}
			r.Messages = append(r.Messages, model.Message{From: model.User, Parts: parts})
		case "assistant":
			if len(parts) == 0 && len(m.ToolCalls) == 0 && m.Refusal == nil {
				return wrong("messages[%d]: 'content' is required unless 'tool_calls' is specified", i)
			}
			if m.Reasoning != "" {
				raw, _ := json.Marshal(m.Reasoning) // a string always can be
				parts = append([]model.Part{{Thought: &model.Thought{Model: b.Model, Raw: raw}}}, parts...)
			}
			for j, c := range m.ToolCalls {
				if c.Type != "function" || c.ID == "" || !toolName.MatchString(c.Function.Name) || c.Function.Arguments == nil {
					return wrong("Invalid 'messages[%d].tool_calls[%d]'", i, j)
				}
				parts = append(parts, model.Part{Call: &model.Call{ID: c.ID, Tool: c.Function.Name, Args: json.RawMessage(*c.Function.Arguments)}})
				open = append(open, c.ID)
			}
			r.Messages = append(r.Messages, model.Message{From: model.Assistant, Parts: parts})
		case "tool":
			at := slices.Index(open, m.ToolCallID)
			if at < 0 {
				return wrong("Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.")
			}
			open = slices.Delete(open, at, at+1)
			result := &model.Result{ID: m.ToolCallID}
			for _, part := range parts {
				result.Text += part.Text
			}
			if last := len(r.Messages) - 1; r.Messages[last].From == model.User {
				r.Messages[last].Parts = append(r.Messages[last].Parts, model.Part{Result: result})
			} else {
				r.Messages = append(r.Messages, model.Message{From: model.User, Parts: []model.Part{{Result: result}}})
			}
		default:
			return wrong("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', 'tool', and 'developer'.", m.Role)
		}
	}
	if len(open) > 0 {
		return missingResults(open)
	}
	return nil
}

func missingResults(ids []string) *problem {
	return wrong("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': %s", strings.Join(ids, ", "))
}

// chatParts reads content: a string, null, or a list of texts and images.
func chatParts(i int, m chatMessage, card model.Card) ([]model.Part, *problem) {
	if len(m.Content) == 0 || string(m.Content) == "null" {
		return nil, nil
	}
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		if text == "" && m.Role == "assistant" {
			return nil, nil
		}
		return []model.Part{{Text: text}}, nil
	}
	var list []struct {
		Type     string          `json:"type"`
		Text     *string         `json:"text"`
		Mark     json.RawMessage `json:"prompt_cache_breakpoint"`
		ImageURL *struct {
			URL    string `json:"url"`
			Detail string `json:"detail"`
		} `json:"image_url"`
	}
	if err := strict(m.Content, &list); err != nil {
		return nil, wrong("Invalid type for 'messages[%d].content': %v", i, err)
	}
	var out []model.Part
	for j, c := range list {
		switch {
		case c.Type == "text" && c.Text != nil:
			out = append(out, model.Part{Text: *c.Text})
		case c.Type == "image_url" && c.ImageURL != nil && m.Role == "user":
			head, data, ok := strings.Cut(strings.TrimPrefix(c.ImageURL.URL, "data:"), ";base64,")
			raw, err := base64.StdEncoding.DecodeString(data)
			if !card.Images || !ok || err != nil || len(raw) == 0 || !strings.HasPrefix(head, "image/") {
				return nil, wrong("Invalid image in messages[%d].content[%d]", i, j)
			}
			out = append(out, model.Part{Image: &model.Image{MIME: head, Data: raw}})
		default:
			return nil, wrong("Invalid value: 'messages[%d].content[%d].type': '%s'", i, j, c.Type)
		}
	}
	return out, nil
}
