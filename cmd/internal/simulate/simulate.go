package simulate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/jobs"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// Options of Run.
type Options struct {
	Days     int // from 1
	Seed     uint64
	Off      []string                         // parts of the mind to leave out; see Parts
	Version  string                           // of the program
	Progress func(what string, done, all int) // may be nil
	Talk     io.Writer                        // gets all that is said and brought, with its time; may be nil

	// Model has the life lived with a rule-based stand-in for a language model (see reasoner), instead of without one.
	Model bool

	// Heap, where not nil, gets how much memory is held. The ledger then lies in a file, as it does in a home.
	Heap *Heap

	shape func(w *world) // for a test: changes the world before it begins
}

// Longest is how many days a life may have.
const Longest = 20 * 365

// ErrDays is a number of days that no life has.
var ErrDays = errors.New("a life has at least one day, and at most 20 years")

// Run lives a life and reports of it. It leaves nothing behind. The error is that the life could not be
// lived; what was found to be wrong in it is in the report.
func Run(ctx context.Context, o Options) (Report, error) {
	if o.Days < 1 || o.Days > Longest {
		return Report{}, fmt.Errorf("%w, not %d", ErrDays, o.Days)
	}
	folder, err := os.MkdirTemp("", "citadel-life-")
	if err != nil {
		return Report{}, fmt.Errorf("simulate: %w", err)
	}
	defer os.RemoveAll(folder)
	w, err := newWorld(folder, o)
	if err != nil {
		return Report{}, fmt.Errorf("simulate: %w", err)
	}
	err = w.live(ctx)
	if err == nil {
		w.count()
	}
	if err := errors.Join(err, w.end(), w.reasoner.Close()); err != nil {
		return Report{}, fmt.Errorf("simulate: day %d: %w", w.day, err)
	}
	return w.report(), nil
}

// world is a life under way: the person, the product, and who watches both.
type world struct {
	Options
	*life
	folder   string
	settings config.Config
	clock    *clock
	store    ledger.Store
	reasoner *reasoner // nil in a life without a model
	market   *market   // nil where no figures are read
	person   *Person
	witness  *witness
	day      int

	c    *host.Citadel
	home *host.Home
	stop func() error // of the process that runs; nil where none does

	without host.Without
	tally   tally
	breach  []Breach

	memoriesMade Memories
	slept        Dreams
	blindAtLast  []Count
	spoil        func() // what a test does at the end of each day, before it is checked; may be nil
}

func newWorld(folder string, o Options) (*world, error) {
	environ := []string{"TZ=" + lived.String()}
	var r *reasoner
	if o.Model {
		var err error
		if r, err = newReasoner(); err != nil {
			return nil, err
		}
		environ = append(environ, r.environ()...)
	}
	settings, err := config.Load(folder, environ)
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	settings.Ledger.Head = false
	w := &world{Options: o, life: write(o.Seed, o.Days), folder: folder, settings: settings, clock: &clock{now: began.Add(7 * time.Hour)}, store: &inmem.Store{}, reasoner: r}
	w.person, w.witness, w.tally = newPerson(w.clock.Now), newWitness(), newTally()
	w.person.talk = o.Talk
	if w.market, err = newMarket(folder, o.Seed, o.Days); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if o.shape != nil {
		o.shape(w)
	}
	return w, w.leave(o.Off)
}

// found begins the ledger, in which the account of the person is linked already: whoever links it by his first
// message gets an answer and a greeting at once, and which of them is written first is chance.
func (w *world) found(ctx context.Context) error {
	if w.Heap != nil {
		file, err := w.file(ctx)
		if err != nil {
			return err
		}
		defer file.Close()
		w.store = file
	}
	log, pens, err := ledger.OpenLog(ctx, w.store, ledger.Options{Principal: w.settings.Principal, Now: w.clock.Now})
	if err != nil {
		return err
	}
	at := event.Place{Platform: platform, Account: account, Room: home.Room}
	b := &ledger.Batch{Entries: []ledger.Entry{pens.For(event.Accounts).Write(event.AccountLinked{
		Person: event.Person{Platform: platform, Account: account, ID: self}, Place: at, Audience: event.Private, How: "config",
	})}}
	return errors.Join(log.Commit(ctx, b), b.Err)
}

