package anthropic_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
)

// Whatever comes after a beginning in good order ends the call, as an error unless a reason
// to stop is in it.
func FuzzStream(f *testing.F) {
	for _, seed := range []string{
		"", "\n\n", "data: {\n\n", "event: error\ndata: x\n\n", "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n",
		event(`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"b","input":[]}}`) +
			event(`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{"}}`) +
			event(`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":-5}}`),
		event(`{"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":7,"signature":null}}`) +
			event(`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1e30}}`),
		event(`{"type":"message_start","message":null}`), event(`{"type":"content_block_delta","index":1e99}`), event(`{"type":"message_delta","delta":null,"usage":null}`),
		"event: ping\ndata: \xff\n\n", ":" + strings.Repeat("x", 1000), "event:\r\rdata:\x00",
	} {
		f.Add([]byte(seed))
	}
	var mu sync.Mutex
	var next []byte
	s := start(f, scripted.Answers(func(scripted.Request) scripted.Reply {
		mu.Lock()
		defer mu.Unlock()
		return scripted.Reply{Text: []string{"so far"}, Fault: scripted.Fault{Kind: scripted.Garbage, Bytes: next}}
	}))
	c := client(f, s, "sk-planted")
	f.Fuzz(func(t *testing.T, garbage []byte) {
		mu.Lock()
		next = garbage
		mu.Unlock()
		r := hello
		r.Model, r.Thinking, r.Effort = "claude-opus-5-5", model.Always, model.LowEffort
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		res, err := c.Complete(ctx, r)
		if err == nil && !bytes.Contains(bytes.ToLower(garbage), []byte("stop")) {
			t.Fatalf("an answer: %+v", res)
		}
		if !strings.HasPrefix(res.Text, "so far") {
			t.Errorf("text %q", res.Text)
		}
		if u := res.Usage; u.In < 0 || u.Out < 0 || u.CacheRead < 0 || u.CacheWrite < 0 || u.Tokens() > 3<<30 || u.Out > 1<<30 {
			t.Errorf("usage %+v", u)
		}
		if failed := (*model.Error)(nil); err != nil && !errors.As(err, &failed) {
			t.Errorf("%T: %v", err, err)
		}
	})
}

// No error says what the service said, whatever that is.
func FuzzError(f *testing.F) {
	for _, body := range []string{
		"", "{}", "null", `{"error":null}`, `{"error":"planted"}`, `{"error":{"type":"planted","message":"planted"}}`, `{"error":{"type":"rate_limit_error","message":"planted"}}`,
		`{"error":{"type":7}}`, `{"error":{"message":"prompt is too long: 99 tokens > 9 maximum planted"}}`, "<html>planted",
	} {
		for _, status := range []int{100, 204, 301, 400, 404, 429, 500, 529} {
			f.Add(status, "application/json", "5", body)
		}
		f.Add(200, "text/event-stream", "", "event: error\ndata: "+body+"\n\n")
	}
	f.Fuzz(func(t *testing.T, status int, kind, after, body string) {
		if status < 100 || status > 999 {
			t.Skip("not of HTTP")
		}
		c := carried(func(r *http.Request) (*http.Response, error) {
			res, err := says(status, kind, body)(r)
			res.Header.Set("Retry-After", after)
			return res, err
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := c.Complete(ctx, hello)
		if err == nil {
			if status < 200 || status > 299 {
				t.Error("an answer")
			}
			return
		}
		var failed *model.Error
		if !errors.As(err, &failed) || failed.After < 0 || failed.After > 24*time.Hour || strings.Contains(err.Error(), "planted") || len(err.Error()) > 300 {
			t.Errorf("%T: %v", err, err)
		}
		list, err := c.Models(ctx)
		if err != nil && (!errors.As(err, &failed) || strings.Contains(err.Error(), "planted")) {
			t.Errorf("models: %v", err)
		}
		if len(list) > model.MaxListed {
			t.Errorf("%d models", len(list))
		}
	})
}
