package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/console"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// runCommand talks wherever the principal can be reached. So far that is the terminal.
type runCommand struct{ chatCommand }

type chatCommand struct {
	JSON bool `help:"Print one JSON object a line (piped only)." name:"json"`
}

// Run converses until the input ends or the principal leaves.
func (c chatCommand) Run(ctx context.Context, e *environment) (err error) {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	home, err := host.LockHome(e.args.Home)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, home.Close()) }()

	screen := terminal(e)
	log, closeLog, err := logger(e, settings, screen)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()

	var notices io.Writer
	if !screen {
		notices = e.err
	}
	progress := newProgress(e.err, e.now)
	var app *host.Citadel
	app, err = host.Open(ctx, host.Options{
		Home: home, Config: settings, Version: version, Now: e.now, Log: log, Progress: progress.show, Greet: greet(screen), Notices: notices,
		Connectors: func(session string) []connectors.Connector {
			return []connectors.Connector{&console.Console{
				In: e.in, Out: e.out, Terminal: screen && !c.JSON, JSON: c.JSON, Colour: !set(e.environ, "NO_COLOR"),
				Width: width, Session: session, Now: e.now,
				History: func() []string { return said(ctx, app.Mind) },
			}}
		},
	})
	progress.done()
	if err != nil {
		return err
	}
	return errors.Join(app.Run(ctx), app.Close())
}

// greet is where a newcomer is greeted: in front of a person only, never into a pipe.
func greet(screen bool) connectors.Place {
	if !screen {
		return connectors.Place{}
	}
	return console.Here()
}

// terminal says whether a person sits at both ends.
func terminal(e *environment) bool {
	in, ok1 := e.in.(*os.File)
	out, ok2 := e.out.(*os.File)
	return ok1 && ok2 && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd()))
}

func width() int {
	w, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 80
	}
	return w
}

func set(environ []string, name string) bool {
	for _, v := range environ {
		if strings.HasPrefix(v, name+"=") && len(v) > len(name)+1 {
			return true
		}
	}
	return false
}

// historyLines is how many of the principal's own lines the line editor offers.
const historyLines = 500

// said reads the principal's last lines from the ledger, oldest first: no file of the
// home but the ledger holds spoken words.
func said(ctx context.Context, m *memory.Mind) []string {
	var lines []string
	for r, err := range m.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Newest: true, Limit: historyLines}) {
		if err != nil {
			return nil // a convenience: without it the editor begins with an empty history
		}
		p, err := r.Payload()
		if h, ok := p.(event.Heard); ok && err == nil && !strings.Contains(h.Text, "\n") {
			lines = append([]string{h.Text}, lines...)
		}
	}
	return lines
}

// logger writes to a file in the home when a terminal is in use, else to standard error.
func logger(e *environment, settings config.Config, screen bool) (*slog.Logger, func() error, error) {
	level := &slog.HandlerOptions{Level: settings.Log.Level}
	path := settings.Log.File
	if path == "" && screen {
		path = filepath.Join(e.args.Home, host.LogName)
	}
	if path == "" {
		return slog.New(slog.NewTextHandler(e.err, level)), func() error { return nil }, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("log: %w", err)
	}
	return slog.New(slog.NewTextHandler(io.Writer(f), level)), f.Close, nil
}
