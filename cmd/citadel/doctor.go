package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"citadel/brain/model"
	"citadel/cmd/internal/doctor"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory/store/weaviate"
)

type doctorCommand struct {
	Full bool `help:"Verify the whole ledger, not only its last events."`
	JSON bool `help:"Print one JSON object." name:"json"`
}

// errUnwell: something failed, and the report has said what.
var errUnwell = errors.New("something is not well")

// Run examines the home. It works on any home, also none, and beside a running citadel.
func (c doctorCommand) Run(ctx context.Context, e *environment) error {
	home, err := filepath.Abs(e.args.Home)
	if err != nil {
		return fmt.Errorf("doctor: %w", err)
	}
	p := e.progress()
	findings := doctor.Examine(ctx, doctor.Options{
		Home: home, Environ: e.environ, User: os.Geteuid(), Now: e.now, Full: c.Full,
		List: func(ctx context.Context, p config.Provider) ([]model.Listed, error) {
			return host.List(ctx, p, version)
		},
		Platform: func(name string, p config.Platforms) connectors.Connector {
			return e.platform(name, p, e.now, slog.New(slog.DiscardHandler))
		},
		Search: func(ctx context.Context, c config.Config, ledger string) (weaviate.Report, error) {
			s, err := host.Server(c, ledger, e.now)
			if err != nil {
				return weaviate.Report{}, err
			}
			return s.Look(ctx)
		},
		Free: doctor.FreeSpace, Progress: p.show,
	})
	p.done()
	if c.JSON {
		err = doctor.WriteJSON(e.out, findings)
	} else {
		if _, err := fmt.Fprintf(e.out, "citadel %s, home %s\n\n", version, home); err != nil {
			return err
		}
		err = doctor.Write(e.out, findings, min(width(), 100))
	}
	if err == nil && doctor.Worst(findings) == doctor.Fail {
		err = errUnwell
	}
	return err
}
