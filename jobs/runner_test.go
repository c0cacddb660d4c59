package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

var log = slog.New(slog.DiscardHandler)

func pens(w *turntest.World) ledger.Case {
	return w.Pens.Case(event.Jobs, event.Learning, event.Loops, event.Outbox)
}

func runner(w *turntest.World, all ...jobs.Job) *jobs.Runner {
	return &jobs.Runner{Mind: w.Mind, Jobs: all, Pens: pens(w), Now: func() time.Time { return w.Now }, Zone: turntest.Zone, Log: log}
}

// hourly is a job with a slot at each full hour, counted from the last one it closed.
func hourly(run func(context.Context, jobs.In) ([]jobs.Write, error)) jobs.Job {
	begin := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	last := func(v memory.View) time.Time {
		if at, err := time.Parse(time.RFC3339, v.Agenda.Jobs["hourly"].Last); err == nil {
			return at
		}
		return begin
	}
	return jobs.Job{
		Name: "hourly", Every: "1 h", Help: "writes a note",
		Due: func(v memory.View, now time.Time) (due []jobs.Slot) {
			for at := last(v).Add(time.Hour); !at.After(now); at = at.Add(time.Hour) {
				due = append(due, jobs.Slot{Name: at.UTC().Format(time.RFC3339), At: at})
			}
			return due
		},
		Next:   func(v memory.View, now time.Time) time.Time { return now.Truncate(time.Hour).Add(time.Hour) },
		Reads:  []event.Kind{event.Heard{}.Kind()},
		Writes: []event.Kind{event.Integrated{}.Kind(), event.Superseded{}.Kind()},
		Run:    run,
	}
}

func note(context.Context, jobs.In) ([]jobs.Write, error) {
	return []jobs.Write{{Payload: event.Integrated{By: "rules"}}}, nil
}

// history lists the events of one kind, oldest first.
func history[P event.Payload](t *testing.T, w *turntest.World) (all []P, recs []ledger.Record) {
	t.Helper()
	var zero P
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{zero.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		all, recs = append(all, p.(P)), append(recs, r)
	}
	return all, recs
}

func outcomes(t *testing.T, w *turntest.World) []string {
	t.Helper()
	var out []string
	ran, _ := history[event.JobRan](t, w)
	for _, r := range ran {
		out = append(out, r.Slot[11:13]+" "+r.Outcome)
	}
	return out
}

// at moves the world's clock to an hour of 20 November, UTC.
func at(w *turntest.World, hour, minute int) {
	w.Now = time.Date(2026, 11, 20, hour, minute, 0, 0, time.UTC)
}

func tick(t *testing.T, r *jobs.Runner) {
	t.Helper()
	if _, err := r.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestMissedSlots(t *testing.T) {
	for name, c := range map[string]struct {
		policy jobs.Policy
		minute int
		want   []string
	}{
		"late":                {jobs.Policy{}, 20, []string{"05 done"}},
		"late, too old":       {jobs.Policy{Age: 10 * time.Minute}, 20, []string{"05 missed"}},
		"each":                {jobs.Policy{Way: jobs.Each}, 20, []string{"01 done", "02 done", "03 done", "04 done", "05 done"}},
		"each, some too old":  {jobs.Policy{Way: jobs.Each, Age: 90 * time.Minute}, 20, []string{"01 missed", "02 missed", "03 missed", "04 done", "05 done"}},
		"skip":                {jobs.Policy{Way: jobs.Skip}, 20, []string{"05 missed"}},
		"skip, fresh":         {jobs.Policy{Way: jobs.Skip}, 3, []string{"05 done"}},
		"skip, as old as may": {jobs.Policy{Way: jobs.Skip, Age: 30 * time.Minute}, 20, []string{"05 done"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t)
			job := hourly(note)
			job.Missed = c.policy
			at(w, 5, c.minute)
			tick(t, runner(w, job))
			tick(t, runner(w, job))
			if d := cmp.Diff(c.want, outcomes(t, w)); d != "" {
				t.Error(d)
			}
		})
	}
}

