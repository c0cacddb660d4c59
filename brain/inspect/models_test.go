package inspect_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

func fixed(p *phrase.Text) { p.Say("Renew in January, not before.") }

// thinking is a life with models in it.
func thinking(t *testing.T, models []turn.Model) *life {
	t.Helper()
	w := live(t)
	w.Models = models
	return w
}

// name tells the principal of a provider, at the terminal.
func (w *life) name(provider, host string) {
	w.t.Helper()
	w.record(event.Models, event.ProviderNamed{Provider: provider, Host: host, Terminal: true})
}

func TestWhyOfAModel(t *testing.T) {
	t.Run("answer", func(t *testing.T) {
		w := thinking(t, models)
		w.asked("when should I renew Acme?", func(p *phrase.Text) {
			p.Say("Renew in January: Acme ").Claim([]event.Seq{w.boardFact, w.board}, "buys from two mills ([12 Aug 2026](src:m%d))", w.board).Say(".")
		}, sonnet)
		w.golden("why-model", w.ask("why"))
		w.golden("why-model-more", w.ask("more"))
		w.golden("diag-model", w.ask("diag"))
	})
	t.Run("several", func(t *testing.T) {
		w := thinking(t, models)
		overloaded := event.ModelCalled{Role: "primary", Model: "claude-sonnet-5-5", Outcome: "overloaded", Took: 400}
		terra := event.ModelCalled{Role: "primary", Provider: "openai", Model: "gpt-6.1-terra", In: 900, Out: 100, Cost: 9_000, Took: 3_100, Guessed: true, Stop: "length"}
		small := event.ModelCalled{Role: "background", Model: "claude-haiku-5-5", In: 500, Out: 20, Cost: 400, Took: 800}
		w.asked("when should I renew Acme?", fixed, overloaded, overloaded, small, terra)
		w.golden("why-models", w.ask("why"))
		w.golden("why-models-more", w.ask("why more"))
	})
	t.Run("none answered", func(t *testing.T) {
		w := thinking(t, models)
		w.asked("when should I renew Acme?", fixed, event.ModelCalled{Role: "primary", Model: "claude-sonnet-5-5", Outcome: "unreachable", Took: 90})
		r := w.ask("why")
		says(t, r, "No model: I could only list what I found. Asked before, without an answer: claude-sonnet-5-5 (unreachable); US$0.00.", "!what swayed it")
		turntest.Claims(t, w.Mind, &r.Text)
	})
	t.Run("silent", func(t *testing.T) {
		w := thinking(t, models)
		message := w.Say("note: the mill in Geelong closes in May")
		brain := w.Pens.For(event.Brain)
		began := w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message))[0].Seq
		c := sonnet
		c.Message = message
		w.paid(began, c)
		w.Record(brain.Write(event.TurnEnded{Outcome: event.Stopped, By: "command:stop"}).Because(began))
		r := w.ask("why")
		says(t, r, "You stopped that turn.", "A model took part: claude-sonnet-5-5, US$0.026.")
		turntest.Claims(t, w.Mind, &r.Text)
	})
	t.Run("unsettled", func(t *testing.T) {
		w := thinking(t, models)
		message := w.Say("when should I renew Acme?")
		brain := w.Pens.For(event.Brain)
		began := w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message))[0].Seq
		w.record(event.Models, event.ModelAsked{Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Day: "2026-11-20", Message: message, Most: 40_000, MaxTokens: 4096, Try: 1}, began)
		post := w.Record(
			w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: "No.", Answer: &event.Answer{Message: message, By: "shrug"}}).Because(began),
			brain.Write(event.TurnEnded{Outcome: event.Answered, By: "shrug"}).Because(began),
		)[0].Seq
		r := w.ask(fmt.Sprintf("why more m%d", post))
		says(t, r, "not settled, at most US$0.040 set aside")
		turntest.Claims(t, w.Mind, &r.Text)
	})
	t.Run("forgotten", func(t *testing.T) {
		w := thinking(t, models)
		_, message := w.asked("when should I renew Acme?", fixed, sonnet)
		plan, err := w.Mind.Reach(t.Context(), message)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		w.golden("spend-forgotten", w.ask("spend")) // what it cost stays
	})
}

