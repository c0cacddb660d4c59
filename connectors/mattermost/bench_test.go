package mattermost_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"

	"github.com/gorilla/websocket"
)

// BenchmarkHear is from a post to the sink, over the fake; "x-frame" is how many times as
// long that takes as one frame of its size there and back on a bare websocket.
func BenchmarkHear(b *testing.B) {
	s, sam := server(b)
	ctx, cancel := context.WithCancel(b.Context())
	heard := make(chan struct{}, 1)
	done := make(chan error, 1)
	m := connector(s)
	go func() {
		done <- m.Run(ctx, "", func(context.Context, connectors.Event) error {
			heard <- struct{}{}
			return nil
		})
	}()
	sam.Say("begin")
	<-heard
	bare := echo(b)
	start := time.Now()
	for b.Loop() {
		sam.Say("hello")
		<-heard
	}
	b.ReportMetric(float64(time.Since(start))/float64(b.N)/float64(bare), "x-frame")
	cancel()
	<-done
}

// echo is how long a frame takes there and back.
func echo(b *testing.B) time.Duration {
	up := websocket.Upgrader{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		for {
			kind, body, err := c.ReadMessage()
			if err != nil || c.WriteMessage(kind, body) != nil {
				return
			}
		}
	}))
	defer s.Close()
	c, _, err := websocket.DefaultDialer.Dial("ws"+s.URL[len("http"):], nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	body := bytes.Repeat([]byte("x"), 1000)
	const n = 2000
	start := time.Now()
	for range n {
		if err := c.WriteMessage(websocket.TextMessage, body); err != nil {
			b.Fatal(err)
		}
		if _, _, err := c.ReadMessage(); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start) / n
}

// BenchmarkSend is until the first byte of a post reaches the server; "x-request" is how many
// times as long that takes as it does for a bare request.
func BenchmarkSend(b *testing.B) {
	arrived := make(chan time.Time, 1)
	s, sam := server(b)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			select {
			case arrived <- time.Now():
			default:
			}
		}
		if r.URL.Path == "/" {
			return
		}
		q, err := http.NewRequestWithContext(r.Context(), r.Method, s.URL()+r.URL.RequestURI(), r.Body)
		if err != nil {
			return
		}
		q.Header = r.Header.Clone()
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body)
	}))
	defer front.Close()
	m := &mattermost.Mattermost{URL: front.URL, Token: s.Token(), Now: time.Now}
	if _, err := m.Identify(b.Context()); err != nil {
		b.Fatal(err)
	}
	client := &http.Client{}
	first := func(do func()) time.Duration {
		start := time.Now()
		do()
		return (<-arrived).Sub(start)
	}
	bare := func() {
		resp, err := client.Post(front.URL, "application/json", bytes.NewReader(bytes.Repeat([]byte("x"), 400)))
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	var base, took time.Duration
	n := 0
	for b.Loop() {
		base += first(bare)
		took += first(func() {
			send(b, m, connectors.Post{Key: fmt.Sprint(n), Place: home(s, sam), Text: "Two things are **due**."})
		})
		n++
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(n), "ns-to-first-byte")
	b.ReportMetric(float64(took)/float64(base), "x-request")
}
