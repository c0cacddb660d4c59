package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"citadel/cmd/internal/host"
	served "citadel/cmd/internal/mcp"
	"citadel/config"
	"citadel/memory/event"
	"citadel/tools/mcp"
)

type mcpCommands struct {
	Serve mcpServeCommand `cmd:"" default:"withargs" help:"Let another program look into this memory, as an MCP server over its standard streams."`
	Login mcpLoginCommand `cmd:"" help:"Log in at a server of tools that the settings name, in a browser."`
	Tools mcpToolsCommand `cmd:"" help:"Start the servers of tools that the settings name, and list what each has and what it may change."`
}

type mcpServeCommand struct {
	Audience string `help:"What is shown: everything (private), or only what a work place may show (work)." enum:"private,work" default:"private"`
	Remember bool   `help:"Programs may also leave words to be remembered, as what a program said."`
	Listen   string `help:"Over HTTP at this address of this computer instead, as 127.0.0.1:8086. A program needs the token in the file mcp.token of the home." placeholder:"HOST:PORT"`
}

// Run serves until the program that asks has ended, or this one is to. It needs no lock: a citadel
// may be running in the home.
func (c mcpServeCommand) Run(ctx context.Context, e *environment) (err error) {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	if !settings.Servers.Postgres.Set() && !host.InFile(e.args.Home) {
		return errNoLedger
	}
	mind, err := host.Read(ctx, host.ReadOptions{Home: e.args.Home, Config: settings, Now: e.now, Log: slog.New(slog.NewTextHandler(e.err, nil)), Away: e.away})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, mind.Close()) }()
	o := served.Options{Mind: mind, Audience: event.Audience(c.Audience), Version: version}
	if c.Remember {
		o.Remember = func(text string) error { return host.Pass(e.args.Home, text, e.now()) }
	}
	if c.Listen != "" {
		return c.listen(ctx, e, o)
	}
	if err := served.Serve(ctx, o, e.in, e.out); err != nil && ctx.Err() == nil {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}

// listen serves over HTTP, on this computer alone.
func (c mcpServeCommand) listen(ctx context.Context, e *environment, o served.Options) error {
	name, _, err := net.SplitHostPort(c.Listen)
	if ip := net.ParseIP(name); err != nil || ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("mcp: %q is no address of this computer alone: use one such as 127.0.0.1:8086", c.Listen)
	}
	token, err := tokenOf(filepath.Join(e.args.Home, tokenName))
	if err != nil {
		return written(err)
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("mcp: %w", err)
	}
	s := &http.Server{Handler: served.Handler(o, token), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	fmt.Fprintf(e.err, "Programs on this computer reach the memory at http://%s with the token in %s.\n", l.Addr(), filepath.Join(e.args.Home, tokenName))
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}

// tokenName is the file that holds what lets programs in over HTTP.
const tokenName = "mcp.token"

// tokenOf reads the token, and makes one where there is none.
func tokenOf(path string) (string, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		token := rand.Text()
		return token, os.WriteFile(path, []byte(token+"\n"), 0o600)
	}
	token := strings.TrimSpace(string(b))
	if err == nil && len(token) < 16 {
		err = fmt.Errorf("mcp: the token in %s is too short to be one: delete the file, and a new one is made", path)
	}
	return token, err
}

type mcpLoginCommand struct {
	Name string `arg:"" help:"The server, as the settings name it."`
}

// Run waits until the principal has logged in.
func (c mcpLoginCommand) Run(ctx context.Context, e *environment) error {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(settings.MCP, func(s config.MCPServer) bool { return s.Name == c.Name })
	if i < 0 || !settings.MCP[i].OAuth {
		return fmt.Errorf("mcp: the settings name no server %q where one logs in: write oauth: true below it", c.Name)
	}
	one := settings.MCP[i]
	one.Off = false
	if len(one.Missing) > 0 {
		return fmt.Errorf("mcp: %s is not set", strings.Join(one.Missing, ", "))
	}
	s := host.MCP(e.args.Home, []config.MCPServer{one}, version, e.now, slog.New(slog.NewTextHandler(e.err, nil)))
	err = mcp.Login(ctx, s, s.Servers[0], func(address string) {
		fmt.Fprintf(e.out, "Open this in a browser on this computer, and log in:\n\n    %s\n\n", address)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "You are logged in at %s.\n", c.Name)
	return nil
}

type mcpToolsCommand struct{}

// Run starts the servers, waits for each as long as a start may take, and ends them.
func (mcpToolsCommand) Run(ctx context.Context, e *environment) error {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	if len(settings.MCP) == 0 {
		fmt.Fprintln(e.out, "The settings name no servers of tools. config/examples/mcp.yaml has some.")
		return nil
	}
	for _, one := range settings.MCP {
		switch {
		case one.Off:
			fmt.Fprintf(e.out, "%s: off\n", one.Name)
		case len(one.Missing) > 0:
			fmt.Fprintf(e.out, "%s: %s is not set\n", one.Name, strings.Join(one.Missing, ", "))
		}
	}
	m, err := mcp.New(host.MCP(e.args.Home, settings.MCP, version, e.now, slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, mcp.MaxStart)
	defer cancel()
	m.Settled(waiting)
	for _, s := range m.Status() {
		e.listTools(s)
	}
	return m.Close()
}

// listTools prints what a server has.
func (e *environment) listTools(s mcp.Status) {
	switch {
	case !s.Up && s.Why == nil:
		fmt.Fprintf(e.out, "%s: does not answer yet\n", s.Name)
	case !s.Up:
		fmt.Fprintf(e.out, "%s: down, %v\n", s.Name, s.Why)
	default:
		fmt.Fprintf(e.out, "%s: up\n", s.Name)
	}
	for _, t := range s.Tools {
		verified := ""
		if t.Check != nil {
			verified = ", read back"
		}
		fmt.Fprintf(e.out, "  %-40s %s%s\n", t.Name, t.Class, verified)
	}
	for _, left := range s.LeftOut {
		fmt.Fprintf(e.out, "  left out: %s\n", left)
	}
}
