package scripted

import (
	"fmt"
	"strings"
)

// answerChat answers on OpenAI's wire.
func (v *visit) answerChat(r Reply) *problem {
	stop := r.Stop
	if r.Local != nil {
		r = r.Local.inText(r)
	}
	switch {
	case r.Fault.Kind == WindowFull:
		stop = "length"
	case r.Fault.Kind == Filtered:
		stop = "content_filter"
	case stop != "":
	case len(r.Calls) > 0:
		stop = "tool_calls"
	default:
		stop = "stop"
	}
	u := v.bill(r)
	usage := map[string]any{
		"prompt_tokens": u.In + u.CacheRead, "completion_tokens": u.Out, "total_tokens": u.In + u.CacheRead + u.Out,
		"prompt_tokens_details":     map[string]int{"cached_tokens": u.CacheRead},
		"completion_tokens_details": map[string]int{"reasoning_tokens": Tokens(r.Thinking)},
	}
	calls := []map[string]any{}
	for i, c := range r.Calls {
		if c.ID == "" {
			c.ID = fmt.Sprintf("call_%d_%d", v.said.N, i+1)
		}
		calls = append(calls, map[string]any{"id": c.ID, "type": "function", "function": map[string]any{"name": c.Tool, "arguments": c.Args}})
	}
	switch {
	case v.said.Stream && r.Local == nil:
		v.streamChat(r, calls, usage, stop)
		return nil
	case v.said.Stream && !r.Local.Whole:
		v.streamLocal(r, calls, usage, stop)
		return nil
	}
	message := map[string]any{"role": "assistant", "content": strings.Join(r.Text, ""), "refusal": nil}
	if r.Fault.Kind == Refusal {
		message["content"], message["refusal"] = nil, strings.Join(r.Text, "")
	}
	if len(calls) > 0 {
		message["tool_calls"] = calls
	}
	if r.Thinking != "" {
		message["reasoning_content"] = r.Thinking
	}
	v.whole(r, map[string]any{
		"id": fmt.Sprintf("chatcmpl-%d", v.said.N), "object": "chat.completion", "created": 1767225600, "model": v.answering(r), "usage": usage,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": stop}},
	})
	return nil
}

func (v *visit) streamChat(r Reply, calls []map[string]any, usage map[string]any, stop string) {
	s := v.stream()
	chunk := func(choices []any, usage any) {
		c := map[string]any{
			"id": fmt.Sprintf("chatcmpl-%d", v.said.N), "object": "chat.completion.chunk", "created": 1767225600, "model": v.answering(r), "choices": choices,
		}
		if v.said.usage {
			c["usage"] = usage
		}
		s.event("", c)
	}
	delta := func(d map[string]any, finish any) {
		chunk([]any{map[string]any{"index": 0, "delta": d, "finish_reason": finish}}, nil)
	}
	delta(map[string]any{"role": "assistant", "content": ""}, nil)
	for piece := range pieces(r.Thinking) {
		delta(map[string]any{"reasoning_content": piece}, nil)
	}
	field := "content"
	if r.Fault.Kind == Refusal {
		field = "refusal"
	}
	s.text(r, func(piece string) { delta(map[string]any{field: piece}, nil) })
	if r.Fault.Kind.late() {
		s.fault(r.Fault, func() {
			s.event("", openaiError(&problem{kind: "server_error", code: "server_error"}, "The server is overloaded"+v.echo()))
		})
		return
	}
	for i, c := range calls {
		f := c["function"].(map[string]any)
		first := map[string]any{"index": i, "id": c["id"], "type": "function", "function": map[string]any{"name": f["name"], "arguments": ""}}
		delta(map[string]any{"tool_calls": []any{first}}, nil)
		for piece := range pieces(f["arguments"].(string)) {
			delta(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": piece}}}}, nil)
		}
	}
	delta(map[string]any{}, stop)
	if v.said.usage && r.Fault.Kind != NoUsage {
		chunk([]any{}, usage)
	}
	s.raw("data: [DONE]\n\n")
}
