// Package pursetest holds a purse against the one thing that it is for: whatever is called,
// by whom at once, wherever the process dies and however often it comes back, what was
// really spent never passes a ceiling. It runs on any store.
package pursetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/brain/model"
	"citadel/brain/purse"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/spending"
)

// Disk gives the store of one ledger. It is asked again after each crash, when the store
// that it gave before is closed.
type Disk func() (ledger.Store, error)

// Money runs the property, with so many steps a run at most, each run on a disk of its own.
func Money(t *testing.T, steps int, disk func() Disk) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		w := &world{
			t: t, disk: disk(), now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), zone: time.UTC,
			calls: map[model.Ticket]call{}, days: map[string]model.USD{}, months: map[string]model.USD{},
			turns: map[uint64]model.USD{}, runs: map[string]model.USD{},
			ceilings: purse.Ceilings{Turn: 500_000, Job: 300_000, Day: 1_000_000, Month: 2_500_000},
		}
		w.open()
		defer func() { _ = w.store.Close() }()
		w.says()
		for range rapid.IntRange(1, steps).Draw(t, "steps") {
			w.step(rapid.SampledFrom(actions).Draw(t, "action"))
			w.holds()
		}
		if diffs, err := w.mind.Rebuild(ctx, nil); err != nil || len(diffs) > 0 {
			t.Fatalf("a replay gives other folds: %v, %+v", err, diffs)
		}
		w.holds()
	})
}

var ctx = context.Background()

// actions are what may happen next, the frequent ones several times.
var actions = []string{
	"reserve", "reserve", "reserve", "reserve", "settle", "settle", "settle again", "race", "race", "crash", "crash",
	"recover", "clock", "zone", "turn begins", "turn ends", "job ran", "allow", "say", "forget", "checkpoint",
}

// call is a call that was made: what it will really have cost, whatever becomes of us.
type call struct {
	most, cost model.USD
}

// world is a mind, its purse, and what was really spent.
type world struct {
	t        *rapid.T
	disk     Disk
	store    ledger.Store
	mind     *memory.Mind
	pens     ledger.Pens
	purse    *purse.Purse
	ceilings purse.Ceilings

	mu   sync.Mutex // guards what goroutines of a race read and write
	now  time.Time
	zone *time.Location

	calls   map[model.Ticket]call // under way in this process
	settled []model.Ticket
	days    map[string]model.USD // really spent
	months  map[string]model.USD
	turns   map[uint64]model.USD // by first message, until the turn ends
	runs    map[string]model.USD // until the slot is closed
	heard   []event.Seq
	turn    event.Seq // the one under way
	answers []event.Seq
}

