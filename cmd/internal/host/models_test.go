package host_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
	"citadel/brain/turn"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

const planted = "Zq7-planted-secret"

// answerer is a scripted server. The second look at messages, which comes in the background when
// the clock allows it, finds nothing, and is kept apart from what turns ask.
type answerer struct{ *scripted.Server }

// Requests are those that are no second look.
func (a *answerer) Requests() (turns []scripted.Request) {
	for _, r := range a.Server.Requests() {
		if !looksAgain(r) {
			turns = append(turns, r)
		}
	}
	return turns
}

// looksAgain says whether a request is a second look at messages.
func looksAgain(r scripted.Request) bool {
	return len(r.Schema) > 0 && strings.Contains(r.Instructions(), "worth remembering")
}

// answering starts a server of models. It is asked nothing that it refuses, but for what is
// expected.
func answering(t *testing.T, script scripted.Script, refuses ...string) *answerer {
	t.Helper()
	if answer := script.Answer; answer != nil {
		script.Answer = func(r scripted.Request) scripted.Reply {
			if looksAgain(r) {
				return scripted.Says(`{"items":[],"links":[]}`)
			}
			return answer(r)
		}
	}
	s, err := scripted.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(refuses, s.Invalid()); diff != "" {
			t.Errorf("the server refuses (-want +got):\n%s", diff)
		}
	})
	return &answerer{s}
}

// says answers everything with a word, and models of those names.
func says(word string, names ...string) scripted.Script {
	s := scripted.Answers(func(scripted.Request) scripted.Reply { return scripted.Says(word) })
	for _, n := range names {
		s.Cards = append(s.Cards, model.Card{Name: n, Window: 8192, MaxOut: 1024, Temperature: true, Tools: true, Images: true, Schema: true, Cache: true,
			Thinking: model.Adaptive})
	}
	return s
}

// ask puts a question to the models of a role.
func ask(t *testing.T, c *host.Citadel, role model.Role, prefer string) (model.Answer, error) {
	t.Helper()
	return c.Models.Pool.Complete(t.Context(), model.Ask{
		Role: role, Prefer: prefer, Purpose: model.Purpose{Kind: "routine"},
		Request: model.Request{Messages: []model.Message{model.Says(model.User, "hello")}, MaxTokens: 300},
	})
}

// recorded lists the payloads of one kind.
func recorded[P event.Payload](t *testing.T, c *host.Citadel) []P {
	t.Helper()
	var none P
	var out []P
	for r, err := range c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{none.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := p.(P); ok {
			out = append(out, p)
		}
	}
	return out
}

// Without settings of models there are none, and nothing of them runs.
func TestNoModels(t *testing.T) {
	s := newStation(t)
	s.notices = new(bytes.Buffer)
	before := runtime.NumGoroutine()
	c, drop := s.begin()
	defer drop()
	if c.Models != nil || len(c.Brain.Host.Models) > 0 || s.notices.Len() > 0 {
		t.Errorf("models: %+v, said %q", c.Models, s.notices)
	}
	if said, err := c.Name(t.Context()); !said || err != nil {
		t.Errorf("nobody needs naming: %v, %v", said, err)
	}
	// Those of SQLite stay; what a start does side by side ends by itself.
	for over, tick := time.After(10*time.Second), time.Tick(5*time.Millisecond); runtime.NumGoroutine() > before+2; {
		select {
		case <-over:
			t.Fatalf("%d goroutines instead of %d", runtime.NumGoroutine(), before)
		case <-tick:
		}
	}
}

