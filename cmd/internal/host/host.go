// Package host puts the parts of a running Citadel together: one home, one mind, its
// conversation on the given connectors, and its background work. It is the only place
// that hands out pens.
package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"citadel/bot"
	"citadel/brain"
	"citadel/brain/perform"
	"citadel/config"
	"citadel/connectors"
	"citadel/jobs"
	"citadel/jobs/feeds"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store/embedded"
	"citadel/tools"
	"citadel/tools/mcp"
)

// Names of what lies in a home.
const (
	LedgerName = "ledger.db"
	AnchorName = "head"
	LockName   = "lock"
	AliveName  = "alive"
	LogName    = "citadel.log"

	VectorsName = "vectors" // a folder; what lies in it is made again when it is gone
)

// here is the platform on which only who has this computer can write.
const here = "console"

// personal are the platforms whose direct conversations nobody but the two can read, as a
// rule: nobody administers them for a company.
func personal() []string { return []string{"telegram"} }

// Options of Open.
type Options struct {
	Home       *Home // locked; see LockHome
	Config     config.Config
	Version    string
	Now        func() time.Time
	Log        *slog.Logger
	Progress   func(what string, done, all int) // of anything long; may be nil
	Connectors func(session string) []connectors.Connector
	Trusted    []bot.Trusted    // accounts that the settings name as the principal's
	Here       []string         // platforms on which only who has this computer can write; the console where nil
	Feeds      feeds.Feeds      // what is read of the economy every morning; no job where it has no indicators
	Tools      []tools.Tool     // what the agent can do beside looking into its mind and what the settings name
	Greet      connectors.Place // where to say the first words to a newcomer, unasked; nowhere if zero
	Notices    io.Writer        // where, instead, it is said at the start to whom words go: standard error of a pipe; may be nil

	Away func(left time.Duration) // told when the server that keeps the ledger is away: see postgres.Tell; may be nil

	Store           ledger.Store // instead of the one that the settings name
	CheckpointEvery int

	// Paced, where not nil, tells when a moment of Now has come (see bot.Bot.Alarm), for a clock that is not
	// the machine's. No job then runs by itself: whoever turns that clock has Jobs.Step run them.
	Paced func(at time.Time) (rings <-chan time.Time, stop func())
	// Without leaves parts of the mind out, and Work is done besides the jobs that there are: a simulation
	// shows with both what a part is for.
	Without Without
	Work    []jobs.Job
}

// Citadel is a mind with its mouth and ears.
type Citadel struct {
	Mind     *memory.Mind
	Bot      *bot.Bot
	Brain    *brain.Brain
	Follower *memory.Follower
	Vectors  *memory.Vectors // the store that the follower fills and everybody searches
	Jobs     *jobs.Runner
	Models   *Models // nil where none are set up

	home    *Home
	index   *embedded.Index // nil where a server has the memories
	pen     ledger.Pen
	ears    ledger.Pen  // for what programs pass on
	pens    ledger.Case // for naming
	log     *slog.Logger
	now     func() time.Time
	started event.Seq // the event of this start
	paced   bool
	naming  sync.Mutex
	called  called
	reach   reach
	tools   tools.Set
	outside *Outside
	servers *mcp.Servers // of tools
	hands   perform.Hands
	left    []event.Seq // calls that an earlier process left open; set before the conversation begins
}

// Open takes up the mind in a home. Close it.
func Open(ctx context.Context, o Options) (*Citadel, error) {
	zone, err := time.LoadLocation(o.Config.Zone)
	if err != nil {
		return nil, fmt.Errorf("zone %q: %w", o.Config.Zone, err)
	}
	for _, err := range []error{o.Config.Models.Err(), o.Config.Tools.Err()} {
		if err != nil {
			return nil, err
		}
	}
	if o.Here == nil {
		o.Here = []string{here}
	}
	store, unanchored, err := takeUp(ctx, o)
	if err != nil {
		return nil, err
	}
	mo := memory.Options{Store: store, Principal: o.Config.Principal, Now: o.Now, CheckpointEvery: o.CheckpointEvery, Progress: replaying(o.Progress), Preferred: o.Config.Platforms.Preferred, Echoes: o.Without.Roots}
	if o.Config.Ledger.Head {
		mo.Anchor = &ledger.FileAnchor{Path: filepath.Join(o.Home.Path, AnchorName)}
	}
	if mo.Hot, err = Hot(o.Config); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	mind, pens, err := memory.Open(ctx, mo)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	c := &Citadel{Mind: mind, home: o.Home, pen: pens.For(event.Host), ears: pens.For(event.Bot), pens: pens.Case(event.Outbox, event.Models), log: o.Log, now: o.Now, called: called{names: map[string]string{}}, paced: o.Paced != nil}
	fail := func(err error) (*Citadel, error) { return nil, errors.Join(err, c.outside.Close(), mind.Close(ctx)) }
	if c.outside, err = Equip(o.Config.Tools, c.present(zone), o.Now); err != nil {
		return fail(err)
	}
	c.outside.log(o.Log)
	if c.tools, err = tools.NewSet(append(c.outside.Tools, o.Tools...)...); err != nil {
		return fail(err)
	}
	c.hands = perform.Hands{Mind: mind, Pens: pens.Case(event.Hands), Now: o.Now, Log: o.Log}
	gap, err := c.began(ctx, o, unanchored)
	if err != nil {
		return fail(err)
	}
	c.started = gap.Started
	if err := mind.UseProfile(ctx, o.Config.Recall.Profile); err != nil {
		return fail(err)
	}
	if err := c.search(ctx, o.Config); err != nil {
		return fail(err)
	}
	c.think(o, pens, zone)
	c.employ(o, pens, zone)
	c.talk(o, pens, gap)
	if err := c.reason(ctx, o, pens, zone); err != nil {
		return fail(err)
	}
	if c.Vectors.Remote = c.distant(); c.Vectors.Remote != nil {
		if c.Vectors.Record, err = mind.VectorRecord(ctx); err != nil {
			return fail(err)
		}
	}
	c.Brain.Beside = c.reachable
	c.keep(o)
	c.steps(o.Feeds, o.Without)
	if err := c.serve(o); err != nil {
		return fail(err)
	}
	return c, nil
}

