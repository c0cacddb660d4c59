package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/outbox"
)

// deliver sends the posts of one platform, oldest first: the attempt is durable before it
// is made, the receipt after. A post whose attempt has no receipt is in doubt: the
// platform is asked whether it arrived, and where it cannot tell, the post is sent again
// and says so.
func (b *Bot) deliver(ctx context.Context, c connectors.Connector) error {
	m := newMail(b, c)
	for {
		post, next, head, ok := m.next()
		if !ok {
			if err := b.idle(ctx, head, next); err != nil {
				return err
			}
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		sending, done := outliving(ctx, sendFor)
		err := m.carry(sending, post)
		done()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("bot: deliver post %d: %w", post.Seq, err)
		}
	}
}

// sendFor is how long a post that is on its way when the process is to end may take to arrive. Cut
// off it would be in doubt, and where nobody can tell, the next process would send it again.
const sendFor = 2 * time.Second

// outliving gives a context that ends a while after ctx, or with the function that it gives.
func outliving(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		t := time.NewTimer(by)
		defer t.Stop()
		select {
		case <-t.C:
			cancel()
		case <-longer.Done():
		}
	})
	return longer, func() { stop(); cancel() }
}

// notBefore is when a post may leave: nothing unasked does while such posts are held.
func notBefore(v memory.View, p outbox.Post) time.Time {
	if !p.Asked && v.Thread.Held.After(p.After) {
		return v.Thread.Held
	}
	return p.After
}

// idle waits until something was written, or a post that waits for its time is due.
func (b *Bot) idle(ctx context.Context, head event.Seq, next time.Time) error {
	var due <-chan time.Time
	if !next.IsZero() {
		rings, stop := b.alarm(next)
		defer stop()
		due = rings
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-b.Mind.Past(head):
	case <-due:
	}
	return nil
}

// alarm rings when a moment has come.
func (b *Bot) alarm(at time.Time) (rings <-chan time.Time, stop func()) {
	if b.Alarm != nil {
		return b.Alarm(at)
	}
	t := time.NewTimer(at.Sub(b.Now()))
	return t.C, func() { t.Stop() }
}

// send carries one post through attempt and receipt. doubt says that what of it has no
// receipt may have arrived at an earlier attempt; maybe, that it may have at this one or before.
func (m *mail) send(ctx context.Context, p outbox.Post, doubt bool) (maybe bool, err error) {
	b, c := m.bot, m.to
	q, err := b.queued(ctx, p.Seq)
	if err != nil {
		return doubt, err
	}
	if q == nil { // forgotten before it left
		return doubt, b.receipt(ctx, event.PostFailed{Post: p.Seq, Reason: event.PostForgotten}, "")
	}
	if away, err := b.turnedAway(ctx, p, q, doubt); away || err != nil {
		return doubt, err
	}
	finder, finds := c.(connectors.Finder)
	if doubt && !finds && q.Once {
		return doubt, m.giveUp(ctx, p, "it may have arrived, and must not twice")
	}
	parts, ends, err := b.parts(ctx, c, p, q)
	if err != nil {
		return doubt, err
	}
	look := doubt && finds && len(p.Parts) < len(parts)
	if look {
		ends = nil // as it was cut before, until it is known what of that arrived
	}
	if err := m.attempt(ctx, p, ends); err != nil {
		return doubt, err
	}
	drafts, answers := b.drafts[c.Name()], parts[0].Answers
	if drafts != nil && answers != nil {
		drafts.close(ctx, event.Seq(answers.Turn))
	}
	sent := event.PostSent{Post: p.Seq}
	if look {
		if sent.Found, err = m.look(ctx, finder, &p, q, parts[len(p.Parts)]); err != nil {
			return doubt, err
		}
		doubt = false // it is known now
		if parts, ends, err = b.parts(ctx, c, p, q); err != nil {
			return doubt, err
		}
		if len(p.Parts) < len(parts) && !slices.Equal(ends, p.Ends) {
			if err := m.attempt(ctx, p, ends); err != nil {
				return doubt, err
			}
		}
	}
	var last connectors.MessageID // of the part with the buttons
	if n := len(p.Parts); n > 0 {
		sent.Message, last = p.Parts[0], connectors.MessageID(p.Parts[n-1])
	}
	for i, part := range parts {
		if i < len(p.Parts) {
			continue // it has its receipt
		}
		if doubt {
			part.Again, sent.Again = true, true
		}
		if left := m.pace.wait(p.Place, b.Now()); left > 0 {
			return doubt, &connectors.Error{Op: "bot: pace", Reason: connectors.RateLimited, After: left}
		}
		id, err := c.Send(ctx, part)
		if err != nil {
			return doubt || arrived(err), err
		}
		m.pace.note(p.Place, b.Now())
		last = id
		if i == 0 {
			sent.Message = string(id)
		}
		if len(parts) == 1 {
			break
		}
		// Only the first that has no receipt can be in doubt.
		doubt = false
		if err := m.part(ctx, p.Seq, q, i, id); err != nil {
			return doubt, err
		}
	}
	if drafts != nil && answers != nil {
		drafts.settled(event.Seq(answers.Turn), parts[0].Place)
	}
	b.offer(ctx, c, q, last)
	if len(parts) > 1 { // each has a receipt of its own, and the first may stand where the place was before
		return doubt, b.receipt(context.WithoutCancel(ctx), sent, "")
	}
	key := sentKey(c.Name(), chatPlace(q.Place), connectors.MessageID(sent.Message))
	return doubt, b.known(context.WithoutCancel(ctx), c, p.Seq, q.Place, sent.Message, sent, key)
}

