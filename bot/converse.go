package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/brain"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/thread"
)

// together is how close messages must follow each other to be answered as one (SPEC §4).
const together = 2 * time.Second

// running is the turn under way.
type running struct{ cancel context.CancelCauseFunc }

// converse answers what waits, one turn at a time, each begun at once.
func (b *Bot) converse(ctx context.Context, leave context.CancelFunc) error {
	arrived := false
	for {
		// Whatever is written from here on is looked at in another round.
		head := b.Mind.Head()
		if err := b.unsay(ctx); err != nil {
			return err
		}
		batch := b.next()
		if len(batch) == 0 {
			if !arrived {
				arrived = true
				if err := b.arrive(ctx); err != nil {
					return err
				}
				continue
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-b.Mind.Past(head):
			}
			continue
		}
		if b.Before != nil {
			if err := b.Before(ctx); err != nil {
				return fmt.Errorf("bot: before the turn: %w", err)
			}
		}
		out, err := b.turn(ctx, batch, head)
		switch {
		case errors.Is(err, brain.ErrAgain):
		case err != nil:
			return fmt.Errorf("bot: %w", err)
		case out.Leave:
			b.leaving.Store(true)
			leave()
			return nil
		}
	}
}

// next gives the messages to answer together: the oldest that waits, and those that
// followed it closely in the same place. A command stands alone.
func (b *Bot) next() (batch []thread.Waiting) {
	b.Mind.Read(func(v memory.View) {
		for i, w := range v.Thread.Waiting {
			if i > 0 {
				last := batch[i-1]
				if w.At.Sub(last.At) > together || w.Place != last.Place || w.Alone || last.Alone {
					break
				}
			}
			batch = append(batch, w)
		}
	})
	return batch
}

// turn has the brain answer the batch, which was current at head or later. When it changes
// before anything was said (more comes, something is edited or taken back) the turn is
// begun again; "stop" ends it.
func (b *Bot) turn(ctx context.Context, batch []thread.Waiting, head event.Seq) (brain.Outcome, error) {
	turning, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b.mu.Lock()
	b.running = &running{cancel: cancel}
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.running = nil
		b.mu.Unlock()
	}()

	q := brain.Request{}
	for _, w := range batch {
		q.Messages = append(q.Messages, w.Message)
	}
	type result struct {
		out brain.Outcome
		err error
	}
	done := make(chan result, 1)
	go func() {
		out, err := b.Brain.Turn(turning, q)
		done <- result{out, err}
	}()
	for {
		select {
		case r := <-done:
			return r.out, r.err
		case <-b.Mind.Past(head):
			head = b.Mind.Head()
			if !same(b.next(), batch) {
				cancel(brain.ErrAgain)
			}
		}
	}
}

// same says whether two batches are the same messages in the same wording.
func same(a, b []thread.Waiting) bool {
	return slices.EqualFunc(a, b, func(x, y thread.Waiting) bool { return x.Message == y.Message && x.Edited == y.Edited })
}

// stop ends the turn under way, at the principal's word.
func (b *Bot) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running != nil {
		b.running.cancel(brain.ErrStopped)
	}
}

// unsay follows the messages that their author took back on the platform.
func (b *Bot) unsay(ctx context.Context) error {
	var unsaid []event.Seq
	b.Mind.Read(func(v memory.View) { unsaid = slices.Clone(v.Thread.Unsaid) })
	for _, m := range unsaid {
		if err := b.Brain.Unsay(ctx, m); err != nil {
			return fmt.Errorf("bot: %w", err)
		}
	}
	return nil
}
