package slack_test

import (
	"bytes"
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
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// What something on the way to Slack says of a call is not Slack's word: nothing is given up
// for it, and where the call may have got through that is said.
func TestPagesOfOthers(t *testing.T) {
	for status, want := range map[int]connectors.Reason{
		302: connectors.Temporary, 307: connectors.Temporary, 400: connectors.Temporary, 401: connectors.Temporary, 403: connectors.Temporary,
		404: connectors.Temporary, 407: connectors.Temporary, 409: connectors.Temporary, 413: connectors.Temporary, 425: connectors.Temporary,
		408: connectors.Unknown, 499: connectors.Unknown, 500: connectors.Unknown, 503: connectors.Unknown, 429: connectors.RateLimited,
	} {
		s := serve(t, nil)
		c := connector(s)
		s.Interpose("auth.test", status, 1, "")
		_, err := c.Identify(t.Context())
		if e := reasonOf(err); err == nil || e != connectors.Temporary && e != want {
			t.Errorf("%d to who it is: %v", status, err)
		}
		s.Interpose("chat.postMessage", status, 1, "")
		_, err = c.Send(t.Context(), post("k", "x"))
		expect(t, fmt.Sprint(status, " to a post"), err, want)
		id := must[connectors.MessageID](t)(c.Send(t.Context(), post("k", "x")))
		s.Interpose("chat.update", status, 1, "")
		expect(t, fmt.Sprint(status, " to an edit"), c.Edit(t.Context(), id, post("k", "y")), want)
		s.Interpose("conversations.history", status, 1, "")
		_, _, err = c.Find(t.Context(), post("k", "x"), now())
		if e := reasonOf(err); err == nil || e != connectors.Temporary && e != connectors.RateLimited {
			t.Errorf("%d to looking back: %v", status, err)
		}
	}
	s := serve(t, nil)
	c := connector(s)
	id := must[connectors.MessageID](t)(c.Send(t.Context(), post("k", "x")))
	for _, body := range []string{"{}", `{"status":"ok"}`, "[]", "<html>Please sign in</html>"} {
		s.Interpose("chat.postMessage", http.StatusOK, 1, body)
		_, err := c.Send(t.Context(), post("k2", "x"))
		expect(t, body+" to a post", err, connectors.Unknown)
		s.Interpose("chat.update", http.StatusOK, 1, body)
		expect(t, body+" to an edit", c.Edit(t.Context(), id, post("k", "y")), connectors.Unknown)
		s.Interpose("conversations.history", http.StatusOK, 1, body)
		_, _, err = c.Find(t.Context(), post("k", "x"), now())
		expect(t, body+" to looking back", err, connectors.Temporary)
	}
	// Slack's own word counts with whatever status it comes.
	s.Interpose("chat.postMessage", http.StatusForbidden, 1, `{"ok":false,"error":"channel_not_found"}`)
	_, err := c.Send(t.Context(), post("k3", "x"))
	expect(t, "Slack's word", err, connectors.Gone)
	s.Interpose("conversations.history", http.StatusBadRequest, 1, `{"ok":false,"error":"not_in_channel"}`)
	_, _, err = c.Find(t.Context(), post("k", "x"), now())
	expect(t, "Slack's word on looking back", err, connectors.Forbidden)
}

// A conversation that cannot be read when the others are is not passed over: neither for a
// page of somebody on the way, nor for a word of Slack's, known or not.
func TestNothingIsPassedOver(t *testing.T) {
	for _, refuse := range []func(s *slackserver.Server){
		func(s *slackserver.Server) { s.Interpose("conversations.history", http.StatusForbidden, 1, "") },
		func(s *slackserver.Server) { s.Interpose("conversations.history", http.StatusNotFound, 1, "") },
		func(s *slackserver.Server) { s.Interpose("conversations.history", http.StatusFound, 2, "") },
		func(s *slackserver.Server) { s.Interpose("conversations.history", http.StatusOK, 1, "{}") },
		func(s *slackserver.Server) {
			s.Interpose("conversations.history", http.StatusOK, 1, `{"ok":false,"error":"a_word_of_tomorrow"}`)
		},
		func(s *slackserver.Server) { s.Interpose("users.conversations", http.StatusForbidden, 1, "") },
	} {
		s := serve(t, forgetful)
		e := hear(t, connector(s), "")
		s.Say("before")
		cursor := e.next().Cursor
		e.stop()
		s.Say("missed")
		dropped(t, s)
		refuse(s)
		e = hear(t, connector(s), cursor)
		if ev := e.next(); ev.Text != "missed" {
			t.Errorf("heard %+v", ev)
		}
		e.stop()
	}
	for _, code := range []string{"channel_not_found", "not_in_channel", "missing_scope", "is_archived"} {
		s := serve(t, forgetful)
		acme := s.Channel("acme", false, slackserver.Sam)
		e := hear(t, connector(s), "")
		s.SayAs(slackserver.Sam, acme, "", "before")
		cursor := e.next().Cursor
		e.stop()
		for i := range 3 {
			last := s.SayAs(slackserver.Sam, acme, "", fmt.Sprint("missed ", i))
			if i == 2 {
				past(t, last) // so that a position that moves moves past it
			}
		}
		dropped(t, s)
		s.RefuseMethod("conversations.history", code)
		e = hear(t, connector(s), cursor)
		until(t, "it was tried", func() bool { return s.Calls("conversations.history") > 2 })
		s.SayAs(slackserver.Sam, acme, "", "heard all the same")
		ev := e.next()
		if ev.Text != "heard all the same" {
			t.Errorf("%s: heard %+v", code, ev)
		}
		cursor = ev.Cursor
		e.stop()
		s.RefuseMethod("conversations.history", "")
		e = hear(t, connector(s), cursor)
		s.Say("the end")
		var heard []string
		for ev := e.next(); ev.Text != "the end"; ev = e.next() {
			heard = append(heard, ev.Text)
		}
		if fmt.Sprint(heard) != "[missed 0 missed 1 missed 2]" {
			t.Errorf("%s: once it can be read %q is heard", code, heard)
		}
		e.stop()
	}
}

// A conversation that is refused for good, with a word that nobody knows, keeps no other from
// being heard, and is read once it can be.
func TestAStrangeWordForGood(t *testing.T) {
	s := serve(t, forgetful)
	acme := s.Channel("acme", false, slackserver.Sam)
	e := hear(t, connector(s), "")
	s.SayAs(slackserver.Sam, acme, "", "before")
	cursor := e.next().Cursor
	e.stop()
	s.SayAs(slackserver.Sam, acme, "", "missed")
	dropped(t, s)
	s.RefuseMethod("conversations.history", "a_word_of_tomorrow")
	e = hear(t, connector(s), cursor)
	until(t, "it was tried", func() bool { return s.Calls("conversations.history") > 8 })
	s.Say("heard all the same")
	ev := e.next()
	if ev.Text != "heard all the same" {
		t.Errorf("heard %+v", ev)
	}
	e.stop()
	s.RefuseMethod("conversations.history", "")
	e = hear(t, connector(s), ev.Cursor)
	if ev := e.next(); ev.Text != "missed" {
		t.Errorf("heard %+v", ev)
	}
	e.stop()
}

// A word of Slack's on one conversation, whatever it says, keeps no other from being heard and
// does not end Run; what was said there is heard once it can be read, without a new greeting.
func TestOneConversationFails(t *testing.T) {
	for _, code := range []string{"internal_error", "service_unavailable", "slack_connect_blocked", "enterprise_is_restricted", "ekm_access_denied", "token_revoked"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			s := serve(t, forgetful)
			acme := s.Channel("acme", false, slackserver.Sam)
			var well atomic.Bool
			c := connector(s)
			c.URL = refusingRoom(t, s, acme, code, &well)
			e := hear(t, connector(s), "")
			s.Say("before")
			cursor := e.next().Cursor
			e.stop()
			s.SayAs(slackserver.Sam, acme, "", "missed")
			dropped(t, s)
			slack.Again(c, 20*time.Millisecond)
			e = hear(t, c, cursor)
			s.Say("heard all the same")
			if ev := e.next(); ev.Text != "heard all the same" {
				t.Errorf("heard %+v", ev)
			}
			well.Store(true)
			if ev := e.next(); ev.Text != "missed" {
				t.Errorf("heard %+v", ev)
			}
		})
	}
}

