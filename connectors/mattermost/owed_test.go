package mattermost_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"

	"pgregory.net/rapid"
)

// refusing is an address before a fake that refuses in the server's own words what bad names.
func refusing(t *testing.T, s *mattermostserver.Server, status int, bad func(*http.Request) bool) string {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	p := httputil.NewSingleHostReverseProxy(u)
	x := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !bad(r) {
			p.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"id":"app.post.get_posts.app_error","message":"no","status_code":%d}`, status)
	}))
	t.Cleanup(x.Close)
	return x.URL
}

// One room that the server never manages to read keeps none of the others from being heard.
// Once it can be read, what was missed there is heard, once: by the same process, and by one
// that knows the cursor alone.
func TestARoomThatCannotBeRead(t *testing.T) {
	for _, status := range []int{500, 400, 401} {
		for _, killed := range []bool{false, true} {
			t.Run(fmt.Sprint(status, killed), func(t *testing.T) {
				c, s, sam, make := clocked(t)
				lena := s.AddPerson("lena")
				acme := s.AddChannel("acme", false, sam, lena)
				sam.Say("before")
				cur, _ := lives(t, make(), "", 0, "before")
				c.pass(5 * time.Minute)
				lena.SayIn(acme, "", "missed")
				c.pass(5 * time.Minute)
				sam.Say("other")
				var ill atomic.Bool
				ill.Store(true)
				address := refusing(t, s, status, func(r *http.Request) bool {
					return ill.Load() && strings.Contains(r.URL.Path, "/channels/"+acme+"/posts")
				})
				m := make()
				m.URL = address
				e := hear(t, m, cur)
				e.until("other")
				c.pass(5 * time.Minute)
				sam.Say("live")
				e.until("live")
				if killed {
					cur = e.stop()
					c.pass(time.Hour)
					m = make()
					m.URL = address
					e = hear(t, m, cur)
					sam.Say("live again")
					e.until("live again")
				}
				ill.Store(false)
				e.until("missed")
				sam.Say("end")
				for _, ev := range e.until("end") {
					if ev.Kind == connectors.Message && ev.Text == "missed" || ev.Kind == connectors.Gap {
						t.Errorf("%s %q, again or for nothing", ev.Kind, ev.Text)
					}
				}
				cur = e.stop()
				sam.Say("later")
				if _, got := lives(t, make(), cur, 0, "later"); slices.Contains(got, "message:missed") {
					t.Error("heard again by the next process")
				}
			})
		}
	}
}

// Of more rooms than can be owed the one owed longest is given up, and that is told.
func TestTooManyRoomsThatCannotBeRead(t *testing.T) {
	c, s, sam, make := clocked(t)
	sam.Say("before")
	cur, _ := lives(t, make(), "", 0, "before")
	c.pass(5 * time.Minute)
	rooms := map[string]bool{}
	for i := range 17 {
		id := s.AddChannel(fmt.Sprint("room", i), false, sam)
		rooms[id] = true
		sam.SayIn(id, "", "missed")
	}
	sam.Say("other")
	m := make()
	mattermost.Hurry(m, time.Hour, time.Hour, time.Millisecond) // nothing is read again
	m.URL = refusing(t, s, 500, func(r *http.Request) bool {
		for id := range rooms {
			if strings.Contains(r.URL.Path, "/channels/"+id+"/posts") {
				return true
			}
		}
		return false
	})
	e := hear(t, m, cur)
	gaps := 0
	for _, ev := range e.until("other") {
		if ev.Kind == connectors.Gap && rooms[ev.Place.Room] && ev.Since.Before(ev.At) {
			gaps++
		}
	}
	if gaps != 1 {
		t.Errorf("%d gaps, want 1", gaps)
	}
	cur = e.stop()
	if again, err := mattermost.Around(cur); err != nil || again != cur {
		t.Errorf("cursor %q is read as %q, %v", cur, again, err)
	}
}

// A room that is owed already, and cannot be read again, stays owed from the earlier moment:
// in whatever order its debts are found, nothing between them is passed over.
func TestOwedFromTheEarliestMoment(t *testing.T) {
	const acme, beta = "acmeacmeacmeacmeacmeacmeac", "betabetabetabetabetabetabe"
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SliceOfN(rapid.Int64Range(0, 1<<42), 1, 8).Draw(t, "moments")
		rooms := make([]string, len(at), len(at)+1)
		for i := range rooms {
			rooms[i] = acme
		}
		got := mattermost.Owed(append(rooms, beta), append(slices.Clone(at), 7))
		want := mattermost.Owed([]string{acme, beta}, []int64{slices.Min(at), 7})
		if got != want {
			t.Fatalf("owed %q, want %q", got, want)
		}
	})
}
