package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"citadel/memory"
	"citadel/memory/agenda"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// MaxAttempts is how often a slot is tried before it is closed as failed (SPEC §16).
const MaxAttempts = 3

// pauses is how long to wait after each failed attempt but the last.
var pauses = [MaxAttempts - 1]time.Duration{time.Minute, 5 * time.Minute}

// worker runs one job.
type worker struct {
	r   *Runner
	job *Job

	mu      sync.Mutex           // one slot at a time
	settled map[string]bool      // due slots that are closed, or that found nothing
	again   map[string]time.Time // when due slots are tried again that failed, or were put off
	claims  map[string]int       // the newest attempt of ours at each slot that is not closed, be it due at the moment or not
	zone    *time.Location       // where the principal said he is
}

// rounds bounds how often a job may become due again by its own work in one go.
const rounds = 1000

// settle runs slots until none is due, and says when the next one will be.
func (w *worker) settle(ctx context.Context) (next time.Time, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for range rounds {
		ran, at, err := w.look(ctx, false)
		if err != nil || !ran {
			return at, err
		}
	}
	return w.r.Now().Add(Pulse), nil
}

// step runs one slot, if one is due.
func (w *worker) step(ctx context.Context) (ran bool, next time.Time, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.look(ctx, false)
}

// urge is settle for somebody who waits.
func (w *worker) urge(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for range rounds {
		if ran, _, err := w.look(ctx, true); err != nil || !ran {
			return err
		}
	}
	return nil
}

// look runs the oldest slot that is due. ran is whether there was one.
func (w *worker) look(ctx context.Context, urgent bool) (ran bool, next time.Time, err error) {
	if err := ctx.Err(); err != nil {
		return false, next, err
	}
	var now time.Time
	var due, wanted []Slot
	var before agenda.Run
	w.r.Mind.Read(func(v memory.View) {
		now, before = w.now(v), v.Agenda.Jobs[w.job.Name]
		wanted = w.wanted(v)
		until, waits := w.waits(v, now)
		if waits && !urgent {
			next = until
			return
		}
		due, next = w.job.Due(v, now), w.job.Next(v, now)
	})
	w.tidy(slices.Concat(wanted, due))
	run, missed := w.job.Missed.sort(due, now)
	run = append(wanted, run...)
	for _, s := range missed {
		if !w.settled[s.Name] {
			return true, next, w.missed(ctx, s, now)
		}
	}
	for _, s := range run {
		if w.settled[s.Name] {
			continue
		}
		if at := w.again[s.Name]; at.After(now) {
			if next.IsZero() || at.Before(next) {
				next = at
			}
			continue
		}
		if at := before.Worked.Add(s.Apart); s.Apart > 0 && at.After(now) && !before.Worked.After(now) {
			if next.IsZero() || at.Before(next) {
				next = at
			}
			continue
		}
		return true, next, w.run(ctx, s, now)
	}
	return false, next, nil
}

// wanted is the slot that the principal asked for, where it is not closed.
func (w *worker) wanted(v memory.View) []Slot {
	j := v.Agenda.Jobs[w.job.Name]
	if j.Wanted == 0 || !w.job.Anytime || v.Principal.Paused() {
		return nil
	}
	return []Slot{{Name: agenda.WantedSlot(j.Wanted), At: j.WantedAt, wanted: true}}
}

// now is the time, in the principal's present zone.
func (w *worker) now(v memory.View) time.Time {
	switch name := v.Principal.Settings[event.SettingZone]; {
	case name == "":
		w.zone = nil
	case w.zone == nil || w.zone.String() != name: // loading a zone reads a file
		w.zone = v.Principal.Zone()
	}
	if w.zone != nil {
		return w.r.Now().In(w.zone)
	}
	return w.r.Now().In(w.r.Zone)
}

// waits says whether the job is to rest now, and until when; zero if an event ends it.
func (w *worker) waits(v memory.View, now time.Time) (until time.Time, waits bool) {
	if (v.Principal.Paused() || v.Principal.Resting(w.job.Name)) && !w.job.Promised {
		return until, true
	}
	if !w.job.Unasked {
		return until, false
	}
	if from, to, away := v.Principal.Away(now.Location()); away {
		back := to.AddDate(0, 0, 1)
		if !now.Before(from) && now.Before(back) {
			until, waits = back, true
		}
	}
	if held := v.Thread.Held; held.After(now) {
		if held.After(until) {
			until = held
		}
		waits = true
	}
	return until, waits
}

