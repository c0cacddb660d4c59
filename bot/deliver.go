package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/connectors"
	"citadel/connectors/markup"
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
	wait := newBackoff()
	var untouched event.Seq // a post whose attempts surely left nothing on the platform
	for {
		post, next, head, ok := b.nextPost(c.Name())
		if !ok {
			if err := b.idle(ctx, head, next); err != nil {
				return err
			}
			continue
		}
		doubt := post.Tries > 0 && post.Seq != untouched
		touched, err := b.send(ctx, c, post, doubt)
		if untouched = 0; !touched {
			untouched = post.Seq
		}
		var ce *connectors.Error
		switch {
		case err == nil:
			wait = newBackoff()
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &ce):
			b.Log.Warn("post not delivered yet", "connector", c.Name(), "post", post.Seq, "try", post.Tries+1, "reason", ce.Reason.String())
			if err := wait.sleep(ctx, ce.After); err != nil {
				return err
			}
		default:
			return fmt.Errorf("bot: deliver post %d: %w", post.Seq, err)
		}
	}
}

// nextPost gives the oldest post that is due on a platform; else when the next one is.
func (b *Bot) nextPost(platform string) (post outbox.Post, next time.Time, head event.Seq, ok bool) {
	now := b.Now()
	b.Mind.Read(func(v memory.View) {
		head = v.Head
		for _, p := range v.Outbox.Posts {
			if p.Place.Platform != platform {
				continue
			}
			after := notBefore(v, p)
			if !after.After(now) {
				post, ok = p, true
				return
			}
			if next.IsZero() || after.Before(next) {
				next = after
			}
		}
	})
	return post, next, head, ok
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
		t := time.NewTimer(next.Sub(b.Now()))
		defer t.Stop()
		due = t.C
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-b.Mind.Past(head):
	case <-due:
	}
	return nil
}

// send carries one post through attempt and receipt. doubt says that an earlier attempt
// may have shown something of it; touched, that this or an earlier one may have. A
// *connectors.Error means that it has to be tried again.
func (b *Bot) send(ctx context.Context, c connectors.Connector, p outbox.Post, doubt bool) (touched bool, err error) {
	touched = doubt
	q, err := b.queued(ctx, p.Seq)
	if err != nil {
		return touched, err
	}
	if q == nil { // forgotten before it left
		return touched, b.receipt(ctx, event.PostFailed{Post: p.Seq, Reason: "forgotten"}, "")
	}
	parts, err := b.parts(ctx, c, p, q)
	if err != nil {
		return touched, err
	}
	if _, err := b.Mind.Record(ctx, b.Pens.Write(event.PostAttempted{Post: p.Seq, Try: p.Tries + 1}).Because(p.Seq)); err != nil {
		return touched, err
	}
	drafts, answers := b.drafts[c.Name()], parts[0].Answers
	if drafts != nil && answers != nil {
		drafts.close(ctx, event.Seq(answers.Turn))
	}
	var first connectors.MessageID
	var found, again bool
	for i, part := range parts {
		var id connectors.MessageID
		var there bool
		if f, ok := c.(connectors.Finder); doubt && ok {
			if id, there, err = f.Find(ctx, part.Key); err != nil {
				return touched, err
			}
		} else if doubt {
			part.Again, again = true, true
		}
		if !there {
			if id, err = c.Send(ctx, part); err != nil {
				return touched || arrived(err), b.refused(ctx, p, err)
			}
		}
		touched = true
		found = found || there
		if i == 0 {
			first = id
		}
	}
	if drafts != nil && answers != nil {
		drafts.settled(event.Seq(answers.Turn), parts[0].Place)
	}
	sent := event.PostSent{Post: p.Seq, Message: string(first), Found: found, Again: again}
	return touched, b.receipt(context.WithoutCancel(ctx), sent, sentKey(c.Name(), chatPlace(q.Place), first))
}

// arrived says whether a post may have arrived although sending it failed.
func arrived(err error) bool {
	var ce *connectors.Error
	return !errors.As(err, &ce) || ce.Reason == connectors.Unknown
}

