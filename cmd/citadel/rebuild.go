package main

import (
	"context"
	"errors"
	"fmt"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/store"
)

type rebuildCommand struct {
	Verify bool `help:"Only compare: exit status 1 if the state in use, or what a Weaviate server was filled from, is not what the ledger says. Changes nothing."`
}

var errDiffers = errors.New("the state in use differs from the one computed from the ledger")

// Run computes the folds from the first event, and has a server on which memories are searched
// filled anew from there.
func (c rebuildCommand) Run(ctx context.Context, e *environment) (err error) {
	p := e.progress()
	defer p.done()
	if !c.Verify {
		home, err := host.LockHome(e.args.Home)
		if err != nil {
			return err
		}
		defer home.Close()
	}
	m, _, err := openMind(ctx, e, c.Verify, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(ctx)) }()
	diffs, err := m.Rebuild(ctx, func(done, all int) { p.show("rebuilding", done, all) })
	p.done()
	if err != nil {
		return err
	}
	for _, d := range diffs {
		fmt.Fprintf(e.out, "%s differs: %d bytes in use, %d computed\n", d.Fold, len(d.Live), len(d.Replay))
	}
	strange, err := c.searched(ctx, e, m)
	if err != nil {
		return err
	}
	if c.Verify && (len(diffs) > 0 || strange) {
		return errDiffers
	}
	word := "Rebuilt"
	if c.Verify {
		word = "Verified"
	}
	_, err = fmt.Fprintf(e.out, "%s: the state after event %s is what the ledger says.\n", word, phrase.Thousands(int(m.Head())))
	return err
}

// searched empties the Weaviate server, where the settings name one, for the next start to fill.
// To verify, it only says whether that was filled from another ledger, or another branch of this
// one. A server that is away is no error: whoever fills it compares, too.
func (c rebuildCommand) searched(ctx context.Context, e *environment, m *memory.Mind) (strange bool, err error) {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil || settings.Search.URL == "" {
		return false, err
	}
	first, err := m.Event(ctx, 1)
	if err != nil {
		return false, err
	}
	server, err := host.Server(settings, first.Hash.String(), e.now)
	if err != nil {
		return false, err
	}
	report, err := server.Look(ctx)
	if err == nil {
		if strange, err = m.Knows(ctx, report.Progress); err != nil {
			return false, err
		}
		strange = !strange
	}
	if err == nil && !c.Verify {
		err = server.Clear(ctx)
	}
	var says string
	switch at := settings.Search.URL; {
	case host.Refused(err) || err != nil && !errors.Is(err, store.ErrUnavailable):
		return false, err
	case err != nil:
		says = fmt.Sprintf("The Weaviate server at %s cannot be used now (%v). The next start compares it with the ledger, and fills it anew where it is not of it.", at, err)
	case strange && c.Verify:
		says = fmt.Sprintf("The Weaviate server at %s was filled from another branch of the ledger: its event %d is not in this one.", at, report.Begun.Seq)
	case !c.Verify:
		says = fmt.Sprintf("The Weaviate server at %s is empty; the next start fills it.", at)
	default:
		return strange, nil
	}
	_, err = fmt.Fprintln(e.out, says)
	return strange, err
}
