package bot

import (
	"context"
	"time"
)

// backoff waits longer each time: from a fifth of a second, doubling, up to a minute, or to
// most.
type backoff struct{ next, most time.Duration }

func newBackoff() *backoff { return &backoff{next: 200 * time.Millisecond, most: time.Minute} }

// sleep waits, at least for the time that was asked for, or until ctx ends.
func (w *backoff) sleep(ctx context.Context, atLeast time.Duration) error {
	t := time.NewTimer(w.longer(atLeast))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// longer is how long to wait this time.
func (w *backoff) longer(atLeast time.Duration) time.Duration {
	d := max(w.next, atLeast)
	w.next = min(2*w.next, w.most)
	return d
}

// alarm is a wait among others. The zero alarm is not set.
type alarm struct{ timer *time.Timer }

func (a *alarm) in(d time.Duration) {
	a.stop()
	a.timer = time.NewTimer(d)
}

func (a *alarm) set() bool { return a.timer != nil }

// rings gives the channel on which it rings once; one that is not set never does.
func (a *alarm) rings() <-chan time.Time {
	if a.timer == nil {
		return nil
	}
	return a.timer.C
}

func (a *alarm) stop() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}
