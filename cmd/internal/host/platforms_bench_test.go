package host_test

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"citadel/brain"
	"citadel/cmd/internal/host"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// noting is a store that notes when an event of a kind has become durable.
type noting struct {
	*sqlite.Store
	kind    event.Kind
	durable chan time.Time
}

func (n *noting) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	err := n.Store.Append(ctx, rows, shred)
	for _, r := range rows {
		if r.Kind == n.kind && err == nil {
			select {
			case n.durable <- time.Now():
			default: // nobody asks
			}
		}
	}
	return err
}

// timed is a stage on one platform, whose ledger notes when events of a kind are durable.
func timed(b *testing.B, platform int, kind event.Kind, steps ...brain.Step) (*stage, far, *noting) {
	s := newStage(b, platform)
	file, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), host.LedgerName))
	if err != nil {
		b.Fatal(err)
	}
	n := &noting{Store: file, kind: kind, durable: make(chan time.Time, 1)}
	s.store = n
	s.shape = func(c *host.Citadel) { c.Brain.Steps = steps }
	return s, s.fars[0], n
}

// drain forgets what was noted, so that the next note is of what comes.
func (n *noting) drain() {
	select {
	case <-n.durable:
	default:
	}
}

// From an event on the wire until it is durable: the time, and as a share of it a bare
// round trip over loopback with a bare commit.
func BenchmarkPlatformsHeard(b *testing.B) {
	for i, name := range platformNames {
		b.Run(name, func(b *testing.B) {
			s, f, n := timed(b, i, "heard", quiet)
			s.run()
			s.link(f)
			trip, commit := bareTrip(b), bareCommit(b)
			var took, bare []time.Duration
			for b.Loop() {
				s.await("nothing waits", s.idle)
				n.drain()
				began := time.Now()
				f.say(f.home(), "one thing more")
				took = append(took, (<-n.durable).Sub(began))
				b.StopTimer()
				bare = append(bare, trip()+commit())
				b.StartTimer()
			}
			report(b, took)
			b.ReportMetric(middle(bare).Seconds()/middle(took).Seconds(), "of-bare")
		})
	}
}

// From an answer that is durably queued until its first byte is at the platform, which is
// behind one more commit: the time, and as a share of it the same by bare means.
func BenchmarkPlatformsSent(b *testing.B) {
	for i, name := range platformNames {
		b.Run(name, func(b *testing.B) {
			s, f, n := timed(b, i, "post.queued", tell)
			arrived := make(chan time.Time, 1)
			s.wire = func(w *wiring) {
				for _, address := range []*string{&w.Slack, &w.Telegram, &w.Mattermost} {
					if *address != "" {
						*address = doorway(b, *address, arrived)
					}
				}
			}
			s.run()
			s.link(f)
			trip, commit := bareTrip(b), bareCommit(b)
			var took, bare []time.Duration
			for b.Loop() {
				s.await("nothing waits", s.idle)
				n.drain()
				select {
				case <-arrived:
				default:
				}
				f.say(f.home(), "one thing more")
				queued := <-n.durable
				took = append(took, (<-arrived).Sub(queued))
				b.StopTimer()
				bare = append(bare, trip()+commit())
				b.StartTimer()
			}
			report(b, took)
			b.ReportMetric(middle(bare).Seconds()/middle(took).Seconds(), "of-bare")
		})
	}
}

// doorway stands before a server and notes when a post begins to arrive.
func doorway(b *testing.B, address string, arrived chan<- time.Time) string {
	b.Helper()
	to, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ErrorLog = log.New(io.Discard, "", 0) // a client that leaves is no error
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		if r.Method == http.MethodPost && (strings.HasSuffix(path, "/chat.postMessage") || strings.HasSuffix(path, "/sendMessage") || strings.HasSuffix(path, "/api/v4/posts")) {
			select {
			case arrived <- time.Now():
			default:
			}
		}
		proxy.ServeHTTP(w, r)
	}))
	b.Cleanup(s.Close)
	return s.URL
}

// bareTrip gives a function that times one small request over loopback and its answer.
func bareTrip(b *testing.B) func() time.Duration {
	b.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, r.Body) // the client may have gone
	}))
	b.Cleanup(s.Close)
	client := s.Client()
	return func() time.Duration {
		began := time.Now()
		resp, err := client.Post(s.URL, "application/json", strings.NewReader(`{"text":"one thing more"}`))
		if err != nil {
			b.Fatal(err)
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if cerr := resp.Body.Close(); err != nil || cerr != nil {
			b.Fatal(err, cerr)
		}
		return time.Since(began)
	}
}
