package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/act"
	"citadel/brain/model"
)

// script answers with one response after the other, and keeps what it was asked.
type script struct {
	responses []model.Response
	asked     []model.Request
}

func (s *script) ask(_ context.Context, r model.Request) (model.Response, error) {
	s.asked = append(s.asked, r)
	if len(s.asked) > len(s.responses) {
		return model.Response{}, errors.New("the script is at its end")
	}
	return s.responses[len(s.asked)-1], nil
}

func says(text string) model.Response {
	return model.Response{Text: text, Stop: model.Done, Message: model.Says(model.Assistant, text)}
}

// calls is a response that calls tools, each given as "id name args".
func calls(lines ...string) model.Response {
	r := model.Response{Stop: model.Wants, Message: model.Message{From: model.Assistant}}
	for _, l := range lines {
		f := strings.SplitN(l, " ", 3)
		c := model.Call{ID: f[0], Tool: f[1], Args: json.RawMessage(f[2])}
		r.Calls = append(r.Calls, c)
		r.Message.Parts = append(r.Message.Parts, model.Part{Call: &c})
	}
	return r
}

var question = model.Request{Model: "m", Messages: []model.Message{model.Says(model.User, "How many crates?")}}

const wordSchema = `{"type":"object","properties":{"word":{"type":"string"}},"required":["word"],"additionalProperties":false}`

// echo says back the word it is given.
func echo(run func(word string) (string, error)) act.Tool {
	return act.Tool{
		Tool:  model.Tool{Name: "echo", Params: json.RawMessage(wordSchema)},
		Reads: true,
		Run: func(_ context.Context, args json.RawMessage) (string, error) {
			var in struct{ Word string }
			if err := json.Unmarshal(args, &in); err != nil {
				return "", err
			}
			return run(in.Word)
		},
	}
}

func plain(word string) (string, error) { return "heard " + word, nil }

// results are the texts of the results that the model was shown in its last request, a
// failed one with "!" before it.
func results(asked []model.Request) []string {
	var out []string
	last := asked[len(asked)-1]
	for _, p := range last.Messages[len(last.Messages)-1].Parts {
		switch {
		case p.Result != nil && p.Result.Failed:
			out = append(out, p.Result.ID+" !"+p.Result.Text)
		case p.Result != nil:
			out = append(out, p.Result.ID+" "+p.Result.Text)
		default:
			out = append(out, p.Text)
		}
	}
	return out
}

func TestAModelThatAnswersIsAskedOnce(t *testing.T) {
	s := &script{responses: []model.Response{says("Twelve.")}}
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{echo(plain)}})
	if err != nil || out.Text != "Twelve." || out.Ended != act.Answered || out.Rounds != 1 || len(out.Done) != 0 {
		t.Fatalf("%+v, %v", out, err)
	}
	if len(s.asked[0].Tools) != 1 || s.asked[0].Model != "m" {
		t.Errorf("asked with %+v", s.asked[0])
	}
}

func TestResultsComeBackInTheOrderOfTheCalls(t *testing.T) {
	s := &script{responses: []model.Response{
		calls(`1 echo {"word":"a"}`, `2 echo {"word":"b"}`, `3 echo {"word":"c"}`), says("Three."),
	}}
	// The first ends only after the last has: they run beside each other.
	gate := make(chan struct{})
	tool := echo(func(word string) (string, error) {
		switch word {
		case "a":
			<-gate
		case "c":
			close(gate)
		}
		return plain(word)
	})
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{tool}})
	if err != nil || out.Text != "Three." {
		t.Fatalf("%+v, %v", out, err)
	}
	if d := cmp.Diff([]string{"1 heard a", "2 heard b", "3 heard c"}, results(s.asked)); d != "" {
		t.Error(d)
	}
	if len(out.Messages) != 3 || len(question.Messages) != 1 {
		t.Errorf("added %d messages, the question has %d", len(out.Messages), len(question.Messages))
	}
}

