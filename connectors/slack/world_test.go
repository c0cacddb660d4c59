package slack_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"

	"github.com/gorilla/websocket"
)

// home is where Sam talks with the agent.
var home = connectors.Place{Platform: "slack", Account: slackserver.Team, Room: slackserver.Home}

// serve starts a server that ends with the test.
func serve(t testing.TB, change func(*slackserver.Server)) *slackserver.Server {
	t.Helper()
	s := &slackserver.Server{Now: now, Ping: ping, Retries: quick}
	if change != nil {
		change(s)
	}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// connector is one over the server.
func connector(s *slackserver.Server) *slack.Slack {
	return &slack.Slack{AppToken: slackserver.AppToken, BotToken: slackserver.BotToken, URL: s.URL(), Now: time.Now, Lag: time.Nanosecond}
}

// ear runs a connector and collects what it hears.
type ear struct {
	t      testing.TB
	ctx    context.Context
	cancel context.CancelFunc
	events chan connectors.Event
	done   chan error
}

const patience = 60 * time.Second

func hear(t testing.TB, c *slack.Slack, from connectors.Cursor) *ear {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	e := &ear{t: t, ctx: ctx, cancel: cancel, events: make(chan connectors.Event, 30_000), done: make(chan error, 1)}
	go func() {
		e.done <- c.Run(ctx, from, func(_ context.Context, ev connectors.Event) error {
			e.events <- ev
			return nil
		})
	}()
	t.Cleanup(func() { e.stop() })
	return e
}

// next waits for an event that is not about what stands where nothing is said.
func (e *ear) next() connectors.Event {
	e.t.Helper()
	for {
		ev := e.any()
		if ev.Kind != connectors.Remaining {
			return ev
		}
	}
}

func (e *ear) any() connectors.Event {
	e.t.Helper()
	select {
	case ev := <-e.events:
		return ev
	case err := <-e.done:
		e.done <- err
		e.t.Fatalf("Run ended: %v", err)
	case <-e.ctx.Done():
		e.t.Fatal("nothing was heard")
	}
	panic("unreachable")
}

func (e *ear) stop() error {
	e.cancel()
	err := <-e.done
	e.done <- err
	return err
}

// until polls until something holds.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("it did not come to pass that %s", what)
		}
	}
}

func post(key, text string) connectors.Post {
	return connectors.Post{Key: key, Place: home, Text: text}
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

const ping = 50 * time.Millisecond

var (
	now   = time.Now
	quick = []time.Duration{0, 0, 0} // what is not acknowledged comes again at once
)

var errFull = errors.New("no space left")

type refusing struct{}

func (refusing) Write([]byte) (int, error) { return 0, errFull }

// expect checks that an error is the connector's, with a reason.
func expect(t testing.TB, what string, err error, want connectors.Reason) *connectors.Error {
	t.Helper()
	var e *connectors.Error
	if !errors.As(err, &e) || e.Reason != want {
		t.Errorf("%s: %v, want %s", what, err, want)
		return &connectors.Error{}
	}
	return e
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func reasonOf(err error) connectors.Reason {
	var e *connectors.Error
	errors.As(err, &e)
	return e.Reason
}

// echoServer sends back what comes over its websocket.
func echoServer(t testing.TB) string {
	t.Helper()
	up := websocket.Upgrader{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		for {
			kind, p, err := ws.ReadMessage()
			if err != nil || ws.WriteMessage(kind, p) != nil {
				return
			}
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}
