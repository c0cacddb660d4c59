package model

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// This file is the whole policy about calls that fail: which are repeated, which go on to
// the next model, how long is waited, when a model is left alone for a while, and what a
// failure costs.
//
// It is ours and not failsafe-go's for three reasons. That library's breaker reads the
// clock of the machine, while here time is passed in and a simulation may step it. A call
// that the person stopped says nothing about the model, but a half-open breaker of that
// library gets its permit back only with a success or a failure. And most of what has to be
// decided, about money, text that was heard and windows, would stand beside it all the same.

// The numbers of the policy. A provider that says nothing is given up by its driver, after a
// minute where nothing is known to need longer, and is not asked again for the same answer.
const (
	tries       = 2                      // with one model for one answer, where a second may help
	pause       = 500 * time.Millisecond // before the second, where the provider names no time
	patience    = 8 * time.Second        // the longest pause; a provider that wants more is not waited for
	inARow      = 3                      // failures after which a model is left alone
	rest        = time.Minute            // for so long
	longestRest = 10 * time.Minute       // or for as long as the provider asks, at most this
)

// conduct is what follows from a reason.
type conduct struct {
	again  bool // the same model may answer if it is asked a second time
	onward bool // another model may answer
	sick   bool // it counts against the model
	free   bool // nothing was worked on, so nothing is to be paid, unless the provider says otherwise
	all    bool // it holds for the whole provider: its other models are passed over, for the same answer
}

var conducts = [...]conduct{
	Unknown:      {onward: true, sick: true},
	Unreachable:  {again: true, onward: true, sick: true, free: true, all: true},
	Timeout:      {onward: true, sick: true, all: true}, // a person has waited long enough, with text or without
	Overloaded:   {again: true, onward: true, sick: true, free: true},
	RateLimited:  {again: true, onward: true, sick: true, free: true},
	Cut:          {onward: true, sick: true},
	Broken:       {again: true, onward: true, sick: true},
	Unauthorised: {onward: true, sick: true, free: true, all: true},
	NoCredit:     {onward: true, sick: true, free: true, all: true},
	NoModel:      {onward: true, sick: true, free: true},
	TooLong:      {onward: true, free: true}, // to a larger window
	Refused:      {onward: true},             // once, to another provider
	Malformed:    {},                         // repeated once for the whole answer, with the complaint
	Invalid:      {onward: true, free: true}, // another wire may take the same request
	Stopped:      {},
	Unnamed:      {onward: true, free: true},
	Unpriced:     {onward: true, free: true},
	Unrecorded:   {onward: true, free: true},
}

// conduct is what follows from the reason; one that is not in the table is as Unknown.
func (r Reason) conduct() conduct {
	if int(r) < len(conducts) {
		return conducts[r]
	}
	return conducts[Unknown]
}

// free holds for a failure that need not be paid: the provider says that nothing was used,
// and turned the request away before it was worked on.
func (e *Error) free(u Usage, heard bool) bool {
	return u == Usage{} && !heard && (e.Reason.conduct().free || e.Status >= 400)
}

// again says whether the same model is asked a second time, and after what pause.
func (e *Error) again(n int) (time.Duration, bool) {
	if n >= tries || !e.Reason.conduct().again || e.After > patience {
		return 0, false
	}
	return max(e.After, pause), true
}

// course is which of the remaining targets are still worth asking.
type course struct {
	window  int    // only those that read more than this, where a prompt was too long
	refused string // only those of another provider than this, where one refused
	done    bool   // none of them

	// down holds the providers that will not answer now, and what was learned of them. What
	// the breaker remembers of a model that is left alone counts as well.
	down map[place]*Error
}

// place is where words are sent: one provider at one host.
type place struct{ provider, host string }

func (t Target) place() place { return place{t.Provider.Name, t.Provider.Host} }

// after is the course when a target has failed for good.
func (c course) after(t Target, e *Error) course {
	if e.Reason.conduct().all {
		if c.down == nil {
			c.down = map[place]*Error{}
		}
		c.down[t.place()] = e
	}
	switch {
	case !e.Reason.conduct().onward:
		c.done = true
	case e.Reason == TooLong:
		c.window = max(c.window, t.Card.Window, 1)
	case e.Reason == Refused:
		c.done = c.refused != ""
		c.refused = t.Provider.Name
	}
	return c
}

// skips says that a target is not worth asking any more.
func (c course) skips(t Target) bool {
	return c.done || c.window > 0 && t.Card.Window <= c.window || c.refused != "" && t.Provider.Name == c.refused
}

// over says why a target is passed over without a call: another of the same provider just
// failed with what holds for both. It is nil where the target may be asked.
func (c course) over(t Target) *Error {
	e := c.down[t.place()]
	if e == nil {
		return nil
	}
	return &Error{Op: "model: passed over with its provider", Reason: e.Reason, Status: e.Status}
}

// wait sleeps, or ends with ctx and says so.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// health is what is known of one model at one provider. It is the breaker: after so many
// failures in a row the model is not asked for a while, and then by one call only, which
// finds out.
type health struct {
	failures int       // in a row
	until    time.Time // it is not asked before
	probing  bool      // the one call is under way
	last     *Error    // why it is not asked
}

// seat is one model at one provider, in whatever role.
type seat struct{ provider, model string }

func (t Target) seat() seat { return seat{t.Provider.Name, t.Card.Name} }

// health gives what is known of a target. The lock is held.
func (p *Pool) health(t Target) *health {
	h := p.known[t.seat()]
	if h == nil {
		h = &health{}
		if p.known == nil {
			p.known = map[seat]*health{}
		}
		p.known[t.seat()] = h
	}
	return h
}

// ready says whether a target may be asked now: nil, or what it last failed with. Whoever
// is told that it may says later what came of it, with learn.
func (p *Pool) ready(t Target) *Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.health(t)
	if p.Now().Before(h.until) || h.probing {
		return &Error{Op: "model: left alone for a while", Reason: h.last.Reason, Status: h.last.Status}
	}
	h.probing = h.failures >= inARow
	return nil
}

// learn takes what came of a call: an answer (nil), or a failure. One that was stopped
// teaches nothing.
func (p *Pool) learn(t Target, e *Error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.health(t)
	h.probing = false
	switch {
	case e != nil && e.Reason == Stopped:
	case e == nil || !e.Reason.conduct().sick:
		h.failures = 0
	default:
		h.last = e
		h.failures++
		idle := min(e.After, longestRest)
		if h.failures >= inARow {
			idle = max(idle, rest)
		}
		if u := p.Now().Add(idle); u.After(h.until) {
			h.until = u
		}
	}
}

// failure is the error of a call as an *Error. Where the driver gave none, only the type of
// what it gave is kept: its text may hold anything.
func failure(ctx context.Context, op string, err error) *Error {
	var e *Error
	switch {
	case ctx.Err() != nil:
		return &Error{Op: op, Reason: Stopped, Err: ctx.Err()}
	case errors.As(err, &e) && e.Reason != Stopped: // only the end of ctx is that
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Op: op, Reason: Timeout}
	}
	return &Error{Op: op, Reason: Unknown, Err: fmt.Errorf("an error of type %T", err)}
}

// panicked is a panic of a driver as an *Error. Of its value only the type is kept, as
// above; an error of the runtime holds no words.
func panicked(op string, v any) *Error {
	if r, ok := v.(runtime.Error); ok {
		return &Error{Op: op, Reason: Unknown, Err: fmt.Errorf("panic: %w", r)}
	}
	return &Error{Op: op, Reason: Unknown, Err: fmt.Errorf("panic: a value of type %T", v)}
}
