package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// Typed makes the schema and the decoding of a tool from a struct: field names and "json" tags
// are the names of the arguments, "jsonschema" tags say what they mean, and what is "omitempty"
// may be left out; a json.RawMessage is an object of whatever shape. What is not in the struct is refused. It panics where In has no schema, which
// is a mistake of ours.
func Typed[In any](t Tool, run func(ctx context.Context, in In) (Result, error)) Tool {
	schema, err := jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {Type: "object"},
	}})
	if err != nil {
		panic(fmt.Sprintf("tools: %s: %v", t.Name, err))
	}
	if t.Params, err = json.Marshal(schema); err != nil {
		panic(fmt.Sprintf("tools: %s: %v", t.Name, err))
	}
	t.Run = func(ctx context.Context, args json.RawMessage) (Result, error) {
		in, err := Read[In](args)
		if err != nil {
			return Result{}, err
		}
		return run(ctx, in)
	}
	return t
}

// Read gives arguments as a struct. The error is a *Failure.
func Read[In any](args json.RawMessage) (In, error) {
	var in In
	d := json.NewDecoder(bytes.NewReader(args))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return in, &Failure{Reason: Invalid, Text: "The arguments are not what the tool takes.", Err: err}
	}
	return in, nil
}
