package config

import (
	"net/url"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// mcpGroup is the group of config.yaml that names servers of tools.
const mcpGroup = "mcp"

// MCPServer is a server of tools: a program that is started, or one on the network.
type MCPServer struct {
	Name    string // begins the names of its tools
	Command string // a program; empty where URL is not
	Args    []string
	Env     []Assigned // all it is given of ours
	URL     string
	KeyEnv  string // the variable that holds what lets us in; empty where nothing does
	Key     Secret
	OAuth   bool // one logs in there, with `citadel mcp login`
	// ClientID is how this program is known there; empty where it registers itself.
	ClientID        string
	ClientSecretEnv string
	ClientSecret    Secret

	Trusted bool     // what it says of its tools is believed
	Only    []string // names of its tools; empty is all
	Off     bool
	Tools   []MCPTool // in the order of the file

	// Missing are variables that it needs and that are not set, as [Load] finds it. Such a server
	// is not to be started.
	Missing []string
}

// Assigned is a variable that a program is given: as the file says, or as it is set for us.
type Assigned struct {
	Name  string
	Value Secret
	Ours  bool // it is that of ours of the same name
}

// MCPTool is what the operator says of one tool.
type MCPTool struct {
	Name    string // as the server has it
	Class   string // ReadsClass or WorldClass; empty goes by what the server says and whether it is trusted
	Deletes *bool  // nil goes by that too
	Money   bool
	Outward *bool    // of one that reads: whether it asks whoever its arguments name; nil goes by what the server says
	Reaches []string // the arguments that name people or addresses
	Off     bool
	Ref     string   // where in its answer the name of what it made stands
	Check   MCPCheck // how to look afterwards; Tool is empty where there is no way
}

// MCPCheck is how to look whether a call had its effect: with another tool, and what has to be
// found, or not to be. A text that begins with "$" is an argument of the call.
type MCPCheck struct {
	Tool        string
	Args        map[string]string
	Holds, Gone []string
}

// The classes of a tool that an operator may give it.
const (
	ReadsClass = "reads"
	WorldClass = "world"
)

// Secrets are the keys of servers that are set.
func (s MCPServer) Secrets() []Secret {
	all := []Secret{s.Key, s.ClientSecret}
	for _, v := range s.Env {
		if v.Ours {
			all = append(all, v.Value)
		}
	}
	return slices.DeleteFunc(all, func(s Secret) bool { return !s.Set() })
}

// mcpServer reads one of the group.
func (w walk) mcpServer(path, name string, at place, node *yaml.Node) {
	s := MCPServer{Name: name}
	var env []string
	given := w.fields(path, node, []field{
		{name: "command", set: into(&s.Command, parseText)},
		{name: "args", list: w.texts(&s.Args, parseText)},
		{name: "env", list: w.texts(&env, parseEnv)},
		{name: "url", set: into(&s.URL, parseEndpoint)},
		{name: "key_env", set: into(&s.KeyEnv, parseKeyName)},
		{name: "oauth", set: into(&s.OAuth, parseBool)},
		{name: "client_id", set: into(&s.ClientID, parseText)},
		{name: "client_secret_env", set: into(&s.ClientSecretEnv, parseKeyName)},
		{name: "trusted", set: into(&s.Trusted, parseBool)},
		{name: "only", list: w.texts(&s.Only, parseText)},
		{name: "off", set: into(&s.Off, parseBool)},
		{name: "tools", list: func(path string, node *yaml.Node) { s.Tools = w.mcpTools(path, node) }},
	})
	for _, e := range env {
		name, value, literal := strings.Cut(e, "=")
		s.Env = append(s.Env, Assigned{name, NewSecret(value), !literal})
	}
	_, command := given["command"]
	_, address := given["url"]
	wrong := func(what, do string) { w.add(at.line, path, named(path), what, do) }
	switch {
	case command == address:
		wrong("needs one of command and url", "write command: and the program, or url: and the address of the server")
	case command && (s.KeyEnv != "" || s.OAuth):
		wrong("is a program, and nobody logs in at one", "give it what it needs with env:")
	case address && (len(s.Args) > 0 || len(s.Env) > 0):
		wrong("is on the network, and takes neither args nor env", "remove them")
	case s.OAuth && s.KeyEnv != "":
		wrong("has both oauth and key_env", "keep the one that its operator asks for")
	case !s.OAuth && (s.ClientID != "" || s.ClientSecretEnv != ""):
		wrong("has a client, but no oauth", "write oauth: true, or remove it")
	}
	w.config.MCP = append(w.config.MCP, s)
	w.places[path] = at
}

// mcpTools reads what is said of the tools of a server.
func (w walk) mcpTools(path string, node *yaml.Node) (all []MCPTool) {
	w.entries(path, node, yaml.MappingNode, func(name string) error { _, err := parseText(name); return err }, func(path, name string, _ place, node *yaml.Node) {
		t := MCPTool{Name: name}
		var deletes, outward bool
		given := w.fields(path, node, []field{
			{name: "class", set: into(&t.Class, parseOneOf("a class of a tool", ReadsClass, WorldClass))},
			{name: "deletes", set: into(&deletes, parseBool)},
			{name: "money", set: into(&t.Money, parseBool)},
			{name: "outward", set: into(&outward, parseBool)},
			{name: "reaches", list: w.texts(&t.Reaches, parseText)},
			{name: "off", set: into(&t.Off, parseBool)},
			{name: "ref", set: into(&t.Ref, parseText)},
			{name: "check", list: func(path string, node *yaml.Node) { t.Check = w.mcpCheck(path, node) }},
		})
		if _, is := given["deletes"]; is {
			t.Deletes = &deletes
		}
		if _, is := given["outward"]; is {
			t.Outward = &outward
		}
		all = append(all, t)
	})
	return all
}

// mcpCheck reads how to look after a call.
func (w walk) mcpCheck(path string, node *yaml.Node) (c MCPCheck) {
	if node.Kind != yaml.MappingNode {
		w.add(node.Line, path, named(path), "must hold settings, but is "+shape(node), "write it as {tool: read_file, args: {path: $path}, holds: [$content]}")
		return c
	}
	w.fields(path, node, []field{
		{name: "tool", set: into(&c.Tool, parseText)},
		{name: "args", list: func(path string, node *yaml.Node) { c.Args = w.namedTexts(path, node) }},
		{name: "holds", list: w.texts(&c.Holds, parseText)},
		{name: "gone", list: w.texts(&c.Gone, parseText)},
	})
	if c.Tool == "" || len(c.Holds)+len(c.Gone) == 0 {
		w.add(node.Line, path, named(path), "does not say with which tool to look, or for what", "write tool:, and holds: or gone:")
	}
	return c
}

// texts makes the reader of a list.
func (w walk) texts(to *[]string, parse func(string) (string, error)) func(string, *yaml.Node) {
	return func(path string, node *yaml.Node) {
		if node.Kind != yaml.SequenceNode {
			w.add(node.Line, path, named(path), "must be a list, but is "+shape(node), "write it as [one, another]")
			return
		}
		for _, item := range node.Content {
			if what, do := misfit(item); what != "" {
				w.add(item.Line, path, named(path), what, do)
				continue
			}
			text, err := parse(item.Value)
			if w.fits(item.Line, path, err) {
				*to = append(*to, text)
			}
		}
	}
}

// namedTexts reads texts by names.
func (w walk) namedTexts(path string, node *yaml.Node) map[string]string {
	if node.Kind != yaml.MappingNode {
		w.add(node.Line, path, named(path), "must hold names, but is "+shape(node), "write it as {path: $path}")
		return nil
	}
	all := make(map[string]string)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if what, do := misfit(value); what != "" {
			w.add(value.Line, path, named(path), what, do)
			continue
		}
		text, err := parseText(value.Value)
		if w.fits(value.Line, path, err) {
			all[key.Value] = text
		}
	}
	return all
}