// At a pipe it is said once, at the start, to whom words go. Then they go there, and the
// record of it holds what it cost.
func TestNamedAtThePipe(t *testing.T) {
	server := answering(t, says("Good day.", "claude-sonnet-5-5", "claude-haiku-5-5"))
	var logged bytes.Buffer
	s := newStation(t)
	s.environ = []string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}
	s.log = slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if err := os.MkdirAll(s.home, 0o700); err != nil {
		t.Fatal(err)
	}
	settings := "providers: {anthropic: {forwards: true}}\nmodels: {background: [claude-haiku-5-5, gpt-6-luna]}\n"
	if err := os.WriteFile(filepath.Join(s.home, config.FileName), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}

	c, drop := s.begin() // elsewhere than at a pipe nobody is named at the start
	if _, err := ask(t, c, model.Primary, ""); !failedBecause(err, model.Unnamed) {
		t.Errorf("who was not named is asked: %v", err)
	}
	drop()

	s.notices = new(bytes.Buffer)
	for start := range 3 {
		c, drop := s.begin()
		notice := s.notices.String()
		if start == 0 && (!strings.Contains(notice, "I use claude-sonnet-5-5 from Anthropic") || !strings.Contains(notice,
			"US$2.00 a day") || !strings.HasSuffix(notice, ".\n")) {
			t.Errorf("said: %q", notice)
		}
		if start > 0 && notice != "" {
			t.Errorf("said again: %q", notice)
		}
		s.notices.Reset()
		want := []event.ProviderNamed{{Provider: "anthropic", Host: "127.0.0.1", Roles: []string{"primary", "background"}, Terminal: true}}
		if diff := cmp.Diff(want, recorded[event.ProviderNamed](t, c)); diff != "" {
			t.Error(diff)
		}
		a, err := ask(t, c, model.Primary, "")
		if err != nil || a.Text != "Good day." || a.Card.Name != "claude-sonnet-5-5" || a.Cost <= 0 {
			t.Errorf("%+v, %v", a, err)
		}
		if called := recorded[event.ModelCalled](t, c); len(called) != start+1 || called[start].Cost != int64(a.Cost) || called[start].Outcome != "ok" {
			t.Errorf("recorded: %+v", called)
		}
		drop()
	}

	for _, r := range server.Requests() {
		if r.Header.Get("User-Agent") != "citadel/test" || r.Header.Get("X-Api-Key") != planted {
			t.Errorf("sent by %q with the key %q", r.Header.Get("User-Agent"), r.Header.Get("X-Api-Key"))
		}
		for name := range r.Header {
			if strings.HasPrefix(name, "X-Stainless-") {
				t.Errorf("it tells %s", name)
			}
		}
	}
	if len(server.Requests()) != 3 {
		t.Errorf("%d requests", len(server.Requests()))
	}
	if !strings.Contains(logged.String(), "gpt-6-luna") {
		t.Errorf("what is passed over is not logged: %s", &logged)
	}
	s.hides(t, planted, logged.String())
}

// hides holds that a key stands in no event, no file and nothing of what was said.
func (s *station) hides(t *testing.T, key string, said ...string) {
	t.Helper()
	c, drop := s.begin()
	defer drop()
	events := 0
	for r, err := range c.Mind.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		events++
		said = append(said, string(b))
	}
	if events == 0 {
		t.Error("there are no events")
	}
	said = append(said, fmt.Sprintf("%+v %#v", c.Models, c.Models), fmt.Sprintf("%+v", c.Brain.Host))
	for _, targets := range c.Models.Pool.Roles {
		said = append(said, fmt.Sprintf("%+v", targets))
	}
	err := filepath.WalkDir(s.home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			b, err := os.ReadFile(path)
			said = append(said, string(b))
			return err
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for _, text := range said {
		if strings.Contains(text, key) {
			t.Errorf("the key is shown in %.500q", text)
		}
	}
}

// failedBecause says whether all models passed for one reason.
func failedBecause(err error, r model.Reason) bool {
	var none *model.NoneError
	return errors.As(err, &none) && len(none.Passed) > 0 && !slices.ContainsFunc(none.Passed, func(p model.Passed) bool { return p.Reason != r })
}