// attempt notes that a post may be on its way from now on, and where its parts end; nil leaves
// that as it was.
func (m *mail) attempt(ctx context.Context, p outbox.Post, ends []int) error {
	b := m.bot
	_, err := b.Mind.Record(ctx, b.Pens.Write(event.PostAttempted{Post: p.Seq, Try: p.Tries + 1, Ends: ends}).Because(p.Seq))
	return err
}

// part notes the receipt of one part of a post that is too long for one message.
func (m *mail) part(ctx context.Context, post event.Seq, q *event.PostQueued, i int, id connectors.MessageID) error {
	name := m.to.Name()
	r := event.PostPart{Post: post, Part: i, Message: string(id)}
	return m.bot.known(context.WithoutCancel(ctx), m.to, post, q.Place, r.Message, r, sentKey(name, chatPlace(q.Place), id))
}

// look asks the platform for the first part that has no receipt. What is there counts among
// the parts from then on, and ends where it did when it was sent.
func (m *mail) look(ctx context.Context, finder connectors.Finder, p *outbox.Post, q *event.PostQueued, part connectors.Post) (there bool, err error) {
	since, err := m.bot.attempted(ctx, *p)
	if err != nil {
		return false, err
	}
	id, there, err := finder.Find(ctx, part, since)
	if !there || err != nil {
		return false, err
	}
	n := len(p.Parts)
	p.Parts = append(slices.Clip(p.Parts), string(id))
	parts, _, err := m.bot.parts(ctx, m.to, *p, q)
	if err != nil || len(parts) == 1 { // the receipt of the whole says enough
		return true, err
	}
	return true, m.part(ctx, p.Seq, q, n, id)
}

// rest notes that a post rests, or that it does not any more.
func (b *Bot) rest(post event.Seq, rests bool) {
	if rests {
		b.rested.Store(post, true)
	} else {
		b.rested.Delete(post)
	}
}

// resting says whether a post that was tried is not on its way now. It takes no lock that anybody
// holds while he reads the mind: readings ask it.
func (b *Bot) resting(post event.Seq) bool {
	_, rests := b.rested.Load(post)
	return rests
}

// How many of the last messages from a platform tell its time, since one of them may have been
// stamped by our own clock or come late, and among how many of all they are looked for.
const (
	recent    = 5
	amongLast = 1000
)

// attempted is from when on a post may stand on its platform, by the platform's own clock:
// ours may have been ahead. It stands behind what was heard from there before it was queued.
func (b *Bot) attempted(ctx context.Context, p outbox.Post) (time.Time, error) {
	since, n := p.Attempted, 0
	for r, err := range ledger.Each[event.Heard](ctx, b.Mind, ledger.Query{Before: p.Seq, Newest: true, Limit: amongLast}) {
		if err != nil {
			return since, fmt.Errorf("bot: %w", err)
		}
		h := r.Said
		if h.Place.Platform != p.Place.Platform {
			continue
		}
		if h.On.Before(since) {
			since = h.On
		}
		if n++; n == recent {
			break
		}
	}
	return since, nil
}

// offer puts the emoji on a post that stand for its buttons, where there are none to press.
// They can be put there by hand as well, so it is of no consequence if that fails.
func (b *Bot) offer(ctx context.Context, c connectors.Connector, q *event.PostQueued, id connectors.MessageID) {
	if !offers(c) {
		return
	}
	to, _ := c.(connectors.Reactor)
	for _, button := range q.Buttons {
		if button.Emoji == "" {
			continue
		}
		if err := to.React(ctx, chatPlace(q.Place), id, button.Emoji, true); err != nil {
			b.Log.Warn("no emoji to press", "connector", c.Name(), "err", err)
			return
		}
	}
}

// arrived says whether a post may have arrived although sending it failed.
func arrived(err error) bool {
	var ce *connectors.Error
	return !errors.As(err, &ce) || ce.Reason == connectors.Unknown
}

// receipt records what became of a post, and more in the same commit.
func (b *Bot) receipt(ctx context.Context, p event.Payload, key string, more ...ledger.Entry) error {
	var post event.Seq
	switch p := p.(type) {
	case event.PostSent:
		post = p.Post
	case event.PostPart:
		post = p.Post
	case event.PostBarred:
		post = p.Post
	case event.PostFailed:
		post = p.Post
	}
	e := b.Pens.Write(p).Because(post)
	e.Key = key
	entries := append([]ledger.Entry{e}, more...)
	_, err := b.Mind.Record(ctx, entries...)
	if errors.Is(err, ledger.ErrDuplicate) {
		// The platform gave an id that it has given before: this receipt matters more than its id.
		entries[0].Key = ""
		_, err = b.Mind.Record(ctx, entries...)
	}
	return err
}

// queued gives a post's intent; nil if it was forgotten.
func (b *Bot) queued(ctx context.Context, seq event.Seq) (*event.PostQueued, error) {
	r, err := b.Mind.Event(ctx, seq)
	if err != nil {
		return nil, err
	}
	p, err := r.Payload()
	if err != nil || p == nil {
		return nil, err
	}
	q, ok := p.(event.PostQueued)
	if !ok {
		return nil, fmt.Errorf("event %d is %q and not a post", seq, r.Kind)
	}
	return &q, nil
}
