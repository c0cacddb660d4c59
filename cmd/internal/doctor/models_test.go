package doctor_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
	"citadel/cmd/internal/doctor"
	"citadel/cmd/internal/host"
	"citadel/config"
)

// models is the finding about models, and all that is printed with it.
func models(t *testing.T, o doctor.Options) (doctor.Finding, string) {
	t.Helper()
	got := doctor.Examine(t.Context(), o)
	i := slices.IndexFunc(got, func(f doctor.Finding) bool { return f.Check == "models" })
	if i < 0 {
		t.Fatalf("nothing is said of models: %+v", got)
	}
	var b bytes.Buffer
	if err := errors.Join(doctor.Write(&b, got, 80), doctor.WriteJSON(&b, got)); err != nil {
		t.Fatal(err)
	}
	return got[i], b.String()
}

// lists answers with names, for whoever is asked.
func lists(names ...string) func(context.Context, config.Provider) ([]model.Listed, error) {
	return func(context.Context, config.Provider) (list []model.Listed, err error) {
		for _, n := range names {
			list = append(list, model.Listed{Name: n})
		}
		return list, nil
	}
}

// fails answers with a reason.
func fails(r model.Reason) func(context.Context, config.Provider) ([]model.Listed, error) {
	return func(context.Context, config.Provider) ([]model.Listed, error) {
		return nil, &model.Error{Op: "list", Reason: r, Status: 499, Err: errors.New("words of the provider with sk-never-shown")}
	}
}

