package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/outbox"
)

// decidedFor is how long a platform may take at each try to show that a card was decided, and
// answeredIn how long the press may wait for its answer.
const (
	decidedFor = 10 * time.Second
	answeredIn = 10 * time.Minute
)

// decided makes a card say what was decided on it, and when, instead of offering it
// (MESSAGES 6), once the press was answered: a press that the mind refused decided nothing. It
// does not wait for that; a card that keeps its buttons does no harm, for what they stand for
// is answered by the mind.
func (b *Bot) decided(ctx context.Context, c connectors.Connector, e connectors.Event, press event.Seq, says string, post event.Seq) {
	to, ok := c.(connectors.Editor)
	if !ok {
		return
	}
	b.signs.Go(func() {
		counts, err := b.counts(ctx, press, says)
		if err == nil && counts {
			err = b.untilShown(ctx, func(ctx context.Context) error { return b.showDecided(ctx, c, to, e, says, post) })
		}
		if err != nil && ctx.Err() == nil {
			b.Log.Warn("a card keeps its buttons", "connector", c.Name(), "post", post, "err", err)
		}
	})
}

// decidedInWords is decided for words that somebody typed, which a button of a card stands for.
func (b *Bot) decidedInWords(ctx context.Context, typed event.Seq, says string) {
	if leavesIt(says) { // whether the card still waited for that, nothing tells afterwards
		return
	}
	b.signs.Go(func() {
		err := b.forCard(ctx, says, func(c connectors.Connector, e connectors.Event, card event.Seq) {
			b.decided(ctx, c, e, typed, says, card)
		})
		if err != nil && ctx.Err() == nil {
			b.Log.Warn("a card keeps its buttons", "err", err)
		}
	})
}

// forCard finds the newest card that offers some words, as a press under it would come.
func (b *Bot) forCard(ctx context.Context, says string, do func(connectors.Connector, connectors.Event, event.Seq)) error {
	posts, err := b.newest(ctx, event.PostQueued{}.Kind(), lately)
	if err != nil {
		return err
	}
	for _, r := range posts {
		p, err := r.Payload()
		if err != nil {
			return err
		}
		q, _ := p.(event.PostQueued)
		if !slices.ContainsFunc(q.Buttons, func(x event.Button) bool { return x.Emoji != "" && x.Says == says }) {
			continue
		}
		i := slices.IndexFunc(b.Connectors, func(c connectors.Connector) bool { return c.Name() == q.Place.Platform })
		id, err := b.sentAs(ctx, r.Seq)
		if i < 0 || id == "" || err != nil {
			return err
		}
		do(b.Connectors[i], connectors.Event{Place: chatPlace(q.Place), Message: id}, r.Seq)
		return nil
	}
	return nil
}

// shownTries is how often it is tried to show that a card was decided.
const shownTries = 5

// untilShown tries to show something until it is shown, is refused, or the process is to end; once
// in any case.
func (b *Bot) untilShown(ctx context.Context, show func(context.Context) error) error {
	pause := newBackoff()
	for try := 1; ; try++ {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), decidedFor)
		err := show(limited)
		cancel()
		var ce *connectors.Error
		if err == nil || try == shownTries || !errors.As(err, &ce) || !passing(ce.Reason) || pause.sleep(ctx, ce.After) != nil {
			return err
		}
	}
}

// leaves are the words of buttons that leave things as they are.
var leaves = []string{"keep", "never mind"}

func leavesIt(says string) bool {
	return slices.ContainsFunc(leaves, func(w string) bool { return strings.HasPrefix(says, w) })
}

