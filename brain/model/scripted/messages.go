package scripted

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
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
