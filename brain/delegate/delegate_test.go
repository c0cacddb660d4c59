package delegate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/act"
	"citadel/brain/delegate"
	"citadel/brain/model"
)

// shelf is a tool that only looks.
func shelf(brings string) act.Tool {
	return act.Tool{Tool: model.Tool{Name: "shelf", Params: json.RawMessage(`{"type":"object"}`)}, Reads: true,
		Run: func(context.Context, json.RawMessage) (string, error) { return brings, nil }}
}

// calls is a response that wants a tool; says one that answers.
func calls(tool, args string) model.Response {
	c := model.Call{ID: args, Tool: tool, Args: json.RawMessage(args)}
	return model.Response{Calls: []model.Call{c}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &c}}}}
}

func says(text string) model.Response {
	return model.Response{Text: text, Stop: model.Done, Message: model.Says(model.Assistant, text)}
}

// helper is a model that answers its n-th question, from 1, and costs so much each time.
func helper(cost model.USD, money model.USD, answer func(n int, q model.Request) (model.Response, error)) delegate.In {
	n := 0
	return delegate.In{
		Task: "Which mill is the cheapest?", Tools: []act.Tool{shelf("Mill A asks A$812.")}, Money: money,
		Most: func(model.Request) model.USD { return cost },
		Ask: func(_ context.Context, q model.Request) (model.Response, model.USD, error) {
			n++
			r, err := answer(n, q)
			return r, cost, err
		},
	}
}

// Whatever the helper does, it ends inside its budget, and the report says why it is not whole.
func TestEveryEnd(t *testing.T) {
	shelves := func(n int, _ model.Request) (model.Response, error) {
		return calls("shelf", fmt.Sprintf(`{"n":%d}`, n)), nil
	}
	for name, c := range map[string]struct {
		in     delegate.In
		ended  delegate.Ended
		report string
	}{
		"it answers": {helper(1, 100, func(n int, q model.Request) (model.Response, error) {
			if n == 1 {
				return shelves(n, q)
			}
			return says("Mill A, A$812."), nil
		}), delegate.Answered, "Mill A, A$812."},
		"endless": {helper(1, 100, shelves), delegate.OutOfAsks, "Mill A asks A$812."},
		"the same": {helper(1, 100, func(int, model.Request) (model.Response, error) { return calls("shelf", `{}`), nil }),
			delegate.Stuck, "Mill A asks A$812."},
		"its money":        {helper(40, 100, shelves), delegate.Costly, "Mill A asks A$812."},
		"no money at all":  {helper(40, 0, shelves), delegate.Costly, "Nothing was found."},
		"the turn's money": {helper(1, 100, func(int, model.Request) (model.Response, error) { return model.Response{}, &model.CeilingError{} }), delegate.Costly, "Nothing was found."},
		"nobody answers":   {helper(1, 100, func(int, model.Request) (model.Response, error) { return model.Response{}, &model.NoneError{} }), delegate.Silent, "Nothing was found."},
		"no words":         {helper(1, 100, func(int, model.Request) (model.Response, error) { return says(" \n"), nil }), delegate.Answered, "Nothing was found."},
		"broken bytes":     {helper(1, 100, func(int, model.Request) (model.Response, error) { return says("\xff\xfe"), nil }), delegate.Answered, "\uFFFD"},
		"no such tool": {helper(1, 100, func(n int, q model.Request) (model.Response, error) {
			if n == 1 {
				return calls("delegate", `{"task":"do it for me"}`), nil
			}
			last := q.Messages[len(q.Messages)-1].Parts[0].Result
			return says(last.Text), nil
		}), delegate.Answered, `There is no tool "delegate"`},
		"bad arguments": {helper(1, 100, func(n int, q model.Request) (model.Response, error) {
			if n == 1 {
				return calls("shelf", `["n"`), nil
			}
			return says(q.Messages[len(q.Messages)-1].Parts[0].Result.Text), nil
		}), delegate.Answered, "Not run"},
		"1 MB": {helper(1, 100, func(int, model.Request) (model.Response, error) { return says(strings.Repeat("x", 1<<20)), nil }), delegate.Answered, "cut: 12288 of 1048576 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := delegate.Run(t.Context(), c.in)
			if err != nil || out.Ended != c.ended || !strings.Contains(out.Report, c.report) {
				t.Errorf("%s, %v: %.300s", out.Ended, err, out.Report)
			}
			if whole := out.Ended == delegate.Answered; whole == strings.HasPrefix(out.Report, "Interrupted: ") {
				t.Errorf("%s: %.80s", out.Ended, out.Report)
			}
			if out.Cost > 100 || out.Rounds > delegate.MaxRounds || len(out.Report) > delegate.MaxReport+100 {
				t.Errorf("cost %d in %d rounds, %d bytes", out.Cost, out.Rounds, len(out.Report))
			}
		})
	}
}

// What it has read counts: a helper that reads without end is stopped before it has read too much.
func TestWhatIsReadCounts(t *testing.T) {
	in := helper(1, 1_000_000, func(n int, _ model.Request) (model.Response, error) {
		r := calls("shelf", fmt.Sprintf(`{"n":%d}`, n))
		r.Usage = model.Usage{In: 25_000, Out: 100}
		return r, nil
	})
	out, err := delegate.Run(t.Context(), in)
	if err != nil || out.Ended != delegate.Long || out.Rounds > 4 {
		t.Errorf("%+v, %v", out, err)
	}
}

// A tool that changes something is not there, although it was handed over.
func TestNothingIsChanged(t *testing.T) {
	ran := false
	in := helper(1, 100, func(n int, q model.Request) (model.Response, error) {
		if len(q.Tools) != 1 || q.Tools[0].Name != "shelf" {
			t.Errorf("tools %+v", q.Tools)
		}
		if n == 1 {
			return calls("send", `{}`), nil
		}
		return says("Done."), nil
	})
	in.Tools = append(in.Tools, act.Tool{Tool: model.Tool{Name: "send", Params: json.RawMessage(`{"type":"object"}`)},
		Run: func(context.Context, json.RawMessage) (string, error) { ran = true; return "", nil }})
	if _, err := delegate.Run(t.Context(), in); err != nil || ran {
		t.Errorf("%v, ran %t", err, ran)
	}
}

// It ends with whoever asked.
func TestItEndsWithItsCaller(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in := helper(1, 100, func(int, model.Request) (model.Response, error) { stop(); return model.Response{}, ctx.Err() })
	if _, err := delegate.Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Whatever a call could cost at most, and costs, no more than the money is spent.
func TestMoneyIsLookedAtBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		money := model.USD(rapid.IntRange(0, 1000).Draw(t, "money"))
		bounds := rapid.SliceOfN(rapid.IntRange(0, 400), 10, 10).Draw(t, "most")
		n, spent := 0, model.USD(0)
		_, err := delegate.Run(context.Background(), delegate.In{
			Task: "x", Tools: []act.Tool{shelf("y")}, Money: money,
			Most: func(model.Request) model.USD { return model.USD(bounds[n]) },
			Ask: func(context.Context, model.Request) (model.Response, model.USD, error) {
				cost := model.USD(rapid.IntRange(0, bounds[n]).Draw(t, "cost"))
				spent += cost
				n++
				return calls("shelf", fmt.Sprintf(`{"n":%d}`, n)), cost, nil
			},
		})
		if err != nil || spent > money {
			t.Fatalf("spent %d of %d: %v", spent, money, err)
		}
	})
}
