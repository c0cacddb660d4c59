package main

import (
	"context"
	"fmt"
	"os"

	"citadel/cmd/internal/eval"
)

type evalClassifyCommand struct {
	Data string `help:"File of messages, one a line: category, tier and text with tabs between them." required:"" type:"existingfile" placeholder:"FILE"`
	JSON bool   `help:"Print one JSON object." name:"json"`
}

// Run reads the file and nothing else: sorting needs no home.
func (c evalClassifyCommand) Run(ctx context.Context, e *environment) error {
	f, err := os.Open(c.Data)
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	defer f.Close()
	messages, err := eval.ReadLabelled(f)
	if err != nil {
		return fmt.Errorf("eval: %s: %w", c.Data, err)
	}
	report, err := eval.Classify(ctx, messages)
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if c.JSON {
		return report.WriteJSON(e.out)
	}
	return report.Write(e.out)
}
