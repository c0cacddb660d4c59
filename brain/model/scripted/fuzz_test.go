package scripted_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"citadel/brain/model/scripted"
)

// Whatever is asked gets an answer: a service does not fall over because of a request.
func FuzzRequests(f *testing.F) {
	paths := []string{
		"/v1/messages", "/v1/messages/count_tokens", "/v1/chat/completions", "/v1/embeddings", "/v1/images/generations", "/v1/audio/transcriptions", "/v1/models", "/",
	}
	for _, body := range []string{
		"", "null", "[]", "{}", `{"model":"claude-opus-5-5","max_tokens":1,"messages":null}`,
		`{"model":"claude-opus-5-5","max_tokens":1,"stream":true,"system":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"1h"}}],
			"tools":[{"name":"t","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":[{"type":"text","text":"x"}]},
			{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"t","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[]}]}]}`,
		`{"model":"claude-opus-5-5","max_tokens":1,"messages":[{"role":"user","content":[{"type":"image","source":null},null,{"type":"text"}]}]}`,
		`{"model":"claude-opus-5-5","max_tokens":1,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"redacted_thinking","data":"a.b"}]},{"role":"user","content":"x"}]}`,
		`{"model":"gpt-6-luna","messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"t","arguments":""}}]},{"role":"tool","tool_call_id":"a","content":null}]}`,
		`{"model":"gpt-6-luna","messages":[{"role":"tool","tool_call_id":"","content":[]}],"response_format":{"type":"json_schema"},"tool_choice":{}}`,
		`{"model":"text-embedding-3-small","input":["a"],"encoding_format":"base64"}`, `{"model":"gpt-image-2.5-flare","prompt":"x"}`,
	} {
		for i := range paths {
			f.Add(i, "application/json", body)
		}
	}
	f.Add(5, "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.ogg\"\r\n\r\nsound\r\n--x\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nwhisper-1\r\n--x--\r\n")
	s, err := scripted.Start(scripted.Script{InMemory: true, Answer: func(scripted.Request) scripted.Reply {
		return scripted.Reply{Thinking: "t", Text: []string{"a", "b"}, Calls: []scripted.Call{{Tool: "t", Args: "{"}}, Transcript: "x"}
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.Error(err)
		}
	})
	f.Fuzz(func(t *testing.T, path int, kind, body string) {
		at := paths[uint(path)%uint(len(paths))]
		method := http.MethodPost
		if at == "/v1/models" {
			method = http.MethodGet
		}
		r, err := http.NewRequestWithContext(t.Context(), method, s.URL+at, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if kind = strings.Map(func(c rune) rune {
			if c < ' ' || c > '~' {
				return -1
			}
			return c
		}, kind); kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		r.Header.Set("X-Api-Key", "k")
		r.Header.Set("Anthropic-Version", "2023-06-01")
		if strings.HasPrefix(at, "/v1/chat") || path%2 == 0 {
			r.Header.Del("Anthropic-Version")
		}
		if strings.HasPrefix(at, "/v1/messages") {
			r.Header.Set("Anthropic-Version", "2023-06-01")
		}
		res, err := s.Client().Do(r)
		if err != nil {
			t.Fatalf("no answer: %v", err)
		}
		defer res.Body.Close()
		if raw, err := io.ReadAll(res.Body); err != nil {
			t.Fatalf("half an answer: %v after %s", err, raw)
		}
	})
}