// file opens the ledger that lies in the home of this life.
func (w *world) file(ctx context.Context) (ledger.Store, error) {
	return host.OpenLedger(ctx, w.folder, w.settings, nil)
}

// open begins a process.
func (w *world) open(ctx context.Context) error {
	held, err := host.LockHome(w.folder)
	if err != nil {
		return err
	}
	if w.Heap != nil {
		if w.store, err = w.file(ctx); err != nil {
			return errors.Join(err, held.Close())
		}
	}
	c, err := host.Open(ctx, host.Options{
		Home: held, Config: w.settings, Version: w.Version, Now: w.clock.Now, Log: slog.New(slog.DiscardHandler), Store: w.store,
		Feeds: w.feeds(), Paced: w.clock.Alarm, Without: w.without, Work: []jobs.Job{echoes()}, Notices: io.Discard,
		Connectors: func(string) []connectors.Connector { return []connectors.Connector{w.person} },
	})
	if err != nil {
		return errors.Join(err, held.Close())
	}
	w.c, w.home = c, held
	w.witness.watch(c.Jobs.Jobs)
	running, cancel := context.WithCancel(ctx)
	over := make(chan error, 1)
	go func() { over <- c.Run(running) }()
	w.stop = func() error {
		cancel()
		return errors.Join(<-over, c.Close(), held.Close())
	}
	return w.settled(ctx)
}

// end ends the process, if one runs.
func (w *world) end() error {
	if w.stop == nil {
		return nil
	}
	stop := w.stop
	w.stop = nil
	return stop()
}

// settled waits until nothing is left to be done now.
func (w *world) settled(ctx context.Context) error {
	patient, cancel := context.WithTimeout(ctx, hung)
	defer cancel()
	if err := w.c.Settled(patient); err != nil {
		if ctx.Err() == nil {
			return fmt.Errorf("at %s something is not done: %w", w.clock.Now().Format(time.RFC3339), err)
		}
		return err
	}
	return nil
}

// hung is after how long something counts as never coming, by the machine's clock.
const hung = 2 * time.Minute

// live lives the whole life, day by day.
func (w *world) live(ctx context.Context) error {
	if err := w.found(ctx); err != nil {
		return err
	}
	if err := w.open(ctx); err != nil {
		return err
	}
	deeds := w.deeds
	for w.day = 1; w.day <= w.days; w.day++ {
		if w.Progress != nil {
			w.Progress("living", w.day, w.days)
		}
		if w.market != nil {
			if err := w.market.publish(w.day); err != nil {
				return err
			}
		}
		night := began.AddDate(0, 0, w.day).Add(dawn)
		for len(deeds) > 0 && deeds[0].on.Before(night) {
			if err := w.until(ctx, deeds[0].on); err != nil {
				return err
			}
			if err := w.perform(ctx, &deeds[0]); err != nil {
				return fmt.Errorf("%q: %w", deeds[0].text, err)
			}
			deeds = deeds[1:]
		}
		if err := w.until(ctx, night); err != nil {
			return err
		}
		if err := w.witness.read(ctx, w.c.Mind); err != nil {
			return err
		}
		if w.spoil != nil {
			w.spoil()
		}
		if err := w.check(ctx); err != nil {
			return err
		}
		w.month()
		if w.Heap != nil {
			w.Heap.measure(w.day, w.days)
		}
	}
	w.day = w.days
	return nil
}

// dawn is when a day is over: after the morning's message of the next, and before anything is said on it.
const dawn = 8 * time.Hour

// until lets time pass: from one moment at which something is due to the next, each with all that is due.
func (w *world) until(ctx context.Context, to time.Time) error {
	for {
		next, err := w.work(ctx)
		if err != nil {
			return err
		}
		if post := w.c.Bot.Next(); !post.IsZero() && (next.IsZero() || post.Before(next)) {
			next = post
		}
		now := w.clock.Now()
		if !now.Before(to) {
			return nil
		}
		if next.IsZero() || next.After(to) {
			next = to
		}
		if least := now.Add(time.Second); next.Before(least) {
			next = least
		}
		w.clock.set(next)
		if err := w.settled(ctx); err != nil {
			return err
		}
	}
}

