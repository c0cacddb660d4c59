package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The groups of config.yaml whose keys are names: of providers, and of models.
const (
	providersGroup = "providers"
	cardsGroup     = "cards"
)

// groups are all whose keys are names.
var groups = []string{providersGroup, cardsGroup, feedsGroup, foldersGroup, calendarsGroup, mcpGroup}

// tables are the first two as one file gives them, in its order.
type tables struct {
	providers []*provider
	cards     []*card
}

// provider is an entry of `providers:`. Where it changes one that is built in, given says
// which of its fields count.
type provider struct {
	Provider
	forwards bool // to others: though it is on this computer, words leave it and cost something
	at       place
	given    map[string]place
}

// card is an entry of `cards:`, as changes to what is known of the model otherwise.
type card struct {
	name     string
	provider string // empty: whoever has it
	at, of   place  // of the entry, and of the provider's name
	sets     []func(*Card)
}

// field is a line of an entry.
type field struct {
	name string
	set  func(text string) error
	list func(path string, node *yaml.Node) // instead, for a list
}

// entries reads a group whose keys are names, each with a node of a kind, and hands each that is right
// to read.
func (w walk) entries(group string, node *yaml.Node, of yaml.Kind, right func(string) error, read func(path, name string, at place, node *yaml.Node)) {
	if empty(node) {
		return
	}
	if node.Kind != yaml.MappingNode {
		w.add(node.Line, group, named(group), "must hold names, but is "+shape(node), "write each name on a line of its own, with its settings below it")
		return
	}
	lines := make(map[string]int)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		path := group + "." + key.Value
		switch first := lines[key.Value]; {
		case key.Kind != yaml.ScalarNode:
			w.add(key.Line, group, "a key", "is "+shape(key), "use a plain word")
			continue
		case first > 0:
			w.add(key.Line, path, named(path), fmt.Sprintf("is already given on line %d", first), "keep one of them")
		case !w.fits(key.Line, path, right(key.Value)):
		case value.Kind != of && of == yaml.MappingNode:
			w.add(value.Line, path, named(path), "must hold settings, but is "+shape(value), "give it lines of its own")
		case value.Kind != of:
			w.add(value.Line, path, named(path), "must be a single value, but is "+shape(value), "write one value after the colon")
		default:
			read(path, key.Value, place{w.file, key.Line}, value)
		}
		lines[key.Value] = key.Line
	}
}

// fits reports whether a value is right, and else adds the problem.
func (w walk) fits(line int, path string, err error) bool {
	if err == nil {
		return true
	}
	what, do := reasonOf(err)
	w.add(line, path, named(path), what, do)
	return false
}

// fields reads the lines of one entry and says where each stands.
func (w walk) fields(path string, node *yaml.Node, fields []field) map[string]place {
	given := make(map[string]place)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		at := path + "." + key.Value
		f := slices.IndexFunc(fields, func(f field) bool { return f.name == key.Value })
		switch first, again := given[key.Value]; {
		case key.Kind != yaml.ScalarNode:
			w.add(key.Line, path, "a key", "is "+shape(key), "use a plain word")
		case f < 0 && secretive(key.Value):
			w.add(key.Line, at, named(at), "a key does not belong into this file", elsewhere(at))
		case f < 0:
			w.add(key.Line, "", "unknown key "+named(at), "", "known here: "+strings.Join(namesOf(fields), ", "))
		case again:
			w.add(key.Line, at, named(at), fmt.Sprintf("is already given on line %d", first.line), "keep one of them")
		case fields[f].list != nil:
			given[key.Value] = place{w.file, key.Line}
			fields[f].list(at, value)
		default:
			given[key.Value] = place{w.file, key.Line}
			if what, do := misfit(value); what != "" {
				w.add(value.Line, at, named(at), what, do)
				continue
			}
			w.fits(value.Line, at, fields[f].set(value.Value))
		}
	}
	return given
}

func namesOf(fields []field) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f.name)
	}
	return out
}

// into makes the function that stores a text in a variable.
func into[T any](to *T, parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		v, err := parse(text)
		if err == nil {
			*to = v
		}
		return err
	}
}

// group reads one of the groups.
func (w walk) group(name string, node *yaml.Node) {
	switch name {
	case providersGroup:
		w.entries(name, node, yaml.MappingNode, checkProviderName, w.provider)
		return
	case feedsGroup, foldersGroup, calendarsGroup:
		w.toolGroup(name, node)
		return
	case mcpGroup:
		w.entries(name, node, yaml.MappingNode, checkServerName, w.mcpServer)
		return
	}
	w.entries(name, node, yaml.MappingNode, func(name string) error { _, err := parseModel(name); return err }, w.card)
}

// The providers of the table that comes with the program.
const (
	theirAnthropic = "anthropic"
	theirOpenAI    = "openai"
)

// builtIn lists them.
func builtIn() []string { return []string{theirAnthropic, theirOpenAI} }

// usualKind is how a provider is spoken to unless it says otherwise.
func usualKind(name string) string {
	switch name {
	case theirAnthropic:
		return AnthropicKind
	case theirOpenAI:
		return OpenAIKind
	}
	return ""
}