// refused settles a post that the platform will never take; anything else is tried again.
func (b *Bot) refused(ctx context.Context, p outbox.Post, err error) error {
	var ce *connectors.Error
	if !errors.As(err, &ce) {
		return err
	}
	switch ce.Reason {
	case connectors.Forbidden, connectors.Gone, connectors.Invalid, connectors.TooLong:
		b.Log.Error("post refused by the platform", "post", p.Seq, "reason", ce.Reason.String())
		return b.receipt(ctx, event.PostFailed{Post: p.Seq, Reason: ce.Reason.String()}, "")
	}
	return err
}

func (b *Bot) receipt(ctx context.Context, p event.Payload, key string) error {
	var post event.Seq
	switch p := p.(type) {
	case event.PostSent:
		post = p.Post
	case event.PostFailed:
		post = p.Post
	}
	e := b.Pens.Write(p).Because(post)
	e.Key = key
	_, err := b.Mind.Record(ctx, e)
	if errors.Is(err, ledger.ErrDuplicate) {
		// The platform gave an id it has given before; the receipt matters more than the id.
		e.Key = ""
		_, err = b.Mind.Record(ctx, e)
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

// parts turns a post into what the platform shows: one message, or several if it is too
// long for one. The buttons come with the last.
func (b *Bot) parts(ctx context.Context, c connectors.Connector, p outbox.Post, q *event.PostQueued) ([]connectors.Post, error) {
	l := c.Limits()
	text := q.Text
	if !l.Buttons && len(q.Buttons) > 0 {
		text += "\n\n" + typed(q.Buttons)
	}
	texts := []string{text}
	if l.Max > 0 && l.Length(text) > l.Max {
		texts = markup.Split(text, l.Max, l.Length)
	}
	answers, err := b.answers(ctx, q, p.Seq)
	if err != nil {
		return nil, err
	}
	posts := make([]connectors.Post, len(texts))
	for i, text := range texts {
		key := fmt.Sprintf("post/%d", p.Seq)
		if i > 0 {
			key = fmt.Sprintf("post/%d/%d", p.Seq, i)
		}
		posts[i] = connectors.Post{Key: key, Place: chatPlace(q.Place), Handle: phrase.Handle('m', p.Seq), Text: text, Silent: q.Answer == nil && q.Subject != event.SubjectReminder, Answers: answers}
		if answers != nil && l.Threads {
			posts[i].ReplyTo = answers.To
		}
	}
	for i, button := range q.Buttons {
		last := &posts[len(posts)-1]
		last.Buttons = append(last.Buttons, connectors.Button{Label: button.Label, Token: token(p.Seq, i)})
	}
	return posts, nil
}

// typed lists what to type where there are no buttons to press.
func typed(buttons []event.Button) string {
	says := make([]string, len(buttons))
	for i, b := range buttons {
		says[i] = "`" + b.Says + "`"
	}
	return strings.Join(says, " · ")
}

// answers names the message a post answers, by the platform's id.
func (b *Bot) answers(ctx context.Context, q *event.PostQueued, post event.Seq) (*connectors.Answer, error) {
	if q.Answer == nil {
		return nil, nil
	}
	a := &connectors.Answer{By: q.Answer.By, Category: q.Answer.Category, Tier: q.Answer.Tier}
	to, err := b.saidAs(ctx, q.Answer.Message)
	if err != nil {
		return nil, err
	}
	a.To = to
	if rec, err := b.Mind.Event(ctx, post); err == nil {
		a.Turn = uint64(rec.Cause())
	}
	return a, nil
}

// saidAs is the platform's id of a message; none if that was forgotten.
func (b *Bot) saidAs(ctx context.Context, message event.Seq) (connectors.MessageID, error) {
	r, err := b.Mind.Event(ctx, message)
	if err != nil {
		return "", err
	}
	p, err := r.Payload()
	if err != nil {
		return "", err
	}
	h, _ := p.(event.Heard)
	return connectors.MessageID(h.Message), nil
}
