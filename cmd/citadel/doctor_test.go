package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The exit status is 1 only where something fails, and the report says it alone.
func TestDoctor(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	call := func(args ...string) (code int, out, problems string) {
		var o, p bytes.Buffer
		code = run(t.Context(), append([]string{"--home", home, "doctor"}, args...), &environment{
			in: strings.NewReader(""), out: &o, err: &p, environ: []string{"TZ=Australia/Melbourne"}, now: time.Now,
		})
		return code, o.String(), p.String()
	}
	if code, out, problems := call(); code != 0 || problems != "" || !strings.Contains(out, "There is no home yet") || !strings.HasSuffix(out, "all is well.\n") {
		t.Errorf("no home: %d, %q, %q", code, out, problems)
	}
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	if code, out, problems := call("--full"); code != 1 || problems != "" || !strings.Contains(out, "chmod 700 "+home) {
		t.Errorf("an open home: %d, %q, %q", code, out, problems)
	}
	code, out, problems := call("--json")
	var report struct{ Verdict string }
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 1 || problems != "" || report.Verdict != "fail" {
		t.Errorf("as JSON: %d, %q, %v, %q", code, out, err, problems)
	}
}
