package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"

	"github.com/google/go-cmp/cmp"
)

func TestAnswerOfTheFirst(t *testing.T) {
	a, asked := target("a", says("Porto."))
	b, other := target("b")
	p, money := pool(a, b)
	got, err := p.Complete(t.Context(), question("Where does Ana live?"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Text != "Porto." || got.Card.Name != "a-1" || got.Provider.Name != "a" || got.Recorded || len(got.Passed) > 0 {
		t.Errorf("got %+v", got)
	}
	if other.calls() != 0 || asked.asked[0].Model != "a-1" {
		t.Errorf("b was called %d times; a was asked for %q", other.calls(), asked.asked[0].Model)
	}
	money.balanced(t)
	attempt, receipt := money.reserved[0], money.receipt(t, 1)
	if want := model.USD(100*1 + 10*10); receipt.Cost != want || got.Cost != want || receipt.Guessed {
		t.Errorf("cost %d, receipt %+v, want %d", got.Cost, receipt, want)
	}
	if receipt.Outcome != "ok" || receipt.Text != "Porto." || receipt.Stop != model.Done {
		t.Errorf("receipt %+v", receipt)
	}
	if attempt.Try != 1 || attempt.Provider != "a" || attempt.Model != "a-1" || attempt.Most < receipt.Cost || attempt.MaxTokens != 1000 ||
		len(attempt.Digest) != 64 || attempt.Purpose.Message != 7 || attempt.Role != model.Primary {
		t.Errorf("attempt %+v", attempt)
	}
}

// Each reason leads to as many calls of each target as the policy says.
func TestWhatFollowsFromAReason(t *testing.T) {
	twice := func(s step) []step { return []step{s, s} }
	for _, c := range []struct {
		name   string
		first  []step
		calls  [2]int // of the first and the second target
		passed []string
	}{
		{"overloaded once", []step{fails(model.Overloaded)}, [2]int{2, 0}, nil},
		{"overloaded", twice(fails(model.Overloaded)), [2]int{2, 1}, []string{"a-1: overloaded"}},
		{"rate limited", twice(fails(model.RateLimited)), [2]int{2, 1}, []string{"a-1: rate limited"}},
		{"unreachable", twice(fails(model.Unreachable)), [2]int{2, 1}, []string{"a-1: unreachable"}},
		{"broken", twice(fails(model.Broken)), [2]int{2, 1}, []string{"a-1: broken answer"}},
		{"timeout before text", twice(fails(model.Timeout)), [2]int{1, 1}, []string{"a-1: timeout"}},
		{"timeout after text", []step{{say: []string{"Well"}, err: &model.Error{Reason: model.Timeout}}}, [2]int{1, 1}, []string{"a-1: timeout"}},
		{"asked to wait too long", []step{{err: &model.Error{Reason: model.RateLimited, After: 9 * time.Second}}}, [2]int{1, 1}, []string{"a-1: rate limited"}},
		{"cut", twice(fails(model.Cut)), [2]int{1, 1}, []string{"a-1: cut short"}},
		{"unknown", twice(fails(model.Unknown)), [2]int{1, 1}, []string{"a-1: unknown outcome"}},
		{"an error of no known kind", []step{{err: errors.New("secret")}}, [2]int{1, 1}, []string{"a-1: unknown outcome"}},
		{"a driver that says we stopped it", twice(fails(model.Stopped)), [2]int{1, 1}, []string{"a-1: unknown outcome"}},
		{"a panic", []step{{panics: "secret"}}, [2]int{1, 1}, []string{"a-1: unknown outcome"}},
		{"its own deadline", twice(step{err: context.DeadlineExceeded}), [2]int{1, 1}, []string{"a-1: timeout"}},
		{"unauthorised", twice(fails(model.Unauthorised)), [2]int{1, 1}, []string{"a-1: unauthorised"}},
		{"no credit", twice(fails(model.NoCredit)), [2]int{1, 1}, []string{"a-1: no credit"}},
		{"no model", twice(fails(model.NoModel)), [2]int{1, 1}, []string{"a-1: no such model"}},
		{"refused", twice(fails(model.Refused)), [2]int{1, 1}, []string{"a-1: refused"}},
		{"too long", twice(fails(model.TooLong)), [2]int{1, 1}, []string{"a-1: too long"}},
		{"invalid", twice(fails(model.Invalid)), [2]int{1, 1}, []string{"a-1: invalid request"}},
		{"malformed without a schema", twice(fails(model.Malformed)), [2]int{2, 0}, []string{"a-1: malformed answer"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, first := target("a", c.first...)
				b, second := target("b")
				b.Card.Window = 2 * a.Card.Window
				p, money := pool(a, b)
				got, err := p.Complete(t.Context(), question("secret"))
				if calls := [2]int{first.calls(), second.calls()}; calls != c.calls {
					t.Errorf("calls %v, want %v", calls, c.calls)
				}
				if diff := cmp.Diff(c.passed, passes(got.Passed)); diff != "" {
					t.Error(diff)
				}
				if answered := c.calls[1] == 1 || len(c.passed) == 0; answered != (err == nil) {
					t.Errorf("error %v", err)
				}
				for _, pass := range got.Passed {
					if reason(pass.Err) != pass.Reason || strings.Contains(pass.Err.Error(), "secret") {
						t.Errorf("passed with %v", pass.Err)
					}
				}
				money.balanced(t)
			})
		})
	}
}

