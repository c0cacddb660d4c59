package slack_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack/slackserver"
)

// cutting hears through something that leaves a message out of what a method of Slack answers, as a history that is behind
// does; hidden is its timestamp, nothing where it is empty. asked counts the answers.
func cutting(t *testing.T, s *slackserver.Server, method string, hidden *atomic.Value, asked *atomic.Int32) string {
	return inFront(t, s, func(w http.ResponseWriter, r *http.Request, v url.Values) bool {
		ts, _ := hidden.Load().(string)
		if !strings.HasSuffix(r.URL.Path, method) {
			return false
		}
		ask := must[*http.Request](t)(http.NewRequestWithContext(r.Context(), r.Method, strings.TrimSuffix(s.URL(), "/api/")+r.URL.Path, strings.NewReader(v.Encode())))
		ask.Header = r.Header
		answer, err := http.DefaultClient.Do(ask)
		if err != nil { // the look was cut off
			return false
		}
		defer answer.Body.Close()
		var page map[string]any
		if err := json.NewDecoder(answer.Body).Decode(&page); err != nil {
			return false
		}
		if all, ok := page["messages"].([]any); ok {
			page["messages"] = slices.DeleteFunc(all, func(m any) bool { return m.(map[string]any)["ts"] == ts })
		}
		if json.NewEncoder(w).Encode(page) == nil {
			asked.Add(1)
		}
		return true
	})
}

// gone waits until it is told that a message is not in a place any more.
func (e *ear) gone(at connectors.Place, ts string) {
	e.t.Helper()
	for {
		ev := e.any()
		if ev.Kind == connectors.Remaining && ev.Place == at && !slices.Contains(ev.Still, connectors.MessageID(ts)) &&
			micro(ev.Since) <= seconds(connectors.MessageID(ts)) && seconds(connectors.MessageID(ts)) < micro(ev.At) {
			return
		}
	}
}

// loses has nobody told of what is done meanwhile.
func loses(s *slackserver.Server, done func()) {
	s.SetFaults(slackserver.Faults{Rand: seeded(1), Lose: 1})
	done()
	s.SetFaults(slackserver.Faults{})
}

// What was heard while the history was behind, and taken back before it showed it, of which Slack then told nobody, is known
// to be gone: before anything was read at all, and later.
func TestTakenBackBeforeItWasShown(t *testing.T) {
	for _, after := range []string{"the first reading", "others"} {
		t.Run(after, func(t *testing.T) {
			s := serve(t, nil)
			s.Say("the first of all")
			var hidden atomic.Value
			var asked atomic.Int32
			c := heeding(s)
			c.Look = 10 * time.Millisecond
			c.URL = cutting(t, s, "conversations.history", &hidden, &asked)
			hidden.Store("")
			e := hear(t, c, "")
			if after == "others" {
				until(t, "it is looked", func() bool { return asked.Load() > 2 })
			}
			for i := range 3 {
				ts := s.Say(fmt.Sprint("hidden ", i))
				hidden.Store(ts)
				for ev := e.next(); string(ev.Message) != ts; ev = e.next() {
				}
				n := asked.Load()
				until(t, "it is looked, and not shown", func() bool { return asked.Load() > n+2 })
				loses(s, func() { s.Delete(slackserver.Home, ts) })
				hidden.Store("")
				e.gone(home, ts)
			}
		})
	}
}

// What a room does not show is looked at in turn: in each of many threads it is heard what was edited, or the last of it taken back, and
// Slack told nobody.
func TestGivenUpInManyThreads(t *testing.T) {
	s := serve(t, nil)
	s.Say("the first of all")
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	e := hear(t, c, "")
	var roots, below []string
	for i := range 9 {
		roots = append(roots, s.Say(fmt.Sprint("root ", i)))
		below = append(below, s.SayAs(slackserver.Sam, slackserver.Home, roots[i], fmt.Sprint("below ", i)))
	}
	for ev := e.next(); string(ev.Message) != below[8]; ev = e.next() {
	}
	past(t, below[8])
	loses(s, func() {
		for i := range 9 {
			if i%2 == 0 {
				s.Edit(slackserver.Home, below[i], fmt.Sprint("again ", i))
			} else {
				s.Delete(slackserver.Home, below[i])
			}
		}
	})
	want := map[string]bool{}
	for i := range 9 {
		want[fmt.Sprint("again ", i)] = i%2 == 0
		want["gone "+below[i]] = i%2 == 1
	}
	for left := 9; left > 0; {
		ev := e.any()
		key := ev.Text
		if ev.Kind == connectors.Remaining {
			if i := slices.Index(roots, ev.Place.Thread); i >= 0 && !slices.Contains(ev.Still, connectors.MessageID(below[i])) {
				key = "gone " + below[i]
			}
		}
		if want[key] {
			want[key] = false
			left--
		}
	}
}

// Who listens anew just after something was said hears that it was taken back meanwhile, once enough time has passed to
// tell.
func TestTakenBackInAMoment(t *testing.T) {
	s := serve(t, forgetful)
	s.Say("the first of all")
	c := heeding(s)
	e := hear(t, c, "")
	ts := s.Say("no")
	ev := e.next()
	for string(ev.Message) != ts {
		ev = e.next()
	}
	e.stop()
	s.Delete(slackserver.Home, ts)
	dropped(t, s)
	c = heeding(s)
	c.Look = 10 * time.Millisecond
	hear(t, c, ev.Cursor).gone(home, ts)
}
