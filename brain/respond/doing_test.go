package respond_test

import (
	"encoding/json"
	"slices"
	"testing"

	"citadel/brain/model"
	"citadel/brain/turn/turntest"
)

// What is told of the work is what was done: who was asked, when, with how much, and why again.
// It says nothing of what the question or the memories are.
func TestWhatIsToldOfTheWork(t *testing.T) {
	overloaded := func(then string) *script {
		return &script{answer: func(n int, _ model.Request) (model.Response, error) {
			if n == 1 {
				return model.Response{}, &model.Error{Op: "script", Reason: model.Overloaded}
			}
			return model.Response{Text: then}, nil
		}}
	}
	calls := func(tool, args string) *script {
		return &script{answer: func(n int, _ model.Request) (model.Response, error) {
			if n > 1 {
				return model.Response{Text: "Two."}, nil
			}
			call := model.Call{ID: "c1", Tool: tool, Args: json.RawMessage(args)}
			return model.Response{Calls: []model.Call{call}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &call}}}}, nil
		}}
	}
	for name, c := range map[string]struct {
		told         []string
		small, large *script
		tier         string
		want         []string
	}{
		"at once":       {nil, says(""), says("Two."), "standard", []string{"Asked large at 09:00."}},
		"with a memory": {[]string{"The mills of Acme stand in Geelong."}, says(""), says("Two."), "standard", []string{"Asked large at 09:00, with one memory to go by."}},
		"with more": {[]string{"The mills of Acme stand in Geelong.", "Acme sold one of its mills in May."}, says(""), says("Two."), "standard",
			[]string{"Asked large at 09:00, with 2 memories to go by."}},
		"after a failure": {nil, says(""), overloaded("Two."), "standard", []string{"Asked large at 09:00.", "large gave no answer; asked it again at 09:00."}},
		"after a search":  {nil, says(""), calls("memory_search", `{"query":"mills"}`), "standard", []string{"Asked large at 09:00.", "Asked large at 09:00, with what was looked up for it."}},
		"harder":          {nil, calls("think_harder", `{}`), says(""), "reflex", []string{"Asked small at 09:00.", "Asked small at 09:00."}},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t)
			for _, text := range c.told {
				w.Say(text)
			}
			q := ready(w.Turn(w.Say("How many mills does Acme have?")), c.tier)
			var told []string
			q.Doing = func(what string) { told = append(told, what) }
			if _, _, err := desk(c.small, c.large).Answer(t.Context(), q); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(told, c.want) {
				t.Errorf("told %q, want %q", told, c.want)
			}
		})
	}
}
