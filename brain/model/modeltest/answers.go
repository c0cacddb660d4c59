package modeltest

import (
	"encoding/json"
	"slices"
	"strings"

	"citadel/brain/model"
	"citadel/brain/model/scripted"

	"github.com/google/go-cmp/cmp"
)

func thinks(c model.Card) bool { return c.Thinking != model.NoThinking }

// answers are about what comes back.
var answers = []check{
	{name: "text comes in pieces", test: func(b *bench) {
		pieces := []string{"Good ", "", "morning,\n\n", "Ána — ", "data: [DONE]\n", "\u2028\"<b>\\", "👍🏽", " "}
		b.server.Add(scripted.Says(pieces...))
		res := b.complete(b.request("Hi"))
		if want := strings.Join(pieces, ""); res.Text != want || res.Stop != model.Done || len(res.Calls) > 0 {
			b.Errorf("got %q, %s, %v", res.Text, res.Stop, res.Calls)
		}
		if got := slices.DeleteFunc(slices.Clone(b.heard), func(s string) bool { return s == "" }); len(got) < 3 {
			b.Errorf("not streamed: heard %q", got)
		}
		if want := (model.Message{From: model.Assistant, Parts: []model.Part{{Text: res.Text}}}); !cmp.Equal(res.Message, want) {
			b.Errorf("to be sent back: %+v", res.Message)
		}
		b.once()
		b.valid()
	}},
	{name: "nobody has to listen", test: func(b *bench) {
		b.server.Add(scripted.Says("Hello"))
		r := b.request("Hi")
		r.OnText = nil
		if res := b.complete(r); res.Text != "Hello" {
			b.Errorf("got %q", res.Text)
		}
	}},
	{name: "an answer may be empty", test: func(b *bench) {
		b.server.Add(scripted.Reply{})
		if res := b.complete(b.request("Hi")); res.Text != "" || res.Stop != model.Done || len(res.Message.Parts) > 0 {
			b.Errorf("got %+v", res)
		}
	}},
	{name: "usage is what the provider says", test: func(b *bench) {
		b.server.Add(scripted.Reply{Text: []string{"Hello"}, Usage: &scripted.Usage{In: 11, Out: 7, CacheRead: 1300}})
		want := model.Usage{In: 11, Out: 7, CacheRead: 1300, Exact: true}
		if res := b.complete(b.request("Hi")); res.Usage != want {
			b.Errorf("got %+v, want %+v", res.Usage, want)
		}
	}},
	{name: "usage that nobody says is not exact", test: func(b *bench) {
		b.server.Add(scripted.Reply{Text: []string{"Hello"}, Fault: scripted.Fault{Kind: scripted.NoUsage}})
		if res := b.complete(b.request("Hi")); res.Usage.Exact || res.Text != "Hello" {
			b.Errorf("got %+v", res)
		}
	}},
	{name: "the limit was reached", test: func(b *bench) {
		stop := "length"
		if b.card.Provider == "anthropic" {
			stop = "max_tokens"
		}
		b.server.Add(scripted.Reply{Text: []string{"and so"}, Stop: stop})
		if res := b.complete(b.request("Hi")); res.Stop != model.Length || res.Text != "and so" {
			b.Errorf("got %+v", res)
		}
	}},
	{name: "it says which model answers", test: func(b *bench) {
		b.server.Add(scripted.Reply{Text: []string{"I"}, Model: "another-model-2026"})
		if res := b.complete(b.request("Who?")); res.Model != "another-model-2026" {
			b.Errorf("got %q", res.Model)
		}
	}},
	{name: "thinking is not text", needs: thinks, test: func(b *bench) {
		b.server.Add(scripted.Reply{Thinking: "hm, who is it", Text: []string{"Good morning"}})
		r := b.request("Hi")
		r.Effort = model.HighEffort
		if res := b.complete(b.fit(r)); res.Text != "Good morning" {
			b.Errorf("got %q", res.Text)
		}
	}},
	{name: "everything arrives", test: func(b *bench) {
		b.server.Add(scripted.Says("Yes"))
		r := b.request("")
		r.System = []model.Passage{{Text: "You are kind.", Cache: b.card.Cache}, {Text: "It is noon."}}
		r.Messages = []model.Message{model.Says(model.User, "one"), model.Says(model.Assistant, "two"), model.Says(model.User, "three")}
		r.MaxTokens, r.Effort = 321, model.MediumEffort
		if b.card.Tools {
			r.Tools = []model.Tool{lookup}
		}
		r = b.fit(r)
		b.complete(r)
		got := b.once()
		if got.Instructions() != "You are kind.\n\nIt is noon." && got.Instructions() != "You are kind.\n\n\n\nIt is noon." {
			b.Errorf("instructions %q", got.Instructions())
		}
		if b.card.Cache && (len(got.System) < 2 || !got.System[0].Cache || got.System[1].Cache) {
			b.Errorf("marked for the cache: %+v", got.System)
		}
		if !cmp.Equal(got.Messages, r.Messages) {
			b.Errorf("messages: %s", cmp.Diff(r.Messages, got.Messages))
		}
		if got.Model != b.card.Name || got.MaxTokens != 321 || !got.Stream {
			b.Errorf("model %q, %d tokens, streamed %v", got.Model, got.MaxTokens, got.Stream)
		}
		if !cmp.Equal(got.Temperature, r.Temperature) {
			b.Errorf("temperature %v", got.Temperature)
		}
		if want := map[bool]string{true: "medium"}[thinks(b.card)]; got.Effort != want {
			b.Errorf("effort %q, want %q", got.Effort, want)
		}
		if len(got.Tools) != len(r.Tools) || len(r.Tools) > 0 && !same(got.Tools[0], lookup) {
			b.Errorf("tools %+v", got.Tools)
		}
		b.valid()
	}},
	{name: "no effort is the least there is", test: func(b *bench) {
		b.server.Add(scripted.Says("Yes"))
		b.complete(b.fit(b.request("Hi")))
		got := b.once()
		switch b.card.Thinking {
		case model.NoThinking:
			if got.Effort != "" || got.Thinking != "" {
				b.Errorf("effort %q, thinking %q", got.Effort, got.Thinking)
			}
		case model.Adaptive:
			if got.Thinking != "disabled" {
				b.Errorf("thinking %q", got.Thinking)
			}
		case model.Always:
			if got.Effort != "low" || got.Thinking == "disabled" {
				b.Errorf("effort %q, thinking %q", got.Effort, got.Thinking)
			}
		case model.ByEffort:
			if got.Effort != "none" {
				b.Errorf("effort %q", got.Effort)
			}
		}
		b.valid()
	}},
	{name: "a picture is shown", needs: func(c model.Card) bool { return c.Images }, test: func(b *bench) {
		b.server.Add(scripted.Says("A dot"))
		r := b.request("")
		picture := &model.Image{MIME: "image/png", Data: []byte("\x89PNG\r\n\x1a\nnot really")}
		r.Messages = []model.Message{{From: model.User, Parts: []model.Part{{Text: "What is this?"}, {Image: picture}}}}
		b.complete(r)
		if got := b.once().Messages; !cmp.Equal(got, r.Messages) {
			b.Errorf("shown: %s", cmp.Diff(r.Messages, got))
		}
		b.valid()
	}},
	{name: "a request is not changed", test: func(b *bench) {
		b.server.Add(scripted.Says("Yes"))
		r := b.request("")
		r.OnText = nil
		r.System = []model.Passage{{Text: ""}, {Text: "You are kind."}, {Text: " "}}
		r.Messages = []model.Message{
			model.Says(model.User, "one"), model.Says(model.User, "two"),
			{From: model.Assistant, Parts: []model.Part{
				{Thought: &model.Thought{Model: "someone-else", Raw: json.RawMessage(`{"type":"thinking"}`)}}, {Text: ""}, {Text: "three"},
			}},
			model.Says(model.User, "four"),
		}
		before := clone(b, r)
		b.complete(r)
		if !cmp.Equal(r, before) {
			b.Errorf("changed: %s", cmp.Diff(before, r))
		}
		b.valid()
	}},
}

// clone copies what a request says.
func clone(b *bench, r model.Request) model.Request {
	b.Helper()
	raw, err := json.Marshal(r.Messages)
	if err != nil {
		b.Fatal(err)
	}
	out := r
	out.System, out.Tools, out.Messages = slices.Clone(r.System), slices.Clone(r.Tools), nil
	if err := json.Unmarshal(raw, &out.Messages); err != nil {
		b.Fatal(err)
	}
	return out
}

// same compares tools; the white space and the escapes of a schema do not count.
func same(a, b model.Tool) bool {
	return a.Name == b.Name && a.Description == b.Description && sameJSON(a.Params, b.Params)
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
}
