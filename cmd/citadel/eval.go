package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"citadel/cmd/internal/eval"
	"citadel/memory/embed/hashing"
)

type evalCommands struct {
	Recall    evalRecallCommand    `cmd:"" help:"How much of what was said is found again, on recorded conversations."`
	Pairs     evalPairsCommand     `cmd:"" help:"What the gate before every memory makes of labelled pairs of statements."`
	Writes    evalWritesCommand    `cmd:"" help:"What the gate before every memory does with all that conversations would write."`
	Classify  evalClassifyCommand  `cmd:"" help:"How messages are sorted, held against labels of your own."`
	Calibrate evalCalibrateCommand `cmd:"" help:"What the likeness of two texts means, measured on the pairs that ship."`
}

type evalCalibrateCommand struct {
	JSON bool `help:"Print one JSON object." name:"json"`
}

// Run measures the embedder that works in this process.
func (c evalCalibrateCommand) Run(ctx context.Context, e *environment) error {
	if err := eval.Calibrate(ctx, e.out, hashing.New(), c.JSON); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

type evalRecallCommand struct {
	Data    []string `help:"Files of conversations, one a line." required:"" type:"existingfile" placeholder:"FILE"`
	More    []string `arg:"" optional:"" name:"file" help:"More of them: --data ONE TWO." type:"existingfile"`
	Profile string   `help:"How it is recalled: ${profiles}." default:"${profile}" enum:"${profiles}"`
	JSON    bool     `help:"Print one JSON object." name:"json"`
	Honesty bool     `help:"Measure again with other names, other dates, another order and exchanged texts. Exit status 1 where the result depends on what it should not."`
}

// Run measures in homes of its own; the one in use is not touched.
func (c evalRecallCommand) Run(ctx context.Context, e *environment) error {
	conversations, err := readConversations(append(c.Data, c.More...))
	if err != nil {
		return err
	}
	p := e.progress()
	defer p.done()
	o := eval.Options{Profile: c.Profile, Now: e.now, Progress: p.show}
	if c.Honesty {
		return c.honesty(ctx, e, p, conversations, o)
	}
	report, err := eval.Recall(ctx, conversations, o)
	p.done()
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if c.JSON {
		return report.WriteJSON(e.out)
	}
	return report.Write(e.out)
}

// errDishonest: a result depends on what it should not.
var errDishonest = errors.New("the result depends on names, dates, order, or not on texts")

func (c evalRecallCommand) honesty(ctx context.Context, e *environment, p *progress, conversations []eval.Conversation, o eval.Options) error {
	checks, err := eval.Honesty(ctx, conversations, o)
	p.done()
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if err := eval.WriteChecks(e.out, checks, c.JSON); err != nil {
		return err
	}
	if slices.ContainsFunc(checks, func(c eval.Check) bool { return !c.Holds }) {
		return errDishonest
	}
	return nil
}

func readConversations(paths []string) (all []eval.Conversation, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("eval: %w", err)
		}
		some, err := eval.Read(f)
		if err := f.Close(); err != nil {
			return nil, fmt.Errorf("eval: %w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("eval: %s: %w", path, err)
		}
		all = append(all, some...)
	}
	return all, nil
}
