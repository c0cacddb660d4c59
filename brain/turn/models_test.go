package turn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

var host = turn.Host{Models: []turn.Model{
	{Role: "primary", Name: "claude-sonnet-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Role: "primary", Name: "gpt-6.1-terra", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Role: "background", Name: "claude-haiku-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Role: "adversary", Name: "gpt-6.1-terra", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Role: "embedder", Name: "text-embedding-3-small", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Name: "claude-opus-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Name: "claude-opus-5-5-mini", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
}}

func TestNamed(t *testing.T) {
	for typed, want := range map[string][]string{
		"claude-opus-5-5": {"claude-opus-5-5"}, // a whole name is no part of a longer one
		"opus":            {"claude-opus-5-5", "claude-opus-5-5-mini"},

		"openai/gpt-6.1-terra": {"gpt-6.1-terra"},
		" Terra ":              {"gpt-6.1-terra"},
		"6.1":                  {"gpt-6.1-terra"},
		"haiku-5-5":            {"claude-haiku-5-5"},
		"aiku":                 nil,
		"5-5-5":                nil,
		"":                     nil,
		"-":                    nil,
		"embedding":            nil, // it answers nobody
	} {
		var got []string
		for _, m := range host.Named(typed) {
			got = append(got, m.Name)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", typed, d)
		}
	}
}

func TestAnswers(t *testing.T) {
	for chosen, want := range map[string]string{
		"": "claude-sonnet-5-5", "claude-opus-5-5": "claude-opus-5-5", "gpt-5": "claude-sonnet-5-5", "text-embedding-3-small": "claude-sonnet-5-5",
	} {
		if m, ok := host.Answers(chosen); !ok || m.Name != want {
			t.Errorf("%q: %s answers, want %s", chosen, m.Name, want)
		}
	}
	none := turn.Host{Models: host.Models[4:5]}
	if m, ok := none.Answers(""); ok || none.Reasons() {
		t.Errorf("%s answers, though it only embeds", m.Name)
	}
}

// Whatever is set up, everybody who gets words is named, and an empty list is silence.
func TestEveryProviderIsNamed(t *testing.T) {
	roles := []string{"primary", "background", "reflection", "adversary", "embedder", "image", "transcription", "", "listener"}
	model := rapid.Custom(func(t *rapid.T) turn.Model {
		n := rapid.IntRange(1, 4).Draw(t, "provider")
		return turn.Model{
			Role: rapid.SampledFrom(roles).Draw(t, "role"), Name: fmt.Sprintf("model-%d-%d", n, rapid.IntRange(1, 3).Draw(t, "model")),
			Provider: fmt.Sprintf("p%d", n), Title: fmt.Sprintf("Provider%d", n), Host: fmt.Sprintf("host%d.example", n),
			Loopback: n == 4, Unpriced: n == 3,
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		h := turn.Host{Models: rapid.SliceOfN(model, 0, 12).Draw(t, "models"), Ceilings: turn.Ceilings{Day: 2, Month: 30}, Dearest: "the-dearest"}
		list := h.Models
		if rapid.Bool().Draw(t, "one provider") && len(list) > 0 {
			list = h.Of(list[0].Provider) // who is new is named by himself
		}
		text := h.Naming(list, []event.Seq{7})
		s := text.String()
		paid := false
		for _, m := range list {
			paid = paid || !m.Loopback
			if !strings.Contains(s, m.Title) {
				t.Fatalf("%s gets words and is not named in:\n%s", m.Title, s)
			}
		}
		if strings.Contains(s, "Ceiling") != paid {
			t.Fatalf("the ceiling is told where nothing costs anything, or not told:\n%s", s)
		}
		if (s == "") != (len(list) == 0) {
			t.Fatalf("%d models: %q", len(list), s)
		}
		if strings.Contains(s, "\n\n\n") || strings.Contains(s, ": .") || strings.Contains(s, ": ;") {
			t.Fatalf("a gap in:\n%s", s)
		}
	})
}

func TestBudget(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:30")
	w.Models = host.Models
	said := w.Say("and?")
	pen := w.Pens.For(event.Models)
	call := func(day string, cost int64) {
		w.Record(
			pen.Write(event.ModelAsked{Role: "primary", Day: day, Message: said, Most: cost}).Because(said),
			pen.Write(event.ModelCalled{Role: "primary", Day: day, Message: said, Outcome: "ok", Cost: cost}).Because(ledger.Here(0)),
		)
	}
	budget := func() (b turn.Budget) {
		one := w.Turn(said)
		one.Read(func(v memory.View) { b = one.Budget(v) })
		return b
	}
	allow := func(amount string) {
		e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingCeiling, Text: amount}).Because(said).Resting(said)
		e.Trust = event.ByPrincipal
		w.Record(e)
	}
	button := func(b turn.Budget) string {
		button, ok := b.Allow()
		if !ok {
			return ""
		}
		return button.Label + "/" + button.Says
	}

	b := budget()
	if today, month := b.Left(); today != 2_000_000 || month != 30_000_000 || b.Reached() != "" {
		t.Errorf("of nothing spent %d and %d are left, reached %q", today, month, b.Reached())
	}
	call("2026-11-19", 5_000_000)
	call("2026-11-20", 1_500_000)
	w.Record(pen.Write(event.ModelAsked{Role: "primary", Day: "2026-11-20", Message: said, Most: 300_000}).Because(said))
	b = budget()
	if today, month := b.Left(); today != 200_000 || month != 23_200_000 {
		t.Errorf("%d of the day and %d of the month are left, want 200000 and 23200000", today, month)
	}
	if got, want := button(b), "Allow US$4.00/allow 4.00"; got != want {
		t.Errorf("button %q, want %q", got, want)
	}
	call("2026-11-20", 195_000)
	if b = budget(); b.Reached() != "day" {
		t.Errorf("half a cent is left, and %q is reached", b.Reached())
	}
	w.Models = []turn.Model{{Role: "primary", Name: "llama3.3", Provider: "ollama", Loopback: true}}
	if b = budget(); b.Reached() != "" {
		t.Errorf("%q is reached by a model that costs nothing", b.Reached())
	}
	w.Models = host.Models
	allow("2026-11-20/4.00")
	if b = budget(); !b.Own || b.OfDay != 4_000_000 || b.Reached() != "" {
		t.Errorf("after allowing more: %+v, reached %q", b, b.Reached())
	}
	call("2026-11-01", 22_000_000) // the month bears US$1.005 more: less than twice as much
	if got, want := button(budget()), ""; got != want {
		t.Errorf("button %q where the month bears no more than the day", got)
	}
	call("2026-11-01", 1_000_000)
	if b = budget(); b.Reached() != "month" || button(b) != "" {
		t.Errorf("the month is spent, and %q is reached, button %q", b.Reached(), button(b))
	}
}
