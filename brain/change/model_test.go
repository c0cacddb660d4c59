package change_test

import (
	"testing"

	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// models is a host with two providers.
var models = []turn.Model{
	{Role: "primary", Name: "claude-sonnet-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Role: "primary", Name: "gpt-6.1-terra", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Role: "background", Name: "claude-haiku-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Role: "embedder", Name: "text-embedding-3-small", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Name: "claude-opus-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Name: "llama3.3", Provider: "ollama", Title: "Ollama", Host: "localhost:11434", Loopback: true},
}

func thinking(t *testing.T) *scene {
	t.Helper()
	s := begin(t)
	s.Models = models
	s.At("2026-11-20 08:30")
	s.write(event.Started{Version: "0.2.0", Clean: true})
	s.write(event.ProviderNamed{Provider: "anthropic", Host: "api.anthropic.com", Terminal: true})
	return s
}

// spent records what models cost today.
func (s *scene) spent(millionths int64) {
	s.t.Helper()
	m := s.Say("and?")
	pen := s.Pens.For(event.Models)
	s.Record(
		pen.Write(event.ModelAsked{Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Day: "2026-11-20", Message: m, Most: millionths}).Because(m),
		pen.Write(event.ModelCalled{Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Day: "2026-11-20", Message: m, Outcome: "ok", Cost: millionths}).Because(ledger.Here(0)),
	)
}

func (s *scene) chosen() string { return s.view().Principal.Model() }

func TestModel(t *testing.T) {
	s := thinking(t)
	if _, r := s.ask("model"); r != nil {
		t.Errorf("the list is answered here: %s", r.Text.String())
	}
	s.golden("model-unknown", "model mistral")
	s.golden("model-several", "model claude")
	s.golden("model-embedder", "model text-embedding-3-small")
	s.golden("model-usual-already", "model usual")
	s.golden("model-same", "model sonnet")
	if got := s.chosen(); got != "" {
		t.Fatalf("%q is chosen, though nothing was asked for that can be had", got)
	}
	s.golden("model-named", "model opus")
	if got := s.chosen(); got != "claude-opus-5-5" {
		t.Fatalf("%q is chosen, want opus", got)
	}
	s.golden("model-chosen-already", "model claude-opus-5-5")
	s.golden("model-unnamed", "model gpt-6.1-terra")
	s.golden("model-undo", "undo")
	if got := s.chosen(); got != "claude-opus-5-5" {
		t.Fatalf("after undo %q is chosen, want opus", got)
	}
	s.golden("model-local", "model llama3.3")
	s.golden("model-usual", "model usual")
	if got := s.chosen(); got != "" {
		t.Errorf("%q is chosen, want the usual", got)
	}
	s.do("model opus")
	s.golden("model-back-by-name", "model sonnet")
	if got := s.chosen(); got != "" {
		t.Errorf("%q is chosen, want the usual", got)
	}
	s.do("undo")
	s.do("undo")
	if got := s.chosen(); got != "" {
		t.Errorf("after all was taken back %q is chosen", got)
	}
}

func TestModelWithoutAny(t *testing.T) {
	s := begin(t)
	s.golden("model-none", "model opus")
	s.golden("allow-none", "allow 4.00")
	s.golden("redo-none", "redo")
	s.golden("stay-none", "stay without")
	s.Models = models[3:4]
	r, _ := s.do("model usual")
	turntest.Claims(t, s.Mind, &r.Text)
	if want := "No model is set up to answer you. `model` lists those that are set up for something else."; r.Text.String() != want {
		t.Errorf("%q, want %q", r.Text.String(), want)
	}
}

func TestAllow(t *testing.T) {
	s := thinking(t)
	s.spent(1_310_000)
	ceiling := func() float64 {
		n, _ := s.view().Principal.Ceiling("2026-11-20")
		return n
	}
	s.golden("stay-not-reached", "stay without")
	s.golden("allow-too-much", "allow 100.01")
	s.golden("allow-below", "allow 1.30")
	s.golden("allow-same", "allow 2")
	if ceiling() != 0 {
		t.Fatalf("a ceiling of %v was set, though none of these can be", ceiling())
	}
	s.golden("allow", "allow US$4.00")
	if ceiling() != 4 {
		t.Fatalf("the ceiling is %v, want 4", ceiling())
	}
	s.golden("allow-month", "allow 50")
	s.golden("allow-undo", "undo")
	if ceiling() != 4 {
		t.Fatalf("after undo the ceiling is %v, want 4", ceiling())
	}
	s.golden("allow-undo-again", "undo")
	if ceiling() != 0 {
		t.Fatalf("after undo the ceiling is %v, want none", ceiling())
	}
	s.spent(690_000)
	s.golden("stay", "stay without")
	s.spent(28_000_000)
	s.golden("stay-month", "stay without")
}

// A ceiling is moved where only the owner of the computer can write.
func TestAllowElsewhere(t *testing.T) {
	s := thinking(t)
	_, r := s.in(event.Place{Platform: "chat", Room: "sam"}, event.Private, 0, "allow 4.00")
	if len(r.Writes) > 0 {
		t.Error("a ceiling was moved from a chat")
	}
	turntest.Golden(t, s.Mind, "allow-elsewhere", r)
}

// What is set aside for a call under way counts as spent.
func TestAllowBesideACall(t *testing.T) {
	s := thinking(t)
	s.write(event.ModelAsked{Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Day: "2026-11-20", Most: 500_000})
	if r, _ := s.do("allow 0.49"); len(r.Writes) > 0 {
		t.Error("the ceiling lies below what is set aside")
	}
	if r, _ := s.do("allow 0.50"); len(r.Writes) == 0 {
		t.Errorf("refused: %s", r.Text.String())
	}
}

func TestRedo(t *testing.T) {
	again := func(t *testing.T, s *scene, to event.Seq, text string, want event.Seq) {
		t.Helper()
		one, r := s.reply(to, text)
		if r.Redo == nil || r.Redo.Message != want || !r.Text.Empty() {
			t.Fatalf("%q: %+v, %q; want message %d again", text, r.Redo, r.Text.String(), want)
		}
		s.Apply(one, r)
	}
	// answer is what post records: a message, and an answer to it.
	answer := func(s *scene, by string) (message, post event.Seq) {
		post = s.post(by, "Because of the mills.")
		_, p, err := s.Turn(s.Say("x")).Event(s.t.Context(), post)
		if err != nil {
			s.t.Fatal(err)
		}
		return p.(event.PostQueued).Answer.Message, post
	}
	t.Run("last", func(t *testing.T) {
		s := thinking(t)
		s.golden("redo-nothing", "redo")
		message, _ := answer(s, "model:claude-sonnet-5-5")
		answer(s, "command:status")
		answer(s, "procedure:remind")
		again(t, s, 0, "redo", message)
		_, r := s.ask("redo deep")
		if r.Redo == nil || r.Redo.Tier != "deep" {
			t.Errorf("%+v, want deep", r.Redo)
		}
	})
	t.Run("of another place", func(t *testing.T) {
		s := thinking(t)
		answer(s, "shrug")
		_, r := s.in(event.Place{Platform: "chat", Room: "sam"}, event.Private, 0, "redo")
		if r.Redo != nil {
			t.Errorf("an answer of another place is given again: %+v", r.Redo)
		}
	})
	t.Run("replied to", func(t *testing.T) {
		s := thinking(t)
		message, post := answer(s, "procedure:recall")
		_, did := answer(s, "procedure:remind")
		answer(s, "model:claude-sonnet-5-5")
		again(t, s, post, "redo", message)
		again(t, s, message, "redo deep", message)
		for to, golden := range map[event.Seq]string{did: "redo-receipt", s.Say("status"): "redo-command"} {
			one, r := s.reply(to, "redo")
			turntest.Golden(t, s.Mind, golden, r)
			if s.Apply(one, r); r.Redo != nil {
				t.Errorf("%+v is done again", r.Redo)
			}
		}
	})
	t.Run("again and again", func(t *testing.T) {
		s := thinking(t)
		message, post := answer(s, "shrug")
		// The answer given again may stand as one to the "redo" that asked for it.
		for range 3 {
			redo := s.SayIn(turntest.Console, event.Private, post, "redo")
			began := s.Record(s.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{redo}}).Because(redo))[0].Seq
			post = s.Record(
				s.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: "In January.", Answer: &event.Answer{Message: redo, By: "model:claude-opus-5-5"}}).Because(began),
				s.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, By: "model:claude-opus-5-5"}).Because(began),
			)[0].Seq
		}
		again(t, s, 0, "redo", message)
		again(t, s, post, "redo", message)
	})
	t.Run("not the principal's", func(t *testing.T) {
		s := thinking(t)
		e := s.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: "hello", On: s.Now, Person: event.Person{ID: "lena"}})
		e.Trust = event.ByThirdParty
		_, r := s.reply(s.Record(e)[0].Seq, "redo")
		if r.Redo != nil {
			t.Errorf("a stranger is answered: %+v", r.Redo)
		}
	})
	t.Run("forgotten", func(t *testing.T) {
		s := thinking(t)
		message, post := answer(s, "shrug")
		plan, err := s.Mind.Reach(t.Context(), message)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		if _, r := s.reply(post, "redo"); r.Redo != nil {
			t.Errorf("what was forgotten is answered again: %+v", r.Redo)
		}
		s.golden("redo-forgotten", "redo")
	})
}
