package bot

import (
	"cmp"
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

// running is the turn under way. Bot.mu guards it.
type running struct {
	cancel   context.CancelCauseFunc
	place    event.Place
	messages []thread.Waiting // what it answers: the batch it began with, and what joined it
	drafted  event.Seq        // its number once some of its answer was written; zero before
	loading  bool             // it began before the files of its messages were there
}

// converse answers what waits, one turn at a time, each begun at once.
func (b *Bot) converse(ctx context.Context, leave context.CancelFunc) error {
	ctx, end := context.WithCancel(ctx)
	defer b.asides.thinking.Wait()
	defer end()
	if err := b.heedAgain(ctx); err != nil {
		return err
	}
	arrived := false
	for {
		// Whatever is written from here on is looked at in another round.
		head := b.Mind.Head()
		if err := b.unsay(ctx); err != nil {
			return err
		}
		if err := b.beside(ctx); err != nil {
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
			case th := <-b.asides.done:
				if err := b.conclude(ctx, th); err != nil {
					return err
				}
			}
			continue
		}
		barred, err := b.barredFrom(ctx, batch)
		if err != nil {
			return err
		}
		if len(barred) > 0 {
			if err := b.Brain.Abandon(ctx, barred); err != nil {
				return fmt.Errorf("bot: %w", err)
			}
			continue
		}
		if err := b.stopAsides(ctx, batch[0]); err != nil {
			return err
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

// heedAgain acts at once on words that an earlier process took and did not come to: what it did about them it only knew.
func (b *Bot) heedAgain(ctx context.Context) error {
	var waiting []thread.Waiting
	b.Mind.Read(func(v memory.View) { waiting = slices.Clone(v.Thread.Waiting) })
	slices.SortFunc(waiting, func(a, b thread.Waiting) int { return cmp.Compare(said(a), said(b)) }) // the last "stop" counts
	for _, w := range waiting {
		if !w.Alone {
			continue
		}
		m, _, err := b.Brain.Message(ctx, w.Message)
		if err != nil {
			return fmt.Errorf("bot: %w", err)
		}
		b.heed(event.ByPrincipal, true, m.Text, w.Message, said(w))
	}
	return nil
}

// next gives the messages to answer together: what cannot wait, else the oldest that does
// and those that followed it closely in the same place. A command stands alone.
func (b *Bot) next() (batch []thread.Waiting) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Mind.Read(func(v memory.View) { batch = slices.Clone(b.first(v.Thread.Waiting)) })
	return batch
}

// first is the part of what waits that is answered first: of what came together what he passed on, so
// that it is there to be asked about. The caller holds mu.
func (b *Bot) first(waiting []thread.Waiting) []thread.Waiting {
	batch := b.oldest(waiting)
	handed := slices.DeleteFunc(slices.Clone(batch), func(w thread.Waiting) bool { return !w.Handed })
	if len(handed) > 0 {
		return handed
	}
	return batch
}

// oldest is what cannot wait, else the oldest that does and what followed it closely. The caller holds mu.
func (b *Bot) oldest(waiting []thread.Waiting) []thread.Waiting {
	for _, seq := range b.urgent {
		if i := slices.IndexFunc(waiting, func(w thread.Waiting) bool { return w.Message == seq }); i >= 0 {
			return waiting[i : i+1]
		}
	}
	for i, w := range waiting {
		if i == 0 {
			continue
		}
		last := waiting[i-1]
		apart := (said(last) < b.stopped) != (said(w) < b.stopped) // "stop" speaks of the one, and not of the other
		if w.At.Sub(last.At) > together || w.Place != last.Place || w.Alone || last.Alone || apart {
			return waiting[:i]
		}
	}
	return waiting
}

// turn has the brain answer the batch, which was current at head or later. It is begun
// again when what it answers is edited or taken back and, before any of its answer was
// written, when more follows closely; later that joins it where it can, or is answered next.
// "stop" ends it.
func (b *Bot) turn(ctx context.Context, batch []thread.Waiting, head event.Seq) (brain.Outcome, error) {
	turning, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &running{cancel: cancel, place: batch[0].Place, messages: batch}
	b.mu.Lock()
	b.running = r
	if said(batch[0]) < b.stopped && !b.hurries(r) {
		cancel(brain.ErrStopped)
	}
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.running = nil
		b.mu.Unlock()
	}()
	defer b.working(turning, r.place, batch[len(batch)-1].Message)()
	line, long := b.line(r), time.NewTimer(lineAfter)
	defer long.Stop()
	if batch[0].Alone { // a command: it may allow somebody to be heard
		b.readSoFar(ctx)
	}
	b.awaitFiles(turning, r)
	if b.Before != nil {
		if err := b.Before(turning); err != nil && (turning.Err() == nil || ctx.Err() != nil) { // else it was stopped, or is to be begun again
			return brain.Outcome{}, fmt.Errorf("before the turn: %w", err)
		}
	}

	type result struct {
		out brain.Outcome
		err error
	}
	done := make(chan result, 1)
	go func() {
		out, err := b.Brain.Turn(turning, b.request(r, line))
		done <- result{out, err}
	}()
	for {
		select {
		case end := <-done:
			if d := b.drafts[r.place.Platform]; d != nil && end.err != nil {
				d.withdraw(b.drafted(r))
			}
			line.end(end.out.Turn, end.err)
			return end.out, end.err
		case <-long.C:
			line.ripen()
		case <-b.Mind.Past(head):
			head = b.Mind.Head()
			if b.stale(r) {
				cancel(brain.ErrAgain)
			}
		}
	}
}

// drawsAt gives what shows drafts in a place: where the answer will be read by the principal
// alone, as what others may read is known only once it is written; nil elsewhere.
func (b *Bot) drawsAt(at event.Place) *drafts {
	if b.Audience(chatPlace(at)) == event.Shared {
		return nil
	}
	return b.drafts[at.Platform]
}

// request is what the brain is asked in a turn.
func (b *Bot) request(r *running, line *line) brain.Request {
	q := brain.Request{Joined: func(may func(event.Seq) bool) []event.Seq { return b.joined(r, may) }}
	for _, w := range r.messages {
		q.Messages = append(q.Messages, w.Message)
	}
	d, place, last := b.drawsAt(r.place), chatPlace(r.place), q.Messages[len(q.Messages)-1]
	if d == nil {
		return q
	}
	q.Doing = line.say
	q.Draft = func(turn event.Seq, text string) {
		line.words(text)
		b.mu.Lock()
		r.drafted = turn
		b.mu.Unlock()
		d.write(writing{turn: turn, place: place, message: last, text: text})
	}
	return q
}

// joined gives what came to the place of a turn since and may join it, up to the next that
// has to be answered by itself: a command, a request, or a message that is answered anew. What came
// after that is meant to follow it. What an earlier process left is answered message by
// message.
func (b *Bot) joined(r *running, may func(event.Seq) bool) (seqs []event.Seq) {
	var waiting []thread.Waiting
	b.Mind.Read(func(v memory.View) { waiting = slices.Clone(v.Thread.Waiting) })
	for _, w := range waiting {
		b.mu.Lock()
		known := r.answers(w)
		b.mu.Unlock()
		switch {
		case known:
			continue
		case w.Alone, w.Handed, w.Anew != 0:
			return seqs
		case w.Place != r.place, w.Message <= b.Outage.Started:
			continue
		case !may(w.Message):
			return seqs
		}
		b.mu.Lock()
		r.messages = append(slices.Clip(r.messages), w)
		b.mu.Unlock()
		seqs = append(seqs, w.Message)
	}
	return seqs
}

// answers says whether a message is one of the turn's.
func (r *running) answers(w thread.Waiting) bool {
	return slices.ContainsFunc(r.messages, func(m thread.Waiting) bool { return m.Message == w.Message })
}

// drafted is the number of the turn, once some of its answer was written.
func (b *Bot) drafted(r *running) event.Seq {
	b.mu.Lock()
	defer b.mu.Unlock()
	return r.drafted
}

// stale says whether a turn has to be begun again.
func (b *Bot) stale(r *running) (yes bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Mind.Read(func(v memory.View) {
		for _, m := range r.messages {
			yes = yes || !slices.ContainsFunc(v.Thread.Waiting, func(w thread.Waiting) bool {
				return w.Message == m.Message && w.Anew == m.Anew && w.Without == m.Without
			})
		}
		if r.drafted == 0 {
			yes = yes || r.loading && !awaits(v, r)
			for _, w := range b.first(v.Thread.Waiting) {
				yes = yes || !r.answers(w)
			}
		}
	})
	return yes
}

// said is when a message was, or what it says now.
func said(w thread.Waiting) event.Seq { return max(w.Message, w.Anew) }

// stop ends the turn under way, at the principal's word, and whatever else he said before
// that word as soon as its turn comes.
func (b *Bot) stop(word event.Seq) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = max(b.stopped, word)
	r := b.running
	if r == nil || b.hurries(r) {
		return
	}
	before := func(w thread.Waiting) bool { return said(w) < word }
	since := func(w thread.Waiting) bool { return !before(w) }
	switch {
	case !slices.ContainsFunc(r.messages, before):
	case slices.ContainsFunc(r.messages, since):
		r.cancel(brain.ErrAgain) // with what was said since, alone
	default:
		r.cancel(brain.ErrStopped)
	}
}

// hurry has a message answered before anything else: a turn under way is begun again after
// it. "stop" does not speak of it.
func (b *Bot) hurry(message event.Seq) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Mind.Read(func(v memory.View) {
		b.urgent = slices.DeleteFunc(b.urgent, func(seq event.Seq) bool {
			return !slices.ContainsFunc(v.Thread.Waiting, func(w thread.Waiting) bool { return w.Message == seq })
		})
	})
	b.urgent = append(b.urgent, message)
	if r := b.running; r != nil && !b.hurries(r) {
		r.cancel(brain.ErrAgain)
	}
}

// hurries says whether a turn answers what cannot wait. The caller holds mu.
func (b *Bot) hurries(r *running) bool {
	return slices.Contains(b.urgent, r.messages[0].Message)
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