func TestWhatMayChangeSomethingRunsAlone(t *testing.T) {
	var mu sync.Mutex
	var log []string
	running := 0
	watched := func(name string, reads bool) act.Tool {
		return act.Tool{Tool: model.Tool{Name: name}, Reads: reads, Run: func(_ context.Context, args json.RawMessage) (string, error) {
			mu.Lock()
			defer mu.Unlock()
			running++
			if !reads && running != 1 {
				t.Error("it ran beside another")
			}
			log = append(log, name+string(args))
			running--
			return "", nil
		}}
	}
	s := &script{responses: []model.Response{
		calls(`1 look {"n":1}`, `2 write {"n":2}`, `3 look {"n":3}`, `4 write {"n":4}`), says("Done."),
	}}
	if _, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{watched("look", true), watched("write", false)}}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{`look{"n":1}`, `write{"n":2}`, `look{"n":3}`, `write{"n":4}`}, log); d != "" {
		t.Error(d)
	}
}

func TestCallsThatCannotBeRunAreToldToTheModel(t *testing.T) {
	fails := act.Tool{Tool: model.Tool{Name: "fails"}, Run: func(context.Context, json.RawMessage) (string, error) {
		return "half of it", errors.New("the disk is full")
	}}
	for name, c := range map[string]struct{ call, want string }{
		"no such tool":            {`1 fly {}`, `There is no tool "fly". There are: echo, fails.`},
		"not JSON":                {`1 echo {"word":`, "not JSON"},
		"two values":              {`1 echo {"word":"a"} {}`, "not JSON"},
		"no object":               {`1 echo ["a"]`, "not a JSON object"},
		"wrong type":              {`1 echo {"word":7}`, "do not fit"},
		"missing":                 {`1 echo {}`, "do not fit"},
		"nothing at all":          {`1 echo `, "do not fit"},
		"unknown field":           {`1 echo {"word":"a","more":1}`, "do not fit"},
		"too long":                {`1 echo {"word":"` + strings.Repeat("a", act.MaxArgs) + `"}`, "more than 262144 bytes"},
		"it failed":               {`1 fails {}`, "Failed: the disk is full"},
		"it failed, no arguments": {`1 fails `, "Failed: the disk is full"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &script{responses: []model.Response{calls(c.call), says("I could not.")}}
			out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{echo(plain), fails}})
			if err != nil || out.Text != "I could not." {
				t.Fatalf("%+v, %v", out, err)
			}
			got := results(s.asked)
			if len(got) != 1 || !strings.HasPrefix(got[0], "1 !") || !strings.Contains(got[0], c.want) {
				t.Errorf("told %q, want %q", got, c.want)
			}
			if out.Done[0].Ran != strings.HasPrefix(name, "it failed") {
				t.Errorf("ran: %v", out.Done[0].Ran)
			}
		})
	}
}

func TestTheThirdIdenticalCallIsNotRun(t *testing.T) {
	ran := 0
	tool := echo(func(word string) (string, error) { ran++; return plain(word) })
	s := &script{responses: []model.Response{
		calls(`1 echo {"word":"a"}`), calls(`2 echo { "word" : "a" }`), calls(`3 echo {"word":"a"}`, `4 echo {"word":"b"}`),
		says("It says a."),
	}}
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{tool}})
	if err != nil || out.Ended != act.Repeated || out.Text != "It says a." || ran != 2 {
		t.Fatalf("%+v, %v, ran %d times", out, err, ran)
	}
	got := results(s.asked)
	if len(got) != 3 || !strings.Contains(got[0], "made twice before") || !strings.Contains(got[1], "no more tools") || !strings.HasPrefix(got[2], "No more tools") {
		t.Errorf("told %q", got)
	}
}