// The work, its beginning and its end are one batch, and name each other.
func TestBatch(t *testing.T) {
	w := turntest.New(t)
	heard := w.Say("hello")
	at(w, 1, 0)
	job := hourly(func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		return []jobs.Write{
			{Payload: event.Integrated{By: "first"}, From: []event.Seq{heard}},
			{Payload: event.Integrated{By: "second"}, Because: []event.Seq{ledger.Here(0), heard}, From: []event.Seq{ledger.Here(0)}},
		}, nil
	})
	before := w.Mind.Head()
	tick(t, runner(w, job))
	var got []string
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{After: before}) {
		if err != nil {
			t.Fatal(err)
		}
		rel := func(seqs []event.Seq) (out []int) {
			for _, s := range seqs {
				out = append(out, int(s)-int(before))
			}
			return out
		}
		got = append(got, fmt.Sprint(r.Kind, " ", r.Key, " ", rel(r.Causes), rel(r.From)))
	}
	want := []string{
		"job.began job.began/hourly/2026-11-20T01:00:00Z/1 [] []",
		"integrated  [1] [0]",
		"integrated  [2 0 1] [2]",
		"job.ran job/hourly/2026-11-20T01:00:00Z [1] []",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestThirdFailureClosesTheSlot(t *testing.T) {
	refused := func(p event.Payload) func(context.Context, jobs.In) ([]jobs.Write, error) {
		return func(context.Context, jobs.In) ([]jobs.Write, error) { return []jobs.Write{{Payload: p}}, nil }
	}
	for name, c := range map[string]struct {
		run  func(context.Context, jobs.In) ([]jobs.Write, error)
		slow bool
		why  string
	}{
		"an error":              {run: func(context.Context, jobs.In) ([]jobs.Write, error) { return nil, errors.New("no luck") }, why: "no luck"},
		"a panic":               {run: func(_ context.Context, in jobs.In) ([]jobs.Write, error) { panic("oh") }, why: "panic: oh"},
		"a panic, slow":         {run: func(_ context.Context, in jobs.In) ([]jobs.Write, error) { panic("oh") }, slow: true, why: "panic: oh"},
		"a kind not declared":   {run: refused(event.Learned{}), why: `it writes "learned", which it does not declare`},
		"nothing in particular": {run: refused(nil), why: "it writes nothing in particular"},
		"a long story": {run: func(context.Context, jobs.In) ([]jobs.Write, error) {
			return nil, errors.New(strings.Repeat("x", 1000))
		}, why: strings.Repeat("x", 300)},
		"what cannot be written": {run: func(context.Context, jobs.In) ([]jobs.Write, error) {
			return []jobs.Write{{Payload: event.Integrated{By: "rules"}, From: []event.Seq{1 << 40}}}, nil
		}, why: "does not exist yet"},
		"reading what it did not declare": {run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			for _, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{"learned"}}) {
				return nil, err
			}
			return nil, nil
		}, why: `hourly reads ["learned"] and declares ["heard"]`},
		"reading everything": {run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			for _, err := range in.Events(ctx, ledger.Query{}) {
				return nil, err
			}
			return nil, nil
		}, why: `hourly reads []`},
		"looking up what it did not declare": {run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			_, _, err := in.Event(ctx, 1)
			return nil, err
		}, why: `hourly reads "created"`},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t)
			attempts := []int{}
			job := hourly(func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
				attempts = append(attempts, in.Attempt)
				return c.run(ctx, in)
			})
			job.Slow = c.slow
			at(w, 1, 0)
			r := runner(w, job)
			for range 20 { // half a minute at a time: attempts keep their distance
				tick(t, r)
				w.Now = w.Now.Add(30 * time.Second)
			}
			if !slices.Equal(attempts, []int{1, 2, 3}) {
				t.Errorf("the attempts were %v", attempts)
			}
			ran, _ := history[event.JobRan](t, w)
			if len(ran) != 1 || ran[0].Outcome != event.JobFailed || !strings.Contains(ran[0].Why, c.why) {
				t.Errorf("it ended as %+v, want %q", ran, c.why)
			}
			if notes, _ := history[event.Integrated](t, w); len(notes) != 0 {
				t.Error("a failed attempt left something behind")
			}
			began, recs := history[event.JobBegan](t, w)
			if len(began) != 3 || began[2].Attempt != 3 {
				t.Fatalf("the attempts are recorded as %+v", began)
			}
			if first, last := recs[0].At, recs[2].At; last.Sub(first) < 6*time.Minute {
				t.Errorf("the last attempt was made %v after the first", last.Sub(first))
			}
		})
	}
}

