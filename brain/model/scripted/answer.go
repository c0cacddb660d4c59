package scripted

import (
	"encoding/json"
	"fmt"
	"strings"
)

// bill is what an answer costs: as the script says, else by the rule.
func (v *visit) bill(r Reply) Usage {
	u := v.s.read(v.said) // also where the script says otherwise: the cache has to remember
	u.Out = written(r)
	if r.Usage != nil {
		u = *r.Usage
	}
	return u
}

func (v *visit) answering(r Reply) string {
	if r.Model != "" {
		return r.Model
	}
	return v.said.Model
}

// answerMessages answers on Anthropic's wire.
func (v *visit) answerMessages(r Reply) *problem {
	stop := r.Stop
	switch {
	case r.Fault.Kind == WindowFull:
		stop = "model_context_window_exceeded"
	case r.Fault.Kind == Refusal || r.Fault.Kind == Filtered || r.Fault.Kind == FilteredIn:
		stop = "refusal"
	case stop != "":
	case len(r.Calls) > 0:
		stop = "tool_use"
	default:
		stop = "end_turn"
	}
	if v.said.Thinking == "disabled" {
		r.Thinking, r.Redacted = "", ""
	}
	content := v.content(r)
	u := v.bill(r)
	usage := map[string]any{
		"input_tokens": u.In, "cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite,
		"cache_creation": map[string]int{"ephemeral_1h_input_tokens": u.CacheWrite, "ephemeral_5m_input_tokens": 0},
		"output_tokens":  u.Out, "service_tier": "standard",
	}
	if r.Fault.Kind == NoUsage {
		usage = map[string]any{}
	}
	message := map[string]any{
		"id": fmt.Sprintf("msg_%d", v.said.N), "type": "message", "role": "assistant", "model": v.answering(r),
		"content": content, "stop_reason": stop, "stop_sequence": nil, "usage": usage,
	}
	if !v.said.Stream {
		v.whole(r, message)
		return nil
	}
	v.streamMessage(r, message, content, usage, stop)
	return nil
}

// content is what a reply says, block by block.
func (v *visit) content(r Reply) []map[string]any {
	out := []map[string]any{}
	if r.Thinking != "" {
		out = append(out, map[string]any{"type": "thinking", "thinking": r.Thinking, "signature": v.said.past.sign(r.Thinking)})
	}
	if r.Redacted != "" {
		out = append(out, map[string]any{"type": "redacted_thinking", "data": v.said.past.redact(r.Redacted)})
	}
	if len(r.Text) > 0 {
		out = append(out, map[string]any{"type": "text", "text": strings.Join(r.Text, "")})
	}
	for i, c := range r.Calls {
		if c.ID == "" {
			c.ID = fmt.Sprintf("toolu_%d_%d", v.said.N, i+1)
		}
		call := map[string]any{"type": "tool_use", "id": c.ID, "name": c.Tool, "input": c.Args}
		if json.Valid([]byte(c.Args)) && !v.said.Stream { // in a stream they come as text, valid or not
			call["input"] = json.RawMessage(c.Args)
		}
		out = append(out, call)
	}
	return out
}

func (v *visit) streamMessage(r Reply, message map[string]any, content []map[string]any, usage map[string]any, stop string) {
	s := v.stream()
	started := make(map[string]any, len(usage))
	for name, value := range usage {
		started[name] = value
	}
	if _, said := usage["output_tokens"]; said {
		started["output_tokens"] = 1
	}
	message["content"], message["stop_reason"], message["usage"] = []any{}, nil, started
	s.event("message_start", map[string]any{"type": "message_start", "message": message})
	s.event("ping", map[string]string{"type": "ping"})
	for i, b := range content {
		delta := func(d map[string]any) {
			s.event("content_block_delta", map[string]any{"type": "content_block_delta", "index": i, "delta": d})
		}
		start := func(empty map[string]any) {
			s.event("content_block_start", map[string]any{"type": "content_block_start", "index": i, "content_block": empty})
		}
		switch b["type"] {
		case "thinking":
			start(map[string]any{"type": "thinking", "thinking": "", "signature": ""})
			for piece := range pieces(r.Thinking) {
				delta(map[string]any{"type": "thinking_delta", "thinking": piece})
			}
			delta(map[string]any{"type": "signature_delta", "signature": b["signature"]})
		case "redacted_thinking":
			start(b)
		case "text":
			start(map[string]any{"type": "text", "text": ""})
			s.text(r, func(piece string) { delta(map[string]any{"type": "text_delta", "text": piece}) })
			if r.Fault.Kind.late() {
				v.lateMessage(s, r.Fault)
				return
			}
		case "tool_use":
			start(map[string]any{"type": "tool_use", "id": b["id"], "name": b["name"], "input": map[string]any{}})
			delta(map[string]any{"type": "input_json_delta", "partial_json": ""})
			for piece := range pieces(b["input"].(string)) {
				delta(map[string]any{"type": "input_json_delta", "partial_json": piece})
			}
		}
		s.event("content_block_stop", map[string]any{"type": "content_block_stop", "index": i})
	}
	if len(r.Text) == 0 {
		s.text(r, nil) // for its Hold
	}
	if r.Fault.Kind.late() {
		v.lateMessage(s, r.Fault)
		return
	}
	end := map[string]any{"stop_reason": stop, "stop_sequence": nil}
	if stop == "refusal" {
		end["stop_details"] = map[string]any{"type": "refusal", "category": nil, "explanation": "I will not" + v.echo()}
	}
	s.event("message_delta", map[string]any{"type": "message_delta", "delta": end, "usage": usage})
	s.event("message_stop", map[string]string{"type": "message_stop"})
}

func (v *visit) lateMessage(s *stream, f Fault) {
	s.fault(f, func() { s.event("error", anthropicError("overloaded_error", "Overloaded"+v.echo())) })
}

// pieces cuts a text in up to four, between characters.
func pieces(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		runes := []rune(text)
		step := max(1, (len(runes)+3)/4)
		for len(runes) > 0 {
			n := min(step, len(runes))
			if !yield(string(runes[:n])) {
				return
			}
			runes = runes[n:]
		}
	}
}
