package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"citadel/memory/ledger"
)

const (
	// quiet is how long the server may be away before anybody is told.
	quiet = 3 * time.Second
	// last is how long a server is tried that was waited for in vain: an append and the checkpoint
	// after it are not to wait twice.
	last = time.Second
)

// Tell is told that the server has not answered for some seconds, and for how long it is tried
// yet; or, with zero, that it answers again. It is told once for each outage, from any goroutine,
// and must not block.
type Tell func(left time.Duration)

// outage is what is known of a server that does not answer.
type outage struct {
	tell Tell // or nil

	mu   sync.Mutex
	told bool
	vain bool // it was waited for in vain
}

// left is how long something may try to reach the server.
func (o *outage) left(patience time.Duration) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.vain {
		return min(last, patience)
	}
	return patience
}

// lasts tells whoever wants to know that the server is away.
func (o *outage) lasts(left time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.tell != nil && !o.told {
		o.told = true
		o.tell(left)
	}
}

// end notes that the server answers, or was waited for in vain.
func (o *outage) end(vain bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.vain = vain; !vain && o.told {
		o.told = false
		o.tell(0)
	}
}

// bounded is a context for as long as the server is tried.
func (s *Store) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.outage.left(s.patience))
}

// again tries something until the server is there to be asked, for as long as patience lasts.
func (s *Store) again(ctx context.Context, try func() error) error {
	most := s.outage.left(s.patience)
	patience := time.NewTimer(most)
	defer patience.Stop()
	silence, answered := context.WithTimeout(context.WithoutCancel(ctx), s.quiet)
	defer answered()
	context.AfterFunc(silence, func() {
		if errors.Is(silence.Err(), context.DeadlineExceeded) {
			s.outage.lasts(max(most-s.quiet, time.Second))
		}
	})
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		err := try()
		if err == nil || !unreachable(err) {
			if answered(); ctx.Err() == nil {
				s.outage.end(false)
			}
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
			continue
		case <-ctx.Done():
		case <-patience.C:
		}
		timer.Stop()
		if !errors.Is(ctx.Err(), context.Canceled) {
			s.outage.end(true)
		}
		return fmt.Errorf("%w: %w", ledger.ErrUnreachable, err)
	}
}
