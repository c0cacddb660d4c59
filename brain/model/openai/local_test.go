package openai_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model"
	"citadel/brain/model/openai"
	"citadel/brain/model/scripted"
)

// serve starts a scripted server in memory, and a client of it.
func serve(t *testing.T, o openai.Options, script scripted.Script) (*scripted.Server, *openai.Client) {
	t.Helper()
	script.InMemory = true
	s, err := scripted.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if bad := s.Invalid(); len(bad) > 0 {
			t.Errorf("the server would refuse: %q", bad)
		}
	})
	o.BaseURL, o.HTTP, o.Key = s.URL+"/v1", s.Client(), key
	return s, openai.New(o)
}

func llama(text string) model.Request {
	r := plain(text)
	r.Model = "llama-3.3"
	return r
}

// A loop of tools with every kind of local server: what was called comes out the same.
func TestLocalServers(t *testing.T) {
	for name, l := range map[string]scripted.Local{
		"well-behaved": {},
		"Gemini":       {NoIndex: true, Signature: "c2lnbmF0dXJl", Running: true},
		"Ollama":       {SameIndex: true, Field: "reasoning", NoDone: true},
		"without IDs":  {NoIDs: true, NullError: true},
		"old Ollama":   {SameIndex: true, NoIDs: true},
		"objects":      {Objects: true, NoIndex: true},
		"in the text":  {Think: "think", Tokens: true},
		"its end only": {Think: "think", Shut: true},
		"one piece":    {Whole: true},
	} {
		t.Run(name, func(t *testing.T) {
			calls := []scripted.Call{{Tool: "look_up", Args: `{"query":"Ana"}`}, {Tool: "look_up", Args: `{"query":"Bo"}`}}
			s, c := serve(t, openai.Options{}, scripted.Queue(
				scripted.Reply{Local: &l, Thinking: "I have to look", Text: []string{"One ", "moment."}, Calls: calls, Stop: "stop"},
				scripted.Reply{Local: &l, Thinking: "so", Text: []string{"In Porto."}},
			))
			r := llama("Where are they?")
			r.Tools = []model.Tool{{Name: "look_up"}}
			got, heard, err := complete(t, c, r)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != "One moment." || !strings.HasSuffix(heard, got.Text) || heard != got.Text && !l.Shut {
				t.Errorf("text %q, heard %q", got.Text, heard)
			}
			if got.Stop != model.Wants || len(got.Calls) != 2 || string(got.Calls[0].Args) != calls[0].Args || string(got.Calls[1].Args) != calls[1].Args {
				t.Fatalf("got %+v", got)
			}
			if !got.Usage.Exact || got.Usage.Out == 0 {
				t.Errorf("usage %+v", got.Usage)
			}
			results := model.Message{From: model.User}
			for _, call := range got.Calls {
				results.Parts = append(results.Parts, model.Part{Result: &model.Result{ID: call.ID, Text: "Porto"}})
			}
			r.Messages = append(r.Messages, got.Message, results)
			got, _, err = complete(t, c, r)
			if err != nil || got.Text != "In Porto." || got.Stop != model.Done {
				t.Fatalf("got %+v, %v", got, err)
			}
			for _, p := range got.Message.Parts {
				if p.Thought != nil {
					t.Error("a thought is kept after the loop")
				}
			}
			second := s.Requests()[1].Messages[1]
			var back []string
			for _, p := range second.Parts {
				if p.Thought != nil {
					back = append(back, string(p.Thought.Raw))
				}
			}
			want := []string{`"I have to look"`}
			if l.Think != "" {
				want = nil // what stood in the text is gone
			}
			if !cmp.Equal(back, want) {
				t.Errorf("the thought that came back: %q", back)
			}
		})
	}
}

func stalls(pieces ...string) scripted.Reply {
	return scripted.Reply{Text: pieces, Fault: scripted.Fault{Kind: scripted.Stall}}
}