func TestSpend(t *testing.T) {
	t.Run("month", func(t *testing.T) {
		w := thinking(t, models)
		terra := event.ModelCalled{Role: "adversary", Provider: "openai", Model: "gpt-6.1-terra", In: 900, Out: 100, Cost: 110_000, Guessed: true}
		for day := 1; day <= 20; day++ {
			w.Now = time.Date(2026, 11, day, 10, 0, 0, 0, turntest.Zone)
			dear := sonnet
			dear.Cost = int64(day) * 50_000
			w.asked(fmt.Sprintf("which of the %d mills is the cheapest for Acme?", day), fixed, dear)
			w.paid(w.june, event.ModelCalled{Role: "background", Model: "claude-haiku-5-5", Job: "integrate", Slot: fmt.Sprint(day), Cost: 12_000})
		}
		w.asked("and the other side of it?", fixed, sonnet, terra)
		w.golden("spend-month", w.ask("spend"))
		w.golden("spend-month-more", w.ask("more"))
		says(t, w.ask("more"), "no more to show")
	})
	t.Run("first days", func(t *testing.T) {
		w := thinking(t, models)
		for _, day := range []string{"2026-11-18 10:00", "2026-11-20 08:00"} {
			w.At(day)
			w.asked("which mill is the cheapest?", fixed, sonnet)
		}
		w.golden("spend-first-days", w.ask("spend")) // two whole days are too few for a forecast
	})
	t.Run("forecast over quiet days", func(t *testing.T) {
		w := thinking(t, models)
		for _, day := range []string{"2026-10-30 10:00", "2026-11-10 10:00", "2026-11-20 08:00"} {
			w.At(day)
			dear := sonnet
			dear.Cost = 1_900_000
			w.asked("which mill is the cheapest?", fixed, dear)
		}
		// US$1.90 in the 19 days before, as much today, and US$0.10 on each of the 10 to come.
		says(t, w.ask("spend"), "November so far: US$3.80 of US$30.00; about US$4.80 by its end, at the pace of 19 days")
	})
	t.Run("ceiling", func(t *testing.T) {
		w := thinking(t, models)
		dear := sonnet
		dear.Cost = 1_999_000
		w.asked("everything about Acme, please", fixed, dear)
		w.golden("spend-ceiling", w.ask("spend"))
		w.golden("status-ceiling", w.ask("status"))
		w.set(event.Asked{What: event.AskSetting, Name: event.SettingCeiling, Text: "2026-11-20/4.00"}, w.june)
		r := w.ask("spend")
		says(t, r, "US$2.00 of US$4.00 spent", "US$2.00 is left", "US$4.00 for this day, set by you")
		if len(r.Buttons) > 0 {
			t.Errorf("buttons %v though something is left", r.Buttons)
		}
		says(t, w.ask("status"), "!ceiling of the day")
	})
	t.Run("too little left", func(t *testing.T) {
		w := thinking(t, models)
		dear := sonnet
		dear.Cost = 1_900_000
		w.asked("everything about Acme, please", fixed, dear)
		says(t, w.ask("status"), "!ceiling of the day")
		w.record(event.Models, event.SpendReached{Period: "2026-11-20", Ceiling: 2_000_000, Spent: 1_900_000, Wanted: 200_000})
		says(t, w.ask("status"), "At the ceiling of the day: no model until 00:00; `allow 4.00` raises it")
		w.set(event.Asked{What: event.AskSetting, Name: event.SettingCeiling, Text: "2026-11-20/4.00"}, w.june)
		says(t, w.ask("status"), "!ceiling of the day")
		w.record(event.Models, event.SpendReached{Period: "2026-11", Ceiling: 30_000_000, Spent: 29_900_000, Wanted: 200_000})
		says(t, w.ask("status"), "At the ceiling of the month")
	})
	t.Run("month's ceiling", func(t *testing.T) {
		w := thinking(t, models)
		w.At("2026-11-02 10:00")
		dear := sonnet
		dear.Cost = 29_995_000
		w.asked("everything about Acme, please", fixed, dear)
		w.At("2026-11-20 08:30")
		r := w.ask("spend")
		says(t, r, "The ceiling of the month is reached: until 1 Dec 2026 I work without a model.", "but the ceiling ends it before")
		if len(r.Buttons) > 0 {
			t.Errorf("buttons %v though the month bears nothing", r.Buttons)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		says(t, w.ask("status"), "At the ceiling of the month: no model until 1 Dec 2026")
	})
	t.Run("under way, unpriced", func(t *testing.T) {
		w := thinking(t, []turn.Model{{Role: "primary", Name: "mystery-7b", Provider: "acme", Title: "Acme", Host: "llm.example", Unpriced: true}})
		w.record(event.Models, event.ModelAsked{Role: "primary", Provider: "acme", Model: "mystery-7b", Day: "2026-11-20", Most: 40_000})
		w.golden("spend-unpriced", w.ask("spend"))
	})
	t.Run("no longer set up", func(t *testing.T) {
		w := thinking(t, models)
		w.asked("which mill is the cheapest?", fixed, sonnet)
		w.Models = nil
		r := w.ask("spend")
		says(t, r, "US$0.03 of US$2.00 spent", "No language model is set up now.")
		says(t, w.ask("privacy"), "anthropic, no longer set up", "1 call (primary 1)")
	})
	t.Run("elsewhere", func(t *testing.T) {
		w := thinking(t, models)
		dear := sonnet
		dear.Cost = 2_000_000
		w.asked("everything about Acme, please", fixed, dear)
		r := w.in(event.Place{Platform: "chat", Room: "sam"}, event.Private, 0, "spend")
		if len(r.Buttons) > 0 {
			t.Errorf("a ceiling can be raised from a chat: %v", r.Buttons)
		}
		says(t, w.in(event.Place{Platform: "chat", Room: "sam"}, event.Private, 0, "status"), "!`allow")
	})
}

func TestPrivacy(t *testing.T) {
	t.Run("two", func(t *testing.T) {
		w := thinking(t, models)
		w.name("anthropic", "api.anthropic.com")
		w.asked("which mill is the cheapest?", fixed, sonnet)
		w.paid(w.june, event.ModelCalled{Role: "background", Model: "claude-haiku-5-5", Job: "integrate", Slot: "x", Cost: 12_000})
		w.golden("privacy-two", w.ask("privacy"))
	})
	t.Run("all kinds", func(t *testing.T) {
		w := thinking(t, models)
		post := w.record(event.Outbox, event.PostQueued{Place: turntest.Console, Text: "naming"})
		w.record(event.Models, event.ProviderNamed{Provider: "openai", Host: "api.openai.com"}, post)
		w.name("anthropic", "proxy.example")
		for _, role := range []string{"adversary", "embedder", "image", "transcription"} {
			w.paid(w.june, event.ModelCalled{Role: role, Provider: "openai", Model: "x"})
		}
		r := w.ask("privacy")
		says(t, r, "a question and what speaks for each side", "what is remembered", "pictures", "recordings", "named in a message that has not arrived yet", "but as proxy.example", "nothing was sent to it")
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
	})
	t.Run("older", func(t *testing.T) {
		w := thinking(t, models)
		w.At("2026-10-01 10:00")
		w.asked("which mill is the cheapest?", fixed, sonnet)
		w.At("2026-11-20 08:30")
		says(t, w.ask("privacy"), "No provider got a word of yours in 30 days.")
	})
	t.Run("local", func(t *testing.T) {
		w := thinking(t, local)
		w.asked("which mill is the cheapest?", fixed, event.ModelCalled{Role: "primary", Provider: "ollama", Model: "llama3.3", In: 100, Out: 10})
		w.golden("privacy-local", w.ask("privacy"))
	})
}

func TestModel(t *testing.T) {
	w := thinking(t, nil)
	says(t, w.ask("model"), "No language model is set up", "ANTHROPIC_API_KEY")
	w.Models = models
	w.golden("model", w.ask("model"))
	w.golden("status-model", w.ask("status"))
	w.set(event.Asked{What: event.AskSetting, Name: event.SettingModel, Text: "claude-opus-5-5"}, w.june)
	says(t, w.ask("model"), "claude-opus-5-5 from Anthropic answers you.", "You chose it", "`model usual`")
	w.name("anthropic", "api.anthropic.com")
	says(t, w.ask("status"), "claude-opus-5-5 from Anthropic, chosen by you;", "!named it to you")
	w.Models = local
	r := w.ask("model")
	says(t, r, "llama3.3 from Ollama, on this computer answers you", "You chose claude-opus-5-5, which is not set up any more.", "!Can be chosen")
	turntest.Claims(t, w.Mind, &r.Text)
	says(t, w.ask("status"), "!named it to you")
	w.Models = models[3:4]
	says(t, w.ask("model"), "No model is set up to answer you.")
}

func TestDegraded(t *testing.T) {
	w := thinking(t, models)
	w.name("anthropic", "api.anthropic.com")
	w.record(event.Models, event.ProviderDegraded{Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Reason: "overloaded", Fallback: "gpt-6.1-terra"})
	w.record(event.Models, event.ProviderDegraded{Role: "background", Provider: "openai", Model: "gpt-6-luna", Reason: "no credit"})
	w.golden("status-degraded", w.ask("status"))
}

// What was corrected is watched for from the next day on.
func TestDiagTellsBlindSpots(t *testing.T) {
	w := live(t)
	w.At("2026-11-19 10:00")
	for _, sort := range []string{event.ErrFigure, event.ErrFigure, event.ErrTone} {
		w.record(event.Self, event.Erred{Sort: sort, On: w.Now}, w.june)
	}
	w.At("2026-11-20 08:30")
	w.ask("loops")
	w.golden("diag-blind", w.ask("diag"))
}
