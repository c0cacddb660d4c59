package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yaml lays the settings of a config.yaml over what is there; problems come in
// the order of the file.
func (o *overlay) yaml(file string, data []byte) {
	if len(data) > MaxFileSize {
		o.problems = append(o.problems, tooLarge(file))
		return
	}
	before := o.problems
	o.problems = nil
	w := walk{overlay: o, file: file}
	w.documents(yaml.NewDecoder(bytes.NewReader(data)))
	o.problems = append(before, clip(o.problems)...)
}

// walk visits the nodes of one file.
type walk struct {
	*overlay
	file string
}

func (w walk) add(line int, key, subject, what, do string) {
	w.problems = append(w.problems, Problem{File: w.file, Line: line, Key: key, Subject: subject, What: what, Do: do})
}

func (w walk) documents(decoder *yaml.Decoder) {
	var first, second yaml.Node
	err := decoder.Decode(&first)
	if errors.Is(err, io.EOF) { // nothing but comments
		return
	}
	if err != nil {
		w.add(0, "", "the file", "is not YAML: "+strings.TrimPrefix(err.Error(), "yaml: "),
			"compare it with the example, or begin with an empty file")
		return
	}
	w.root(first.Content[0])
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		w.add(second.Line, "", "a second document", "is not read", "keep one and remove the line ---")
	}
}

func (w walk) root(node *yaml.Node) {
	switch {
	case empty(node):
	case node.Kind != yaml.MappingNode:
		w.add(node.Line, "", "the file", "must hold settings, but is "+shape(node), "write lines such as `principal: me`")
	default:
		w.mapping("", node)
	}
}

// mapping reads the keys of one level; prefix is "" or the path down to it with
// a final dot.
func (w walk) mapping(prefix string, node *yaml.Node) {
	lines := make(map[string]int)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		path := prefix + key.Value
		s, isSetting := find(path)
		isSetting = isSetting && !strings.Contains(key.Value, ".")
		isGroup := !isSetting && key.Value != "" && len(below(path+".")) > 0
		isTable := slices.Contains(groups, path)
		switch first := lines[key.Value]; {
		case key.Kind != yaml.ScalarNode:
			w.add(key.Line, "", "a key", "is "+shape(key), "use a plain word")
			continue
		case !isSetting && !isGroup && !isTable && secretive(key.Value):
			do := elsewhere(path)
			if platform := strings.TrimSuffix(prefix, "."); slices.Contains(PlatformNames(), platform) {
				do = fmt.Sprintf(tokenElsewhere, platform, joined(Variables(platform)[len(Variables(platform))-1:]))
			}
			w.add(key.Line, "", named(path), "a key does not belong into this file", do)
		case !isSetting && !isGroup && !isTable:
			do := ""
			if len(w.problems) < maxProblems { // later ones are not shown
				do = suggest(prefix, key.Value)
			}
			w.add(key.Line, "", "unknown key "+named(path), "", do)
		case first > 0:
			w.add(key.Line, path, named(path), fmt.Sprintf("is already given on line %d", first), "keep one of them")
		case isSetting:
			w.setting(s, value)
		case isTable:
			w.group(path, value)
		case empty(value): // a heading whose lines are all commented out
		case value.Kind != yaml.MappingNode:
			w.add(value.Line, path, named(path), "must hold settings, but is "+shape(value),
				"give it lines of its own: "+strings.Join(below(path+"."), ", "))
		default:
			w.mapping(path+".", value)
		}
		lines[key.Value] = key.Line
	}
}

func (w walk) setting(s setting, node *yaml.Node) {
	items := []*yaml.Node{node}
	switch {
	case s.list && node.Kind == yaml.SequenceNode:
		items = node.Content
	case s.list:
		w.add(node.Line, s.key, named(s.key), "must be a list, but is "+shape(node), "write it as "+s.example)
		return
	}
	texts := make([]string, 0, len(items))
	for _, item := range items {
		if what, do := misfit(item); what != "" {
			w.add(item.Line, s.key, named(s.key), what, do)
			return
		}
		texts = append(texts, item.Value)
	}
	w.apply(s, place{w.file, node.Line}, s.key, texts)
}

// misfit says why a node cannot be taken as the text it shows. What the text
// means is for the setting to decide: 22:00 and 131114 are texts here.
func misfit(node *yaml.Node) (what, do string) {
	switch {
	case node.Kind != yaml.ScalarNode:
		return "must be a single value, but is " + shape(node), "write one value after the colon"
	case empty(node):
		return "has no value", "give one or remove the line"
	case node.Style&yaml.TaggedStyle != 0:
		return "carries the tag " + quoted(node.Tag), "remove the tag"
	}
	return "", ""
}

// empty holds for a value that is not there: `zone:` or `zone: null`.
func empty(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.ShortTag() == "!!null"
}

// shape names the form of a node for people.
func shape(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "a group of settings"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "a reference (*" + node.Value + "), which is not supported"
	}
	if empty(node) {
		return "empty"
	}
	return "a single value"
}
