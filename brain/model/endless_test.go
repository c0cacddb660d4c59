package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"citadel/brain/model"
)

// torrent talks on, whatever it was asked for, until it is stopped or has said all pieces.
type torrent struct {
	piece  string
	pieces int // 0: without end
	usage  model.Usage
	fails  error // what it says when it is stopped; nil: what ended it
	said   int
}

func (c *torrent) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	var text strings.Builder
	resp := func() model.Response {
		return model.Response{
			Text: text.String(), Message: model.Says(model.Assistant, text.String()), Usage: c.usage, Stop: model.Wants,
			Calls: []model.Call{{ID: "1", Tool: "recall"}},
		}
	}
	for c.pieces == 0 || c.said < c.pieces {
		if ctx.Err() != nil {
			if c.fails != nil {
				return resp(), c.fails
			}
			r := resp()
			r.Stop, r.Calls = "", nil
			return r, ctx.Err()
		}
		c.said++
		text.WriteString(c.piece)
		r.OnText(c.piece)
	}
	return resp(), nil
}

// A server that does not heed max_tokens is stopped, and costs no more than was set aside,
// unless it says exactly what it wants.
func TestAnAnswerWithoutEnd(t *testing.T) {
	const most = 1000*16 + 4096 // bytes for a question's 1,000 tokens
	guess := model.Usage{In: 90, Out: 500_000}
	for _, c := range []struct {
		name    string
		server  torrent
		cost    func(most model.USD) model.USD
		guessed bool
	}{
		{"without end", torrent{piece: "Ana "}, func(m model.USD) model.USD { return m }, true},
		{"without end, half counted", torrent{piece: "Ana ", usage: model.Usage{In: 20}}, func(model.USD) model.USD { return 20 + 10*1000 }, true},
		{"without end, guessed from bytes", torrent{piece: "Ana ", usage: guess}, func(m model.USD) model.USD { return m }, true},
		{"in one piece", torrent{piece: strings.Repeat("né", 500_000), pieces: 1}, func(m model.USD) model.USD { return m }, true},
		{"in one piece, with a bill", torrent{piece: strings.Repeat("x", 1<<20), pieces: 1, usage: model.Usage{In: 90, Out: 262_144, Exact: true}},
			func(model.USD) model.USD { return 90 + 10*262_144 }, false},
		{"in wide characters", torrent{piece: "日本"}, func(m model.USD) model.USD { return m }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, _ := target("a")
			a.Client = &c.server
			b, other := target("b")
			p, money := pool(a, b)
			ask := question("?")
			var on page
			on.listen(&ask)
			got, err := p.Complete(t.Context(), ask)
			if err != nil || got.Stop != model.Length || len(got.Calls) > 0 || got.Card.Name != "a-1" || other.calls() != 0 {
				t.Fatalf("%s stopped with %q, %d calls; %v", got.Card.Name, got.Stop, len(got.Calls), err)
			}
			if n := len(got.Text); n > most || n <= most-utf8.UTFMax || !utf8.ValidString(got.Text) || !strings.HasPrefix(got.Text, c.server.piece[:2]) {
				t.Errorf("%d bytes, at most %d; valid: %v", n, most, utf8.ValidString(got.Text))
			}
			if heard := on.text.String(); heard != got.Text || got.Message.Parts[0].Text != heard || len(got.Message.Parts) != 1 || on.restarts != 0 {
				t.Errorf("heard %d bytes, the answer has %d, its message %d pieces", len(heard), len(got.Text), len(got.Message.Parts))
			}
			if c.server.pieces == 0 && c.server.said > most/len(c.server.piece)+1 {
				t.Errorf("listened to %d pieces", c.server.said)
			}
			r, want := money.receipt(t, 1), c.cost(money.reserved[0].Most)
			if r.Outcome != "ok" || r.Cost != want || got.Cost != want || r.Guessed != c.guessed || r.Text != got.Text || r.Stop != model.Length {
				t.Errorf("%s, %s, cost %d of %d, want %d, guessed %v", r.Outcome, r.Stop, r.Cost, money.reserved[0].Most, want, r.Guessed)
			}
			money.balanced(t)
		})
	}
	// As much as is believed is left as it is.
	a, _ := target("a", says(strings.Repeat("x", most)))
	p, _ := pool(a)
	if got, err := p.Complete(t.Context(), question("?")); err != nil || got.Stop != model.Done || len(got.Text) != most {
		t.Errorf("%d bytes stopped with %q; %v", len(got.Text), got.Stop, err)
	}
	// After the end nothing is heard, not even what there would be room for.
	wide := strings.Repeat("日", most/3+1)
	a, _ = target("a", step{say: []string{wide, "x"}, resp: model.Response{Text: wide + "x"}})
	p, _ = pool(a)
	heard := ""
	ask := question("?")
	ask.Request.OnText = func(s string) { heard += s }
	if got, err := p.Complete(t.Context(), ask); err != nil || heard != wide[:most/3*3] || got.Text != heard {
		t.Errorf("heard %d bytes of %d; %v", len(heard), len(got.Text), err)
	}
	// The end of the asker's patience is still that, and a failure is still one.
	ctx, stop := context.WithCancel(t.Context())
	a.Client = &torrent{piece: wide}
	p, money := pool(a)
	ask.Request.OnText = func(string) { stop() }
	if _, err := p.Complete(ctx, ask); !errors.Is(err, context.Canceled) || money.receipt(t, 1).Outcome != "stopped" {
		t.Errorf("%v, %+v", err, money.receipt(t, 1))
	}
	a.Client = &torrent{piece: "Ana ", fails: &model.Error{Reason: model.Cut}, usage: guess}
	p, money = pool(a)
	if _, err := p.Complete(t.Context(), question("?")); reason(err) != model.Cut || money.receipt(t, 1).Cost != money.reserved[0].Most ||
		len(money.receipt(t, 1).Text) > most {
		t.Errorf("%v, %+v", err, money.receipt(t, 1))
	}
}

