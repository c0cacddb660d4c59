package host_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"citadel/cmd/internal/host"
)

// lossy stands between the agent and a platform. While it is armed the next post is made, and its
// acknowledgement is lost.
type lossy struct {
	*httptest.Server
	armed atomic.Bool
	lost  atomic.Int64
}

func newLossy(t *testing.T, f far) *lossy {
	var w wiring
	f.wire(&w)
	to, err := url.Parse(w.Slack + w.Mattermost) // one of them
	if err != nil {
		t.Fatal(err)
	}
	l := &lossy{}
	pass := httputil.NewSingleHostReverseProxy(to)
	pass.ModifyResponse = func(r *http.Response) error {
		posts := r.Request.Method == http.MethodPost && (strings.HasSuffix(r.Request.URL.Path, "/posts") || strings.HasSuffix(r.Request.URL.Path, "/chat.postMessage"))
		if posts && l.armed.CompareAndSwap(true, false) {
			l.lost.Add(1)
			panic(http.ErrAbortHandler)
		}
		return nil
	}
	l.Server = httptest.NewServer(pass)
	t.Cleanup(l.Close)
	return l
}

// wire puts it before the server.
func (l *lossy) wire(w *wiring) {
	if w.Slack != "" {
		w.Slack = l.URL
	} else {
		w.Mattermost = l.URL
	}
}

// The beginning of an answer stands there and nobody knows of it, because the acknowledgement was lost:
// the answer takes its place, and there is one message at the end. It is so where it goes on at once,
// where the beginning is tried again first, and where another process gives the answer.
func TestPlatformsBeginningInDoubt(t *testing.T) {
	const end = "That is all I know. zq1a"
	for how, then := range map[string]func(s *stage, w *writer){
		"it goes on at once": func(_ *stage, w *writer) { w.goOn <- struct{}{} },
		"it is tried again": func(s *stage, w *writer) {
			f := s.fars[0]
			w.goOn <- struct{}{}
			s.await("it has grown", func() bool { return strings.Contains(f.drafted(f.home()), "She got it on Monday.") })
		},
		"another process answers": func(s *stage, w *writer) {
			s.stop()
			s.run()
			<-w.began
			w.goOn <- struct{}{}
		},
	} {
		t.Run(how, func(t *testing.T) {
			onPlatforms(t, func(t *testing.T, s *stage, f far) {
				if !f.keeps() {
					t.Skip("its drafts are no messages")
				}
				w := &writer{began: make(chan string, 10), goOn: make(chan struct{}, 100)}
				s.shape = func(c *host.Citadel) { c.Brain.Respond = w.write }
				line := newLossy(t, f)
				s.wire = line.wire
				s.run()
				for range 3 {
					w.goOn <- struct{}{}
				}
				s.link(f)
				<-w.began
				before := len(f.shown(f.home()))
				line.armed.Store(true)
				f.say(f.home(), "tell me about zq1a")
				<-w.began
				s.await("its beginning is there, and nobody knows", func() bool { return line.lost.Load() == 1 && len(f.shown(f.home())) > before })
				began := f.shown(f.home())[before].id
				then(s, w)
				w.goOn <- struct{}{}
				w.goOn <- struct{}{}
				s.await("it is answered", func() bool {
					all := f.shown(f.home())
					return s.idle() && len(all) > before && strings.HasSuffix(all[len(all)-1].text, end)
				})
				after := f.shown(f.home())[before:]
				if len(after) != 1 || after[0].key == "" || after[0].again || how != "another process answers" && after[0].id != began {
					t.Errorf("at the end there is %s", texts(after))
				}
			})
		})
	}
}
