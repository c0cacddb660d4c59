package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"citadel/cmd/internal/host"
	"citadel/cmd/internal/setup"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory/event"
)

type setupCommand struct {
	Platform string `arg:"" enum:"slack,telegram,mattermost" help:"slack, telegram or mattermost."`
}

// Run walks through it, in the terminal or from a pipe. The home is made if need be, and
// held meanwhile, unless a citadel runs in it.
func (c setupCommand) Run(ctx context.Context, e *environment) (err error) {
	path, err := filepath.Abs(e.args.Home)
	if err != nil {
		return err
	}
	settings, err := config.Load(path, e.environ)
	if err != nil {
		return err
	}
	home, err := host.LockHome(path)
	running := errors.Is(err, host.ErrHeld)
	if err != nil && !running {
		return err
	}
	if !running {
		defer func() { err = errors.Join(err, home.Close()) }()
	}
	if running {
		home = &host.Home{Path: path} // to be read
	}
	log := slog.New(slog.DiscardHandler) // what went wrong is said, not logged
	o := host.Options{Home: home, Config: settings, Now: e.now, Log: log}
	w := setup.Options{
		Platform: c.Platform, Home: path, Given: settings.Platforms, In: e.in, Out: e.out, Running: running,
		Number:  e.number(),
		Connect: func(p config.Platforms) connectors.Connector { return e.platform(c.Platform, p, e.now, log) },
		Talks: func() bool {
			h, err := host.ReadHealth(path)
			return err == nil && h.Talks(c.Platform, e.now())
		},
		Linked: func(ctx context.Context) (names []string, read connectors.Cursor, err error) {
			found, read, err := host.Linked(ctx, o, c.Platform)
			for _, a := range found {
				names = append(names, "your account whose id ends in "+a.Ending())
			}
			return names, read, err
		},
		Link: func(ctx context.Context, over connectors.Connector, who setup.Knock, audience string) (bool, error) {
			return host.Link(ctx, o, host.Linking{Person: who.From, Place: who.At, Audience: event.Audience(audience), Next: who.Next, Meanwhile: who.Meanwhile, Over: over})
		},
	}
	if in, ok := e.in.(*os.File); ok && terminal(e) {
		fd := int(in.Fd())
		before, err := term.GetState(fd)
		if err != nil {
			return err
		}
		defer func() { _ = term.Restore(fd, before) }() // stopped at a token, it would stay blind
		w.Echoed = true
		w.Hidden = func() (string, error) {
			b, err := term.ReadPassword(fd)
			return string(b), err
		}
	}
	return setup.Run(ctx, w)
}
