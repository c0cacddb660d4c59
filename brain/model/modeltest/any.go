package modeltest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/scripted"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// loose starts a server that answers what next holds, outside a bubble.
func loose(t *testing.T, card model.Card, make Maker) (*bench, func(scripted.Reply)) {
	var mu sync.Mutex
	var next scripted.Reply
	b := start(t, card, make, scripted.Script{InMemory: true, Answer: func(scripted.Request) scripted.Reply {
		mu.Lock()
		defer mu.Unlock()
		return next
	}})
	t.Cleanup(b.close)
	return b, func(r scripted.Reply) {
		mu.Lock()
		defer mu.Unlock()
		next = r
	}
}

// anyText is any text that JSON can hold.
var anyText = rapid.Map(rapid.String(), func(s string) string { return strings.ToValidUTF8(s, "?") })

// reply makes a reply that is in good order.
func reply(t *rapid.T, card model.Card, ids func(i int) string) scripted.Reply {
	r := scripted.Reply{
		Text: rapid.SliceOfN(anyText, 0, 6).Draw(t, "text"),
		Usage: &scripted.Usage{
			In: rapid.IntRange(0, 1_000_000).Draw(t, "in"), Out: rapid.IntRange(0, 128_000).Draw(t, "out"),
			CacheRead: rapid.IntRange(0, 1_000_000).Draw(t, "from the cache"),
		},
	}
	if thinks(card) {
		r.Thinking = anyText.Draw(t, "thinking")
	}
	if card.Tools {
		for i := range rapid.IntRange(0, 3).Draw(t, "calls") {
			args := rapid.OneOf(rapid.SampledFrom([]string{"{}", `{"query":"a\u0000b"}`, `{"query":{"a":[1,2e9]}}`}), anyText).Draw(t, "arguments")
			r.Calls = append(r.Calls, scripted.Call{ID: ids(i), Tool: "look_up", Args: args})
		}
	}
	return r
}

// anyAnswer is a law: whatever a model says comes through unchanged.
func anyAnswer(t *testing.T, card model.Card, make Maker) {
	b, say := loose(t, card, make)
	rapid.Check(t, func(rt *rapid.T) {
		said := reply(rt, card, func(i int) string { return fmt.Sprintf("c%d_%x", i, rapid.Uint32().Draw(rt, "id")) })
		say(said)
		r := b.anew(b.request("Hi"))
		if card.Tools {
			r.Tools = []model.Tool{lookup}
		}
		r.Effort = model.LowEffort
		res, err := b.client.Complete(t.Context(), b.fit(r))
		if err != nil {
			rt.Fatalf("no answer: %v; wrong: %q", err, b.server.Invalid())
		}
		if want := strings.Join(said.Text, ""); res.Text != want || b.text() != want {
			rt.Fatalf("text %q, heard %q, want %q", res.Text, b.text(), want)
		}
		if want := (model.Usage{In: said.Usage.In, Out: said.Usage.Out, CacheRead: said.Usage.CacheRead, Exact: true}); res.Usage != want {
			rt.Fatalf("usage %+v, want %+v", res.Usage, want)
		}
		if wants := len(said.Calls) > 0; (res.Stop == model.Wants) != wants || len(res.Calls) != len(said.Calls) {
			rt.Fatalf("stop %s with %d calls of %d", res.Stop, len(res.Calls), len(said.Calls))
		}
		for i, c := range res.Calls {
			want := said.Calls[i]
			if c.ID != want.ID || c.Tool != want.Tool || string(c.Args) != want.Args && (want.Args != "" || string(c.Args) != "{}") {
				rt.Fatalf("call %+v (%s), want %+v", c, c.Args, want)
			}
		}
		if got := only(res.Message, func(p model.Part) *model.Call { return p.Call }); !cmp.Equal(got, res.Calls) {
			rt.Fatalf("to be sent back: %+v", got)
		}
		text := ""
		for _, p := range res.Message.Parts {
			text += p.Text
		}
		if text != res.Text {
			rt.Fatalf("to be sent back: %q instead of %q", text, res.Text)
		}
	})
}

// anyConversation is a law: whatever was said before, the service takes the next request.
func anyConversation(t *testing.T, card model.Card, make Maker) {
	b, say := loose(t, card, make)
	rapid.Check(t, func(rt *rapid.T) {
		r := b.fit(model.Request{MaxTokens: 100, Effort: model.MediumEffort})
		if card.Tools {
			r.Tools = []model.Tool{lookup}
		}
		r.System = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) model.Passage {
			return model.Passage{Text: anyText.Draw(t, "passage"), Cache: card.Cache && rapid.Bool().Draw(t, "cache")}
		}), 0, 7).Draw(rt, "system")
		r.Messages = []model.Message{model.Says(model.User, "I begin")}
		for range rapid.IntRange(1, 4).Draw(rt, "rounds") {
			for range rapid.IntRange(0, 2).Draw(rt, "more of the user") {
				r.Messages = append(r.Messages, model.Says(model.User, anyText.Draw(rt, "said")))
			}
			say(reply(rt, card, func(int) string { return "" })) // the server names the calls
			before := len(b.server.Invalid())
			res, err := b.client.Complete(t.Context(), r)
			if bad := b.server.Invalid(); err != nil || len(bad) > before {
				rt.Fatalf("not taken: %v, %q", err, bad[before:])
			}
			r.Messages = append(r.Messages, res.Message)
			if len(res.Calls) > 0 {
				answers := results(res.Calls)
				for i := range answers.Parts {
					answers.Parts[i].Result.Text = anyText.Draw(rt, "result")
				}
				r.Messages = append(r.Messages, answers)
			} else {
				r.Messages = append(r.Messages, model.Says(model.User, "and?"))
			}
		}
	})
}
