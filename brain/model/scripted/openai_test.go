package scripted_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"citadel/brain/model/scripted"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func gpt(s *scripted.Server) openai.Client {
	return openai.NewClient(option.WithBaseURL(s.URL+"/v1/"), option.WithAPIKey("k"), option.WithMaxRetries(0), option.WithHTTPClient(s.Client()))
}

func TestSDKUnderstandsChat(t *testing.T) {
	s := start(t, scripted.Queue(scripted.Reply{
		Thinking: "let me see", Text: []string{"Hel", "", "lo"},
		Calls: []scripted.Call{{Tool: "recall", Args: `{"q":"ä"}`}, {ID: "c2", Tool: "recall", Args: `{"q":`}},
		Usage: &scripted.Usage{In: 5, CacheRead: 7, Out: 9},
	}, scripted.Says("Done.")))
	c := gpt(s)
	p := openai.ChatCompletionNewParams{
		Model: "gpt-6-luna", MaxCompletionTokens: openai.Int(100), ReasoningEffort: openai.ReasoningEffortLow,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.DeveloperMessage("Be kind."), openai.UserMessage("Hi there")},
		Tools: []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
			Name: "recall", Parameters: openai.FunctionParameters{"type": "object", "properties": map[string]any{}},
		})},
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
	}
	st := c.Chat.Completions.NewStreaming(t.Context(), p)
	var acc openai.ChatCompletionAccumulator
	thought := ""
	for st.Next() {
		if !acc.AddChunk(st.Current()) {
			t.Fatal("a chunk that does not fit")
		}
		if ch := st.Current().Choices; len(ch) > 0 {
			thought += strings.Trim(ch[0].Delta.JSON.ExtraFields["reasoning_content"].Raw(), `"`)
		}
	}
	if err := st.Err(); err != nil {
		t.Fatal(err)
	}
	m := acc.Choices[0]
	if m.Message.Content != "Hello" || m.FinishReason != "tool_calls" || thought != "let me see" || len(m.Message.ToolCalls) != 2 ||
		m.Message.ToolCalls[0].Function.Arguments != `{"q":"ä"}` || m.Message.ToolCalls[1].ID != "c2" || m.Message.ToolCalls[1].Function.Arguments != `{"q":` {
		t.Errorf("got %+v, thought %q", m, thought)
	}
	if u := acc.Usage; u.PromptTokens != 12 || u.PromptTokensDetails.CachedTokens != 7 || u.CompletionTokens != 9 || u.CompletionTokensDetails.ReasoningTokens != 3 {
		t.Errorf("usage %s", u.RawJSON())
	}
	p.Messages = append(p.Messages, m.Message.ToParam(), openai.ToolMessage("no", m.Message.ToolCalls[1].ID), openai.ToolMessage("yes", m.Message.ToolCalls[0].ID))
	p.StreamOptions = openai.ChatCompletionStreamOptionsParam{}
	whole, err := c.Chat.Completions.New(t.Context(), p)
	if err != nil || whole.Choices[0].Message.Content != "Done." || whole.Usage.CompletionTokens != 2 {
		t.Errorf("not streamed: %v", err)
	}
	second := s.Requests()[1]
	if res := second.Results(); len(res) != 2 || res[0].Text != "no" || second.Last() != "Hi there" || second.Instructions() != "Be kind." || second.MaxTokens != 100 {
		t.Errorf("recorded %+v", second)
	}
	if bad := s.Invalid(); len(bad) > 0 {
		t.Error(bad)
	}
}