// open opens the mind as a start does, without settling what was left.
func (w *world) open() {
	store, err := w.disk()
	if err != nil {
		w.t.Fatal(err)
	}
	w.store = slow{store}
	if shelf, ok := store.(ledger.Shelf); ok {
		w.store = shelved{slow{store}, shelf}
	}
	w.mind, w.pens, err = memory.Open(ctx, memory.Options{
		Store: w.store, Principal: "me", Now: w.clock, CheckpointEvery: rapid.SampledFrom([]int{-1, 1, 7}).Draw(w.t, "checkpoint every"),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.purse = &purse.Purse{Mind: w.mind, Pens: w.pens.Case(event.Models), Now: w.clock, Zone: w.here, Ceilings: w.ceilings}
	w.calls, w.settled = map[model.Ticket]call{}, nil
}

// slow is a store that lets others run before it writes, as a disk does: so races come to
// light on the store in memory too.
type slow struct{ ledger.Store }

func (s slow) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	for range 10 {
		runtime.Gosched()
	}
	return s.Store.Append(ctx, rows, shred)
}

// shelved is a slow store that keeps checkpoints.
type shelved struct {
	slow
	ledger.Shelf
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) here() *time.Location {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.zone
}

func (w *world) record(es ...ledger.Entry) []ledger.Record {
	rs, err := w.mind.Record(ctx, es...)
	if err != nil {
		w.t.Fatal(err)
	}
	return rs
}

// says is a message of the principal.
func (w *world) says() {
	e := w.pens.For(event.Bot).Write(event.Heard{Text: "what now?", Place: event.Place{Platform: "console"}})
	e.Trust = event.ByPrincipal
	w.heard = append(w.heard, w.record(e)[0].Seq)
}

func (w *world) step(action string) {
	switch action {
	case "reserve":
		w.reserve(w.attempt())
	case "settle":
		if len(w.calls) > 0 {
			t := rapid.SampledFrom(slices.Sorted(maps.Keys(w.calls))).Draw(w.t, "ticket")
			w.settle(t, w.calls[t], rapid.Bool().Draw(w.t, "guessed"))
		}
	case "settle again":
		w.settleAgain()
	case "race":
		w.race()
	case "crash":
		if err := w.store.Close(); err != nil {
			w.t.Fatal(err)
		}
		w.open()
	case "recover":
		w.recover()
	case "clock":
		hours := rapid.SampledFrom([]int{1, 9, 15, 24, 24 * 11, -24, 24 * 900, -24 * 900}).Draw(w.t, "hours")
		w.now = w.now.Add(time.Duration(hours) * time.Hour)
	case "zone":
		var err error
		name := rapid.SampledFrom([]string{"UTC", "Australia/Melbourne", "Europe/Lisbon", "Pacific/Kiritimati", "Pacific/Honolulu"}).Draw(w.t, "zone")
		if w.zone, err = time.LoadLocation(name); err != nil {
			w.t.Fatal(err)
		}
	case "turn begins":
		from := rapid.IntRange(0, len(w.heard)-1).Draw(w.t, "from")
		w.answers = w.heard[from:min(len(w.heard), from+2)]
		w.turn = w.record(w.pens.For(event.Brain).Write(event.TurnBegan{Messages: w.answers}).Because(w.answers...))[0].Seq
	case "turn ends":
		w.turnEnds()
	case "job ran":
		job, slot := w.slot()
		w.record(w.pens.For(event.Jobs).Write(event.JobRan{Job: job, Slot: slot, Outcome: event.JobDone}))
		delete(w.runs, spending.Run(job, slot))
	case "allow":
		w.allow()
	case "say":
		w.says()
	case "forget":
		plan, err := w.mind.Reach(ctx, rapid.SampledFrom(w.heard).Draw(w.t, "message"))
		if err == nil && len(plan.Seqs) > 0 {
			_, err = w.mind.Forget(ctx, plan, "asked")
		}
		if err != nil {
			w.t.Fatal(err)
		}
	case "checkpoint":
		if err := w.mind.Checkpoint(ctx); err != nil {
			w.t.Fatal(err)
		}
	default:
		w.t.Fatalf("nobody knows what %q is", action)
	}
}

func (w *world) turnEnds() {
	if w.turn == 0 {
		return
	}
	w.record(w.pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, By: "model:x"}).Because(w.turn))
	for _, m := range w.answers {
		delete(w.turns, uint64(m))
	}
	w.turn, w.answers = 0, nil
}

// allow has the principal set the ceiling of this day.
func (w *world) allow() {
	dollars := rapid.SampledFrom([]string{"0", "0.40", "1.60", "50"}).Draw(w.t, "dollars")
	h := w.pens.For(event.Bot).Write(event.Heard{Text: "allow " + dollars})
	h.Trust = event.ByPrincipal
	ask := w.pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingCeiling, Text: w.today() + "/" + dollars}).
		Because(ledger.Here(0)).Resting(ledger.Here(0))
	ask.Trust = event.ByPrincipal
	w.record(h, ask)
}

func (w *world) today() string { return w.clock().In(w.here()).Format(time.DateOnly) }

