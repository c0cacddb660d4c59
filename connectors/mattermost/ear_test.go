package mattermost_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
)

// ear runs a connector and keeps what it hears.
type ear struct {
	t      testing.TB
	events chan connectors.Event
	cancel context.CancelFunc
	done   chan error
	last   connectors.Cursor
}

func hear(t testing.TB, m *mattermost.Mattermost, from connectors.Cursor) *ear {
	ctx, cancel := context.WithCancel(t.Context())
	e := &ear{t: t, events: make(chan connectors.Event, 20_000), cancel: cancel, done: make(chan error, 1), last: from}
	began := make(chan struct{})
	go func() {
		close(began)
		e.done <- m.Run(ctx, from, func(_ context.Context, ev connectors.Event) error {
			e.events <- ev
			return nil
		})
	}()
	<-began
	return e
}

func (e *ear) next() connectors.Event {
	e.t.Helper()
	select {
	case ev := <-e.events:
		e.last = ev.Cursor
		return ev
	case err := <-e.done:
		e.t.Fatalf("Run ended: %v", err)
	}
	panic("unreachable")
}

// until gives what is heard up to the message with this text, that one left out.
func (e *ear) until(text string) []connectors.Event {
	e.t.Helper()
	var out []connectors.Event
	for {
		ev := e.next()
		if ev.Kind == connectors.Message && ev.Text == text {
			return out
		}
		out = append(out, ev)
	}
}

func (e *ear) stop() connectors.Cursor {
	e.t.Helper()
	e.cancel()
	if err := <-e.done; !errors.Is(err, context.Canceled) {
		e.t.Errorf("Run = %v", err)
	}
	return e.last
}

// quick is a connector that does not wait long for anything.
func quick(m *mattermost.Mattermost) *mattermost.Mattermost {
	mattermost.Hurry(m, 100*time.Millisecond, time.Hour, time.Millisecond)
	return m
}

func reasonOf(t testing.TB, err error) connectors.Reason {
	t.Helper()
	var e *connectors.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not an *Error", err)
	}
	return e.Reason
}
