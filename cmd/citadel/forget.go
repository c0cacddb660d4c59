package main

import (
	"context"
	"errors"
	"fmt"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

type forgetCommand struct {
	Handles []string `arg:"" help:"What to forget: m412 …"`
	Yes     bool     `help:"Do it. Without this it only shows what would go."`
}

// Run shows what forgetting would reach and, with --yes, destroys the keys.
func (c forgetCommand) Run(ctx context.Context, e *environment) (err error) {
	var seqs []event.Seq
	for _, s := range c.Handles {
		h, err := command.ParseHandle(s)
		if err != nil {
			return err
		}
		seqs = append(seqs, event.Seq(h.N))
	}
	var home *host.Home
	if c.Yes {
		if home, err = host.LockHome(e.args.Home); err != nil {
			return err
		}
		defer home.Close()
	}
	p := e.progress()
	defer p.done()
	m, _, err := openMind(ctx, e, !c.Yes, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(ctx)) }()
	plan, err := m.Reach(ctx, seqs...)
	if err != nil {
		return err
	}
	if len(plan.Seqs) == 0 {
		_, err := fmt.Fprintln(e.out, "Nothing to forget: these are forgotten already, or do not exist.")
		return err
	}
	for r, err := range m.Events(ctx, ledger.Query{Seqs: plan.Seqs}) {
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, "%6d  %s  %s\n", r.Seq, r.At.Format("2006-01-02 15:04"), r.Kind)
	}
	if len(plan.Quote) > 0 {
		fmt.Fprintf(e.out, "%s of the agent's own rest on them and stay unless you name them: %v\n", phrase.Count(len(plan.Quote), "post"), plan.Quote)
	}
	if !c.Yes {
		_, err := fmt.Fprintf(e.out, "%s would be forgotten. Nothing was changed; add --yes to do it.\n", phrase.Count(len(plan.Seqs), "event"))
		return err
	}
	done, err := m.Forget(ctx, plan, "asked")
	if err != nil {
		return err
	}
	if err := host.ForgetVectors(ctx, home, m, plan.Seqs); err != nil {
		return err
	}
	said, err := done.Payload()
	if err != nil {
		return err
	}
	gone, _ := said.(event.Forgotten)
	_, err = fmt.Fprintf(e.out, "%s forgotten: their keys are destroyed. Backups and exports made before now still open them.\nReceipt: event %d, digest %s\nHead: %d %s\n",
		phrase.Count(len(gone.Seqs), "event"), done.Seq, gone.Digest, done.Seq, done.Hash)
	if err != nil {
		return err
	}
	return tellLeft(ctx, e, m, done.Seq)
}

// tellLeft says where traces of a forgetting still are: what copies have not let go of, and what
// nobody here can reach.
func tellLeft(ctx context.Context, e *environment, m *memory.Mind, forgotten event.Seq) error {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	var left []string
	if settings.Search.URL != "" {
		left = append(left, "The search server still has its words: they go when `citadel` runs and it answers.")
	}
	if m.Cooled(ctx, forgotten) != nil {
		left = append(left, "Redis cannot be reached. What it has of before cannot be opened any more, and goes when `citadel` runs and it answers.")
	}
	if beyond := m.Beyond(); beyond != "" {
		left = append(left, beyond)
	}
	for _, line := range left {
		if _, err := fmt.Fprintln(e.out, line); err != nil {
			return err
		}
	}
	return nil
}