func TestModels(t *testing.T) {
	all := lists("claude-sonnet-5-5", "claude-haiku-5-5", "gpt-6.1-terra", "gpt-6-luna", "text-embedding-3-small", "gpt-image-2.5-flare", "gpt-4o-transcribe")
	const key = "ANTHROPIC_API_KEY=sk-never-shown"
	for name, c := range map[string]struct {
		yaml    string
		environ []string
		list    func(context.Context, config.Provider) ([]model.Listed, error)
		verdict doctor.Verdict
		says    []string // in what is said, in a detail, or in what to do
	}{
		"nothing": {"", nil, all, doctor.OK, []string{"None is set up. Commands, recall", "set ANTHROPIC_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL"}},
		"well": {"", []string{key}, all, doctor.OK, []string{
			"claude-sonnet-5-5 of Anthropic answers you, within US$0.50 a turn, US$2.00 a day and US$30.00 a month.",
			"Anthropic at api.anthropic.com, key in ANTHROPIC_API_KEY from the environment: answers, and has 7 models",
			"primary: claude-sonnet-5-5, then claude-haiku-5-5",
		}},
		"nobody is asked": {"", []string{key}, nil, doctor.OK, []string{"Anthropic at api.anthropic.com, key in ANTHROPIC_API_KEY from the environment"}},
		"switched off":    {"models: {primary: [], background: [], reflection: []}\n", []string{key}, all, doctor.Look, []string{"switch every use of a model off"}},
		"a model without its key": {"model: gpt-9\n", []string{key}, all, doctor.Fail,
			[]string{"A model is named that cannot be asked.", `"gpt-9" cannot be asked: nobody is known to run it`, "until then citadel does not start"}},
		"a wrong key": {"", []string{key}, fails(model.Unauthorised), doctor.Fail,
			[]string{"No model can be asked to answer you.", ": does not accept the key", "Check the key in ANTHROPIC_API_KEY, or make a new one at Anthropic."}},
		"a key is wanted": {"", []string{"OPENAI_BASE_URL=http://localhost:1"}, fails(model.Unauthorised), doctor.Fail,
			[]string{"without a key: wants a key", "Set the variable that key_env names"}},
		"no money": {"", []string{key}, fails(model.NoCredit), doctor.Fail, []string{"the account has no money left", "Pay in at Anthropic."}},
		"no network": {"", []string{key}, fails(model.Unreachable), doctor.Fail, []string{"cannot be reached",
			"Check the network, and the address api.anthropic.com."}},
		"no server here": {"", []string{"OPENAI_BASE_URL=http://localhost:1"}, fails(model.Unreachable), doctor.Fail, []string{"cannot be reached",
			"Start the server at localhost:1, or change its address."}},
		"too slow": {"", []string{key}, fails(model.Timeout), doctor.Fail, []string{"does not answer in time"}},
		"too busy": {"", []string{key}, fails(model.Overloaded), doctor.Fail, []string{"has too much to do just now", "Ask again in a minute."}},
		"HTML": {"", []string{key}, fails(model.Broken), doctor.Fail, []string{"answers, but not in the protocol anthropic",
			"Check the address of Anthropic and its kind."}},
		"no list": {"", []string{key}, fails(model.NoModel), doctor.Look, []string{"claude-sonnet-5-5 of Anthropic answers you",
			"does not say which models it has"}},
		"something else": {"", []string{key}, fails(model.Refused), doctor.Fail, []string{"could not be asked: refused"}},
		"no answer": {"", []string{key}, func(ctx context.Context, _ config.Provider) ([]model.Listed, error) {
			return nil, context.DeadlineExceeded
		}, doctor.Fail,
			[]string{"does not answer in time"}},
		"one of two answers": {"", []string{key, "OPENAI_API_KEY=sk-never-shown"}, func(ctx context.Context, p config.Provider) ([]model.Listed, error) {
			if p.Name == "anthropic" {
				return fails(model.Unauthorised)(ctx, p)
			}
			return all(ctx, p)
		}, doctor.Look, []string{"claude-sonnet-5-5 of Anthropic answers you", "does not accept the key",
			"OpenAI at api.openai.com, key in OPENAI_API_KEY from the environment: answers, and has 7 models"}},
		"a model that is not listed": {"", []string{key, "CITADEL_MODEL=claude-sonet-5-5"}, all, doctor.Look,
			[]string{"Anthropic does not list claude-sonet-5-5", "Take claude-sonet-5-5 out of the settings, or check how Anthropic writes it: claude-sonnet-5-5, claude-haiku-5-5, gpt-6.1-terra, gpt-6-luna, text-embedding-3-small and 2 more."}},
		"no model that is listed": {"", []string{key}, lists("gpt-6-luna"), doctor.Fail, []string{"No model can be asked to answer you.",
			"Anthropic does not list claude-haiku-5-5"}},
		"a server without models": {"", []string{"OPENAI_BASE_URL=http://localhost:1"}, lists(), doctor.Fail, []string{"localhost:1 has no model", "it has none"}},
		"a server with one": {"", []string{"OPENAI_BASE_URL=http://localhost:1"}, lists("qwen3"), doctor.OK,
			[]string{"Whatever localhost:1 has of localhost:1 answers you", "answers, and has 1 model"}},
		"a server far away": {"", []string{"OPENAI_BASE_URL=http://10.0.0.7:8000"}, lists("qwen3"), doctor.Look,
			[]string{"10.0.0.7:8000, named by the environment, without a key", "Words go to 10.0.0.7 unencrypted",
				"10.0.0.7 is another computer and asks no key", "No price is known for whatever 10.0.0.7:8000 has: counted as the dearest I know"}},
		"a price unknown": {"", []string{key, "CITADEL_MODEL=claude-opus-9"}, nil, doctor.Look,
			[]string{"No price is known for claude-opus-9: counted as the dearest I know", "Write the price under `cards:` in config.yaml."}},
		"a price known": {"cards: {claude-opus-9: {prices: [{in: 1, out: 2}]}}\n", []string{key, "CITADEL_MODEL=claude-opus-9"}, nil, doctor.OK,
			[]string{"claude-opus-9 of Anthropic"}},
		"ceilings of nothing": {"ceilings: {turn: 0, job: 0, day: 0, month: 0}\n", []string{key}, all, doctor.Look, []string{
			"ceilings.turn is US$0.00: no model ever answers you", "ceilings.day is", "ceilings.month is", "ceilings.job is US$0.00: no job",
			"Raise ceilings.day if models are to be asked.",
		}},
		"passed over": {"models: {primary: [claude-haiku-5-5, gpt-6-luna]}\n", []string{key}, all, doctor.Look,
			[]string{"gpt-6-luna for models.primary is passed over: OPENAI_API_KEY is not set"}},
		"none answers": {"models: {primary: []}\n", []string{key}, all, doctor.Fail,
			[]string{"No model answers you: models.primary is empty.", "background: claude-haiku-5-5"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(home(t, 1))
			write(t, o.Home, "config.yaml", c.yaml)
			o.Environ = append(slices.Clone(melbourne), c.environ...)
			o.List = c.list
			f, printed := models(t, o)
			if f.Verdict != c.verdict || f.Verdict == doctor.Fail && f.Do == "" {
				t.Errorf("%+v\nwant %s", f, c.verdict)
			}
			told := strings.Join(append(f.Details, f.Says, f.Do), "\n")
			for _, want := range c.says {
				if !strings.Contains(told, want) {
					t.Errorf("it does not say %q:\n%s", want, told)
				}
			}
			if strings.Contains(printed, "never-shown") {
				t.Errorf("a key, or words of the provider, are shown:\n%s", printed)
			}
		})
	}
}