// tidy lets go of what is known of slots that are not due any more. What was claimed stays ours: it may only wait for
// a better moment.
func (w *worker) tidy(due []Slot) {
	gone := func(name string) bool {
		return !slices.ContainsFunc(due, func(s Slot) bool { return s.Name == name })
	}
	for name := range w.settled {
		if gone(name) {
			delete(w.settled, name)
		}
	}
	for name := range w.again {
		if gone(name) {
			delete(w.again, name)
		}
	}
}

// ranKey and beganKey are what makes a slot, and each attempt at it, unique.
func (w *worker) ranKey(s Slot) string { return "job/" + w.job.Name + "/" + s.Name }
func (w *worker) beganKey(s Slot, attempt int) string {
	return "job.began/" + w.job.Name + "/" + s.Name + "/" + strconv.Itoa(attempt)
}

// run makes the next attempt at a slot.
func (w *worker) run(ctx context.Context, s Slot, now time.Time) error {
	attempt, left, free, err := w.claimable(ctx, s)
	if err != nil {
		return fmt.Errorf("jobs: %s: %w", w.job.Name, err)
	}
	if !free {
		w.settled[s.Name] = true
		delete(w.claims, s.Name)
		return nil
	}
	tries := attempt - left
	if tries > MaxAttempts || attempt > mostBegun {
		return w.fail(ctx, s, attempt-1, MaxAttempts, now, true, errDied)
	}
	if w.job.Slow {
		switch err := w.write(ctx, w.began(s, attempt)); {
		case errors.Is(err, ledger.ErrDuplicate):
			return nil
		case err != nil:
			return err
		}
		w.claims[s.Name] = attempt
	}
	head, view := w.r.Mind.Head(), &view{}
	writes, err := w.attempt(ctx, In{Slot: s, Attempt: tries, Now: now, mind: w.r.Mind, job: w.job.Name, reads: w.job.Reads, view: view})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if later := (Later{}); !w.job.Slow && errors.As(err, &later) {
		w.again[s.Name] = later.Until
		return nil
	}
	if err != nil {
		return w.fail(ctx, s, attempt, tries, now, w.job.Slow, err)
	}
	if len(writes) == 0 && w.job.Often && !w.job.Slow && !s.wanted {
		w.settled[s.Name] = true
		return nil
	}
	return w.close(ctx, s, attempt, tries, now, writes, head, view.seqs)
}

var errDied = errors.New("each attempt died with its process")

// mostBegun bounds how often a slot is begun, however the attempts at it ended.
const mostBegun = 40

// claimable looks up the attempts at a slot, and gives the number of the next one. left is how many of them were
// left because their process was ended in good order, which says nothing against the job: three short visits to the
// console use up no slot. It is not free if it is closed, or if somebody else in this process works on it.
func (w *worker) claimable(ctx context.Context, s Slot) (attempt, left int, free bool, err error) {
	keys := []string{w.ranKey(s)}
	for n := range mostBegun {
		keys = append(keys, w.beganKey(s, n+1))
	}
	var begun []event.Seq
	for r, err := range w.r.Mind.Events(ctx, ledger.Query{Keys: keys}) {
		if err != nil {
			return 0, 0, false, err
		}
		if r.Key == keys[0] {
			return 0, 0, false, nil
		}
		begun = append(begun, r.Seq)
	}
	attempt = len(begun) + 1
	if w.job.Slow {
		if left, err = w.left(ctx, begun); err != nil {
			return 0, 0, false, err
		}
	}
	if !w.job.Slow || attempt == 1 || w.claims[s.Name] == attempt-1 {
		return attempt, left, true, nil
	}
	// A claim that is not ours lives as long as the process that made it.
	q := ledger.Query{After: slices.Max(begun), Kinds: []event.Kind{event.Started{}.Kind()}, Limit: 1}
	for _, err := range w.r.Mind.Events(ctx, q) {
		return attempt, left, true, err
	}
	return 0, 0, false, nil
}