func TestSDKUnderstandsSenses(t *testing.T) {
	s := start(t, scripted.Queue(scripted.Reply{}, scripted.Reply{Vectors: [][]float32{{1, 0}}},
		scripted.Reply{}, scripted.Reply{Transcript: "good morning"}, scripted.Reply{Transcript: "good night", Seconds: 2.5}))
	c := gpt(s)
	e, err := c.Embeddings.New(t.Context(), openai.EmbeddingNewParams{
		Model: "text-embedding-3-small", Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"red bus", "red car", "blue sea"}},
	})
	if err != nil || len(e.Data) != 3 || len(e.Data[0].Embedding) != 16 || e.Usage.TotalTokens != 6 {
		t.Fatalf("embeddings: %v, %v", e, err)
	}
	likeness := func(a, b []float64) (sum float64) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	if same := likeness(e.Data[0].Embedding, e.Data[0].Embedding); math.Abs(same-1) > 1e-6 {
		t.Errorf("a vector of length %v", same)
	}
	if near, far := likeness(e.Data[0].Embedding, e.Data[1].Embedding), likeness(e.Data[0].Embedding, e.Data[2].Embedding); near <= far {
		t.Errorf("a shared word makes %v of %v", near, far)
	}
	if e, err = c.Embeddings.New(t.Context(), openai.EmbeddingNewParams{
		Model: "text-embedding-3-small", Input: openai.EmbeddingNewParamsInputUnion{OfString: openai.String("x")},
	}); err != nil || len(e.Data[0].Embedding) != 2 {
		t.Errorf("scripted vectors: %v", err)
	}
	img, err := c.Images.Generate(t.Context(), openai.ImageGenerateParams{Model: "gpt-image-2.5-flare", Prompt: "a grey dot"})
	if err != nil || img.Data[0].B64JSON == "" || img.Usage.OutputTokens != 1000 {
		t.Errorf("image: %v", err)
	}
	for _, want := range []string{"good morning", "good night"} {
		name := openai.AudioModel("gpt-4o-mini-transcribe")
		if want == "good night" {
			name = "whisper-1"
		}
		heard, err := c.Audio.Transcriptions.New(t.Context(), openai.AudioTranscriptionNewParams{
			Model: name, File: openai.File(bytes.NewReader([]byte("sound")), "a.ogg", "audio/ogg"),
		})
		if err != nil || heard.Text != want || heard.Usage.Type == "" {
			t.Errorf("transcription: %+v, %v", heard, err)
		}
	}
	if sound := s.Requests()[3].Sound; string(sound.Data) != "sound" || sound.Name != "a.ogg" {
		t.Errorf("recorded %+v", sound)
	}
	list, err := c.Models.List(t.Context())
	if err != nil || len(list.Data) != len(scripted.Cards()) {
		t.Errorf("models: %v", err)
	}
	if bad := s.Invalid(); len(bad) > 0 {
		t.Error(bad)
	}
}

func TestWrongChat(t *testing.T) {
	s := start(t, scripted.Queue())
	user := `{"role":"user","content":"x"}`
	call := `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"t","arguments":"{}"}}]}`
	schema := func(s string) string {
		return `,"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":` + s + `}}`
	}
	for _, c := range []struct{ name, path, model, rest, messages, want string }{
		{"no messages", "", "", "", "", "empty array"},
		{"unknown role", "", "", "", `{"role":"human","content":"x"}`, "Invalid value: 'human'"},
		{"unknown field", "", "", `,"frobnicate":1`, user, "Unrecognized request argument"},
		{"max_tokens where a model reasons", "", "", `,"max_tokens":5`, user, "unsupported_parameter"},
		{"temperature where a model reasons", "", "", `,"temperature":0.2`, user, "unsupported_value"},
		{"effort where none does", "", "llama-3.3", `,"reasoning_effort":"low"`, user, "unsupported_parameter"},
		{"result without call", "", "", "", user + `,{"role":"tool","tool_call_id":"a","content":"x"}`, "must be a response"},
		{"call without result", "", "", "", user + "," + call + "," + user, "must be followed by tool messages"},
		{"call without result at the end", "", "", "", user + "," + call, "must be followed by tool messages"},
		{"usage without stream", "", "", `,"stream_options":{"include_usage":true}`, user, "only allowed when 'stream'"},
		{"open schema", "", "", schema(`{"type":"object","properties":{}}`), user, "additionalProperties"},
		{"optional property", "", "", schema(`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`), user, "must list every key"},
		{"thoughts sent to those who keep them", "", "", "", user + `,{"role":"assistant","content":"x","reasoning_content":"y"},` + user, "Unrecognized"},
		{"unknown model", "", "gpt-none", "", user, "model_not_found"},
		{"too long", "", "llama-3.3", "", `{"role":"user","content":"` + strings.Repeat("x", 4*8193) + `"}`, "context_length_exceeded"},
		{"an image for the blind", "", "llama-3.3", "", `{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}`, "Invalid image"},
		{"no prompt", "/v1/images/generations", "gpt-image-2.5-flare", "", "-", "Missing required parameter"},
		{"nothing to embed", "/v1/embeddings", "text-embedding-3-small", `,"input":[]`, "-", "is invalid"},
		{"an empty text to embed", "/v1/embeddings", "text-embedding-3-small", `,"input":["a",""]`, "-", "must not be empty"},
		{"no form", "/v1/audio/transcriptions", "whisper-1", "", "-", "multipart"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.model == "" {
				c.model = "gpt-6-luna"
			}
			if c.path == "" {
				c.path = "/v1/chat/completions"
			}
			body := `{"model":"` + c.model + `"` + c.rest
			if c.messages != "-" {
				body += `,"messages":[` + c.messages + `]`
			}
			status, answer := post(t, s, c.path, body+"}")
			if status < 400 || !strings.Contains(answer, c.want) {
				t.Errorf("HTTP %d, want %q in %s", status, c.want, answer)
			}
		})
	}
	if len(s.Requests()) > 0 {
		t.Error("a wrong request reached the script")
	}
}