// What was forgotten while a run thought about it is no failure of the run for long: it
// looks again at once.
func TestForgottenMeanwhile(t *testing.T) {
	w := turntest.New(t)
	heard := w.Say("hello")
	at(w, 1, 0)
	job := hourly(func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		x := jobs.Write{Payload: event.Integrated{By: "rules"}}
		if in.Attempt == 1 {
			plan, err := w.Mind.Reach(ctx, heard)
			if err != nil {
				return nil, err
			}
			if _, err := w.Mind.Forget(ctx, plan, "asked"); err != nil {
				return nil, err
			}
			x.From = []event.Seq{heard}
		}
		return []jobs.Write{x}, nil
	})
	tick(t, runner(w, job))
	if d := cmp.Diff([]string{"01 done"}, outcomes(t, w)); d != "" {
		t.Error(d)
	}
}

// A run does not say either what rests on something that was forgotten while it read: the post
// is an utterance, and the next attempt makes it without.
func TestNothingIsSaidOfTheForgotten(t *testing.T) {
	w := turntest.New(t)
	heard := w.Say("the garage code is 4411")
	at(w, 1, 0)
	job := hourly(func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		if in.Attempt > 1 {
			return nil, nil
		}
		if _, err := w.Mind.ForgetQuoted(ctx, []event.Seq{heard}, "asked"); err != nil {
			return nil, err
		}
		return []jobs.Write{{Payload: event.PostQueued{Place: turntest.Console, Text: "You said 4411."}, From: []event.Seq{heard}}}, nil
	})
	job.Writes = append(job.Writes, event.PostQueued{}.Kind())
	tick(t, runner(w, job))
	if d := cmp.Diff([]string{"01 nothing"}, outcomes(t, w)); d != "" {
		t.Error(d)
	}
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(r.Body), "4411") {
			t.Errorf("event %d, %s, has it: %s", r.Seq, r.Kind, r.Body)
		}
	}
}

// A run of a frequent job that finds nothing is no event, and is not repeated.
func TestNothingFound(t *testing.T) {
	w := turntest.New(t)
	runs := 0
	job := hourly(func(context.Context, jobs.In) ([]jobs.Write, error) { runs++; return nil, nil })
	at(w, 1, 0)
	job.Often = true
	head := w.Mind.Head()
	r := runner(w, job)
	tick(t, r)
	tick(t, r)
	if w.Mind.Head() != head || runs != 1 {
		t.Errorf("%d runs wrote %d events", runs, w.Mind.Head()-head)
	}
	at(w, 2, 0)
	tick(t, r)
	if runs != 2 {
		t.Errorf("%d runs of 2 slots", runs)
	}
	job.Often = false
	tick(t, runner(w, job))
	if d := cmp.Diff([]string{"02 nothing"}, outcomes(t, w)); d != "" {
		t.Error(d)
	}
}

// A run that is put off is made again from its moment on, in this process or another. It is no failure, however often, and
// no event.
func TestPutOff(t *testing.T) {
	w := turntest.New(t)
	runs, until := 0, time.Date(2026, 11, 20, 1, 40, 0, 0, time.UTC)
	job := hourly(func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		runs++
		if in.Now.Before(until) {
			return nil, fmt.Errorf("it waits: %w", jobs.Later{Until: until})
		}
		return note(ctx, in)
	})
	r := runner(w, job)
	for minute := range 40 {
		if minute%10 == 0 {
			r = runner(w, job)
		}
		at(w, 1, minute)
		next, err := r.Tick(t.Context())
		if err != nil || !next.Equal(until) {
			t.Fatalf("next %v, %v", next, err)
		}
	}
	if runs != 4 || len(outcomes(t, w)) != 0 {
		t.Errorf("%d runs of 4 processes before its time, %q", runs, outcomes(t, w))
	}
	at(w, 1, 40)
	tick(t, r)
	if d := cmp.Diff([]string{"01 done"}, outcomes(t, w)); d != "" || runs != 5 {
		t.Errorf("%d runs, %s", runs, d)
	}
	job.Slow = true // its attempts are recorded, so that it fails as any other does
	at(w, 2, 0)
	until = until.Add(time.Hour)
	r = runner(w, job)
	for _, minute := range []int{0, 2, 10} {
		at(w, 2, minute)
		tick(t, r)
	}
	if d := cmp.Diff([]string{"01 done", "02 failed"}, outcomes(t, w)); d != "" {
		t.Error(d)
	}
}

