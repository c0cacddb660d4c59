package weaviate_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/deployments/test"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
	"citadel/memory/store/storetest"
	"citadel/memory/store/weaviate"
)

var tenants atomic.Int64

// options give a tenant that no other test has.
func options(t testing.TB) weaviate.Options {
	return weaviate.Options{
		URL: test.Server(t, test.WeaviateURL), GRPC: test.Server(t, test.WeaviateGRPC), Key: test.Server(t, test.WeaviateKey),
		Principal: fmt.Sprintf("t%d-%d", time.Now().UnixNano(), tenants.Add(1)), Ledger: "of the tests", Now: time.Now,
	}
}

func open(t interface {
	Helper()
	Fatal(...any)
}, o weaviate.Options) *weaviate.Store {
	t.Helper()
	s, err := weaviate.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// settled has the server move what is new from memory to disk, which it does when a tenant is
// put to rest, and gives the store of another process.
func settled(t testing.TB, o weaviate.Options) *weaviate.Store {
	t.Helper()
	for _, status := range []string{"INACTIVE", "ACTIVE"} {
		ask(t, "PUT", "tenants", fmt.Sprintf(`[{"name":%q,"activityStatus":%q}]`, o.Principal, status))
	}
	return open(t, o)
}

// ask sends the server itself something that the store has no words for.
func ask(t testing.TB, method, path, body string) {
	t.Helper()
	q, err := http.NewRequest(method, test.Server(t, test.WeaviateURL)+"/v1/schema/CitadelMemory/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+test.Server(t, test.WeaviateKey))
	q.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if answer, err := io.ReadAll(a.Body); err != nil || a.StatusCode >= 300 {
		t.Fatalf("%s %s: %s: %s, %v", method, path, a.Status, answer, err)
	}
}

func TestStore(t *testing.T) {
	of := map[store.Store]weaviate.Options{}
	storetest.Run(t, func(t *testing.T) store.Store {
		o := options(t)
		s := open(t, o)
		of[s] = o
		return s
	}, func(t *testing.T, s store.Store) store.Store { return settled(t, of[s]) })
}

func FuzzFilters(f *testing.F) {
	storetest.FuzzFilters(f, func(t *testing.T) store.Store { return open(t, options(t)) }, embedded.New())
}
