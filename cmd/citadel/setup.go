package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"citadel/cmd/internal/doctor"
	"citadel/cmd/internal/host"
	"citadel/cmd/internal/setup"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory/event"
)

type setupCommand struct {
	Platform string `arg:"" name:"slack|telegram|mattermost|mail|calendar" enum:"slack,telegram,mattermost,mail,calendar" help:"slack, telegram, mattermost, mail or calendar."`
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
	echoed, hidden, restore, err := blind(e)
	if err != nil {
		return err
	}
	defer restore()
	if c.Platform == "mail" {
		return setup.Mail(ctx, setup.MailOptions{
			Home: path, Given: settings.Tools.Mail, Running: running, In: e.in, Out: e.out, Hidden: hidden, Echoed: echoed,
			Try: func(ctx context.Context, m config.Mail) []string { return doctor.Mail(ctx, m, e.now) },
		})
	}
	if c.Platform == "calendar" {
		return setup.Calendar(ctx, setup.CalendarOptions{
			Home: path, Given: settings.Tools.Calendar.UsualBook(), Running: running, In: e.in, Out: e.out, Hidden: hidden, Echoed: echoed,
			Try: func(ctx context.Context, b config.Book) (string, string) {
				return doctor.Calendar(ctx, &settings, b, e.now)
			},
		})
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
	w.Echoed, w.Hidden = echoed, hidden
	return setup.Run(ctx, w)
}

// blind gives how a line is read from the terminal without showing it, where somebody sits at one;
// else hidden is nil. Stopped at such a line the terminal would stay blind: restore mends that.
func blind(e *environment) (echoed bool, hidden func() (string, error), restore func(), err error) {
	in, ok := e.in.(*os.File)
	if !ok || !terminal(e) {
		return false, nil, func() {}, nil
	}
	fd := int(in.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return false, nil, nil, err
	}
	hidden = func() (string, error) {
		b, err := term.ReadPassword(fd)
		return string(b), err
	}
	return true, hidden, func() { _ = term.Restore(fd, before) }, nil
}
