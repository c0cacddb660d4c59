package mcp

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/tools"
)

// admit makes tools of what a server lists, in the order of their names. LeftOut names those that
// cannot be offered, and why.
func (v *server) admit(all []*sdk.Tool) (offered []tools.Tool, leftOut []string) {
	all = slices.DeleteFunc(slices.Clone(all), func(t *sdk.Tool) bool { return t == nil })
	slices.SortStableFunc(all, func(a, b *sdk.Tool) int { return cmp.Compare(a.Name, b.Name) })
	names := make(map[string]bool)
	for _, t := range all {
		rule := v.rule(t.Name)
		if rule.Off || len(v.Only) > 0 && !slices.Contains(v.Only, t.Name) {
			continue
		}
		tool, err := v.tool(t, rule, all)
		switch {
		case err != nil:
			leftOut = append(leftOut, short(t.Name)+": "+err.Error())
		case names[tool.Name]:
			leftOut = append(leftOut, short(t.Name)+": another one has that name")
		case len(offered) == MaxTools:
			leftOut = append(leftOut, fmt.Sprintf("%s: there are more than %d", short(t.Name), MaxTools))
		default:
			names[tool.Name] = true
			offered = append(offered, tool)
		}
		if len(leftOut) > MaxTools {
			return offered, append(leftOut, "and more")
		}
	}
	slices.SortFunc(offered, func(a, b tools.Tool) int { return cmp.Compare(a.Name, b.Name) })
	return offered, leftOut
}

// rule is what the operator said of a tool; nothing where he did not.
func (v *server) rule(tool string) Rule {
	if i := slices.IndexFunc(v.Rules, func(r Rule) bool { return r.Tool == tool }); i >= 0 {
		return v.Rules[i]
	}
	return Rule{Tool: tool}
}

// tool is one that a server lists. Its list says whether the tool it is paired with may be called.
func (v *server) tool(t *sdk.Tool, rule Rule, all []*sdk.Tool) (tools.Tool, error) {
	params, takes, err := schema(t.InputSchema)
	if err != nil {
		return tools.Tool{}, err
	}
	made := tools.Tool{
		Name: name(v.Name, t.Name), Server: v.Name, Description: described(t), Params: params,
		Class: v.class(t.Annotations, rule), Foreign: !v.Trusted,
	}
	c := call{server: v, tool: t.Name, takes: takes, rule: rule, class: made.Class}
	made.Run = c.run
	if made.Class == tools.Reads {
		if outward(t.Annotations, rule) {
			made.Stakes = tools.Outward
		}
		return made, nil
	}
	made.Stakes = v.stakes(t.Annotations, rule)
	if made.Stakes.Has(tools.Recipient) {
		made.Reaches = c.reaches
	}
	if rule.Pair != nil {
		if err := v.readable(rule.Pair.Tool, all); err != nil {
			return tools.Tool{}, err
		}
		made.Check = c.check
	}
	return made, nil
}

// class is what a call may change. A hint can only make it worse, unless the server is trusted; what
// the operator says of the tool counts before either.
func (v *server) class(hints *sdk.ToolAnnotations, rule Rule) tools.Class {
	switch {
	case rule.Class != nil:
		return *rule.Class
	case v.Trusted && hints != nil && hints.ReadOnlyHint:
		return tools.Reads
	}
	return tools.World
}

// outward says whether a tool that only reads asks whoever its arguments name. By the protocol it may
// unless it says that it does not; but then what one answer names could not be looked at by the next
// call without asking, so here that counts only where it says that it does.
func outward(hints *sdk.ToolAnnotations, rule Rule) bool {
	if rule.Outward != nil {
		return *rule.Outward
	}
	return hints != nil && hints.OpenWorldHint != nil && *hints.OpenWorldHint
}

// stakes are why a call is always asked for. By the protocol a tool may delete unless it says that
// it does not, and only of a trusted server is that believed.
func (v *server) stakes(hints *sdk.ToolAnnotations, rule Rule) (s tools.Stakes) {
	deletes := hints == nil || hints.DestructiveHint == nil || *hints.DestructiveHint || !v.Trusted
	if rule.Deletes != nil {
		deletes = *rule.Deletes
	}
	if deletes {
		s |= tools.Deletes
	}
	if rule.Money {
		s |= tools.Money
	}
	if len(rule.Reaches) > 0 {
		s |= tools.Recipient
	}
	return s
}

// readable says why a tool cannot be what others are checked with: it is not there, or says itself
// that it changes something and the operator did not say otherwise.
func (v *server) readable(tool string, all []*sdk.Tool) error {
	i := slices.IndexFunc(all, func(t *sdk.Tool) bool { return t.Name == tool })
	if i < 0 {
		return fmt.Errorf("it is to be read back with %q, which is not there", tool)
	}
	hints, rule := all[i].Annotations, v.rule(tool)
	if hints != nil && !hints.ReadOnlyHint && (rule.Class == nil || *rule.Class != tools.Reads) {
		return fmt.Errorf("it is to be read back with %q, which says that it changes something", tool)
	}
	return nil
}

// maxName is how long a name may be (tools.Tool).
const maxName = 64

// name is the name of a tool of a server: what no model accepts in one becomes "_", and what is too
// long is cut and told apart by its hash.
func name(server, tool string) string {
	full := server + "_" + strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-') {
			return r
		}
		return '_'
	}, tool)
	if len(full) <= maxName {
		return full
	}
	sum := sha256.Sum256([]byte(tool))
	return full[:maxName-9] + "_" + hex.EncodeToString(sum[:4])
}

// described is what a tool says of itself, cut.
func described(t *sdk.Tool) string {
	text := strings.TrimSpace(clean(cmp.Or(t.Description, t.Title)))
	if len(text) <= MaxDescription {
		return text
	}
	return strings.ToValidUTF8(text[:MaxDescription], "") + fmt.Sprintf("\ncut: %d of %d bytes", MaxDescription, len(text))
}

// clean is text of others without what is not to be seen or steers a terminal.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// canonical is a value as JSON, the same for the same value.
func canonical(v any) (json.RawMessage, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("it takes what is no JSON: %w", err)
	}
	return b, nil
}
