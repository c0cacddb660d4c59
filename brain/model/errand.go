package model

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// errand is a request made ready for one target.
type errand struct {
	target  Target
	priced  bool    // there are prices to count with
	attempt Attempt // but for Most and Try

	// most is what it can cost with an answer of so many tokens; fit the longest answer, of at
	// most so many tokens, with which it fits into a room. Without fit it cannot be shortened.
	most func(maxTokens int) USD
	fit  func(maxTokens int, room USD) (int, bool)

	ask    func(ctx context.Context, maxTokens int) outcome
	recall func(ctx context.Context) (outcome, bool, error) // from the records; nil without any
	again  func(out outcome) *errand                        // with a complaint about the outcome; nil where that is no use

	recalled *outcome // what recall gave
}

// outcome is what became of a call.
type outcome struct {
	err       error
	usage     Usage
	text      string
	calls     []Call
	stop      Stop
	heard     int    // tokens of text that came, at most
	complaint string // what is wrong with a malformed answer, for the model that gave it

	// cost is what has to be paid, if known. If not, it is the most that has to be paid by
	// what was reported, or 0 where nothing was.
	cost  USD
	known bool
}

// result is what came of asking one target after another.
type result struct {
	by       *errand
	cost     USD
	recorded bool
	passed   []Passed
}

// run goes on errands, in order, until one succeeds. Answers from the records come first,
// whoever gave them. The result's cost and passed count with an error too.
func (p *Pool) run(ctx context.Context, role Role, errands []*errand) (result, error) {
	var done result
	errands, err := fromRecords(ctx, errands)
	if err != nil {
		return done, err
	}
	var c course
	calls, repeated := 0, false
	for _, o := range errands {
		if c.skips(o.target) {
			continue
		}
		var last *Error
		for n := 1; ; {
			if err := ctx.Err(); err != nil {
				return done, err
			}
			var out outcome
			if o.recalled != nil {
				out, o.recalled, done.recorded = *o.recalled, nil, true
			} else if last = p.bars(o); last != nil {
				break
			} else {
				calls++
				done.recorded = false
				var cost USD
				out, cost, err = p.attempt(ctx, o, calls)
				done.cost += cost
				if err != nil {
					return done, err
				}
			}
			if out.err == nil {
				done.by = o
				return done, nil
			}
			last = failure(ctx, "model: ask", out.err)
			if last.Reason == Stopped {
				return done, ctx.Err()
			}
			if last.Reason == Malformed && !repeated && o.again != nil {
				repeated = true
				if o, err = fresh(ctx, o.again(out)); err != nil {
					return done, err
				}
				p.note(ctx, o, last, "asked again")
				continue
			}
			pause, again := last.again(n, out.heard > 0)
			if !again {
				break
			}
			n++
			p.note(ctx, o, last, "asked again")
			if err := wait(ctx, pause); err != nil {
				return done, err
			}
		}
		done.passed = append(done.passed, Passed{Provider: o.target.Provider, Model: o.target.Card.Name, Reason: last.Reason, Err: last})
		p.note(ctx, o, last, "passed")
		c = c.after(o.target, last)
	}
	return done, &NoneError{Role: role, Passed: done.passed}
}

// fromRecords puts an errand that was finished before in front of the others.
func fromRecords(ctx context.Context, errands []*errand) ([]*errand, error) {
	for i, o := range errands {
		o, err := fresh(ctx, o)
		if err != nil {
			return nil, err
		}
		if o.recalled != nil {
			return append(append([]*errand{o}, errands[:i]...), errands[i+1:]...), nil
		}
	}
	return errands, nil
}

// fresh looks up an errand in the records.
func fresh(ctx context.Context, o *errand) (*errand, error) {
	if o.recall == nil {
		return o, nil
	}
	out, ok, err := o.recall(ctx)
	if err != nil {
		return nil, fmt.Errorf("model: look up what was answered: %w", err)
	}
	if ok {
		o.recalled = &out
	}
	return o, nil
}

// bars says why a target may not be asked now; nil if it may. Nothing was sent to it.
func (p *Pool) bars(o *errand) *Error {
	switch {
	case p.May == nil || !p.May(o.target.Provider):
		return &Error{Op: "model: ask", Reason: Unnamed}
	case !o.priced:
		return &Error{Op: "model: ask", Reason: Unpriced}
	}
	return p.ready(o.target)
}

