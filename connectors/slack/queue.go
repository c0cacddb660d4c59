package slack

import (
	"context"
	"slices"
	"sync"
	"time"
)

// queue holds frames in order. One side puts, the other takes.
type queue struct {
	mu    sync.Mutex
	list  []frame
	wake  chan struct{} // a value: there is something
	space chan struct{} // a value: there may be room
	came  func()        // called when something comes over the socket; nil is nothing
}

func newQueue() *queue {
	return &queue{wake: make(chan struct{}, 1), space: make(chan struct{}, 1)}
}

func (q *queue) full() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.list) >= mostQueue
}

// put waits while the queue is full.
func (q *queue) put(ctx context.Context, f frame) {
	for q.full() {
		select {
		case <-q.space:
		case <-ctx.Done():
			return
		}
	}
	q.mu.Lock()
	q.list = append(q.list, f)
	if q.came != nil && !f.again {
		q.came()
	}
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default: // it is awake already
	}
}

// quiet gives a context that ends when something comes over the socket, or came and was not taken. done has to be called.
func (q *queue) quiet(ctx context.Context) (quiet context.Context, done context.CancelFunc) {
	quiet, cancel := context.WithCancel(ctx)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.came = cancel
	if slices.ContainsFunc(q.list, func(f frame) bool { return !f.again }) {
		cancel()
	}
	return quiet, func() {
		q.mu.Lock()
		q.came = nil
		q.mu.Unlock()
		cancel()
	}
}

// more takes all there is.
func (q *queue) more() []frame {
	q.mu.Lock()
	list := q.list
	q.list = nil
	q.mu.Unlock()
	select {
	case q.space <- struct{}{}:
	default: // it is known already
	}
	return list
}

// take waits for something; it returns nothing when spare, which is for what can wait, has a value first. It ends with
// ctx's error, or with errClosed when live ended.
func (q *queue) take(ctx, live context.Context, spare <-chan time.Time) ([]frame, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if list := q.more(); len(list) > 0 {
			return list, nil
		}
		select {
		case <-q.wake:
		case <-spare:
			return nil, nil
		case <-ctx.Done():
		case <-live.Done():
			return nil, errClosed
		}
	}
}
