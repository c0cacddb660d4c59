package openai_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/openai"
)

// What never ends is not read to its end.
func TestEndlessAnswers(t *testing.T) {
	endless := func(piece string) io.Reader { return &repeat{piece: []byte(piece)} }
	for name, c := range map[string]struct {
		header http.Header
		status int
		body   io.Reader
		reason model.Reason
	}{
		"a text":       {asStream, 200, endless(stream(delta(`{"role":"` + strings.Repeat("x", 1<<20) + `"}`))), model.Broken},
		"a line":       {asStream, 200, endless("data: xxxxxxxxxxxxxxxxxxxxxxxx"), model.Broken},
		"comments":     {asStream, 200, endless(":" + strings.Repeat("x", 1<<20) + "\n\n"), model.Broken},
		"white space":  {http.Header{}, 200, endless(strings.Repeat(" ", 1<<20)), model.Broken},
		"an object":    {asJSON, 200, io.MultiReader(strings.NewReader(`{"a":"`), endless(strings.Repeat("x", 1<<20))), model.Broken},
		"an error":     {asJSON, 503, io.MultiReader(strings.NewReader(`{"error":"`), endless("x")), model.Broken},
		"a page of it": {http.Header{}, 502, endless("<p>"), model.Broken},
	} {
		_, _, err := complete(t, answers(local, c.status, c.header, c.body), plain("x"))
		if e := failure(t, err); e.Reason != c.reason || e.Status != c.status {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type repeat struct {
	piece []byte
	at    int
}

func (r *repeat) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		m := copy(p[n:], r.piece[r.at:])
		n += m
		r.at = (r.at + m) % len(r.piece)
	}
	return n, nil
}

// Whatever comes over the wire ends in an answer or an error of ours, and what was heard is
// the text.
func FuzzStream(f *testing.F) {
	for _, s := range []string{
		"", "data", "data:\n\n", "\n\n\n", stream("[DONE]"),
		stream(says("Hi"), stop, counted, "[DONE]"), stream(`{"error":"x"}`), stream(`{"error":{"code":1e999}}`),
		stream(
			delta(`{"tool_calls":[{"index":-1,"id":"a","function":{"name":"x","arguments":{"a":1}}}]}`),
			stop), stream(delta(`{"tool_calls":[null,{}]}`), stop),
		stream(
			delta(`{"content":[{"type":"text","text":"x"}]}`), stop), stream(says("<think>x</thi"), says("nk>y"),
			stop), stream(`{"choices":[{"delta":null}]}`),
		"event: error\ndata: {\"message\":\"x\"}\n\n",
		"data: {\"choices\":[{\"delta\":{\"content\":\"\\ud83d\"}}]}\n\n",
		":\n\ndata:{}\r\n\r\n", "{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}",
		"{\"choices\":[null]}", "\x00\xff", "data: " + strings.Repeat("[", 10_000),
	} {
		f.Add([]byte(s), true)
		f.Add([]byte(s), false)
	}
	f.Fuzz(func(t *testing.T, raw []byte, labelled bool) {
		header := http.Header{}
		if labelled {
			header = asStream
		}
		r, heard, err := complete(t, answers(openai.Options{}, 200, header, bytes.NewReader(raw)), plain("x"))
		if heard != r.Text || strings.ToValidUTF8(heard, "") != heard {
			t.Errorf("heard %q, the text is %q", heard, r.Text)
		}
		if u := r.Usage; u.In < 0 || u.Out < 0 || u.CacheRead < 0 || u.CacheWrite < 0 {
			t.Errorf("usage %+v", u)
		}
		if err != nil {
			if e := failure(t, err); e.Reason == model.Unknown || e.Reason == model.Unreachable {
				t.Errorf("%v, although an answer came", err)
			}
			return
		}
		if r.Stop == "" || r.Stop == model.Wants && len(r.Calls) == 0 {
			t.Errorf("a whole answer of %+v", r)
		}
		ids := make(map[string]bool)
		for _, c := range r.Calls {
			if c.ID == "" || c.Tool == "" || ids[c.ID] {
				t.Errorf("calls %+v", r.Calls)
			}
			ids[c.ID] = true
		}
		again := plain("x")
		again.Messages = append(again.Messages, r.Message, model.Says(model.User, "y"))
		if _, err := answers(openai.Options{}, 200, asStream, strings.NewReader(stream(says("ok"), stop))).Complete(context.Background(), again); err != nil {
			t.Errorf("what came cannot be sent back: %v", err)
		}
	})
}

// Errors of the network are told apart by how far the request came.
func TestNetwork(t *testing.T) {
	broken := errors.New("connection reset by peer")
	c := carried(local, func(*http.Request) (*http.Response, error) { return nil, broken })
	if _, err := c.Complete(t.Context(), plain(secret)); reasonOf(t, err) != model.Unreachable || !errors.Is(err, broken) {
		t.Errorf("nothing was sent: %v", err)
	}
	body := io.MultiReader(strings.NewReader(stream(says("Hi"))), failing{broken})
	r, heard, err := complete(t, answers(local, 200, asStream, body), plain(secret))
	if e := failure(t, err); e.Reason != model.Cut || !errors.Is(err, broken) || r.Text != "Hi" || heard != "Hi" || r.Usage != (model.Usage{Out: 1}) {
		t.Errorf("lost in the middle: %+v, %v", r, err)
	}
	body = io.MultiReader(strings.NewReader(stream(says("Hi"), stop, counted)), failing{broken})
	if r, _, err := complete(t, answers(local, 200, asStream, body), plain(secret)); err != nil || !r.Usage.Exact {
		t.Errorf("lost after the end: %+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Complete(ctx, plain("x")); !errors.Is(err, context.Canceled) || errors.As(err, new(*model.Error)) {
		t.Errorf("stopped before: %v", err)
	}
	if _, err := openai.New(openai.Options{BaseURL: "://" + secret}).Complete(t.Context(), plain("x")); reasonOf(t, err) != model.Unreachable {
		t.Errorf("no address: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
