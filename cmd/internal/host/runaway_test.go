package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	loop "citadel/brain/act"
	"citadel/brain/model/scripted"
	"citadel/connectors/connectortest/folder"
	"citadel/memory/event"
	"citadel/tools"
)

// pages is a tool that only looks, and brings so many bytes each time.
func pages(size int) tools.Tool {
	return tools.Typed(tools.Tool{Name: "shelf", Class: tools.Reads, Description: "Look at a shelf."}, func(_ context.Context, in struct {
		N int `json:"n"`
	}) (tools.Result, error) {
		return tools.Result{Text: fmt.Sprintf("Shelf %d. ", in.N) + strings.Repeat("x", size)}, nil
	})
}

// A model that does not end of itself is ended inside the bounds and the ceiling, and the answer says
// what happened.
func TestRunawayModels(t *testing.T) {
	look := func(n int) scripted.Reply {
		return scripted.Calls(scripted.Call{Tool: "shelf", Args: fmt.Sprintf(`{"n":%d}`, n)})
	}
	closing := func(r scripted.Request) bool {
		last := r.Messages[len(r.Messages)-1]
		for _, p := range last.Parts {
			if strings.Contains(p.Text, "No more tools can be called") {
				return true
			}
		}
		return false
	}
	for name, c := range map[string]struct {
		size   int
		answer func(n int, r scripted.Request) scripted.Reply
		told   []string // one of them
	}{
		"endless": {10, func(n int, _ scripted.Request) scripted.Reply { return look(n) },
			[]string{"gave no answer that I can pass on", "I stopped looking after 50 rounds", "could cost more than one answer may"}},
		"endless, and says so at last": {10, func(n int, r scripted.Request) scripted.Reply {
			if closing(r) {
				return scripted.Says("Fifty shelves, and nothing.")
			}
			return look(n)
		}, []string{"I stopped looking after 50 rounds"}},
		"endless, 1 MB each": {1 << 20, func(n int, _ scripted.Request) scripted.Reply { return look(n) },
			[]string{"I stopped looking after 50 rounds", "could cost more than one answer may"}},
		"the same":  {10, func(int, scripted.Request) scripted.Reply { return look(1) }, []string{"the same was tried three times"}},
		"ping-pong": {10, func(n int, _ scripted.Request) scripted.Reply { return look(n % 2) }, []string{"the same was tried three times"}},
		"no JSON": {10, func(int, scripted.Request) scripted.Reply {
			return scripted.Calls(scripted.Call{Tool: "shelf", Args: `{"n":"one"}`})
		}, []string{"the same was tried three times"}},
		"1 MB of an answer": {10, func(_ int, r scripted.Request) scripted.Reply {
			long := scripted.Says(strings.Repeat("Rail. ", 1<<20/6))
			long.Usage = &scripted.Usage{In: 4_000, Out: r.MaxTokens} // more is never billed than was allowed
			return long
		}, []string{"Rail.", "Cut here"}},
	} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int64
			server := answering(t, claudes(func(r scripted.Request) scripted.Reply { return c.answer(int(asked.Add(1)), r) }))
			s := priced(t, server)
			s.tools = []tools.Tool{pages(c.size)}
			x, drop := s.begin()
			t.Cleanup(drop)
			s.live(x)
			said := s.tell(railPlan)
			ok := false
			for _, told := range c.told {
				ok = ok || strings.Contains(said, told)
			}
			if !ok {
				t.Errorf("said %.600q", said)
			}
			if n := asked.Load(); n > loop.MaxRounds+1 { // one more to word the answer anew
				t.Errorf("asked %d times", n)
			}
			var cost int64
			for _, m := range recorded[event.ModelCalled](t, x) {
				cost += m.Cost
			}
			if cost > 500_000 {
				t.Errorf("it cost %d millionths of a dollar, and one answer may cost half a dollar", cost)
			}
		})
	}
}

