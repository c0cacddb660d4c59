package config_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/config"
)

const servers = `
mcp:
  notion:
    command: npx
    args: [-y, "@notionhq/notion-mcp-server"]
    env: [NOTION_TOKEN, LANG=C.UTF-8]
    trusted: true
    tools:
      API-post-page:
        class: world
        deletes: false
        money: true
        outward: false
        reaches: [parent.people]
        ref: id
        check: {tool: API-retrieve-a-page, args: {page_id: $ref, page: json:5}, holds: [$properties], gone: [draft]}
      API-delete: {off: true}
  tickets: {url: "https://mcp.tickets.example/mcp/", oauth: true, client_id: me, client_secret_env: TICKETS_SECRET, only: [a, b], off: true}
`

func TestServersOfTools(t *testing.T) {
	c, err := config.Decode("config.yaml", []byte(servers))
	if err != nil {
		t.Fatal(err)
	}
	no := false
	want := []config.MCPServer{
		{
			Name: "notion", Command: "npx", Args: []string{"-y", "@notionhq/notion-mcp-server"}, Trusted: true,
			Env: []config.Assigned{{Name: "NOTION_TOKEN", Ours: true}, {Name: "LANG", Value: config.NewSecret("C.UTF-8")}},
			Tools: []config.MCPTool{
				{
					Name: "API-post-page", Class: config.WorldClass, Deletes: &no, Money: true, Outward: &no, Reaches: []string{"parent.people"}, Ref: "id",
					Check: config.MCPCheck{Tool: "API-retrieve-a-page", Args: map[string]string{"page_id": "$ref", "page": "json:5"}, Holds: []string{"$properties"}, Gone: []string{"draft"}},
				},
				{Name: "API-delete", Off: true},
			},
		},
		{
			Name: "tickets", URL: "https://mcp.tickets.example/mcp", OAuth: true, ClientID: "me", ClientSecretEnv: "TICKETS_SECRET",
			Only: []string{"a", "b"}, Off: true,
		},
	}
	if diff := cmp.Diff(want, c.MCP); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What a server is given may be what Citadel uses itself; what is not there is said.
func TestWhatServersAreGiven(t *testing.T) {
	home := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(home+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("config.yaml", strings.ReplaceAll(servers, "LANG=C.UTF-8", "LANG=C.UTF-8, OPENAI_API_KEY"))
	write(".env", "NOTION_TOKEN=ntn_1\nOPENAI_API_KEY=sk-ours\n")
	c, err := config.Load(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	notion, tickets := c.MCP[0], c.MCP[1]
	if notion.Env[0].Value.Reveal() != "ntn_1" || notion.Env[2].Value.Reveal() != "sk-ours" || len(notion.Secrets()) != 2 || len(notion.Missing) > 0 {
		t.Errorf("%+v", notion)
	}
	if !slices.Equal(tickets.Missing, []string{"TICKETS_SECRET"}) {
		t.Errorf("missing %v", tickets.Missing)
	}
	if len(c.Models.Uses) == 0 {
		t.Error("the key is not ours any more")
	}
	c, err = config.Load(home, []string{"NOTION_TOKEN=ntn_2"})
	if err != nil || c.MCP[0].Env[0].Value.Reveal() != "ntn_2" {
		t.Errorf("%+v, %v", c.MCP, err)
	}
}

func TestServersThatAreRefused(t *testing.T) {
	for text, says := range map[string]string{
		"a: {}":                                                                  "needs one of command and url",
		"a: {command: x, url: \"https://a\"}":                                    "needs one of command and url",
		"a: x":                                                                   "must hold settings",
		"A: {command: x}":                                                        "can't be the name",
		"mail: {command: x}":                                                     "begins the names of tools",
		"a_b: {command: x}":                                                      "can't be the name",
		"a: {command: x, oauth: true}":                                           "nobody logs in",
		"a: {url: \"https://a\", args: [x]}":                                     "neither args nor env",
		"a: {url: \"https://a\", client_id: x}":                                  "no oauth",
		"a: {url: \"http://a.example/mcp\"}":                                     "does not begin with https",
		"a: {url: \"https://u:p@a.example\"}":                                    "holds more than an address",
		"a: {url: \"https://a\", oauth: true, key_env: K}":                       "both oauth and key_env",
		"a: {command: x, env: [\"A B\"]}":                                        "is not a variable",
		"a: {command: x, env: [API_KEY=hunter2]}":                                "looks like a key",
		"a: {command: x, args: [sk-123]}":                                        "looks like a key",
		"a: {command: x, args: x}":                                               "must be a list",
		"a: {command: x, tools: {t: {class: mind}}}":                             "is not a class",
		"a: {command: x, tools: {t: {check: {tool: r}}}}":                        "does not say with which tool",
		"a: {command: x, tools: {t: {check: {holds: [a]}}}}":                     "does not say with which tool",
		"a: {command: x, tools: {t: {check: [r]}}}":                              "must hold settings",
		"a: {command: x, tools: {t: {check: {tool: r, args: [a], holds: [a]}}}}": "must hold names",
		"a: {command: x, token: y}":                                              "a key does not belong",
		"a: {command: x, trust: true}":                                           "unknown key",
	} {
		_, err := config.Decode("config.yaml", []byte("mcp:\n  "+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
		if err != nil && (strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "sk-123") || strings.Contains(err.Error(), "u:p")) {
			t.Errorf("%s: the key is shown: %v", text, err)
		}
	}
}

// The servers that come as examples can be used as they stand, and each that writes documents, sheets
// or cards says how to look afterwards. What a browser does is asked for, and runs no code.
func TestExamplesOfServers(t *testing.T) {
	text, err := os.ReadFile("examples/mcp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Decode("examples/mcp.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]config.MCPServer{}
	for _, s := range c.MCP {
		found[s.Name] = s
	}
	for name, writes := range map[string][]string{
		"notes": {"write_file", "edit_file"}, "notion": {"API-post-page", "API-patch-page", "API-patch-block-children"},
		"sheets": {"excel_write_to_sheet"}, "trello": {"add_card_to_list", "update_card_details", "move_card"},
		"browser": {"browser_navigate"},
	} {
		for _, write := range writes {
			i := slices.IndexFunc(found[name].Tools, func(t config.MCPTool) bool { return t.Name == write })
			if i < 0 || found[name].Tools[i].Check.Tool == "" || found[name].Tools[i].Class == config.ReadsClass {
				t.Errorf("%s of %s is not looked at afterwards", write, name)
			}
		}
	}
	browser := found["browser"]
	if !browser.Off || browser.Trusted {
		t.Errorf("the browser is on or trusted: %+v", browser)
	}
	for _, name := range []string{"browser_evaluate", "browser_run_code_unsafe"} {
		if !slices.ContainsFunc(browser.Tools, func(t config.MCPTool) bool { return t.Name == name && t.Off }) {
			t.Errorf("%s is not off", name)
		}
	}
	if !slices.ContainsFunc(c.MCP, func(s config.MCPServer) bool { return s.OAuth }) || !slices.ContainsFunc(c.MCP, func(s config.MCPServer) bool { return s.KeyEnv != "" }) {
		t.Error("no example where one logs in, or with a key")
	}
}
