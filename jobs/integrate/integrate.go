package integrate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/thread"
)

// Name is the job's name.
const Name = "integrate"

// Every is how often what is unread is read (SPEC §13.4).
const Every = 30 * time.Minute

// most is how many messages are read at a time: what a commit comfortably holds.
const most = 200

// Job is the job. again says that a model is to have a second look at what the rules read: see
// Comprehension.
func Job(alike Alike, again bool) jobs.Job { return job(alike, again, false) }

// Unvalued is Job without the look at values: what gives another value for the same thing counts as that
// said again. It is there to measure what the look is for.
func Unvalued(alike Alike, again bool) jobs.Job { return job(alike, again, true) }

func job(alike Alike, again, unvalued bool) jobs.Job {
	return jobs.Job{
		Name:   Name,
		Every:  "every 30 min",
		Help:   "makes memories of what you said",
		Due:    due,
		Next:   next,
		Often:  true,
		Reads:  reads,
		Writes: writes,
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			return run(ctx, in, alike, again, unvalued)
		},
	}
}

// What both looks at a message look up and may write.
var (
	reads = []event.Kind{
		event.Heard{}.Kind(), event.Edited{}.Kind(), event.Transcribed{}.Kind(), event.TurnBegan{}.Kind(), event.TurnEnded{}.Kind(), event.Forgotten{}.Kind(),
		event.Learned{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.Integrated{}.Kind(),
		event.LoopOpened{}.Kind(), event.DecisionProposed{}.Kind(), event.DecisionRecorded{}.Kind(), event.PostQueued{}.Kind(), event.Reinforced{}.Kind(),
	}
	writes = []event.Kind{
		event.Learned{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.Integrated{}.Kind(),
		event.Reinforced{}.Kind(), event.Disputed{}.Kind(), event.Settled{}.Kind(), event.MinorNamed{}.Kind(),
		event.LoopOpened{}.Kind(), event.LoopClosed{}.Kind(), event.DecisionProposed{}.Kind(), event.DecisionDeclined{}.Kind(),
	}
)

// Leaving integrates the turns that must leave the window before the next prompt is built
// (SPEC §4), if there are any. It returns when the window is short enough, and does so also
// while the principal has paused everything unasked.
func Leaving(ctx context.Context, m *memory.Mind, r *jobs.Runner) error {
	var full bool
	m.Read(func(v memory.View) { full = v.Thread.Leaving() != nil })
	if !full {
		return nil
	}
	return r.Do(ctx, Name)
}

// due gives the next number, if there is something to read.
func due(v memory.View, now time.Time) []jobs.Slot {
	last := v.Agenda.Jobs[Name]
	n, _ := strconv.Atoi(last.Last) // of a job that never ran it is empty, and counts as zero
	slot := []jobs.Slot{{Name: strconv.Itoa(n + 1), At: now}}
	if v.Thread.Leaving() != nil || len(v.Beliefs.Ended()) > 0 {
		return slot
	}
	half := now.Truncate(Every)
	if last.Outcome == event.JobFailed && !last.At.Before(half) && !last.At.After(now) {
		return nil // the next half hour is soon enough to try again
	}
	for _, m := range readable(v) {
		// A turn that ended after now was there before the clock was set back.
		if t, ok := turnOf(v, m); !ok || !t.Ended.After(half) || t.Ended.After(now) {
			return slot
		}
	}
	return nil
}

// next is the next half hour, if anything is unread by then.
func next(v memory.View, now time.Time) time.Time {
	if len(readable(v)) == 0 {
		return time.Time{}
	}
	return now.Truncate(Every).Add(Every)
}

// readable are the unread messages that have had their turn, oldest first. One that still
// waits for its answer is not: the turn may make it a quiet one, or make something of it. Nor
// is a recording before what was heard in it has been repeated to the principal (TRUST, Voice).
func readable(v memory.View) []event.Seq {
	var out []event.Seq
	for _, m := range v.Thread.Unread {
		waits := slices.ContainsFunc(v.Thread.Waiting, func(w thread.Waiting) bool { return w.Message == m })
		if !waits && v.Attachments.Repeated(m) && (v.Thread.Open == nil || !slices.Contains(v.Thread.Open.Messages, m)) {
			out = append(out, m)
		}
	}
	slices.Sort(out)
	return out
}

// turnOf is the newest turn of the window that answered a message.
func turnOf(v memory.View, message event.Seq) (thread.Turn, bool) {
	for _, t := range slices.Backward(v.Thread.Window) {
		if slices.Contains(t.Messages, message) {
			return t, true
		}
	}
	return thread.Turn{}, false
}

// batch is what one run reads.
type batch struct {
	messages []event.Seq
	turns    map[event.Seq]thread.Turn // of those that the window still holds
	leaving  [][]event.Seq             // the messages of each ten turns that leave the window with it, oldest first
}

// choose takes the messages of the turns that leave, else all that is readable. Ten turns leave
// at a time; of a long backlog, as an import is, as many tens as are too many.
func choose(v memory.View) batch {
	b := batch{messages: readable(v), turns: map[event.Seq]thread.Turn{}}
	for window := v.Thread.Window; len(window) >= formula.WindowTrigger; window = window[formula.WindowBatch:] {
		var ten []event.Seq
		for _, t := range window[:formula.WindowBatch] {
			ten = append(ten, t.Messages...)
		}
		b.leaving = append(b.leaving, ten)
	}
	if leaving := slices.Concat(b.leaving...); b.leaving != nil {
		b.messages = slices.DeleteFunc(b.messages, func(m event.Seq) bool { return !slices.Contains(leaving, m) })
	}
	for _, m := range b.messages {
		if t, ok := turnOf(v, m); ok {
			b.turns[m] = t
		}
	}
	return b
}

// run reads a batch. If a message contradicts what an earlier one of the same batch has
// taught, the batch ends before it: what it supersedes must be in the ledger first. What
// is left over is due again at once.
func run(ctx context.Context, in jobs.In, alike Alike, again, unvalued bool) ([]jobs.Write, error) {
	var b batch
	var ended []event.Settled
	in.Read(func(v memory.View) { b, ended = choose(v), v.Beliefs.Ended() })
	if len(b.messages) == 0 && b.leaving == nil {
		return settle(nil, ended), nil
	}
	b.cut(most)
	r := reading{in: in, alike: alike, unvalued: unvalued, turns: b.turns}
	if err := r.prepare(ctx, b.messages); err != nil {
		return nil, err
	}
	seen, err := r.foresee(ctx, b.messages)
	if err != nil {
		return nil, err
	}
	for i, m := range b.messages {
		g, ok := seen[m]
		if !ok {
			continue
		}
		ok, err := r.take(ctx, g.said, g.items)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", m, err)
		}
		if !ok {
			b.cut(i)
			break
		}
		if g.drop {
			r.dropped++
		}
	}
	done := event.Integrated{Messages: b.messages, By: event.ByRules, Again: again && len(b.messages) > 0, Learned: len(r.fresh), Dropped: r.dropped, Left: len(b.leaving) > 0}
	writes := append(r.writes, jobs.Write{Payload: done})
	for range len(b.leaving) - 1 {
		writes = append(writes, jobs.Write{Payload: event.Integrated{By: event.ByRules, Left: true}})
	}
	return settle(writes, ended), nil
}

// cut leaves all but the first n messages for the next run, and with them the turns from the
// first such message on.
func (b *batch) cut(n int) {
	if len(b.messages) <= n {
		return
	}
	rest := b.messages[n:]
	b.messages = b.messages[:n]
	later := func(m event.Seq) bool { return slices.Contains(rest, m) }
	if i := slices.IndexFunc(b.leaving, func(ten []event.Seq) bool { return slices.ContainsFunc(ten, later) }); i >= 0 {
		b.leaving = b.leaving[:i]
	}
}

// settle records how disputes ended that nobody had to decide: the outcome is an event
// (SPEC §13.5).
func settle(writes []jobs.Write, ended []event.Settled) []jobs.Write {
	for _, s := range ended {
		writes = append(writes, jobs.Write{Payload: s, Because: []event.Seq{s.Dispute}})
	}
	return writes
}