// JSON without end is JSON that was cut off, also where the driver sees first that it is none.
func TestJSONWithoutEnd(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for name, s := range map[string]step{
		"the pool sees it":   {say: []string{long}, resp: model.Response{Text: long}},
		"the driver sees it": {say: []string{long}, resp: model.Response{Text: long}, err: &model.Error{Reason: model.Malformed}},
	} {
		a, asked := target("a", s, says(`{"day":"2026-11-20"}`))
		p, money := pool(a)
		got, err := p.Complete(t.Context(), structured("When?"))
		if err != nil || got.Text != `{"day":"2026-11-20"}` || got.Stop != model.Done || asked.calls() != 2 {
			t.Fatalf("%s: %q after %d calls; %v", name, got.Text, asked.calls(), err)
		}
		if r := money.receipt(t, 1); r.Stop != model.Length || len(r.Text) != 1000*16+4096 || r.Cost != money.reserved[0].Most {
			t.Errorf("%s: %s, %d bytes, cost %d", name, r.Stop, len(r.Text), r.Cost)
		}
		if last := asked.asked[1].Messages; !strings.Contains(last[len(last)-1].Parts[0].Text, "cut off") {
			t.Errorf("%s: told %s", name, last[len(last)-1].Parts[0].Text)
		}
	}
}

// What is stopped soon does not count for all that could have been thought: at most what was
// heard, and a thousand tokens for each second that was begun.
func TestThinkingThatIsStoppedSoon(t *testing.T) {
	for took, thought := range map[time.Duration]int{2 * time.Second: 3000, 999 * time.Millisecond: 1000, time.Hour: 16_384} {
		synctest.Test(t, func(t *testing.T) {
			a, _ := target("a", step{say: []string{"0123456789"}, takes: took, hangs: true, resp: model.Response{Usage: model.Usage{In: 90}}})
			a.Card.Thinking, a.Card.MaxOut = model.Adaptive, 0
			p, money := pool(a)
			ask := question("?")
			ask.Request.MaxTokens, ask.Request.Effort = 16_384, model.HighEffort
			ctx, stop := context.WithTimeout(t.Context(), took)
			defer stop()
			_, err := p.Complete(ctx, ask)
			heard := 5 // tokens of ten characters, by the bound
			want := model.USD(90 + 10*min(heard+thought, 16_384))
			if r := money.receipt(t, 1); !errors.Is(err, context.DeadlineExceeded) || r.Cost != want || !r.Guessed {
				t.Errorf("after %s: cost %d, want %d; %v", took, r.Cost, want, err)
			}
		})
	}
}
