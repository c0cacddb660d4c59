package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

type ledgerCommands struct {
	Verify  verifyCommand  `cmd:"" help:"Check the whole chain. Exit status 0 only if it is whole."`
	Rebuild rebuildCommand `cmd:"" help:"Compute the state from the first event."`
	Export  exportCommand  `cmd:"" help:"Write the ledger as JSON Lines, with the keys that open it."`
	Import  importCommand  `cmd:"" help:"Take over an export into a home that has no ledger yet."`
	Forget  forgetCommand  `cmd:"" help:"Forget events for good, with all that carries their content."`

	SetupPostgres setupPostgresCommand `cmd:"" help:"Print the SQL that makes a PostgreSQL database ready for the ledger."`
}

var errNoLedger = errors.New("there is no ledger")

// openMind opens the ledger of a home. For reading it needs no lock and may stand beside a
// running citadel.
func openMind(ctx context.Context, e *environment, readOnly bool, p *progress) (*memory.Mind, ledger.Pens, error) {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return nil, ledger.Pens{}, err
	}
	if !settings.Servers.Postgres.Set() && !host.InFile(e.args.Home) {
		return nil, ledger.Pens{}, errNoLedger
	}
	open := host.OpenLedger
	if readOnly {
		open = host.ReadLedger
	}
	store, err := open(ctx, e.args.Home, settings, e.away)
	if err != nil {
		return nil, ledger.Pens{}, err
	}
	if empty, err := host.Vacant(ctx, e.args.Home, settings, store); err != nil || empty {
		return nil, ledger.Pens{}, errors.Join(cmp.Or(err, errNoLedger), store.Close())
	}
	o := memory.Options{
		Store: store, Principal: settings.Principal, Now: e.now, ReadOnly: readOnly,
		Progress: func(done, all int) { p.show("replaying the ledger", done, all) },
	}
	if settings.Ledger.Head {
		o.Anchor = &ledger.FileAnchor{Path: filepath.Join(e.args.Home, host.AnchorName)}
	}
	if !readOnly { // what is forgotten is forgotten there, too
		if o.Hot, err = host.Hot(settings); err != nil {
			return nil, ledger.Pens{}, errors.Join(err, store.Close())
		}
	}
	m, pens, err := memory.Open(ctx, o)
	if err != nil {
		return nil, ledger.Pens{}, errors.Join(err, store.Close())
	}
	return m, pens, nil
}

type verifyCommand struct{}

// Run recomputes the chain.
func (verifyCommand) Run(ctx context.Context, e *environment) (err error) {
	p := e.progress()
	defer p.done()
	m, _, err := openMind(ctx, e, true, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(ctx)) }()
	rep, err := m.Verify(ctx, func(done, all int) { p.show("verifying", done, all) })
	p.done()
	if err != nil {
		return err
	}
	anchor := "and its end agrees with the anchor"
	if !rep.Anchored {
		anchor = "but no anchor stands beside it, so a cut end would not be seen"
	}
	gap, err := unanchored(ctx, m)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.out, "The ledger is whole: %s events from %s to %s, %s forgotten%s, %s.\nHead: %d %s\n",
		phrase.Thousands(rep.Events), rep.First.Format("2 Jan 2006 15:04 MST"), rep.Last.Format("2 Jan 2006 15:04 MST"),
		phrase.Thousands(rep.Forgotten), receipts(rep.Receipts), anchor, rep.Head.Seq, rep.Head.Hash)
	if err == nil && !gap.IsZero() {
		_, err = fmt.Fprintf(e.out, "On %s it was started without an anchor: an end cut off before then would not be seen.\n", gap.Format("2 Jan 2006 15:04 MST"))
	}
	return err
}

// receipts says of how many receipts the digest agrees with what lies in the ledger.
func receipts(n int) string {
	if n == 0 {
		return ""
	}
	return " as " + phrase.Count(n, "receipt") + " of it say"
}