// A slow job that failed and then waits, because the principal paused or it is no moment for it, is tried again when
// it is due once more, and its attempts are counted on.
func TestFailedAndThenWaited(t *testing.T) {
	w := turntest.New(t)
	var attempts []int
	job := hourly(func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		attempts = append(attempts, in.Attempt)
		if in.Attempt < jobs.MaxAttempts {
			return nil, errors.New("no answer")
		}
		return note(ctx, in)
	})
	job.Slow = true
	due, moment := job.Due, true
	job.Due = func(v memory.View, now time.Time) []jobs.Slot {
		if !moment {
			return nil
		}
		return due(v, now)
	}
	r := runner(w, job)
	at(w, 1, 0)
	tick(t, r)
	moment = false
	at(w, 1, 10)
	tick(t, r)
	moment = true
	at(w, 1, 20)
	tick(t, r)
	configure(w, event.SettingPaused, "yes")
	at(w, 1, 30)
	tick(t, r)
	configure(w, event.SettingPaused, "")
	at(w, 1, 40)
	tick(t, r)
	if d := cmp.Diff([]int{1, 2, 3}, attempts); d != "" {
		t.Errorf("the attempts: %s", d)
	}
	if d := cmp.Diff([]string{"01 done"}, outcomes(t, w)); d != "" {
		t.Error(d)
	}
}

// However the clock jumps, no slot is run twice.
func TestClockJumps(t *testing.T) {
	for _, way := range []jobs.Way{jobs.Late, jobs.Each, jobs.Skip} {
		w := turntest.New(t)
		seen := map[string]int{}
		job := hourly(func(_ context.Context, in jobs.In) ([]jobs.Write, error) {
			seen[in.Slot.Name]++
			return nil, nil
		})
		// Slots by the clock alone: it is the ledger that must know what is closed.
		job.Due = func(_ memory.View, now time.Time) []jobs.Slot {
			at := now.Truncate(time.Hour)
			return []jobs.Slot{{Name: at.Add(-time.Hour).UTC().Format(time.RFC3339), At: at.Add(-time.Hour)}, {Name: at.UTC().Format(time.RFC3339), At: at}}
		}
		job.Missed.Way = way
		r := runner(w, job)
		at(w, 12, 0)
		for _, jump := range []time.Duration{0, time.Hour, -24 * time.Hour, time.Hour, 24 * time.Hour, 24 * time.Hour, -24 * time.Hour, 0, -48 * time.Hour, 72 * time.Hour} {
			w.Now = w.Now.Add(jump)
			tick(t, r)
			tick(t, runner(w, job))
		}
		if len(seen) < 5 {
			t.Fatalf("only %d slots were run", len(seen))
		}
		for slot, n := range seen {
			if n != 1 {
				t.Errorf("%d: slot %s was run %d times", way, slot, n)
			}
		}
	}
}

