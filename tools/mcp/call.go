package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/tools"
)

// call is how a tool of a server is called.
type call struct {
	server *server
	tool   string // as the server has it
	takes  *jsonschema.Resolved
	rule   Rule
	class  tools.Class
}

// run is tools.Tool.Run. What the server says of a failure comes as the text of the result, with its
// source: it is as foreign as an answer.
func (c call) run(ctx context.Context, args json.RawMessage) (tools.Result, error) {
	var given map[string]any
	if err := json.Unmarshal(args, &given); err != nil || given == nil {
		return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "The arguments are not an object.", Err: err}
	}
	if err := c.takes.Validate(given); err != nil {
		return c.server.quote(short(err.Error())), &tools.Failure{Reason: tools.Invalid, Text: "The arguments are not what the tool takes.", Err: err}
	}
	answer, err := c.server.ask(ctx, c.tool, args)
	if err != nil {
		return c.failed(err)
	}
	result := c.server.quote(told(answer))
	if answer.IsError {
		return result, &tools.Failure{Reason: tools.Unavailable, Text: "The tool server " + c.server.Name + " says that it failed."}
	}
	if c.rule.Ref != "" {
		result.Ref = ref(answer, c.rule.Ref)
	}
	return result, nil
}

// quote is text of the server as a result.
func (v *server) quote(text string) tools.Result {
	r := tools.Result{Text: text, Sources: []tools.Source{{What: "the tool server " + v.Name, Link: v.URL}}}
	if len(text) > tools.MaxOutput {
		r.Of, r.Text = len(text), head(text, tools.MaxOutput)
	}
	return r
}

// ask calls a tool of the server. It ends soon after ctx, also where the server does not read what
// it is sent.
func (v *server) ask(ctx context.Context, tool string, args json.RawMessage) (*sdk.CallToolResult, error) {
	s, err := v.up(ctx)
	if err != nil {
		return nil, err
	}
	s.meter.reset()
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		if !within(grace, done) {
			s.end()
		}
	})
	defer stop()
	defer close(done)
	return s.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: args})
}

// failed words why there is no answer.
func (c call) failed(err error) (tools.Result, error) {
	var down *tools.Failure
	var refused *jsonrpc.Error
	server := "The tool server " + c.server.Name
	switch {
	case errors.As(err, &down):
		return tools.Result{}, down
	case errors.As(err, &refused):
		return c.server.quote(short(refused.Message)), &tools.Failure{Reason: reasonOf(refused.Code), Text: server + " refused the call.", Err: err}
	case c.class != tools.Reads:
		return tools.Result{}, &tools.Failure{Reason: tools.Unsure, Text: server + " gave no answer; it may have been done.", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return tools.Result{}, &tools.Failure{Reason: tools.Unavailable, Text: server + " did not answer in time.", Err: err}
	}
	return tools.Result{}, &tools.Failure{Reason: tools.Unavailable, Text: server + " ended, or answered with what makes no sense.", Err: err}
}

func reasonOf(code int64) tools.Reason {
	switch code {
	case jsonrpc.CodeInvalidParams:
		return tools.Invalid
	case jsonrpc.CodeMethodNotFound:
		return tools.Missing
	}
	return tools.Unavailable
}

// reaches is tools.Tool.Reaches: the texts in the arguments that the settings name.
func (c call) reaches(args json.RawMessage) []string {
	var given any
	if json.Unmarshal(args, &given) != nil {
		return nil
	}
	var all []string
	for _, path := range c.rule.Reaches {
		if v, found := at(given, path); found {
			all = append(all, leaves(v)...)
		}
	}
	return all
}
