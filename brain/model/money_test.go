package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"

	"pgregory.net/rapid"
)

func TestCost(t *testing.T) {
	tiers := model.Card{Prices: []model.Price{
		{UpTo: 100_000, In: 100_000, Out: 500_000, CacheRead: 10_000, CacheWrite: 200_000},
		{UpTo: 200_000, In: 500_000, Out: 2_500_000},
	}}
	for _, c := range []struct {
		name  string
		usage model.Usage
		want  model.USD
	}{
		{"nothing", model.Usage{}, 0},
		{"one token is rounded up", model.Usage{In: 1}, 1},
		{"each kind at its price", model.Usage{In: 1000, CacheRead: 1000, CacheWrite: 1000, Out: 1000}, 100 + 10 + 200 + 500},
		{"up to the border", model.Usage{In: 100_000}, 10_000},
		{"the whole prompt counts", model.Usage{In: 1, CacheRead: 100_000}, 50_001}, // without prices of its own the cache costs as In
		{"beyond the last border", model.Usage{In: 400_000}, 200_000},
		{"nonsense below", model.Usage{In: -5, Out: -5}, 0},
	} {
		if got := model.Cost(tiers, c.usage); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if got := model.Cost(model.Card{}, model.Usage{In: 1000}); got != 0 {
		t.Errorf("without prices: %d", got)
	}
	huge := model.Card{Prices: []model.Price{{In: 1 << 62, Out: 1 << 62}}}
	if got := model.Cost(huge, model.Usage{In: 1 << 62, Out: 1 << 62, CacheRead: 1 << 60, CacheWrite: 1 << 60}); got <= 0 {
		t.Errorf("a sum wrapped around: %d", got)
	}
}

// cards draws a card whose prices may fall or rise with the size of the prompt.
func cards(t *rapid.T) model.Card {
	price := rapid.Custom(func(t *rapid.T) model.Price {
		usd := rapid.Map(rapid.Int64Range(0, 40_000_000), func(n int64) model.USD { return model.USD(n) })
		return model.Price{In: usd.Draw(t, "in"), Out: usd.Draw(t, "out"), CacheRead: usd.Draw(t, "read"), CacheWrite: usd.Draw(t, "write")}
	})
	c := model.Card{Prices: rapid.SliceOfN(price, 1, 3).Draw(t, "prices"), Cache: rapid.Bool().Draw(t, "cache")}
	up := 0
	for i := range c.Prices {
		c.Prices[i].CacheRead = min(c.Prices[i].CacheRead, c.Prices[i].In) // reading is never dearer than doing without
		up += rapid.IntRange(1, 3000).Draw(t, "up to")
		c.Prices[i].UpTo = up
	}
	if rapid.Bool().Draw(t, "any length") {
		c.Prices[len(c.Prices)-1].UpTo = 0
	}
	return c
}

// requests draws a request of texts, some of it cached.
func requests(t *rapid.T) model.Request {
	texts := rapid.StringN(0, 4000, 8000)
	r := model.Request{MaxTokens: rapid.IntRange(1, 5000).Draw(t, "max tokens")}
	for range rapid.IntRange(0, 3).Draw(t, "passages") {
		r.System = append(r.System, model.Passage{Text: texts.Draw(t, "passage"), Cache: rapid.Bool().Draw(t, "cache here")})
	}
	for range rapid.IntRange(1, 3).Draw(t, "messages") {
		r.Messages = append(r.Messages, model.Says(model.User, texts.Draw(t, "message")))
	}
	return r
}

// Whatever of its bound a call uses up, and however much of that is cached, it costs no
// more than was set aside for it.
func TestMostIsTheMost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, r := cards(t), requests(t)
		head := 0
		for i, p := range r.System {
			if p.Cache && c.Cache {
				upTo := r
				upTo.System, upTo.Messages = r.System[:i+1], nil
				head = model.Bound(upTo) - 16
			}
		}
		cached := rapid.IntRange(0, head).Draw(t, "cached")
		u := model.Usage{
			CacheWrite: cached,
			In:         rapid.IntRange(0, model.Bound(r)-cached).Draw(t, "in"),
			Out:        rapid.IntRange(0, r.MaxTokens).Draw(t, "out"),
		}
		if rapid.Bool().Draw(t, "read instead") {
			u.CacheRead, u.CacheWrite = u.CacheWrite, 0
		}
		if cost, most := model.Cost(c, u), model.Most(c, r); cost > most {
			t.Fatalf("%+v cost %d, most was %d", u, cost, most)
		}
	})
}