// Many runners over one ledger close each slot once.
func TestManyRunners(t *testing.T) {
	for _, slow := range []bool{false, true} {
		w := turntest.New(t)
		at(w, 23, 0)
		job := hourly(note)
		job.Missed.Way, job.Slow = jobs.Each, slow
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if _, err := runner(w, job).Tick(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		tick(t, runner(w, job))
		closed := outcomes(t, w)
		slices.Sort(closed)
		if len(closed) != 23 || len(slices.Compact(slices.Clone(closed))) != 23 {
			t.Errorf("slow %v: the slots closed are %q", slow, closed)
		}
		if notes, _ := history[event.Integrated](t, w); len(notes) != 23 {
			t.Errorf("slow %v: %d notes of 23 slots", slow, len(notes))
		}
	}
}

// A slow job whose process was ended in good order while it worked is taken up by the next process, and that uses up
// no attempt: not even where many short visits follow each other.
func TestEndedInTheMiddle(t *testing.T) {
	w := turntest.New(t)
	at(w, 1, 0)
	host := w.Pens.For(event.Host)
	job := hourly(nil)
	job.Slow = true
	for n := range 2 * jobs.MaxAttempts {
		w.Record(host.Write(event.Started{Version: "0.1.0"}))
		ctx, end := context.WithCancel(t.Context())
		job.Run = func(_ context.Context, in jobs.In) ([]jobs.Write, error) {
			if in.Attempt != 1 {
				t.Errorf("visit %d makes attempt %d", n+1, in.Attempt)
			}
			end()
			return note(ctx, in)
		}
		if _, err := runner(w, job).Tick(ctx); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		w.Record(host.Write(event.Ended{Cause: "end of input"}))
	}
	w.Record(host.Write(event.Started{Version: "0.1.0"}))
	job.Run = note
	tick(t, runner(w, job))
	if got := outcomes(t, w); len(got) != 1 || got[0] != "01 done" {
		t.Errorf("%q", got)
	}
}

// A slow job whose process was killed between its beginning and its end is taken up by the
// next process, and only by that. The attempt counts; three of them close the slot.
func TestKilledInTheMiddle(t *testing.T) {
	w := turntest.New(t)
	at(w, 1, 0)
	started := func() { w.Record(w.Pens.For(event.Host).Write(event.Started{Version: "0.1.0"})) }
	dying := hourly(nil)
	dying.Slow = true
	for n := range 3 {
		started()
		ctx, kill := context.WithCancel(t.Context())
		dying.Run = func(_ context.Context, in jobs.In) ([]jobs.Write, error) {
			if in.Attempt != n+1 {
				t.Errorf("process %d makes attempt %d", n+1, in.Attempt)
			}
			kill()
			return note(ctx, in)
		}
		if _, err := runner(w, dying).Tick(ctx); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		// The same process leaves alone what another runner of it has claimed.
		dying.Run = func(context.Context, jobs.In) ([]jobs.Write, error) {
			t.Error("taken from the living")
			return nil, nil
		}
		tick(t, runner(w, dying))
	}
	started()
	tick(t, runner(w, dying))
	ran, _ := history[event.JobRan](t, w)
	if len(ran) != 1 || ran[0].Outcome != event.JobFailed {
		t.Errorf("after three deaths: %+v", ran)
	}

	at(w, 2, 0)
	job := hourly(note)
	job.Slow = true
	tick(t, runner(w, job))
	if got := outcomes(t, w); got[len(got)-1] != "02 done" {
		t.Errorf("the next slot: %q", got)
	}
}

func configure(w *turntest.World, name, value string) {
	heard := w.Say("a setting")
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: name, Text: value}).Because(heard).Resting(heard)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
}

func TestWaiting(t *testing.T) {
	for name, c := range map[string]struct {
		hold           func(w *turntest.World)
		free           func(w *turntest.World)
		asked, unasked bool // whether it runs while held
		next           time.Time
	}{
		"paused": {
			hold: func(w *turntest.World) { configure(w, event.SettingPaused, "yes") },
			free: func(w *turntest.World) { configure(w, event.SettingPaused, "") },
		},
		"away": {
			hold:  func(w *turntest.World) { configure(w, event.SettingAway, "2026-11-20/2026-11-21") },
			free:  func(w *turntest.World) { w.Now = time.Date(2026, 11, 22, 0, 0, 0, 0, turntest.Zone) },
			asked: true, next: time.Date(2026, 11, 22, 0, 0, 0, 0, turntest.Zone),
		},
		"held after a crisis": {
			hold: func(w *turntest.World) {
				w.Record(w.Pens.For(event.Brain).Write(event.Held{Until: w.Now.Add(24 * time.Hour)}))
			},
			free:  func(w *turntest.World) { w.Now = w.Now.Add(24 * time.Hour) },
			asked: true, next: time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC),
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, unasked := range []bool{false, true} {
				w := turntest.New(t)
				job := hourly(note)
				job.Unasked = unasked
				at(w, 5, 0)
				c.hold(w)
				r := runner(w, job)
				next, err := r.Tick(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				runs := c.asked && !unasked
				if got := len(outcomes(t, w)); got != 0 != runs {
					t.Errorf("unasked %v: %d runs while it was to wait", unasked, got)
				}
				if !runs && !next.Equal(c.next) {
					t.Errorf("unasked %v: it looks again at %v, want %v", unasked, next, c.next)
				}
				c.free(w)
				tick(t, r)
				if got := len(outcomes(t, w)); got == 0 {
					t.Errorf("unasked %v: it never ran", unasked)
				}
			}
		})
	}
}

