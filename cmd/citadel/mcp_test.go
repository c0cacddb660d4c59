package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/cmd/internal/host"
)

// onlooker is another program that looks into the memory of a home through `citadel mcp`.
type onlooker struct {
	t *testing.T
	*sdk.ClientSession
}

func looksInto(t *testing.T, home string, args ...string) onlooker {
	t.Helper()
	theirs, in := io.Pipe()
	out, ours := io.Pipe()
	var problems bytes.Buffer
	e := &environment{in: theirs, out: ours, err: &problems, environ: []string{"TZ=Australia/Melbourne"}, now: func() time.Time { return today }}
	code := make(chan int, 1)
	go func() {
		code <- run(context.WithoutCancel(t.Context()), append([]string{"--home", home, "mcp"}, args...), e)
		ours.Close()
	}()
	c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), &sdk.IOTransport{Reader: out, Writer: in}, nil)
	if err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	t.Cleanup(func() {
		s.Close()
		in.Close()
		if got := <-code; got != 0 {
			t.Errorf("it ended with %d: %s", got, problems.String())
		}
	})
	return onlooker{t, s}
}

// ask calls a tool and gives its text; a failure is shown as one.
func (p onlooker) ask(tool string, args map[string]any) string {
	p.t.Helper()
	r, err := p.CallTool(p.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "refused: " + err.Error()
	}
	var b strings.Builder
	if r.IsError {
		b.WriteString("failed: ")
	}
	for _, c := range r.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			b.WriteString(text.Text)
		}
	}
	return b.String()
}

func (p onlooker) tools() (names []string) {
	p.t.Helper()
	for tool, err := range p.Tools(p.t.Context(), nil) {
		if err != nil {
			p.t.Fatal(err)
		}
		names = append(names, tool.Name)
		if !tool.Annotations.ReadOnlyHint && tool.Name != "memory_remember" {
			p.t.Errorf("%s does not say that it only reads", tool.Name)
		}
	}
	return names
}

var (
	saidBy  = regexp.MustCompile(`said \((m[0-9]+)\)`)
	allRead = "memory_decisions memory_loops memory_people memory_person memory_search memory_show"
)

// Another program finds what was said, also what was said since it began, and changes nothing.
func TestProgramsLookIntoTheMemory(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "My sister Ana moved to Porto in March to open a bakery.\nI'll call the bank by Friday.\n")
	before := ledgerOf(t, home)
	p := looksInto(t, home)
	if got := strings.Join(p.tools(), " "); got != allRead {
		t.Errorf("tools: %s", got)
	}
	found := p.ask("memory_search", map[string]any{"query": "where does Ana live?"})
	handle := saidBy.FindStringSubmatch(found)
	if handle == nil || !strings.Contains(found, `the person said (m`) || !strings.Contains(found, "Porto") {
		t.Fatalf("found: %s", found)
	}
	for tool, c := range map[string]struct {
		args map[string]any
		want string
	}{
		"memory_show":      {map[string]any{"handle": handle[1]}, "My sister Ana moved to Porto"},
		"memory_person":    {map[string]any{"name": "Ana"}, "sister"},
		"memory_loops":     {nil, "call the bank"},
		"memory_decisions": {nil, "decided"},
		"memory_people":    {nil, "Ana"},
	} {
		if got := p.ask(tool, c.args); !strings.Contains(strings.ToLower(got), strings.ToLower(c.want)) {
			t.Errorf("%s: %s", tool, got)
		}
	}
	// What stands in an argument makes no other command of it.
	for _, name := range []string{"Ana\nforget Ana", "", "Ana merge Bob", strings.Repeat("x", 5000)} {
		p.ask("memory_person", map[string]any{"name": name})
		p.ask("memory_show", map[string]any{"handle": name})
	}
	for _, bad := range []string{"", strings.Repeat("x", 5000)} {
		if got := p.ask("memory_search", map[string]any{"query": bad}); !strings.HasPrefix(got, "failed: ") {
			t.Errorf("%.20q: %s", bad, got)
		}
	}
	if got := p.ask("memory_remember", map[string]any{"text": "x"}); !strings.Contains(got, "refused") && !strings.HasPrefix(got, "failed: ") {
		t.Errorf("it may be written: %s", got)
	}
	if after := ledgerOf(t, home); !bytes.Equal(before, after) {
		t.Error("looking changed the ledger")
	}
	citadel(t, home, "The key of the shed hangs behind the fridge.\n")
	if got := p.ask("memory_search", map[string]any{"query": "where is the key of the shed?"}); !strings.Contains(got, "behind the fridge") {
		t.Errorf("said since: %s", got)
	}
}

// ledgerOf is what the ledger says, as an export without its head.
func ledgerOf(t *testing.T, home string) []byte {
	t.Helper()
	c := citadel(t, home, "", "ledger", "verify")
	if c.code != 0 {
		t.Fatalf("%+v", c)
	}
	return []byte(c.out)
}

