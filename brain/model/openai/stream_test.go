package openai_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model"
	"citadel/brain/model/openai"
)

const counted = `{"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,` +
	`"prompt_tokens_details":{"cached_tokens":64,"cache_write_tokens":30},"completion_tokens_details":{"reasoning_tokens":8}}}`

// What servers say, and what it means.
func TestStreams(t *testing.T) {
	exact := model.Usage{In: 6, Out: 20, CacheRead: 64, CacheWrite: 30, Exact: true}
	call := func(i int, id, tool, args string) string {
		return delta(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%q,"function":{"name":%q,"arguments":%s}}]}`, i, id, tool, strconv.Quote(args)))
	}
	calls := func(cs ...string) []model.Call {
		var out []model.Call
		for i := 0; i < len(cs); i += 3 {
			out = append(out, model.Call{ID: cs[i], Tool: cs[i+1], Args: json.RawMessage(cs[i+2])})
		}
		return out
	}
	for name, c := range map[string]struct {
		body     string
		header   http.Header // nil is a stream
		official bool
		text     string
		heard    string // where it is not the text
		calls    []model.Call
		stop     model.Stop   // empty is Done, with calls Wants
		usage    *model.Usage // nil is not looked at
		model    string       // empty is "m"
		fails    bool
		reason   model.Reason
	}{
		"all of it": {
			body: stream(
				`{"model":"m-2026","choices":[{"index":0,"delta":{"role":"assistant","content":""}}],"usage":null}`, says("Hel"), says(""),
				says("lo"), stop, counted, "[DONE]",
			), text: "Hello", usage: &exact, model: "m-2026",
		},
		"no usage": {body: stream(says("Hello"), stop, "[DONE]"), text: "Hello", usage: &model.Usage{In: 1, Out: 2}},
		"usage of zeros": {
			body: stream(says("Hello"), stop, `{"choices":[],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}}`, "[DONE]"),
			text: "Hello", usage: &model.Usage{In: 1, Out: 2},
		},
		"usage with the stop": {
			body: stream(says("Hi"), strings.TrimSuffix(stop, "}")+`,"usage":{"prompt_tokens":5,"completion_tokens":2}}`), text: "Hi",
			usage: &model.Usage{In: 5, Out: 2, Exact: true},
		},
		"usage that runs": {
			body: stream(
				strings.TrimSuffix(says("Hi"), "}")+`,"usage":{"prompt_tokens":5,"completion_tokens":1}}`, stop,
				`{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":9}}`,
			), text: "Hi", usage: &model.Usage{In: 5, Out: 9, Exact: true},
		},
		"usage only before": {
			body: stream(strings.TrimSuffix(says("Hi"), "}")+`,"usage":{"prompt_tokens":5,"completion_tokens":1}}`, stop), text: "Hi",
			usage: &model.Usage{In: 5, Out: 1},
		},
		"thinking not counted": {
			body: stream(says("Hi"), stop, `{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2,"total_tokens":50}}`), text: "Hi",
			usage: &model.Usage{In: 10, Out: 40, Exact: true},
		},
		"nonsense of usage": {
			body: stream(
				says("Hi"), stop,
				`{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":-3,"total_tokens":9e99,`+
					`"prompt_tokens_details":{"cached_tokens":11,"cache_write_tokens":-1}}}`,
			), text: "Hi", usage: &model.Usage{CacheRead: 10, Exact: true},
		},
		"no [DONE]":                {body: stream(says("Hello"), stop), text: "Hello"},
		"no empty line at the end": {body: stream(says("Hello"), stop) + "data: [DONE]", text: "Hello"},
		"no stop": {
			body: stream(says("Hello"), "[DONE]"), text: "Hello", fails: true, reason: model.Cut, usage: &model.Usage{Out: 2},
		},
		"cut": {body: stream(says("Hello")), text: "Hello", fails: true, reason: model.Cut},
		"cut after usage": {
			body: stream(strings.TrimSuffix(says("Hello"), "}") + `,"usage":{"prompt_tokens":5,"completion_tokens":1}}`), text: "Hello", fails: true,
			reason: model.Cut, usage: &model.Usage{In: 5, Out: 2},
		},
		"nothing": {body: "", fails: true, reason: model.Cut, usage: &model.Usage{}},
		"empty stop": {
			body: stream(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":""}]}`), text: "Hi", fails: true, reason: model.Cut,
		},
		"unknown stop": {body: stream(says("Hi"), `{"choices":[{"delta":{},"finish_reason":"eos_token"}]}`), text: "Hi"},
		"length":       {body: stream(says("Hi"), `{"choices":[{"delta":{},"finish_reason":"length"}]}`), text: "Hi", stop: model.Length},
		"comments": {
			body: ": PROCESSING\n\n: PROCESSING\r\n\r\n" + strings.ReplaceAll(stream(says("Hi"), stop), "\n", "\r\n"), text: "Hi",
		},
		"no space":          {body: strings.ReplaceAll(stream(says("Hi"), stop), "data: ", "data:"), text: "Hi"},
		"event names":       {body: "event: message\n" + stream(says("Hi"), stop), text: "Hi"},
		"null error":        {body: strings.ReplaceAll(stream(says("Hi"), stop), `{"choices"`, `{"error":null,"choices"`), text: "Hi"},
		"things unheard of": {body: stream(`{"type":"ping"}`, `{"choices":null}`, `{}`, says("Hi"), stop), text: "Hi"},
		"another choice": {
			body: stream(`{"choices":[{"index":1,"delta":{"content":"No"},"finish_reason":"stop"}]}`, says("Hi"), stop), text: "Hi",
		},
		"invalid characters": {body: stream("{\"choices\":[{\"delta\":{\"content\":\"a\xffb\"}}]}", stop), text: "a\uFFFDb"},
		"not JSON":           {body: stream(says("Hi"), `{"choices":[{"delta":{"content":"se`), text: "Hi", fails: true, reason: model.Broken},
		"no object":          {body: stream(says("Hi"), `[1]`, stop), text: "Hi", fails: true, reason: model.Broken},
		"a large piece":      {body: stream(says(strings.Repeat("x", 1<<20)), stop, counted), text: strings.Repeat("x", 1<<20), usage: &exact},

		"unlabelled":       {header: http.Header{}, body: stream(says("Hi"), stop), text: "Hi"},
		"labelled wrongly": {header: asJSON, body: "\n: hello\n\n" + stream(says("Hi"), stop), text: "Hi"},
		"one piece": {header: asJSON, body: `{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi","reasoning_content":"hm",` +
			`"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}},{"id":"b","function":{"name":"x","arguments":"{}"}}]},` +
			`"finish_reason":"tool_calls"}],` +
			`"usage":{"prompt_tokens":7,"completion_tokens":3}}`,
			text: "Hi", calls: calls("a", "x", "{}", "b", "x", "{}"), usage: &model.Usage{In: 7, Out: 3, Exact: true}},
		"one piece of something else": {header: asJSON, body: `{"object":"list","data":[]}`, fails: true, reason: model.Broken},
		"a page": {
			header: http.Header{"Content-Type": {"text/html"}}, body: "\n<!DOCTYPE html><title>secret</title>", fails: true, reason: model.Broken,
		},
		"an empty page": {header: http.Header{"Content-Type": {"text/html"}}, body: "\n", fails: true, reason: model.Cut},
		"an error with status 200": {
			header: asJSON, body: `{"error":"Unexpected endpoint or method. secret"}`, fails: true, reason: model.Overloaded,
		},
		"too long with status 200": {
			header: asJSON, body: `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`,
			fails: true, reason: model.TooLong,
		},

		"overloaded in the middle": {
			body: stream(says("Hi"), `{"error":{"message":"secret","type":"server_error","code":null}}`), text: "Hi", fails: true,
			reason: model.Overloaded,
		},
		"limited in the middle": {
			body: stream(says("Hi"), `{"error":{"message":"secret","code":429}}`), text: "Hi", fails: true, reason: model.RateLimited,
		},
		"wrong in the middle": {
			body: stream(`{"error":{"message":"secret","type":"invalid_request_error"}}`), fails: true, reason: model.Invalid,
		},
		"vLLM in the middle": {
			body: stream(`{"object":"error","message":"secret","type":"BadRequestError","code":400}`), fails: true, reason: model.Invalid,
		},
		"text in the middle":     {body: stream(says("Hi"), `{"error":"secret"}`), text: "Hi", fails: true, reason: model.Overloaded},
		"an error after the end": {body: stream(says("Hi"), stop, `{"error":"secret"}`), text: "Hi"},
		"garbage after the end":  {body: stream(says("Hi"), stop, `@@@`), text: "Hi"},
		"filtered": {
			body: stream(says("Hi"), `{"choices":[{"delta":{},"finish_reason":"content_filter"}]}`, counted), text: "Hi", fails: true,
			reason: model.Refused, usage: &exact,
		},
		"refused": {
			body: stream(delta(`{"refusal":"my secret"}`), delta(`{"refusal":" reason"}`), stop, counted), fails: true, reason: model.Refused,
			usage: &exact,
		},
		"stopped by an error": {
			body: stream(says("Hi"), `{"choices":[{"delta":{},"finish_reason":"error"}]}`), text: "Hi", fails: true, reason: model.Cut,
		},
		"without resources": {
			body: stream(`{"choices":[{"delta":{},"finish_reason":"insufficient_system_resource"}]}`), fails: true, reason: model.Overloaded,
		},

		"reasoning_content": {
			body: stream(delta(`{"reasoning_content":"hm"}`), delta(`{"content":null,"reasoning_content":"m"}`), says("Hi"), stop), text: "Hi",
		},
		"reasoning": {
			body: stream(delta(`{"reasoning":"hm","content":""}`), says("Hi"), stop), text: "Hi", usage: &model.Usage{In: 1, Out: 1},
		},
		"content as a list": {
			body: stream(
				delta(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}`),
				delta(`{"content":[{"type":"text","text":"Hi"}]}`), stop,
			), text: "Hi",
		},

		"calls by the book": {
			official: true, body: stream(call(0, "a", "recall", ""),
				delta(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"q\":"}}]}`), call(1, "b", "now", ""),
				delta(`{"tool_calls":[{"index":1,"function":{"arguments":"{}"}},{"index":0,"function":{"arguments":"1}"}}]}`),
				`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`),
			calls: calls("a", "recall", `{"q":1}`, "b", "now", "{}"),
		},
		"calls with text": {body: stream(says("I look."), call(0, "a", "now", "{}"), stop), text: "I look.", calls: calls("a", "now", "{}")},
		"calls cut off":   {body: stream(call(0, "a", "now", `{"q`), `{"choices":[{"delta":{},"finish_reason":"length"}]}`), stop: model.Length},
		"all with index 0": {
			body: stream(call(0, "a", "now", "{}"), call(0, "b", "now", "{}"), stop), calls: calls("a", "now", "{}", "b", "now", "{}"),
		},
		"index 0, no id": {
			body: stream(call(0, "", "now", "{}"), call(0, "", "now", "{}"), stop), calls: calls("call_1", "now", "{}", "call_2", "now", "{}"),
		},
		"no index": {
			body: stream(
				strings.ReplaceAll(call(0, "a", "now", `{"q":`), `"index":0,"id"`, `"id"`), delta(`{"tool_calls":[{"function":{"arguments":"1}"}}]}`),
				stop,
			), calls: calls("a", "now", `{"q":1}`),
		},
		"no index, same id": {
			body: stream(
				strings.ReplaceAll(call(0, "a", "now", `{"q":`), `"index":0,"id"`, `"id"`),
				delta(`{"tool_calls":[{"id":"a","function":{"arguments":"1}"}}]}`), stop,
			), calls: calls("a", "now", `{"q":1}`),
		},
		"no index, together": {
			body:  stream(delta(`{"tool_calls":[{"function":{"name":"now","arguments":"{}"}},{"function":{"name":"now","arguments":"{}"}}]}`), stop),
			calls: calls("call_1", "now", "{}", "call_2", "now", "{}"),
		},
		"no index, no id": {
			body: stream(
				delta(`{"tool_calls":[{"function":{"name":"now","arguments":"{}"}}]}`),
				delta(`{"tool_calls":[{"function":{"name":"then","arguments":"{}"}}]}`), stop,
			), calls: calls("call_1", "now", "{}", "call_2", "then", "{}"),
		},
		"the id comes late": {
			body:  stream(delta(`{"tool_calls":[{"index":0,"function":{"name":"now"}}]}`), call(0, "a", "", "{}"), stop),
			calls: calls("a", "now", "{}"),
		},
		"the same id twice": {
			body: stream(call(0, "a", "now", "{}"), call(1, "a", "then", "{}"), stop), calls: calls("a", "now", "{}", "call_1", "then", "{}"),
		},
		"the name repeated": {
			body: stream(call(0, "a", "now", `{"q"`), call(0, "a", "now", `:1}`), call(0, "a", "now", ""), stop), calls: calls("a", "now", `{"q":1}`),
		},
		"the name in pieces": {
			body: stream(call(0, "a", "re", ""), call(0, "", "call", ""), call(0, "", "", "{}"), stop), calls: calls("a", "recall", "{}"),
		},
		"arguments as object": {
			body:  stream(delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"now","arguments":{"q": 1}}}]}`), stop),
			calls: calls("a", "now", `{"q": 1}`),
		},
		"no arguments": {
			body: stream(delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"now"}}]}`), stop), calls: calls("a", "now", ""),
		},
		"bad arguments":  {body: stream(call(0, "a", "now", `{"q": x`), stop), calls: calls("a", "now", `{"q": x`)},
		"no name":        {body: stream(call(0, "a", "", `{}`), stop), fails: true, reason: model.Broken},
		"too many calls": {body: manyCalls(300), fails: true, reason: model.Broken},
	} {
		t.Run(name, func(t *testing.T) {
			o, header := local, c.header
			if c.official {
				o = openai.Options{}
			}
			if header == nil {
				header = asStream
			}
			r, heard, err := complete(t, answers(o, 200, header, strings.NewReader(c.body)), plain("Hi!"))
			if c.heard == "" {
				c.heard = c.text
			}
			if r.Text != c.text || heard != c.heard {
				t.Errorf("text %.100q, heard %.100q, want %.100q", r.Text, heard, c.text)
			}
			if c.usage != nil && r.Usage != *c.usage {
				t.Errorf("usage %+v, want %+v", r.Usage, *c.usage)
			}
			if c.fails {
				if e := failure(t, err); e.Reason != c.reason || e.Status != 200 || len(r.Calls) > 0 && name != "no name" {
					t.Errorf("got %v (%+v), want %v", err, r, c.reason)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := model.Done
			if c.stop != "" {
				want = c.stop
			} else if len(c.calls) > 0 {
				want = model.Wants
			}
			if c.model == "" {
				c.model = "m"
			}
			if r.Stop != want || r.Model != c.model || !cmp.Equal(r.Calls, c.calls) {
				t.Errorf("stop %q, model %q, calls %+v", r.Stop, r.Model, r.Calls)
			}
			var parts []model.Part
			for _, p := range r.Message.Parts {
				if p.Thought == nil {
					parts = append(parts, p)
				} else if len(r.Calls) == 0 {
					t.Errorf("a thought without calls")
				}
			}
			wanted := []model.Part{{Text: c.text}}
			if c.text == "" {
				wanted = nil
			}
			for _, call := range c.calls {
				wanted = append(wanted, model.Part{Call: &call})
			}
			if r.Message.From != model.Assistant || !reflect.DeepEqual(parts, wanted) {
				t.Errorf("message %+v, want %+v", parts, wanted)
			}
		})
	}
}

func manyCalls(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(stream(delta(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":"c%d","function":{"name":"x","arguments":"{}"}}]}`, i, i))))
	}
	return b.String()
}

// IDs that are made up are none that the conversation has.
func TestMadeUpIDs(t *testing.T) {
	r := plain("x")
	r.Messages = append(r.Messages,
		model.Message{From: model.Assistant, Parts: []model.Part{{Call: &model.Call{ID: "call_2", Tool: "now"}}}},
		model.Message{From: model.User, Parts: []model.Part{{Result: &model.Result{ID: "call_2"}}}})
	body := stream(delta(`{"tool_calls":[{"function":{"name":"now"}}]}`), delta(`{"tool_calls":[{"function":{"name":"then"}}]}`), stop)
	got, _, err := complete(t, answers(local, 200, asStream, strings.NewReader(body)), r)
	if err != nil || len(got.Calls) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	seen := map[string]bool{"call_2": true}
	for _, c := range got.Calls {
		if c.ID == "" || seen[c.ID] {
			t.Errorf("the ID %q is not its own", c.ID)
		}
		seen[c.ID] = true
	}
}

func TestStructured(t *testing.T) {
	length := `{"choices":[{"delta":{},"finish_reason":"length"}]}`
	for name, c := range map[string]struct {
		body string
		bad  bool
	}{
		"JSON":             {stream(says(` {"a": `), says(`1} `), stop), false},
		"after thinking":   {stream(says("<think>{</think>"), says(`{"a":1}`), stop), false},
		"fenced":           {stream(says("```json\n{}\n```"), stop), true},
		"cut off":          {stream(says(`{"a":`), length), true},
		"nothing":          {stream(stop), true},
		"a call, no text":  {stream(delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"now"}}]}`), stop), false},
		"a call, bad text": {stream(says("I look."), delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"now"}}]}`), stop), true},
	} {
		r := plain("x")
		r.Schema = json.RawMessage(`{}`)
		got, _, err := complete(t, answers(local, 200, asStream, strings.NewReader(c.body)), r)
		if c.bad != (err != nil) || err != nil && reasonOf(t, err) != model.Malformed {
			t.Errorf("%s: %v", name, err)
		}
		if got.Message.From != model.Assistant || got.Stop == "" {
			t.Errorf("%s: got %+v: a complaint needs the answer", name, got)
		}
	}
}