// Fit gives the longest answer that fits, and does not go below 256 tokens.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, r := cards(t), requests(t)
		room := model.USD(rapid.Int64Range(-10, 2*int64(model.Most(c, r))+10).Draw(t, "room"))
		got, ok := model.Fit(c, r, room)
		least := r
		least.MaxTokens = min(256, r.MaxTokens)
		if want := model.Most(c, least) <= room; ok != want {
			t.Fatalf("fits %v, want %v", ok, want)
		}
		if !ok {
			return
		}
		if got.MaxTokens < least.MaxTokens || got.MaxTokens > r.MaxTokens || model.Most(c, got) > room {
			t.Fatalf("%d of %d tokens cost %d of %d", got.MaxTokens, r.MaxTokens, model.Most(c, got), room)
		}
		if got.MaxTokens < r.MaxTokens {
			got.MaxTokens++
			if model.Most(c, got) <= room {
				t.Fatalf("%d tokens would fit as well", got.MaxTokens)
			}
		}
	})
}

func TestDearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := []model.Card{cards(t), cards(t), {PerImage: 7}, {PerMinute: 9}}
		d := model.Dearest(all...)
		u := model.Usage{
			In: rapid.IntRange(0, 9000).Draw(t, "in"), Out: rapid.IntRange(0, 9000).Draw(t, "out"),
			CacheRead: rapid.IntRange(0, 9000).Draw(t, "read"), CacheWrite: rapid.IntRange(0, 9000).Draw(t, "write"),
		}
		for _, c := range all {
			if model.Cost(c, u) > model.Cost(d, u) {
				t.Fatalf("%+v costs more than the dearest %+v", c, d)
			}
		}
		if d.PerImage != 7 || d.PerMinute != 9 {
			t.Fatalf("%+v", d)
		}
	})
	if d := model.Dearest(); len(d.Prices) != 0 {
		t.Errorf("of none: %+v", d)
	}
}

func TestBound(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{{"", 0}, {"abcd", 2}, {"abc", 2}, {"é", 2}, {"漢字", 6}} {
		empty := model.Bound(model.Request{Messages: []model.Message{model.Says(model.User, "")}})
		if got := model.Bound(model.Request{Messages: []model.Message{model.Says(model.User, c.text)}}) - empty; got != c.want {
			t.Errorf("%q: %d, want %d", c.text, got, c.want)
		}
	}
	full := model.Request{
		Tools:  []model.Tool{{Name: "abcd", Description: "abcd", Params: []byte("abcd")}},
		Schema: []byte("abcd"),
		System: []model.Passage{{Text: "abcd"}},
		Messages: []model.Message{{From: model.User, Parts: []model.Part{
			{Image: &model.Image{}}, {Call: &model.Call{ID: "ab", Tool: "ab", Args: []byte("ab")}},
			{Result: &model.Result{ID: "ab", Text: "ab"}}, {Thought: &model.Thought{Raw: []byte("abcd")}},
		}}},
	}
	if got, want := model.Bound(full), 6+16+1000+2+1000+2+16+16+6000+3+16+2+16+2+16+16; got != want {
		t.Errorf("everything: %d, want %d", got, want)
	}
}

// What a failure costs depends on whether the provider may have worked.
func TestWhatAFailureCosts(t *testing.T) {
	thinks := func(m *model.Target, r *model.Request) { m.Card.Thinking, r.Effort = model.Adaptive, model.LowEffort }
	most := func(m model.Target, r model.Request) model.USD { return model.Most(m.Card, r) }
	spent := func(in, out int) func(model.Target, model.Request) model.USD {
		return func(model.Target, model.Request) model.USD { return model.USD(in + 10*out) }
	}
	with := func(s step, u model.Usage) step { s.resp.Usage = u; return s }
	for _, c := range []struct {
		name    string
		step    step
		change  func(*model.Target, *model.Request)
		want    func(model.Target, model.Request) model.USD
		guessed bool
	}{
		{"unreachable", fails(model.Unreachable), nil, spent(0, 0), false},
		{"overloaded at once", step{err: &model.Error{Reason: model.Overloaded, Status: 529}}, nil, spent(0, 0), false},
		{"a page of a proxy", step{err: &model.Error{Reason: model.Broken, Status: 502}}, nil, spent(0, 0), false},
		{"half an answer", step{err: &model.Error{Reason: model.Broken, Status: 200}}, nil, most, true},
		{"overloaded in the middle", step{say: []string{"Well, "}, err: &model.Error{Reason: model.Overloaded, Status: 200}}, nil, most, true},
		{"overloaded after it began", with(step{err: &model.Error{Reason: model.Overloaded, Status: 200}}, model.Usage{In: 90}), nil, spent(90, 0), true},
		{"timeout", fails(model.Timeout), nil, most, true},
		{"cut", fails(model.Cut), nil, most, true},
		{"cut, with a receipt", with(fails(model.Cut), model.Usage{In: 90, Out: 4, Exact: true}), nil, spent(90, 4), false},
		{"cut, half known", with(fails(model.Cut), model.Usage{In: 90, Out: 4}), nil, spent(90, 4), true},
		{"cut, half known, more heard", with(step{say: []string{"0123456789", "0123456789"}, err: &model.Error{Reason: model.Cut}}, model.Usage{In: 90, Out: 4}), nil, spent(90, 10), true},
		{"cut, half known, thinking unseen", with(fails(model.Cut), model.Usage{In: 90, Out: 4}), thinks, spent(90, 1000), true},
		{"refused", with(fails(model.Refused), model.Usage{In: 90, Out: 4, Exact: true}), nil, spent(90, 4), false},
		{"refused without a receipt", fails(model.Refused), nil, most, true},
		{"panic", step{panics: errors.New("x")}, nil, most, true},
		{"an answer without a receipt", step{resp: model.Response{Text: "hm"}}, nil, most, true},
		{"an answer without a receipt, on this computer", step{resp: model.Response{Text: "hm"}}, func(m *model.Target, _ *model.Request) { m.Provider.Loopback = true }, spent(0, 0), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, _ := target("a", c.step)
				a.Card.Thinking = model.NoThinking
				ask := question("?")
				if c.change != nil {
					c.change(&a, &ask.Request)
				}
				p, money := pool(a)
				_, _ = p.Complete(t.Context(), ask)
				got, want := money.receipt(t, 1), c.want(a, ask.Request)
				if c.want(a, ask.Request) == most(a, ask.Request) {
					want = money.reserved[0].Most // which knows the wording that was added
				}
				if got.Cost != want || got.Guessed != c.guessed {
					t.Errorf("cost %d guessed %v, want %d guessed %v", got.Cost, got.Guessed, want, c.guessed)
				}
				money.balanced(t)
			})
		})
	}
}

