package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/tools"
)

func object(t testing.TB, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSchemas(t *testing.T) {
	for _, c := range []struct{ schema, fits, not string }{
		{`{}`, `{"a":1}`, ``},
		{`{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer"}}}`, `{"n":1}`, `{"n":"1"}`},
		{`{"properties":{"n":{"$ref":"#/definitions/n","minimum":3}},"definitions":{"n":{"type":"integer"}}}`, `{"n":3}`, `{"n":2}`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"l":{"items":[{"type":"string"}],"additionalItems":{"type":"integer"}}}}`, `{"l":["a",1]}`, `{"l":["a","b"]}`},
		{`{"properties":{"tree":{"$ref":"#/$defs/t"}},"$defs":{"t":{"properties":{"kids":{"items":{"$ref":"#/$defs/t"}},"v":{"type":"string"}}}}}`, `{"tree":{"kids":[{"v":1}]}}`, `{"tree":{"v":1}}`},
		{`{"$ref":"#"}`, `{"a":1}`, ``},
		{`{"properties":{"mail":{"type":"string","pattern":"^(?!x).*@"}}}`, `{"mail":"x"}`, `{"mail":1}`},
		{`{"properties":{"pattern":{"type":"string"},"$ref":{"type":"string"}},"required":["$ref"]}`, `{"$ref":"a"}`, `{"pattern":"a"}`},
		{`{"properties":{"d":{"enum":[{"$ref":"#/nowhere"},1]}}}`, `{"d":1}`, `{"d":2}`},
		{`{"properties":{"a~b/c":{"type":"string"},"x":{"$ref":"#/properties/a~0b~1c"}}}`, `{"x":"s"}`, `{"x":1}`},
	} {
		params, takes, err := schema(object(t, c.schema))
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		if again, _, _ := schema(object(t, string(params))); string(again) != string(params) || !strings.Contains(string(params), `"type":"object"`) {
			t.Errorf("%s is shown as %s", c.schema, params)
		}
		if err := takes.Validate(object(t, c.fits)); err != nil {
			t.Errorf("%s does not take %s: %v", c.schema, c.fits, err)
		}
		if c.not != "" && takes.Validate(object(t, c.not)) == nil {
			t.Errorf("%s takes %s", c.schema, c.not)
		}
	}
}

// A schema that doubles with each reference would take for ever to be checked.
func TestSchemasThatAreRefused(t *testing.T) {
	bomb := []string{`"a0":{"type":"string"}`}
	for i := range 40 {
		bomb = append(bomb, fmt.Sprintf(`"a%d":{"anyOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]}`, i+1, i, i))
	}
	for _, bad := range []string{
		`null`, `[]`, `true`, `{"type":"string"}`, `{"type":["object","null"]}`, `{"properties":{"a":{"$ref":"#/nowhere"}}}`,
		`{"properties":{"a":{"$ref":"https://a.example/schema"}}}`, `{"type":"object","required":"a"}`, `{"properties":[]}`,
		`{"properties":{"a":{"$ref":"#/$defs/a40"}},"$defs":{` + strings.Join(bomb, ",") + `}}`,
		`{"description":"` + strings.Repeat("x", MaxSchema) + `"}`,
	} {
		if _, _, err := schema(object(t, bad)); err == nil {
			t.Errorf("%.80s is taken", bad)
		}
	}
}

var yes, no = true, false

// A hint makes a class worse, and better only where the operator believes it.
func TestClasses(t *testing.T) {
	reads, world := tools.Reads, tools.World
	read := &sdk.ToolAnnotations{ReadOnlyHint: true}
	mild := &sdk.ToolAnnotations{DestructiveHint: &no}
	wild := &sdk.ToolAnnotations{DestructiveHint: &yes}
	for i, c := range []struct {
		trusted bool
		hints   *sdk.ToolAnnotations
		rule    Rule
		class   tools.Class
		stakes  tools.Stakes
	}{
		{false, nil, Rule{}, tools.World, tools.Deletes},
		{false, read, Rule{}, tools.World, tools.Deletes},
		{false, mild, Rule{}, tools.World, tools.Deletes},
		{true, nil, Rule{}, tools.World, tools.Deletes},
		{true, read, Rule{}, tools.Reads, 0},
		{true, mild, Rule{}, tools.World, 0},
		{true, wild, Rule{}, tools.World, tools.Deletes},
		{true, mild, Rule{Deletes: &yes}, tools.World, tools.Deletes},
		{false, wild, Rule{Deletes: &no, Money: true}, tools.World, tools.Money},
		{false, wild, Rule{Class: &reads}, tools.Reads, 0},
		{true, &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &yes}, Rule{}, tools.Reads, tools.Outward},
		{true, &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &yes}, Rule{Outward: &no}, tools.Reads, 0},
		{false, nil, Rule{Class: &reads, Outward: &yes}, tools.Reads, tools.Outward},
		{true, read, Rule{Class: &world}, tools.World, tools.Deletes},
		{true, mild, Rule{Reaches: []string{"to"}}, tools.World, tools.Recipient},
	} {
		c.rule.Tool = "t"
		v := &server{Server: Server{Name: "s", Trusted: c.trusted, Rules: []Rule{c.rule}}}
		all, left := v.admit([]*sdk.Tool{{Name: "t", Annotations: c.hints, InputSchema: map[string]any{}}})
		if len(left) > 0 || all[0].Class != c.class || all[0].Stakes != c.stakes || all[0].Foreign == c.trusted {
			t.Errorf("%d: %v %v foreign %v, left out %v", i, all[0].Class, all[0].Stakes, all[0].Foreign, left)
		}
		if _, err := tools.NewSet(all...); err != nil {
			t.Error(err)
		}
	}
}

