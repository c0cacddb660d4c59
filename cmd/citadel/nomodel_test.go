package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Without a key a hundred lines of talk are answered to the byte as they were before there
// were models, but for what is said about having one. The golden file is the output of the
// version before, with those lines changed by hand.
func TestWithoutAModel(t *testing.T) {
	typed, err := os.ReadFile(filepath.Join("testdata", "without-a-model.txt"))
	if err != nil {
		t.Fatal(err)
	}
	home := newHome(t)
	c := citadel(t, home, string(typed), "chat", "--json")
	if c.code != 0 || strings.Contains(c.err, "level=ERROR") {
		t.Fatalf("status %d: %s", c.code, c.err)
	}
	got := settled(t, strings.ReplaceAll(c.out, home, "HOME"))
	golden := filepath.Join("testdata", "without-a-model.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// What is learned in the background takes numbers between those of the conversation, sooner
// or later, and what it has not got to yet is counted.
var (
	handles  = regexp.MustCompile(`\b[acdeKlmrw][0-9]+\b`)
	unsteady = regexp.MustCompile(`[0-9]+ entries(; [0-9]+ messages? not read through yet)?|[0-9]+ events, newest ` + "`[0-9a-f]+`" + `|[0-9]+ to [0-9]+`)
)

// settled is output in which the numbers of events are their order of appearance.
func settled(t *testing.T, out string) string {
	t.Helper()
	names := map[string]string{}
	var b strings.Builder
	for line := range strings.Lines(out) {
		var o struct {
			Line     int    `json:"line"`
			Text     string `json:"text"`
			By       string `json:"by"`
			Category string `json:"category"`
			Tier     string `json:"tier"`
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		text := unsteady.ReplaceAllString(o.Text, "N")
		text = handles.ReplaceAllStringFunc(text, func(h string) string {
			if names[h] == "" {
				names[h] = fmt.Sprintf("%s#%d", h[:1], len(names)+1)
			}
			return names[h]
		})
		fmt.Fprintf(&b, "%d %s %s %s\n", o.Line, o.By, o.Category, o.Tier)
		for part := range strings.Lines(text) {
			fmt.Fprintf(&b, "\t%s", part)
		}
		b.WriteString("\n")
	}
	return b.String()
}
