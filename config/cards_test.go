package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/config"
)

// What is known without being told.
func TestCards(t *testing.T) {
	c, err := config.Load(t.TempDir(), []string{"ANTHROPIC_API_KEY=a", "OPENAI_API_KEY=b"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]config.Card{
		"claude-haiku-5-5": {
			Provider: "anthropic", Window: 1_000_000, MaxOut: 128_000,
			Prices: []config.Price{{100_000, 100_000, 500_000, 10_000, 200_000}, {0, 500_000, 2_500_000, 50_000, 1_000_000}},
			Tools:  true, Images: true, Schema: true, Cache: true, Thinking: config.Adaptive,
		},
		"claude-opus-5-5": {
			Provider: "anthropic", Window: 1_000_000, MaxOut: 128_000, Prices: []config.Price{{0, 4_000_000, 20_000_000, 200_000, 8_000_000}},
			Tools: true, Images: true, Schema: true, Cache: true, Thinking: config.Always,
		},
		"gpt-6.1-terra": {
			Provider: "openai", Window: 1_050_000, MaxOut: 128_000,
			Prices: []config.Price{{272_000, 1_000_000, 5_000_000, 50_000, 1_250_000}, {0, 2_000_000, 7_500_000, 100_000, 2_500_000}},
			Tools:  true, ToolsAlone: true, Images: true, Schema: true, Cache: true, Thinking: config.ByEffort,
		},
		"text-embedding-3-large": {Provider: "openai", Window: 8191, Prices: []config.Price{{0, 130_000, 0, 130_000, 260_000}}, Thinking: config.NoThinking},
	}
	for _, k := range c.Models.Known {
		if k.Temperature || k.ForcedTools || !k.Priced() || k.Provider == "anthropic" && k.Prices[0].CacheWrite != 2*k.Prices[0].In {
			t.Errorf("%+v", k)
		}
		w, ok := want[k.Name]
		if !ok {
			continue
		}
		delete(want, k.Name)
		w.Name = k.Name
		if diff := cmp.Diff(w, k); diff != "" {
			t.Error(diff)
		}
	}
	if len(want) > 0 {
		t.Errorf("not known: %v", want)
	}
}

// What config.yaml says of a model counts, line by line; what nobody says is what may be
// expected where it runs.
func TestCardsOfOnesOwn(t *testing.T) {
	const yaml = `
providers:
  openai: {url: "http://localhost:4000"}
  anthropic: {url: "http://localhost:4000", forwards: true}
  far: {kind: anthropic, url: "https://far.example", key_env: FAR}
cards:
  claude-haiku-5-5: {max_out: 5, prices: [{up_to: 10, in: 1, out: 2}, {in: 3, out: 4, cache_read: 0.5, cache_write: 5}]}
  gpt-6-luna: {prices: []}
  mine: {window: 32768, tools: false, images: true, per_image: 0.04}
  theirs: {provider: far, thinking: adaptive, cache: false}
`
	c, err := config.Load(home(t, yaml, ""), []string{"ANTHROPIC_API_KEY=a", "OPENAI_API_KEY=b", "FAR=c"})
	if err != nil {
		t.Fatal(err)
	}
	m := c.Models
	provider := func(name string) config.Provider {
		p, ok := m.Provider(name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		return p
	}
	for _, want := range []config.Card{
		{
			Name: "claude-haiku-5-5", Provider: "anthropic", Window: 1_000_000, MaxOut: 5,
			Prices: []config.Price{{10, 1_000_000, 2_000_000, 1_000_000, 2_000_000}, {0, 3_000_000, 4_000_000, 500_000, 5_000_000}},
			Tools:  true, Images: true, Schema: true, Cache: true, Thinking: config.Adaptive,
		},
		{
			Name: "claude-opus-5-5", Provider: "anthropic", Window: 1_000_000, MaxOut: 128_000,
			Prices: []config.Price{{0, 4_000_000, 20_000_000, 200_000, 8_000_000}}, Tools: true, Images: true, Schema: true, Cache: true, Thinking: config.Always,
		},
		{
			Name: "gpt-6-luna", Provider: "far", Window: 1_050_000, MaxOut: 128_000,
			Tools: true, ToolsAlone: true, Images: true, Schema: true, Cache: true, Thinking: config.ByEffort,
		},
		// On this computer nothing costs anything.
		{
			Name: "gpt-6-luna", Provider: "openai", Window: 1_050_000, MaxOut: 128_000, Prices: []config.Price{{}},
			Tools: true, ToolsAlone: true, Images: true, Schema: true, Cache: true, Thinking: config.ByEffort,
		},
		{Name: "gpt-transcribe", Provider: "openai", Prices: []config.Price{{}}, Thinking: config.NoThinking},
		{Name: "gpt-transcribe", Provider: "far", PerMinute: 4500, Thinking: config.NoThinking},
		{Name: "mine", Provider: "far", Window: 32768, Images: true, Temperature: true, Thinking: config.NoThinking, PerImage: 40_000},
		{Name: "theirs", Provider: "far", Tools: true, Images: true, Thinking: config.Adaptive},
		{Name: "nobody-knows", Provider: "far", Tools: true, Images: true, Cache: true, Thinking: config.NoThinking},
		{Name: "", Provider: "openai", Prices: []config.Price{{}}, Tools: true, Temperature: true, Thinking: config.NoThinking},
	} {
		if diff := cmp.Diff(want, m.Card(provider(want.Provider), want.Name)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Name, diff)
		}
	}
}

// Each line that a provider or a card may have stands in the example, and is read.
func TestExampleNamesEveryLineOfTheTables(t *testing.T) {
	text := switchedOff.ReplaceAllString(config.Example(), "$1$2")
	c, err := config.Load(home(t, text, ""), []string{"WORKSHOP_KEY=" + secret, "ANTHROPIC_API_KEY=a", "OPENAI_API_KEY=b"})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Models.Err(); err != nil {
		t.Error(err)
	}
	p, ok := c.Models.Provider("workshop")
	want := config.Provider{
		Name: "workshop", Title: "Ollama", Kind: config.OpenAIKind, URL: "http://localhost:11434/v1", Host: "localhost", Loopback: true,
		Key: config.NewSecret(secret), KeyName: "WORKSHOP_KEY", KeyFrom: "the environment", URLFrom: p.URLFrom,
	}
	if diff := cmp.Diff(want, p); diff != "" || !ok || !strings.HasSuffix(p.URLFrom, " of config.yaml") {
		t.Error(diff)
	}
	card := config.Card{
		Name: "qwen3:8b", Provider: "workshop", Window: 40960, MaxOut: 8192, Prices: []config.Price{{}},
		Temperature: true, Tools: true, Thinking: config.NoThinking,
	}
	if diff := cmp.Diff(card, c.Models.Card(p, "qwen3:8b")); diff != "" {
		t.Error(diff)
	}
	// What the decoder knows, it lists when it is asked for something else.
	_, err = config.Decode("config.yaml", []byte("providers: {a: {x: 1}}\ncards: {a: {x: 1, prices: [{x: 1}]}}\n"))
	if err == nil {
		t.Fatal("an unknown line is taken")
	}
	found := 0
	for line := range strings.Lines(err.Error()) {
		if _, list, ok := strings.Cut(line, "known here: "); ok {
			for field := range strings.SplitSeq(strings.TrimSpace(list), ", ") {
				if found++; !strings.Contains(text, field+": ") {
					t.Errorf("the example does not name %s", field)
				}
			}
		}
	}
	if found != 5+15+5 {
		t.Errorf("%d lines are known", found)
	}
}
