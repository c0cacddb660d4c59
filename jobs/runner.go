package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/go-co-op/gocron/v2"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Runner runs jobs. Its fields are set before it is used. All its methods may be called by
// any goroutine; the slots of one job are run one after the other, different jobs beside
// each other.
type Runner struct {
	Mind *memory.Mind
	Jobs []Job
	Pens ledger.Case // of jobs, and of each subsystem whose kinds they make
	Now  func() time.Time
	Zone *time.Location // where the principal lives until he says so himself
	Log  *slog.Logger

	once    sync.Once
	workers []*worker
	wrong   error
}

// Pulse is how long the runner sleeps at most. Timers stand still while a machine is
// suspended and know nothing of a clock that was set; after a pulse it has seen both.
const Pulse = time.Minute

// Run runs what is due until ctx ends, which is no error. It looks again whenever something
// was written, when the next slot is due, and at every Pulse. The error is that of the
// ledger, or of jobs that contradict themselves; a job that fails does not end it.
func (r *Runner) Run(ctx context.Context) error {
	if err := r.ready(); err != nil {
		return err
	}
	clock, err := gocron.NewScheduler()
	if err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	clock.Start()
	all, working := errgroup.WithContext(ctx)
	for _, w := range r.workers {
		all.Go(func() error { return w.loop(working, clock) })
	}
	err = all.Wait()
	if down := clock.Shutdown(); err == nil && down != nil {
		err = fmt.Errorf("jobs: %w", down)
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// Tick runs everything that is due now, job by job in their order, and says when to come
// again; zero if nothing is due before something is written. A simulation calls it with a
// clock of its own instead of Run.
func (r *Runner) Tick(ctx context.Context) (next time.Time, err error) {
	if err := r.ready(); err != nil {
		return next, err
	}
	for _, w := range r.workers {
		at, err := w.settle(ctx)
		if err != nil {
			return next, err
		}
		if next.IsZero() || !at.IsZero() && at.Before(next) {
			next = at
		}
	}
	return next, nil
}

// Step runs one slot that is due, of the first job that has one, and says whether there was one; next
// is as of Tick. It is Tick for whoever has to see what came of each slot before the next.
func (r *Runner) Step(ctx context.Context) (ran bool, next time.Time, err error) {
	if err := r.ready(); err != nil {
		return false, next, err
	}
	for _, w := range r.workers {
		ran, at, err := w.step(ctx)
		if ran || err != nil {
			return ran, at, err
		}
		if next.IsZero() || !at.IsZero() && at.Before(next) {
			next = at
		}
	}
	return false, next, nil
}

// Do runs what is due of one job, also during a pause, and returns when it is done: for
// whoever needs the work before going on, and was asked himself.
func (r *Runner) Do(ctx context.Context, name string) error {
	if err := r.ready(); err != nil {
		return err
	}
	for _, w := range r.workers {
		if w.job.Name == name {
			return w.urge(ctx)
		}
	}
	return fmt.Errorf("jobs: there is no job %q", name)
}

// ready builds the workers once, and finds jobs that contradict themselves.
func (r *Runner) ready() error {
	r.once.Do(func() {
		for i := range r.Jobs {
			j := &r.Jobs[i]
			if err := check(j, r.Jobs[:i]); err != nil {
				r.wrong = fmt.Errorf("jobs: %w", err)
				return
			}
			r.workers = append(r.workers, &worker{r: r, job: j, settled: map[string]bool{}, again: map[string]time.Time{}, claims: map[string]int{}})
		}
	})
	return r.wrong
}

func check(j *Job, before []Job) error {
	switch {
	case j.Name == "" || j.Due == nil || j.Next == nil || j.Run == nil:
		return fmt.Errorf("the job %q lacks a name, Due, Next or Run", j.Name)
	case slices.ContainsFunc(before, func(o Job) bool { return o.Name == j.Name }):
		return fmt.Errorf("two jobs are called %q", j.Name)
	}
	for _, k := range slices.Concat(j.Reads, j.Writes) {
		if _, ok := event.Of(k); !ok {
			return fmt.Errorf("the job %q names %q: %w", j.Name, k, event.ErrUnknownKind)
		}
	}
	for _, k := range j.Writes {
		if spec, _ := event.Of(k); spec.Sensitive || k == (event.Asked{}).Kind() {
			return fmt.Errorf("the job %q would write %q, which only the principal can ask for", j.Name, k)
		}
	}
	return nil
}

// loop looks, sleeps until there may be something new, and looks again.
func (w *worker) loop(ctx context.Context, clock gocron.Scheduler) error {
	woken := make(chan struct{}, 1)
	wake := gocron.NewTask(func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	})
	if _, err := clock.NewJob(gocron.DurationJob(Pulse), wake, gocron.WithName(w.job.Name)); err != nil {
		return fmt.Errorf("jobs: %s: %w", w.job.Name, err)
	}
	var alarm uuid.UUID
	var armed time.Time // for when
	for {
		head := w.r.Mind.Head()
		next, err := w.settle(ctx)
		if err != nil {
			return err
		}
		// The pulse comes anyway; an alarm is for what is due before it.
		wait := next.Sub(w.r.Now())
		if !next.IsZero() && !next.Equal(armed) && 0 < wait && wait < Pulse {
			_ = clock.RemoveJob(alarm) // it has rung, or there was none
			job, err := clock.NewJob(gocron.DurationJob(wait), wake, gocron.WithLimitedRuns(1), gocron.WithName(w.job.Name))
			if err != nil {
				return fmt.Errorf("jobs: %s: %w", w.job.Name, err)
			}
			alarm, armed = job.ID(), next
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.r.Mind.Past(head):
		case <-woken:
			armed = time.Time{} // should it have rung too early, it is set again
		}
	}
}