// refusingRoom stands before a server, and gives its own word for the history of one conversation
// until all is well.
func refusingRoom(t *testing.T, s *slackserver.Server, room, code string, well *atomic.Bool) string {
	return inFront(t, s, func(w http.ResponseWriter, r *http.Request, v url.Values) bool {
		refuses := strings.HasSuffix(r.URL.Path, "conversations.history") && v.Get("channel") == room && !well.Load()
		if refuses {
			fmt.Fprintf(w, `{"ok":false,"error":%q}`, code)
		}
		return refuses
	})
}

// inFront stands before a server, and passes on what answers does not answer.
func inFront(t *testing.T, s *slackserver.Server, answers func(http.ResponseWriter, *http.Request, url.Values) bool) string {
	return inFrontOf(t, s.URL(), answers)
}

// inFrontOf is what stands in front of something else in front of it.
func inFrontOf(t *testing.T, behind string, answers func(http.ResponseWriter, *http.Request, url.Values) bool) string {
	to := must[*url.URL](t)(url.Parse(behind))
	on := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: to.Scheme, Host: to.Host})
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		v, err := url.ParseQuery(string(body))
		if err != nil || !answers(w, r, v) {
			on.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(front.Close)
	return front.URL + to.Path
}

// A token that is refused, whatever is asked for, ends Run, and moves nothing.
func TestRefusedWhileReading(t *testing.T) {
	s := serve(t, forgetful)
	c := connector(s)
	must[connectors.Self](t)(c.Identify(t.Context()))
	s.RefuseMethod("auth.test", "token_revoked")
	s.RefuseMethod("conversations.history", "token_revoked")
	e := hear(t, c, "")
	expect(t, "the token", <-e.done, connectors.Forbidden)
	e.done <- nil
}
