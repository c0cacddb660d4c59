package model_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"citadel/brain/model"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// put asks one model and gives what its client was asked.
func put(t testing.TB, c model.Card, r model.Request) (model.Request, model.Answer) {
	t.Helper()
	a, asked := target("a", step{resp: model.Response{Text: "{}"}})
	c.Name, c.Prices = "a-1", a.Card.Prices
	a.Card = c
	p, _ := pool(a)
	if r.MaxTokens == 0 {
		r.MaxTokens = 1000
	}
	got, err := p.Complete(t.Context(), model.Ask{Role: model.Primary, Request: r})
	if err != nil {
		t.Fatal(err)
	}
	return asked.asked[0], got
}

// texts are the instructions of a request.
func texts(r model.Request) []string {
	var out []string
	for _, p := range r.System {
		out = append(out, p.Text)
	}
	return out
}

func TestCreativity(t *testing.T) {
	words := map[string]bool{}
	for c, want := range map[model.Creativity]float64{model.Plain: 0, model.Low: 0.3, model.Medium: 0.7, model.High: 1} {
		r := model.Request{Creativity: c, System: []model.Passage{{Text: "head", Cache: true}, {Text: "tail"}}}
		got, _ := put(t, model.Card{Temperature: true, Cache: true}, r)
		if got.Temperature == nil || *got.Temperature != want || len(got.System) != 2 {
			t.Errorf("%s as a temperature: %v, %q", c, got.Temperature, texts(got))
		}
		for name, card := range map[string]model.Card{"without a temperature": {Cache: true}, "thinking": {Temperature: true, Cache: true, Thinking: model.Always}} {
			got, _ = put(t, card, r)
			if got.Temperature != nil || !slices.Equal(got.System[:2], r.System) {
				t.Errorf("%s %s: %v, %q", c, name, got.Temperature, texts(got))
			}
			if extra := texts(got)[2:]; len(extra) > 1 || (len(extra) == 0) != (c == model.Medium) {
				t.Errorf("%s %s: %q", c, name, extra)
			} else {
				words[strings.Join(extra, "")] = true
			}
		}
	}
	if len(words) != 4 {
		t.Errorf("levels are worded alike: %v", words)
	}
}

func TestEffort(t *testing.T) {
	for _, c := range []struct {
		how        model.Thinking
		said, want model.Effort
	}{
		{model.NoThinking, model.HighEffort, model.NoEffort},
		{model.Adaptive, model.NoEffort, model.NoEffort},
		{model.Adaptive, model.HighEffort, model.HighEffort},
		{model.Always, model.NoEffort, model.LowEffort},
		{model.Always, model.MediumEffort, model.MediumEffort},
		{model.ByEffort, model.NoEffort, model.NoEffort},
		{model.ByEffort, 77, model.HighEffort},
	} {
		got, _ := put(t, model.Card{Thinking: c.how}, model.Request{Effort: c.said})
		if got.Effort != c.want || got.Thinking != c.how {
			t.Errorf("%d %s: %s by %d, want %s", c.how, c.said, got.Effort, got.Thinking, c.want)
		}
	}
}

// A model that cannot think beside tools: who is to think hard does without tools, who is not
// does without thinking.
func TestToolsAlone(t *testing.T) {
	tools := []model.Tool{{Name: "recall"}, {Name: "note"}}
	for _, c := range []struct {
		alone  bool
		said   model.Effort
		tools  []model.Tool
		effort model.Effort
		given  int
		short  int
	}{
		{true, model.NoEffort, tools, model.NoEffort, 2, 0},
		{true, model.LowEffort, tools, model.NoEffort, 2, 0},
		{true, model.MediumEffort, tools, model.NoEffort, 2, 0},
		{true, model.HighEffort, tools, model.HighEffort, 0, 2},
		{true, model.MediumEffort, nil, model.MediumEffort, 0, 0},
		{false, model.MediumEffort, tools, model.MediumEffort, 2, 0},
		{false, model.HighEffort, tools, model.HighEffort, 2, 0},
	} {
		got, answer := put(t, model.Card{Tools: true, ToolsAlone: c.alone, Thinking: model.ByEffort}, model.Request{Effort: c.said, Tools: c.tools})
		if got.Effort != c.effort || len(got.Tools) != c.given || answer.Short != (model.Shortfall{Tools: c.short}) {
			t.Errorf("alone %v, %s: %s with %d tools, %+v", c.alone, c.said, got.Effort, len(got.Tools), answer.Short)
		}
	}
}

