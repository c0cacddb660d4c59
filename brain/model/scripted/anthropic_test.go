package scripted_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"citadel/brain/model/scripted"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"go.uber.org/goleak"
)

// start starts a server that is closed, and found free of leaks, when the test ends.
func start(t *testing.T, script scripted.Script) *scripted.Server {
	t.Helper()
	before := goleak.IgnoreCurrent()
	s, err := scripted.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		goleak.VerifyNone(t, before)
	})
	return s
}

func claude(s *scripted.Server) anthropic.Client {
	return anthropic.NewClient(option.WithoutEnvironmentDefaults(), option.WithBaseURL(s.URL), option.WithAPIKey("k"),
		option.WithMaxRetries(0), option.WithHTTPClient(s.Client()))
}

func hello(text string) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: "claude-opus-5-5", MaxTokens: 100,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(text))},
	}
}

// complete streams one answer through the SDK.
func complete(t *testing.T, s *scripted.Server, p anthropic.MessageNewParams) (anthropic.Message, error) {
	t.Helper()
	c := claude(s)
	st := c.Messages.NewStreaming(t.Context(), p)
	defer st.Close()
	var m anthropic.Message
	for st.Next() {
		if err := m.Accumulate(st.Current()); err != nil {
			t.Fatal(err)
		}
	}
	return m, st.Err()
}

func TestSDKUnderstandsMessages(t *testing.T) {
	s := start(t, scripted.Queue(scripted.Reply{
		Thinking: "let me see", Redacted: "veil", Text: []string{"Hel", "", "lo"},
		Calls: []scripted.Call{{Tool: "recall", Args: `{"query":"ä<b>"}`}},
	}, scripted.Says("Done.")))
	p := hello("Hi there")
	p.Tools = []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{Name: "recall", InputSchema: anthropic.ToolInputSchemaParam{Properties: map[string]any{}}}}}
	m, err := complete(t, s, p)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Content) != 4 || m.Content[0].Thinking != "let me see" || m.Content[2].Text != "Hello" || m.StopReason != anthropic.StopReasonToolUse {
		t.Fatalf("got %s", m.RawJSON())
	}
	var args struct{ Query string }
	if err := json.Unmarshal(m.Content[3].Input, &args); err != nil || args.Query != "ä<b>" {
		t.Fatalf("arguments %s: %v", m.Content[3].Input, err)
	}
	// 2 ("Hi there") + the tool's name and schema; 3 + 1 + 2 + call.
	if want := int64(2 + scripted.Tokens(`recall{"properties":{},"type":"object"}`)); m.Usage.InputTokens != want {
		t.Errorf("%d tokens in, want %d", m.Usage.InputTokens, want)
	}
	if want := int64(3 + 1 + 2 + scripted.Tokens(`recall{"query":"ä<b>"}`)); m.Usage.OutputTokens != want {
		t.Errorf("%d tokens out, want %d", m.Usage.OutputTokens, want)
	}

	p.Messages = append(p.Messages, m.ToParam(), anthropic.NewUserMessage(anthropic.NewToolResultBlock(m.Content[3].ID, "nothing", true)))
	if m, err = complete(t, s, p); err != nil || m.Content[0].Text != "Done." {
		t.Fatalf("the thoughts and calls sent back: %v", err)
	}
	second := s.Requests()[1]
	if res := second.Results(); len(res) != 1 || res[0].Text != "nothing" || !res[0].Failed || second.Last() != "Hi there" {
		t.Errorf("recorded %+v", second.Messages)
	}
	if bad := s.Invalid(); len(bad) > 0 {
		t.Error(bad)
	}

	// A word in a thought is changed; then one in what stood before it.
	for name, tamper := range map[string]func(){
		"thought":  func() { p.Messages[1].Content[0].OfThinking.Thinking = "let me lie" },
		"redacted": func() { p.Messages[1].Content[1].OfRedactedThinking.Data = "unveiled" },
		"past":     func() { p.Messages[0].Content[0].OfText.Text = "Hi you" },
	} {
		p.Messages[1] = answered(t, second)
		p.Messages[0].Content[0].OfText.Text = "Hi there"
		tamper()
		var bad *anthropic.Error
		if _, err := complete(t, s, p); !errors.As(err, &bad) || bad.StatusCode != http.StatusBadRequest || !strings.Contains(bad.RawJSON(), "signature") {
			t.Errorf("%s altered: %v", name, err)
		}
	}
}