// slot draws a slot of a job.
func (w *world) slot() (job, slot string) {
	return rapid.SampledFrom([]string{"mail", "news"}).Draw(w.t, "job"), rapid.SampledFrom([]string{"1", "2"}).Draw(w.t, "slot")
}

// attempt draws a call: in the turn under way, in a run of a job, or for neither.
func (w *world) attempt() model.Attempt {
	a := model.Attempt{Role: model.Primary, Provider: "p", Model: "m", Try: 1, MaxTokens: 1}
	a.Most = model.USD(rapid.SampledFrom([]int{0, 1, 50_000, 100_000, 150_000, 299_999, 300_000, 500_000, math.MaxInt64}).Draw(w.t, "most"))
	a.Least = min(a.Most, 20_000)
	if w.turn != 0 && rapid.Bool().Draw(w.t, "in the turn") {
		a.Purpose = model.Purpose{Message: uint64(w.answers[0]), Turn: uint64(w.turn)}
	} else if rapid.Bool().Draw(w.t, "in a job") {
		a.Purpose.Job, a.Purpose.Slot = w.slot()
	}
	return a
}

// reserve sets money aside and, where there is some, makes the call.
func (w *world) reserve(a model.Attempt) {
	cost := a.Most
	if a.Most > 0 && rapid.Bool().Draw(w.t, "cheaper") {
		cost = model.USD(rapid.Int64Range(0, int64(a.Most)).Draw(w.t, "cost"))
	}
	if err := w.try(a, cost); err != nil {
		w.t.Fatal(err)
	}
}

// try is reserve for any goroutine.
func (w *world) try(a model.Attempt, cost model.USD) error {
	day := w.today()
	t, err := w.purse.Reserve(ctx, a)
	var ceiling *model.CeilingError
	switch {
	case errors.As(err, &ceiling):
		held := false // it was said that this period makes no more calls
		w.mind.Read(func(v memory.View) {
			held = v.Spending.Marks[day].Reached > 0 || v.Spending.Marks[day[:7]].Reached > 0
		})
		if !held && ceiling.Limit > 0 && ceiling.Wanted <= ceiling.Limit-ceiling.Spent || ceiling.Wanted != a.Most {
			return fmt.Errorf("refused for no reason: %w", err)
		}
		return nil
	case err != nil:
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls[t] = call{most: a.Most, cost: cost}
	if cost == 0 {
		return nil // what costs nothing goes on when a ceiling was lowered below what is spent
	}
	w.days[day] += cost
	w.months[day[:7]] += cost
	if a.Purpose.Message != 0 {
		w.turns[a.Purpose.Message] += cost
		if n := w.turns[a.Purpose.Message]; n > w.ceilings.Turn {
			return fmt.Errorf("the turn that answers %d cost %d", a.Purpose.Message, n)
		}
	}
	if a.Purpose.Job != "" {
		run := spending.Run(a.Purpose.Job, a.Purpose.Slot)
		w.runs[run] += cost
		if n := w.runs[run]; n > w.ceilings.Job {
			return fmt.Errorf("the run %s cost %d", run, n)
		}
	}
	if n := w.months[day[:7]]; n > w.ceilings.Month {
		return fmt.Errorf("the month of %s cost %d", day, n)
	}
	most := w.ceilings.Day
	w.mind.Read(func(v memory.View) {
		if own, ok := v.Principal.Ceiling(day); ok {
			most = model.USD(math.Round(own * 1e6))
		}
	})
	if n := w.days[day]; n > most {
		return fmt.Errorf("%s cost %d of %d", day, n, most)
	}
	return nil
}

func (w *world) settle(t model.Ticket, c call, guessed bool) {
	if err := w.pay(t, c, guessed); err != nil {
		w.t.Fatal(err)
	}
}

// pay is settle for any goroutine.
func (w *world) pay(t model.Ticket, c call, guessed bool) error {
	r := model.Receipt{Outcome: purse.OK, Cost: c.cost, Text: "words"}
	if guessed {
		r = model.Receipt{Outcome: model.Cut.String(), Cost: c.most, Guessed: true}
	}
	ended, end := context.WithCancel(ctx)
	end() // a call is settled also when nobody waits for it any more
	if err := w.purse.Settle(ended, t, r); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.calls, t)
	w.settled = append(w.settled, t)
	return nil
}

