package config_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/config"
)

func TestModelsRefused(t *testing.T) {
	for name, test := range map[string]struct{ yaml, want string }{
		"a key": {"providers: {openai: {key: Zq7-x}}\n",
			"`providers.openai.key` on line 1: a key does not belong into this file; put it into .env"},
		"a key of another name": {"providers:\n  a:\n    kind: openai\n    url: http://a\n    api-token: Zq7\n",
			"`providers.a.api-token` on line 5: a key does not belong into this file"},
		"a key at the top": {"anthropic_api_key: Zq7-x\n", "`anthropic_api_key` on line 1: a key does not belong into this file; put it into .env"},
		"a key for the variable": {"providers: {openai: {key_env: sk-Zq7-x}}\n",
			"`providers.openai.key_env` on line 1: is not the name of a variable; write the name of the variable that holds the key"},
		"a key in small letters":     {"providers: {openai: {key_env: Zq7af90}}\n", "is not the name of a variable"},
		"a setting for the variable": {"providers: {openai: {key_env: CITADEL_ZONE}}\n", "CITADEL_ZONE is a setting of its own"},
		"a key for the title":        {"providers: {openai: {title: sk-Zq7-x}}\n", "`providers.openai.title` on line 1: looks like a key"},
		"a key for a model":          {"model: sk-ant-Zq7-x\n", "`model` on line 1: looks like a key"},
		"a key for a name":           {"providers:\n  sk-Zq7-x: {kind: openai}\n", "`providers.(a key)` on line 2: looks like a key"},
		"a key for a card":           {"cards: {sk-Zq7-x: {}}\n", "`cards.(a key)` on line 1: looks like a key"},
		"a key in a list":            {"models: {primary: [gsk_Zq7]}\n", "`models.primary` on line 1: looks like a key"},
		"a password in the address":  {"providers: {openai: {url: \"https://me:Zq7@a.example\"}}\n", "`providers.openai.url` on line 1: holds more than an address"},
		"a key in the address":       {"providers: {openai: {url: \"https://a.example/?key=Zq7\"}}\n", "holds more than an address"},
		"no address": {"providers: {openai: {url: localhost}}\n",
			"`providers.openai.url` on line 1: is not the address of a server; write one such as"},
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
		"an unknown line": {"providers: {openai: {adress: a}}\n",
			"unknown key `providers.openai.adress` on line 1; known here: kind, url, key_env, title, forwards"},
		"a line twice":                {"providers: {openai: {title: a, title: b}}\n", "`providers.openai.title` on line 1: is already given on line 1"},
		"a line without a value":      {"providers: {openai: {title: }}\n", "`providers.openai.title` on line 1: has no value"},
		"a line with a list for name": {"providers: {openai: {[a]: b}}\n", "a key on line 1: is a list"},
		"a provider with a list name": {"providers: {[a]: {}}\n", "a key on line 1: is a list"},
		"a reference": {"providers: {a: &x {kind: openai, url: http://a}, b: *x}\n",
			"`providers.b` on line 1: must hold settings, but is a reference"},
		"no such provider": {"cards:\n  a:\n    provider: olama\n",
			"`cards.a.provider` on line 3: \"olama\" is not a provider; known are anthropic, openai, local and server; others go under `providers:`"},
		"a card without a name": {"cards: {\"\": {tools: true}}\n", "`cards.` on line 1: is empty; write the name of a model"},
		"a size in words":       {"cards: {a: {window: 128K}}\n", "`cards.a.window` on line 1: \"128K\" is not a number of tokens; write one such as 200000"},
		"a size of nothing":     {"cards: {a: {window: 0}}\n", "is not a number of tokens"},
		"a size beyond reason":  {"cards: {a: {max_out: 99999999999999999999}}\n", "is not a number of tokens"},
		"neither yes nor no":    {"cards: {a: {tools: maybe}}\n", "`cards.a.tools` on line 1: \"maybe\" is neither true nor false"},
		"another thinking":      {"cards: {a: {thinking: deep}}\n", "\"deep\" is not a way of thinking; use none, adaptive, always or effort"},
		"one price": {"cards: {a: {prices: 1.00}}\n",
			"`cards.a.prices` on line 1: must be a list, but is a single value; write it as [{in: 1.00, out: 5.00}]"},
		"prices of numbers":         {"cards: {a: {prices: [1.00]}}\n", "`cards.a.prices` on line 1: must be a price, but is a single value"},
		"half a price":              {"cards: {a: {prices: [{in: 1.00}]}}\n", "`cards.a.prices` on line 1: a price has no out"},
		"a price that is none":      {"cards: {a: {prices: [{in: cheap, out: 1}]}}\n", "`cards.a.prices.in` on line 1: \"cheap\" is not an amount"},
		"prices up to a size":       {"cards: {a: {prices: [{in: 1, out: 1, up_to: 5}]}}\n", "the last price, and no other, holds for prompts of any size"},
		"prices for any size first": {"cards: {a: {prices: [{in: 1, out: 1}, {in: 1, out: 1}]}}\n", "the last price, and no other"},
		"prices out of order": {"cards:\n  a:\n    prices:\n      - {in: 1, out: 1, up_to: 5}\n      - {in: 1, out: 1, up_to: 5}\n      - {in: 1, out: 1}\n",
			"`cards.a.prices` on line 5: 5 is not more than the up_to before it; order them by size, smallest first"},
		"a model for a list": {"models: {primary: claude-opus-5-5}\n",
			"`models.primary` on line 1: must be a list, but is a single value; write it as [claude-sonnet-5-5, gpt-6-luna]"},
		"a role that is none":    {"models: {primery: [a]}\n", "unknown key `models.primery` on line 1; did you mean `models.primary`?"},
		"two models in one":      {"models: {primary: [\"a, b\"]}\n", "\"a, b\" is not the name of a model; write one such as"},
		"half a model":           {"model: local/\n", "`model` on line 1: \"local/\" is not the name of a model"},
		"a model twice":          {"models: {primary: [a, a]}\n", "\"a\" is listed twice"},
		"providers, misspelt":    {"provider: {}\n", "unknown key `provider` on line 1; did you mean `providers`?"},
		"nothing like any group": {"weather: 1\n", "known here: principal, zone, country, crisis_line, trusted_contact, quiet, briefing, reactions, preferred, previews, slack, telegram, mattermost, model, models,"},
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
