package model_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"

	"pgregory.net/rapid"
)

// chance is what a client does in one call: it answers, fails, panics or hangs, with or
// without text and counts.
type chance struct {
	takes   time.Duration
	pieces  int
	in, out float64 // shares of what they may be
	counts  string  // "exact", "some" or "none"
	does    string  // "answers", "fails", "panics", "slips" or "hangs"
	fails   model.Error
}

// trouble is a whole course of asks.
type trouble struct {
	targets  int
	thinking []model.Thinking
	unnamed  string
	ceiling  model.USD
	asks     []struct {
		effort     model.Effort
		structured bool
		patience   time.Duration
		calls      []chance
		then       time.Duration
	}
}

func troubles(t *rapid.T) trouble {
	seconds := func(name string, least, most int) time.Duration {
		return time.Duration(rapid.IntRange(least*1000, most*1000).Draw(t, name)) * time.Millisecond
	}
	c := trouble{
		targets: rapid.IntRange(1, 3).Draw(t, "targets"),
		unnamed: rapid.SampledFrom([]string{"", "", "a", "b"}).Draw(t, "unnamed"),
		ceiling: model.USD(rapid.IntRange(1, 150_000).Draw(t, "ceiling")),
	}
	for range c.targets {
		c.thinking = append(c.thinking, model.Thinking(rapid.IntRange(0, 3).Draw(t, "thinking")))
	}
	c.asks = slices.Grow(c.asks, 6)[:rapid.IntRange(1, 6).Draw(t, "asks")]
	for i := range c.asks {
		a := &c.asks[i]
		a.effort = model.Effort(rapid.IntRange(0, 3).Draw(t, "effort"))
		a.structured = rapid.IntRange(0, 3).Draw(t, "structured") == 0
		a.patience, a.then = seconds("patience", 1, 120), seconds("then", 0, 90)
		for range 2*c.targets + 2 {
			a.calls = append(a.calls, chance{
				takes: seconds("takes", 0, 3), pieces: rapid.IntRange(0, 3).Draw(t, "pieces"),
				in: rapid.Float64Range(0, 1).Draw(t, "in"), out: rapid.Float64Range(0, 1).Draw(t, "out"),
				counts: rapid.SampledFrom([]string{"exact", "some", "none"}).Draw(t, "counts"),
				does:   rapid.SampledFrom([]string{"answers", "answers", "fails", "fails", "fails", "fails", "panics", "slips", "hangs"}).Draw(t, "does"),
				fails: model.Error{
					Op: "chance", Reason: model.Reason(rapid.IntRange(0, 20).Draw(t, "reason")),
					Status: rapid.SampledFrom([]int{0, 200, 400, 429, 502}).Draw(t, "status"), After: seconds("after", 0, 12),
				},
			})
		}
	}
	return c
}

// padding makes a piece longer, by the bound, than the answer may be.
var padding = strings.Repeat(".", 2400)

// dice is the client of one target; all of an ask's targets share its calls and the list of
// who was asked.
type dice struct {
	name  string
	calls *[]chance
	asked *[]string
	wrong *[]string
}

func (d dice) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	*d.asked = append(*d.asked, d.name)
	if r.MaxTokens < 1 || r.MaxTokens > 1000 || r.Model != d.name+"-1" {
		*d.wrong = append(*d.wrong, fmt.Sprintf("%s was asked for %d tokens of %s", d.name, r.MaxTokens, r.Model))
	}
	if len(*d.calls) == 0 {
		*d.wrong = append(*d.wrong, fmt.Sprintf("asked too often: %v", *d.asked))
		return model.Response{}, nil
	}
	c := (*d.calls)[0]
	*d.calls = (*d.calls)[1:]
	time.Sleep(c.takes)
	said := ""
	for i := range c.pieces {
		piece := fmt.Sprintf("<%s%d%s>", d.name, i, padding)
		r.OnText(piece)
		said += piece
	}
	resp := model.Response{Text: said, Message: model.Says(model.Assistant, said), Stop: model.Done}
	if c.counts != "none" {
		resp.Usage = model.Usage{In: 1 + int(c.in*float64(model.Bound(r)-1)), Out: int(c.out * float64(r.MaxTokens)), Exact: c.counts == "exact"}
	}
	switch c.does {
	case "answers":
		return resp, nil
	case "panics":
		panic(said)
	case "slips":
		return resp, errors.New(said)
	case "hangs":
		<-ctx.Done()
		return resp, ctx.Err()
	}
	return resp, &c.fails
}

