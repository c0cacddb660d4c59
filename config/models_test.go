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
			strings.Replace(anthropicsModels, "primary: anthropic/claude-sonnet-5-5 anthropic/claude-haiku-5-5",
				"primary: anthropic/claude-haiku-5-5 anthropic/claude-sonnet-5-5", 1)},
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
		"one whose key is missing": {"providers:\n  a: {kind: openai, url: \"https://a.example\", key_env: A_KEY}\nmodels: {primary: [a/x, gpt-6-luna]}\n",
			"", keys("OPENAI_API_KEY"),
			strings.Replace(openAIsModels, "openai/gpt-6.1-terra openai/gpt-6-luna", "openai/gpt-6-luna", 1) + "passed a/x of primary: A_KEY is not set\n"},
		"a key of another name": {"providers:\n  openai: {key_env: WORK_KEY}\n", "", keys("WORK_KEY", "OPENAI_BASE_URL=http://localhost:1", "OPENAI_API_KEY"), `
openai (OpenAI) at https://api.openai.com/v1, openai, WORK_KEY from the environment
local (localhost:1) at http://localhost:1/v1, openai, here, OPENAI_API_KEY from the environment, named by the environment
primary: openai/gpt-6.1-terra openai/gpt-6-luna local/
background: openai/gpt-6-luna local/
reflection: openai/gpt-6.1-terra local/
adversary: local/
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
		if c.Window < 0 || c.MaxOut < 0 || c.Name == "" || !slices.Contains([]string{config.NoThinking, config.Adaptive, config.Always, config.ByEffort},
			c.Thinking) {
			t.Errorf("%+v", c)
		}
	}
	for _, p := range m.Providers {
		if p.Name == "" || p.Title == "" || p.Host == "" || p.URL == "" || strings.HasSuffix(p.URL,
			"/") || p.Kind != config.AnthropicKind && p.Kind != config.OpenAIKind {
			t.Errorf("%+v", p)
		}
	}
}

// What stands in the tables of the file is listed after the settings.
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
