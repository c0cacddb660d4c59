package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/config"
)

// shown puts what was made out of the models into lines: who can be used, who for what,
// and what was passed over.
func shown(m config.Models) string {
	var b strings.Builder
	for _, p := range m.Providers {
		fmt.Fprintf(&b, "%s (%s) at %s, %s", p.Name, p.Title, p.URL, p.Kind)
		if p.Loopback {
			b.WriteString(", here")
		}
		if p.Key.Set() {
			fmt.Fprintf(&b, ", %s from %s", p.KeyName, p.KeyFrom)
		}
		if p.URLFrom != "" {
			fmt.Fprintf(&b, ", named by %s", p.URLFrom)
		}
		b.WriteString("\n")
	}
	for _, role := range config.Roles() {
		var names []string
		for _, c := range m.Uses[role] {
			names = append(names, c.Provider+"/"+c.Name)
		}
		if len(names) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", role, strings.Join(names, " "))
		}
	}
	for _, p := range m.Passed {
		fmt.Fprintf(&b, "passed %s of %s: %s\n", p.Name, p.Role, p.Why)
	}
	for _, p := range m.Problems {
		fmt.Fprintf(&b, "problem: %s\n", p)
	}
	return b.String()
}

const (
	anthropicsModels = `anthropic (Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment
primary: anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5
background: anthropic/claude-haiku-5-5
reflection: anthropic/claude-sonnet-5-5
`
	openAIsModels = `openai (OpenAI) at https://api.openai.com/v1, openai, OPENAI_API_KEY from the environment
primary: openai/gpt-6.1-terra openai/gpt-6-luna
background: openai/gpt-6-luna
reflection: openai/gpt-6.1-terra
embedder: openai/text-embedding-3-small
image: openai/gpt-image-2.5-flare
transcription: openai/gpt-4o-transcribe
`
)

const secret = "Zq7-planted-secret"