func TestLongestAnswer(t *testing.T) {
	prompt := model.Request{Messages: []model.Message{model.Says(model.User, strings.Repeat("a", 8000))}} // about 4,000 tokens by the bound
	for _, c := range []struct{ window, maxOut, asked, want int }{
		{0, 0, 9000, 9000},
		{0, 500, 9000, 500},
		{100_000, 500, 100, 100},
		{10_000, 0, 9000, 10_000 - model.Bound(prompt)},
		{4_000, 0, 9000, 1_000}, // the bound fills the window: a quarter is left
	} {
		r := prompt
		r.MaxTokens, r.Creativity = c.asked, model.Medium
		if got, _ := put(t, model.Card{Window: c.window, MaxOut: c.maxOut}, r); got.MaxTokens != c.want {
			t.Errorf("window %d, at most %d, asked for %d: %d, want %d", c.window, c.maxOut, c.asked, got.MaxTokens, c.want)
		}
	}
}

func TestSchemaInWords(t *testing.T) {
	schema := json.RawMessage(`{"type":"object"}`)
	r := model.Request{Schema: schema, Creativity: model.Medium, System: []model.Passage{{Text: "head"}}}
	if got, _ := put(t, model.Card{Schema: true}, r); string(got.Schema) != string(schema) || len(got.System) != 1 {
		t.Errorf("held to it: %s, %q", got.Schema, texts(got))
	}
	got, _ := put(t, model.Card{}, r)
	if got.Schema != nil || len(got.System) != 2 || !strings.Contains(got.System[1].Text, string(schema)) {
		t.Errorf("told of it: %s, %q", got.Schema, texts(got))
	}
}