func TestWhereATooLongPromptGoes(t *testing.T) {
	a, _ := target("a", fails(model.TooLong))
	small, unused := target("b")
	unknown, unused2 := target("c")
	unknown.Card.Window = 0
	large, used := target("d", fails(model.TooLong))
	large.Card.Window = 2 * a.Card.Window
	p, _ := pool(a, small, unknown, large)
	got, err := p.Complete(t.Context(), question("?"))
	if unused.calls()+unused2.calls() != 0 || used.calls() != 1 {
		t.Errorf("smaller %d, unknown %d, larger %d calls", unused.calls(), unused2.calls(), used.calls())
	}
	var none *model.NoneError
	if !errors.As(err, &none) || reason(err) != model.TooLong || len(got.Passed) != 2 {
		t.Errorf("error %v", err)
	}
}

func TestARefusalIsTakenToOneOtherProvider(t *testing.T) {
	a, _ := target("a", fails(model.Refused))
	same, unused := target("a")
	same.Card.Name = "a-2"
	b, used := target("b", fails(model.Refused))
	c, unused2 := target("c")
	p, _ := pool(a, same, b, c)
	_, err := p.Complete(t.Context(), question("?"))
	if unused.calls()+unused2.calls() != 0 || used.calls() != 1 || reason(err) != model.Refused {
		t.Errorf("same provider %d, other %d, third %d calls; %v", unused.calls(), used.calls(), unused2.calls(), err)
	}
}

