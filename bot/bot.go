// Package bot is the mouth and the ears: it takes what connectors hear into the ledger,
// has the brain answer it turn by turn, and delivers what is to be said, each post once.
package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Bot is one conversation on any number of platforms. Its fields are set before Run.
type Bot struct {
	Mind       *memory.Mind
	Brain      *brain.Brain
	Connectors []connectors.Connector
	Pens       ledger.Case // of bot and outbox, and of what Welcome writes
	Now        func() time.Time
	Log        *slog.Logger

	// Principal says whether an account is the principal's.
	Principal func(connectors.Person) bool
	// Audience says who can read a place.
	Audience func(connectors.Place) event.Audience
	// Sense reads a reaction as "acknowledge", "dismiss" or "".
	Sense func(emoji string) string
	// Keys are those the program was given for language models: they are not kept, should
	// somebody type one.
	Keys []string
	// Before is called before each turn, with the turns that must leave the window first.
	Before func(ctx context.Context) error
	// Outage is how the process before this one ended; see Gap.
	Outage Gap
	// Welcome makes the first words of a conversation; nil to wait for the other's.
	Welcome func() *turn.Reply
	Home    connectors.Place // where they are said

	drafts map[string]*drafts // by platform, where it shows any

	mu      sync.Mutex
	running *running    // the turn under way
	stopped event.Seq   // the last "stop": what was said before it is not to be answered any more
	urgent  []event.Seq // messages to be answered before all others, oldest first
	leaving atomic.Bool
	owed    []owed
	owing   chan struct{} // a value: something was added to owed
}

// ErrLeft is what Run returns when the principal said that he wants to leave.
var ErrLeft = errors.New("the principal left")

// Run hears, answers and delivers until ctx ends, every connector has heard its last, or
// the principal leaves (ErrLeft). It then finishes the turn under way and delivers what can
// be delivered; when ctx has ended, within a short time: what takes longer is answered by
// the next process, and what was shown of it is withdrawn.
func (b *Bot) Run(ctx context.Context) error {
	b.owing = make(chan struct{}, 1)
	b.drafts = b.drafting()
	if err := b.abandoned(context.WithoutCancel(ctx)); err != nil { // before anything is sent
		return fmt.Errorf("bot: %w", err)
	}
	hearing, stopHearing := context.WithCancel(ctx)
	defer stopHearing()
	working, stopWorking := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWorking()

	work, working := errgroup.WithContext(working)
	work.Go(func() error { return ended(working, b.converse(working, stopHearing)) })
	work.Go(func() error { return ended(working, b.finish(working)) })
	for _, c := range b.Connectors {
		work.Go(func() error { return ended(working, b.deliver(working, c)) })
	}
	for _, d := range b.drafts {
		work.Go(func() error { return ended(working, d.run(working)) })
	}

	hear, hearing := errgroup.WithContext(hearing)
	for _, c := range b.Connectors {
		hear.Go(func() error { return b.hear(hearing, c) })
	}
	heard := make(chan error, 1)
	go func() { heard <- hear.Wait() }()

	var err error
	select {
	case err = <-heard:
	case <-working.Done(): // a worker failed
		stopHearing()
		<-heard
	}
	if ctx.Err() == nil && err == nil {
		b.settle(working)
	} else {
		b.linger(working)
	}
	stopWorking()
	if werr := work.Wait(); werr != nil {
		return werr
	}
	b.flush(context.WithoutCancel(ctx))
	b.tellOver(context.WithoutCancel(ctx))
	if b.leaving.Load() {
		return ErrLeft
	}
	return err
}

// ended turns the end of a worker's own context into no error: it is how everything here
// ends. A worker that ends for another reason has failed, and must not do so unnoticed.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// hear runs one connector from where it was read up to.
func (b *Bot) hear(ctx context.Context, c connectors.Connector) error {
	wait := newBackoff()
	for {
		var from string
		b.Mind.Read(func(v memory.View) { from = v.Places.Cursors[c.Name()] })
		brought := false
		err := c.Run(ctx, connectors.Cursor(from), func(ctx context.Context, e connectors.Event) error {
			brought = true
			return b.take(ctx, c, e)
		})
		if err == nil || ctx.Err() != nil {
			return nil
		}
		var ce *connectors.Error
		if !errors.As(err, &ce) || ce.Reason != connectors.Temporary && ce.Reason != connectors.RateLimited {
			return fmt.Errorf("bot: hear %s: %w", c.Name(), err)
		}
		b.Log.Warn("connector stopped, will run again", "connector", c.Name(), "err", err)
		if brought {
			wait = newBackoff()
		}
		if err := wait.sleep(ctx, ce.After); err != nil {
			return nil
		}
	}
}

// lingerFor is how long a stopped process goes on delivering what is queued.
const lingerFor = 2 * time.Second

// settle waits until nothing is to be answered or delivered any more. Once the principal
// leaves nobody answers: what he said after that is answered at the next start.
func (b *Bot) settle(ctx context.Context) {
	b.until(ctx, func(v memory.View) bool {
		return (len(v.Thread.Waiting) == 0 || b.leaving.Load()) && !b.due(v)
	})
}

// linger gives what is queued a short time to leave.
func (b *Bot) linger(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lingerFor)
	defer cancel()
	b.settle(ctx)
}

// flushFor is how long a process that ends goes on withdrawing drafts. What is left then
// the next one withdraws.
const flushFor = time.Second

func (b *Bot) flush(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, flushFor)
	defer cancel()
	for _, d := range b.drafts {
		d.flush(ctx)
	}
}

// due says whether a post could leave now, on a platform that is there.
func (b *Bot) due(v memory.View) bool {
	now := b.Now()
	for _, p := range v.Outbox.Posts {
		here := slices.ContainsFunc(b.Connectors, func(c connectors.Connector) bool { return c.Name() == p.Place.Platform })
		if here && !notBefore(v, p).After(now) {
			return true
		}
	}
	return false
}

// until waits for a state of the mind, or for ctx.
func (b *Bot) until(ctx context.Context, reached func(memory.View) bool) {
	for {
		var ok bool
		var head event.Seq
		b.Mind.Read(func(v memory.View) { ok, head = reached(v), v.Head })
		if ok {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-b.Mind.Past(head):
		}
	}
}
