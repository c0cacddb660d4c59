package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Typed makes the schema and the decoding of a tool from a struct: field names and "json" tags
// are the names of the arguments, "jsonschema" tags say what they mean, and what is "omitempty"
// may be left out; a json.RawMessage is an object of whatever shape. What is not in the struct is refused. It panics where In has no schema, which
// is a mistake of ours.
func Typed[In any](t Tool, run func(ctx context.Context, in In) (Result, error)) Tool {
	params, err := schemaOf[In]()
	if err != nil {
		panic(fmt.Sprintf("tools: %s: %v", t.Name, err))
	}
	t.Params = params
	t.Run = func(ctx context.Context, args json.RawMessage) (Result, error) {
		in, err := Read[In](args)
		if err != nil {
			return Result{}, err
		}
		return run(ctx, in)
	}
	return t
}

// schemas are those of structs, by type: some tools are made anew in each turn.
var schemas sync.Map

func schemaOf[In any]() (json.RawMessage, error) {
	of := reflect.TypeFor[In]()
	if made, ok := schemas.Load(of); ok {
		return made.(json.RawMessage), nil
	}
	schema, err := jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {Type: "object"},
	}})
	if err != nil {
		return nil, err
	}
	params, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	schemas.Store(of, json.RawMessage(params))
	return params, nil
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