// What holds for a whole provider is found out once: its other models are passed over, with
// the same reason and without a call, and the next provider is asked at once.
func TestAProviderIsGivenUpAsAWhole(t *testing.T) {
	all := map[model.Reason]int{model.Timeout: 1, model.Unreachable: 2, model.Unauthorised: 1, model.NoCredit: 1}
	for r := model.Unknown; r <= model.Unrecorded; r++ {
		if r == model.TooLong || r == model.Refused || r == model.Malformed || r == model.Invalid {
			continue // they have ways of their own
		}
		t.Run(r.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				failing := step{err: &model.Error{Op: "fake", Reason: r, Status: 418}}
				calls, whole := all[r]
				twice, most := []step{failing, failing}, 2
				if whole {
					most = calls
				}
				a, first := target("a", twice[:most]...)
				sibling, second := target("a")
				sibling.Card.Name = "a-2"
				b, third := target("b")
				elsewhere, _ := target("a") // the same provider at another place is another matter
				elsewhere.Card.Name, elsewhere.Provider.Host = "a-3", "elsewhere.example"
				p, money := pool(a, sibling, b)
				got, err := p.Complete(t.Context(), question("?"))
				if err != nil {
					t.Fatal(err)
				}
				if !whole {
					if second.calls() != 1 || third.calls() != 0 || got.Card.Name != "a-2" {
						t.Errorf("%d calls of the other model, %s answered", second.calls(), got.Card.Name)
					}
					return
				}
				if first.calls() != calls || second.calls() != 0 || got.Card.Name != "b-1" || len(money.reserved) != calls+1 {
					t.Errorf("%d and %d calls, %d reserved, %s answered", first.calls(), second.calls(), len(money.reserved), got.Card.Name)
				}
				want := []string{"a-1: " + r.String(), "a-2: " + r.String()}
				if diff := cmp.Diff(want, passes(got.Passed)); diff != "" {
					t.Fatal(diff)
				}
				if e := (*model.Error)(nil); !errors.As(got.Passed[1].Err, &e) || e.Status != 418 {
					t.Errorf("passed over with %v", got.Passed[1].Err)
				}

				// It holds for one answer: the next one asks again.
				if got, err := p.Complete(t.Context(), question("?")); err != nil || got.Card.Name != "a-1" {
					t.Errorf("then %s answered: %v", got.Card.Name, err)
				}
				a, _ = target("a", failing, failing)
				p, _ = pool(a, elsewhere, b)
				if got, err := p.Complete(t.Context(), question("?")); err != nil || got.Card.Name != "a-3" {
					t.Errorf("%s answered: %v", got.Card.Name, err)
				}
			})
		})
	}
}

// A provider that says nothing costs one wait, and no more while its model is left alone.
func TestASilentProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := step{takes: time.Minute, err: &model.Error{Reason: model.Timeout}}
		a, first := target("a", silent, silent, silent)
		sibling, second := target("a", silent)
		sibling.Card.Name = "a-2"
		b, _ := target("b")
		p, _ := pool(a, sibling, b)
		for n, want := range []time.Duration{time.Minute, time.Minute, time.Minute, 0} {
			began := time.Now()
			got, err := p.Complete(t.Context(), question("?"))
			if err != nil || got.Card.Name != "b-1" || time.Since(began) != want || len(got.Passed) != 2 {
				t.Errorf("ask %d: %s after %s, %v; %v", n, got.Card.Name, time.Since(began), passes(got.Passed), err)
			}
		}
		if first.calls() != 3 || second.calls() != 0 {
			t.Errorf("%d and %d calls", first.calls(), second.calls())
		}
	})
}

func TestWaits(t *testing.T) {
	for _, c := range []struct {
		after, want time.Duration
	}{{0, 500 * time.Millisecond}, {3 * time.Second, 3 * time.Second}, {8 * time.Second, 8 * time.Second}, {time.Hour, 0}} {
		synctest.Test(t, func(t *testing.T) {
			a, _ := target("a", step{err: &model.Error{Reason: model.RateLimited, After: c.after}})
			b, _ := target("b")
			p, _ := pool(a, b)
			began := time.Now()
			if _, err := p.Complete(t.Context(), question("?")); err != nil || time.Since(began) != c.want {
				t.Errorf("after %s: waited %s (%v), want %s", c.after, time.Since(began), err, c.want)
			}
		})
	}
}