// answered is the first answer again, as it was sent back.
func answered(t *testing.T, r scripted.Request) anthropic.MessageParam {
	t.Helper()
	var body struct{ Messages []anthropic.MessageParam }
	if err := json.Unmarshal(r.Body, &body); err != nil {
		t.Fatal(err)
	}
	return body.Messages[1]
}

func TestPromptCache(t *testing.T) {
	s := start(t, scripted.Answers(func(scripted.Request) scripted.Reply { return scripted.Says("yes") }))
	p := hello("What is new?")
	p.System = []anthropic.TextBlockParam{
		{Text: strings.Repeat("I am. ", 40), CacheControl: anthropic.CacheControlEphemeralParam{TTL: anthropic.CacheControlEphemeralTTLTTL1h}},
		{Text: "It is noon."},
	}
	first, err := complete(t, s, p)
	if err != nil {
		t.Fatal(err)
	}
	if u := first.Usage; u.CacheCreation.Ephemeral1hInputTokens != 60 || u.CacheReadInputTokens != 0 || u.InputTokens != 6 {
		t.Errorf("first: %s", u.RawJSON())
	}
	p.System[1].Text = "It is one." // what follows the mark may change
	second, err := complete(t, s, p)
	if err != nil {
		t.Fatal(err)
	}
	if u := second.Usage; u.CacheCreationInputTokens != 0 || u.CacheReadInputTokens != 60 || u.InputTokens != 6 {
		t.Errorf("second: %s", u.RawJSON())
	}
	p.System[0].Text += "!"
	third, err := complete(t, s, p)
	if err != nil {
		t.Fatal(err)
	}
	if u := third.Usage; u.CacheCreationInputTokens != 61 || u.CacheReadInputTokens != 0 {
		t.Errorf("third, with another beginning: %s", u.RawJSON())
	}
}

func TestSDKUnderstandsTheRest(t *testing.T) {
	s := start(t, scripted.Queue(scripted.Says("whole")))
	c := claude(s)
	m, err := c.Messages.New(t.Context(), hello("Hi"))
	if err != nil || m.Content[0].Text != "whole" {
		t.Fatalf("not streamed: %v", err)
	}
	n, err := c.Messages.CountTokens(t.Context(), anthropic.MessageCountTokensParams{Model: "claude-opus-5-5", Messages: hello("12345678").Messages})
	if err != nil || n.InputTokens != 2 {
		t.Errorf("counted %v: %v", n, err)
	}
	list, err := c.Models.List(t.Context(), anthropic.ModelListParams{})
	if err != nil || len(list.Data) != len(scripted.Cards()) || list.Data[0].ID != "claude-opus-5-5" || list.Data[0].MaxInputTokens != 1_000_000 {
		t.Errorf("listed %v: %v", list, err)
	}
	if _, err := complete(t, s, hello("Hi")); err == nil || len(s.Invalid()) != 1 {
		t.Errorf("an empty queue: %v, %v", err, s.Invalid())
	}
}

