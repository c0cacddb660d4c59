package host_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// When a process dies of an append.
const (
	before = "before" // nothing of it is written
	within = "within" // some of its rows are, and the transaction is open
	during = "during" // at a chance moment of the commit
	after  = "after"  // it is durable, and nobody knows yet
)

// Names for what a store does besides appending.
const (
	shelfPut  event.Kind = "(shelf put)"
	shelfDrop event.Kind = "(shelf drop)"
)

// death says where a process is to die: at the n-th append with an event of a kind, or,
// with no kind, after a while by the parent's hand. The zero death is a long life.
type death struct {
	Kind event.Kind
	Nth  int
	When string
	Rows int           // within: after so many rows
	Late time.Duration // during: so long after the append began
	From time.Duration // by the parent
}

func (d death) String() string {
	switch {
	case d.Kind != "":
		return d.When + " " + string(d.Kind)
	case d.From > 0:
		return "at random"
	}
	return "never"
}

// deadly are the appends at which processes die: every kind that a conversation writes.
var deadly = []event.Kind{
	"created", "started", "heard", "edited", "unsaid", "reacted", "unreacted", "passed",
	"turn.began", "turn.joined", "turn.ended", "asked", "rule.added", "configured", "recalled", "held",
	"post.queued", "post.attempted", "post.sent", "learned", "loop.opened", "reminder.set",
	"decision.recorded", "forgotten", "checkpointed", "ended", shelfPut, shelfDrop,
}

var moments = []string{before, within, during, after}

// planned walks through every kind and moment as seeds and rounds go on; each fifth death
// is a random one. What comes once in a life is met in the first round only.
func planned(dice *rand.Rand, seed uint64, round int) death {
	if round == rounds-1 {
		return death{From: time.Duration(1+dice.IntN(250)) * time.Millisecond}
	}
	n := (int(seed)-1)*(rounds-1) + round
	d := death{
		Kind: deadly[n%len(deadly)], When: moments[(n/len(deadly)+n%len(deadly))%len(moments)],
		Nth: 1 + dice.IntN(3), Rows: 1 + dice.IntN(4), Late: time.Duration(dice.IntN(3000)) * time.Microsecond,
	}
	switch d.Kind {
	case "started", "ended", shelfPut, shelfDrop, "checkpointed", "forgotten":
		d.Nth = 1
	case "created":
		if round > 0 {
			d.Kind = "started"
		}
		d.Nth = 1
	}
	return d
}

// mortal is a store that kills its own process.
type mortal struct {
	*sqlite.Store
	death death

	mu   sync.Mutex
	seen int
}

// die ends the process as a loss of power would: nothing is flushed, nobody is told.
func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // until it arrives
}

// hit counts the appends that the death is about.
func (m *mortal) hit(has bool) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !has || m.death.Kind == "" {
		return false
	}
	m.seen++
	return m.seen == m.death.Nth
}

// at runs do and dies around it, if it is time.
func (m *mortal) at(has bool, do, half func() error) error {
	if !m.hit(has) {
		return do()
	}
	switch m.death.When {
	case before:
		die()
	case within:
		if half != nil {
			return half()
		}
		die()
	case during:
		time.AfterFunc(m.death.Late, die)
	}
	err := do()
	if m.death.When == after {
		die()
	}
	return err
}

// Append implements ledger.Store.
func (m *mortal) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	has := false
	for _, r := range rows {
		has = has || r.Kind == m.death.Kind
	}
	return m.at(has,
		func() error { return m.Store.Append(ctx, rows, shred) },
		func() error { return m.Store.Load(ctx, m.interrupted(rows)) })
}

// interrupted gives rows to one transaction and dies between two of them.
func (m *mortal) interrupted(rows []ledger.Row) iter.Seq2[ledger.Row, error] {
	return func(yield func(ledger.Row, error) bool) {
		for i, r := range rows {
			if i == min(m.death.Rows, len(rows)-1) {
				die()
			}
			if !yield(r, nil) {
				panic(fmt.Sprintf("row %d was refused before it could be interrupted", r.Seq))
			}
		}
	}
}

// Put implements ledger.Shelf.
func (m *mortal) Put(ctx context.Context, name string, upTo event.Seq, data []byte) error {
	return m.at(m.death.Kind == shelfPut, func() error { return m.Store.Put(ctx, name, upTo, data) }, nil)
}

// Drop implements ledger.Shelf.
func (m *mortal) Drop(ctx context.Context, from event.Seq) error {
	return m.at(m.death.Kind == shelfDrop, func() error { return m.Store.Drop(ctx, from) }, nil)
}