func TestTheThirdIdenticalErrorEndsTheUseOfTools(t *testing.T) {
	ran := 0
	tool := echo(func(string) (string, error) { ran++; return "", errors.New("no connection") })
	s := &script{responses: []model.Response{
		calls(`1 echo {"word":"a"}`), calls(`2 echo {"word":"b"}`), calls(`3 echo {"word":"c"}`), says("I cannot reach it."),
	}}
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{tool}})
	if err != nil || out.Ended != act.Repeated || out.Text != "I cannot reach it." || ran != 3 {
		t.Fatalf("%+v, %v, ran %d times", out, err, ran)
	}
}

func TestAModelThatGoesOnCallingIsStopped(t *testing.T) {
	n := 0
	ask := func(_ context.Context, r model.Request) (model.Response, error) {
		n++
		return calls(fmt.Sprintf(`%d echo {"word":"%d"}`, n, n)), nil
	}
	out, err := act.Run(t.Context(), act.In{Ask: ask, Request: question, Tools: []act.Tool{echo(plain)}})
	if err != nil || out.Ended != act.Rounds || n != act.MaxRounds || out.Rounds != act.MaxRounds {
		t.Fatalf("ended %q after %d rounds, %v", out.Ended, n, err)
	}
	if last := out.Done[len(out.Done)-1]; last.Ran || !last.Result.Failed || len(out.Done) != act.MaxRounds {
		t.Errorf("the last of %d calls: %+v", len(out.Done), last)
	}
}

func TestThinkHarderEndsTheRun(t *testing.T) {
	tools := []act.Tool{echo(plain), {Tool: model.Tool{Name: "think_harder"}}}
	s := &script{responses: []model.Response{calls(`1 echo {"word":"a"}`, `2 think_harder {}`)}}
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: tools, Harder: "think_harder"})
	if err != nil || !out.Harder || out.Ended != act.Deeper || len(out.Done) != 0 {
		t.Fatalf("%+v, %v", out, err)
	}
}

func TestAModelWithoutToolsIsAskedOnce(t *testing.T) {
	s := &script{responses: []model.Response{calls(`1 think_harder {}`)}}
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Harder: "think_harder"})
	if err != nil || out.Rounds != 1 || out.Harder || s.asked[0].Tools != nil {
		t.Fatalf("%+v, %v", out, err)
	}
}

func TestMessagesThatCameMeanwhileAreShown(t *testing.T) {
	s := &script{responses: []model.Response{calls(`1 echo {"word":"a"}`), calls(`2 echo {"word":"b"}`), says("Both.")}}
	waiting := []string{"", "and the pallets?"}
	joined := func(context.Context) ([]model.Part, error) {
		next := waiting[0]
		waiting = waiting[1:]
		if next == "" {
			return nil, nil
		}
		return []model.Part{{Text: next}}, nil
	}
	if _, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{echo(plain)}, Joined: joined}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"2 heard b", "and the pallets?"}, results(s.asked)); d != "" {
		t.Error(d)
	}
	for i, m := range s.asked[2].Messages {
		if want := []model.Side{model.User, model.Assistant}[i%2]; m.From != want {
			t.Errorf("message %d is from the %s", i, m.From)
		}
	}
}

func TestErrorsEndTheRunWithWhatWasDone(t *testing.T) {
	broken := &model.Error{Op: "pool: complete", Reason: model.Overloaded}
	lost := errors.New("the ledger is gone")
	for name, c := range map[string]struct {
		in   act.In
		want error
	}{
		"of the model": {act.In{Ask: func() func(context.Context, model.Request) (model.Response, error) {
			n := 0
			return func(context.Context, model.Request) (model.Response, error) {
				if n++; n > 1 {
					return model.Response{}, broken
				}
				return calls(`1 echo {"word":"a"}`), nil
			}
		}()}, broken},
		"of what came": {act.In{
			Ask:    (&script{responses: []model.Response{calls(`1 echo {"word":"a"}`)}}).ask,
			Joined: func(context.Context) ([]model.Part, error) { return nil, lost },
		}, lost},
	} {
		t.Run(name, func(t *testing.T) {
			c.in.Request, c.in.Tools = question, []act.Tool{echo(plain)}
			out, err := act.Run(t.Context(), c.in)
			if !errors.Is(err, c.want) || out.Ended != act.Failed || len(out.Done) != 1 || out.Done[0].Result.Text != "heard a" || len(out.Messages) != 2 {
				t.Errorf("%+v, %v", out, err)
			}
		})
	}
}

