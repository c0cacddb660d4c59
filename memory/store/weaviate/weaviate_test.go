package weaviate_test

import (
	"fmt"
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

// settled has the server move what is new from memory to disk, and gives the store of another
// process.
func settled(t testing.TB, o weaviate.Options) *weaviate.Store {
	t.Helper()
	test.TenantNamed(t, o.Principal).Settle()
	return open(t, o)
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
