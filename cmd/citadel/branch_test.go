package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"citadel/deployments/test"
)

// A server that was filled from a branch of the ledger which an import left dead is named by
// doctor and by rebuild --verify, and emptied by rebuild. Without that the next start fills it
// anew, as status tells; what only the other branch heard is not found.
func TestServerOfADeadBranch(t *testing.T) {
	tenant := test.WeaviateTenant(t)
	me := "CITADEL_PRINCIPAL=" + tenant.Name
	server := []string{me, "WEAVIATE_URL=" + test.Server(t, test.WeaviateURL), "WEAVIATE_API_KEY=" + test.Server(t, test.WeaviateKey)}
	old, file := newHome(t), filepath.Join(t.TempDir(), "out")
	done(t, citadelIn(t, []string{me}, old, "remember the barn holds hay\n"), "hay")
	done(t, citadelIn(t, []string{me}, old, "", "ledger", "export", file), "")
	long := func() func() bool {
		from := time.Now()
		return func() bool { return time.Since(from) > 2*time.Second }
	}
	dead := func() {
		c := talk(t, old, server, long(), "remember the safe opens with phantomword77\n", "remember the attic holds skis\n")
		done(t, c, "phantomword77")
	}
	dead()

	home := newHome(t)
	done(t, citadelIn(t, []string{me}, home, "", "ledger", "import", file), "Imported ")
	verified := citadelIn(t, []string{me}, home, "", "ledger", "verify")
	done(t, verified, "its end agrees with the anchor")
	if strings.Contains(verified.out, "without an anchor") {
		t.Errorf("%+v", verified)
	}
	done(t, citadelIn(t, []string{me}, home, strings.Repeat("remember the cellar holds wine\nremember the roof is red\n", 3)), "wine")

	done(t, citadelIn(t, server, home, "", "doctor", "--json"), "holds what another branch of the ledger left there")
	if c := citadelIn(t, server, home, "", "ledger", "rebuild", "--verify"); c.code != 1 || !strings.Contains(c.out, "was filled from another branch") {
		t.Errorf("verified: %+v", c)
	}
	c := talk(t, home, server, long(), "find phantomword77\n", "status\n", "what does the cellar hold?\n")
	if c.code != 0 || strings.Contains(c.out, "opens with") || !strings.Contains(c.out, "it held what another branch of the ledger had left there") || !strings.Contains(c.out, "wine") {
		t.Errorf("started: %+v", c)
	}
	done(t, citadelIn(t, server, home, "", "ledger", "rebuild", "--verify"), "Verified")

	dead()
	done(t, citadelIn(t, server, home, "", "ledger", "rebuild"), "is empty; the next start fills it")
	done(t, citadelIn(t, server, home, "", "doctor", "--json"), "holds no memories yet")
}

// A server that belongs to another ledger is refused with what to do.
func TestServerOfAnotherLedger(t *testing.T) {
	tenant := test.WeaviateTenant(t)
	server := []string{"CITADEL_PRINCIPAL=" + tenant.Name, "WEAVIATE_URL=" + test.Server(t, test.WeaviateURL), "WEAVIATE_API_KEY=" + test.Server(t, test.WeaviateKey)}
	late := time.Now().Add(time.Second)
	done(t, talk(t, newHome(t), server, func() bool { return time.Now().After(late) }, "remember the barn holds hay\n", "thanks\n"), "hay")
	home := newHome(t)
	for _, args := range [][]string{{"chat"}, {"ledger", "rebuild"}} {
		c := citadelIn(t, server, home, "hello\n", args...)
		if c.code != 1 || !strings.Contains(c.err, "another ledger under this name") || !strings.Contains(c.err, "Nothing was changed") || !strings.Contains(c.err, "Name another server") {
			t.Errorf("%v: %+v", args, c)
		}
	}
	done(t, citadelIn(t, server, home, "", "doctor", "--json"), "does not start like this")
}