// Whoever waits for a job gets it also during a pause.
func TestDo(t *testing.T) {
	w := turntest.New(t)
	at(w, 1, 0)
	configure(w, event.SettingPaused, "yes")
	r := runner(w, hourly(note))
	if err := r.Do(t.Context(), "hourly"); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"01 done"}, outcomes(t, w)); d != "" {
		t.Error(d)
	}
	if err := r.Do(t.Context(), "nothing"); err == nil {
		t.Error("a job that does not exist was done")
	}
}

// One slot at a time, as often as there is one, and then when to come again.
func TestStep(t *testing.T) {
	w := turntest.New(t)
	at(w, 2, 30)
	job := hourly(note)
	job.Missed = jobs.Policy{Way: jobs.Each}
	r := runner(w, job)
	for _, want := range []int{1, 2, 2} {
		before := len(outcomes(t, w))
		ran, _, err := r.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := len(outcomes(t, w)); got != want || ran != (got > before) {
			t.Errorf("%d slots were run, want %d; ran %v", got, want, ran)
		}
	}
	if ran, next, err := r.Step(t.Context()); ran || err != nil || next.UTC().Format("15:04") != "03:00" {
		t.Errorf("with nothing due: ran %v, next %s, %v", ran, next, err)
	}
}

func TestJobsThatContradictThemselves(t *testing.T) {
	for name, edit := range map[string]func(*jobs.Job){
		"no name":        func(j *jobs.Job) { j.Name = "" },
		"no Due":         func(j *jobs.Job) { j.Due = nil },
		"no Next":        func(j *jobs.Job) { j.Next = nil },
		"no Run":         func(j *jobs.Job) { j.Run = nil },
		"unknown kind":   func(j *jobs.Job) { j.Reads = []event.Kind{"weather"} },
		"a setting":      func(j *jobs.Job) { j.Writes = []event.Kind{"configured"} },
		"a request":      func(j *jobs.Job) { j.Writes = []event.Kind{"asked"} },
		"a second of it": func(j *jobs.Job) { j.Name = "other" },
	} {
		w := turntest.New(t)
		job, other := hourly(note), hourly(note)
		other.Name = "other"
		edit(&job)
		r := runner(w, other, job)
		if _, err := r.Tick(t.Context()); err == nil {
			t.Errorf("%s: no error from Tick", name)
		}
		if err := r.Run(t.Context()); err == nil {
			t.Errorf("%s: no error from Run", name)
		}
		if err := r.Do(t.Context(), "other"); err == nil {
			t.Errorf("%s: no error from Do", name)
		}
	}
}

// Run is woken by events and by the clock, to the second.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := turntest.New(t)
		var mu sync.Mutex
		var runs []time.Time
		begin := time.Now()
		wanted := map[int]bool{}
		job := jobs.Job{
			Name: "bell", Every: "when due", Help: "rings",
			Due: func(v memory.View, now time.Time) (due []jobs.Slot) {
				mu.Lock()
				defer mu.Unlock()
				for s := range 1000 {
					if at := begin.Add(time.Duration(s) * time.Second); wanted[s] && !at.After(now) {
						due = append(due, jobs.Slot{Name: fmt.Sprint(s), At: at})
					}
				}
				return due
			},
			Next: func(v memory.View, now time.Time) time.Time {
				mu.Lock()
				defer mu.Unlock()
				for s := range 1000 {
					if at := begin.Add(time.Duration(s) * time.Second); wanted[s] && at.After(now) {
						return at
					}
				}
				return time.Time{}
			},
			Missed: jobs.Policy{Way: jobs.Each},
			Run: func(_ context.Context, in jobs.In) ([]jobs.Write, error) {
				mu.Lock()
				defer mu.Unlock()
				runs = append(runs, time.Now())
				return nil, nil
			},
		}
		r := &jobs.Runner{Mind: w.Mind, Jobs: []jobs.Job{job}, Pens: pens(w), Now: time.Now, Zone: time.UTC, Log: log}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- r.Run(ctx) }()
		want := []int{7, 61, 62, 500}
		for _, s := range want {
			// Each is wished for shortly before its time, and announced by an event.
			time.Sleep(time.Until(begin.Add(time.Duration(s)*time.Second - 900*time.Millisecond)))
			mu.Lock()
			wanted[s] = true
			mu.Unlock()
			w.Say("a wish")
		}
		time.Sleep(10 * time.Minute)
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if len(runs) != len(want) {
			t.Fatalf("it ran at %v, want %v", runs, want)
		}
		for i, s := range want {
			if off := runs[i].Sub(begin.Add(time.Duration(s) * time.Second)); off < 0 || off > time.Second {
				t.Errorf("the run for second %d came %v late", s, off)
			}
		}
	})
}