// left counts the attempts of which the process was ended in good order, and not killed, before another started.
func (w *worker) left(ctx context.Context, begun []event.Seq) (n int, err error) {
	for _, seq := range begun {
		q := ledger.Query{After: seq, Kinds: []event.Kind{event.Started{}.Kind(), event.Ended{}.Kind()}, Limit: 1}
		for r, err := range w.r.Mind.Events(ctx, q) {
			if err != nil {
				return 0, err
			}
			if r.Kind == (event.Ended{}).Kind() {
				n++
			}
		}
	}
	return n, nil
}

// attempt does the work. A panic is an error of this attempt.
func (w *worker) attempt(ctx context.Context, in In) (writes []Write, err error) {
	defer func() {
		if p := recover(); p != nil {
			writes, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	writes, err = w.job.Run(ctx, in)
	for _, x := range writes {
		switch {
		case x.Payload == nil:
			return nil, errors.New("it writes nothing in particular")
		case !slices.Contains(w.job.Writes, x.Payload.Kind()):
			return nil, fmt.Errorf("it writes %q, which it does not declare", x.Payload.Kind())
		}
	}
	return writes, err
}

// close writes what a run made and that it ran. head is where the ledger ended when it began, and
// seen what it has looked at since: if any of that is forgotten by now nothing is written, and
// nothing said either.
func (w *worker) close(ctx context.Context, s Slot, attempt, tries int, now time.Time, writes []Write, head event.Seq, seen []event.Seq) error {
	var es []ledger.Entry
	run := event.Seq(0) // the cause of everything
	if w.job.Slow {
		seq, err := w.claim(ctx, s, attempt)
		if err != nil {
			return fmt.Errorf("jobs: %s: %w", w.job.Name, err)
		}
		run = seq
	} else {
		es, run = append(es, w.began(s, attempt)), ledger.Here(0)
	}
	shift := event.Seq(len(es))
	for _, x := range writes {
		causes := append(shifted(x.Because, shift), run)
		seen = append(seen, x.From...)
		if s, ok := x.Payload.(event.Superseded); ok { // of a memory that this run learned, perhaps
			s.Memory = shifted([]event.Seq{s.Memory}, shift)[0]
			x.Payload = s
		}
		if p, ok := x.Payload.(event.PostQueued); ok { // which may name what this run made, by its buttons
			x.Payload = p.Shifted(int(shift)) //nolint:gosec // one or none
		}
		e := w.r.Pens.Write(x.Payload).Because(causes...).Resting(shifted(x.From, shift)...)
		e.Key = x.Key
		es = append(es, e)
	}
	if len(writes) > 0 {
		es[len(es)-1] = es[len(es)-1].Seeing(head, seen...) // a batch is written whole or not at all
	}
	outcome := event.JobDone
	if len(writes) == 0 {
		outcome = event.JobNothing
	}
	es = append(es, w.ran(s, outcome, "", run))
	overtaken := func() (bool, error) { return w.undoneSince(ctx, head, seen) }
	if !slices.Contains(w.job.Writes, event.Superseded{}.Kind()) {
		overtaken = nil // nothing that it writes could outlive an undo
	}
	err := w.writeUnless(ctx, overtaken, es...)
	switch {
	case err == nil:
		delete(w.again, s.Name)
		delete(w.claims, s.Name)
		return nil
	case errors.Is(err, ledger.ErrDuplicate):
		// Somebody else was faster; the next look finds the slot closed.
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	// If the fault is the store's and not the job's, this cannot be written either, and the
	// error is returned.
	return w.fail(ctx, s, attempt, tries, now, w.job.Slow, err)
}

// shifted moves the names of a run's own writes behind the entries that stand before them.
func shifted(seqs []event.Seq, by event.Seq) []event.Seq {
	out := slices.Clone(seqs)
	for i, s := range out {
		if s >= ledger.Here(0) {
			out[i] = s + by
		}
	}
	return out
}

// claim gives the job.began of an attempt.
func (w *worker) claim(ctx context.Context, s Slot, attempt int) (event.Seq, error) {
	for r, err := range w.r.Mind.Events(ctx, ledger.Query{Keys: []string{w.beganKey(s, attempt)}}) {
		return r.Seq, err
	}
	return 0, ledger.ErrNoEvent
}

// fail records a failed attempt, and closes the slot with the last one. tries is which of those that count it was.
func (w *worker) fail(ctx context.Context, s Slot, attempt, tries int, now time.Time, begun bool, cause error) error {
	log := w.r.Log.With("job", w.job.Name, "slot", s.Name, "attempt", attempt)
	var es []ledger.Entry
	if !begun {
		es = append(es, w.began(s, attempt))
	}
	last := tries >= MaxAttempts
	if last {
		var causes []event.Seq
		if !begun {
			causes = append(causes, ledger.Here(0))
		}
		es = append(es, w.ran(s, event.JobFailed, reason(cause), causes...))
		delete(w.claims, s.Name)
		log.Error("job failed, its slot is given up", "err", cause)
	} else {
		again := now.Add(pauses[tries-1])
		if errors.Is(cause, ledger.ErrForgotten) || errors.Is(cause, memory.ErrOvertaken) {
			again = now // it was forgotten, or taken back, meanwhile: the next attempt does without it
		}
		w.again[s.Name] = again
		level := slog.LevelWarn
		if errors.Is(cause, store.ErrUnavailable) {
			level = slog.LevelDebug // the principal is told of it, and "status" says how it is
		}
		log.Log(ctx, level, "job failed, will try again", "err", cause)
	}
	if len(es) == 0 {
		return nil
	}
	err := w.write(ctx, es...)
	if errors.Is(err, ledger.ErrDuplicate) {
		return nil
	}
	return err
}

// maxReason bounds the reason of a failure that is kept, in bytes.
const maxReason = 300

func reason(err error) string {
	s := err.Error()
	if len(s) > maxReason {
		s = strings.ToValidUTF8(s[:maxReason], "")
	}
	return s
}

// missed closes a slot that came too late to be of use.
func (w *worker) missed(ctx context.Context, s Slot, now time.Time) error {
	w.settled[s.Name] = true
	w.r.Log.Info("job missed its time", "job", w.job.Name, "slot", s.Name, "late", now.Sub(s.At))
	err := w.write(ctx, w.ran(s, event.JobMissed, ""))
	if errors.Is(err, ledger.ErrDuplicate) {
		return nil
	}
	return err
}

func (w *worker) began(s Slot, attempt int) ledger.Entry {
	e := w.r.Pens.Write(event.JobBegan{Job: w.job.Name, Slot: s.Name, Attempt: attempt})
	e.Key = w.beganKey(s, attempt)
	return e
}

func (w *worker) ran(s Slot, outcome, why string, causes ...event.Seq) ledger.Entry {
	e := w.r.Pens.Write(event.JobRan{Job: w.job.Name, Slot: s.Name, Outcome: outcome, Why: why}).Because(causes...)
	e.Key = w.ranKey(s)
	return e
}

// write records a batch.
// undoneSince says whether something that a run has looked at was taken back since an event, or what that had ended
// holds again: what the run makes of it would not be taken back with it.
func (w *worker) undoneSince(ctx context.Context, head event.Seq, seen []event.Seq) (undone bool, err error) {
	kinds := []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, w.r.Mind, ledger.Query{After: head, Kinds: kinds}) {
		if err != nil {
			return false, err
		}
		switch p := r.Said.(type) {
		case event.Superseded:
			undone = undone || p.Reason == event.Undone && slices.Contains(seen, p.Memory)
		case event.Restored:
			undone = undone || slices.Contains(seen, p.Memory)
		}
	}
	return undone, nil
}

func (w *worker) writeUnless(ctx context.Context, overtaken func() (bool, error), es ...ledger.Entry) error {
	if _, err := w.r.Mind.RecordUnless(ctx, overtaken, es...); err != nil {
		return fmt.Errorf("jobs: %s: %w", w.job.Name, err)
	}
	return nil
}

func (w *worker) write(ctx context.Context, es ...ledger.Entry) error {
	return w.writeUnless(ctx, nil, es...)
}
