package weaviate_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/memory/store"
	"citadel/memory/store/weaviate"
)

// A server that says that it dropped a tenant, and brings back what its files held, is asked again; and where that does
// not help nothing goes on as if it were empty.
func TestATenantThatComesBackFull(t *testing.T) {
	for _, c := range []struct {
		kept  int32 // so many times the server drops nothing
		empty bool
	}{{0, true}, {1, true}, {2, true}, {3, false}} {
		o := options(t)
		to, err := url.Parse(o.URL)
		if err != nil {
			t.Fatal(err)
		}
		p := httputil.NewSingleHostReverseProxy(to)
		var keeps atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodDelete && strings.HasSuffix(r.URL.Path, "/tenants") && keeps.Add(-1) >= 0 {
				w.WriteHeader(http.StatusOK)
				return
			}
			p.ServeHTTP(w, r)
		}))
		defer server.Close()
		o.URL = server.URL
		s := open(t, o)
		if err := s.Put(t.Context(), store.Item{Seq: 1, Kind: store.Said, Audience: "private", On: time.Unix(1, 0), Text: "of another branch"}); err != nil {
			t.Fatal(err)
		}
		keeps.Store(c.kept)
		err = s.Clear(t.Context())
		if c.empty != (err == nil) || err != nil && !errors.Is(err, weaviate.ErrHeld) {
			t.Errorf("%d times kept: %v", c.kept, err)
		}
		if n, err := s.Len(t.Context()); c.empty && (n != 0 || err != nil) {
			t.Errorf("%d times kept: %d are left, %v", c.kept, n, err)
		}
	}
}