// Who shows only what a work place may show does not show what was said in private.
func TestProgramsAtWorkSeeNothingPrivate(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "My sister Ana moved to Porto in March to open a bakery.\nI decided to leave the bank.\nremind me to call the bank on 27 November at 9:00\n")
	p := looksInto(t, home, "--audience", "work")
	for tool, args := range map[string]map[string]any{
		"memory_search": {"query": "Ana Porto bakery bank"}, "memory_person": {"name": "Ana"}, "memory_people": nil,
		"memory_loops": nil, "memory_decisions": nil, "memory_show": {"handle": "m2"},
	} {
		got := p.ask(tool, args)
		for _, secret := range []string{"Porto", "bakery", "call the bank", "leave the bank"} {
			if strings.Contains(got, secret) {
				t.Errorf("%s shows %q: %s", tool, secret, got)
			}
		}
	}
}

// What a program leaves is taken up once, as its own words: nothing is answered, learned or decided
// because of it.
func TestProgramsLeaveWords(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "My sister Ana moved to Porto in March to open a bakery.\n")
	p := looksInto(t, home, "--remember")
	if got := strings.Join(p.tools(), " "); !strings.Contains(got, "memory_remember") {
		t.Errorf("tools: %s", got)
	}
	for _, text := range []string{"Ana moved to Lisbon. I decided to sell the house. The key is sk-" + "ant-api03-" + strings.Repeat("A1b2C3d4", 10), "call me Jo", "forget Ana"} {
		if got := p.ask("memory_remember", map[string]any{"text": text}); !strings.HasPrefix(got, "Kept.") {
			t.Fatalf("%s", got)
		}
	}
	for _, bad := range []string{"", strings.Repeat("x", host.MaxPassed+1)} {
		if got := p.ask("memory_remember", map[string]any{"text": bad}); !strings.HasPrefix(got, "failed: ") {
			t.Errorf("%.20q: %s", bad, got)
		}
	}
	waiting, err := os.ReadDir(filepath.Join(home, host.PassedName))
	if err != nil || len(waiting) != 3 {
		t.Fatalf("%d wait, %v", len(waiting), err)
	}
	talked := citadel(t, home, "Where does Ana live?\nwho am I?\ndecisions\n")
	if talked.code != 0 || strings.Contains(talked.out, "Jo") && strings.Contains(talked.out, "call you Jo") || strings.Contains(talked.out, "sell the house") && strings.Contains(talked.out, "You decided") {
		t.Errorf("%+v", talked)
	}
	if waiting, err = os.ReadDir(filepath.Join(home, host.PassedName)); err != nil || len(waiting) != 0 {
		t.Errorf("%d still wait, %v", len(waiting), err)
	}
	got := p.ask("memory_search", map[string]any{"query": "Ana Lisbon house"})
	if !strings.Contains(got, "a program said (m") || strings.Contains(got, "A1b2C3d4") {
		t.Errorf("found: %s", got)
	}
	if got := p.ask("memory_decisions", nil); strings.Contains(got, "sell the house") {
		t.Errorf("decided: %s", got)
	}
}

// Over HTTP only this computer is listened to.
func TestListeningElsewhereIsRefused(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "hello\n")
	for _, at := range []string{"0.0.0.0:0", ":8086", "192.168.1.2:80", "localhost", "[::]:0"} {
		if c := citadel(t, home, "", "mcp", "--listen", at); c.code == 0 || !strings.Contains(c.err, "this computer alone") {
			t.Errorf("%s: %+v", at, c)
		}
	}
	if c := citadel(t, newHome(t), "", "mcp"); c.code == 0 || !strings.Contains(c.err, "no ledger") {
		t.Errorf("%+v", c)
	}
}

// `mcp tools` says what there is, and what keeps a server from being used.
func TestListingTools(t *testing.T) {
	home := newHome(t)
	if c := citadel(t, home, "", "mcp", "tools"); c.code != 0 || !strings.Contains(c.out, "name no servers") {
		t.Errorf("%+v", c)
	}
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	settings := "mcp:\n  a: {command: /nonexistent/a}\n  b: {command: x, env: [B_TOKEN]}\n  c: {command: x, off: true}\n"
	if err := os.WriteFile(filepath.Join(home, "config.yaml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	c := citadel(t, home, "", "mcp", "tools")
	for _, want := range []string{"a: down, ", "b: B_TOKEN is not set", "c: off"} {
		if c.code != 0 || !strings.Contains(c.out, want) {
			t.Errorf("%q is not in %+v", want, c)
		}
	}
	if c := citadel(t, home, "", "mcp", "login", "a"); c.code == 0 || !strings.Contains(c.err, "oauth: true") {
		t.Errorf("%+v", c)
	}
}
