package anthropic_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/anthropic"
	"citadel/brain/model/scripted"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// start starts a server in memory that ends with the test.
func start(t testing.TB, script scripted.Script) *scripted.Server {
	t.Helper()
	script.InMemory = true
	s, err := scripted.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// rich is a request with something of everything.
func rich() model.Request {
	return model.Request{
		System: []model.Passage{{Text: "You are kind.\n", Cache: true}, {Text: " \n"}, {Text: "Ana lives in Porto."}, {Text: "", Cache: true}, {Text: "It is noon."}},
		Messages: []model.Message{
			model.Says(model.User, "Good morning"),
			{From: model.User, Parts: []model.Part{{Text: "Who is <this> & that?"}, {Image: &model.Image{MIME: "image/png", Data: []byte("png")}}}},
			{From: model.Assistant, Parts: []model.Part{
				{Thought: &model.Thought{Model: "another", Raw: json.RawMessage(`{"type":"thinking","thinking":"no","signature":"no"}`)}},
				{Text: "Let me see."},
				{Call: &model.Call{ID: "functions.look_up:1", Tool: "look_up", Args: json.RawMessage(`{ "query": "Ana", "above": 2 }`)}},
				{Call: &model.Call{ID: "b", Tool: "look_up", Args: json.RawMessage(`{"query":`)}},
				{Call: &model.Call{ID: "b", Tool: "look_up"}},
			}},
			{From: model.User, Parts: []model.Part{
				{Text: "Meanwhile"}, {Result: &model.Result{ID: "functions.look_up:1", Text: "Ana"}}, {Result: &model.Result{ID: "b", Failed: true}},
			}},
		},
		Tools: []model.Tool{
			{Name: "look_up", Description: "Looks <up>.", Params: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string"},"above":{"type":"integer"}}}`)},
			{Name: "nothing"},
		},
		Schema:    json.RawMessage(`{"type":"object","properties":{"why":{"type":"string"},"answer":{"type":"string"}},"required":["why","answer"],"additionalProperties":false}`),
		MaxTokens: 1000, Creativity: model.High,
	}
}

// What goes over the wire, byte for byte: a change here changes what is cached.
func TestRequestBytes(t *testing.T) {
	for name, of := range map[string]func(*model.Request){
		"always":   func(r *model.Request) { r.Thinking, r.Effort = model.Always, model.HighEffort },
		"adaptive": func(r *model.Request) { r.Thinking, r.Effort = model.Adaptive, model.MediumEffort },
		"off":      func(r *model.Request) { r.Thinking, r.Effort = model.Adaptive, model.NoEffort },
		"old":      func(r *model.Request) { r.Temperature = new(0.7) },
	} {
		t.Run(name, func(t *testing.T) {
			r := rich()
			r.Model = "claude-test"
			of(&r)
			var sent []byte
			c := carried(func(req *http.Request) (*http.Response, error) {
				raw, err := io.ReadAll(req.Body)
				sent = raw
				return nil, errors.Join(err, errors.New("enough seen"))
			})
			if _, err := c.Complete(t.Context(), r); err == nil {
				t.Fatal("no error")
			}
			var b bytes.Buffer
			if err := json.Indent(&b, sent, "", "\t"); err != nil {
				t.Fatal(err)
			}
			b.WriteByte('\n')
			golden := filepath.Join("testdata", name+".json")
			if *update {
				if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("%v (run with -update and look at what it wrote)", err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("got %s", b.Bytes())
			}
		})
	}
}

// The service takes all of it, and tells two calls of one ID apart, as servers make them that
// count anew for each answer.
func TestRichRequestIsTaken(t *testing.T) {
	s := start(t, scripted.Queue(scripted.Says(`{"why":"x","answer":"y"}`)))
	r := rich()
	r.Model, r.Thinking, r.Effort = "claude-haiku-5-5", model.Adaptive, model.LowEffort
	r.Messages[2].Parts = r.Messages[2].Parts[:4] // the second comes in another answer
	r.Messages = append(r.Messages, model.Message{From: model.Assistant, Parts: []model.Part{{Call: &model.Call{ID: "b", Tool: "look_up"}}}},
		model.Message{From: model.User, Parts: []model.Part{{Result: &model.Result{ID: "b", Text: "again"}}}})
	if _, err := client(t, s, "k").Complete(t.Context(), r); err != nil {
		t.Fatalf("%v: %q", err, s.Invalid())
	}
	got := s.Requests()[0]
	if res := got.Results(); len(res) != 1 || res[0].Text != "again" || res[0].ID == "b" {
		t.Errorf("the second call of that name: %+v", res)
	}
}

// What is marked is written into the cache for an hour, and read from there.
func TestCache(t *testing.T) {
	s := start(t, scripted.Answers(func(scripted.Request) scripted.Reply { return scripted.Says("yes") }))
	c := client(t, s, "k")
	r := model.Request{
		Model: "claude-opus-5-5", Thinking: model.Always, Effort: model.LowEffort, MaxTokens: 10,
		System:   []model.Passage{{Text: strings.Repeat("I am. ", 40), Cache: true}, {Text: "It is noon."}},
		Messages: []model.Message{model.Says(model.User, "Is it?")},
	}
	var got []model.Usage
	for _, now := range []string{"It is noon.", "It is one."} {
		r.System[1].Text = now
		res, err := c.Complete(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, res.Usage)
	}
	want := []model.Usage{{In: 5, Out: 1, CacheWrite: 60, Exact: true}, {In: 5, Out: 1, CacheRead: 60, Exact: true}}
	if got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if body := string(s.Requests()[0].Body); !strings.Contains(body, `"ttl":"1h"`) || strings.Count(body, "cache_control") != 1 {
		t.Errorf("sent %s", body)
	}
}

// carried is a client whose requests a function answers.
func carried(answer func(*http.Request) (*http.Response, error)) *anthropic.Client {
	return anthropic.New(anthropic.Options{Key: "sk-planted", BaseURL: "http://nowhere.test", HTTP: &http.Client{Transport: carrier(answer)}})
}

type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

// says is an answer of HTTP.
func says(status int, kind, body string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {kind}}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

func TestErrorsByTypeFirst(t *testing.T) {
	object := func(kind, message string) string {
		return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q}}`, kind, message)
	}
	for _, c := range []struct {
		status int
		body   string
		want   model.Reason
		text   string
	}{
		{400, object("rate_limit_error", "x"), model.RateLimited, "rate_limit_error"},
		{500, object("overloaded_error", "x"), model.Overloaded, ""},
		{200 + 329, "", model.Overloaded, ""},
		{504, object("timeout_error", "x"), model.Timeout, ""},
		{408, object("x", "x"), model.Timeout, ""},
		{400, object("invalid_request_error", "prompt is too long: 201234 tokens > 200000 maximum"), model.TooLong, "201234 tokens, 200000 at most"},
		{400, object("invalid_request_error", "prompt is too long"), model.TooLong, ""},
		{400, object("invalid_request_error", "input length and `max_tokens` exceed context limit: 198000 + 21000 > 200000, decrease"), model.TooLong, "198000 tokens, 200000 at most"},
		{400, object("invalid_request_error", "Your credit balance is too low to access"), model.NoCredit, ""},
		{400, object("invalid_request_error", "planted"), model.Invalid, ""},
		{422, object("planted", "planted"), model.Invalid, ""},
		{404, `<html>planted</html>`, model.Broken, ""},
		{404, `{"error":"planted"}`, model.NoModel, ""},
		{400, `<html>planted</html>`, model.Broken, ""},
		{301, `{"error":"planted"}`, model.Broken, ""},
		{500, `[1,2,3]`, model.Broken, ""},
		{500, `{"error":["planted"]}`, model.Overloaded, ""},
		{599, `{}`, model.Overloaded, ""},
	} {
		_, err := carried(says(c.status, "application/json", c.body)).Complete(t.Context(), hello)
		var failed *model.Error
		if !errors.As(err, &failed) || failed.Reason != c.want || failed.Status != c.status || !strings.Contains(failed.Error(), c.text) {
			t.Errorf("HTTP %d %s: %v, want %v with %q", c.status, c.body, err, c.want, c.text)
		}
		if strings.Contains(err.Error(), "planted") {
			t.Errorf("HTTP %d %s: %v", c.status, c.body, err)
		}
	}
}

var hello = model.Request{Model: "claude-test", MaxTokens: 10, Messages: []model.Message{model.Says(model.User, "Hi")}}

// begun is the beginning of a stream in good order.
const begun = `event: message_start
data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"claude-test","content":[],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

`

func event(data string) string {
	kind := data[strings.Index(data, `"type":"`)+8:]
	return "event: " + kind[:strings.Index(kind, `"`)] + "\ndata: " + data + "\n\n"
}

func TestStreams(t *testing.T) {
	text := event(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}`)
	stop := event(`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}`)
	for _, c := range []struct {
		name, body string
		want       model.Reason
		ok         bool
	}{
		{name: "a reason to stop is enough", body: begun + text + stop, ok: true},
		{name: "what comes after it does not count", body: begun + text + stop + "event: error\ndata: {\"type\":\"error\"}\n\n", ok: true},
		{name: "unknown events and deltas", body: begun + event(`{"type":"news","index":7}`) + text +
			event(`{"type":"content_block_delta","index":0,"delta":{"type":"scent_delta","scent":"rose"}}`) + stop, ok: true},
		{name: "lines end as they like", body: strings.ReplaceAll(begun+": a comment\n\n"+text+stop, "\n", "\r\n"), ok: true},
		{name: "no reason to stop", body: begun + text + event(`{"type":"message_stop"}`), want: model.Cut},
		{name: "a reason that is not known", body: begun + text + strings.ReplaceAll(stop, "end_turn", "tea_time"), want: model.Broken},
		{name: "calls that are none", body: begun + text + strings.ReplaceAll(stop, "end_turn", "tool_use"), want: model.Broken},
		{name: "it begins twice", body: begun + begun + stop, want: model.Broken},
		{name: "it begins in the middle", body: text + stop, want: model.Broken},
		{name: "a block out of order", body: begun + strings.ReplaceAll(text, `"index":0`, `"index":3`) + stop, want: model.Broken},
		{name: "a block below all", body: begun + strings.ReplaceAll(text, `"index":0`, `"index":-1`) + stop, want: model.Broken},
		{name: "an error without an object", body: begun + text + "event: error\ndata: planted\n\n", want: model.Broken},
		{name: "an error of an unknown type", body: begun + text + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"planted\"}}\n\n", want: model.Overloaded},
		{name: "the other wire", body: "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\ndata: [DONE]\n\n", want: model.Cut},
		{name: "one long line", body: begun + "data: " + strings.Repeat("x", 33<<20), want: model.Broken},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := carried(says(200, "text/event-stream", c.body)).Complete(t.Context(), hello)
			if c.ok {
				if err != nil || res.Text != "Hello" || res.Usage != (model.Usage{In: 5, Out: 3, Exact: true}) {
					t.Errorf("got %+v, %v", res, err)
				}
				return
			}
			var failed *model.Error
			if !errors.As(err, &failed) || failed.Reason != c.want || strings.Contains(err.Error(), "planted") {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

// A server that says on and on a little is not waited for without end, nor is one that does
// not hang up after its answer.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := scripted.Start(scripted.Script{InMemory: true, Queue: []scripted.Reply{
			{Text: []string{"."}, Pace: 30 * time.Second, Fault: scripted.Fault{Kind: scripted.Endless}},
			{Text: []string{"."}, Pace: 3 * time.Minute},
			{Text: []string{"."}, Pace: 3 * time.Minute},
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, c := range []struct {
			idle, took time.Duration
			ok         bool
		}{{0, time.Hour, false}, {0, 2 * time.Minute, false}, {4 * time.Minute, 3 * time.Minute, true}} {
			began := time.Now()
			r := hello
			r.Model, r.Thinking, r.Effort = "claude-opus-5-5", model.Always, model.LowEffort
			_, err := anthropic.New(anthropic.Options{Key: "k", BaseURL: s.URL, HTTP: s.Client(), Idle: c.idle}).Complete(t.Context(), r)
			var failed *model.Error
			if took := time.Since(began); took != c.took || (err == nil) != c.ok || !c.ok && (!errors.As(err, &failed) || failed.Reason != model.Timeout) {
				t.Errorf("got %v after %v, want %v", err, took, c.took)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		open, far := io.Pipe()
		defer far.Close()
		body := begun + event(`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}`) + event(`{"type":"message_stop"}`)
		c := carried(func(r *http.Request) (*http.Response, error) {
			go func() {
				<-r.Context().Done() // as http.Transport does it
				_ = far.CloseWithError(r.Context().Err())
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Request: r,
				Body: struct {
					io.Reader
					io.Closer
				}{io.MultiReader(strings.NewReader(body), open), open}}, nil
		})
		began := time.Now()
		res, err := c.Complete(t.Context(), hello)
		if took := time.Since(began); err != nil || res.Usage.Out != 3 || took != time.Second {
			t.Errorf("got %+v, %v after %v", res, err, took)
		}
	})
}

// What cannot be sent is not sent.
func TestNothingToSend(t *testing.T) {
	c := carried(func(*http.Request) (*http.Response, error) {
		t.Error("it was sent")
		return nil, errors.New("no")
	})
	for name, of := range map[string]func(*model.Request){
		"no message":         func(r *model.Request) { r.Messages = nil },
		"only blanks":        func(r *model.Request) { r.Messages = []model.Message{model.Says(model.User, " \n")} },
		"tool without JSON":  func(r *model.Request) { r.Tools = []model.Tool{{Name: "t", Params: json.RawMessage("{")}} },
		"schema that is not": func(r *model.Request) { r.Schema = json.RawMessage("{") },
	} {
		r := hello
		of(&r)
		_, err := c.Complete(t.Context(), r)
		var failed *model.Error
		if !errors.As(err, &failed) || failed.Reason != model.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, base := range []string{"http://[::1", "http://user:planted@[::1", "planted", "http://user:planted@127.0.0.1:0", "gopher://planted"} {
		_, err := anthropic.New(anthropic.Options{Key: "sk-planted", BaseURL: base}).Complete(t.Context(), hello)
		var failed *model.Error
		if !errors.As(err, &failed) || failed.Reason != model.Unreachable || strings.Contains(err.Error(), "planted@") || strings.Contains(err.Error(), "sk-planted") {
			t.Errorf("%s: %v", base, err)
		}
	}
	for _, base := range []string{"http://a.test", "http://a.test/", "http://a.test/v1", "http://a.test/v1/"} {
		var asked string
		c := anthropic.New(anthropic.Options{BaseURL: base, HTTP: &http.Client{Transport: carrier(func(r *http.Request) (*http.Response, error) {
			asked = r.URL.String()
			return nil, errors.New("enough seen")
		})}})
		if _, err := c.Complete(t.Context(), hello); err == nil || asked != "http://a.test/v1/messages" {
			t.Errorf("%s: asked %s, %v", base, asked, err)
		}
	}
}

func TestOptionsKeepTheKey(t *testing.T) {
	var b bytes.Buffer
	o := anthropic.Options{Key: "sk-planted", BaseURL: "http://user:planted@a.test/v1"}
	slog.New(slog.NewTextHandler(&b, nil)).Info("x", "options", o)
	fmt.Fprintf(&b, "%v %+v %#v %s %+v", o, o, o, o, anthropic.New(o))
	if strings.Contains(b.String(), "planted") || !strings.Contains(b.String(), "a.test") {
		t.Errorf("prints as %s", b.String())
	}
}

// The environment of the process is nobody's business here.
func TestNoEnvironment(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-other")
	t.Setenv("ANTHROPIC_BASE_URL", "http://other.test")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Other: yes")
	var seen *http.Request
	c := anthropic.New(anthropic.Options{Key: "sk-mine", HTTP: &http.Client{Transport: carrier(func(r *http.Request) (*http.Response, error) {
		seen = r
		return nil, errors.New("enough seen")
	})}})
	if _, err := c.Complete(t.Context(), hello); err == nil {
		t.Fatal("no error")
	}
	if seen.URL.Host != "api.anthropic.com" || seen.Header.Get("X-Api-Key") != "sk-mine" || seen.Header.Get("X-Other") != "" || seen.Header.Get("Authorization") != "" {
		t.Errorf("asked %s with %v", seen.URL, seen.Header)
	}
}

func BenchmarkComplete(b *testing.B) {
	pieces := make([]string, 200)
	for i := range pieces {
		pieces[i] = "some words "
	}
	s := start(b, scripted.Answers(func(scripted.Request) scripted.Reply { return scripted.Says(pieces...) }))
	c := client(b, s, "k")
	r := hello
	r.Model, r.Thinking, r.Effort = "claude-opus-5-5", model.Always, model.LowEffort
	for b.Loop() {
		if _, err := c.Complete(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}