func (w walk) provider(path, name string, at place, node *yaml.Node) {
	p := &provider{Provider: Provider{Name: name, Kind: usualKind(name)}, at: at}
	var address string
	p.given = w.fields(path, node, []field{
		{name: "kind", set: into(&p.Kind, parseKind)},
		{name: "url", set: into(&address, parseText)},
		{name: "key_env", set: into(&p.KeyName, parseKeyName)},
		{name: "title", set: into(&p.Title, parseText)},
		{name: "forwards", set: into(&p.forwards, parseBool)},
	})
	w.tables.providers = append(w.tables.providers, p)
	if line, is := p.given["url"]; is {
		w.fits(line.line, path+".url", p.reach(address))
	}
	if slices.Contains(builtIn(), name) {
		return
	}
	for _, must := range []struct{ field, do string }{
		{"kind", "write kind: openai, or kind: anthropic: how it is spoken to"},
		{"url", "write url: and the address of its server, such as http://localhost:11434/v1"},
	} {
		if _, is := p.given[must.field]; !is {
			w.add(at.line, path, named(path), "has no "+must.field, must.do)
		}
	}
	if p.Title == "" {
		p.Title = name
	}
}

func (w walk) card(path, name string, at place, node *yaml.Node) {
	c := &card{name: name, at: at}
	// Each field is read into its place in one card, and taken over from there if it was given.
	var from Card
	kept := w.fields(path, node, []field{
		{name: "provider", set: into(&c.provider, parseText)},
		{name: "window", set: into(&from.Window, parseTokens)},
		{name: "max_out", set: into(&from.MaxOut, parseTokens)},
		{name: "prices", list: func(path string, node *yaml.Node) { from.Prices = w.prices(path, node) }},
		{name: "per_image", set: into(&from.PerImage, parseUSD)},
		{name: "per_minute", set: into(&from.PerMinute, parseUSD)},
		{name: "temperature", set: into(&from.Temperature, parseBool)},
		{name: "tools", set: into(&from.Tools, parseBool)},
		{name: "forced_tools", set: into(&from.ForcedTools, parseBool)},
		{name: "tools_alone", set: into(&from.ToolsAlone, parseBool)},
		{name: "images", set: into(&from.Images, parseBool)},
		{name: "schema", set: into(&from.Schema, parseBool)},
		{name: "cache", set: into(&from.Cache, parseBool)},
		{name: "doubts", set: into(&from.Doubts, parseBool)},
		{name: "thinking", set: into(&from.Thinking, parseThinking)},
	})
	c.of = kept["provider"]
	for name, set := range map[string]func(*Card){
		"window":       func(to *Card) { to.Window = from.Window },
		"max_out":      func(to *Card) { to.MaxOut = from.MaxOut },
		"prices":       func(to *Card) { to.Prices = from.Prices },
		"per_image":    func(to *Card) { to.PerImage = from.PerImage },
		"per_minute":   func(to *Card) { to.PerMinute = from.PerMinute },
		"temperature":  func(to *Card) { to.Temperature = from.Temperature },
		"tools":        func(to *Card) { to.Tools = from.Tools },
		"forced_tools": func(to *Card) { to.ForcedTools = from.ForcedTools },
		"tools_alone":  func(to *Card) { to.ToolsAlone = from.ToolsAlone },
		"images":       func(to *Card) { to.Images = from.Images },
		"schema":       func(to *Card) { to.Schema = from.Schema },
		"cache":        func(to *Card) { to.Cache = from.Cache },
		"doubts":       func(to *Card) { to.Doubts = from.Doubts },
		"thinking":     func(to *Card) { to.Thinking = from.Thinking },
	} {
		if _, is := kept[name]; is {
			c.sets = append(c.sets, set)
		}
	}
	w.tables.cards = append(w.tables.cards, c)
}

// prices reads a list of prices by the size of the prompt. An empty list says that they
// are not known.
func (w walk) prices(path string, node *yaml.Node) []Price {
	if node.Kind != yaml.SequenceNode {
		w.add(node.Line, path, named(path), "must be a list, but is "+shape(node), "write it as [{in: 1.00, out: 5.00}]")
		return nil
	}
	var out []Price
	for i, item := range node.Content {
		if item.Kind != yaml.MappingNode {
			w.add(item.Line, path, named(path), "must be a price, but is "+shape(item), "write it as {in: 1.00, out: 5.00}")
			return nil
		}
		var p Price
		given := w.fields(path, item, []field{
			{name: "up_to", set: into(&p.UpTo, parseTokens)},
			{name: "in", set: into(&p.In, parseUSD)},
			{name: "out", set: into(&p.Out, parseUSD)},
			{name: "cache_read", set: into(&p.CacheRead, parseUSD)},
			{name: "cache_write", set: into(&p.CacheWrite, parseUSD)},
		})
		for _, must := range []string{"in", "out"} {
			if _, is := given[must]; !is {
				w.add(item.Line, path, named(path), "a price has no "+must, "write both in and out, in US dollars for a million tokens")
			}
		}
		// Where only the price of reading is said, what is read from a cache costs as much,
		// and what is kept in one for an hour twice as much: no vendor asks more.
		if _, is := given["cache_read"]; !is {
			p.CacheRead = p.In
		}
		if _, is := given["cache_write"]; !is {
			p.CacheWrite = 2 * p.In
		}
		last := i == len(node.Content)-1
		switch {
		case last != (p.UpTo == 0):
			w.add(item.Line, path, named(path), "the last price, and no other, holds for prompts of any size",
				"give every price but the last an up_to")
			return nil
		case !last && i > 0 && p.UpTo <= out[i-1].UpTo:
			w.add(item.Line, path, named(path), strconv.Itoa(p.UpTo)+" is not more than the up_to before it", "order them by size, smallest first")
			return nil
		}
		out = append(out, p)
	}
	return out
}
