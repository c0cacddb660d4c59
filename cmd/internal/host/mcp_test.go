package host_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/brain/prompt"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/deployments/test"
)

// theirs are the servers of the example, started as they are installed here, with a folder to work in.
func theirs(t *testing.T, folder string) string {
	t.Helper()
	text, err := os.ReadFile("../../../config/examples/mcp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files, _, found := strings.Cut(string(text), "  # Documents")
	const as = "command: npx\n    args: [-y, \"@modelcontextprotocol/server-filesystem@2026.8.31\", /home/sam/notes]"
	if !found || !strings.Contains(files, as) {
		t.Fatal("the example has changed")
	}
	program := filepath.Join(test.Server(t, test.MCPServers), "node_modules", ".bin", "mcp-server-filesystem")
	return strings.Replace(files, as, fmt.Sprintf("command: %s\n    args: [%s]", program, folder), 1)
}

// has waits until a tool of a server is there.
func has(t *testing.T, c *host.Citadel, tool string) {
	t.Helper()
	comes(t, tool, func() bool { return slices.Contains(c.Brain.Host.Tools(), tool) })
}

// comes waits until something is so that a server of tools brings about.
func comes(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal("it did not come: " + what)
		}
	}
}

// A server that others wrote does what the card says, once, and the file is read back.
func TestAFileByAServerOfOthers(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "lunch.txt")
	answers := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		switch all := r.Results(); {
		case len(all) == 0:
			return scripted.Calls(scripted.Call{Tool: "notes_write_file", Args: fmt.Sprintf(`{"path":%q,"content":"Lunch with Priya"}`, file)})
		default:
			return scripted.Says("It is written down.")
		}
	}))
	s := priced(t, answers)
	s.settings("providers: {anthropic: {forwards: true}}\n" + theirs(t, folder))
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	has(t, c, "notes_write_file")
	asked := s.tell("Can you write the lunch with Priya into a file for me, and is that wise?")
	handle := cardHandle.FindStringSubmatch(asked)
	if handle == nil || !strings.Contains(asked, "Run `notes_write_file`?") || !strings.Contains(asked, "Lunch with Priya") {
		t.Fatalf("asked: %q", asked)
	}
	if _, err := os.Stat(file); err == nil {
		t.Fatal("it is there before it was allowed")
	}
	said := s.tell("run " + handle[1])
	if b, err := os.ReadFile(file); err != nil || string(b) != "Lunch with Priya" {
		t.Errorf("%q, %v", b, err)
	}
	if !strings.Contains(said, "Read back with `notes_read_text_file`: it is there.") || strings.Contains(said, "Successfully") {
		t.Errorf("said: %q", said)
	}
}

// What the settings say is what a server is told, and one that lacks a key is left out.
func TestServersOfTheSettings(t *testing.T) {
	text, err := os.ReadFile("../../../config/examples/mcp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Decode("mcp.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.MCP {
		if c.MCP[i].Name == "weather" {
			c.MCP[i].Missing = []string{"WEATHER_KEY"}
		}
	}
	s := host.MCP("/home", c.MCP, "1", time.Now, slog.New(slog.DiscardHandler))
	var names []string
	for _, one := range s.Servers {
		names = append(names, one.Name)
	}
	if want := []string{"notes", "notion", "sheets", "trello", "tickets"}; !slices.Equal(names, want) {
		t.Errorf("servers %v", names)
	}
	files := s.Servers[0]
	if !files.Trusted || files.Command != "npx" || files.Rules[0].Pair == nil || files.Rules[0].Pair.Args["path"] != "$path" || files.Rules[0].Class != nil {
		t.Errorf("%+v", files)
	}
	if sheets := s.Servers[2]; sheets.Rules[1].Class == nil || sheets.Rules[1].Class.String() != "reads" {
		t.Errorf("%+v", sheets)
	}
}

// No server can be called so that a tool of its own has the name of one of ours.
func TestNoServerHasNamesOfOurs(t *testing.T) {
	mailbox := config.MailServer{Address: "127.0.0.1:1", Security: config.PlainSecurity}
	o, err := host.Equip(config.Tools{
		Web: config.Web{Read: true, Search: "http://127.0.0.1:1"}, Feeds: []config.Feed{{Name: "a", URL: "http://127.0.0.1:1"}},
		Folders:  []config.Folder{{Name: "a", Path: t.TempDir(), Write: true}},
		Calendar: config.Calendar{Books: []config.Book{{Name: "a", URL: config.NewSecret("http://127.0.0.1:1/")}}, From: 9 * 60, To: 17 * 60, Days: []string{"mon"}},
		Mail:     config.Mail{IMAP: mailbox, SMTP: mailbox, User: "sam", From: "sam@acme.example"},
	}, func() *time.Location { return time.UTC }, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	for _, name := range append(names(o.Tools), "memory_search", prompt.ThinkHarder) {
		server, _, prefixed := strings.Cut(name, "_")
		if _, err := config.Decode("config.yaml", []byte("mcp:\n  "+server+": {command: x}\n")); prefixed && err == nil {
			t.Errorf("a server may be called %s, and have a tool %s", server, name)
		}
	}
}