func TestNames(t *testing.T) {
	for tool, want := range map[string]string{
		"read": "s_read", "files/read.it": "s_files_read_it", "ü": "s__", "": "s_",
		strings.Repeat("x", 62): "s_" + strings.Repeat("x", 62),
	} {
		if got := name("s", tool); got != want {
			t.Errorf("%q is %q", tool, got)
		}
	}
	a, b := name("s", strings.Repeat("x", 80)+"a"), name("s", strings.Repeat("x", 80)+"b")
	if a == b || len(a) > maxName {
		t.Errorf("%q and %q", a, b)
	}
}

// Whatever a server says of itself, the order is the same, and what is not to be seen is not there.
func TestDescriptions(t *testing.T) {
	v := &server{Server: Server{Name: "s"}}
	one := &sdk.Tool{Name: "b", Description: "harmless\u202e\x1b[8m hidden\u200b" + strings.Repeat("x", MaxDescription), InputSchema: map[string]any{}}
	two := &sdk.Tool{Name: "a", Title: "A", InputSchema: map[string]any{}}
	first, _ := v.admit([]*sdk.Tool{one, nil, two, two})
	second, left := v.admit([]*sdk.Tool{two, two, one})
	if len(first) != 2 || first[0].Name != "s_a" || second[0].Name != "s_a" || first[0].Description != "A" || len(left) != 1 {
		t.Fatalf("%+v, left out %v", first, left)
	}
	if d := first[1].Description; strings.ContainsAny(d, "\x1b\u202e\u200b") || !strings.Contains(d, "cut: ") {
		t.Errorf("%q", d)
	}
	v.Only, v.Rules = []string{"a", "b"}, []Rule{{Tool: "b", Off: true}}
	if some, _ := v.admit([]*sdk.Tool{one, two, {Name: "c", InputSchema: map[string]any{}}}); len(some) != 1 || some[0].Name != "s_a" {
		t.Errorf("%+v", some)
	}
}

// A tool that says itself that it changes something checks nothing, unless the operator says so.
func TestWhatReadsBack(t *testing.T) {
	reads := tools.Reads
	pair := Rule{Tool: "write", Pair: &Pair{Tool: "look"}}
	write := &sdk.Tool{Name: "write", InputSchema: map[string]any{}}
	look := func(hints *sdk.ToolAnnotations) *sdk.Tool {
		return &sdk.Tool{Name: "look", Annotations: hints, InputSchema: map[string]any{}}
	}
	for i, c := range []struct {
		all   []*sdk.Tool
		rules []Rule
		there bool
	}{
		{[]*sdk.Tool{write}, []Rule{pair}, false},
		{[]*sdk.Tool{write, look(nil)}, []Rule{pair}, true},
		{[]*sdk.Tool{write, look(&sdk.ToolAnnotations{ReadOnlyHint: true})}, []Rule{pair}, true},
		{[]*sdk.Tool{write, look(&sdk.ToolAnnotations{})}, []Rule{pair}, false},
		{[]*sdk.Tool{write, look(&sdk.ToolAnnotations{})}, []Rule{pair, {Tool: "look", Class: &reads}}, true},
	} {
		v := &server{Server: Server{Name: "s", Rules: c.rules}}
		all, left := v.admit(c.all)
		there := false
		for _, tool := range all {
			there = there || tool.Name == "s_write" && tool.Check != nil
		}
		if there != c.there || c.there == (len(left) > 0) {
			t.Errorf("%d: %v, left out %v", i, there, left)
		}
	}
}

func FuzzKept(f *testing.F) {
	s := Server{Name: "s", Command: "c", Rules: []Rule{{Tool: "a", Pair: &Pair{Tool: "b"}, Reaches: []string{"x.*.y"}}}}
	for _, tool := range []string{`{"name":"a","inputSchema":{"type":"object"}}`, `{"name":"b","annotations":{"readOnlyHint":true},"inputSchema":{"$ref":"#"}}`, `null`} {
		f.Add([]byte(`{"of":"`+of(s)+`","tools":[`+tool+`]}`), `{"x":[{"y":"z"}]}`)
	}
	f.Fuzz(func(t *testing.T, b []byte, args string) {
		all, err := parseKept(b, s)
		if err != nil {
			return
		}
		v := &server{Server: s}
		offered, _ := v.admit(all)
		set, err := tools.NewSet(offered...)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range set.All() {
			if tool.Reaches != nil {
				tool.Reaches(json.RawMessage(args))
			}
		}
	})
}

func FuzzSchema(f *testing.F) {
	f.Add(`{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[{"items":{"$ref":"#"}},{"type":"string"}]}}}`, `{"a":[{"a":"b"}]}`)
	f.Add(`{"if":{"required":["a"]},"then":{"properties":{"a":{"pattern":"("}}},"patternProperties":{"(":{}}}`, `{"a":1}`)
	f.Fuzz(func(t *testing.T, s, args string) {
		var v, a any
		if json.Unmarshal([]byte(s), &v) != nil || json.Unmarshal([]byte(args), &a) != nil || len(args) > 4096 {
			return
		}
		_, takes, err := schema(v)
		if err != nil {
			return
		}
		_ = takes.Validate(a) // it ends
	})
}
