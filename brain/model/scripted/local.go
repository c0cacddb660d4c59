package scripted

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
)

// Local is how a server speaks OpenAI's wire that is not OpenAI's: each field is a habit of
// some. The zero value has none.
type Local struct {
	NoIndex   bool   // the pieces of calls do not say of which call (Gemini)
	SameIndex bool   // they all say of the first (Ollama)
	NoIDs     bool   // calls have no ID
	Objects   bool   // arguments come as an object instead of its text, where they are one
	Signature string // comes with the first call in extra_content, and has to come back with it (Gemini)

	Think  string // Thinking stands in the text: "think" between <think> and </think>
	Shut   bool   // of the two tags only the second comes, as with some templates
	Field  string // else the field of Thinking; empty is reasoning_content
	Tokens bool   // text comes character by character

	NoDone    bool // the stream ends without [DONE]
	NullError bool // every event says "error": null
	Running   bool // every event says what was used so far
	Whole     bool // it answers in one piece, asked for a stream or not
}

// marked says whether the j-th part of a content is the end of what is to be cached.
func marked(content json.RawMessage, j int) bool {
	var list []struct {
		Mark *struct{ Mode string } `json:"prompt_cache_breakpoint"`
	}
	return json.Unmarshal(content, &list) == nil && j < len(list) && list[j].Mark != nil && list[j].Mark.Mode == "explicit"
}

// signed refuses calls that come back without what was given out with them.
func (v *visit) signed(i int, m chatMessage) *problem {
	for j, c := range m.ToolCalls {
		v.s.mu.Lock()
		want := v.s.extras[c.ID]
		v.s.mu.Unlock()
		if want != "" && c.Extra.Google.Signature != want {
			return wrong("Function call is missing a thought_signature: messages[%d].tool_calls[%d]", i, j)
		}
	}
	return nil
}

// sign gives out a signature with a call.
func (v *visit) sign(id, signature string) map[string]any {
	v.s.mu.Lock()
	defer v.s.mu.Unlock()
	v.s.extras[id] = signature
	return map[string]any{"google": map[string]any{"thought_signature": signature}}
}

// inText puts thinking into the text, where the server does.
func (l Local) inText(r Reply) Reply {
	if l.Think == "" || r.Thinking == "" {
		return r
	}
	thinking := r.Thinking + "\n</" + l.Think + ">\n\n"
	if !l.Shut {
		thinking = "<" + l.Think + ">\n" + thinking
	}
	r.Text = append([]string{thinking}, r.Text...)
	r.Thinking = ""
	return r
}

// streamLocal answers like such a server.
func (v *visit) streamLocal(r Reply, calls []map[string]any, usage map[string]any, stop string) {
	l := *r.Local
	s := v.stream()
	send := func(choices []any, more map[string]any) {
		c := map[string]any{"object": "chat.completion.chunk", "model": v.answering(r), "choices": choices}
		if l.NullError {
			c["error"] = nil
		}
		if l.Running && v.said.usage {
			c["usage"] = map[string]any{"prompt_tokens": usage["prompt_tokens"], "completion_tokens": 1, "total_tokens": 1}
		}
		maps.Copy(c, more)
		s.event("", c)
	}
	delta := func(d map[string]any) { send([]any{map[string]any{"delta": d}}, nil) }
	field := l.Field
	if field == "" {
		field = "reasoning_content"
	}
	for piece := range pieces(r.Thinking) {
		delta(map[string]any{field: piece})
	}
	if l.Tokens {
		r.Text = strings.Split(strings.Join(r.Text, ""), "")
	}
	s.text(r, func(piece string) { delta(map[string]any{"role": "assistant", "content": piece}) })
	if r.Fault.Kind.late() {
		s.fault(r.Fault, func() {
			s.event("", openaiError(&problem{kind: "server_error", code: "503"}, "busy"+v.echo()))
		})
		return
	}
	for i, c := range calls {
		v.localCall(l, i, c, func(piece map[string]any) { delta(map[string]any{"tool_calls": []any{piece}}) })
	}
	send([]any{map[string]any{"delta": map[string]any{}, "finish_reason": stop}}, nil)
	if v.said.usage && r.Fault.Kind != NoUsage {
		send([]any{}, map[string]any{"usage": usage})
	}
	if !l.NoDone {
		s.raw("data: [DONE]\n\n")
	}
}

// localCall sends a call: whole where nothing says what its pieces belong to, else in two.
func (v *visit) localCall(l Local, i int, c map[string]any, send func(map[string]any)) {
	f := c["function"].(map[string]any)
	args := f["arguments"].(string)
	piece := map[string]any{"type": "function", "function": map[string]any{"name": f["name"], "arguments": args}}
	if l.Objects && strings.HasPrefix(args, "{") {
		piece["function"].(map[string]any)["arguments"] = json.RawMessage(args)
	}
	switch {
	case l.SameIndex:
		piece["index"] = 0
	case !l.NoIndex:
		piece["index"] = i
	}
	if !l.NoIDs {
		piece["id"] = c["id"]
	}
	if l.Signature != "" && i == 0 && !l.NoIDs {
		piece["extra_content"] = v.sign(fmt.Sprint(c["id"]), l.Signature)
	}
	if l.NoIndex || l.SameIndex || l.Objects {
		send(piece)
		return
	}
	cut := len(args) / 2
	piece["function"].(map[string]any)["arguments"] = args[:cut]
	send(piece)
	send(map[string]any{"index": i, "function": map[string]any{"arguments": args[cut:]}})
}
