package simulate

import (
	"slices"
	"sync"
	"time"
)

// clock is the time of a life: it stands until it is set. It may be used by any goroutine.
type clock struct {
	mu     sync.Mutex
	now    time.Time
	alarms []*alarm
}

// alarm rings once, when its moment has come.
type alarm struct {
	at    time.Time
	rings chan time.Time
}

// Now is the time.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Alarm gives what rings when a moment has come, at once where it has, and what lets go of it.
func (c *clock) Alarm(at time.Time) (rings <-chan time.Time, stop func()) {
	a := &alarm{at: at, rings: make(chan time.Time, 1)}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.alarms = append(c.alarms, a)
	c.ring()
	return a.rings, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.alarms = slices.DeleteFunc(c.alarms, func(x *alarm) bool { return x == a })
	}
}

// set moves the clock on, and rings what has come. It is never set back.
func (c *clock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
	c.ring()
}

// ring rings what has come. The caller holds mu.
func (c *clock) ring() {
	c.alarms = slices.DeleteFunc(c.alarms, func(a *alarm) bool {
		if a.at.After(c.now) {
			return false
		}
		a.rings <- c.now
		return true
	})
}
