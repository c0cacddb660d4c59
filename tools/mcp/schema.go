package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// What may be wrong with what a tool takes.
var (
	errNoObject = errors.New("what it takes is not an object")
	errTooLarge = fmt.Errorf("what it takes needs more than %d KiB to say", MaxSchema>>10)
	errNoRef    = errors.New("what it takes refers to what is not there")
	errTangled  = errors.New("what it takes is too tangled to be checked")
)

// maxNodes is how many schemas one may come to when what it refers to is written out.
const maxNodes = 4096

// schema reads what a tool takes: as a model is shown it, and as arguments are held against it.
func schema(input any) (json.RawMessage, *jsonschema.Resolved, error) {
	object, ok := input.(map[string]any)
	if !ok {
		return nil, nil, errNoObject
	}
	switch object["type"] {
	case "object":
	case nil:
		object = maps.Clone(object)
		object["type"] = "object"
	default:
		return nil, nil, errNoObject
	}
	params, err := canonical(object)
	if err != nil {
		return nil, nil, err
	}
	if len(params) > MaxSchema {
		return nil, nil, errTooLarge
	}
	p := plainer{root: object}
	plain, err := p.schema(object)
	if err != nil {
		return nil, nil, err
	}
	written, err := canonical(plain)
	if err != nil {
		return nil, nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(written, &s); err != nil {
		return nil, nil, fmt.Errorf("what it takes makes no sense: %s", short(err.Error()))
	}
	takes, err := s.Resolve(nil)
	if err != nil {
		return nil, nil, fmt.Errorf("what it takes makes no sense: %s", short(err.Error()))
	}
	return params, takes, nil
}

// plainer writes a schema anew so that checking against it ends soon, whoever wrote it: what it
// refers to is written out, and where that would go on without end anything is taken. It also
// leaves out patterns that Go does not know; the server knows them.
type plainer struct {
	root  map[string]any
	under []string // references that are being written out
	nodes int
}

// The keywords that hold schemas, by how they do.
var (
	oneSchema  = []string{"additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties"}
	listSchema = []string{"allOf", "anyOf", "oneOf", "prefixItems"}
	namedOnes  = []string{"properties", "patternProperties", "dependentSchemas"}
)

// dropped are keywords that only say how others are referred to.
var dropped = []string{"$schema", "$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$recursiveAnchor", "$defs", "definitions", "dependencies", "$vocabulary", "additionalItems"}

func (p *plainer) schema(node any) (any, error) {
	if p.nodes++; p.nodes > maxNodes {
		return nil, errTangled
	}
	object, ok := node.(map[string]any)
	if !ok {
		return node, nil // true or false
	}
	out := maps.Clone(object)
	for _, k := range dropped {
		delete(out, k)
	}
	if pattern, ok := out["pattern"].(string); ok && !known(pattern) {
		delete(out, "pattern")
	}
	for _, k := range oneSchema {
		if err := p.into(out, k, out[k]); err != nil {
			return nil, err
		}
	}
	for _, k := range listSchema {
		if err := p.list(out, k, out[k]); err != nil {
			return nil, err
		}
	}
	for _, k := range namedOnes {
		if err := p.named(out, k); err != nil {
			return nil, err
		}
	}
	if err := p.items(out, object["additionalItems"]); err != nil {
		return nil, err
	}
	return out, p.refer(out)
}

// into writes out the schema of one keyword.
func (p *plainer) into(out map[string]any, key string, node any) error {
	if node == nil {
		return nil
	}
	s, err := p.schema(node)
	out[key] = s
	return err
}

func (p *plainer) list(out map[string]any, key string, node any) error {
	all, ok := node.([]any)
	if !ok {
		return nil
	}
	written := make([]any, len(all))
	for i, one := range all {
		s, err := p.schema(one)
		if err != nil {
			return err
		}
		written[i] = s
	}
	out[key] = written
	return nil
}

func (p *plainer) named(out map[string]any, key string) error {
	all, ok := out[key].(map[string]any)
	if !ok {
		return nil
	}
	written := make(map[string]any, len(all))
	for name, one := range all {
		if key == "patternProperties" && !known(name) {
			continue
		}
		s, err := p.schema(one)
		if err != nil {
			return err
		}
		written[name] = s
	}
	out[key] = written
	return nil
}

// items are a schema, or, before 2020, a list of them and one for the rest.
func (p *plainer) items(out map[string]any, rest any) error {
	if _, list := out["items"].([]any); !list {
		return p.into(out, "items", out["items"])
	}
	if err := p.list(out, "prefixItems", out["items"]); err != nil {
		return err
	}
	delete(out, "items")
	return p.into(out, "items", rest)
}

// refer writes out what the schema refers to.
func (p *plainer) refer(out map[string]any) error {
	ref, ok := out["$ref"].(string)
	if !ok {
		return nil
	}
	delete(out, "$ref")
	for _, u := range p.under {
		if u == ref {
			return nil // and so on: anything is taken
		}
	}
	target, err := p.find(ref)
	if err != nil {
		return err
	}
	p.under = append(p.under, ref)
	written, err := p.schema(target)
	p.under = p.under[:len(p.under)-1]
	if err != nil {
		return err
	}
	all, _ := out["allOf"].([]any)
	out["allOf"] = append(all, written)
	return nil
}

// find is what a reference within the schema points at.
func (p *plainer) find(ref string) (any, error) {
	rest, ok := strings.CutPrefix(ref, "#")
	if !ok || rest != "" && rest[0] != '/' {
		return nil, errNoRef
	}
	var at any = p.root
	for step := range strings.SplitSeq(strings.TrimPrefix(rest, "/"), "/") {
		if rest == "" || rest == "/" {
			break
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		switch here := at.(type) {
		case map[string]any:
			at = here[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(here) {
				return nil, errNoRef
			}
			at = here[i]
		default:
			return nil, errNoRef
		}
	}
	if at == nil {
		return nil, errNoRef
	}
	return at, nil
}

func known(pattern string) bool {
	_, err := regexp.Compile(pattern)
	return err == nil
}
