package model

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// errand is a request made ready for one target.
type errand struct {
	target  Target
	priced  bool    // there are prices to count with
	attempt Attempt // but for Most, Least and Try

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
	endless   bool   // it was ended by us, because more came than was asked for, and is an answer all the same
	complaint string // what is wrong with a malformed answer, for the model that gave it

	// cost is what has to be paid, if known. If not, it is the most that has to be paid by
	// what was reported, or 0 where nothing was; of that, no more counts than was set aside.
	cost  USD
	known bool
}

// result is what came of asking one target after another.
type result struct {
	by       *errand // the errand that succeeded
	cost     USD     // of all calls
	recorded bool    // no call was needed for what succeeded
	passed   []Passed
	calls    int  // made so far
	repeated bool // a malformed answer was complained about
}

// passed is the target of an errand as one that did not answer.
func (o *errand) passed(e *Error) Passed {
	return Passed{Provider: o.target.Provider, Model: o.target.Card.Name, Reason: e.Reason, Err: e}
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
	var last *Passed // of those that were tried
	for _, o := range errands {
		if c.skips(o.target) {
			continue
		}
		if e := c.over(o.target); e != nil {
			done.passed = append(done.passed, o.passed(e))
			continue
		}
		if last != nil {
			p.note(ctx, role, *last, "asked "+o.target.Card.Name)
		}
		failed, err := p.pursue(ctx, o, &done)
		if failed == nil || err != nil {
			return done, err
		}
		tried := o.passed(failed)
		last, done.passed = &tried, append(done.passed, tried)
		c = c.after(o.target, failed)
	}
	return done, &NoneError{Role: role, Passed: done.passed}
}

// pursue goes on one errand until it succeeds, which is left in done, or fails for good. The
// error ends everything.
func (p *Pool) pursue(ctx context.Context, o *errand, done *result) (*Error, error) {
	for n := 1; ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var out outcome
		if o.recalled != nil {
			out, o.recalled, done.recorded = *o.recalled, nil, true
		} else {
			if bar := p.bars(o); bar != nil {
				return bar, nil
			}
			done.calls++
			done.recorded = false
			var err error
			if out, err = p.attempt(ctx, o, done); err != nil {
				return nil, err
			}
		}
		if out.err == nil {
			done.by = o
			return nil, nil
		}
		failed := failure(ctx, "model: ask", out.err)
		pause, again := failed.again(n)
		switch {
		case failed.Reason == Stopped:
			return nil, ctx.Err()
		case failed.Reason == Malformed && !done.repeated && o.again != nil:
			done.repeated = true
			var err error
			if o, err = fresh(ctx, o.again(out)); err != nil {
				return nil, err
			}
		case again:
			n++
			if err := wait(ctx, pause); err != nil {
				return nil, err
			}
		default:
			return failed, nil
		}
		p.note(ctx, o.attempt.Role, o.passed(failed), "asked again")
	}
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
// the call went stands in the outcome, and what it cost is added to done.
func (p *Pool) attempt(ctx context.Context, o *errand, done *result) (outcome, error) {
	a := o.attempt
	a.Try = done.calls
	ticket, err := p.reserve(ctx, o, &a)
	if err != nil {
		p.learn(o.target, &Error{Reason: Stopped})
		return outcome{}, err
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
	case out.cost == 0 || out.cost > a.Most: // a guess from bytes knows no bounds
		receipt.Cost = a.Most
	}
	receipt.Guessed = !out.known && receipt.Cost > 0
	var failed *Error
	if out.err != nil {
		failed = failure(ctx, "model: ask", out.err)
		receipt.Outcome = failed.Reason.String()
	}
	p.learn(o.target, failed)
	done.cost += receipt.Cost
	if err := p.Purse.Settle(context.WithoutCancel(ctx), ticket, receipt); err != nil {
		err = fmt.Errorf("model: settle: %w", err)
		if failed != nil {
			err = errors.Join(err, failed)
		}
		return out, err
	}
	return out, nil
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
	for ceilings := 4; ; ceilings-- {
		a.Most, a.Least = o.most(a.MaxTokens), o.most(min(a.MaxTokens, leastTokens))
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
		if !ok {
			return 0, err
		}
		a.MaxTokens = n
	}
}

// note tells the log what failed and what is done about it.
func (p *Pool) note(ctx context.Context, role Role, who Passed, then string) {
	if p.Log == nil {
		return
	}
	status := 0
	var e *Error
	if errors.As(who.Err, &e) {
		status = e.Status
	}
	p.Log.LogAttrs(ctx, slog.LevelWarn, "a model did not answer",
		slog.String("role", string(role)), slog.String("provider", who.Provider.Name), slog.String("model", who.Model),
		slog.String("reason", who.Reason.String()), slog.Int("status", status), slog.String("then", then))
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
