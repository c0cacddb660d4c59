package slackserver

import (
	"encoding/json"
	"strings"
)

// block is as much of a block as the server looks at.
type block struct {
	Type      string              `json:"type"`
	Text      json.RawMessage     `json:"text"`
	Alt       string              `json:"alt_text"`
	SlackFile struct{ ID string } `json:"slack_file"`
	Elements  []button            `json:"elements"`
	BlockID   string              `json:"block_id"`
}

type button struct {
	Type     string `json:"type"`
	ActionID string `json:"action_id"`
	Value    string `json:"value"`
	BlockID  string `json:"-"`
	Text     struct {
		Text string `json:"text"`
	} `json:"text"`
}

// buttons are those of a message.
func buttons(blocks json.RawMessage) []button {
	var all []block
	var out []button
	if json.Unmarshal(blocks, &all) != nil {
		return nil
	}
	for _, b := range all {
		for _, e := range b.Elements {
			if e.Type == "button" {
				e.BlockID = b.BlockID
				out = append(out, e)
			}
		}
	}
	return out
}

// content takes text, blocks and metadata from a call, and refuses what Slack would.
func (s *Server) content(m *message, v func(string) string) string {
	text, blocks := v("text"), v("blocks")
	if strings.TrimSpace(text) == "" && blocks == "" {
		return "no_text"
	}
	if len([]rune(text)) > mostText {
		return "msg_too_long"
	}
	if blocks != "" {
		if code := s.inspect(blocks); code != "" {
			return code
		}
		m.blocks = json.RawMessage(blocks)
	}
	m.text = text
	if meta := v("metadata"); meta != "" {
		var shape struct {
			Type    string         `json:"event_type"`
			Payload map[string]any `json:"event_payload"`
		}
		if json.Unmarshal([]byte(meta), &shape) != nil || shape.Type == "" || shape.Payload == nil {
			return "invalid_metadata_format"
		}
		m.metadata = json.RawMessage(meta)
	}
	return ""
}

func (s *Server) inspect(blocks string) string {
	var all []block
	if json.Unmarshal([]byte(blocks), &all) != nil || len(all) > 50 {
		return "invalid_blocks"
	}
	sum := 0
	ids := map[string]bool{}
	for _, b := range all {
		switch b.Type {
		case "markdown":
			var text string
			if json.Unmarshal(b.Text, &text) != nil || strings.TrimSpace(text) == "" {
				return "invalid_blocks"
			}
			n := len([]rune(text))
			if sum += n; n > mostMarkdown {
				return "msg_blocks_too_long"
			}
		case "image":
			u := s.uploads[b.SlackFile.ID]
			if u == nil || !u.done || b.Alt == "" {
				return "invalid_blocks"
			}
			if s.notReady > 0 {
				s.notReady--
				return "invalid_blocks"
			}
		case "actions":
			if len(b.Elements) == 0 || len(b.Elements) > 25 {
				return "invalid_blocks"
			}
			for _, e := range b.Elements {
				if e.Type != "button" || e.Text.Text == "" || len(e.Text.Text) > 75 || len(e.Value) > 2000 || len(e.ActionID) > 255 || ids[e.ActionID] {
					return "invalid_blocks"
				}
				ids[e.ActionID] = true
			}
		default:
			return "invalid_blocks"
		}
	}
	if sum > mostBlocks {
		return "msg_blocks_too_long"
	}
	return ""
}
