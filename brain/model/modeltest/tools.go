package modeltest

import (
	"encoding/json"
	"slices"
	"strings"

	"citadel/brain/model"
	"citadel/brain/model/scripted"

	"github.com/google/go-cmp/cmp"
)

// lookup is a tool; the order of its properties is not that of the alphabet.
var lookup = model.Tool{
	Name: "look_up", Description: "Looks something up.",
	Params: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string"},"above":{"type":"integer"}},"required":["query"],"additionalProperties":false}`),
}

func calls(c model.Card) bool { return c.Tools }

// tools are about calls of tools and what goes on between them.
var tools = []check{
	{name: "calls come as they were written", needs: calls, test: func(b *bench) {
		written := []string{`{"query":"Ana & <Bo>"}`, `{"query":"é", "above":`, ``, `[1]`, `{ "above" : 1.50 }`}
		var scriptedCalls []scripted.Call
		for _, args := range written {
			scriptedCalls = append(scriptedCalls, scripted.Call{Tool: "look_up", Args: args})
		}
		b.server.Add(scripted.Reply{Text: []string{"Let me see."}, Calls: scriptedCalls})
		r := b.request("Where is Ana?")
		r.Tools = []model.Tool{lookup}
		res := b.complete(r)
		if res.Stop != model.Wants || len(res.Calls) != len(written) || res.Text != "Let me see." {
			b.Fatalf("got %+v", res)
		}
		seen := make(map[string]bool)
		for i, c := range res.Calls {
			if args := string(c.Args); c.Tool != "look_up" || args != written[i] && (written[i] != "" || args != "{}") {
				b.Errorf("call %d: %s %s, want %s", i, c.Tool, args, written[i])
			}
			if c.ID == "" || seen[c.ID] {
				b.Errorf("call %d has the ID %q", i, c.ID)
			}
			seen[c.ID] = true
		}
		if got := only(res.Message, func(p model.Part) *model.Call { return p.Call }); !cmp.Equal(got, res.Calls) {
			b.Errorf("to be sent back: %s", cmp.Diff(res.Calls, got))
		}
	}},
	{name: "a loop of calls goes on", needs: calls, test: func(b *bench) {
		b.server.Add(
			scripted.Reply{Thinking: "I had better look", Redacted: "veiled", Text: []string{"One moment."}, Calls: []scripted.Call{
				{Tool: "look_up", Args: `{"query":"Ana"}`}, {Tool: "look_up", Args: `not JSON`},
			}},
			scripted.Reply{Thinking: "and again", Calls: []scripted.Call{{Tool: "look_up", Args: `{"query":"Porto"}`}}},
			scripted.Says("In Porto."),
		)
		r := b.request("Where is Ana?")
		r.Tools, r.Effort = []model.Tool{lookup}, model.MediumEffort
		r = b.fit(r)
		for range 3 {
			res := b.complete(b.anew(r))
			if res.Stop == model.Done {
				if res.Text != "In Porto." {
					b.Errorf("got %q", res.Text)
				}
				break
			}
			r.Messages = append(r.Messages, res.Message, results(res.Calls))
		}
		b.valid() // thoughts came back as they were, results to each call
		asked := b.server.Requests()
		if len(asked) != 3 {
			b.Fatalf("%d rounds", len(asked))
		}
		last := asked[2].Messages
		if got := asked[2].Results(); len(got) != 1 || !strings.Contains(got[0].Text, "look_up") {
			b.Errorf("the last result: %+v", got)
		}
		if got := only(last[2], func(p model.Part) *model.Result { return p.Result }); len(got) != 2 || !strings.Contains(got[1].Text, "look_up") {
			b.Errorf("the first results: %+v", got)
		}
		if b.card.Provider == "anthropic" && thinks(b.card) {
			if got := only(last[1], func(p model.Part) *model.Thought { return p.Thought }); len(got) != 2 {
				b.Errorf("%d thoughts came back, of two", len(got))
			}
		}
	}},
	{name: "thoughts of another model stay here", needs: calls, test: func(b *bench) {
		b.server.Add(scripted.Says("Yes"))
		r := b.request("one")
		r.Messages = append(r.Messages, model.Message{From: model.Assistant, Parts: []model.Part{
			{Thought: &model.Thought{Model: "someone-else", Raw: json.RawMessage(`{"type":"thinking","thinking":"x","signature":"y"}`)}}, {Text: "two"},
		}}, model.Says(model.User, "three"))
		b.complete(r)
		for _, m := range b.once().Messages {
			if got := only(m, func(p model.Part) *model.Thought { return p.Thought }); len(got) > 0 {
				b.Errorf("sent: %+v", got)
			}
		}
		b.valid()
	}},
	{name: "calls of another provider are understood", needs: calls, test: func(b *bench) {
		b.server.Add(scripted.Says("In Porto."))
		r := b.request("Where is Ana?")
		r.Tools = []model.Tool{lookup}
		wanted := []model.Call{
			{ID: "call_AbC-123", Tool: "look_up", Args: json.RawMessage(`{"query":"Ana"}`)},
			{ID: "toolu_02xyz", Tool: "look_up", Args: json.RawMessage(`"Ana"`)},
			{ID: "third", Tool: "look_up", Args: json.RawMessage(`{"query":`)},
			{ID: "fourth", Tool: "look_up"},
			{ID: "functions.look_up:4", Tool: "look_up", Args: json.RawMessage(`{}`)}, // as Kimi names them
		}
		var parts []model.Part
		for i := range wanted {
			parts = append(parts, model.Part{Call: &wanted[i]})
		}
		r.Messages = append(r.Messages, model.Message{From: model.Assistant, Parts: parts}, results(wanted))
		b.complete(r)
		b.valid()
		got := only(b.once().Messages[1], func(p model.Part) *model.Call { return p.Call })
		if len(got) != 5 || !sameJSON(got[0].Args, wanted[0].Args) {
			b.Fatalf("calls %+v", got)
		}
		if !strings.Contains(string(got[2].Args), "query") {
			b.Errorf("what the model wrote is lost: %s", got[2].Args)
		}
	}},
	{name: "a failed call is told from one that worked", needs: calls, test: func(b *bench) {
		b.server.Add(scripted.Says("I see."))
		r := b.request("Where is Ana?")
		r.Tools = []model.Tool{lookup}
		call := &model.Call{ID: "a", Tool: "look_up", Args: json.RawMessage(`{"query":"Ana"}`)}
		r.Messages = append(r.Messages, model.Message{From: model.Assistant, Parts: []model.Part{{Call: call}}},
			model.Message{From: model.User, Parts: []model.Part{{Result: &model.Result{ID: "a", Text: "no such thing", Failed: true}}}})
		b.complete(r)
		got := b.once().Results()
		if len(got) != 1 || !got[0].Failed && got[0].Text == "no such thing" {
			b.Errorf("results %+v", got)
		}
		b.valid()
	}},
	{name: "results come first, however they are given", needs: calls, test: func(b *bench) {
		b.server.Add(scripted.Says("I see."))
		r := b.request("Where are Ana and Bo?")
		r.Tools = []model.Tool{lookup}
		wanted := []model.Call{
			{ID: "a", Tool: "look_up", Args: json.RawMessage(`{"query":"Ana"}`)}, {ID: "b", Tool: "look_up", Args: json.RawMessage(`{"query":"Bo"}`)},
		}
		given := results(wanted)
		r.Messages = append(r.Messages, model.Message{From: model.Assistant, Parts: []model.Part{{Call: &wanted[0]}, {Call: &wanted[1]}}},
			model.Message{From: model.User, Parts: []model.Part{{Text: "By the way"}, given.Parts[1]}},
			model.Says(model.User, "and quickly"),
			model.Message{From: model.User, Parts: []model.Part{given.Parts[0]}})
		b.complete(r)
		b.valid()
		got := b.once()
		if len(got.Results()) != 2 || !strings.Contains(string(got.Body), "By the way") || !strings.Contains(string(got.Body), "and quickly") {
			b.Errorf("arrived: %+v", got.Messages)
		}
	}},
	{name: "calls that were cut off are not calls", needs: calls, test: func(b *bench) {
		stop := "length"
		if b.card.Provider == "anthropic" {
			stop = "max_tokens"
		}
		b.server.Add(scripted.Reply{Text: []string{"Let me"}, Calls: []scripted.Call{{Tool: "look_up", Args: `{"query":"An`}}, Stop: stop}, scripted.Says("Yes"))
		r := b.request("Where is Ana?")
		r.Tools = []model.Tool{lookup}
		res := b.complete(r)
		if res.Stop != model.Length || len(res.Calls) > 0 {
			b.Fatalf("got %+v", res)
		}
		r.Messages = append(r.Messages, res.Message, model.Says(model.User, "Go on"))
		b.complete(b.anew(r))
		b.valid()
	}},
}

// results answers calls, as a message of the user.
func results(calls []model.Call) model.Message {
	m := model.Message{From: model.User}
	for i, c := range calls {
		r := &model.Result{ID: c.ID, Text: "this is what " + c.Tool + " found", Failed: i == 1}
		m.Parts = append(m.Parts, model.Part{Result: r})
	}
	return m
}

// only gives the parts of one kind.
func only[T any](m model.Message, of func(model.Part) *T) []T {
	var out []T
	for p := range slices.Values(m.Parts) {
		if v := of(p); v != nil {
			out = append(out, *v)
		}
	}
	return out
}
