package doctor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"citadel/cmd/internal/doctor"
)

// What servers of tools lack is said one by one, and none is started to find out.
func TestToolServers(t *testing.T) {
	o := options(home(t, 3))
	for _, f := range doctor.Examine(t.Context(), o) {
		if f.Check == "mcp" {
			t.Errorf("without a server: %+v", f)
		}
	}
	settings := `mcp:
  a: {command: /nonexistent/a}
  b: {command: sh, env: [B_TOKEN]}
  c: {url: "https://c.example/mcp", oauth: true}
  d: {command: /nonexistent/d, off: true}
  e: {command: sh}
`
	if err := os.WriteFile(filepath.Join(o.Home, "config.yaml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range doctor.Examine(t.Context(), o) {
		if f.Check != "mcp" {
			continue
		}
		found = true
		all := strings.Join(f.Details, "\n")
		if f.Verdict != doctor.Look || !strings.HasPrefix(f.Says, "3 tool servers") || len(f.Details) != 3 {
			t.Errorf("%+v", f)
		}
		for _, want := range []string{"a: The program /nonexistent/a is not there.", "b: B_TOKEN is not set.", "c: Nobody is logged in there. Run `citadel mcp login c`."} {
			if !strings.Contains(all, want) {
				t.Errorf("%q is not in %s", want, all)
			}
		}
	}
	if !found {
		t.Error("nothing is said")
	}
	if _, err := os.Stat(filepath.Join(o.Home, "mcp")); err == nil {
		t.Error("a server was started")
	}
}