func TestAnAnswerIsShortenedToFit(t *testing.T) {
	a, asked := target("a")
	p, money := pool(a)
	ask := question("?")
	full := model.Most(a.Card, ask.Request)
	money.limit = full - 5_000 // 500 tokens of answer at US$10 a million
	got, err := p.Complete(t.Context(), ask)
	if least := full - 10*(1000-256); money.reserved[0].Least != least {
		t.Errorf("the least is %d, want %d", money.reserved[0].Least, least)
	}
	if err != nil || asked.asked[0].MaxTokens != 500 || money.reserved[0].MaxTokens != 500 || money.reserved[0].Most > money.limit {
		t.Fatalf("%d tokens, %+v; %v", asked.asked[0].MaxTokens, money.reserved, err)
	}
	// The digest is that of the request before money shortened it: a record is found again.
	ask.Request.MaxTokens = 1000
	money.limit, money.spent = 0, 0
	if _, err := p.Complete(t.Context(), ask); err != nil || money.reserved[1].Digest != money.reserved[0].Digest || got.Recorded {
		t.Errorf("digests %s and %s; %v", money.reserved[0].Digest, money.reserved[1].Digest, err)
	}

	money.limit, money.spent = full-7_500, 0 // less than 256 tokens
	_, err = p.Complete(t.Context(), ask)
	var c *model.CeilingError
	if !errors.As(err, &c) || c.Ceiling != "turn" || asked.calls() != 2 {
		t.Errorf("%v after %d calls", err, asked.calls())
	}
	money.balanced(t)
}

func TestAPriceNobodyKnows(t *testing.T) {
	dear := able("dear-1")
	dear.Prices[0].In, dear.Prices[0].Out = 20_000_000, 100_000_000
	a, asked := target("a", step{resp: model.Response{Usage: model.Usage{In: 10, Out: 1, Exact: true}}})
	a.Card.Prices = nil
	p, money := pool(a)
	if _, err := p.Complete(t.Context(), question("?")); reason(err) != model.Unpriced || asked.calls() != 0 {
		t.Errorf("no price at all: %v, %d calls", err, asked.calls())
	}
	p.Dearest = model.Dearest(able("b"), dear)
	got, err := p.Complete(t.Context(), question("?"))
	if err != nil || got.Cost != 10*20+100 || !money.reserved[0].Unpriced || len(got.Card.Prices) != 0 {
		t.Errorf("cost %d, %+v; %v", got.Cost, money.reserved[0], err)
	}
	a.Provider.Loopback = true
	p.Roles[model.Primary] = []model.Target{a}
	if got, err = p.Complete(t.Context(), question("?")); err != nil || got.Cost != 0 || money.reserved[1].Unpriced || money.reserved[1].Most != 0 {
		t.Errorf("on this computer: %d, %+v; %v", got.Cost, money.reserved[1], err)
	}
}

