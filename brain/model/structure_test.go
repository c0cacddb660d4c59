package model_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"citadel/brain/model"

	"github.com/google/go-cmp/cmp"
)

const dated = `{"type":"object","properties":{"day":{"type":"string","pattern":"^[0-9-]+$"}},"required":["day"],"additionalProperties":false}`

func structured(text string) model.Ask {
	a := question(text)
	a.Request.Schema = json.RawMessage(dated)
	return a
}

func TestStructuredAnswer(t *testing.T) {
	for name, text := range map[string]string{
		"bare":     `{"day":"2026-11-20"}`,
		"spaced":   "\n {\"day\":\"2026-11-20\"}\n\n",
		"fenced":   "```json\n{\"day\":\"2026-11-20\"}\n```",
		"no label": "```\n{\"day\":\"2026-11-20\"}```\n",
	} {
		a, asked := target("a", says(text))
		p, money := pool(a)
		got, err := p.Complete(t.Context(), structured("When?"))
		if err != nil || got.Text != `{"day":"2026-11-20"}` || asked.calls() != 1 {
			t.Errorf("%s: %q after %d calls; %v", name, got.Text, asked.calls(), err)
		}
		if r := money.receipt(t, 1); r.Text != text {
			t.Errorf("%s: recorded %q, not as it was written", name, r.Text)
		}
	}
}

// A model is told once what is wrong, and shown what it wrote.
func TestMalformedAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		bad  step
		says string // in the complaint
	}{
		"no JSON":            {says("The 20th."), "not JSON: invalid character 'T'"},
		"too much":           {says(`{"day":"2026-11-20"} I hope this helps`), "after top-level value"},
		"a wrong value":      {says(`{"day":"the 20th"}`), `"the 20th" does not match`},
		"a long wrong value": {says(`{"day":"` + strings.Repeat("x", 5000) + `"}`), "…"},
		"something missing":  {says(`{}`), "required"},
		"something more":     {says(`{"day":"1","hour":2}`), "hour"},
		"an open fence":      {says("```json\n{}"), "not JSON"},
		"a number too big":   {says(`{"day":1e999}`), "not JSON"},
		"cut off":            {step{resp: model.Response{Text: `{"day":"2026`, Stop: model.Length}}, "cut off"},
		"far too long":       {says(`"` + strings.Repeat("a", 1<<20) + `"`), "far too long"},
		"the driver saw it":  {fails(model.Malformed), "not the JSON that was asked for"},
	} {
		t.Run(name, func(t *testing.T) {
			a, asked := target("a", c.bad, says(`{"day":"2026-11-20"}`))
			a.Card.MaxOut, a.Card.Window = 0, 0
			p, money := pool(a)
			ask := structured("When?")
			ask.Request.MaxTokens = 100_000 // there is room even for what is far too long
			got, err := p.Complete(t.Context(), ask)
			if err != nil || got.Text != `{"day":"2026-11-20"}` || asked.calls() != 2 || got.Cost != money.spent {
				t.Fatalf("%q after %d calls, cost %d; %v", got.Text, asked.calls(), got.Cost, err)
			}
			if r := money.receipt(t, 1); r.Outcome != "malformed answer" || r.Text != c.bad.resp.Text {
				t.Errorf("receipt %+v", r)
			}
			again := asked.asked[1].Messages
			if said := again[len(again)-1].Parts[0].Text; !strings.Contains(said, c.says) || len(said) > 900 {
				t.Errorf("told: %s", said)
			}
			shown := len(again) == 3
			if want := c.bad.resp.Text != "" && len(c.bad.resp.Text) < 8<<10; shown != want {
				t.Errorf("%d messages", len(again))
			}
			if shown && cmp.Diff(model.Says(model.Assistant, c.bad.resp.Text), again[1]) != "" {
				t.Errorf("shown %+v", again[1])
			}
			if money.reserved[0].Digest == money.reserved[1].Digest {
				t.Error("the same digest for another request")
			}
			money.balanced(t)
		})
	}
}

// A driver may find malformed what only stands in a fence.
func TestMalformedOnlyToTheDriver(t *testing.T) {
	s := says("```json\n{\"day\":\"1\"}\n```")
	s.err = &model.Error{Reason: model.Malformed}
	a, asked := target("a", s)
	p, money := pool(a)
	if got, err := p.Complete(t.Context(), structured("When?")); err != nil || got.Text != `{"day":"1"}` || asked.calls() != 1 {
		t.Errorf("%q after %d calls; %v", got.Text, asked.calls(), err)
	}
	if r := money.receipt(t, 1); r.Outcome != "ok" {
		t.Errorf("receipt %+v", r)
	}
}

func TestMalformedTwice(t *testing.T) {
	a, asked := target("a", says("no"), says("no"))
	b, other := target("b")
	p, money := pool(a, b)
	_, err := p.Complete(t.Context(), structured("When?"))
	var none *model.NoneError
	if !errors.As(err, &none) || reason(err) != model.Malformed || asked.calls() != 2 || other.calls() != 0 {
		t.Errorf("%v after %d and %d calls", err, asked.calls(), other.calls())
	}
	money.balanced(t)
}

// Calls of tools are not an answer yet.
func TestCallsAreNotChecked(t *testing.T) {
	a, _ := target("a", step{resp: model.Response{Text: "Let me look.", Calls: []model.Call{{ID: "1", Tool: "recall"}}, Stop: model.Wants}})
	p, _ := pool(a)
	if got, err := p.Complete(t.Context(), structured("When?")); err != nil || len(got.Calls) != 1 || got.Text != "Let me look." {
		t.Errorf("%+v; %v", got, err)
	}
}

// Whatever a model writes, it is JSON that fulfils the schema or it is no answer.
func FuzzStructured(f *testing.F) {
	for _, s := range []string{`{"day":"1"}`, "```json\n{\"day\":\"1\"}\n```", `{"day":"1"}{}`, "```", "``````", `{"day":null}`, `[[[[`,
		"\x00", `{"day":"\ud800"}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, asked := target("a", says(text), says(text))
		p, money := pool(a)
		got, err := p.Complete(t.Context(), structured("When?"))
		money.balanced(t)
		if err != nil {
			if reason(err) != model.Malformed || asked.calls() != 2 {
				t.Fatalf("%v after %d calls", err, asked.calls())
			}
			return
		}
		var v map[string]string
		if err := json.Unmarshal([]byte(got.Text), &v); err != nil || len(v) != 1 || v["day"] == "" {
			t.Fatalf("%q was taken for an answer", got.Text)
		}
	})
}
