package openai_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/openai"
)

var recall = model.Tool{
	Name: "recall", Description: "Looks up <what> is known & when.",
	Params: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string"},` +
		`"about":{"type":"integer","maximum":9007199254740993}},"required":["query"]}`),
}

// loop is a conversation in the middle of a loop of tools.
func loop() model.Request {
	thought := json.RawMessage(`{"field":"reasoning_content","text":"I look it up.","calls":{"call_1":{"google":{"thought_signature":"c2ln"}}}}`)
	return model.Request{
		Model: "m", MaxTokens: 1000,
		System: []model.Passage{{Text: "You are Citadel.", Cache: true}, {Text: "It is Friday."}},
		Tools:  []model.Tool{recall, {Name: "now"}},
		Messages: []model.Message{
			model.Says(model.User, "Where is Ana?"),
			{From: model.Assistant, Parts: []model.Part{
				{Thought: &model.Thought{Model: "m", Raw: thought}},
				{Text: "I look."},
				{Call: &model.Call{ID: "call_1", Tool: "recall", Args: json.RawMessage(`{"query":"Ana"}`)}},
				{Call: &model.Call{ID: "call_2", Tool: "now", Args: nil}},
				{Call: &model.Call{ID: "call_3", Tool: "recall", Args: json.RawMessage(`{"query":`)}},
			}},
			{From: model.User, Parts: []model.Part{
				{Text: "Hurry."},
				{Result: &model.Result{ID: "call_1", Text: "Porto"}},
				{Result: &model.Result{ID: "call_2", Text: "noon"}},
				{Result: &model.Result{ID: "call_3", Text: "these are no arguments", Failed: true}},
			}},
		},
	}
}

func TestRequests(t *testing.T) {
	warm := 0.7
	png := []byte("\x89PNG\r\n\x1a\n")
	shape := json.RawMessage(`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["b","a"],"additionalProperties":false}`)
	think := []model.Message{model.Says(model.User, "Think.")}
	foreign := loop()
	foreign.Messages[1].Parts[0].Thought.Model = "another"
	for name, r := range map[string]model.Request{
		"plain": {
			Model: "m", MaxTokens: 300, Creativity: model.High, Effort: model.HighEffort,
			Messages: []model.Message{model.Says(model.User, "Hello <you> & \"me\"\n\u2028")},
		},
		"conversation": {
			Model: "m", MaxTokens: 300, Temperature: &warm,
			System: []model.Passage{{Text: "You are Citadel."}, {Text: ""}, {Text: "It is Friday."}},
			Messages: []model.Message{
				model.Says(model.User, "One"), model.Says(model.User, "Two"), model.Says(model.Assistant, "Three"),
				{From: model.Assistant}, model.Says(model.Assistant, "Four"), model.Says(model.User, "Five"),
			},
		},
		"tools":         loop(),
		"other-thought": foreign,
		"structured":    {Model: "m", MaxTokens: 300, Schema: shape, Messages: []model.Message{model.Says(model.User, "Fill in.")}},
		"image": {Model: "m", MaxTokens: 300, Messages: []model.Message{
			{From: model.User, Parts: []model.Part{{Text: "What is this?"}, {Image: &model.Image{MIME: "image/png", Data: png}}}},
			model.Says(model.User, "Quick."),
		}},
		"effort-none":   {Model: "m", MaxTokens: 300, Thinking: model.ByEffort, Messages: think},
		"effort-high":   {Model: "m", MaxTokens: 300, Thinking: model.ByEffort, Effort: model.HighEffort, Messages: think},
		"effort-always": {Model: "m", MaxTokens: 300, Thinking: model.Always, Messages: think},
	} {
		for dialect, o := range map[string]openai.Options{"openai": {}, "compatible": local} {
			t.Run(name+"/"+dialect, func(t *testing.T) {
				before := snapshot(r)
				var got []byte
				c := carried(o, func(req *http.Request) (*http.Response, error) {
					got = body(t, req)
					return reply(200, asStream, stream(says(`{"a":1}`), stop, "[DONE]")), nil
				})
				if _, err := c.Complete(t.Context(), r); err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("testdata", name+"."+dialect+".json"), got)
				if after := snapshot(r); before != after {
					t.Errorf("the request was changed to %s", after)
				}
			})
		}
	}
}