// Over random faults of several asks: each reservation is settled exactly once, what is
// spent and set aside stays below the ceiling, targets are asked in their order and not too
// often, who was not named is asked nothing, and what is heard is the text of one answer.
func TestLawsUnderFaults(t *testing.T) {
	seen := map[string]int{} // how the asks ended, to see that this tests something
	ends := []string{"answered", "ceiling", "none", "ended"}
	missing := func(end string) bool { return seen[end] == 0 }
	for range 20 { // the few courses of a short run may by chance all end alike
		rapid.Check(t, func(rt *rapid.T) {
			c := troubles(rt)
			var wrong []string
			synctest.Test(t, func(t *testing.T) { wrong = c.run(seen) })
			if len(wrong) > 0 {
				rt.Fatalf("%s", strings.Join(wrong, "\n"))
			}
		})
		if !slices.ContainsFunc(ends, missing) {
			break
		}
	}
	for _, end := range ends {
		if seen[end] == 0 {
			t.Errorf("no ask ended like this: %s", end)
		}
	}
}

// run goes through a course and lists what is wrong with it.
func (c trouble) run(seen map[string]int) (wrong []string) {
	var calls []chance
	var asked []string
	var targets []model.Target
	names := []string{"a", "b", "c"}[:c.targets]
	for i, name := range names {
		card := able(name + "-1")
		card.Window += 1000 * i
		card.Thinking = c.thinking[i]
		targets = append(targets, model.Target{Card: card, Provider: provider(name), Client: dice{name, &calls, &asked, &wrong}})
	}
	p, money := pool(targets...)
	p.May = func(who model.Provider) bool { return who.Name != c.unnamed }
	money.limit = c.ceiling
	failf := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }

	for _, a := range c.asks {
		calls, asked = a.calls, nil
		ask := question("?")
		ask.Request.Effort = a.effort
		if a.structured {
			ask.Request.Schema = []byte(`{"type":"object"}`)
		}
		var on page
		on.listen(&ask)
		ctx, stop := context.WithTimeout(context.Background(), a.patience)
		got, err := p.Complete(ctx, ask)
		ended := ctx.Err()
		stop()

		money.balanced(complaints(failf))
		if money.peak > money.limit {
			failf("%d of %d were spent or set aside", money.peak, money.limit)
		}
		if !slices.IsSorted(asked) || slices.Contains(asked, c.unnamed) || len(asked) > 2*c.targets+1 {
			failf("asked %v, unnamed %q", asked, c.unnamed)
		}
		// Pieces are <a0><a1>…: of one speaker, and counted up from 0.
		heard, want := on.text.String(), ""
		for i := range strings.Count(heard, "<") {
			want += fmt.Sprintf("<%c%d%s>", heard[1], i, padding)
		}
		if heard != want {
			failf("heard %.9q", heard)
		}
		var none *model.NoneError
		var ceiling *model.CeilingError
		switch {
		case err == nil:
			seen["answered"]++
			if ended == nil && heard != got.Text || got.Card.Name != asked[len(asked)-1]+"-1" {
				failf("heard %.9q, the answer is %.9q of %s", heard, got.Text, got.Card.Name)
			}
		case errors.As(err, &ceiling):
			seen["ceiling"]++
		case ended != nil && errors.Is(err, ended):
			seen["ended"]++
		case errors.As(err, &none):
			seen["none"]++
			if len(none.Passed) == 0 || len(none.Passed) > c.targets {
				failf("passed %v", passes(none.Passed))
			}
		default:
			failf("an error of no known kind: %v", err)
		}
		time.Sleep(a.then)
	}
	return wrong
}

// complaints takes what a check would fail with.
type complaints func(format string, args ...any)

func (c complaints) Fatalf(format string, args ...any) { c(format, args...) }
