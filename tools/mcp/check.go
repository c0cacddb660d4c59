package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/tools"
)

// maxRef is how long the name of what a call made may be.
const maxRef = 512

// check is tools.Tool.Check: it reads back by the pair of the tool. What it says is ours alone: no
// word of what was read is in it.
func (c call) check(ctx context.Context, args json.RawMessage, result tools.Result) (tools.Finding, error) {
	var given any
	if err := json.Unmarshal(args, &given); err != nil {
		return tools.Finding{}, &tools.Failure{Reason: tools.Invalid, Text: "The arguments are not an object.", Err: err}
	}
	f := filler{args: given, ref: result.Ref}
	pair := c.rule.Pair
	ask := make(map[string]any, len(pair.Args))
	for name, text := range pair.Args {
		v, found := f.fill(text)
		if !found {
			return tools.Finding{}, &tools.Failure{Reason: tools.Missing, Text: "What the call was about is not known well enough to read it back."}
		}
		ask[name] = v
	}
	with := "`" + name(c.server.Name, pair.Tool) + "`"
	body, err := canonical(ask)
	if err != nil {
		return tools.Finding{}, err
	}
	answer, err := c.server.ask(ctx, pair.Tool, body)
	if err != nil {
		return tools.Finding{}, &tools.Failure{Reason: tools.Unavailable, Text: "Reading back with " + with + " brought no answer.", Err: err}
	}
	if answer.IsError {
		return tools.Finding{}, &tools.Failure{Reason: tools.Unavailable, Text: "Reading back with " + with + " failed."}
	}
	there := haystack(answer)
	holds, some := f.texts(pair.Holds)
	gone, others := f.texts(pair.Gone)
	if !some && !others {
		return tools.Finding{}, &tools.Failure{Reason: tools.Missing, Text: "There is nothing in the call that reading back could find."}
	}
	missing := slices.IndexFunc(holds, func(t string) bool { return !strings.Contains(there, t) }) >= 0
	left := slices.IndexFunc(gone, func(t string) bool { return strings.Contains(there, t) }) >= 0
	switch {
	case missing:
		return tools.Finding{Text: "Read back with " + with + ": what was to be there is not, or not all of it."}, nil
	case left:
		return tools.Finding{Text: "Read back with " + with + ": what was to be gone is still there."}, nil
	case !some:
		return tools.Finding{Holds: true, Text: "Read back with " + with + ": it is gone."}, nil
	}
	return tools.Finding{Holds: true, Text: "Read back with " + with + ": it is there."}, nil
}

// filler puts what a call was made with into the texts of a pair.
type filler struct {
	args any
	ref  string
}

// fill is what a text of a pair stands for; see Pair.
func (f filler) fill(text string) (any, bool) {
	if number, ok := strings.CutPrefix(text, "json:"); ok {
		var v any
		err := json.Unmarshal([]byte(number), &v)
		return v, err == nil
	}
	path, ok := strings.CutPrefix(text, "$")
	switch {
	case !ok:
		return text, true
	case strings.HasPrefix(path, "$"):
		return path, true
	case path == "ref":
		return f.ref, f.ref != ""
	}
	return at(f.args, path)
}

// texts are what texts of a pair stand for, as it is looked for. Some is false where that is
// nothing.
func (f filler) texts(all []string) (texts []string, some bool) {
	for _, text := range all {
		v, found := f.fill(text)
		if !found {
			continue // an argument that may be left out
		}
		for _, leaf := range leaves(v) {
			if leaf = even(leaf); leaf != "" {
				texts = append(texts, leaf)
			}
		}
	}
	return texts, len(texts) > 0
}

// at is what stands in a value at a path such as "rows.0.id"; * is all of a list.
func at(v any, path string) (any, bool) {
	if path == "" {
		return v, true
	}
	step, rest, _ := strings.Cut(path, ".")
	switch here := v.(type) {
	case map[string]any:
		next, ok := here[step]
		if !ok {
			return nil, false
		}
		return at(next, rest)
	case []any:
		if step == "*" {
			all := make([]any, 0, len(here))
			for _, one := range here {
				if found, ok := at(one, rest); ok {
					all = append(all, found)
				}
			}
			return all, len(all) > 0
		}
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(here) {
			return nil, false
		}
		return at(here[i], rest)
	}
	return nil, false
}

// leaves are the texts and numbers in a value, those of a group in the order of its names.
func leaves(v any) []string {
	var all []string
	switch v := v.(type) {
	case string:
		return []string{v}
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case []any:
		for _, one := range v {
			all = append(all, leaves(one)...)
		}
	case map[string]any:
		names := make([]string, 0, len(v))
		for n := range v {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			all = append(all, leaves(v[n])...)
		}
	}
	return all
}

// even is text with single spaces.
func even(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// haystack is all of an answer that may be looked for: its text, and where that is JSON the texts
// in it.
func haystack(r *sdk.CallToolResult) string {
	var b strings.Builder
	add := func(s string) { fmt.Fprintf(&b, "%s\n", even(s)) }
	for _, c := range r.Content {
		text := part(c)
		add(text)
		add(html.UnescapeString(text)) // some answer with a table of a page
		if v, ok := parsed(text); ok {
			for _, leaf := range leaves(v) {
				add(leaf)
			}
		}
	}
	for _, leaf := range leaves(r.StructuredContent) {
		add(leaf)
	}
	return b.String()
}

// parsed is text as JSON, where it is some.
func parsed(text string) (any, bool) {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return nil, false
	}
	var v any
	err := json.Unmarshal([]byte(text), &v)
	return v, err == nil
}

// ref is the name of what a call made, out of its answer; empty where there is none.
func ref(r *sdk.CallToolResult, path string) string {
	answers := []any{r.StructuredContent}
	for _, c := range r.Content {
		if v, ok := parsed(part(c)); ok {
			answers = append(answers, v)
		}
	}
	for _, v := range answers {
		found, _ := at(v, path)
		if all := leaves(found); len(all) == 1 && len(all[0]) <= maxRef {
			return clean(all[0])
		}
	}
	return ""
}