func TestWrongMessages(t *testing.T) {
	s := start(t, scripted.Queue())
	user := func(content string) string { return `{"role":"user","content":` + content + `}` }
	bot := func(content string) string { return `{"role":"assistant","content":` + content + `}` }
	tools := `,"tools":[{"name":"t","input_schema":{"type":"object"}}]`
	call := `[{"type":"tool_use","id":"a","name":"t","input":{}}]`
	result := `[{"type":"tool_result","tool_use_id":"a","content":"x"}]`
	for _, c := range []struct{ name, model, rest, messages, want string }{
		{"no messages", "", "", "", "at least one message"},
		{"assistant first", "", "", bot(`"x"`) + "," + user(`"y"`), "first message"},
		{"prefill", "", "", user(`"y"`) + "," + bot(`"x"`), "prefill"},
		{"empty text", "", "", user(`" "`), "non-whitespace"},
		{"unknown role", "", "", `{"role":"system","content":"x"}`, "Input should be 'user'"},
		{"unknown field", "", `,"frobnicate":1`, user(`"x"`), "unknown field"},
		{"temperature", "", `,"temperature":0.5`, user(`"x"`), "`temperature` is deprecated"},
		{"thinking off", "", `,"thinking":{"type":"disabled"}`, user(`"x"`), "not supported"},
		{"thinking budget", "claude-haiku-5-5", `,"thinking":{"type":"enabled","budget_tokens":2000}`, user(`"x"`), "not supported"},
		{"adaptive on an old model", "claude-3-5-haiku", `,"thinking":{"type":"adaptive"}`, user(`"x"`), "not supported"},
		{"effort on an old model", "claude-3-5-haiku", `,"output_config":{"effort":"low"}`, user(`"x"`), "does not support"},
		{"unknown effort", "", `,"output_config":{"effort":"none"}`, user(`"x"`), "Input should be"},
		{"forced tool", "", tools + `,"tool_choice":{"type":"any"}`, user(`"x"`), "forced"},
		{"open schema", "", `,"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{}}}}`, user(`"x"`), "additionalProperties"},
		{"tool twice", "", `,"tools":[{"name":"t","input_schema":{"type":"object"}},{"name":"t","input_schema":{"type":"object"}}]`, user(`"x"`), "unique"},
		{"tool name", "", `,"tools":[{"name":"a b","input_schema":{"type":"object"}}]`, user(`"x"`), "pattern"},
		{"result without call", "", tools, user(result), "unexpected `tool_use_id`"},
		{"call without result", "", tools, user(`"x"`) + "," + bot(call) + "," + user(`"y"`), "without `tool_result`"},
		{"call without tools", "", "", user(`"x"`) + "," + bot(call) + "," + user(result), "must define tools"},
		{"arguments that are no object", "", tools, user(`"x"`) + "," + bot(`[{"type":"tool_use","id":"a","name":"t","input":"x"}]`) + "," + user(result), "valid dictionary"},
		{"text before result", "", tools, user(`"x"`) + "," + bot(call) + "," + user(`[{"type":"text","text":"x"},`+result[1:]), "come first"},
		{"thought of one's own", "", "", user(`"x"`) + "," + bot(`[{"type":"thinking","thinking":"a","signature":"b"}]`) + "," + user(`"y"`), "signature"},
		{"five marks", "", "", user(`[` + strings.Repeat(`{"type":"text","text":"x","cache_control":{"type":"ephemeral"}},`, 4) +
			`{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]`), "maximum of 4"},
		{"an hour after five minutes", "", "", user(`[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}},
			{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"1h"}}]`), "must not come after"},
		{"image of another kind", "", "", user(`[{"type":"image","source":{"type":"base64","media_type":"image/bmp","data":"AAAA"}}]`), "media_type"},
		{"picture for the blind", "claude-3-5-haiku-blind", "", user(`"x"`), "model: claude"},
		{"too many tokens wanted", "", `,"max_tokens":1000000`, user(`"x"`), "maximum allowed"},
		{"too long", "claude-3-5-haiku", "", user(`"` + strings.Repeat("x", 800_004) + `"`), "prompt is too long: 200001 tokens > 200000 maximum"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.model == "" {
				c.model = "claude-opus-5-5"
			}
			body := `{"model":"` + c.model + `","max_tokens":10` + c.rest + `,"messages":[` + c.messages + `]}`
			status, answer := post(t, s, "/v1/messages", body)
			if status < 400 || !strings.Contains(answer, c.want) {
				t.Errorf("HTTP %d, want %q in %s", status, c.want, answer)
			}
		})
	}
	if len(s.Requests()) > 0 {
		t.Error("a wrong request reached the script")
	}
}
