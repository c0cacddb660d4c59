package compress

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Bounds of the line that stands for the tools of a turn, in bytes.
const (
	maxCalls = 6
	maxTool  = 40
	maxArgs  = 80
)

// Call is a tool that a model called in an earlier turn.
type Call struct {
	Tool string
	Args string // as the model wrote them
}

// Calls words what was called, each call once, in the order of the calls: "memory_search
// (mill Geelong), list_loops". It has at most some 900 bytes; nothing where nothing was called.
func Calls(all []Call) string {
	var lines []string
	more := 0
	seen := map[string]bool{}
	for _, c := range all {
		line := border(clean(c.Tool), maxTool)
		if args := values(c.Args); args != "" {
			line += " (" + border(args, maxArgs) + ")"
		}
		switch {
		case seen[line]:
		case len(lines) == maxCalls:
			more++
		default:
			lines, seen[line] = append(lines, line), true
		}
	}
	if more > 0 {
		lines = append(lines, "and more")
	}
	return strings.Join(lines, ", ")
}

// values gives the arguments without their names, in their order; as they are where they are
// no JSON object.
func values(args string) string {
	d := json.NewDecoder(strings.NewReader(args))
	var out []string
	key := false
	for depth := 0; ; {
		t, err := d.Token()
		if err != nil {
			break
		}
		switch t := t.(type) {
		case json.Delim:
			key = true
			if t == '{' || t == '[' {
				depth++
			} else {
				depth--
			}
			continue
		case string:
			if key && depth == 1 {
				key = false
				continue
			}
			out = append(out, clean(t))
		default:
			b, err := json.Marshal(t)
			if err == nil {
				out = append(out, string(bytes.TrimSpace(b)))
			}
		}
		key = true
	}
	if len(out) == 0 {
		return clean(strings.Trim(args, "{} \t\n"))
	}
	return strings.Join(out, ", ")
}

// clean makes one line of a text.
func clean(s string) string { return strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ") }
