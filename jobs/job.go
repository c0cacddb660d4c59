package jobs

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Job is one piece of background work. Its functions may be called by several goroutines,
// one slot of a job at a time.
type Job struct {
	Name  string // unique, a word
	Every string // in words, for "jobs": "every 30 min", "when due"
	Help  string // what it does, one line

	// Due lists the slots that are due and not closed, oldest first. It is pure, and it may
	// only look at the view while it runs. now is in the principal's present zone.
	Due func(v memory.View, now time.Time) []Slot
	// Next says when the job is to be looked at again at the latest, if nothing is written
	// meanwhile; zero if only a new event can make it due. Also pure.
	Next func(v memory.View, now time.Time) time.Time

	Missed Policy

	Slow  bool // it waits or costs: its attempts are recorded before they are made
	Often bool // a run that finds nothing is no event (SPEC §16: jobs of 5 and 30 minutes)
	// Promised marks what the principal asked for himself at a time of his own: a pause does
	// not hold it.
	Promised bool
	Unasked  bool // it speaks without having been asked, so it waits for a good moment
	// Anytime marks a job that may also be run when the principal says so: what it does depends on nothing
	// that its slots are named by.
	Anytime bool

	// Reads are the kinds the job looks up, Writes those it may write. Together they make
	// the derivation graph; a kind that is not in Writes is refused.
	Reads, Writes []event.Kind

	// Run does the work of one slot. An error is a failed attempt; nothing is written then.
	// No writes mean that there was nothing to do.
	Run func(ctx context.Context, in In) ([]Write, error)
}

// Slot is one time a job is to run.
type Slot struct {
	Name string    // unique for its job, in this ledger, for ever; made of numbers and dates, never of text
	At   time.Time // when it was due

	// Apart is how long after the run before it is run at the earliest; see agenda.Run.Worked. It is the
	// same slot then, and as late as it is.
	Apart time.Duration

	wanted bool // the principal asked for it
}

// Policy says what becomes of slots that were missed, because the process was down, the
// principal had paused, or the clock was moved.
type Policy struct {
	Way Way
	Age time.Duration // an older slot is closed as missed; zero: none is too old
}

// Way is how missed slots are made up for.
type Way uint8

// The ways.
const (
	Late Way = iota // the newest is run late; those before it are let go without a record
	Each            // every slot is run, oldest first
	Skip            // only the newest, and only if it is fresh: see Fresh
)

// Fresh is how old a slot may be that is not made up for, where the policy names no Age.
const Fresh = 5 * time.Minute

// sort divides the due slots into those to run and those to close as missed, both oldest
// first.
func (p Policy) sort(due []Slot, now time.Time) (run, missed []Slot) {
	age := p.Age
	if p.Way == Skip && age == 0 {
		age = Fresh
	}
	if p.Way != Each && len(due) > 1 {
		due = due[len(due)-1:]
	}
	for _, s := range due {
		if age > 0 && now.Sub(s.At) > age {
			missed = append(missed, s)
		} else {
			run = append(run, s)
		}
	}
	return run, missed
}

// Write is something a run changes. The kind decides who writes it.
type Write struct {
	Payload event.Payload
	// From names whose words it carries.
	From []event.Seq
	// Because names what made it happen; the runner adds the run itself, as the last cause.
	// ledger.Here(i) names the i-th write of the same run, here as in From.
	Because []event.Seq
	// Key, where not empty, is unique in the ledger: see ledger.Entry. A run of which one is known
	// there is taken for one that somebody else was faster with.
	Key string
}

// In is what a run may look at.
type In struct {
	Slot    Slot
	Attempt int       // from 1
	Now     time.Time // in the principal's present zone

	mind  *memory.Mind
	job   string
	reads []event.Kind
	view  *view
}

// view is what lay before a run: whatever it makes may hold words of it. If some of that is
// forgotten before the run has written, nothing of what it made is.
type view struct {
	mu   sync.Mutex
	seqs []event.Seq
}

func (v *view) add(seqs ...event.Seq) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seqs = append(v.seqs, seqs...)
}

// Read gives all folds at one moment. See memory.Mind.Read. What a run takes from them about an
// event that it does not look up as well, it names with Saw.
func (in In) Read(fn func(v memory.View)) { in.mind.Read(fn) }

// Saw says that a run makes something of these events, which it knows from the folds alone.
func (in In) Saw(seqs ...event.Seq) { in.view.add(seqs...) }

// Events gives records of the kinds the job declares to read. A query that asks for others,
// or for all, fails.
func (in In) Events(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Record, error] {
	undeclared := func(k event.Kind) bool { return !slices.Contains(in.reads, k) }
	if len(q.Kinds) == 0 || slices.ContainsFunc(q.Kinds, undeclared) {
		return func(yield func(ledger.Record, error) bool) {
			yield(ledger.Record{}, fmt.Errorf("jobs: %s reads %q and declares %q", in.job, q.Kinds, in.reads))
		}
	}
	return func(yield func(ledger.Record, error) bool) {
		for r, err := range in.mind.Events(ctx, q) {
			in.view.add(r.Seq)
			if !yield(r, err) {
				return
			}
		}
	}
}

// Event gives one event of a declared kind and its payload, which is nil if it was
// forgotten.
func (in In) Event(ctx context.Context, seq event.Seq) (ledger.Record, event.Payload, error) {
	in.view.add(seq)
	r, err := in.mind.Event(ctx, seq)
	if err != nil {
		return r, nil, err
	}
	if !slices.Contains(in.reads, r.Kind) {
		return r, nil, fmt.Errorf("jobs: %s reads %q and declares %q", in.job, r.Kind, in.reads)
	}
	p, err := r.Payload()
	return r, p, err
}

// Last says whether there is no attempt after this one. A job that asks a model does then what it can do without.
func (in In) Last() bool { return in.Attempt >= MaxAttempts }

// Danger says whether somebody may be in danger: nothing is made of such a day (TRUST, Crisis).
func (in In) Danger() (yes bool) {
	in.Read(func(v memory.View) { yes = v.Thread.Held.After(in.Now) })
	return yes
}

// Roots gives who could read the words that stand behind events. See memory.Mind.Roots.
func (in In) Roots(ctx context.Context, seqs ...event.Seq) ([]memory.Sight, error) {
	return in.mind.Roots(ctx, seqs...)
}

// List is how the command "jobs" lists them.
func List(all []Job) []turn.Job {
	out := make([]turn.Job, 0, len(all))
	for _, j := range all {
		out = append(out, turn.Job{Name: j.Name, Every: j.Every, Help: j.Help, Next: j.Next, Anytime: j.Anytime, Promised: j.Promised})
	}
	return out
}