// A provider that asks for time is not asked before, though not for longer than ten minutes.
func TestNotBeforeTheProviderSaysSo(t *testing.T) {
	for _, c := range []struct{ after, want time.Duration }{{30 * time.Second, 30 * time.Second}, {24 * time.Hour, 10 * time.Minute}} {
		synctest.Test(t, func(t *testing.T) {
			a, asked := target("a", step{err: &model.Error{Reason: model.RateLimited, After: c.after, Status: 429}})
			p, money := pool(a)
			_, _ = p.Complete(t.Context(), question("?"))
			time.Sleep(c.want - time.Nanosecond)
			_, err := p.Complete(t.Context(), question("?"))
			var none *model.NoneError
			if asked.calls() != 1 || !errors.As(err, &none) || reason(err) != model.RateLimited {
				t.Errorf("%d calls before %s; %v", asked.calls(), c.want, err)
			}
			time.Sleep(time.Nanosecond)
			if _, err := p.Complete(t.Context(), question("?")); err != nil || asked.calls() != 2 {
				t.Errorf("%d calls after %s; %v", asked.calls(), c.want, err)
			}
			money.balanced(t)
		})
	}
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := fails(model.Cut) // one call each, so that three asks open it
		a, asked := target("a", cut, cut, cut, cut)
		b, _ := target("b")
		p, _ := pool(a, b)
		ask := func(calls int, passed ...string) {
			t.Helper()
			got, err := p.Complete(t.Context(), question("?"))
			if err != nil || asked.calls() != calls {
				t.Fatalf("%d calls, want %d; %v", asked.calls(), calls, err)
			}
			if diff := cmp.Diff(passed, passes(got.Passed)); diff != "" {
				t.Fatal(diff)
			}
		}
		for n := 1; n <= 3; n++ {
			ask(n, "a-1: cut short")
		}
		ask(3, "a-1: cut short") // open: it is passed for what it failed with, and not asked
		time.Sleep(time.Minute - time.Nanosecond)
		ask(3, "a-1: cut short")
		time.Sleep(time.Nanosecond)
		ask(4, "a-1: cut short") // half open: one call, which fails
		ask(4, "a-1: cut short")
		time.Sleep(time.Minute)
		ask(5) // it answers: closed
		ask(6)
	})
}

// An answer between failures begins the count again; a provider that asks for longer than
// the usual while gets it.
func TestBreakerCountsInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := fails(model.Cut)
		busy := step{err: &model.Error{Reason: model.Overloaded, After: 5 * time.Minute}}
		a, asked := target("a", cut, cut, says("x"), cut, cut, busy)
		p, _ := pool(a)
		for n := 1; n <= 6; n++ {
			if _, _ = p.Complete(t.Context(), question("?")); asked.calls() != n {
				t.Fatalf("%d calls, want %d", asked.calls(), n)
			}
		}
		time.Sleep(5*time.Minute - time.Nanosecond)
		if _, err := p.Complete(t.Context(), question("?")); asked.calls() != 6 || reason(err) != model.Overloaded {
			t.Errorf("%d calls; %v", asked.calls(), err)
		}
	})
}

// A call for which there was no money tells nothing of the model.
func TestHalfOpenWithoutMoney(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := fails(model.Cut)
		a, asked := target("a", cut, cut, cut)
		p, money := pool(a)
		for range 3 {
			_, _ = p.Complete(t.Context(), question("?"))
		}
		time.Sleep(time.Minute)
		money.limit = 1
		var ceiling *model.CeilingError
		if _, err := p.Complete(t.Context(), question("?")); !errors.As(err, &ceiling) || asked.calls() != 3 {
			t.Errorf("%d calls; %v", asked.calls(), err)
		}
		money.limit = 0
		if _, err := p.Complete(t.Context(), question("?")); err != nil || asked.calls() != 4 {
			t.Errorf("%d calls; %v", asked.calls(), err)
		}
	})
}

// While one call finds out whether a model is well again, others do not wait for it.
func TestHalfOpenIsOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := fails(model.Cut)
		a, asked := target("a", cut, cut, cut, step{hangs: true}, step{takes: time.Second, resp: says("well").resp}, says("well"))
		b, _ := target("b")
		p, _ := pool(a, b)
		for range 3 {
			_, _ = p.Complete(t.Context(), question("?"))
		}
		time.Sleep(time.Minute)

		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { _, err := p.Complete(ctx, question("?")); ended <- err }()
		synctest.Wait()
		if got, err := p.Complete(t.Context(), question("?")); err != nil || got.Card.Name != "b-1" || asked.calls() != 4 {
			t.Errorf("%s answered after %d calls; %v", got.Card.Name, asked.calls(), err)
		}
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		// The call that was stopped told nothing: the next one finds out.
		go func() { _, err := p.Complete(t.Context(), question("?")); ended <- err }()
		synctest.Wait()
		if got, err := p.Complete(t.Context(), question("?")); err != nil || got.Card.Name != "b-1" {
			t.Errorf("%s answered; %v", got.Card.Name, err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got, err := p.Complete(t.Context(), question("?")); err != nil || got.Card.Name != "a-1" {
			t.Errorf("%s answered; %v", got.Card.Name, err)
		}
	})
}

