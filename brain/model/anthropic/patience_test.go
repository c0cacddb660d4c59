package anthropic_test

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/anthropic"
	"citadel/brain/model/modeltest"
)

// Anthropic itself has a minute to begin and a minute for each pause, and pings count: they
// are all that comes while a model thinks.
func TestHowLongAnthropicIsWaitedFor(t *testing.T) {
	ping := "event: ping\ndata: {\"type\":\"ping\"}\n\n"
	stop := event(`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}`)
	for _, c := range []struct {
		name   string
		base   string
		pause  time.Duration
		pieces []string // nil: not even a status
		took   time.Duration
		ok     bool
	}{
		{"nothing comes", "", 0, nil, time.Minute, false},
		{"nothing but a status", "", 0, []string{}, time.Minute, false},
		{"it stops in the middle", "", 0, []string{begun}, time.Minute, false},
		{"it stops after a ping", "", 40 * time.Second, []string{begun, ping}, 140 * time.Second, false},
		{"pings while it thinks", "", 50 * time.Second, []string{begun, ping, ping, ping, stop}, 250*time.Second + time.Second, true},
		{"comments while it thinks", "", 50 * time.Second, []string{begun, ": on\n\n", ": on\n\n", stop}, 200*time.Second + time.Second, true},
		{"pings after the end", "", 900 * time.Millisecond, []string{begun, stop, ping, ping, ping}, 2800 * time.Millisecond, true},
		{"elsewhere", "http://127.0.0.1:1", 0, nil, 2 * time.Minute, false},
		{"it stops elsewhere", "http://127.0.0.1:1", 0, []string{begun}, 2 * time.Minute, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := anthropic.New(anthropic.Options{Key: "k", BaseURL: c.base, HTTP: &http.Client{Transport: carrier(func(r *http.Request) (*http.Response, error) {
					if c.pieces == nil {
						<-r.Context().Done()
						return nil, r.Context().Err()
					}
					body := modeltest.Paced(r.Context(), c.pause, c.pieces...)
					return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Request: r, Body: body}, nil
				})}})
				began := time.Now()
				_, err := client.Complete(t.Context(), hello)
				var failed *model.Error
				if took := time.Since(began); took != c.took || (err == nil) != c.ok || !c.ok && (!errors.As(err, &failed) || failed.Reason != model.Timeout) {
					t.Errorf("%v after %v, want %v", err, took, c.took)
				}
			})
		})
	}
}