// With the real drivers against a server: what is in order, what to do if not, and no key in
// anything that is printed.
func TestModelsAsked(t *testing.T) {
	const key = "Zq7-planted-secret"
	start := func(t *testing.T) *scripted.Server {
		s, err := scripted.Start(scripted.Script{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	}
	refuses := func(status int, body string) func(t *testing.T) string {
		return func(t *testing.T) string {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(status)
				_, _ = w.Write([]byte(body + key)) // the client may have gone
			}))
			t.Cleanup(s.Close)
			return s.URL
		}
	}
	for name, c := range map[string]struct {
		url     func(t *testing.T) string
		verdict doctor.Verdict
		says    string
	}{
		"in order": {func(t *testing.T) string { return start(t).URL }, doctor.OK, "answers, and has "},
		"a wrong key": {refuses(401, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`), doctor.Fail,
			"does not accept the key"},
		"HTML": {refuses(200, "<html>"), doctor.Fail, "answers, but not in the protocol"},
		"refused": {func(t *testing.T) string {
			s := start(t)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return s.URL
		}, doctor.Fail, "cannot be reached"},
		"sent elsewhere": {func(t *testing.T) string {
			to := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s was followed", r.URL) }))
			t.Cleanup(to.Close)
			s := httptest.NewServer(http.RedirectHandler(to.URL+"/v1/models", http.StatusTemporaryRedirect))
			t.Cleanup(s.Close)
			return s.URL
		}, doctor.Fail, "answers, but not in the protocol"},
	} {
		for _, vendor := range []string{"ANTHROPIC", "OPENAI"} {
			t.Run(name+"/"+vendor, func(t *testing.T) {
				o := options(filepath.Join(t.TempDir(), "none"))
				url := c.url(t)
				o.Environ = []string{"TZ=UTC", vendor + "_API_KEY=" + key, vendor + "_BASE_URL=" + url, "CITADEL_MODELS_PRIMARY=claude-haiku-5-5",
					"CITADEL_MODELS_REFLECTION=claude-haiku-5-5"}
				o.List = func(ctx context.Context, p config.Provider) ([]model.Listed, error) { return host.List(ctx, p, "0") }
				f, printed := models(t, o)
				told := strings.Join(append(f.Details, f.Says, f.Do), "\n")
				if f.Verdict != c.verdict || !strings.Contains(told, c.says) {
					t.Errorf("%s, want %s and %q:\n%s", f.Verdict, c.verdict, c.says, told)
				}
				if strings.Contains(printed, key) {
					t.Errorf("the key is shown:\n%s", printed)
				}
			})
		}
	}
}