func TestToolsThatNobodyCouldCallAreAnError(t *testing.T) {
	for name, tools := range map[string][]act.Tool{
		"twice":         {echo(plain), echo(plain)},
		"nothing to do": {{Tool: model.Tool{Name: "a"}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &script{}
			_, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: tools})
			var e *act.ToolError
			if !errors.As(err, &e) || len(s.asked) != 0 {
				t.Errorf("asked %d times, %v", len(s.asked), err)
			}
		})
	}
}

// A tool whose schema cannot be read is not run, and the model is told so: the others work.
func TestAToolWithoutAReadableSchemaIsNotRun(t *testing.T) {
	for name, params := range map[string]string{"no JSON": `{`, "no schema": `{"$ref":"https://example.com/x"}`} {
		t.Run(name, func(t *testing.T) {
			ran, told := false, ""
			broken := act.Tool{Tool: model.Tool{Name: "a", Params: json.RawMessage(params)}, Run: func(context.Context, json.RawMessage) (string, error) {
				ran = true
				return "", nil
			}}
			n := 0
			out, err := act.Run(t.Context(), act.In{Request: question, Tools: []act.Tool{broken}, Ask: func(_ context.Context, r model.Request) (model.Response, error) {
				if n++; n == 1 {
					call := model.Call{ID: "1", Tool: "a", Args: json.RawMessage(`{}`)}
					return model.Response{Calls: []model.Call{call}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &call}}}}, nil
				}
				told = r.Messages[len(r.Messages)-1].Parts[0].Result.Text
				return model.Response{Text: "So be it.", Stop: model.Done, Message: model.Says(model.Assistant, "So be it.")}, nil
			}})
			if err != nil || ran || out.Text != "So be it." || !strings.Contains(told, "cannot be read") {
				t.Errorf("%v, ran %t, told %q, %q", err, ran, told, out.Text)
			}
		})
	}
}

func TestTheTimeOfARunIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		ask := func(ctx context.Context, _ model.Request) (model.Response, error) {
			n++
			select {
			case <-time.After(4 * time.Minute):
				r := calls(fmt.Sprintf(`%d echo {"word":"%d"}`, n, n))
				r.Text = "Let me look."
				return r, nil
			case <-ctx.Done():
				return model.Response{}, ctx.Err()
			}
		}
		began := time.Now()
		out, err := act.Run(t.Context(), act.In{Ask: ask, Request: question, Tools: []act.Tool{echo(plain)}})
		if err != nil || out.Ended != act.Late || time.Since(began) != act.MaxTime || len(out.Done) != 2 || out.Text != "Let me look." {
			t.Errorf("%+v, %v after %s", out, err, time.Since(began))
		}
	})
}

func TestTheEndOfTheCallersContextIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tool := echo(func(string) (string, error) { cancel(); return "", ctx.Err() })
	s := &script{responses: []model.Response{calls(`1 echo {"word":"a"}`, `2 echo {"word":"a"}`)}}
	out, err := act.Run(ctx, act.In{Ask: s.ask, Request: question, Tools: []act.Tool{tool}})
	if !errors.Is(err, context.Canceled) || out.Ended != act.Failed || len(out.Done) != 2 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestLongOutputIsCutAndSaysSo(t *testing.T) {
	for name, c := range map[string]struct{ said, end string }{
		"whole":    {strings.Repeat("a", act.MaxOutput), "aaa"},
		"cut":      {strings.Repeat("a", act.MaxOutput+1), "aaa\ncut: 40960 of 40961 bytes"},
		"a letter": {strings.Repeat("é", act.MaxOutput/2) + "é", "é\ncut: 40960 of 40962 bytes"},
		"halved":   {"a" + strings.Repeat("é", act.MaxOutput), "é\ncut: 40959 of 81921 bytes"},
		"broken":   {strings.Repeat("\xffa", act.MaxOutput), " ...\ncut: 40960 of 81920 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			tool := echo(func(string) (string, error) { return c.said, nil })
			s := &script{responses: []model.Response{calls(`1 echo {"word":"a"}`), says("Long.")}}
			out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{tool}})
			if err != nil {
				t.Fatal(err)
			}
			got := out.Done[0].Result.Text
			if !strings.HasSuffix(got, c.end) || !utf8.ValidString(got) || len(got) > act.MaxOutput+64 {
				t.Errorf("%d bytes, ending %q", len(got), got[max(0, len(got)-40):])
			}
			if wasCut := out.Done[0].Cut != 0; wasCut != strings.Contains(c.end, "cut:") {
				t.Errorf("cut: %d", out.Done[0].Cut)
			}
		})
	}
}

func TestTooManyCallsAtOnceAreRefused(t *testing.T) {
	var lines []string
	for i := range act.MaxCalls + 3 {
		lines = append(lines, fmt.Sprintf(`%d echo {"word":"%d"}`, i, i))
	}
	s := &script{responses: []model.Response{calls(lines...), says("Many.")}}
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{echo(plain)}})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range out.Done {
		if d.Ran != (i < act.MaxCalls) {
			t.Errorf("call %d ran: %v", i, d.Ran)
		}
	}
}

// BenchmarkRun is a run of three rounds with two calls each: what the loop costs beside the
// model and the tools.
func BenchmarkRun(b *testing.B) {
	tools := []act.Tool{echo(plain)}
	b.ReportAllocs()
	for b.Loop() {
		s := &script{responses: []model.Response{
			calls(`1 echo {"word":"a"}`, `2 echo {"word":"b"}`), calls(`3 echo {"word":"c"}`, `4 echo {"word":"d"}`), says("Four."),
		}}
		if _, err := act.Run(b.Context(), act.In{Ask: s.ask, Request: question, Tools: tools}); err != nil {
			b.Fatal(err)
		}
	}
}

// Where the tools bring more than there is room for, what the earlier rounds brought is
// summarised; the question and the last round stay.
func TestTheMiddleIsSummarised(t *testing.T) {
	long := echo(func(word string) (string, error) { return word + strings.Repeat(" and on", 300), nil })
	s := &script{responses: []model.Response{
		calls(`1 echo {"word":"one"}`), calls(`2 echo {"word":"two"}`), calls(`3 echo {"word":"three"}`), says("Done."),
	}}
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{long}, Room: 3500})
	if err != nil || out.Text != "Done." {
		t.Fatal(out, err)
	}
	for i, r := range s.asked {
		if got := model.Bound(r); got > 3500 {
			t.Errorf("request %d has %d tokens", i, got)
		}
		if d := cmp.Diff(question.Messages[0], r.Messages[0]); d != "" {
			t.Errorf("request %d: %s", i, d)
		}
	}
	last := s.asked[3].Messages
	if got := last[len(last)-1].Parts[0].Result.Text; !strings.HasPrefix(got, "three and on") || strings.Contains(got, "cut: the beginning") {
		t.Errorf("the last round is not whole: %s", got)
	}
	if len(out.Squeezed) == 0 || out.Squeezed[0].After >= out.Squeezed[0].Before || len(out.Done[0].Result.Text) < 2000 {
		t.Errorf("%+v", out.Squeezed)
	}
}