// Elsewhere a post says it where the principal was last heard; words go only once it has
// arrived, and what is new is said again.
func TestNamedInAPost(t *testing.T) {
	server := answering(t, says("Good day.", "claude-sonnet-5-5", "claude-haiku-5-5", "gpt-6-luna"))
	s := newStation(t)
	s.environ = []string{"ANTHROPIC_API_KEY=a", "ANTHROPIC_BASE_URL=" + server.URL, "CITADEL_MODELS_REFLECTION=claude-haiku-5-5"}
	c, drop := s.begin()
	if said, err := c.Name(t.Context()); said || err != nil {
		t.Errorf("said nowhere: %v, %v", said, err)
	}
	id, err := (&folder.Far{Dir: s.chat}).Say("thanks")
	if err != nil {
		t.Fatal(err)
	}
	s.talk(c, func(far *folder.Far) (bool, error) {
		over, err := far.Finished()
		return slices.Contains(over, id), err
	})
	for range 2 { // the second finds that it is under way
		if said, err := c.Name(t.Context()); !said || err != nil {
			t.Errorf("%v, %v", said, err)
		}
	}
	posts := slices.DeleteFunc(recorded[event.PostQueued](t, c), func(p event.PostQueued) bool { return p.Answer != nil })
	if len(posts) != 1 || !strings.HasPrefix(posts[0].Text, "I use claude-sonnet-5-5 from Anthropic") || posts[0].Audience != event.Private {
		t.Fatalf("%+v", posts)
	}
	if named := recorded[event.ProviderNamed](t, c); len(named) != 1 || named[0].Terminal {
		t.Errorf("%+v", named)
	}
	if _, err := ask(t, c, model.Primary, ""); !failedBecause(err, model.Unnamed) {
		t.Errorf("it is asked before the post arrived: %v", err)
	}
	s.talk(c, func(far *folder.Far) (bool, error) {
		shown, err := far.Shown()
		return slices.ContainsFunc(shown, func(p folder.Shown) bool { return strings.HasPrefix(p.Text, "I use claude") }), err
	})
	drop()

	c, drop = s.begin() // what was said holds for the next process
	if a, err := ask(t, c, model.Primary, ""); err != nil || a.Text != "Good day." {
		t.Errorf("%+v, %v", a, err)
	}
	if said, err := c.Name(t.Context()); !said || err != nil || len(recorded[event.ProviderNamed](t, c)) != 1 {
		t.Errorf("said again: %v, %v", said, err)
	}
	drop()

	for more, environ := range map[string]string{
		"a new provider":         "OPENAI_BASE_URL=" + server.URL,
		"the same under another": "ANTHROPIC_BASE_URL=" + strings.Replace(server.URL, "127.0.0.1", "localhost", 1),
	} {
		t.Run(more, func(t *testing.T) {
			other := newStation(t)
			other.now, other.chat = s.now, s.chat
			if err := os.CopyFS(other.home, os.DirFS(s.home)); err != nil {
				t.Fatal(err)
			}
			other.environ = append(slices.Clone(s.environ), environ)
			c, drop := other.begin()
			defer drop()
			if said, err := c.Name(t.Context()); !said || err != nil || len(recorded[event.ProviderNamed](t, c)) != 2 {
				t.Errorf("%v, %v: %+v", said, err, recorded[event.ProviderNamed](t, c))
			}
		})
	}
}

// A server here that names no model is asked for the one it has, at the start and again
// when it did not answer then or has another one by now.
func TestModelFound(t *testing.T) {
	server := answering(t, says("Good day.", "nomic-embed-text", "qwen3:8b"))
	s := newStation(t)
	s.notices = new(bytes.Buffer)
	s.environ = []string{"OPENAI_BASE_URL=" + server.URL}
	c, drop := s.begin()
	usual, _ := c.Models.Pool.Usual(model.Primary, "")
	if usual.Card.Name != "qwen3:8b" || !usual.Provider.Loopback || usual.Provider.Name != "local" || !usual.Card.Temperature || !usual.Card.Tools {
		t.Errorf("%+v", usual)
	}
	if !strings.Contains(s.notices.String(), "I use qwen3:8b from 127.0.0.1:") || !strings.Contains(s.notices.String(), "nothing leaves it") {
		t.Errorf("said: %q", s.notices)
	}
	if a, err := ask(t, c, model.Background, ""); err != nil || a.Text != "Good day." || a.Cost != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	drop()
	for _, r := range server.Requests() {
		if r.Model != "qwen3:8b" || r.Header.Get("Authorization") != "" {
			t.Errorf("%s was asked with %q", r.Model, r.Header.Get("Authorization"))
		}
	}
}

// A server that is down at the start does not keep Citadel from starting.
func TestModelFoundLater(t *testing.T) {
	server := answering(t, says("Good day.", "qwen3:8b"))
	gate := newGate(t, server.URL)
	s := newStation(t)
	s.notices = new(bytes.Buffer)
	s.environ = []string{"OPENAI_BASE_URL=" + gate.URL}
	gate.shut(true)
	c, drop := s.begin()
	defer drop()
	if usual, ok := c.Models.Pool.Usual(model.Primary, ""); !ok || usual.Card.Name != "default" {
		t.Errorf("%+v", usual)
	}
	if _, err := ask(t, c, model.Primary, ""); err == nil {
		t.Error("it answers while it is down")
	}
	gate.shut(false)
	if a, err := ask(t, c, model.Primary, ""); err != nil || a.Text != "Good day." || a.Model != "qwen3:8b" {
		t.Errorf("%+v, %v", a, err)
	}
	other := answering(t, says("Good evening.", "llama4"), "/v1/chat/completions: HTTP 404: The model `qwen3:8b` does not exist or you do not have access to it.")
	gate.lead(other.URL)
	for gone := false; !gone; { // the first may still go to the connection that has ended
		_, err := ask(t, c, model.Primary, "")
		var none *model.NoneError
		if !errors.As(err, &none) {
			t.Fatalf("a model that is gone answers: %v", err)
		}
		gone = none.Passed[len(none.Passed)-1].Reason == model.NoModel
	}
	if a, err := ask(t, c, model.Primary, ""); err != nil || a.Text != "Good evening." || a.Model != "llama4" {
		t.Errorf("%+v, %v", a, err)
	}
}

