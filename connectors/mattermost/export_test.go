package mattermost

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"citadel/connectors"
)

// NameOf is nameOf, so that a test's person can put emoji on posts.
func NameOf(emoji string) (string, bool) { return nameOf(emoji) }

// Hurry shortens the waits of a connector.
func Hurry(m *Mattermost, ping, again, rest time.Duration) {
	m.pauses = pauses{ping: ping, hello: 10 * ping, again: again, owed: ping, rest: func(int) time.Duration { return rest }}
}

// Idle closes what a connector keeps open between calls.
func Idle(m *Mattermost) {
	m.begin()
	m.client.HTTPClient.CloseIdleConnections()
}

// Read handles one frame as if it had come on a connection, and returns whether the
// connection would live on.
func Read(m *Mattermost, frame []byte, sink connectors.Sink) bool {
	return alone(m, sink).frame(context.Background(), frame) == nil
}

// Presses answers calls of the server's, one after the other, as if a connection held, and returns their statuses.
func Presses(m *Mattermost, sink connectors.Sink, calls ...*http.Request) (codes []int) {
	h := alone(m, sink)
	ctx, cancel := context.WithCancel(context.Background())
	var hearing sync.WaitGroup
	hearing.Go(func() {
		for {
			select {
			case p := <-m.presses:
				_ = h.pressed(ctx, p) // the answer tells
			case <-ctx.Done():
				return
			}
		}
	})
	for _, r := range calls {
		w := httptest.NewRecorder()
		m.called(w, r)
		codes = append(codes, w.Code)
	}
	cancel()
	hearing.Wait()
	return codes
}

// Context is what a button of a post carries.
func Context(m *Mattermost, room, key, token string) map[string]any {
	return map[string]any{contextToken: token, contextKey: key, contextMAC: m.secret("button", room, key, token)}
}

// alone is what hears where nothing was ever connected.
func alone(m *Mattermost, sink connectors.Sink) *hearing {
	m.begin()
	m.mu.Lock()
	m.self = &self{id: "agentagentagentagentagenta", username: "citadel", account: "site", site: "http://chat.example"}
	m.mu.Unlock()
	h := &hearing{m: m, self: m.self, sink: sink, connection: "c", next: 1, sweep: map[string]int64{}}
	h.done.size, h.edited.size, h.standing.size = 16, 16, 16
	return h
}

// Render is how a post's words are written.
func Render(text string) string { return render(text, nil) }

// Around parses a cursor and writes it again.
func Around(c connectors.Cursor) (connectors.Cursor, error) {
	m, err := parse(c)
	return m.cursor(), err
}

// Owed is a cursor of which rooms are owed from moments on, in that order.
func Owed(rooms []string, at []int64) connectors.Cursor {
	var m mark
	for i, room := range rooms {
		m.owe(room, at[i])
	}
	return m.cursor()
}