// unanchored is when the ledger was last started without an anchor; zero if it never was.
func unanchored(ctx context.Context, m *memory.Mind) (time.Time, error) {
	for r, err := range ledger.Each[event.Started](ctx, m, ledger.Query{Newest: true}) {
		if err != nil {
			return time.Time{}, err
		}
		if s := r.Said; s.Unanchored {
			return r.At, nil
		}
	}
	return time.Time{}, nil
}

type exportCommand struct {
	File string `arg:"" help:"Where to write; - for standard output." default:"-"`
}

// Run writes the export. It opens everything that was said: keep it as you keep the home.
func (c exportCommand) Run(ctx context.Context, e *environment) (err error) {
	p := e.progress()
	defer p.done()
	m, _, err := openMind(ctx, e, true, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(ctx)) }()
	out := e.out
	if c.File != "-" {
		f, err := os.OpenFile(c.File, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	return m.Export(ctx, out, func(done, all int) { p.show("exporting", done, all) })
}

type importCommand struct {
	File string `arg:"" help:"An export; - for standard input." default:"-"`
}

var errNotEmpty = errors.New("this home has a ledger already; an import goes only into a home without one")

// Run verifies the export while it reads it, and keeps it only if all of it is whole: in a
// database it is one commit; of a file, one beside the ledger's place is put there at the end.
func (c importCommand) Run(ctx context.Context, e *environment) (err error) {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	home, err := host.LockHome(e.args.Home)
	if err != nil {
		return err
	}
	defer home.Close()
	in := e.in
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return fmt.Errorf("import: %w", err)
		}
		defer f.Close()
		in = f
	}
	p := e.progress()
	defer p.done()
	take := func(store ledger.Store) (rep ledger.Report, err error) {
		rep, err = ledger.Import(ctx, store, settings.Principal, in, func(done, all int) { p.show("importing", done, all) })
		return rep, errors.Join(err, store.Close())
	}
	var rep ledger.Report
	if settings.Servers.Postgres.Set() {
		var store ledger.Store
		if store, err = host.OpenLedger(ctx, e.args.Home, settings, e.away); err == nil {
			rep, err = take(store)
		}
		if errors.Is(err, ledger.ErrNotEmpty) {
			err = errNotEmpty
		}
	} else {
		rep, err = intoFile(ctx, filepath.Join(e.args.Home, host.LedgerName), take)
	}
	if err == nil {
		err = anchored(e.args.Home, settings, rep.Head)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.out, "Imported %s events, whole. Head: %d %s\n", phrase.Thousands(rep.Events), rep.Head.Seq, rep.Head.Hash)
	return err
}

// anchored leaves the end of what was imported beside it, where nothing is known there yet: what a
// home has lived with already is for the next start to compare.
func anchored(home string, settings config.Config, head ledger.Head) error {
	anchor := &ledger.FileAnchor{Path: filepath.Join(home, host.AnchorName)}
	if _, err := anchor.Load(); !settings.Ledger.Head || !errors.Is(err, ledger.ErrNoAnchor) {
		return nil //nolint:nilerr // one that is damaged is the next start's to tell of
	}
	return anchor.Save(head)
}

// intoFile imports into a file that must not be there yet, and then is or is not.
func intoFile(ctx context.Context, path string, take func(ledger.Store) (ledger.Report, error)) (ledger.Report, error) {
	if _, err := os.Stat(path); err == nil {
		return ledger.Report{}, errNotEmpty
	}
	part := path + ".importing"
	defer func() {
		for _, end := range []string{"", "-wal", "-shm"} {
			os.Remove(part + end)
		}
	}()
	store, err := sqlite.Open(ctx, part)
	if err != nil {
		return ledger.Report{}, err
	}
	rep, err := take(store)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return ledger.Report{}, fmt.Errorf("import: %w", err)
	}
	return rep, nil
}