// counts waits for the turn that answers a press, and says whether it did what the button
// stands for.
func (b *Bot) counts(ctx context.Context, press event.Seq, says string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, answeredIn)
	defer cancel()
	var id event.Seq
	b.until(ctx, func(v memory.View) bool {
		for _, t := range slices.Backward(v.Thread.Window) {
			if slices.Contains(t.Messages, press) {
				id = t.ID
				return true
			}
		}
		return false
	})
	if id == 0 {
		return false, nil // nobody answered it while this process looked
	}
	if leavesIt(says) {
		return true, nil
	}
	for r, err := range b.Mind.Events(ctx, ledger.Query{After: id, Limit: turnLength}) {
		if err != nil {
			return false, err
		}
		spec, _ := event.Of(r.Kind)
		switch {
		case r.Kind == event.TurnEnded{}.Kind() && r.Cause() == id:
			return false, nil
		case r.Kind == event.Forgotten{}.Kind(), r.Cause() == id && (spec.Owner == event.Learning || spec.Owner == event.Loops || spec.Owner == event.Decisions || spec.Owner == event.Principal):
			return true, nil
		}
	}
	return false, nil
}

// turnLength is how many events after its beginning are looked through for what a turn changed.
const turnLength = 200

func (b *Bot) showDecided(ctx context.Context, c connectors.Connector, to connectors.Editor, e connectors.Event, says string, seq event.Seq) error {
	q, err := b.posted(ctx, seq)
	if q == nil || err != nil {
		return err
	}
	i := slices.IndexFunc(q.Buttons, func(x event.Button) bool { return x.Says == says })
	if i < 0 || !slices.ContainsFunc(q.Buttons, func(x event.Button) bool { return x.Emoji != "" }) {
		return nil // no card, or not a button of it
	}
	label, offered := q.Buttons[i].Label, q.Buttons
	zone := b.Brain.Zone
	b.Mind.Read(func(v memory.View) {
		if z := v.Principal.Zone(); z != nil {
			zone = z
		}
	})
	now := b.Now().In(zone)
	q.Buttons, q.Place = nil, place(e.Place) // the place may have moved since it was asked
	at, n, err := b.lastOf(ctx, seq, e.Message)
	if err != nil || n == 0 {
		return err
	}
	var last connectors.Post
	for _, text := range []string{q.Text + "\n\n**" + label + "**, " + phrase.Moment(now, now) + ".", q.Text} { // what it asked stays in any case
		q.Text = text
		parts, _, err := b.parts(ctx, c, outbox.Post{Seq: seq, Place: q.Place}, q)
		if err != nil {
			return err
		}
		if last = parts[len(parts)-1]; len(parts) == n {
			break
		}
	}
	last.Buttons = nil
	if last.Again, err = b.repeated(ctx, seq); err != nil {
		return err
	}
	err = to.Edit(ctx, at, last)
	reactor, reacts := c.(connectors.Reactor)
	if !reacts || !offers(c) {
		return err
	}
	for _, button := range offered {
		if button.Emoji != "" {
			err = errors.Join(err, reactor.React(ctx, e.Place, at, button.Emoji, false))
		}
	}
	return err
}

// lastOf gives the message with the last part of a post, and how many parts it has, where one of its
// messages was pressed: what is offered stands under the last. None of a copy of a post in parts, of
// which only the one message is known.
func (b *Bot) lastOf(ctx context.Context, post event.Seq, pressed connectors.MessageID) (last connectors.MessageID, n int, err error) {
	ours := false
	parts := ledger.Query{Kinds: []event.Kind{event.PostPart{}.Kind()}, After: post, Limit: soonSent}
	for r, err := range ledger.Each[event.PostPart](ctx, b.Mind, parts) {
		if err != nil {
			return "", 0, err
		}
		if p := r.Said; p.Post == post {
			last, n = connectors.MessageID(p.Message), max(n, p.Part+1)
			ours = ours || last == pressed
		}
	}
	switch {
	case n == 0:
		return pressed, 1, nil
	case !ours:
		return "", 0, nil
	}
	return last, n, nil
}

// repeated says whether a post may have been shown twice, and says so.
func (b *Bot) repeated(ctx context.Context, seq event.Seq) (bool, error) {
	for r, err := range ledger.Each[event.PostSent](ctx, b.Mind, ledger.Query{After: seq}) {
		if err != nil || r.Said.Post == seq {
			return r.Said.Again, err
		}
	}
	return false, nil
}