// ownPrefixes begin the names of tools of Citadel's own. A server of such a name could give a tool
// of its own the name of one of them.
var ownPrefixes = []string{"event", "files", "mail", "memory", "think", "web"}

// checkServerName bounds the name of a server, which begins those of its tools.
func checkServerName(name string) error {
	if isKey(name) {
		return fault{"looks like a key, which does not belong here", keyElsewhere}
	}
	if strings.Trim(name, small+digits+"-") != "" || name == "" || len(name) > 20 || !strings.Contains(small, name[:1]) {
		return fault{quoted(name) + " can't be the name of a server of tools", "use 1 to 20 of a-z, 0-9 and -, a letter first"}
	}
	if slices.Contains(ownPrefixes, name) {
		return fault{quoted(name) + " begins the names of tools that are not a server's", "use another one, such as my-" + name}
	}
	return nil
}

// parseEnv takes a variable for a program: NAME=value, or the name of one of ours.
func parseEnv(text string) (string, error) {
	name, value, literal := strings.Cut(strings.TrimSpace(text), "=")
	switch {
	case !isName(name) || len(name) > 64 || len(value) > maxText || strings.ContainsRune(value, 0):
		return "", fault{"is not a variable", "write NAME=value, or NAME for the one that is set for citadel"}
	case literal && (isKey(value) || secretive(name)):
		return "", fault{named(name) + " looks like a key, which does not belong here", "put it into .env in the home as " + name + "=…, and write " + name + " alone"}
	}
	return strings.TrimSpace(text), nil
}

// parseEndpoint takes the address of a server of tools. A key that lets us in there may not be read
// on the way.
func parseEndpoint(text string) (string, error) {
	address, err := parseServer(text)
	if err != nil {
		what, _ := reasonOf(err)
		return "", fault{what, "write one such as https://mcp.example.com/mcp; a key goes into .env, and its variable into key_env"}
	}
	if strings.HasPrefix(address, "http:") && !loopback(address) {
		return "", fault{"does not begin with https", "use https://; http is for servers on this computer only"}
	}
	return address, nil
}

// loopback holds for the address of a server on this computer.
func loopback(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isLoopback(u.Hostname())
}

// ofMCP keeps a variable that a server of tools is given, and reports whether it is one.
func (o *overlay) ofMCP(v variable) (is bool) {
	for i := range o.config.MCP {
		s := &o.config.MCP[i]
		if v.name == s.KeyEnv {
			s.Key, is = NewSecret(v.value), true
		}
		if v.name == s.ClientSecretEnv {
			s.ClientSecret, is = NewSecret(v.value), true
		}
		for j := range s.Env {
			if e := &s.Env[j]; e.Ours && e.Name == v.name {
				e.Value, is = NewSecret(v.value), true
			}
		}
	}
	return is
}

// mcp says what servers of tools lack.
func (o *overlay) mcp() {
	for i := range o.config.MCP {
		s := &o.config.MCP[i]
		lacks := func(name string, value Secret) {
			if name != "" && !value.Set() {
				s.Missing = append(s.Missing, name)
			}
		}
		lacks(s.KeyEnv, s.Key)
		lacks(s.ClientSecretEnv, s.ClientSecret)
		for _, e := range s.Env {
			if e.Ours {
				lacks(e.Name, e.Value)
			}
		}
	}
}
