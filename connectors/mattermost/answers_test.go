package mattermost_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"
)

// between stands before the server, and changes its answers.
func between(t *testing.T, s *mattermostserver.Server, change func(*http.Response) error) string {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	p := httputil.NewSingleHostReverseProxy(u)
	p.ModifyResponse = change
	x := httptest.NewServer(p)
	t.Cleanup(x.Close)
	return x.URL
}

// body is an answer's, as what a change of it writes.
func body(r *http.Response, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	r.Header.Set("Content-Length", fmt.Sprint(len(text)))
	return nil
}

// An answer that is not about the post that was to be made tells nothing of it: Find does.
func TestAnAnswerAboutAnotherPost(t *testing.T) {
	for name, field := range map[string]map[string]any{
		"in another room":  {"channel_id": "aaaaaaaaaaaaaaaaaaaaaaaaaa"},
		"without an id":    {"id": ""},
		"with another key": {"props": map[string]any{"citadel_key": "another"}},
		"without a key":    {"props": map[string]any{}},
	} {
		t.Run(name, func(t *testing.T) {
			s, sam := server(t)
			m, at := connector(s), home(s, sam)
			m.URL = between(t, s, func(r *http.Response) error {
				if r.Request.Method != http.MethodPost || !strings.HasSuffix(r.Request.URL.Path, "/api/v4/posts") {
					return nil
				}
				var post map[string]any
				if err := json.NewDecoder(r.Body).Decode(&post); err != nil {
					return err
				}
				for k, v := range field {
					post[k] = v
				}
				return body(r, post)
			})
			id, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: at, Text: "x"})
			if id != "" || reasonOf(t, err) != connectors.Unknown {
				t.Errorf("Send = %q, %v", id, err)
			}
			if _, found, err := m.Find(t.Context(), connectors.Post{Key: "k", Place: at}, time.Time{}); !found || err != nil {
				t.Errorf("Find = %v, %v", found, err)
			}
		})
	}
}

// A post of the agent's that somebody else takes away is told, however new it is, in a thread too.
func TestSomebodyTakesAPostAway(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	e := hear(t, m, "")
	defer e.stop()
	root := sam.Say("begin")
	e.until("begin")
	for _, thread := range []string{"", root} {
		at.Thread = thread
		id, err := m.Send(t.Context(), connectors.Post{Key: "k" + thread, Place: at, Text: "x"})
		if err != nil {
			t.Fatal(err)
		}
		sam.Delete(string(id))
		sam.Say("end")
		heard := e.until("end")
		if len(heard) == 0 || heard[0].Kind != connectors.Delete || heard[0].Message != id || heard[0].From.ID != sam.ID {
			t.Errorf("heard %+v", heard)
		}
	}
}

// A room that cannot be read when a thread in it vanished ends nothing: it is owed, and what is said
// elsewhere is heard.
func TestARoomThatIsRefusedWhenAThreadVanishes(t *testing.T) {
	s, sam := server(t)
	acme := s.AddChannel("acme", false, sam)
	m := quick(connector(s))
	var refuses atomic.Bool
	var refused atomic.Int64
	m.URL = between(t, s, func(r *http.Response) error {
		if !refuses.Load() || !strings.Contains(r.Request.URL.Path, "/channels/"+acme+"/posts") {
			return nil
		}
		refused.Add(1)
		r.StatusCode = http.StatusForbidden
		return body(r, map[string]any{"id": "api.context.permissions.app_error", "message": "no", "status_code": http.StatusForbidden})
	})
	e := hear(t, m, "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	root := sam.SayIn(acme, "", "root")
	sam.SayIn(acme, root, "a reply")
	e.until("a reply")
	refuses.Store(true)
	sam.Delete(root)
	sam.Say("elsewhere")
	e.until("elsewhere")
	if refused.Load() == 0 {
		t.Error("the room was not read")
	}
	refuses.Store(false)
	sam.SayIn(acme, "", "again")
	e.until("again")
}

// What cannot be read is by the same hand as what can: not by the principal's where an integration, or
// another server, has the name.
func TestUnreadableOfOthers(t *testing.T) {
	const who, room = "personpersonpersonpersonpe", "roomroomroomroomroomroomro"
	for more, want := range map[string]string{
		``:                                     "",
		`,"props":{},"remote_id":""`:           "",
		`,"props":null,"remote_id":null`:       "",
		`,"props":{"disable_mentions":true}`:   "",
		`,"props":{"from_webhook":"true"}`:     "webhook",
		`,"props":{"from_bot":"true"}`:         "bot",
		`,"props":{"from_oauth_app":true}`:     "app",
		`,"props":{"override_username":"Sam"}`: "another name",
		`,"props":["from_webhook"]`:            "something unreadable",
		`,"remote_id":"far"`:                   "remote server far",
		`,"remote_id":{"id":"far"}`:            "something unreadable",
	} {
		post := `{"id":7,"message":"x","user_id":"` + who + `","channel_id":"` + room + `"` + more + `}`
		frame, err := json.Marshal(map[string]any{"event": "posted", "seq": 1, "data": map[string]any{"post": post}, "broadcast": map[string]any{"channel_id": room}})
		if err != nil {
			t.Fatal(err)
		}
		var got []connectors.Event
		mattermost.Read(&mattermost.Mattermost{URL: "http://127.0.0.1:1", Token: "t", Now: time.Now}, frame, func(_ context.Context, e connectors.Event) error {
			got = append(got, e)
			return nil
		})
		if len(got) != 1 || got[0].Kind != connectors.Unparsed || got[0].From.ID != who || got[0].Via != want {
			t.Errorf("%s: %+v, want it by %q", post, got, want)
		}
	}
}
