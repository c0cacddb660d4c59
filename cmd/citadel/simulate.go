package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"citadel/cmd/internal/simulate"
)

type simulateCommand struct {
	Days   int      `help:"How many days to live." default:"30" placeholder:"N"`
	Seed   uint64   `help:"Which life: the same seed is the same life." default:"1" placeholder:"N"`
	Off    []string `help:"Parts of the mind to leave out: ${parts}." placeholder:"PART" xor:"parts"`
	Ablate bool     `help:"Live it whole, and then without each part in turn, and compare." xor:"parts"`
	Model  bool     `help:"Live it with a stand-in for a language model, which goes by rules, instead of without one."`
	Heap   bool     `help:"Measure the memory that is held, with the ledger in a file: written to standard error." xor:"parts"`
	Talk   string   `help:"Write all that is said and answered to a file." type:"path" placeholder:"FILE"`
	JSON   bool     `help:"Print one JSON object." name:"json"`
}

// errAmiss: something did not hold in a simulated life, as the report says.
var errAmiss = errors.New("something that must always hold did not, in this life")

// Run lives in a home of its own; the one in use is not touched.
func (c simulateCommand) Run(ctx context.Context, e *environment) (err error) {
	o := simulate.Options{Days: c.Days, Seed: c.Seed, Off: c.Off, Model: c.Model, Version: version}
	if c.Talk != "" {
		f, err := os.OpenFile(c.Talk, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("simulate: %w", err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		o.Talk = f
	}
	if c.Heap {
		o.Heap = &simulate.Heap{}
		defer func() {
			if err == nil || errors.Is(err, errAmiss) {
				err = errors.Join(err, o.Heap.Write(e.err))
			}
		}()
	}
	p := e.progress()
	defer p.done()
	o.Progress = p.show
	if c.Ablate {
		a, err := simulate.Ablate(ctx, o)
		p.done()
		if err != nil {
			return err
		}
		return c.write(e.out, a)
	}
	report, err := simulate.Run(ctx, o)
	p.done()
	if err != nil {
		return err
	}
	if err = c.write(e.out, report); err == nil && len(report.Broken) > 0 && len(c.Off) == 0 {
		err = errAmiss
	}
	return err
}

// write writes what there is to tell, as it was asked for.
func (c simulateCommand) write(w io.Writer, what interface {
	Write(w io.Writer) error
	WriteJSON(w io.Writer) error
}) error {
	if c.JSON {
		return what.WriteJSON(w)
	}
	return what.Write(w)
}
