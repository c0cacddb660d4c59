package slack_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack/slackserver"

	"github.com/gorilla/websocket"
)

// From a frame that Slack sends to the sink: beside a bare round trip over a websocket of the
// same server, which is the unit "bare".
func BenchmarkHear(b *testing.B) {
	s := serve(b, nil)
	bare := bareSocket(b)
	ctx, cancel := context.WithCancel(b.Context())
	heard := make(chan time.Time, 1)
	done := make(chan error, 1)
	go func() {
		done <- connector(s).Run(ctx, "", func(_ context.Context, ev connectors.Event) error {
			if ev.Kind == connectors.Message {
				heard <- now()
			}
			return nil
		})
	}()
	s.Say("connected")
	<-heard
	var took time.Duration
	for b.Loop() {
		began := now()
		s.Say("a message of about the length that people write in a chat")
		took += (<-heard).Sub(began)
	}
	b.ReportMetric(float64(took)/float64(b.N)/float64(bare), "bare/op")
	cancel()
	<-done
}

// From Send to the first byte at Slack, which is when the server begins to answer: beside a
// bare round trip over HTTP.
func BenchmarkSend(b *testing.B) {
	s := serve(b, nil)
	bare := bareCall(b, s)
	c := connector(s)
	var took time.Duration
	i := 0
	for b.Loop() {
		began := now()
		if _, err := c.Send(b.Context(), post(fmt.Sprint("k", i), "**Two things are due.**\n\n- Draft for Priya\n- Freight")); err != nil {
			b.Fatal(err)
		}
		took += now().Sub(began)
		i++
	}
	b.ReportMetric(float64(took)/float64(b.N)/float64(bare), "bare/op")
}

const bareRounds = 500

// bareSocket is how long a message there and back takes over a websocket on loopback.
func bareSocket(b *testing.B) time.Duration {
	b.Helper()
	echo := echoServer(b)
	ws, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(echo, "http"), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	defer ws.Close()
	began := now()
	for range bareRounds {
		if err := ws.WriteMessage(websocket.TextMessage, []byte("a message of about the length that people write in a chat")); err != nil {
			b.Fatal(err)
		}
		if _, _, err := ws.ReadMessage(); err != nil {
			b.Fatal(err)
		}
	}
	return now().Sub(began) / bareRounds
}

// bareCall is how long a call takes that does nothing.
func bareCall(b *testing.B, s *slackserver.Server) time.Duration {
	b.Helper()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	began := now()
	for range bareRounds {
		resp, err := client.Get(s.URL() + "/nothing")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil { // else the connection is not used again
			b.Fatal(err)
		}
		resp.Body.Close()
	}
	return now().Sub(began) / bareRounds
}
