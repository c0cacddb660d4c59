package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/act"
	"citadel/brain/model"
)

// Whatever a model does, the run ends within its rounds, each call is answered once and in
// order before the model is asked again, and nothing is run a third time.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var mu sync.Mutex
		ran := map[string]int{}
		run := func(name string) func(context.Context, json.RawMessage) (string, error) {
			return func(_ context.Context, args json.RawMessage) (string, error) {
				mu.Lock()
				defer mu.Unlock()
				ran[name+string(args)]++
				if string(args) == `{"n":3}` {
					return "", errors.New("three does not work")
				}
				return name + string(args), nil
			}
		}
		tools := []act.Tool{
			{Tool: model.Tool{Name: "look"}, Reads: true, Run: run("look")},
			{Tool: model.Tool{Name: "list"}, Reads: true, Run: run("list")},
			{Tool: model.Tool{Name: "write"}, Run: run("write")},
			{Tool: model.Tool{Name: "think_harder"}},
		}
		names := []string{"look", "list", "write", "look", "list", "write", "look", "list", "write", "fly", "think_harder"}
		args := []string{`{"n":1}`, `{"n":2}`, `{"n":3}`, `{"n":4}`, `{`, `7`, ``, `{"n":5}`, `{"n":6}`, `{"n":7}`, `{"n":8}`}
		asked, made := 0, 0
		var wanted []string // ids in the order of the calls
		ask := func(_ context.Context, r model.Request) (model.Response, error) {
			asked++
			if got := answered(t, r.Messages); len(got) != len(wanted) {
				t.Fatalf("%d of %d calls were answered", len(got), len(wanted))
			} else {
				for i := range got {
					if got[i] != wanted[i] {
						t.Fatalf("result %d is for call %s, want %s", i, got[i], wanted[i])
					}
				}
			}
			n := rapid.IntRange(-1, 4).Draw(t, "calls")
			if n < 0 {
				return model.Response{}, errors.New("overloaded")
			}
			response := model.Response{Text: "text", Message: model.Message{From: model.Assistant}}
			for range n {
				made++
				c := model.Call{
					ID:   fmt.Sprint(made),
					Tool: rapid.SampledFrom(names).Draw(t, "tool"),
					Args: json.RawMessage(rapid.SampledFrom(args).Draw(t, "args")),
				}
				wanted = append(wanted, c.ID)
				response.Calls = append(response.Calls, c)
				response.Message.Parts = append(response.Message.Parts, model.Part{Call: &c})
			}
			return response, nil
		}
		out, err := act.Run(context.Background(), act.In{Ask: ask, Request: question, Tools: tools, Harder: "think_harder"})
		if (err != nil) != (out.Ended == act.Failed) || out.Harder != (out.Ended == act.Deeper) {
			t.Fatalf("ended %q with %v", out.Ended, err)
		}
		if asked > act.MaxRounds || out.Rounds != asked {
			t.Fatalf("asked %d times, says %d", asked, out.Rounds)
		}
		for call, n := range ran {
			if n >= act.Same {
				t.Fatalf("%s ran %d times", call, n)
			}
		}
		if out.Ended != act.Deeper && len(out.Done) != made {
			t.Fatalf("%d of %d calls were answered", len(out.Done), made)
		}
		for i, d := range out.Done {
			if d.Call.ID != wanted[i] || d.Result.ID != wanted[i] {
				t.Fatalf("answer %d is for call %s, want %s", i, d.Result.ID, wanted[i])
			}
		}
	})
}

// answered lists the ids of the results, and checks that sides alternate.
func answered(t *rapid.T, messages []model.Message) []string {
	var ids []string
	for i, m := range messages {
		if want := []model.Side{model.User, model.Assistant}[i%2]; m.From != want {
			t.Fatalf("message %d is from the %s", i, m.From)
		}
		for _, p := range m.Parts {
			if p.Result != nil {
				ids = append(ids, p.Result.ID)
			}
		}
	}
	return ids
}
