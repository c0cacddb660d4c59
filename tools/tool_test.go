package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"citadel/tools"
)

type greeting struct {
	Name  string `json:"name" jsonschema:"whom to greet"`
	Times int    `json:"times,omitempty"`
}

func greet(name string) tools.Tool {
	return tools.Typed(tools.Tool{Name: name, Class: tools.Reads}, func(_ context.Context, in greeting) (tools.Result, error) {
		return tools.Result{Text: strings.Repeat("hello "+in.Name, max(in.Times, 1))}, nil
	})
}

// What stands at the head of a prompt does not depend on the order in which tools were found.
func TestASetIsInTheOrderOfNames(t *testing.T) {
	s, err := tools.NewSet(greet("b"), greet("c"), greet("a"))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, tool := range s.All() {
		got += tool.Name
	}
	if got != "abc" || s.Len() != 3 {
		t.Errorf("order %q of %d", got, s.Len())
	}
	if _, found := s.Find("b"); !found {
		t.Error("b is not found")
	}
	if _, found := s.Find("d"); found {
		t.Error("d is found")
	}
	if rest := s.Only(func(x tools.Tool) bool { return x.Name != "b" }); rest.Len() != 2 || s.Len() != 3 {
		t.Errorf("%d of %d are left", rest.Len(), s.Len())
	}
}

func TestASetRefusesWhatNobodyCouldCall(t *testing.T) {
	mute, wide := greet("mute"), greet("wide")
	mute.Run = nil
	wide.Stakes = tools.Recipient
	loose := greet("loose")
	loose.Reaches = func(json.RawMessage) []string { return nil }
	bare := greet("bare")
	bare.Params = nil
	for _, c := range []struct {
		why string
		all []tools.Tool
	}{
		{"there twice", []tools.Tool{greet("a"), greet("a")}},
		{"be a name", []tools.Tool{greet("a b")}},
		{"be a name", []tools.Tool{greet(strings.Repeat("a", 65))}},
		{"to run", []tools.Tool{mute}},
		{"schema", []tools.Tool{bare}},
		{"whom it reaches", []tools.Tool{wide}},
		{"whom it reaches", []tools.Tool{loose}},
	} {
		if _, err := tools.NewSet(c.all...); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

// Whoever comes later takes no name away, and what cannot be called does not come in.
func TestASetWithMore(t *testing.T) {
	s, err := tools.NewSet(greet("b"), greet("d"))
	if err != nil {
		t.Fatal(err)
	}
	mute, other := greet("e"), greet("b")
	mute.Run, other.Description = nil, "another"
	more := s.With(greet("c"), other, mute, greet("a"), greet("c"))
	if got := strings.Join(more.Names(), ""); got != "abcd" || s.Len() != 2 {
		t.Errorf("%q, and %d before", got, s.Len())
	}
	if b, _ := more.Find("b"); b.Description == "another" {
		t.Error("a name was taken over")
	}
}

// A tool that says nothing of itself is taken for the worst.
func TestTheZeroClassIsWorld(t *testing.T) {
	var zero tools.Tool
	if zero.Class != tools.World || zero.Class.String() != "world" {
		t.Errorf("class %v", zero.Class)
	}
}

func TestTypedArguments(t *testing.T) {
	tool := greet("greet")
	if !json.Valid(tool.Params) || !strings.Contains(string(tool.Params), "whom to greet") {
		t.Errorf("schema %s", tool.Params)
	}
	got, err := tool.Run(t.Context(), json.RawMessage(`{"name":"Ana"}`))
	if err != nil || got.Text != "hello Ana" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, args := range []string{`{"name":"Ana","loud":true}`, `{"name":3}`, `[]`, ``} {
		_, err := tool.Run(t.Context(), json.RawMessage(args))
		var failure *tools.Failure
		if !errors.As(err, &failure) || failure.Reason != tools.Invalid || failure.Error() == "" {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestTheDigestOfACall(t *testing.T) {
	same := func(a, b string) bool {
		return tools.Digest("t", json.RawMessage(a)) == tools.Digest("t", json.RawMessage(b))
	}
	for _, c := range [][2]string{
		{`{"a":1,"b":2}`, "{ \"b\": 2,\n\"a\": 1 }"},
		{`{"a":{"c":[1,2],"d":null}}`, `{"a":{"d":null,"c":[1,2]}}`},
	} {
		if !same(c[0], c[1]) {
			t.Errorf("%s and %s are two calls", c[0], c[1])
		}
	}
	for _, c := range [][2]string{
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`},
		{`{"a":[1,2]}`, `{"a":[2,1]}`},
		{`{"a":"1"}`, `{"a":1}`},
		{`not JSON`, `not JSON either`},
	} {
		if same(c[0], c[1]) {
			t.Errorf("%s and %s are one call", c[0], c[1])
		}
	}
	if tools.Digest("ab", json.RawMessage(`{}`)) == tools.Digest("a", json.RawMessage(`b{}`)) {
		t.Error("the name runs into the arguments")
	}
}

// What a turn pays for a hundred tools of servers.
func BenchmarkASetWithAHundredMore(b *testing.B) {
	s, err := tools.NewSet(greet("b"), greet("d"))
	if err != nil {
		b.Fatal(err)
	}
	var more []tools.Tool
	for i := range 100 {
		more = append(more, greet(fmt.Sprintf("server_%d", i)))
	}
	for b.Loop() {
		s.With(more...)
	}
}

// An argument that is an object of any shape is told as one: a model could not call the tool otherwise.
func TestAnArgumentOfAnyShape(t *testing.T) {
	type in struct {
		Args json.RawMessage `json:"args" jsonschema:"whatever the other takes"`
	}
	tool := tools.Typed(tools.Tool{Name: "any"}, func(_ context.Context, in in) (tools.Result, error) {
		return tools.Result{Text: string(in.Args)}, nil
	})
	if schema := string(tool.Params); !strings.Contains(schema, `"args":{"type":"object","description":"whatever the other takes"}`) {
		t.Errorf("schema %s", schema)
	}
	if r, err := tool.Run(t.Context(), json.RawMessage(`{"args":{"a":[1]}}`)); err != nil || r.Text != `{"a":[1]}` {
		t.Errorf("%q, %v", r.Text, err)
	}
}
