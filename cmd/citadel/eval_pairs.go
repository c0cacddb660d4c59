package main

import (
	"context"
	"fmt"
	"os"

	"citadel/cmd/internal/eval"
)

type evalPairsCommand struct {
	Data string `help:"File of pairs of statements, one a line." required:"" type:"existingfile" placeholder:"FILE"`
	JSON bool   `help:"Print one JSON object." name:"json"`
}

// Run reads the file and nothing else: the gate needs no home.
func (c evalPairsCommand) Run(ctx context.Context, e *environment) error {
	f, err := os.Open(c.Data)
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	defer f.Close()
	pairs, err := eval.ReadPairs(f)
	if err != nil {
		return fmt.Errorf("eval: %s: %w", c.Data, err)
	}
	report, err := eval.Pairs(ctx, pairs)
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if c.JSON {
		return report.WriteJSON(e.out)
	}
	return report.Write(e.out)
}
