package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"citadel/brain"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/thread"
)

// mostAside is how many messages are thought about beside the conversation at the same time.
// The others wait.
const mostAside = 2

// asides is the thinking about messages that were set aside. The conversation alone begins it,
// and says between two turns what came of it.
type asides struct {
	doing    map[event.Seq]*aside // by the event that set the message aside; Bot.mu guards it
	done     chan brain.Thought
	thinking sync.WaitGroup
}

// aside is the thinking about one message. Bot.mu guards it.
type aside struct {
	cancel  context.CancelCauseFunc
	stopped bool // by the principal's word
}

func newAsides() *asides {
	return &asides{doing: map[event.Seq]*aside{}, done: make(chan brain.Thought, mostAside)}
}

// beside says what came of messages that were set aside, and begins with others.
func (b *Bot) beside(ctx context.Context) error {
	for b.stopping() {
		select { // it ends at once
		case <-ctx.Done():
			return ctx.Err()
		case th := <-b.asides.done:
			if err := b.conclude(ctx, th); err != nil {
				return err
			}
		}
	}
	for {
		select {
		case th := <-b.asides.done:
			if err := b.conclude(ctx, th); err != nil {
				return err
			}
			continue
		default:
		}
		return b.takeUp(ctx)
	}
}

// stopping says whether a thought was stopped that has not ended yet.
func (b *Bot) stopping() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.asides.doing {
		if a.stopped {
			return true
		}
	}
	return false
}

// takeUp begins with what nobody thinks about yet, the oldest first, and gives up what nobody
// waits for any more.
func (b *Bot) takeUp(ctx context.Context) error {
	wanted := b.wanted()
	b.mu.Lock()
	for id, a := range b.asides.doing {
		if !slices.ContainsFunc(wanted, func(d thread.Deferred) bool { return d.ID == id }) {
			a.cancel(context.Canceled)
		}
	}
	wanted = slices.DeleteFunc(wanted, func(d thread.Deferred) bool { return b.asides.doing[d.ID] != nil })
	room := mostAside - len(b.asides.doing)
	b.mu.Unlock()
	for _, d := range wanted[:min(room, len(wanted))] {
		switch barred, err := b.barredFrom(ctx, []thread.Waiting{{Message: d.Message, Place: d.Place}}); {
		case err != nil:
			return err
		case len(barred) > 0:
			if err := b.Brain.Abandon(ctx, barred); err != nil {
				return fmt.Errorf("bot: %w", err)
			}
		default:
			b.ponder(ctx, d)
		}
	}
	return nil
}

// wanted lists what was set aside and is not answered yet.
func (b *Bot) wanted() (all []thread.Deferred) {
	b.Mind.Read(func(v memory.View) { all = slices.Clone(v.Thread.Aside) })
	return all
}

// ponder thinks about one message, in a goroutine of its own.
func (b *Bot) ponder(ctx context.Context, d thread.Deferred) {
	thinking, cancel := context.WithCancelCause(ctx)
	b.mu.Lock()
	b.asides.doing[d.ID] = &aside{cancel: cancel}
	b.mu.Unlock()
	b.working(thinking, d.Place, d.Message) // until it is concluded, which ends the context
	b.asides.thinking.Go(func() {
		b.asides.done <- b.Brain.Ponder(thinking, d) // there is room for as many as think
	})
}

// conclude says what came of a thought, if it is still waited for and whoever asked for it may
// still speak.
func (b *Bot) conclude(ctx context.Context, th brain.Thought) error {
	d := th.About()
	b.mu.Lock()
	a := b.asides.doing[d.ID]
	delete(b.asides.doing, d.ID)
	b.mu.Unlock()
	a.cancel(nil)
	if a.stopped { // also when it was at its end already
		th = th.Stopped()
	}
	barred, err := b.barredFrom(ctx, []thread.Waiting{{Message: d.Message, Place: d.Place}})
	if err != nil || len(barred) > 0 || !slices.Contains(b.wanted(), d) {
		return err
	}
	if _, err := b.Brain.Conclude(ctx, th); err != nil && !errors.Is(err, brain.ErrAgain) {
		return fmt.Errorf("bot: %w", err)
	}
	return nil
}

// stopAsides ends what is thought about beside the conversation, where a message is a "stop" that
// ended no turn. What it ended is over when it returns, so that the answer to it is true.
func (b *Bot) stopAsides(ctx context.Context, word thread.Waiting) error {
	if word.Handed || len(word.Late) > 0 { // somebody else's word, or one that did what it does before
		return nil
	}
	m, _, err := b.Brain.Message(ctx, word.Message)
	if err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	if m.Spoken != nil { // a recording does nothing
		return nil
	}
	since, err := b.Mind.Event(ctx, said(word)) // a message that was mended into "stop" is one since then
	if err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	stopped := false
	b.Mind.Read(func(v memory.View) {
		stopped = slices.ContainsFunc(v.Thread.Over(), func(t thread.Turn) bool {
			return t.Outcome == event.Stopped && !t.Ended.Before(since.At)
		})
	})
	if stopped || !isStop(m.Text) {
		return nil
	}
	b.mu.Lock()
	for _, a := range b.asides.doing {
		a.stopped = true
		a.cancel(brain.ErrStopped)
	}
	b.mu.Unlock()
	if err := b.stopIdle(ctx); err != nil {
		return err
	}
	return b.beside(ctx)
}

// stopIdle ends what was set aside and is not thought about yet.
func (b *Bot) stopIdle(ctx context.Context) error {
	stopped, cancel := context.WithCancelCause(ctx)
	cancel(brain.ErrStopped)
	for _, d := range b.wanted() {
		b.mu.Lock()
		busy := b.asides.doing[d.ID] != nil
		b.mu.Unlock()
		if busy {
			continue
		}
		if _, err := b.Brain.Conclude(ctx, b.Brain.Ponder(stopped, d)); err != nil {
			return fmt.Errorf("bot: %w", err)
		}
	}
	return nil
}
