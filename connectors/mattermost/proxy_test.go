package mattermost_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
)

// proxyAnswers are what something before the server says in its place.
var proxyAnswers = []int{301, 302, 400, 401, 403, 404, 405, 408, 409, 410, 421, 425, 429, 451, 499, 500, 502, 503, 504, 521}

// What a proxy says once of a room that is read is not the server's word that the agent has
// left: the room is read again, and nothing of it is lost.
func TestAProxyIsNotTheServerWhileCatchingUp(t *testing.T) {
	for _, part := range []string{"/posts", "/channels", "/users/me", "/users/", "since="} {
		for _, code := range proxyAnswers {
			if code == http.StatusTooManyRequests {
				continue // it says to wait
			}
			t.Run(fmt.Sprint(code, part), func(t *testing.T) {
				c, s, sam, make := clocked(t)
				lena := s.AddPerson("lena")
				before := sam.Say("before")
				cur, _ := lives(t, make(), "", 0, "before")
				c.pass(5 * time.Minute)
				lena.SayIn(s.AddChannel("acme", false, sam, lena), "", "hello")
				sam.Edit(before, "before, edited")
				five(c, sam)
				sam.Say("end")
				m := make()
				var n atomic.Int32
				m.URL = proxied(t, s, func(r *http.Request) int {
					if strings.Contains(r.URL.String(), part) && n.Add(1) <= 2 {
						return code
					}
					return 0
				})
				_, got := lives(t, m, cur, 0, "end")
				if n.Load() < 2 {
					t.Error("nothing failed")
				}
				fiveOf(t, got)
				if !slices.Contains(got, "edit:before, edited") || !slices.Contains(got, "message:hello") {
					t.Errorf("heard %v", got)
				}
			})
		}
	}
}

// Nor is what it says as if all were well.
func TestAProxyThatSaysAllIsWell(t *testing.T) {
	for _, part := range []string{"/posts", "/channels", "/users/me", "/config/client"} {
		for _, body := range []string{`{}`, `{"status":"maintenance"}`, `null`, `[]`} {
			t.Run(part+body, func(t *testing.T) {
				c, s, sam, make := clocked(t)
				sam.Say("before")
				cur, _ := lives(t, make(), "", 0, "before")
				c.pass(5 * time.Minute)
				five(c, sam)
				sam.Say("end")
				m := make()
				var n atomic.Int32
				m.URL = answered(t, s, body, func(r *http.Request) bool {
					return strings.Contains(r.URL.String(), part) && n.Add(1) <= 2
				})
				_, got := lives(t, m, cur, 0, "end")
				if n.Load() < 2 {
					t.Error("nothing was answered so")
				}
				fiveOf(t, got)
			})
		}
	}
}

// Nor is it while sending: it may be tried again, after a look where it may have arrived.
func TestAProxyIsNotTheServerWhileSending(t *testing.T) {
	s, sam := server(t)
	maybe := []int{408, 409, 499, 500, 502, 503, 504, 521}
	for _, code := range proxyAnswers {
		want := connectors.Temporary
		switch {
		case code == 429:
			want = connectors.RateLimited
		case slices.Contains(maybe, code):
			want = connectors.Unknown
		}
		var on atomic.Bool
		m := connector(s)
		m.URL = proxied(t, s, func(r *http.Request) int {
			if on.Load() && r.Method != http.MethodGet {
				return code
			}
			return 0
		})
		at := home(s, sam)
		id := connectors.MessageID(send(t, m, connectors.Post{Key: fmt.Sprint("first", code), Place: at, Text: "x"}))
		if err := draft(t, m, at, 7, "One"); err != nil {
			t.Fatal(err)
		}
		aside := home(s, s.AddPerson(fmt.Sprint("lena", code)))
		if err := draft(t, m, aside, 7, "One"); err != nil {
			t.Fatal(err)
		}
		on.Store(true)
		p := connectors.Post{Key: fmt.Sprint("k", code), Place: at, Text: "hello"}
		settles, pictured := p, p
		settles.Answers, settles.Place = &connectors.Answer{To: "x", Turn: 7}, aside // where no other draft fails
		pictured.Pictures = []connectors.Picture{{Name: "a.png", Data: []byte("x")}}
		for name, do := range map[string]func(context.Context) error{
			"send":  func(ctx context.Context) error { _, err := m.Send(ctx, p); return err },
			"edit":  func(ctx context.Context) error { return m.Edit(ctx, id, p) },
			"react": func(ctx context.Context) error { return m.React(ctx, at, id, "👀", true) },
			"unreact": func(ctx context.Context) error {
				return m.React(ctx, at, id, "👀", false)
			},
			"draft": func(ctx context.Context) error {
				return m.Draft(ctx, connectors.Draft{Place: at, Turn: 7, Text: "One two"})
			},
			"take": func(ctx context.Context) error { return m.Draft(ctx, connectors.Draft{Place: at, Turn: 7}) },
		} {
			if r := reasonOf(t, do(t.Context())); r != want {
				t.Errorf("%s, %d: %v, want %v", name, code, r, want)
			}
		}
		_, err := m.Send(t.Context(), settles)
		if r := reasonOf(t, err); r != want {
			t.Errorf("settle, %d: %v, want %v", code, r, want)
		}
		_, err = m.Send(t.Context(), pictured)
		if r := reasonOf(t, err); r != connectors.Temporary && r != connectors.RateLimited {
			t.Errorf("picture, %d: %v", code, r)
		}
		on.Store(false)
		if err := m.Draft(t.Context(), connectors.Draft{Place: at, Turn: 7}); err != nil {
			t.Fatal(err)
		}
	}
}

// The server's own refusals still end what cannot be done.
func TestTheServersOwnRefusals(t *testing.T) {
	s, sam := server(t)
	m := connector(s)
	m.Token = "wrong"
	err := m.Run(t.Context(), "", func(context.Context, connectors.Event) error { return errors.New("unreachable") })
	if r := reasonOf(t, err); r != connectors.Forbidden {
		t.Errorf("Run = %v", err)
	}
	_, err = m.Send(t.Context(), connectors.Post{Key: "k", Place: home(s, sam), Text: "x"})
	if r := reasonOf(t, err); r != connectors.Forbidden {
		t.Errorf("Send = %v", err)
	}
}

// Where only the websocket does not come through, nothing is heard, whatever else is answered.
func TestAnAnswerIsNoPulse(t *testing.T) {
	s, _ := server(t)
	m := quick(connector(s))
	var answered atomic.Int32
	tried := make(chan bool, 100)
	m.URL = proxied(t, s, func(r *http.Request) int {
		if strings.HasSuffix(r.URL.Path, "/websocket") {
			tried <- true
			return http.StatusBadGateway
		}
		answered.Add(1)
		return 0
	})
	e := hear(t, m, "")
	for range 3 {
		<-tried
	}
	e.stop()
	if answered.Load() == 0 {
		t.Error("nothing else was asked")
	}
	if at := m.Heard(); !at.IsZero() {
		t.Errorf("heard at %s", at)
	}
}
