package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"citadel/bot"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/console"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// runCommand talks wherever the principal can be reached: on the platforms that are set up,
// and in the terminal if somebody sits at it.
type runCommand struct{ chatCommand }

// Run converses until it is stopped, or the principal leaves. Without a platform it is chat.
func (c runCommand) Run(ctx context.Context, e *environment) error {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	if err := settings.Platforms.Err(); err != nil {
		return err
	}
	names := settings.Platforms.Names()
	if c.JSON && len(names) > 0 {
		return errJSON
	}
	return c.converse(ctx, e, settings, names)
}

// errJSON: what is said on platforms has no lines.
var errJSON = errors.New("--json is for the terminal alone: citadel chat --json")

type chatCommand struct {
	JSON bool `help:"Print one JSON object a line (piped only)." name:"json"`
}

// Run converses here alone until the input ends or the principal leaves.
func (c chatCommand) Run(ctx context.Context, e *environment) error {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	return c.converse(ctx, e, settings, nil)
}

// converse talks on platforms, and here: always where there are none, else if somebody sits
// at the terminal. Standard input of a service is not read.
func (c chatCommand) converse(ctx context.Context, e *environment, settings config.Config, platforms []string) (err error) {
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
	tidy(e.args.Home, e.now(), log)

	var notices io.Writer
	if !screen && len(platforms) == 0 {
		notices = e.err
	}
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	progress := e.progress()
	var app *host.Citadel
	app, err = host.Open(ctx, host.Options{
		Home: home, Config: settings, Version: version, Now: e.now, Log: log, Progress: progress.show, Greet: greet(screen), Notices: notices, Away: e.away, Feeds: host.Feeds(settings.Economy, "", e.client, e.now),
		Trusted: host.Trusted(settings.Platforms),
		Connectors: func(session string) (all []connectors.Connector) {
			for _, name := range platforms {
				all = append(all, e.platform(name, settings.Platforms, e.now, log))
			}
			if !screen && len(platforms) > 0 {
				return all
			}
			desk := &console.Console{
				In: e.in, Out: e.out, Terminal: screen && !c.JSON, JSON: c.JSON, Colour: !set(e.environ, "NO_COLOR"),
				Width: width, Session: session, Now: e.now,
				History: func() []string { return said(ctx, app.Mind) },
			}
			if len(platforms) == 0 {
				return []connectors.Connector{desk}
			}
			return append(all, &front{desk, leave})
		},
	})
	progress.done()
	if err != nil {
		return err
	}
	alone(e.err, app.Mind, settings.Platforms, platforms)
	if len(platforms) > 0 {
		log.Info("talking", "platforms", strings.Join(platforms, " "), "terminal", screen)
	}
	return errors.Join(refused(app.Run(ctx), platforms), app.Close())
}

// alone says on which platforms nobody is answered, as nobody is linked there.
func alone(w io.Writer, m *memory.Mind, p config.Platforms, platforms []string) {
	for _, name := range platforms {
		known := slices.ContainsFunc(host.Trusted(p), func(t bot.Trusted) bool { return t.Platform == name })
		m.Read(func(v memory.View) {
			known = known || slices.ContainsFunc(v.Accounts.Linked, func(a accounts.Account) bool { return a.Person.Platform == name })
		})
		if !known {
			fmt.Fprintf(w, "On %s no account of yours is linked, so nobody is answered there: stop me and run `citadel setup %s`, or run `citadel link`.\n",
				accounts.Title(name), name)
		}
	}
}

// refusal is that the only platform does not take the tokens.
type refusal struct {
	platform string
	err      error
}

func (r *refusal) Error() string { return r.platform + ": " + r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// refused names the platform that refused us, where the process ended for that: of several
// none ends it.
func refused(err error, platforms []string) error {
	var failed *connectors.Error
	if len(platforms) == 1 && errors.As(err, &failed) && failed.Reason == connectors.Forbidden {
		return &refusal{platforms[0], err}
	}
	return err
}

// front is the terminal of a citadel that talks on platforms too: whoever ends the input
// there ends the program, as he would without them.
type front struct {
	*console.Console
	leave context.CancelCauseFunc
}

// Run is that of the console.
func (f *front) Run(ctx context.Context, from connectors.Cursor, sink connectors.Sink) error {
	err := f.Console.Run(ctx, from, sink)
	if err == nil {
		f.leave(host.ErrInputEnded)
	}
	return err
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
	return onTerminal(e.in) && onTerminal(e.out)
}

func onTerminal(end any) bool {
	f, ok := end.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
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
	for r, err := range ledger.Each[event.Heard](ctx, m, ledger.Query{Newest: true, Limit: historyLines}) {
		if err != nil {
			return nil // a convenience: without it the editor begins with an empty history
		}
		if h := r.Said; r.Trust == event.ByPrincipal && !h.Overheard && !strings.Contains(h.Text, "\n") {
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
