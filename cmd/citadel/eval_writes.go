package main

import (
	"context"
	"fmt"

	"citadel/cmd/internal/eval"
)

type evalWritesCommand struct {
	Data []string `help:"Files of conversations, one a line." required:"" type:"existingfile" placeholder:"FILE"`
	JSON bool     `help:"Print one JSON object." name:"json"`
}

// Run measures in memory; the home in use is not touched.
func (c evalWritesCommand) Run(ctx context.Context, e *environment) error {
	conversations, err := readConversations(c.Data)
	if err != nil {
		return err
	}
	p := e.progress()
	defer p.done()
	report, err := eval.MeasureWrites(ctx, conversations, eval.Options{Progress: p.show})
	p.done()
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if c.JSON {
		return report.WriteJSON(e.out)
	}
	return report.Write(e.out)
}
