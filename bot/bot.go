// Package bot is the mouth and the ears: it takes what connectors hear into the ledger,
// has the brain answer it turn by turn, and delivers what is to be said, each post once.
package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	"citadel/memory/files"
	"citadel/memory/ledger"
	"citadel/memory/outbox"
)

// Bot is one conversation on any number of platforms. Its fields are set before Run.
type Bot struct {
	Mind       *memory.Mind
	Brain      *brain.Brain
	Connectors []connectors.Connector
	Pens       ledger.Case // of bot and outbox, and of what Welcome writes
	Now        func() time.Time
	Log        *slog.Logger
	Random     io.Reader // chance, for a key that is made once; nil is the machine's

	// Alarm, where not nil, gives what rings when a moment of Now has come, and what lets go of it; nil
	// goes by the machine's clock. Whoever has a clock of his own rings by that one.
	Alarm func(at time.Time) (rings <-chan time.Time, stop func())

	// Folder is the home, in which a code for linking lies while one counts; empty where no
	// account can be linked by code.
	Folder string
	// Trusted are the accounts that the settings name as the principal's.
	Trusted []Trusted
	// Personal are the platforms whose direct conversations nobody else can read, as a rule;
	// on every other one whoever runs the server can.
	Personal []string
	// Sense reads a reaction on a platform as "acknowledge", "dismiss" or "".
	Sense func(platform, emoji string) string
	// Keys are those the program was given for language models: they are not kept, should
	// somebody type one.
	Keys []string
	// Files is where what comes with messages is kept; nil to keep nothing of it.
	Files *files.Store
	// Before is called before each turn, with the turns that must leave the window first.
	Before func(ctx context.Context) error
	// Neutral keeps names, money and health out of the first lines of what nobody asked for, where the principal has not
	// said what he wants of them.
	Neutral bool
	// Pulses, where not nil, hears every half minute how each platform is heard, by name.
	Pulses func(map[string]Pulse)
	// Outage is how the process before this one ended; see Gap.
	Outage Gap
	// Welcome makes the first words of a conversation; nil to wait for the other's.
	Welcome func() *turn.Reply
	Home    connectors.Place // where they are said

	drafts map[string]*drafts // by platform, where it shows any
	signs  sync.WaitGroup     // of work, until they are taken off
	asides *asides

	mu      sync.Mutex
	running *running                        // the turn under way
	stopped event.Seq                       // the last "stop": what was said before it is not to be answered any more
	urgent  []event.Seq                     // messages to be answered before all others, oldest first
	faults  map[string][]connectors.Finding // by connector: what was found wrong with how it is set up
	leaving atomic.Bool
	owed    []owed
	owing   chan struct{} // a value: something was added to owed

	rested sync.Map // the numbers of posts that are not on their way now, though they were

	remarks  chan remark          // to others, to be said
	dropped  map[string]time.Time // by connector and reason: when it was last recorded that something was passed over
	skimmed  map[string]skimmed   // by connector: what was passed over last, where that is not recorded
	placing  sync.Mutex           // held from looking for a message until it is recorded that there is none, or that there is
	reading  sync.RWMutex         // held for reading while what was read is recorded
	skipping map[string]bool      // by hash: who asked this process to be left out
}

// ErrLeft is what Run returns when the principal said that he wants to leave.
var ErrLeft = errors.New("the principal left")