// work has every job do what is due now, one slot after the other, each with what comes of it, and says when
// to come again.
func (w *world) work(ctx context.Context) (next time.Time, err error) {
	for ran := true; ran; {
		if ran, next, err = w.c.Jobs.Step(ctx); err != nil {
			return next, err
		}
		if ran {
			if err := w.settled(ctx); err != nil {
				return next, err
			}
		}
	}
	return next, nil
}

// perform does one thing, and what belongs to it a minute each later.
func (w *world) perform(ctx context.Context, d *deed) error {
	before := w.person.count()
	switch d.what {
	case restarts:
		if err := w.end(); err != nil {
			return err
		}
		w.tally.restarts++
		w.witness.restarted()
		return w.open(ctx)
	case likes, dislikes:
		return w.react(ctx, d.what)
	case settles:
		return w.settle(ctx)
	case other:
		_, err := w.person.do(ctx, connectors.Event{Kind: connectors.Message, Place: d.at, Text: d.text, From: connectors.Person{Platform: platform, Account: account, ID: theirs, Name: "Robin"}})
		return errors.Join(err, w.settled(ctx))
	}
	id, err := w.say(ctx, d.at, d.text)
	if err != nil {
		return err
	}
	if d.truth != nil {
		d.truth.said = append(d.truth.said, id)
	}
	came := w.person.since(before)
	if d.probe != nil {
		w.tally.probed(w.day, d, answer(came, id))
	}
	for _, pattern := range d.pick {
		says, ok := offered(w.person.since(before), pattern)
		if !ok {
			w.tally.unoffered++
			break
		}
		if err := w.until(ctx, w.clock.Now().Add(time.Minute)); err != nil {
			return err
		}
		if _, err := w.say(ctx, d.at, says); err != nil {
			return err
		}
	}
	if d.secret != nil && len(d.pick) > 0 {
		d.secret.gone = w.day
		w.tally.forgot, w.tally.forgotAt = w.tally.forgot+1, w.clock.Now()
	}
	if !d.due.IsZero() {
		w.witness.await(id, d.due)
	}
	if d.sort != "" {
		w.tally.complained = append(w.tally.complained, d.sort)
	}
	return nil
}

func (w *world) say(ctx context.Context, at connectors.Place, text string) (connectors.MessageID, error) {
	w.tally.said++
	if name, moved := strings.CutPrefix(text, moves); moved {
		w.tally.moves = append(w.tally.moves, move{w.clock.Now(), zone(name)})
	}
	w.reasoner.says()
	before := w.person.count()
	id, err := w.person.say(ctx, at, text)
	if err == nil {
		err = w.settled(ctx)
	}
	if err != nil {
		return "", err
	}
	if at == shared {
		w.reasoner.among(others(w.person.since(before)))
	}
	return id, nil
}

// others says whether an answer came where others read, and not only the word that it came elsewhere.
func others(posts []post) bool {
	return slices.ContainsFunc(posts, func(p post) bool { return p.at == shared && !strings.HasPrefix(p.text, "Answered in our") })
}

// settle answers the newest question that nobody asked for and that was not answered yet: a decision is kept, and of
// two statements the first holds, which is his own.
func (w *world) settle(ctx context.Context) error {
	for _, p := range slices.Backward(w.person.since(max(0, w.person.count()-kept))) {
		if p.answers != "" || w.tally.settledPosts[p.key] {
			continue
		}
		for _, says := range commands.FindAllStringSubmatch(p.text, -1) {
			if settled.MatchString(says[1]) {
				w.tally.settledPosts[p.key] = true
				_, err := w.say(ctx, p.at, says[1])
				return err
			}
		}
	}
	return nil
}

// react puts an emoji on the newest post of its kind.
func (w *world) react(ctx context.Context, how act) error {
	posts := w.person.since(max(0, w.person.count()-kept))
	for i := len(posts) - 1; i >= 0; i-- {
		switch p := posts[i]; {
		case how == likes && p.answers != "" && p.at == home:
			w.tally.reacted++
			return errors.Join(w.person.react(ctx, p, "👍"), w.settled(ctx))
		case how == dislikes && p.answers == "":
			w.tally.reacted++
			return errors.Join(w.person.react(ctx, p, "👎"), w.settled(ctx))
		}
	}
	return nil
}
