package memory

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// queue lets many goroutines write through one at a time. Whoever finds nobody writing
// writes for all who are waiting, until nobody is: so a commit carries whatever gathered
// during the one before it, and no goroutine lives when nothing is written.
type queue struct {
	mu      sync.Mutex
	waiting []*request
	busy    bool
}

// request is a batch to be written with others, or something to be done alone.
type request struct {
	batch *ledger.Batch
	// overtaken, where not nil, says that the batch is not to be written any more. It has to see all that is written
	// before, so the batch is the first of its commit.
	overtaken func() (bool, error)
	alone     func()
	done      chan struct{}
}

// do hands r over and returns when it is done.
func (q *queue) do(r *request, write func([]*request)) {
	r.done = make(chan struct{})
	q.mu.Lock()
	q.waiting = append(q.waiting, r)
	lead := !q.busy
	q.busy = true
	q.mu.Unlock()
	if !lead {
		<-r.done
		return
	}
	for {
		q.mu.Lock()
		next := q.waiting
		q.waiting = nil
		q.busy = len(next) > 0
		q.mu.Unlock()
		if len(next) == 0 {
			return
		}
		write(next)
		if len(next) > 1 {
			// Those who were just answered may have more to write: let them join the next
			// commit instead of the one after it. A writer who is alone waits for nobody.
			runtime.Gosched()
		}
	}
}

// maxCommit bounds how many batches share a commit, and so how long the first waits.
const maxCommit = 256

// write carries out requests in the order they came. It is called by one goroutine at a time.
func (m *Mind) write(rs []*request) {
	for len(rs) > 0 {
		if rs[0].alone != nil {
			rs[0].alone()
			close(rs[0].done)
			rs = rs[1:]
			continue
		}
		if rs[0].stale() {
			close(rs[0].done)
			rs = rs[1:]
			continue
		}
		n := 1
		for n < len(rs) && n < maxCommit && rs[n].alone == nil && rs[n].overtaken == nil {
			n++
		}
		m.commit(rs[:n])
		rs = rs[n:]
	}
	if m.every > 0 && m.log.Head().Seq >= m.saved+event.Seq(m.every) {
		// A checkpoint that fails costs the next start some time and nothing else; it is
		// tried again after as many events.
		if err := m.checkpoint(context.Background()); err != nil {
			m.saved = m.log.Head().Seq
		}
	}
}

// stale says whether a batch was overtaken; its error is then told.
func (r *request) stale() bool {
	if r.overtaken == nil {
		return false
	}
	switch late, err := r.overtaken(); {
	case err != nil:
		r.batch.Err = fmt.Errorf("memory: %w", err)
	case late:
		r.batch.Err = ErrOvertaken
	}
	return r.batch.Err != nil
}

func (m *Mind) commit(rs []*request) {
	batches := make([]*ledger.Batch, len(rs))
	for i, r := range rs {
		batches[i] = r.batch
	}
	before := m.log.Head().Seq
	// The batches carry their own outcome, the store's error included.
	_ = m.log.Commit(context.Background(), batches...)
	if m.log.Head().Seq > before {
		m.applyNew(batches, before)
	}
	for _, r := range rs {
		close(r.done)
	}
}