// Models that cannot be asked are said before anything is touched.
func TestModelsRefused(t *testing.T) {
	s := newStation(t)
	home, err := host.LockHome(s.home)
	if err != nil {
		t.Fatal(err)
	}
	defer home.Close()
	settings, err := config.Load(s.home, []string{"TZ=UTC", "CITADEL_MODEL=gpt-9"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = host.Open(t.Context(), host.Options{Home: home, Config: settings, Now: s.clock, Log: s.log,
		Connectors: func(string) []connectors.Connector { return nil }})
	var wrong *config.Error
	if !errors.As(err, &wrong) || !strings.Contains(err.Error(), `"gpt-9" cannot be asked`) {
		t.Errorf("error = %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.home, host.LedgerName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a ledger was begun: %v", err)
	}
}

// What the mind knows of the models is what the settings say, as far as something asks them.
func TestModelsKnown(t *testing.T) {
	s := newStation(t)
	s.environ = []string{"ANTHROPIC_API_KEY=a", "OPENAI_API_KEY=b", "CITADEL_MODELS_BACKGROUND=claude-haiku-5-5 gpt-9",
		"CITADEL_MODELS_REFLECTION=gpt-6.1-terra", "CITADEL_MODELS_TRANSCRIPTION=whisper-1"}
	c, drop := s.begin()
	defer drop()
	entry := func(role, name, provider string) turn.Model {
		m := turn.Model{Role: role, Name: name, Provider: provider, Title: "Anthropic", Host: "api.anthropic.com", Unpriced: name == "gpt-9", Sees: name != "whisper-1"}
		if provider == "openai" {
			m.Title, m.Host = "OpenAI", "api.openai.com"
		}
		return m
	}
	want := []turn.Model{
		entry("primary", "claude-sonnet-5-5", "anthropic"), entry("primary", "claude-haiku-5-5", "anthropic"),
		entry("primary", "gpt-6.1-terra", "openai"), entry("primary", "gpt-6-luna", "openai"),
		entry("background", "claude-haiku-5-5", "anthropic"), entry("background", "gpt-9", "openai"),
		entry("adversary", "gpt-6.1-terra", "openai"), entry("adversary", "gpt-6-luna", "openai"), entry("transcription", "whisper-1", "openai"),
		entry("", "claude-opus-5-5", "anthropic"),
	}
	if diff := cmp.Diff(want, c.Brain.Host.Models); diff != "" {
		t.Error(diff)
	}
	if c.Brain.Host.Dearest != "claude-opus-5-5" {
		t.Errorf("the dearest is %s", c.Brain.Host.Dearest)
	}
	p := c.Models.Pool
	if diff := cmp.Diff([]model.Price{{In: 4_000_000, Out: 20_000_000, CacheRead: 200_000, CacheWrite: 8_000_000}}, p.Dearest.Prices); diff != "" {
		t.Error(diff)
	}
	for _, m := range want {
		i := slices.IndexFunc(p.Roles[model.Role(m.Role)], func(t model.Target) bool { return t.Card.Name == m.Name })
		if i < 0 {
			t.Errorf("%s is not asked as %q", m.Name, m.Role)
			continue
		}
		target := p.Roles[model.Role(m.Role)][i]
		if target.Provider != (model.Provider{Name: m.Provider, Title: m.Title,
			Host: m.Host}) || target.Client == nil || (target.Embedder == nil) != (m.Provider == "anthropic") {
			t.Errorf("%+v", target)
		}
	}
	haiku, _ := p.Usual(model.Background, "")
	if diff := cmp.Diff(model.Card{
		Name: "claude-haiku-5-5", Provider: "anthropic", Window: 1_000_000, MaxOut: 128_000, Tools: true, Images: true, Schema: true, Cache: true,
		Thinking: model.Adaptive,
		Prices: []model.Price{{UpTo: 100_000, In: 100_000, Out: 500_000, CacheRead: 10_000, CacheWrite: 200_000}, {In: 500_000, Out: 2_500_000,
			CacheRead: 50_000, CacheWrite: 1_000_000}},
	}, haiku.Card); diff != "" {
		t.Error(diff)
	}
	whisper, _ := p.Usual(model.Transcribes, "")
	if whisper.Card.PerMinute != 6000 || whisper.Transcriber == nil {
		t.Errorf("%+v", whisper)
	}
	c.Mind.Read(func(v memory.View) {
		if len(v.Providers.Named) > 0 {
			t.Errorf("somebody was named: %v", v.Providers.Named)
		}
	})
}
