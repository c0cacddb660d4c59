package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/openai"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	key    = "sk-test-0123456789"
	secret = "my sister's secret"
)

// carrier answers requests without a network.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

// answers is a client that always gets the same answer.
func answers(o openai.Options, status int, header http.Header, body io.Reader) *openai.Client {
	return carried(o, func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: header.Clone(), Body: io.NopCloser(body)}, nil
	})
}

func carried(o openai.Options, c carrier) *openai.Client {
	o.Key = key
	o.HTTP = &http.Client{Transport: c}
	return openai.New(o)
}

func reply(status int, header http.Header, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: header.Clone(), Body: io.NopCloser(strings.NewReader(body))}
}

// local is a server on this computer.
var local = openai.Options{BaseURL: "http://127.0.0.1:11434/v1"}

var (
	asStream = http.Header{"Content-Type": {"text/event-stream"}}
	asJSON   = http.Header{"Content-Type": {"application/json"}}
)

// stream puts events into a stream; "[DONE]" is added if missing.
func stream(events ...string) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString("data: " + e + "\n\n")
	}
	return b.String()
}

// says is an event that adds a text.
func says(text string) string {
	raw, _ := json.Marshal(text)
	return `{"choices":[{"index":0,"delta":{"content":` + string(raw) + `}}]}`
}

// delta is an event that adds the fields given.
func delta(fields string) string { return `{"choices":[{"index":0,"delta":` + fields + `}]}` }

const stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`

// plain is a request of one text.
func plain(text string) model.Request {
	return model.Request{Model: "m", MaxTokens: 100, Messages: []model.Message{model.Says(model.User, text)}}
}

// listen makes a request keep what is heard.
func listen(r *model.Request) *strings.Builder {
	var heard strings.Builder
	r.OnText = func(piece string) {
		if piece == "" {
			panic("an empty piece was heard")
		}
		heard.WriteString(piece)
	}
	return &heard
}

// reasonOf is why a call failed. It checks what holds for every error.
func reasonOf(t *testing.T, err error) model.Reason {
	t.Helper()
	return failure(t, err).Reason
}

func failure(t *testing.T, err error) *model.Error {
	t.Helper()
	var e *model.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a *model.Error", err)
	}
	if !strings.HasPrefix(e.Op, "openai: ") || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "secret") {
		t.Fatalf("the error is %q", err)
	}
	return e
}

func complete(t *testing.T, c *openai.Client, r model.Request) (model.Response, string, error) {
	t.Helper()
	heard := listen(&r)
	resp, err := c.Complete(context.WithoutCancel(t.Context()), r)
	return resp, heard.String(), err
}
