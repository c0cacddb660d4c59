package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

var (
	sonnet = turn.Model{Role: "primary", Name: "claude-sonnet-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"}
	haiku  = turn.Model{Role: "background", Name: "claude-haiku-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"}
	terra  = turn.Model{Role: "primary", Name: "gpt-6.1-terra", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"}
	luna   = turn.Model{Role: "primary", Name: "gpt-6-luna", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"}
	embeds = turn.Model{Role: "embedder", Name: "text-embedding-3-small", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"}
	llama  = turn.Model{Role: "primary", Name: "llama3.3", Provider: "ollama", Title: "Ollama", Host: "localhost:11434", Loopback: true}
)

// both is what is set up where there are two keys.
var both = []turn.Model{
	sonnet, as(haiku, "primary"), terra, luna, haiku, as(luna, "background"), as(sonnet, "reflection"), as(terra, "reflection"),
	as(terra, "adversary"), as(sonnet, "adversary"), as(luna, "adversary"), embeds,
	{Role: "image", Name: "gpt-image-2.5-flare", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Role: "transcription", Name: "gpt-4o-transcribe", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Name: "claude-opus-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
}

func as(m turn.Model, role string) turn.Model {
	m.Role = role
	return m
}

// The first message names all who get words, and what for.
func TestWelcomeWithModels(t *testing.T) {
	for name, models := range map[string][]turn.Model{
		"welcome-one":      {sonnet, as(sonnet, "reflection")},
		"welcome-small":    {sonnet, haiku},
		"welcome-two":      both,
		"welcome-local":    {llama, as(llama, "background")},
		"welcome-mixed":    {llama, sonnet},
		"welcome-fallback": {sonnet, llama},
		"welcome-unpriced": {{Role: "primary", Name: "mystery-7b", Provider: "acme", Title: "Acme", Host: "llm.example", Unpriced: true}},
		"welcome-proxy":    {{Role: "primary", Name: "claude-sonnet-5-5", Provider: "anthropic", Title: "Anthropic", Host: "proxy.example"}},
		"welcome-embedder": {embeds},
		"welcome-choice":   {llama, as(sonnet, ""), as(haiku, "")},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t).At("2026-11-20 08:51")
			started := w.Record(w.Pens.For(event.Host).Write(event.Started{Version: "0.2.0"}))[0].Seq
			h := turn.Host{Models: models, Dearest: "claude-opus-5-5", Ceilings: turn.Ceilings{Turn: 0.50, Job: 0.10, Day: 2, Month: 30}}
			r := procedure.Welcome(h, started)
			turntest.Golden(t, w.Mind, name, r)
			for _, m := range models {
				if !strings.Contains(r.Text.String(), m.Title) {
					t.Errorf("%s gets words and is not named", m.Title)
				}
			}
		})
	}
}

// What a mind with a model says where the model does not answer: why, and never that there
// is none, nor how one is set up.
func TestWithoutItsModel(t *testing.T) {
	for _, test := range []struct {
		golden string
		lack   turn.Lack
		talk   string
	}{
		{"lack-down", turn.Down, "Should I raise our day rate next year?"},
		{"lack-spent", turn.Spent, "Should I buy a boat?"},
		{"lack-unnamed", turn.Unnamed, "Should I raise our day rate for Petra?"},
		{"lack-balked", turn.Balked, "Write a poem about Porto."},
		{"lack-world", turn.Down, "What is the capital of France?"},
		{"lack-foreign", turn.Spent, "Meine Schwester ist im März nach Porto gezogen."},
		{"lack-rule", turn.Down, "Always answer in short sentences, please."},
		{"lack-about", turn.Down, "Who are you?"},
	} {
		t.Run(test.golden, func(t *testing.T) {
			w := turntest.New(t)
			w.Models = []turn.Model{sonnet, haiku}
			w.At("2025-07-03 10:00").Say("Our day rate is A$1,450.")
			w.At("2026-11-20 08:51")
			w.Record(w.Pens.For(event.Host).Write(event.Started{Version: "0.2.0"}))
			one := w.Turn(w.Say(test.talk))
			one.Lack = test.lack
			understand(one)
			r, err := procedure.Desk{}.Answer(t.Context(), one)
			if err != nil {
				t.Fatal(err)
			}
			turntest.Golden(t, w.Mind, test.golden, r)
			if s := r.Text.String(); strings.Contains(s, "ANTHROPIC_API_KEY") || strings.Contains(s, "is set up") {
				t.Errorf("a model is set up, and it says: %s", s)
			}
		})
	}
}