// What one process wrote without telling the runner's timers is noticed with the pulse.
func TestPulse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := turntest.New(t)
		var ahead time.Duration // the wall clock against the timers
		var mu sync.Mutex
		now := func() time.Time { mu.Lock(); defer mu.Unlock(); return time.Now().Add(ahead) }
		job := hourly(note)
		job.Writes = append(job.Writes, event.Learned{}.Kind())
		begin := now()
		job.Due = func(v memory.View, now time.Time) []jobs.Slot {
			if v.Agenda.Jobs["hourly"].Last == "" && now.Sub(begin) >= time.Hour {
				return []jobs.Slot{{Name: "2000-01-01T01:00:00Z", At: now}}
			}
			return nil
		}
		r := &jobs.Runner{Mind: w.Mind, Jobs: []jobs.Job{job}, Pens: pens(w), Now: now, Zone: time.UTC, Log: log}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- r.Run(ctx) }()
		time.Sleep(10 * time.Second)
		mu.Lock()
		ahead = 2 * time.Hour // as after a suspended night
		mu.Unlock()
		time.Sleep(jobs.Pulse)
		synctest.Wait()
		if got := outcomes(t, w); len(got) != 1 {
			t.Errorf("a pulse after the clock jumped: %q", got)
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func BenchmarkTickNothingDue(b *testing.B) {
	mind, pens, err := memory.Open(b.Context(), memory.Options{Store: &inmem.Store{}, Principal: "me", Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	half := time.Date(2026, 11, 20, 0, 30, 0, 0, time.UTC)
	r := &jobs.Runner{
		Mind: mind, Jobs: []jobs.Job{hourly(note), hourly(note)}, Pens: pens.Case(event.Jobs),
		Now: func() time.Time { return half }, Zone: time.UTC, Log: log,
	}
	r.Jobs[1].Name = "other"
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Tick(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// What the principal asks to have run is run once, whatever the calendar says and although the job rests,
// and moves nothing in the calendar. Where it found nothing, that is recorded too: somebody waits for it.
func TestWanted(t *testing.T) {
	w := turntest.New(t)
	at(w, 9, 0)
	runs := 0
	due, next := jobs.Nightly(3)
	job := jobs.Job{Name: "night", Every: "every night", Help: "finds nothing", Due: due, Next: next, Often: true, Anytime: true,
		Run: func(context.Context, jobs.In) ([]jobs.Write, error) { runs++; return nil, nil }}
	r := runner(w, job)
	tick(t, r)
	configure(w, event.SettingJobs, "night")
	w.Now = w.Now.AddDate(0, 0, 1)
	tick(t, r)
	if runs != 1 {
		t.Fatalf("%d runs although it rests", runs)
	}
	heard := w.Say("jobs run night")
	brain := w.Pens.For(event.Brain)
	ask := brain.Write(event.Asked{What: event.AskJob, Name: "night"}).Because(heard).Resting(heard)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
	tick(t, r)
	tick(t, r)
	tick(t, runner(w, job))
	if ran, _ := history[event.JobRan](t, w); runs != 2 || len(ran) != 1 || ran[0].Outcome != event.JobNothing {
		t.Errorf("%d runs in all, recorded %+v", runs, ran)
	}
	configure(w, event.SettingJobs, "")
	tick(t, r)
	if runs != 3 {
		t.Errorf("%d runs in all after it went on", runs)
	}
}