// snapshot is all that a request says.
func snapshot(r model.Request) string {
	out := fmt.Sprintf("%+v %+v %s", r.System, r.Tools, r.Schema)
	for _, m := range r.Messages {
		out += fmt.Sprintf("\n%s", m.From)
		for _, p := range m.Parts {
			out += fmt.Sprintf("\n%q %+v %+v %+v %+v", p.Text, p.Image, p.Call, p.Result, p.Thought)
		}
	}
	return out
}

// body checks what is the same for every chat request, and gives its body.
func body(t *testing.T, req *http.Request) []byte {
	t.Helper()
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		t.Error(err)
	}
	if req.Method != http.MethodPost || !strings.HasSuffix(req.URL.Path, "/v1/chat/completions") || req.Header.Get("Authorization") != "Bearer "+key {
		t.Errorf("%s %s with %q", req.Method, req.URL, req.Header.Get("Authorization"))
	}
	return raw
}

// golden compares the bytes that were sent. The file is indented for reading, and the
// order of the fields counts.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, got, "", "  "); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	pretty.WriteByte('\n')
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(pretty.Bytes(), want) {
		t.Errorf("%s: sent\n%s\nwant\n%s", file, pretty.Bytes(), want)
	}
}

// The same beginning gives the same bytes and the same key of the cache, whatever follows.
func TestHeadStaysTheSame(t *testing.T) {
	send := func(change func(*model.Request)) (head, cache string) {
		r := loop()
		change(&r)
		c := carried(openai.Options{}, func(req *http.Request) (*http.Response, error) {
			raw := body(t, req)
			var sent struct {
				Messages []json.RawMessage `json:"messages"`
				Tools    json.RawMessage   `json:"tools"`
				Key      string            `json:"prompt_cache_key"`
			}
			if err := json.Unmarshal(raw, &sent); err != nil {
				t.Fatal(err)
			}
			head, cache = string(sent.Messages[0])+string(sent.Tools), sent.Key
			return reply(200, asStream, stream(says("ok"), stop)), nil
		})
		if _, err := c.Complete(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		return head, cache
	}
	head, cache := send(func(*model.Request) {})
	if h, c := send(func(r *model.Request) { r.Messages = r.Messages[:1]; r.MaxTokens = 5 }); h != head || c != cache || cache == "" {
		t.Errorf("what follows the head changed it, or its key %q to %q", cache, c)
	}
	if h, c := send(func(r *model.Request) { r.System[1].Text = "It is Saturday." }); h == head || c != cache {
		t.Errorf("what is not marked changed the key %q to %q", cache, c)
	}
	for what, change := range map[string]func(*model.Request){
		"instructions": func(r *model.Request) { r.System[0].Text = "You are somebody else." },
		"tools":        func(r *model.Request) { r.Tools = r.Tools[1:] },
		"model":        func(r *model.Request) { r.Model = "n" },
	} {
		if _, c := send(change); c == cache {
			t.Errorf("other %s have the same key", what)
		}
	}
}

func TestRequestsThatAreNone(t *testing.T) {
	c := carried(local, func(*http.Request) (*http.Response, error) {
		t.Error("it was sent")
		return nil, io.EOF
	})
	said := []model.Message{model.Says(model.User, "x")}
	for name, r := range map[string]model.Request{
		"nothing":    {Model: "m", MaxTokens: 1},
		"parameters": {Model: "m", MaxTokens: 1, Tools: []model.Tool{{Name: "x", Params: json.RawMessage(`{secret`)}}, Messages: said},
		"a schema":   {Model: "m", MaxTokens: 1, Schema: json.RawMessage(`{secret`), Messages: said},
		"empty messages": {Model: "m", MaxTokens: 1, Messages: []model.Message{
			{From: model.User}, {From: model.Assistant, Parts: []model.Part{{Thought: &model.Thought{}}}},
		}},
	} {
		if _, err := c.Complete(t.Context(), r); reasonOf(t, err) != model.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOptions(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-of-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://elsewhere.test/v1")
	t.Setenv("OPENAI_ORG_ID", "org-x")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Theirs: y")
	for name, c := range map[string]struct {
		options openai.Options
		url     string
		holds   string // the body does
		lacks   string
	}{
		"official": {openai.Options{}, "https://api.openai.com/v1", `"max_completion_tokens":100`, `"max_tokens"`},
		"region":   {openai.Options{BaseURL: "https://eu.api.openai.com/v1"}, "https://eu.api.openai.com/v1", `"store":false`, `"max_tokens"`},
		"slash":    {openai.Options{BaseURL: "http://127.0.0.1:1/v1/"}, "http://127.0.0.1:1/v1", `"max_tokens":100`, `store`},
		"gateway": {
			openai.Options{BaseURL: "https://ai.example/openai", Dialect: openai.OpenAI}, "https://ai.example/openai",
			`"max_completion_tokens":100`, `"max_tokens"`,
		},
		"named alike": {openai.Options{BaseURL: "https://notapi.openai.com.example/v1"}, "https://notapi.openai.com.example/v1", `"max_tokens":100`, `store`},
		"forced":      {openai.Options{Dialect: openai.Compatible}, "https://api.openai.com/v1", `"max_tokens":100`, `store`},
		"omitting":    {openai.Options{Omit: []string{"stream_options", "store"}}, "https://api.openai.com/v1", `"stream":true`, `st""ore`},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			o := c.options
			o.HTTP = &http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
				asked++
				raw, err := io.ReadAll(req.Body)
				if err != nil {
					t.Fatal(err)
				}
				if req.URL.String() != c.url+"/chat/completions" || !bytes.Contains(raw, []byte(c.holds)) || bytes.Contains(raw, []byte(c.lacks)) {
					t.Errorf("%s: %s", req.URL, raw)
				}
				if name == "omitting" && (bytes.Contains(raw, []byte("stream_options")) || bytes.Contains(raw, []byte("store"))) {
					t.Errorf("not left out: %s", raw)
				}
				for h, vs := range req.Header {
					all := strings.Join(vs, " ")
					if h == "Authorization" || h == "X-Theirs" || strings.Contains(all, "environment") || strings.Contains(all, "org-x") {
						t.Errorf("header %s: %s", h, all)
					}
				}
				return reply(500, http.Header{"Retry-After": {"0"}}, `{"error":{}}`), nil
			})}
			if _, err := openai.New(o).Complete(t.Context(), plain("x")); reasonOf(t, err) != model.Overloaded {
				t.Error(err)
			}
			if asked != 1 {
				t.Errorf("asked %d times", asked)
			}
		})
	}
	for _, o := range []openai.Options{{Key: key}, {Key: key, BaseURL: "http://user:" + key + "@127.0.0.1/v1"}, {Key: key, BaseURL: "://" + key}} {
		for _, s := range []string{o.String(), o.GoString(), o.LogValue().String()} {
			if strings.Contains(s, key) || !strings.HasPrefix(s, "openai") {
				t.Errorf("printed as %q", s)
			}
		}
	}
}

// Nobody else is sent what was meant for one server.
func TestRedirectsAreNotFollowed(t *testing.T) {
	asked := 0
	c := carried(openai.Options{}, func(req *http.Request) (*http.Response, error) {
		asked++
		header := http.Header{"Location": {"https://elsewhere.test/v1/chat/completions"}}
		return &http.Response{StatusCode: http.StatusTemporaryRedirect, Header: header, Body: http.NoBody, Request: req}, nil
	})
	if _, err := c.Complete(t.Context(), plain(secret)); reasonOf(t, err) != model.Broken || asked != 1 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}