// A conversation with everything in it, as models see it that can do less and less.
func TestConversationOfALesserModel(t *testing.T) {
	all := model.Request{
		Creativity: model.Medium,
		System:     []model.Passage{{Text: "head", Cache: true}},
		Tools:      []model.Tool{{Name: "recall"}, {Name: "note"}},
		Messages: []model.Message{
			{From: model.User, Parts: []model.Part{{Text: "What is this?"}, {Image: &model.Image{MIME: "image/png", Data: []byte{1}}}}},
			{From: model.Assistant, Parts: []model.Part{
				{Thought: &model.Thought{Model: "a-1", Raw: []byte(`"mine"`)}}, {Thought: &model.Thought{Model: "b-1", Raw: []byte(`"other"`)}},
				{Call: &model.Call{ID: "1", Tool: "recall", Args: []byte(`{"q":"x"}`)}}, {Call: &model.Call{ID: "2", Tool: "note", Args: []byte(`{}`)}},
			}},
			{From: model.User, Parts: []model.Part{{Result: &model.Result{ID: "1", Text: "a bakery"}}, {Result: &model.Result{ID: "2", Text: "no", Failed: true}}}},
			{From: model.Assistant, Parts: []model.Part{{Thought: &model.Thought{Model: "b-1"}}}},
			{From: model.User, Parts: []model.Part{}},
		},
	}
	before, err := json.Marshal([]any{all.System, all.Messages, all.Tools})
	if err != nil {
		t.Fatal(err)
	}

	got, answer := put(t, model.Card{Tools: true, Images: true, Cache: true}, all)
	want := slices.Clone(all.Messages[:3])
	want[1] = model.Message{From: model.Assistant, Parts: append(slices.Clone(want[1].Parts[:1]), want[1].Parts[2:]...)}
	want = append(want, all.Messages[4])
	if diff := cmp.Diff(want, got.Messages); diff != "" {
		t.Errorf("thoughts of another model: %s", diff)
	}
	if len(got.Tools) != 2 || !got.System[0].Cache || answer.Short != (model.Shortfall{}) {
		t.Errorf("%d tools, %+v, %+v", len(got.Tools), got.System, answer.Short)
	}

	got, answer = put(t, model.Card{}, all)
	if diff := cmp.Diff([]model.Message{
		{From: model.User, Parts: []model.Part{{Text: "What is this?"}, {Text: "[a picture, which you cannot see]"}}},
		{From: model.Assistant, Parts: []model.Part{want[1].Parts[0], {Text: `[called recall with {"q":"x"}]`}, {Text: "[called note with {}]"}}},
		{From: model.User, Parts: []model.Part{{Text: "[the call gave]\na bakery"}, {Text: "[the call failed]\nno"}}},
		{From: model.User, Parts: []model.Part{}},
	}, got.Messages); diff != "" {
		t.Errorf("a model that can do nothing: %s", diff)
	}
	if got.Tools != nil || got.System[0].Cache || answer.Short != (model.Shortfall{Tools: 2, Images: 1}) {
		t.Errorf("%d tools, %+v, %+v", len(got.Tools), got.System, answer.Short)
	}
	// A model that can call tools, but is given none, reads the same of what was called.
	toolless := all
	toolless.Tools = nil
	without, _ := put(t, model.Card{Tools: true}, toolless)
	if diff := cmp.Diff(got.Messages, without.Messages); diff != "" {
		t.Errorf("no tools: %s", diff)
	}
	if after, err := json.Marshal([]any{all.System, all.Messages, all.Tools}); err != nil || string(after) != string(before) {
		t.Errorf("the request was changed: %s", after)
	}
}

// Slices with room behind their end belong to the caller, that room included.
func TestNothingIsWrittenBehindARequest(t *testing.T) {
	system := make([]model.Passage, 1, 4)
	messages := append(make([]model.Message, 0, 4), model.Says(model.User, "?"))
	a, _ := target("a", says("no"))
	a.Card.Schema, a.Card.Temperature = false, false
	p, _ := pool(a)
	r := model.Request{System: system, Messages: messages, Schema: []byte(`{"type":"object"}`), MaxTokens: 100}
	if _, err := p.Complete(t.Context(), model.Ask{Role: model.Primary, Request: r}); reason(err) != model.Malformed {
		t.Fatal(err)
	}
	if system[:2][1].Text != "" || messages[:2][1].Parts != nil {
		t.Errorf("written behind: %+v, %+v", system[:2][1], messages[:2][1])
	}
}

// What is cached is byte for byte the same, whatever else a request asks for.
func TestHeadStaysTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := requests(rt)
		r.System = append(r.System, model.Passage{Text: "end of the head", Cache: true})
		r.Creativity = model.Creativity(rapid.IntRange(0, 3).Draw(rt, "creativity"))
		r.Effort = model.Effort(rapid.IntRange(0, 3).Draw(rt, "effort"))
		if rapid.Bool().Draw(rt, "schema") {
			r.Schema = []byte(`{}`)
		}
		c := model.Card{Cache: true, Temperature: rapid.Bool().Draw(rt, "temperature"), Schema: rapid.Bool().Draw(rt, "can schema")}
		c.Thinking = model.Thinking(rapid.IntRange(0, 3).Draw(rt, "thinking"))
		got, _ := put(t, c, r)
		if !slices.Equal(got.System[:len(r.System)], r.System) {
			rt.Fatalf("%+v became %+v", r.System, got.System)
		}
	})
}
