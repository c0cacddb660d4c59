package weaviate_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"citadel/memory/store"
	"citadel/memory/store/weaviate"
)

// A server whose schema names the collection while its files hold none is told apart from one that
// is away and from one that is empty. It answers here as 1.37.0 did when its files were taken away
// while it ran.
func TestAServerWithoutItsIndexIsBroken(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		const none = `{"error":[{"message":"updating db: TYPE_ADD_TENANT: migrator.new_tenants: cannot find index for \"CitadelMemory\""}]}`
		w.Header().Set("Content-Type", "application/json")
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/meta"):
			fmt.Fprint(w, `{"version":"1.37.0"}`)
		case strings.HasSuffix(path, "/graphql"):
			fmt.Fprint(w, `{"data":{"Get":{"CitadelMemory":null}},"errors":[{"message":"explorer: list class: search: tried to browse non-existing index for CitadelMemory"}]}`)
		case strings.Contains(path, "/objects"), r.Method == http.MethodGet && strings.Contains(path, "/tenants/"), r.Method == http.MethodHead:
			w.WriteHeader(http.StatusNotFound)
		case strings.HasSuffix(path, "/tenants"):
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprint(w, none)
		default:
			fmt.Fprint(w, `{"class":"CitadelMemory","description":"Memories of Citadel, schema 1","vectorConfig":{}}`)
		}
	}))
	defer server.Close()
	s := open(t, weaviate.Options{URL: server.URL, Principal: "me", Ledger: "ours", Now: time.Now})
	if err := s.Check(t.Context()); !errors.Is(err, store.ErrBroken) || !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("checked: %v", err)
	}
	if _, err := s.Len(t.Context()); !errors.Is(err, store.ErrBroken) {
		t.Errorf("counted: %v", err)
	}
	if _, err := s.Look(t.Context()); !errors.Is(err, store.ErrBroken) {
		t.Errorf("looked at: %v", err)
	}
}