func TestNobodyUnnamedIsAsked(t *testing.T) {
	a, asked := target("a")
	b, _ := target("b")
	p, money := pool(a, b)
	p.May = func(who model.Provider) bool { return who.Name == "b" }
	got, err := p.Complete(t.Context(), question("?"))
	if err != nil || asked.calls() != 0 || got.Card.Name != "b-1" || len(money.reserved) != 1 {
		t.Errorf("%d calls, answered by %s, %d reserved; %v", asked.calls(), got.Card.Name, len(money.reserved), err)
	}
	if diff := cmp.Diff([]string{"a-1: not named yet"}, passes(got.Passed)); diff != "" {
		t.Error(diff)
	}
	p.May = nil
	if _, err := p.Complete(t.Context(), question("?")); reason(err) != model.Unnamed || asked.calls() != 0 {
		t.Errorf("without May: %v, %d calls", err, asked.calls())
	}
}

func TestWhoIsAskedFirst(t *testing.T) {
	a, _ := target("a")
	b, _ := target("b")
	cheap, _ := target("cheap")
	mute := model.Target{Card: able("mute-1"), Provider: provider("mute")}
	p, _ := pool(mute, a, b)
	p.Roles[model.Background] = []model.Target{cheap}
	p.Roles[model.Adversary] = []model.Target{mute}
	chosen, _ := target("chosen")
	p.Roles[""] = []model.Target{chosen} // it has no role, and can be asked for by name
	for prefer, want := range map[string]string{
		"": "a-1", "a-1": "a-1", "b-1": "b-1", "cheap-1": "cheap-1", "mute-1": "a-1", "nobody": "a-1", "chosen-1": "chosen-1",
	} {
		usual, ok := p.Usual(model.Primary, prefer)
		ask := question("?")
		ask.Prefer = prefer
		got, err := p.Complete(t.Context(), ask)
		if err != nil || !ok || usual.Card.Name != want || got.Card.Name != want {
			t.Errorf("prefer %q: usual %s, answered by %s; %v", prefer, usual.Card.Name, got.Card.Name, err)
		}
	}
	has := map[model.Role]bool{model.Primary: true, model.Background: true, model.Adversary: false, model.Reflection: false, model.Embedding: false}
	for r, want := range has {
		if p.Has(r) != want {
			t.Errorf("Has(%s) = %v", r, !want)
		}
	}
	_, err := p.Complete(t.Context(), model.Ask{Role: model.Reflection, Request: model.Request{MaxTokens: 1}})
	var none *model.NoneError
	if !errors.As(err, &none) || none.Role != model.Reflection || len(none.Passed) != 0 {
		t.Errorf("no model: %v", err)
	}
}

func TestRequestOfNoUse(t *testing.T) {
	a, asked := target("a")
	p, money := pool(a)
	for _, r := range []model.Request{{}, {MaxTokens: 10, Schema: []byte(`{"type":`)}, {MaxTokens: 10, Schema: []byte(`{"$ref":"https://example.com/x"}`)}} {
		if _, err := p.Complete(t.Context(), model.Ask{Role: model.Primary, Request: r}); reason(err) != model.Invalid {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if asked.calls() != 0 || len(money.reserved) != 0 {
		t.Errorf("%d calls, %d reserved", asked.calls(), len(money.reserved))
	}
}