// Waits have limits, and say so.
func TestPatience(t *testing.T) {
	held := make(chan struct{})
	for name, c := range map[string]struct {
		reply scripted.Reply
		after time.Duration
		text  string
		usage model.Usage
	}{
		"nothing comes":        {scripted.Fails(scripted.Hang), 7 * time.Minute, "", model.Usage{}},
		"headers come late":    {scripted.Reply{Text: []string{"a"}, Delay: 8 * time.Minute}, 7 * time.Minute, "", model.Usage{}},
		"only headers come":    {scripted.Reply{Text: []string{"a"}, Hold: held}, 7 * time.Minute, "", model.Usage{}},
		"it stops coming":      {stalls("so ", "far"), 2 * time.Minute, "so far", model.Usage{Out: 2}},
		"it stops in thinking": {scripted.Reply{Thinking: "hm", Text: []string{"x"}, Hold: held}, 2 * time.Minute, "", model.Usage{Out: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reply := c.reply
				if reply.Hold != nil {
					reply.Hold = make(chan struct{}) // one of this bubble
				}
				_, client := serve(t, openai.Options{First: 7 * time.Minute, Idle: 2 * time.Minute}, scripted.Queue(reply))
				began := time.Now()
				got, heard, err := complete(t, client, llama(secret))
				if e := failure(t, err); e.Reason != model.Timeout || time.Since(began) != c.after {
					t.Errorf("%v after %v, want %v", err, time.Since(began), c.after)
				}
				if got.Text != c.text || heard != c.text || got.Usage != c.usage {
					t.Errorf("got %+v, heard %q", got, heard)
				}
			})
		})
	}
	t.Run("a slow but steady one is waited for", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			slow := scripted.Reply{Text: []string{"a"}, Delay: 6 * time.Minute}
			_, c := serve(t, openai.Options{First: 7 * time.Minute, Idle: time.Second}, scripted.Queue(slow))
			if got, _, err := complete(t, c, llama("x")); err != nil || got.Text != "a" {
				t.Errorf("%+v, %v", got, err)
			}
		})
	})
	t.Run("nothing is waited for for ever", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := carried(openai.Options{Whole: 20 * time.Minute}, func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 200, Header: asStream.Clone(), Body: &drip{ctx: r.Context()}}, nil
			})
			began := time.Now()
			_, _, err := complete(t, c, plain("x"))
			if reasonOf(t, err) != model.Timeout || time.Since(began) != 20*time.Minute {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		})
	})
	t.Run("after the end nothing is waited for", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := carried(local, func(r *http.Request) (*http.Response, error) {
				body := &drip{ctx: r.Context(), first: stream(says("Hi"), stop), pause: time.Hour}
				return &http.Response{StatusCode: 200, Header: asStream.Clone(), Body: body}, nil
			})
			began := time.Now()
			got, _, err := complete(t, c, plain("x"))
			if err != nil || got.Text != "Hi" || got.Usage.Exact || time.Since(began) > time.Minute {
				t.Errorf("%+v, %v after %v", got, err, time.Since(began))
			}
		})
	})
	t.Run("an error that does not end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := carried(local, func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 503, Header: asJSON.Clone(), Body: &drip{ctx: r.Context(), pause: time.Hour}}, nil
			})
			_, _, err := complete(t, c, plain("x"))
			if e := failure(t, err); e.Reason != model.Timeout || e.Status != 503 {
				t.Error(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := c.Complete(ctx, plain("x")); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		})
	})
}

// drip is a body that goes on for ever, slowly.
type drip struct {
	ctx   context.Context
	first string
	pause time.Duration // 0 is a second
}

func (d *drip) Read(p []byte) (int, error) {
	if d.first != "" {
		n := copy(p, d.first)
		d.first = d.first[n:]
		return n, nil
	}
	pause := d.pause
	if pause == 0 {
		pause = time.Second
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return copy(p, stream(says("."))), nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

func (d *drip) Close() error { return nil }