// Run hears, answers and delivers until ctx ends, every connector has heard its last, or
// the principal leaves (ErrLeft). It then finishes the turn under way and delivers what can
// be delivered; when ctx has ended, within a short time: what takes longer is answered by
// the next process, and what was shown of it is withdrawn.
func (b *Bot) Run(ctx context.Context) error {
	b.owing = make(chan struct{}, 1)
	b.remarks = make(chan remark, mostRemarks)
	b.drafts = b.drafting()
	b.asides = newAsides()
	for _, c := range b.Connectors {
		b.introduce(c)
	}
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
	work.Go(func() error { return ended(working, b.attach(working)) })
	work.Go(func() error { return ended(working, b.watch(working)) })
	work.Go(func() error { return ended(working, b.examine(working)) })
	work.Go(func() error { return ended(working, b.murmur(working)) })
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
		settling, hurry := context.WithCancel(working)
		stop := context.AfterFunc(ctx, hurry)
		b.settle(settling)
		stop()
		hurry()
	}
	b.linger(working)
	stopWorking()
	if werr := work.Wait(); werr != nil {
		return werr
	}
	b.signs.Wait()
	b.flush(context.WithoutCancel(ctx))
	b.readSoFar(context.WithoutCancel(ctx))
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
		if !errors.As(err, &ce) {
			return fmt.Errorf("bot: hear %s: %w", c.Name(), err)
		}
		after := ce.After
		switch {
		case ce.Reason == connectors.Temporary, ce.Reason == connectors.RateLimited:
			b.Log.Warn("connector stopped, will run again", "connector", c.Name(), "err", err)
		case len(b.Connectors) > 1: // the others go on; that it is silent is told on one of them
			b.Log.Error("connector refused, will try again", "connector", c.Name(), "err", err)
			after = max(after, refusedFor)
		default:
			return fmt.Errorf("bot: hear %s: %w", c.Name(), err)
		}
		if brought {
			wait = newBackoff()
		}
		if err := wait.sleep(ctx, after); err != nil {
			return nil
		}
	}
}

// refusedFor is how long a platform that refuses us is left alone.
const refusedFor = 5 * time.Minute

// lingerFor is how long a stopped process goes on delivering what is queued.
const lingerFor = 2 * time.Second

// settle waits until nothing is to be answered, or to be delivered on this computer, any more. A
// post that failed more than once is not waited for: a full disk takes none of those behind it.
func (b *Bot) settle(ctx context.Context) {
	here := b.Brain.Host.Here
	b.until(ctx, func(v memory.View) bool {
		stuck := slices.ContainsFunc(v.Outbox.Posts, func(p outbox.Post) bool { return slices.Contains(here, p.Place.Platform) && p.Tries > 1 })
		return b.answered(v) && (stuck || !b.due(v, here))
	})
}

// Settled waits until nothing is to be answered, followed or delivered now, wherever it goes, or ctx
// ends. What may leave only later is not waited for.
func (b *Bot) Settled(ctx context.Context) error {
	all := b.platforms()
	b.until(ctx, func(v memory.View) bool { return b.answered(v) && len(v.Thread.Unsaid) == 0 && !b.due(v, all) })
	return ctx.Err()
}

// Next is when the earliest of what waits to be delivered may leave; zero where nothing waits.
func (b *Bot) Next() (next time.Time) {
	b.Mind.Read(func(v memory.View) {
		for _, p := range v.Outbox.Posts {
			if at := notBefore(v, p); next.IsZero() || at.Before(next) {
				next = at
			}
		}
	})
	return next
}

// platforms are those that the agent is on.
func (b *Bot) platforms() (all []string) {
	for _, c := range b.Connectors {
		all = append(all, c.Name())
	}
	return all
}

// linger gives what is queued a short time to leave, wherever it goes: a platform may be away
// for days. The outbox keeps the rest.
func (b *Bot) linger(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lingerFor)
	defer cancel()
	all := b.platforms()
	b.until(ctx, func(v memory.View) bool { return b.answered(v) && !b.due(v, all) })
}

// answered says whether nothing is to be answered now. Once the principal leaves nobody
// answers: what he said after that is answered at the next start.
func (b *Bot) answered(v memory.View) bool {
	return len(v.Thread.Waiting)+len(v.Thread.Aside) == 0 || b.leaving.Load()
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

// due says whether a post could leave now for one of the platforms.
func (b *Bot) due(v memory.View, platforms []string) bool {
	now := b.Now()
	return slices.ContainsFunc(v.Outbox.Posts, func(p outbox.Post) bool {
		return slices.Contains(platforms, p.Place.Platform) && !notBefore(v, p).After(now)
	})
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
