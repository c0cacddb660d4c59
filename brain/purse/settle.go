package purse

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"citadel/brain/model"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Lost is the outcome of a call that died with its process.
const Lost = "lost"

// Settle implements model.Purse. The call counts against the day it was reserved on. What
// was said is written in the same commit and rests on the messages of the turn; where one
// of them was forgotten meanwhile, or it is larger than an event can be, only the numbers
// are kept.
//
// It blocks for one durable commit, also after ctx has ended. The error is ErrSettled, or
// that of the ledger; after the latter the money is still set aside, and the ticket may be
// settled again.
func (p *Purse) Settle(ctx context.Context, t model.Ticket, r model.Receipt) error {
	if err := p.settle(context.WithoutCancel(ctx), t, r); err != nil {
		return fmt.Errorf("purse: settle %d: %w", t, err)
	}
	return nil
}

func (p *Purse) settle(ctx context.Context, t model.Ticket, r model.Receipt) error {
	if r.Cost < 0 {
		return fmt.Errorf("a call cannot cost %d", r.Cost)
	}
	p.mu.Lock()
	open, ok := p.open[t]
	delete(p.open, t)
	p.mu.Unlock()
	if !ok {
		return ErrSettled
	}
	a := open.attempt
	called := p.called(t, event.ModelCalled{
		Role: string(a.Role), Provider: a.Provider, Model: a.Model, Day: open.day,
		Message: event.Seq(a.Purpose.Message), Job: a.Purpose.Job, Slot: a.Purpose.Slot, For: a.Purpose.Kind, Line: a.Purpose.Line,
		Outcome: cmp.Or(r.Outcome, model.Unknown.String()), Stop: string(r.Stop),
		In: r.Usage.In, Out: r.Usage.Out, CacheRead: r.Usage.CacheRead, CacheWrite: r.Usage.CacheWrite,
		Cost: int64(r.Cost), Guessed: r.Guessed, Unpriced: a.Unpriced, Took: r.Latency.Milliseconds(),
	}, event.Seq(a.Purpose.Turn))
	entries := []ledger.Entry{called}
	if said := exchanged(a.Digest, r); len(open.from) > 0 || said.Text != "" || said.Calls != nil {
		entries = append(entries, p.Pens.Write(said).Because(ledger.Here(0)).Resting(open.from...))
	}
	_, err := p.Mind.Record(ctx, entries...)
	if errors.Is(err, ledger.ErrForgotten) || errors.Is(err, ledger.ErrTooLarge) {
		_, err = p.Mind.Record(ctx, called)
	}
	switch {
	case errors.Is(err, ledger.ErrDuplicate):
		return ErrSettled
	case err != nil:
		p.mu.Lock()
		defer p.mu.Unlock()
		p.open[t] = open
	}
	return err
}

// called makes the entry that ends a reservation. Its key makes it the only one.
func (p *Purse) called(t model.Ticket, c event.ModelCalled, turn event.Seq) ledger.Entry {
	causes := []event.Seq{event.Seq(t)}
	if turn != 0 {
		causes = append(causes, turn)
	}
	e := p.Pens.Write(c).Because(causes...)
	e.Key = fmt.Sprintf("model.called/%d", t)
	return e
}

// exchanged is what was said. Of a call that said nothing it keeps the request's digest;
// but not where that rests on nothing, because a digest of words goes with the words.
func exchanged(digest string, r model.Receipt) event.ModelExchanged {
	said := event.ModelExchanged{Digest: digest, Text: r.Text, Stop: string(r.Stop)}
	for _, c := range r.Calls {
		said.Calls = append(said.Calls, event.ToolCall{ID: c.ID, Tool: c.Tool, Args: string(c.Args)})
	}
	return said
}

// Recover settles what processes before this one left open, as lost: nobody knows what
// became of those calls, so they cost all that was set aside for them. It is called at the
// start; what this process has set aside it leaves alone. The error is that of the ledger,
// and then nothing is settled.
func (p *Purse) Recover(ctx context.Context) error {
	if err := p.recover(ctx); err != nil {
		return fmt.Errorf("purse: recover: %w", err)
	}
	return nil
}

func (p *Purse) recover(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var left []event.Seq
	p.Mind.Read(func(v memory.View) { left = v.Spending.Open() })
	var es []ledger.Entry
	for _, seq := range left {
		if _, ours := p.open[model.Ticket(seq)]; ours {
			continue
		}
		r, err := p.Mind.Event(ctx, seq)
		if err != nil {
			return err
		}
		asked, err := r.Payload()
		if err != nil {
			return err
		}
		a, ok := asked.(event.ModelAsked)
		if !ok {
			return fmt.Errorf("event %d is %q and sets nothing aside", seq, r.Kind)
		}
		es = append(es, p.called(model.Ticket(seq), event.ModelCalled{
			Role: a.Role, Provider: a.Provider, Model: a.Model, Day: a.Day,
			Message: a.Message, Job: a.Job, Slot: a.Slot, For: a.For, Line: a.Line,
			Outcome: Lost, Cost: a.Most, Guessed: true, Unpriced: a.Unpriced,
		}, r.Cause()))
	}
	_, err := p.Mind.Record(ctx, es...)
	return err
}
