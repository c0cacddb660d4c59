package model_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"
)

// What a failure costs depends on whether the provider may have worked.
func TestWhatAFailureCosts(t *testing.T) {
	thinks := func(m *model.Target, r *model.Request) { m.Card.Thinking, r.Effort = model.Adaptive, model.LowEffort }
	most := func(m model.Target, r model.Request) model.USD { return model.Most(m.Card, r) }
	spent := func(in, out int) func(model.Target, model.Request) model.USD {
		return func(model.Target, model.Request) model.USD { return model.USD(in + 10*out) }
	}
	with := func(s step, u model.Usage) step { s.resp.Usage = u; return s }
	local := func(m *model.Target, _ *model.Request) { m.Provider.Loopback = true }
	heard := step{say: []string{"0123456789", "0123456789"}, err: &model.Error{Reason: model.Cut}}
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
		{"cut, half known, more heard", with(heard, model.Usage{In: 90, Out: 4}), nil, spent(90, 10), true},
		{"cut, half known, thinking unseen", with(fails(model.Cut), model.Usage{In: 90, Out: 4}), thinks, spent(90, 1000), true},
		{"refused", with(fails(model.Refused), model.Usage{In: 90, Out: 4, Exact: true}), nil, spent(90, 4), false},
		{"refused without a receipt", fails(model.Refused), nil, most, true},
		{"panic", step{panics: errors.New("x")}, nil, most, true},
		{"an answer without a receipt", step{resp: model.Response{Text: "hm"}}, nil, most, true},
		{"an answer with half a receipt", step{resp: model.Response{Text: "hm", Usage: model.Usage{In: 90}}}, nil, most, true},
		{"an answer without a receipt, on this computer", step{resp: model.Response{Text: "hm"}}, local, spent(0, 0), false},
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

// A model that was seen to count more than the bound is bounded higher.
func TestFactor(t *testing.T) {
	ask := question("?")
	bound := model.Bound(ask.Request)
	a, _ := target("a")
	p, money := pool(a)
	for factor, want := range map[float64]int{0: bound, 1: bound, 3: 3 * bound} {
		p.Factor = func(provider, name string) float64 {
			if provider != "a" || name != "a-1" {
				t.Errorf("factor of %s of %s", name, provider)
			}
			return factor
		}
		if _, err := p.Complete(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		got := money.reserved[len(money.reserved)-1]
		if got.Most != model.USD(want+10*1000) || got.Least != model.USD(want+10*256) || got.Bound != bound {
			t.Errorf("factor %v: at most %d, at least %d, bound %d; want %d of input", factor, got.Most, got.Least, got.Bound, want)
		}
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
			var none *model.NoneError
			if !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &none) || other.calls() != 0 || got.Cost == 0 {
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

// Nothing of a request, and nothing that a driver lets slip, is in an error or in the log.
func TestNoWordsLeak(t *testing.T) {
	var log strings.Builder
	slips := []step{{panics: "hunter2"}, {err: errors.New("hunter2")}, says(`{"x":"hunter2"`), says(`{"x":"hunter2"}`), says(`{"x":"hunter2"}`)}
	a, _ := target("a", slips...)
	b, _ := target("b", slips...)
	p, _ := pool(a, b)
	p.Log = slog.New(slog.NewJSONHandler(&log, nil))
	for range 5 {
		ask := question("hunter2")
		ask.Request.Schema = []byte(`{"properties":{"x":{"type":"integer"}}}`)
		_, err := p.Complete(t.Context(), ask)
		if err == nil {
			t.Fatal("answered")
		}
		for ; err != nil; err = errors.Unwrap(err) {
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("an error says: %v", err)
			}
		}
	}
	first := `"role":"primary","provider":"a","model":"a-1","reason":"unknown outcome","status":0,"then":"asked b-1"`
	if s := log.String(); strings.Contains(s, "hunter2") || !strings.Contains(s, first) {
		t.Errorf("the log says: %s", s)
	}
}

var busy = step{err: down}

// What is mended is logged; what ends in an error is only returned.
func TestWhatIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		a, _ := target("a", busy, busy)
		b, _ := target("b", busy, busy)
		p, _ := pool(a, b)
		p.Log = slog.New(slog.NewTextHandler(&log, nil))
		if _, err := p.Complete(t.Context(), question("?")); err == nil {
			t.Fatal("answered")
		}
		for then, want := range map[string]int{"then=\"asked again\"": 2, "then=\"asked b-1\"": 1, "status=529": 3, "level=WARN": 3} {
			if n := strings.Count(log.String(), then); n != want {
				t.Errorf("%s stands there %d times, want %d:\n%s", then, n, want, log.String())
			}
		}
	})
}

// Several goroutines may use a pool.
func TestManyAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const many = 20
		gate := make(chan struct{}) // holds the first call of each, until all are made
		steps := []step{busy, says("x"), busy, fails(model.Cut), {panics: "x"}}
		var first []step
		for i := range many {
			s := steps[i%len(steps)]
			s.before = func() { <-gate }
			first = append(first, s)
		}
		a, asked := target("a", first...)
		b, _ := target("b", fails(model.Cut), says("x"))
		p, money := pool(a, b)
		money.limit = many * model.Most(a.Card, question("?").Request) // the second calls find less
		var all sync.WaitGroup
		for range many {
			all.Go(func() {
				ask := question("?")
				var on page
				on.listen(&ask)
				_, _ = p.Complete(t.Context(), ask)
			})
		}
		synctest.Wait()
		if asked.calls() != many || len(money.reserved) != many || money.aside != money.limit {
			t.Errorf("%d calls at once, %d of %d in %d reservations", asked.calls(), money.aside, money.limit, len(money.reserved))
		}
		close(gate)
		all.Wait()
		money.balanced(t)
		if money.peak > money.limit {
			t.Errorf("%d of %d", money.peak, money.limit)
		}
	})
}
