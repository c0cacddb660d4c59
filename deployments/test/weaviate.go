package test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Tenant is a place on the Weaviate server.
type Tenant struct {
	Name string // the principal's
	t    testing.TB
}

var tenants atomic.Int64

// TenantNamed is one of a name. It is not dropped.
func TenantNamed(t testing.TB, name string) Tenant { return Tenant{name, t} }

// WeaviateTenant names one that no other test has, and drops it at the end. What makes it there is the store, by the end of the test.
func WeaviateTenant(t testing.TB) Tenant {
	t.Helper()
	n := Tenant{fmt.Sprintf("t%d-%d", time.Now().UnixNano(), tenants.Add(1)), t}
	t.Cleanup(n.Empty)
	return n
}

// Empty drops what the server has of it, as a restart without its disk does.
func (n Tenant) Empty() { n.ask("DELETE", "tenants", fmt.Sprintf("[%q]", n.Name)) }

// Full has the server refuse whatever is new, as it does when its disk is nearly full.
func (n Tenant) Full(yes bool) {
	n.ask("PUT", "shards/"+n.Name, fmt.Sprintf(`{"status":%q}`, map[bool]string{true: "READONLY", false: "READY"}[yes]))
}

// Settle has the server move what is new from memory to disk, which it does when a tenant is put
// to rest.
func (n Tenant) Settle() {
	for _, status := range []string{"INACTIVE", "ACTIVE"} {
		n.ask("PUT", "tenants", fmt.Sprintf(`[{"name":%q,"activityStatus":%q}]`, n.Name, status))
	}
}

// ask sends the server itself something that the store has no words for.
func (n Tenant) ask(method, path, body string) {
	n.t.Helper()
	q, err := http.NewRequest(method, Server(n.t, WeaviateURL)+"/v1/schema/CitadelMemory/"+path, strings.NewReader(body))
	if err != nil {
		n.t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+Server(n.t, WeaviateKey))
	q.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		n.t.Fatal(err)
	}
	defer a.Body.Close()
	if answer, _ := io.ReadAll(a.Body); a.StatusCode >= 300 {
		n.t.Fatalf("%s %s: %s: %s", method, path, a.Status, answer)
	}
}