func (w *world) settleAgain() {
	if len(w.settled) == 0 {
		return
	}
	head := w.mind.Head()
	err := w.purse.Settle(ctx, rapid.SampledFrom(w.settled).Draw(w.t, "ticket"), model.Receipt{Outcome: purse.OK, Cost: 7})
	if !errors.Is(err, purse.ErrSettled) || w.mind.Head() != head {
		w.t.Fatalf("settled twice: %v, and %d events more", err, w.mind.Head()-head)
	}
}

// recover settles what earlier processes left, and nothing else.
func (w *world) recover() {
	if err := w.purse.Recover(ctx); err != nil {
		w.t.Fatal(err)
	}
	open := 0
	w.mind.Read(func(v memory.View) { open = len(v.Spending.Open()) })
	if open != len(w.calls) {
		w.t.Fatalf("%d reservations are open after recovery, %d calls are under way", open, len(w.calls))
	}
	head := w.mind.Head()
	if err := w.purse.Recover(ctx); err != nil || w.mind.Head() != head {
		w.t.Fatalf("the second recovery wrote %d events (%v)", w.mind.Head()-head, err)
	}
}

// race has several goroutines spend at once. Some of what they set aside stays open.
func (w *world) race() {
	type errand struct {
		attempt model.Attempt
		cost    model.USD
		pays    bool
	}
	work := make([][]errand, rapid.IntRange(2, 4).Draw(w.t, "goroutines"))
	for i := range work {
		for range rapid.IntRange(1, 3).Draw(w.t, "calls") {
			a := w.attempt()
			work[i] = append(work[i], errand{a, a.Most, rapid.Bool().Draw(w.t, "pays")})
		}
	}
	wrong := make(chan error, 64)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for _, errands := range work {
		all.Go(func() {
			<-begin
			for _, e := range errands {
				if err := w.try(e.attempt, e.cost); err != nil {
					wrong <- err
				}
				if e.pays {
					if err := w.payAny(); err != nil {
						wrong <- err
					}
				}
			}
		})
	}
	close(begin)
	all.Wait()
	close(wrong)
	for err := range wrong {
		w.t.Fatal(err)
	}
}

// payAny settles a call that nobody else is settling.
func (w *world) payAny() error {
	w.mu.Lock()
	for t, c := range w.calls {
		delete(w.calls, t)
		w.mu.Unlock()
		return w.pay(t, c, false)
	}
	w.mu.Unlock()
	return nil
}

// holds checks that the sums never say less than what was really spent.
func (w *world) holds() {
	w.mind.Read(func(v memory.View) {
		for day, n := range w.days {
			if spent, aside := v.Spending.Day(day); model.USD(spent+aside) < n {
				w.t.Fatalf("%s cost %d; %d are known, and %d set aside", day, n, spent, aside)
			}
		}
		for month, n := range w.months {
			if spent, aside := v.Spending.Month(month); model.USD(spent+aside) < n {
				w.t.Fatalf("%s cost %d; %d are known, and %d set aside", month, n, spent, aside)
			}
		}
		for m, n := range w.turns {
			if known := v.Spending.Message(event.Seq(m)); model.USD(known) < n {
				w.t.Fatalf("the turn that answers %d cost %d; %d are known", m, n, known)
			}
		}
		for run, n := range w.runs {
			if known := v.Spending.Spent(run); model.USD(known) < n {
				w.t.Fatalf("the run %s cost %d; %d are known", run, n, known)
			}
		}
	})
}