// A model that counts more than the bound is bounded higher from then on.
func TestTheBoundLearns(t *testing.T) {
	ask := question("?")
	bound := model.Bound(ask.Request)
	a, _ := target("a", step{resp: model.Response{Usage: model.Usage{In: 3 * bound, Exact: true}}},
		step{resp: model.Response{Usage: model.Usage{In: 1, CacheRead: bound, Exact: true}}})
	p, money := pool(a)
	for range 3 {
		if _, err := p.Complete(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
	}
	out := model.USD(10 * ask.Request.MaxTokens)
	if got := money.reserved[0].Most - out; got != model.USD(bound) {
		t.Errorf("at first %d, want %d", got, bound)
	}
	for _, a := range money.reserved[1:] {
		if got := a.Most - out; got != model.USD(3*bound) {
			t.Errorf("then %d, want %d", got, 3*bound)
		}
		if a.Bound != bound {
			t.Errorf("reckoned %d, want %d", a.Bound, bound)
		}
	}

	// What was seen before this process counts as well.
	p, money = pool(a)
	p.Factor = func(provider, name string) float64 {
		if provider != a.Provider.Name || name != a.Card.Name {
			t.Errorf("asked for %q of %q", name, provider)
		}
		return 2
	}
	if _, err := p.Complete(t.Context(), ask); err != nil || money.reserved[0].Most-out != model.USD(2*bound) {
		t.Errorf("seen before: %+v; %v", money.reserved, err)
	}
}

func TestACostThatCannotBeRecorded(t *testing.T) {
	lost := errors.New("disk full")
	for name, s := range map[string]step{"after an answer": says("x"), "after a failure": fails(model.Overloaded)} {
		a, asked := target("a", s)
		b, other := target("b")
		p, money := pool(a, b)
		money.refuse = lost
		got, err := p.Complete(t.Context(), question("?"))
		if !errors.Is(err, lost) || asked.calls() != 1 || other.calls() != 0 || got.Text != "" {
			t.Errorf("%s: %v, %d and %d calls, %q", name, err, asked.calls(), other.calls(), got.Text)
		}
		if s.err != nil && reason(err) != model.Overloaded {
			t.Errorf("%s: the failure is not in %v", name, err)
		}
	}
}

func TestEndOfContext(t *testing.T) {
	t.Run("before", func(t *testing.T) {
		a, asked := target("a")
		p, money := pool(a)
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := p.Complete(ctx, question("?")); !errors.Is(err, context.Canceled) || asked.calls() != 0 || len(money.reserved) != 0 {
			t.Errorf("%v, %d calls", err, asked.calls())
		}
	})
	t.Run("in the middle", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a, _ := target("a", step{say: []string{"Well"}, hangs: true, resp: model.Response{Usage: model.Usage{In: 90}}})
			b, other := target("b")
			p, money := pool(a, b)
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			got, err := p.Complete(ctx, question("?"))
			if !errors.Is(err, context.DeadlineExceeded) || other.calls() != 0 || got.Cost == 0 {
				t.Errorf("%v, %d calls of the next, cost %d", err, other.calls(), got.Cost)
			}
			if r := money.receipt(t, 1); r.Outcome != "stopped" || r.Cost != 90+10*2 || !r.Guessed || r.Latency != time.Second {
				t.Errorf("receipt %+v", r)
			}
		})
	})
	t.Run("while it waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a, asked := target("a", step{err: &model.Error{Reason: model.Overloaded, After: 8 * time.Second}})
			p, money := pool(a)
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			began := time.Now()
			if _, err := p.Complete(ctx, question("?")); !errors.Is(err, context.DeadlineExceeded) || asked.calls() != 1 || time.Since(began) != time.Second {
				t.Errorf("%v after %s and %d calls", err, time.Since(began), asked.calls())
			}
			money.balanced(t)
		})
	})
	t.Run("an answer that is there already counts", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		s := says("There.")
		s.before = stop
		a, _ := target("a", s)
		p, money := pool(a)
		heard := ""
		ask := question("?")
		ask.Request.OnText = func(s string) { heard += s }
		if got, err := p.Complete(ctx, ask); err != nil || got.Text != "There." {
			t.Errorf("%q; %v", got.Text, err)
		}
		if heard != "" {
			t.Errorf("heard %q after the end", heard)
		}
		money.balanced(t)
	})
}

// Nothing of a request, and nothing that a driver lets slip, is in an error.
func TestErrorsHoldNoWords(t *testing.T) {
	a, _ := target("a", step{panics: "hunter2"}, step{err: errors.New("hunter2")}, step{resp: model.Response{Text: `{"x":"hunter2"`, Stop: model.Done}}, step{resp: model.Response{Text: `{"x":"hunter2"}`}})
	p, _ := pool(a)
	for range 3 {
		ask := question("hunter2")
		ask.Request.Schema = []byte(`{"properties":{"x":{"type":"integer"}}}`)
		_, err := p.Complete(t.Context(), ask)
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("error %v", err)
		}
		for ; err != nil; err = errors.Unwrap(err) {
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("inside: %v", err)
			}
		}
	}
}