func TestModels(t *testing.T) {
	keys := func(names ...string) (out []string) {
		for _, n := range names {
			if !strings.Contains(n, "=") {
				n += "=" + secret
			}
			out = append(out, n)
		}
		return out
	}
	for name, test := range map[string]struct {
		yaml, dotenv string
		environ      []string
		want         string
	}{
		"nothing":               {"", "", nil, ""},
		"set to nothing":        {"", "OPENAI_API_KEY=\n", []string{"ANTHROPIC_API_KEY="}, ""},
		"a misspelt key":        {"", "", keys("ANTROPIC_API_KEY"), ""},
		"Anthropic":             {"", "", keys("ANTHROPIC_API_KEY"), anthropicsModels},
		"Anthropic, with space": {"", "", []string{"ANTHROPIC_API_KEY= a \n"}, anthropicsModels},
		"Anthropic in .env":     {"", "# mine\nANTHROPIC_API_KEY=a\n", nil, strings.ReplaceAll(anthropicsModels, "the environment", "line 2 of .env")},
		"the environment wins":  {"", "ANTHROPIC_API_KEY=“\n", keys("ANTHROPIC_API_KEY"), anthropicsModels},
		"OpenAI":                {"", "", keys("OPENAI_API_KEY"), openAIsModels},
		"both": {"", "", keys("OPENAI_API_KEY", "ANTHROPIC_API_KEY"), `
anthropic (Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment
openai (OpenAI) at https://api.openai.com/v1, openai, OPENAI_API_KEY from the environment
primary: anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5 openai/gpt-6.1-terra openai/gpt-6-luna
background: anthropic/claude-haiku-5-5 openai/gpt-6-luna
reflection: anthropic/claude-sonnet-5-5 openai/gpt-6.1-terra
adversary: openai/gpt-6.1-terra openai/gpt-6-luna
embedder: openai/text-embedding-3-small
image: openai/gpt-image-2.5-flare
transcription: openai/gpt-4o-transcribe
`},
		"a server here": {"", "", keys("OPENAI_BASE_URL=http://localhost:11434"), `
local (localhost:11434) at http://localhost:11434/v1, openai, here, named by the environment
primary: local/
background: local/
reflection: local/
`},
		"a server here with a key and a path": {"", "OPENAI_BASE_URL='http://[::1]:8080/api/v1/'\n", keys("OPENAI_API_KEY"), `
local ([::1]:8080) at http://[::1]:8080/api/v1, openai, here, OPENAI_API_KEY from the environment, named by line 1 of .env
primary: local/
background: local/
reflection: local/
`},
		"a server elsewhere without a key": {"", "", keys("OPENAI_BASE_URL=http://10.0.0.7:8000/v1"), `
server (10.0.0.7:8000) at http://10.0.0.7:8000/v1, openai, named by the environment
primary: server/
background: server/
reflection: server/
`},
		"OpenAI, said by its address": {"", "", keys("OPENAI_API_KEY", "OPENAI_BASE_URL=https://API.openai.com/v1/"),
			strings.Replace(openAIsModels, "OPENAI_API_KEY from the environment", "OPENAI_API_KEY from the environment, named by the environment", 1)},
		"a server here beside Anthropic": {"", "", keys("ANTHROPIC_API_KEY", "OPENAI_BASE_URL=http://127.9.9.9:1/v1"), `
anthropic (Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment
local (127.9.9.9:1) at http://127.9.9.9:1/v1, openai, here, named by the environment
primary: anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5 local/
background: anthropic/claude-haiku-5-5 local/
reflection: anthropic/claude-sonnet-5-5 local/
adversary: local/
`},
		"Anthropic behind a gateway": {"", "", keys("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL=https://gate.example/anthropic/v1"),
			strings.Replace(anthropicsModels, "(Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment",
				"(Anthropic) at https://gate.example/anthropic, anthropic, ANTHROPIC_API_KEY from the environment, named by the environment", 1)},
		"a gateway without a key": {"", "", keys("ANTHROPIC_BASE_URL=https://gate.example/anthropic"), ""},
		"a server here that speaks like Anthropic": {"", "", keys("ANTHROPIC_BASE_URL=http://localhost:11434"), `
anthropic (localhost:11434) at http://localhost:11434, anthropic, here, named by the environment
primary: anthropic/
background: anthropic/
reflection: anthropic/
`},
		"a model of a known vendor": {"", "", keys("ANTHROPIC_API_KEY", "CITADEL_MODEL=claude-opus-5-5"),
			strings.Replace(anthropicsModels, "primary: ", "primary: anthropic/claude-opus-5-5 ", 1)},
		"the usual model": {"", "", keys("ANTHROPIC_API_KEY", "CITADEL_MODEL=claude-sonnet-5-5"), anthropicsModels},
		"the second of the usual models": {"", "", keys("ANTHROPIC_API_KEY", "CITADEL_MODEL=claude-haiku-5-5"),
			strings.Replace(anthropicsModels, "primary: anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5", "primary: anthropic/claude-haiku-5-5 anthropic/claude-sonnet-5-5", 1)},
		"a Claude that is not known": {"", "CITADEL_MODEL=claude-opus-9\n", keys("ANTHROPIC_API_KEY", "OPENAI_BASE_URL=http://localhost:1"), `
anthropic (Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment
local (localhost:1) at http://localhost:1/v1, openai, here, named by the environment
primary: anthropic/claude-opus-9 anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5 local/
background: anthropic/claude-haiku-5-5 local/
reflection: anthropic/claude-sonnet-5-5 local/
adversary: local/
`},
		"a model of OpenAI turns the argument round": {"", "", keys("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "CITADEL_MODEL=gpt-9"), `
anthropic (Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment
openai (OpenAI) at https://api.openai.com/v1, openai, OPENAI_API_KEY from the environment
primary: openai/gpt-9 anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5 openai/gpt-6.1-terra openai/gpt-6-luna
background: anthropic/claude-haiku-5-5 openai/gpt-6-luna
reflection: anthropic/claude-sonnet-5-5 openai/gpt-6.1-terra
adversary: anthropic/claude-sonnet-5-5
embedder: openai/text-embedding-3-small
image: openai/gpt-image-2.5-flare
transcription: openai/gpt-4o-transcribe
`},
		"a model of the server here": {"model: hf.co/qwen/qwen3:8b\n", "", keys("OPENAI_BASE_URL=http://localhost:1"), `
local (localhost:1) at http://localhost:1/v1, openai, here, named by the environment
primary: local/hf.co/qwen/qwen3:8b
background: local/hf.co/qwen/qwen3:8b
reflection: local/hf.co/qwen/qwen3:8b
`},
		"a known model on the server here": {"", "", keys("OPENAI_BASE_URL=http://localhost:1", "CITADEL_MODEL=claude-opus-5-5"), `
local (localhost:1) at http://localhost:1/v1, openai, here, named by the environment
primary: local/claude-opus-5-5
background: local/claude-opus-5-5
reflection: local/claude-opus-5-5
`},
		"named with its provider": {"", "", keys("OPENAI_BASE_URL=http://localhost:1", "ANTHROPIC_API_KEY", "CITADEL_MODEL=local/claude-opus-5-5"), `
anthropic (Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment
local (localhost:1) at http://localhost:1/v1, openai, here, named by the environment
primary: local/claude-opus-5-5 anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5
background: anthropic/claude-haiku-5-5 local/claude-opus-5-5
reflection: anthropic/claude-sonnet-5-5 local/claude-opus-5-5
adversary: anthropic/claude-sonnet-5-5
`},
		"a model nobody runs": {"", "", keys("CITADEL_MODEL=gpt-9"), "problem: `CITADEL_MODEL`: \"gpt-9\" cannot be asked: nobody is known to run it; " +
			"set ANTHROPIC_API_KEY for those of Anthropic (claude-opus-5-5, claude-sonnet-5-5, claude-haiku-5-5); " +
			"set OPENAI_API_KEY for those of OpenAI (gpt-6.1-terra, gpt-6-luna); or name a server under `providers:` or in OPENAI_BASE_URL\n"},
		"a model without its key": {"model: claude-opus-5-5\n", "", keys("OPENAI_API_KEY"), openAIsModels +
			"problem: `model` on line 1: \"claude-opus-5-5\" cannot be asked: ANTHROPIC_API_KEY is not set; write one of gpt-6.1-terra, gpt-6-luna; " +
			"set ANTHROPIC_API_KEY for those of Anthropic (claude-opus-5-5, claude-sonnet-5-5, claude-haiku-5-5); or name a server under `providers:` or in OPENAI_BASE_URL\n"},
		"a model of a provider without its key": {"", "CITADEL_MODEL=openai/gpt-9\n", keys("ANTHROPIC_API_KEY"), anthropicsModels +
			"problem: `CITADEL_MODEL` on line 1: \"openai/gpt-9\" cannot be asked: OPENAI_API_KEY is not set; write one of claude-opus-5-5, claude-sonnet-5-5, claude-haiku-5-5; " +
			"set OPENAI_API_KEY for those of OpenAI (gpt-6.1-terra, gpt-6-luna); or name a server under `providers:` or in OPENAI_BASE_URL\n"},
		"lists": {"models:\n  primary: [gpt-6-luna, claude-haiku-5-5, openai/gpt-6-luna]\n  background: []\n  adversary: [claude-opus-5-5]\n  reflection: [gpt-6-luna]\n", "",
			keys("OPENAI_API_KEY"), `
openai (OpenAI) at https://api.openai.com/v1, openai, OPENAI_API_KEY from the environment
primary: openai/gpt-6-luna
reflection: openai/gpt-6-luna
embedder: openai/text-embedding-3-small
image: openai/gpt-image-2.5-flare
transcription: openai/gpt-4o-transcribe
passed claude-haiku-5-5 of primary: ANTHROPIC_API_KEY is not set
problem: ` + "`models.adversary` on line 4: none of its models can be asked: claude-opus-5-5: ANTHROPIC_API_KEY is not set; write one of gpt-6.1-terra, gpt-6-luna; " +
				"set ANTHROPIC_API_KEY for those of Anthropic (claude-opus-5-5, claude-sonnet-5-5, claude-haiku-5-5); or name a server under `providers:` or in OPENAI_BASE_URL\n"},
		"no numbers from Anthropic": {"", "", keys("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "CITADEL_MODELS_EMBEDDER=claude-haiku-5-5 text-embedding-3-large",
			"CITADEL_MODELS_IMAGE=gpt-image-2.5-sunburst", "CITADEL_MODELS_PRIMARY=gpt-6-luna", "CITADEL_MODEL=claude-haiku-5-5"), `
anthropic (Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment
openai (OpenAI) at https://api.openai.com/v1, openai, OPENAI_API_KEY from the environment
primary: anthropic/claude-haiku-5-5 openai/gpt-6-luna
background: anthropic/claude-haiku-5-5 openai/gpt-6-luna
reflection: anthropic/claude-sonnet-5-5 openai/gpt-6.1-terra
adversary: openai/gpt-6.1-terra openai/gpt-6-luna
embedder: openai/text-embedding-3-large
image: openai/gpt-image-2.5-sunburst
transcription: openai/gpt-4o-transcribe
passed claude-haiku-5-5 of embedder: Anthropic has no model for that
`},
		"a provider of one's own": {"providers:\n  workshop: {kind: openai, url: \"http://localhost:11434\", title: Ollama}\nmodels: {primary: [qwen3, workshop/llama]}\n", "", nil, `
workshop (Ollama) at http://localhost:11434/v1, openai, here, named by line 2 of config.yaml
primary: workshop/qwen3 workshop/llama
background: workshop/
reflection: workshop/
`},
		"two of them": {"providers:\n  a: {kind: openai, url: \"https://a.example\", key_env: CITADEL_A}\n  b: {kind: anthropic, url: \"https://b.example/v1\", key_env: B_KEY}\nmodel: x\n",
			"CITADEL_A=" + secret + "\n", keys("B_KEY"), `
a (a) at https://a.example/v1, openai, CITADEL_A from line 1 of .env, named by line 2 of config.yaml
b (b) at https://b.example, anthropic, B_KEY from the environment, named by line 3 of config.yaml
primary: a/ b/
background: a/ b/
reflection: a/ b/
adversary: b/
problem: ` + "`model` on line 4: \"x\" cannot be asked: several servers may have it; write one of a/x, b/x; " +
				"write one of a/… (whatever the server has), b/… (whatever the server has); set ANTHROPIC_API_KEY for those of Anthropic (claude-opus-5-5, claude-sonnet-5-5, claude-haiku-5-5); " +
				"set OPENAI_API_KEY for those of OpenAI (gpt-6.1-terra, gpt-6-luna); or name a server under `providers:` or in OPENAI_BASE_URL\n"},
		"one whose key is missing": {"providers:\n  a: {kind: openai, url: \"https://a.example\", key_env: A_KEY}\nmodels: {primary: [a/x, gpt-6-luna]}\n", "", keys("OPENAI_API_KEY"),
			strings.Replace(openAIsModels, "openai/gpt-6.1-terra openai/gpt-6-luna", "openai/gpt-6-luna", 1) + "passed a/x of primary: A_KEY is not set\n"},
		"a key of another name": {"providers:\n  openai: {key_env: WORK_KEY}\n", "", keys("WORK_KEY", "OPENAI_BASE_URL=http://localhost:1", "OPENAI_API_KEY"), `
openai (OpenAI) at https://api.openai.com/v1, openai, WORK_KEY from the environment
local (localhost:1) at http://localhost:1/v1, openai, here, OPENAI_API_KEY from the environment, named by the environment
primary: openai/gpt-6.1-terra openai/gpt-6-luna local/
background: openai/gpt-6-luna local/
reflection: openai/gpt-6.1-terra local/
adversary: local/
embedder: openai/text-embedding-3-small
image: openai/gpt-image-2.5-flare
transcription: openai/gpt-4o-transcribe
`},
		"the same server twice": {"providers:\n  local: {kind: openai, url: \"http://localhost:1/v1\"}\n", "", keys("OPENAI_BASE_URL=http://localhost:1"), `
local (local) at http://localhost:1/v1, openai, here, named by line 2 of config.yaml
primary: local/
background: local/
reflection: local/
`},
		"two servers of one name": {"providers:\n  local: {kind: openai, url: \"http://localhost:1/v1\"}\n", "", keys("OPENAI_BASE_URL=http://localhost:2"), `
local (local) at http://localhost:1/v1, openai, here, named by line 2 of config.yaml
local-2 (localhost:2) at http://localhost:2/v1, openai, here, named by the environment
primary: local/ local-2/
background: local/ local-2/
reflection: local/ local-2/
adversary: local-2/
`},
		"a vendor moved by the file": {"providers:\n  anthropic: {url: \"https://gate.example\", title: The gate}\n", "", keys("ANTHROPIC_API_KEY"),
			strings.Replace(anthropicsModels, "(Anthropic) at https://api.anthropic.com, anthropic, ANTHROPIC_API_KEY from the environment",
				"(The gate) at https://gate.example, anthropic, ANTHROPIC_API_KEY from the environment, named by line 2 of config.yaml", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := config.Load(home(t, test.yaml, test.dotenv), test.environ)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), shown(c.Models)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var wrong *config.Error
			if err := c.Models.Err(); (err != nil) != strings.Contains(test.want, "problem: ") || err != nil && !errors.As(err, &wrong) {
				t.Errorf("Err is %v", err)
			}
			for _, p := range c.Models.Providers {
				if p.Key.Set() && p.Key.Reveal() != secret && p.Key.Reveal() != "a" {
					t.Errorf("the key of %s is wrong", p.Name)
				}
			}
			coherent(t, c.Models)
		})
	}
}

// Models that can be used and have no role can still be chosen; those that make pictures or
// have nobody to run them cannot.
func TestSpareModels(t *testing.T) {
	for want, environ := range map[string][]string{
		"":                                  nil,
		"anthropic/claude-opus-5-5":         {"ANTHROPIC_API_KEY=a"},
		"anthropic/claude-opus-5-5 far/own": {"ANTHROPIC_API_KEY=a", "OPENAI_API_KEY=b", "FAR_KEY=c"},
		"anthropic/claude-haiku-5-5":        {"ANTHROPIC_API_KEY=a", "CITADEL_MODELS_PRIMARY=claude-opus-5-5", "CITADEL_MODELS_BACKGROUND=claude-sonnet-5-5"},
	} {
		c, err := config.Load(home(t, "providers: {far: {kind: openai, url: \"https://a.example\", key_env: FAR_KEY}}\ncards: {own: {provider: far}}\n", ""), environ)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range c.Models.Spare {
			got = append(got, c.Provider+"/"+c.Name)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%v (-want +got):\n%s", environ, diff)
		}
	}
}

// coherent holds of every models that Load makes out.
func coherent(t *testing.T, m config.Models) {
	t.Helper()
	for role, cards := range m.Uses {
		if !slices.Contains(config.Roles(), role) || len(cards) == 0 {
			t.Errorf("the role %q has %d models", role, len(cards))
		}
		for _, c := range cards {
			p, ok := m.Provider(c.Provider)
			if !ok {
				t.Errorf("%s is asked of %q, who cannot be used", c.Name, c.Provider)
			}
			if diff := cmp.Diff(c, m.Card(p, c.Name)); diff != "" {
				t.Errorf("%s is described in two ways:\n%s", c.Name, diff)
			}
			if p.Loopback && !slices.Equal(c.Prices, []config.Price{{}}) {
				t.Errorf("%s costs something on this computer", c.Name)
			}
		}
	}
	for _, c := range m.Known {
		for i, p := range c.Prices {
			if last := i == len(c.Prices)-1; (p.UpTo == 0) != last || i > 0 && !last && p.UpTo <= c.Prices[i-1].UpTo {
				t.Errorf("the prices of %s: %+v", c.Name, c.Prices)
			}
		}
		if c.Window < 0 || c.MaxOut < 0 || c.Name == "" || !slices.Contains([]string{config.NoThinking, config.Adaptive, config.Always, config.ByEffort}, c.Thinking) {
			t.Errorf("%+v", c)
		}
	}
	for _, p := range m.Providers {
		if p.Name == "" || p.Title == "" || p.Host == "" || p.URL == "" || strings.HasSuffix(p.URL, "/") || p.Kind != config.AnthropicKind && p.Kind != config.OpenAIKind {
			t.Errorf("%+v", p)
		}
	}
}

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
			Tools:  true, Images: true, Schema: true, Thinking: config.ByEffort,
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
			Tools: true, Images: true, Schema: true, Thinking: config.ByEffort,
		},
		// On this computer nothing costs anything.
		{
			Name: "gpt-6-luna", Provider: "openai", Window: 1_050_000, MaxOut: 128_000, Prices: []config.Price{{}},
			Tools: true, Images: true, Schema: true, Thinking: config.ByEffort,
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
	if found != 5+13+5 {
		t.Errorf("%d lines are known", found)
	}
}

func TestModelsRefused(t *testing.T) {
	for name, test := range map[string]struct{ yaml, want string }{
		"a key":                       {"providers: {openai: {key: Zq7-x}}\n", "`providers.openai.key` on line 1: a key does not belong into this file; put it into .env"},
		"a key of another name":       {"providers:\n  a:\n    kind: openai\n    url: http://a\n    api-token: Zq7\n", "`providers.a.api-token` on line 5: a key does not belong into this file"},
		"a key at the top":            {"anthropic_api_key: Zq7-x\n", "`anthropic_api_key` on line 1: a key does not belong into this file; put it into .env"},
		"a key for the variable":      {"providers: {openai: {key_env: sk-Zq7-x}}\n", "`providers.openai.key_env` on line 1: is not the name of a variable; write the name of the variable that holds the key"},
		"a key in small letters":      {"providers: {openai: {key_env: Zq7af90}}\n", "is not the name of a variable"},
		"a setting for the variable":  {"providers: {openai: {key_env: CITADEL_ZONE}}\n", "CITADEL_ZONE is a setting of its own"},
		"a key for the title":         {"providers: {openai: {title: sk-Zq7-x}}\n", "`providers.openai.title` on line 1: looks like a key"},
		"a key for a model":           {"model: sk-ant-Zq7-x\n", "`model` on line 1: looks like a key"},
		"a key for a name":            {"providers:\n  sk-Zq7-x: {kind: openai}\n", "`providers.(a key)` on line 2: looks like a key"},
		"a key for a card":            {"cards: {sk-Zq7-x: {}}\n", "`cards.(a key)` on line 1: looks like a key"},
		"a key in a list":             {"models: {primary: [gsk_Zq7]}\n", "`models.primary` on line 1: looks like a key"},
		"a password in the address":   {"providers: {openai: {url: \"https://me:Zq7@a.example\"}}\n", "`providers.openai.url` on line 1: holds more than an address"},
		"a key in the address":        {"providers: {openai: {url: \"https://a.example/?key=Zq7\"}}\n", "holds more than an address"},
		"no address":                  {"providers: {openai: {url: localhost}}\n", "`providers.openai.url` on line 1: is not the address of a server; write one such as"},
		"an address without a host":   {"providers: {openai: {url: \"http://:80/v1\"}}\n", "is not the address of a server"},
		"an address with a bad port":  {"providers: {openai: {url: \"http://a:99999\"}}\n", "is not the address of a server"},
		"another protocol":            {"providers: {openai: {url: \"ftp://a\"}}\n", "is not the address of a server"},
		"a list of providers":         {"providers: [a]\n", "`providers` on line 1: must hold names, but is a list"},
		"a word for a provider":       {"providers: {a: b}\n", "`providers.a` on line 1: must hold settings, but is a single value"},
		"a provider twice":            {"providers:\n  openai: {title: a}\n  openai: {title: b}\n", "`providers.openai` on line 3: is already given on line 2"},
		"a name with capital letters": {"providers: {Ollama: {kind: openai, url: http://a}}\n", "\"Ollama\" can't be the name of a provider; use 1 to 40 of a-z"},
		"no kind":                     {"providers: {a: {url: http://a}}\n", "`providers.a` on line 1: has no kind; write kind: openai"},
		"no url":                      {"providers:\n\n  a: {kind: openai}\n", "`providers.a` on line 3: has no url; write url:"},
		"another kind":                {"providers: {openai: {kind: gemini}}\n", "\"gemini\" is not a kind of provider; use anthropic, or openai"},
		"an unknown line":             {"providers: {openai: {adress: a}}\n", "unknown key `providers.openai.adress` on line 1; known here: kind, url, key_env, title, forwards"},
		"a line twice":                {"providers: {openai: {title: a, title: b}}\n", "`providers.openai.title` on line 1: is already given on line 1"},
		"a line without a value":      {"providers: {openai: {title: }}\n", "`providers.openai.title` on line 1: has no value"},
		"a line with a list for name": {"providers: {openai: {[a]: b}}\n", "a key on line 1: is a list"},
		"a provider with a list name": {"providers: {[a]: {}}\n", "a key on line 1: is a list"},
		"a reference":                 {"providers: {a: &x {kind: openai, url: http://a}, b: *x}\n", "`providers.b` on line 1: must hold settings, but is a reference"},
		"no such provider":            {"cards:\n  a:\n    provider: olama\n", "`cards.a.provider` on line 3: \"olama\" is not a provider; known are anthropic, openai, local and server; others go under `providers:`"},
		"a card without a name":       {"cards: {\"\": {tools: true}}\n", "`cards.` on line 1: is empty; write the name of a model"},
		"a size in words":             {"cards: {a: {window: 128K}}\n", "`cards.a.window` on line 1: \"128K\" is not a number of tokens; write one such as 200000"},
		"a size of nothing":           {"cards: {a: {window: 0}}\n", "is not a number of tokens"},
		"a size beyond reason":        {"cards: {a: {max_out: 99999999999999999999}}\n", "is not a number of tokens"},
		"neither yes nor no":          {"cards: {a: {tools: maybe}}\n", "`cards.a.tools` on line 1: \"maybe\" is neither true nor false"},
		"another thinking":            {"cards: {a: {thinking: deep}}\n", "\"deep\" is not a way of thinking; use none, adaptive, always or effort"},
		"one price":                   {"cards: {a: {prices: 1.00}}\n", "`cards.a.prices` on line 1: must be a list, but is a single value; write it as [{in: 1.00, out: 5.00}]"},
		"prices of numbers":           {"cards: {a: {prices: [1.00]}}\n", "`cards.a.prices` on line 1: must be a price, but is a single value"},
		"half a price":                {"cards: {a: {prices: [{in: 1.00}]}}\n", "`cards.a.prices` on line 1: a price has no out"},
		"a price that is none":        {"cards: {a: {prices: [{in: cheap, out: 1}]}}\n", "`cards.a.prices.in` on line 1: \"cheap\" is not an amount"},
		"prices up to a size":         {"cards: {a: {prices: [{in: 1, out: 1, up_to: 5}]}}\n", "the last price, and no other, holds for prompts of any size"},
		"prices for any size first":   {"cards: {a: {prices: [{in: 1, out: 1}, {in: 1, out: 1}]}}\n", "the last price, and no other"},
		"prices out of order": {"cards:\n  a:\n    prices:\n      - {in: 1, out: 1, up_to: 5}\n      - {in: 1, out: 1, up_to: 5}\n      - {in: 1, out: 1}\n",
			"`cards.a.prices` on line 5: 5 is not more than the up_to before it; order them by size, smallest first"},
		"a model for a list":     {"models: {primary: claude-opus-5-5}\n", "`models.primary` on line 1: must be a list, but is a single value; write it as [claude-sonnet-5-5, gpt-6-luna]"},
		"a role that is none":    {"models: {primery: [a]}\n", "unknown key `models.primery` on line 1; did you mean `models.primary`?"},
		"two models in one":      {"models: {primary: [\"a, b\"]}\n", "\"a, b\" is not the name of a model; write one such as"},
		"half a model":           {"model: local/\n", "`model` on line 1: \"local/\" is not the name of a model"},
		"a model twice":          {"models: {primary: [a, a]}\n", "\"a\" is listed twice"},
		"providers, misspelt":    {"provider: {}\n", "unknown key `provider` on line 1; did you mean `providers`?"},
		"nothing like any group": {"weather: 1\n", "known here: principal, zone, country, crisis_line, trusted_contact, quiet, reactions, model, models,"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := config.Decode("config.yaml", []byte(test.yaml))
			var wrong *config.Error
			if !errors.As(err, &wrong) || len(wrong.Problems) != 1 {
				t.Fatalf("error = %v, want an *Error with one problem", err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error does not contain\n%s\nbut is\n%v", test.want, err)
			}
			if strings.Contains(err.Error(), "Zq7") {
				t.Errorf("it shows the key: %v", err)
			}
		})
	}
}

func TestModelsRefusedFromTheEnvironment(t *testing.T) {
	_, err := config.Load(home(t, "providers: {a: {kind: openai, url: http://a, key_env: A_KEY}}\n", "ANTHROPIC_API_KEY=“Zq7”\nOPENAI_BASE_URL=https://Zq7@a\n"),
		[]string{"OPENAI_API_KEY=a Zq7", "A_KEY=\"Zq7\x01\"", "ANTHROPIC_BASE_URL=Zq7", "CITADEL_MODEL=sk-Zq7", "CITADEL_MODELS=a"})
	if err == nil {
		t.Fatal("no error")
	}
	_, got, _ := strings.Cut(err.Error(), ".env:\n")
	want := strings.ReplaceAll(`  'ANTHROPIC_API_KEY' on line 1: contains characters that no key has; copy it again, without quotes or spaces
  'OPENAI_BASE_URL' on line 2: holds more than an address; take out the name, the password and what follows ? or #; a key goes into the variable that key_env names
config: 5 things to change in the environment:
  'OPENAI_API_KEY': contains characters that no key has; copy it again, without quotes or spaces
  'A_KEY': contains characters that no key has; copy it again, without quotes or spaces
  'ANTHROPIC_BASE_URL': is not the address of a server; write one such as http://localhost:11434/v1 or https://api.openai.com/v1
  'CITADEL_MODEL': looks like a key, which does not belong here; put it into .env in the home, or into the environment, as NAME=…; write key_env: NAME here, and take the key out
  unknown variable 'CITADEL_MODELS'; did you mean 'CITADEL_MODEL'?`, "'", "`")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Without models there is nothing to find out, and with them nothing else changes.
func TestGivenListsTheTables(t *testing.T) {
	list, err := config.Given(home(t, "providers:\n  openai: {title: a}\ncards:\n  b: {}\n", ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list[len(config.Describe(config.Default())):] {
		got = append(got, s.Key+" from "+s.From)
	}
	if diff := cmp.Diff([]string{"providers.openai from line 2 of config.yaml", "cards.b from line 4 of config.yaml"}, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzModels holds that whatever stands in config.yaml, what is made out of it is coherent
// and no key is shown.
func FuzzModels(f *testing.F) {
	f.Add([]byte(switchedOff.ReplaceAllString(config.Example(), "$1$2")), "gpt-9", "http://localhost:11434", "a")
	f.Add([]byte("providers:\n  a: {kind: openai, url: \"https://a.example\", key_env: A_KEY}\nmodels: {primary: [a/x, gpt-6-luna]}\n"), "a/x", "", secret)
	f.Add([]byte("cards: {a: {prices: [{in: 1, out: 2, up_to: 5}, {in: 1, out: 1}]}}\n"), "", "https://api.openai.com", "")
	f.Add([]byte("providers: {sk-"+secret+": {key: "+secret+"}}\n"), "sk-"+secret, "http://"+secret+"@a", "“"+secret)
	f.Add([]byte("providers: {anthropic: {kind: openai, url: \"http://[::1]\"}}\n"), "anthropic/x", "http://[::1]/v1", "b")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, yaml []byte, model, address, key string) {
		if err := os.WriteFile(filepath.Join(dir, config.FileName), yaml, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(dir, []string{
			"CITADEL_MODEL=" + model, "OPENAI_BASE_URL=" + address, "OPENAI_API_KEY=" + key, "ANTHROPIC_API_KEY=" + secret, "A_KEY=" + secret, "TZ=UTC",
		})
		if err == nil {
			coherent(t, c.Models)
			err = c.Models.Err()
		}
		told := fmt.Sprintf("%v %+v %#v", err, c, c)
		for _, planted := range []string{secret, key} {
			if others := string(yaml) + model + address; len(planted) > 12 && strings.Contains(told, planted) && !strings.Contains(others, planted) {
				t.Errorf("the key is shown: %s", told)
			}
		}
	})
}