// What was done outside is told although the model then fails.
func TestWhatWasDoneIsToldAlthoughTheModelFails(t *testing.T) {
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		if len(r.Results()) > 0 {
			return scripted.Fails(scripted.NoCredit)
		}
		return scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"dentist","at":"11:15"}`})
	}))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("policy event_create allow")
	said := s.tell("Could you put the dentist into my calendar at 11:15, and does that fit?")
	if len(world.written()) != 1 || strings.Count(said, "Booked at ") != 1 || !strings.Contains(said, "Read back from your calendar") {
		t.Errorf("said %q, written %v", said, world.written())
	}
}

// What was done outside is told although the principal stops the model behind it.
func TestWhatWasDoneIsToldAlthoughItIsStopped(t *testing.T) {
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		if len(r.Results()) > 0 {
			return scripted.Reply{Text: []string{"I would think. ", "Twice."}, Hold: hold, HoldAfter: 1}
		}
		return scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"dentist","at":"11:15"}`})
	}))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("policy event_create allow")
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	if _, err := far.Say("Could you put the dentist into my calendar at 11:15, and does that fit?"); err != nil {
		t.Fatal(err)
	}
	if err := far.Await(t.Context(), func() (bool, error) { return len(server.Requests()) == 2, nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := far.Say("stop"); err != nil {
		t.Fatal(err)
	}
	told := 0
	if err := far.Await(t.Context(), func() (bool, error) {
		shown, err := far.Shown()
		told = 0
		for _, p := range shown {
			told += strings.Count(p.Text, "Booked at ")
		}
		return told > 0, err
	}); err != nil {
		t.Fatal(err)
	}
	if told != 1 || len(world.written()) != 1 {
		t.Errorf("it was told %d times; written %v", told, world.written())
	}
}

// However a tool fails, the answer says what happened, and nothing passes for done.
func TestToolsThatFail(t *testing.T) {
	for name, c := range map[string]struct {
		run  func(context.Context, json.RawMessage) (tools.Result, error)
		told string
	}{
		"it is away": {func(context.Context, json.RawMessage) (tools.Result, error) {
			return tools.Result{}, &tools.Failure{Reason: tools.Unavailable, Text: "The calendar does not answer: 500."}
		}, "**Not done.** The calendar does not answer: 500."},
		"garbage": {func(context.Context, json.RawMessage) (tools.Result, error) {
			return tools.Result{}, &tools.Failure{Reason: tools.Garbled, Text: "What the calendar said makes no sense."}
		}, "**Not done.** What the calendar said makes no sense."},
		"an error of nobody's": {func(context.Context, json.RawMessage) (tools.Result, error) {
			return tools.Result{}, errors.New("secret: token 4411")
		}, "**Not done.** It failed; the log on the host says why."},
		"nobody knows": {func(context.Context, json.RawMessage) (tools.Result, error) {
			return tools.Result{}, &tools.Failure{Reason: tools.Unsure, Text: "The line was cut."}
		}, "Looking afterwards: Reading it back, nothing had changed."},
		"it lies": {func(context.Context, json.RawMessage) (tools.Result, error) { return tools.Result{Text: "Done!"}, nil },
			"**Not as it was meant.** Reading it back, nothing had changed."},
		"broken bytes": {func(context.Context, json.RawMessage) (tools.Result, error) {
			return tools.Result{Text: "\xff\xfe\x00"}, &tools.Failure{Reason: tools.Garbled, Text: "It was not text."}
		}, "**Not done.** It was not text."},
		"it breaks off": {func(context.Context, json.RawMessage) (tools.Result, error) { panic("token 4411") },
			"**Not done.** It broke off in the middle; it may have been done. Looking afterwards: Reading it back, nothing had changed."},
	} {
		t.Run(name, func(t *testing.T) {
			shown := ""
			server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
				if all := r.Results(); len(all) > 0 {
					shown = all[0].Text
					return scripted.Says("I booked it for you.")
				}
				return scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"dentist","at":"11:15"}`})
			}))
			write := (&diary{}).tools()[0]
			write.Run = c.run
			s := priced(t, server)
			s.tools = []tools.Tool{write}
			x, drop := s.begin()
			t.Cleanup(drop)
			s.live(x)
			s.tell("policy event_create allow")
			said := s.tell("Could you put the dentist into my calendar at 11:15, and does that fit?")
			if !strings.Contains(said, c.told) || strings.Contains(said, "Booked at") || strings.Contains(said+shown, "4411") {
				t.Errorf("said %q; the model was shown %q", said, shown)
			}
		})
	}
}

// What a tool brings too much of is told shortly, and shown to the model as far as it may be, with how much
// there was.
func TestAToolThatBringsTooMuch(t *testing.T) {
	shown := ""
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		if all := r.Results(); len(all) > 0 {
			shown = all[0].Text
			return scripted.Says("Fine.")
		}
		return scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"dentist","at":"11:15"}`})
	}))
	world := &diary{}
	write := world.tools()[0]
	run := write.Run
	write.Run = func(ctx context.Context, args json.RawMessage) (tools.Result, error) {
		r, err := run(ctx, args)
		r.Text = strings.Repeat("é", 5<<20)
		return r, err
	}
	s := priced(t, server)
	s.tools = []tools.Tool{write}
	x, drop := s.begin()
	t.Cleanup(drop)
	s.live(x)
	s.tell("policy event_create allow")
	said := s.tell("Could you put the dentist into my calendar at 11:15, and does that fit?")
	if !strings.Contains(said, "Booked at ") || !strings.Contains(said, "… (600 of 10,485,760 bytes)") || len(said) > 2_000 {
		t.Errorf("said %d bytes: %.2000q", len(said), said)
	}
	if len(shown) > tools.MaxOutput+1_000 || !strings.Contains(shown, "of 10485760 bytes") {
		t.Errorf("the model was shown %d bytes, ending %q", len(shown), shown[max(0, len(shown)-200):])
	}
}