// One round alone may bring more than there is room for: what it brought is cut, and no further than
// it takes. The question stays.
func TestAHugeRoundIsCut(t *testing.T) {
	for _, together := range []string{"", "before"} {
		huge := echo(func(word string) (string, error) { return word + strings.Repeat(" and on", 4_000), nil })
		small := calls(`1 echo {"word":"one"}`, `2 echo {"word":"two"}`)
		s := &script{responses: []model.Response{small, says("Done.")}}
		if together != "" {
			s.responses = []model.Response{calls(`0 echo {"word":"nought"}`), small, says("Done.")}
		}
		out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{huge}, Room: 6_000})
		if err != nil || out.Text != "Done." || len(out.Squeezed) == 0 {
			t.Fatal(out, err)
		}
		for i, r := range s.asked {
			if got := model.Bound(r); got > 6_000 {
				t.Errorf("request %d has %d tokens", i, got)
			}
			if d := cmp.Diff(question.Messages[0], r.Messages[0]); d != "" {
				t.Errorf("request %d: %s", i, d)
			}
		}
		messages := s.asked[len(s.asked)-1].Messages
		for _, p := range messages[len(messages)-1].Parts {
			if p.Result == nil || !strings.Contains(p.Result.Text, "cut: the beginning of ") || len(p.Result.Text) < 2_000 {
				t.Errorf("%d bytes are left of a result: %.60q", len(p.Result.Text), p.Result.Text)
			}
		}
	}
}

// A model that rejects the size in the middle of a run is shown less, once.
func TestARejectedSizeMidTurn(t *testing.T) {
	for _, again := range []bool{false, true} {
		long := echo(func(word string) (string, error) { return word + strings.Repeat(" and on", 300), nil })
		n, sizes := 0, []int{}
		ask := func(_ context.Context, r model.Request) (model.Response, error) {
			n++
			sizes = append(sizes, model.Bound(r))
			switch {
			case n < 3:
				return calls(fmt.Sprintf(`%d echo {"word":"w%d"}`, n, n)), nil
			case n == 3 || again:
				return model.Response{}, &model.NoneError{Passed: []model.Passed{{Reason: model.TooLong}}}
			}
			return says("Done."), nil
		}
		out, err := act.Run(t.Context(), act.In{Ask: ask, Request: question, Tools: []act.Tool{long}})
		if again != model.Rejected(err, model.TooLong) || n != 4 || len(out.Squeezed) != 1 || sizes[3] >= sizes[2] {
			t.Errorf("again %v: %v, asked %d times with %v: %+v", again, err, n, sizes, out.Squeezed)
		}
	}
}

// A call that waits for somebody's word ends the run after its round: the model is not asked what
// it makes of that, and what else it called in the round is answered.
func TestACallThatWaitsEndsTheRun(t *testing.T) {
	s := &script{responses: []model.Response{calls(`1 echo {"word":"a"}`, `2 send {"word":"b"}`), says("I sent it.")}}
	send := echo(func(string) (string, error) { return "", act.ErrWaits })
	send.Name, send.Reads = "send", false
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{echo(plain), send}})
	if err != nil || out.Ended != act.Waiting || out.Rounds != 1 || len(out.Done) != 2 || out.Done[0].Waits || !out.Done[1].Waits {
		t.Fatalf("%+v, %v", out, err)
	}
	if out.Done[0].Result.Text != "heard a" || len(out.Messages) != 2 {
		t.Errorf("%+v", out)
	}
}

// That calls wait is no error: however many do in a round, none is taken for a repeated failure.
func TestWaitingIsNoError(t *testing.T) {
	var lines []string
	for i := range 2 * act.Same {
		lines = append(lines, fmt.Sprintf(`%d send {"word":"%d"}`, i, i))
	}
	s := &script{responses: []model.Response{calls(lines...)}}
	send := echo(func(string) (string, error) { return "", act.ErrWaits })
	send.Name, send.Reads = "send", false
	out, err := act.Run(t.Context(), act.In{Ask: s.ask, Request: question, Tools: []act.Tool{send}})
	if err != nil || out.Ended != act.Waiting {
		t.Fatalf("%+v, %v", out, err)
	}
	for _, d := range out.Done {
		if !d.Waits || d.Result.Failed {
			t.Errorf("%+v", d)
		}
	}
}
