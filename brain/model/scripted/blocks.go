package scripted

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/model"
)

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