// attempt sets money aside, makes one call, and settles it. The error is the purse's; how
// the call went stands in the outcome.
func (p *Pool) attempt(ctx context.Context, o *errand, try int) (outcome, USD, error) {
	a := o.attempt
	a.Try = try
	ticket, err := p.reserve(ctx, o, &a)
	if err != nil {
		p.learn(o.target, &Error{Reason: Stopped})
		return outcome{}, 0, err
	}
	began := p.Now()
	out := o.ask(ctx, a.MaxTokens)
	receipt := Receipt{
		Outcome: "ok", Stop: out.stop, Usage: out.usage, Cost: out.cost,
		Latency: p.Now().Sub(began), Text: out.text, Calls: out.calls,
	}
	switch {
	case out.known:
	case nothing(out):
		receipt.Cost = 0
	case out.cost == 0:
		receipt.Cost = a.Most
	}
	receipt.Guessed = !out.known && receipt.Cost > 0
	var failed *Error
	if out.err != nil {
		failed = failure(ctx, "model: ask", out.err)
		receipt.Outcome = failed.Reason.String()
	}
	p.learn(o.target, failed)
	if err := p.Purse.Settle(context.WithoutCancel(ctx), ticket, receipt); err != nil {
		err = fmt.Errorf("model: settle: %w", err)
		if failed != nil {
			err = errors.Join(err, failed)
		}
		return out, receipt.Cost, err
	}
	return out, receipt.Cost, nil
}

// nothing holds where a call failed before anything was worked on. What the driver says
// counts, also where we stopped it meanwhile.
func nothing(out outcome) bool {
	var e *Error
	return errors.As(out.err, &e) && e.free(out.usage, out.heard > 0)
}

// reserve sets money aside for an attempt. Where a ceiling is in the way, the answer is made
// shorter, once for each ceiling there is at most.
func (p *Pool) reserve(ctx context.Context, o *errand, a *Attempt) (Ticket, error) {
	a.Least = o.most(a.MaxTokens)
	if o.fit != nil {
		a.Least = o.most(min(a.MaxTokens, leastTokens))
	}
	for ceilings := 4; ; ceilings-- {
		a.Most = o.most(a.MaxTokens)
		ticket, err := p.Purse.Reserve(ctx, *a)
		if err == nil {
			return ticket, nil
		}
		var c *CeilingError
		if !errors.As(err, &c) {
			return 0, fmt.Errorf("model: reserve: %w", err)
		}
		if o.fit == nil || ceilings == 0 {
			return 0, err
		}
		n, ok := o.fit(a.MaxTokens, c.Limit-c.Spent)
		if !ok || n >= a.MaxTokens {
			return 0, err
		}
		a.MaxTokens = n
	}
}

// note tells the log what failed and what was done about it.
func (p *Pool) note(ctx context.Context, o *errand, e *Error, then string) {
	if p.Log == nil {
		return
	}
	p.Log.LogAttrs(ctx, slog.LevelWarn, "a model did not answer",
		slog.String("role", string(o.attempt.Role)), slog.String("provider", o.attempt.Provider), slog.String("model", o.attempt.Model),
		slog.String("reason", e.Reason.String()), slog.Int("status", e.Status), slog.String("then", then))
}

// guarded makes a panic of a driver an error: what was set aside has to be settled.
func guarded[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked("model: ask", r)
		}
	}()
	return f()
}

// ear passes on the text of one attempt after another, so that the texts of two are never
// heard as one.
type ear struct {
	to      func(string)
	restart func()

	mu      sync.Mutex
	open    int  // the attempt that is heard; pieces of older ones are dropped
	twice   int  // twice the bound of its tokens
	begun   bool // something was heard that is not void
	muted   bool // it cannot be made void
	speaker int  // counts attempts
}

// begin makes what was heard void and gives the ear of a new attempt. After the end of ctx
// nothing is passed on.
func (e *ear) begin(ctx context.Context) func(string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.speaker++
	e.open, e.twice = e.speaker, 0
	if e.begun {
		e.begun = false
		e.muted = e.restart == nil
		if e.restart != nil {
			e.restart()
		}
	}
	mine := e.speaker
	return func(piece string) {
		e.mu.Lock()
		defer e.mu.Unlock()
		if mine != e.open || piece == "" {
			return
		}
		e.twice += twice(piece)
		if e.to != nil && !e.muted && ctx.Err() == nil {
			e.begun = true
			e.to(piece)
		}
	}
}

// end closes the ear of the attempt and says how many tokens it heard, at most.
func (e *ear) end() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = 0
	return halves(e.twice)
}