func replaying(progress func(string, int, int)) func(done, all int) {
	if progress == nil {
		return nil
	}
	return func(done, all int) { progress("replaying the ledger", done, all) }
}

// afar names the servers on other computers that hold words of the principal.
func afar(c config.Config) (names []string) {
	for name, address := range map[string]config.Secret{
		"PostgreSQL": c.Servers.Postgres, "Redis": c.Servers.Redis, "Weaviate": config.NewSecret(c.Search.URL),
	} {
		if config.IsAfar(address) {
			names = append(names, name+" at `"+config.Host(address)+"`")
		}
	}
	slices.Sort(names)
	return names
}

func dollars(u config.USD) float64 { return float64(u) / 1e6 }

// sense reads a reaction by the lists that are configured for the platform.
func sense(r config.Reactions) func(platform, emoji string) string {
	return func(platform, emoji string) string {
		emoji = connectors.NormalEmoji(emoji)
		on := r.On(platform)
		switch {
		case slices.ContainsFunc(on.Acknowledge, func(e string) bool { return connectors.NormalEmoji(e) == emoji }):
			return event.Acknowledge
		case slices.ContainsFunc(on.Dismiss, func(e string) bool { return connectors.NormalEmoji(e) == emoji }):
			return event.Dismiss
		}
		return ""
	}
}

// began records that this process took up the mind, and says how the one before left.
func (c *Citadel) began(ctx context.Context, o Options, unanchored bool) (bot.Gap, error) {
	alive := Alive(c.home.Path)
	from, clean, err := c.since(ctx, alive)
	if err != nil {
		return bot.Gap{}, err
	}
	gap := bot.Gap{From: from, To: c.now(), Clean: clean}
	started := event.Started{Version: o.Version, Alive: alive, Clean: clean, Unanchored: unanchored}
	if unanchored {
		c.log.Warn("no anchor beside the ledger: an end that was cut off would not be seen", "home", c.home.Path)
	}
	c.Mind.Read(func(v memory.View) {
		for _, w := range v.Thread.Waiting {
			gap.Waiting = append(gap.Waiting, w.Message)
		}
	})
	rs, err := c.Mind.Record(ctx, c.pen.Write(started))
	if err != nil {
		return gap, err
	}
	gap.Started = rs[0].Seq
	return gap, nil
}

// ErrInputEnded is the cause of a context that ended because the input of the terminal did.
var ErrInputEnded = errors.New("the input ended")

// Run converses until ctx ends, the input ends, or the principal leaves.
func (c *Citadel) Run(ctx context.Context) error {
	side, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	work, side := errgroup.WithContext(side)
	work.Go(func() error { return c.Follower.Run(side) })
	work.Go(func() error { return c.embed(side) })
	work.Go(func() error { return c.Mind.KeepHot(side, c.now) })
	work.Go(func() error { return c.home.keepAlive(side, c.now) })
	if !c.paced {
		work.Go(func() error { return c.Jobs.Run(side) })
		work.Go(func() error { return c.collect(side) })
	}
	work.Go(func() error { return c.takeIn(side) })
	work.Go(func() error { return c.called.learn(side, c.Bot.Connectors) })

	talking, failed := context.WithCancel(ctx)
	defer failed()
	context.AfterFunc(side, failed) // what runs beside the conversation has failed

	// What an earlier process left open is looked at beside the conversation: a server that is away
	// keeps nobody waiting.
	c.left = c.hands.Open()
	work.Go(func() error {
		set := c.settled(side, len(c.left) > 0)
		_, err := c.hands.Look(side, set, c.left, c.lost(set))
		if side.Err() != nil {
			return nil // the next process looks again
		}
		return err
	})

	err := c.Bot.Run(talking)
	cause := "end of input"
	switch {
	case errors.Is(err, bot.ErrLeft):
		cause, err = "asked", nil
	case errors.Is(context.Cause(ctx), ErrInputEnded):
	case ctx.Err() != nil:
		cause = "signal"
	}
	stop()
	if werr := work.Wait(); werr != nil {
		return errors.Join(err, werr)
	}
	if err != nil {
		return err
	}
	_, err = c.Mind.Record(context.WithoutCancel(ctx), c.pen.Write(event.Ended{Cause: cause}))
	return err
}

// Settled waits until nothing is to be answered, delivered or taken into the search now, or ctx ends.
func (c *Citadel) Settled(ctx context.Context) error {
	if err := c.Bot.Settled(ctx); err != nil {
		return err
	}
	return c.Follower.Await(ctx, c.Mind.Head())
}

// Close saves a checkpoint and closes the ledger.
func (c *Citadel) Close() error {
	c.Models.close()
	err := errors.Join(c.servers.Close(), c.outside.Close(), c.Mind.Close(context.Background()))
	if c.index != nil {
		err = errors.Join(err, c.index.Close())
	}
	return err
}
