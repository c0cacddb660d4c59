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

// unable is a server at which no tenant can be made, for the reason told, and a read says that
// there is no such thing.
func unable(t *testing.T, told, read string) weaviate.Options {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/meta"):
			fmt.Fprint(w, `{"version":"1.37.0"}`)
		case strings.HasSuffix(path, "/graphql"):
			fmt.Fprintf(w, `{"data":{"Get":{"CitadelMemory":null}},"errors":[{"message":%q}]}`, read)
		case strings.Contains(path, "/objects"), r.Method == http.MethodGet && strings.Contains(path, "/tenants/"), r.Method == http.MethodHead:
			w.WriteHeader(http.StatusNotFound)
		case strings.HasSuffix(path, "/tenants"):
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprintf(w, `{"error":[{"message":%q}]}`, "updating db: TYPE_ADD_TENANT: migrator.new_tenants: "+told)
		default:
			fmt.Fprint(w, `{"class":"CitadelMemory","description":"Memories of Citadel, schema 1","vectorConfig":{}}`)
		}
	}))
	t.Cleanup(server.Close)
	return weaviate.Options{URL: server.URL, Principal: "me", Ledger: "ours", Now: time.Now}
}

// A server whose schema names the collection while its files hold none is told apart from one that
// is away and from one that is empty. It answers here as 1.37.0 did when its files were taken away
// while it ran.
func TestAServerWithoutItsIndexIsBroken(t *testing.T) {
	s := open(t, unable(t, `cannot find index for "CitadelMemory"`, "explorer: list class: search: tried to browse non-existing index for CitadelMemory"))
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

// A server that gave up dropping a tenant half-way, as 1.37.0 does under load, cannot make it again
// until it is started anew: that is no broken one, and not one without an answer.
func TestAServerThatHoldsWhatItWasToDrop(t *testing.T) {
	s := open(t, unable(t, `init shard "citadelmemory_me": init prop "kind": value index: bucket "`+strings.Repeat("/data", 80)+`": bucket already registered`, "tenant not found"))
	err := s.Check(t.Context())
	if !errors.Is(err, weaviate.ErrHeld) || !errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrBroken) {
		t.Errorf("checked: %v", err)
	}
	if text := err.Error(); !strings.Contains(text, "already registered") || strings.Contains(text, "/data") {
		t.Errorf("it says %q", text)
	}
}
