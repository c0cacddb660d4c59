package host

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"citadel/bot"
	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Linking is an account that the host links on the spot.
type Linking struct {
	Person   connectors.Person
	Place    connectors.Place // the direct conversation with it; zero where it is not known
	Audience event.Audience   // who else can read that; empty: the principal is asked there

	// Next is up to where its platform was read to find it: what came before it was not the
	// principal's, but for Meanwhile, which is answered by the citadel that starts next. Empty
	// leaves that as it is.
	Next      connectors.Cursor
	Meanwhile []connectors.Event
	// Over, where not nil, is the connector of its platform: the account is told at once.
	Over connectors.Connector
}

// sayWait is how long the set-up waits for a platform to take what is said there.
const sayWait = 20 * time.Second

// Link links an account in a home in which nothing runs, as the set-up does. It reports
// whether the account was told; else, and on the other accounts in any case, what there is
// to say about it is said at the next start. Home, Config, Now, Log, Here and Store of the
// options count. An account that is linked already is left alone.
func Link(ctx context.Context, o Options, l Linking) (said bool, err error) {
	zone, err := time.LoadLocation(o.Config.Zone)
	if err != nil {
		return false, fmt.Errorf("zone %q: %w", o.Config.Zone, err)
	}
	if o.Here == nil {
		o.Here = []string{here}
	}
	store, _, err := takeUp(ctx, o)
	if err != nil {
		return false, err
	}
	mo := memory.Options{Store: store, Principal: o.Config.Principal, Now: o.Now, CheckpointEvery: o.CheckpointEvery}
	if o.Config.Ledger.Head {
		mo.Anchor = &ledger.FileAnchor{Path: filepath.Join(o.Home.Path, AnchorName)}
	}
	mind, pens, err := memory.Open(ctx, mo)
	if err != nil {
		return false, errors.Join(err, store.Close())
	}
	defer func() { err = errors.Join(err, mind.Close(context.WithoutCancel(ctx))) }()
	b := &bot.Bot{
		Mind: mind, Brain: &brain.Brain{Zone: zone, Host: turn.Host{Here: o.Here}}, Now: o.Now, Log: o.Log,
		Pens: pens.Case(event.Bot, event.Accounts, event.Outbox), Personal: personal(),
	}
	if l.Next != "" {
		read := pens.For(event.Bot).Write(event.Passed{Connector: l.Person.Platform, Reason: "before the account was linked", Cursor: string(l.Next)})
		if _, err := mind.Record(ctx, read); err != nil {
			return false, err
		}
	}
	if err := b.Link(ctx, l.Person, l.Place, l.Audience, "setup"); err != nil {
		return false, err
	}
	for _, e := range l.Meanwhile {
		e.Cursor = "" // how far was read is known
		if err := b.Take(ctx, &ear{l.Person.Platform}, e); err != nil {
			return false, err
		}
	}
	if l.Over == nil {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, sayWait)
	defer cancel()
	return b.Deliver(ctx, l.Over)
}

// ear is a platform that says nothing and takes nothing.
type ear struct{ name string }

func (e *ear) Name() string              { return e.name }
func (e *ear) Limits() connectors.Limits { return connectors.Limits{} }

func (e *ear) Run(context.Context, connectors.Cursor, connectors.Sink) error { return nil }

func (e *ear) Send(context.Context, connectors.Post) (connectors.MessageID, error) {
	return "", &connectors.Error{Op: e.name + ": send", Reason: connectors.Temporary}
}

// Linked lists the accounts of the principal on a platform, and how far that was read. It
// changes nothing, and may stand beside a running citadel. Where there is no ledger yet there are none.
func Linked(ctx context.Context, o Options, platform string) (found []accounts.Account, read connectors.Cursor, err error) {
	store, err := ReadLedger(ctx, o.Home.Path, o.Config, o.Away)
	if errors.Is(err, ledger.ErrEmpty) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	mind, _, err := memory.Open(ctx, memory.Options{Store: store, Principal: o.Config.Principal, Now: o.Now, ReadOnly: true})
	if errors.Is(err, ledger.ErrEmpty) {
		return nil, "", store.Close()
	}
	if err != nil {
		return nil, "", errors.Join(err, store.Close())
	}
	mind.Read(func(v memory.View) {
		read = connectors.Cursor(v.Places.Cursors[platform])
		for _, a := range v.Accounts.Linked {
			if a.Person.Platform == platform {
				found = append(found, a)
			}
		}
	})
	return found, read, mind.Close(context.WithoutCancel(ctx))
}
