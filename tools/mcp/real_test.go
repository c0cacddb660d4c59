package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"citadel/deployments/test"
	"citadel/tools"
)

// real is one of the servers that others have written, as an operator sets it up.
func real(t *testing.T, s Server, args ...string) Server {
	t.Helper()
	s.Command = filepath.Join(test.Server(t, test.MCPServers), "node_modules", ".bin", "mcp-server-"+s.Name)
	s.Args = args
	return s
}

// verified calls a tool and looks whether the call holds.
func verified(t *testing.T, m *Servers, name, args string) {
	t.Helper()
	result, failure := run(t, t.Context(), m, name, args)
	if failure != nil {
		t.Fatalf("%s: %v: %s", name, failure, result.Text)
	}
	finding, err := find(t, m, name).Check(t.Context(), json.RawMessage(args), result)
	if err != nil || !finding.Holds {
		t.Errorf("%s: %+v, %v", name, finding, err)
	}
}

func TestFilesystemServer(t *testing.T) {
	folder := t.TempDir()
	s := real(t, Server{Name: "filesystem", Trusted: true, Rules: []Rule{
		{Tool: "write_file", Pair: &Pair{Tool: "read_text_file", Args: map[string]string{"path": "$path"}, Holds: []string{"$content"}}},
		{Tool: "edit_file", Pair: &Pair{Tool: "read_text_file", Args: map[string]string{"path": "$path"}, Holds: []string{"$edits.*.newText"}}},
		{Tool: "create_directory", Pair: &Pair{Tool: "get_file_info", Args: map[string]string{"path": "$path"}, Holds: []string{"isDirectory: true"}}},
	}}, folder)
	m := up(t, settings(t, s))
	reads, worlds := 0, 0
	for _, tool := range m.Tools() {
		switch tool.Class {
		case tools.Reads:
			reads++
		case tools.World:
			worlds++
		}
	}
	if reads != 10 || worlds != 4 || len(m.Status()[0].LeftOut) > 0 {
		t.Errorf("%d read, %d change; left out %v", reads, worlds, m.Status()[0].LeftOut)
	}
	file := filepath.Join(folder, "a.txt")
	in := func(fields string) string { return `{"path":"` + file + `"` + fields + `}` }
	verified(t, m, "filesystem_write_file", in(`,"content":"first \"line\"\n\tsecond line\n"`))
	if b, err := os.ReadFile(file); err != nil || string(b) != "first \"line\"\n\tsecond line\n" {
		t.Errorf("%q, %v", b, err)
	}
	verified(t, m, "filesystem_edit_file", in(`,"edits":[{"oldText":"second","newText":"third"}]`))
	verified(t, m, "filesystem_create_directory", `{"path":"`+folder+`/b"}`)

	// Another hand took it away meanwhile.
	args := in(`,"content":"mine"`)
	result, failure := run(t, t.Context(), m, "filesystem_write_file", args)
	if failure != nil {
		t.Fatal(failure)
	}
	if err := os.WriteFile(file, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := find(t, m, "filesystem_write_file").Check(t.Context(), json.RawMessage(args), result); err != nil || f.Holds {
		t.Errorf("%+v, %v", f, err)
	}
	if result, failure := run(t, t.Context(), m, "filesystem_read_text_file", `{"path":"/etc/passwd"}`); failure == nil || strings.Contains(result.Text, "root:") {
		t.Errorf("%+v, %v", result, failure)
	}
}

func TestMemoryServer(t *testing.T) {
	look := map[string]string{"names": "$entities.*.name"}
	s := real(t, Server{Name: "memory", Rules: []Rule{
		{Tool: "create_entities", Pair: &Pair{Tool: "open_nodes", Args: look, Holds: []string{"$entities"}}},
		{Tool: "delete_entities", Pair: &Pair{Tool: "open_nodes", Args: map[string]string{"names": "$entityNames"}, Gone: []string{"$entityNames"}}},
	}})
	s.Env = []string{"MEMORY_FILE_PATH=" + filepath.Join(t.TempDir(), "memory.json")}
	m := up(t, settings(t, s))
	for _, tool := range m.Tools() {
		if tool.Class != tools.World || !tool.Foreign || !tool.Stakes.Has(tools.Deletes) {
			t.Errorf("%s is %v with %v, although nobody trusts its server", tool.Name, tool.Class, tool.Stakes)
		}
	}
	verified(t, m, "memory_create_entities", `{"entities":[{"name":"Porto","entityType":"city","observations":["has a river"]}]}`)
	verified(t, m, "memory_delete_entities", `{"entityNames":["Porto"]}`)
}

func TestEverythingServer(t *testing.T) {
	m := up(t, settings(t, real(t, Server{Name: "everything", Trusted: true})))
	if result, failure := run(t, t.Context(), m, "everything_echo", `{"message":"hello"}`); failure != nil || !strings.Contains(result.Text, "hello") {
		t.Errorf("%+v, %v", result, failure)
	}
	if _, failure := run(t, t.Context(), m, "everything_get-sum", `{"a":"one","b":2}`); failure == nil || failure.Reason != tools.Invalid {
		t.Errorf("%v", failure)
	}
	if result, failure := run(t, t.Context(), m, "everything_get-tiny-image", `{}`); failure != nil || !strings.Contains(result.Text, "[a picture, image/png, ") {
		t.Errorf("%+v, %v", result, failure)
	}
	for _, left := range m.Status()[0].LeftOut {
		t.Errorf("left out: %s", left)
	}
}
