package memory

import (
	"context"
	"errors"
	"slices"
	"strings"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/words"
)

// The words of a message may be others than those it was heard with: it was edited, or what was said in a recording is
// written down. What is searched for are its words now, and nothing of those it had.

// reword gives a message the words that it has from an event on; blank ones take it out.
func (f *Follower) reword(ctx context.Context, at, message event.Seq, text string) error {
	blank := strings.TrimSpace(words.Visible(text)) == ""
	_, err := f.Store.First(ctx, uint64(message))
	switch {
	case err == nil && blank:
		return f.remove(ctx, []event.Seq{message})
	case err == nil:
		return f.amend(ctx, message, func(i *store.Item) { says(i, text) })
	case !errors.Is(err, store.ErrUnknown):
		return err
	}
	return f.enter(ctx, at, message, text)
}

// says gives an item other words, and so another speaker where the principal passes on somebody's.
func says(i *store.Item, text string) {
	if i.Text = words.Visible(text); i.Kind == store.Said {
		i.Speaker, _ = words.Speaker(text)
	}
}

// enter gives words to a message of which the store has none by itself: it had none, or a digest took its place. What a
// quiet turn took out stays out.
func (f *Follower) enter(ctx context.Context, at, message event.Seq, text string) error {
	if folded, err := f.refold(ctx, at, message); folded || err != nil {
		return err
	}
	if quiet, err := f.quiet(ctx, at, message); quiet || err != nil {
		return err
	}
	r, err := f.Mind.Event(ctx, message)
	if errors.Is(err, ledger.ErrNoEvent) {
		return nil // forgotten meanwhile
	}
	if err != nil {
		return err
	}
	p, err := r.Payload()
	if err != nil {
		return err
	}
	h, heard := p.(event.Heard)
	if !heard {
		return nil
	}
	h.Text = text
	aside := Follower{Mind: f.Mind} // the sitting at hand goes on without it
	item, worded := aside.item(r, h)
	if !worded {
		return nil
	}
	item.Session, item.Turn = f.sitting.of(item)
	return f.put(ctx, pieces(f.settled(item)))
}

// quiet says whether a turn that ended before an event kept a message out of memory.
func (f *Follower) quiet(ctx context.Context, at, message event.Seq) (bool, error) {
	ended := ledger.Query{After: message, Before: at, Kinds: []event.Kind{event.TurnEnded{}.Kind()}}
	for e, err := range ledger.Each[event.TurnEnded](ctx, f.Mind, ended) {
		if err != nil {
			return false, err
		}
		if !e.Said.Quiet {
			continue
		}
		began, _, err := f.began(ctx, e.Record)
		if err != nil {
			return false, err
		}
		if slices.Contains(began.Messages, message) {
			return true, nil
		}
	}
	return false, nil
}

// began gives the beginning of a turn by its end.
func (f *Follower) began(ctx context.Context, end ledger.Record) (began event.TurnBegan, ok bool, err error) {
	r, err := f.Mind.Event(ctx, end.Cause())
	if err != nil {
		return began, false, err
	}
	p, err := r.Payload()
	began, ok = p.(event.TurnBegan)
	return began, ok, err
}

// reworded gives messages of which newer words were forgotten at an event those that they read as now.
func (f *Follower) reworded(ctx context.Context, at event.Seq, forgotten []event.Seq) error {
	kinds := []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}
	var messages []event.Seq
	for r, err := range f.Mind.Events(ctx, ledger.Query{Seqs: forgotten, Kinds: kinds, Sealed: true}) {
		if err != nil {
			return err
		}
		messages = append(messages, r.From...)
	}
	slices.Sort(messages)
	for _, seq := range slices.Compact(messages) {
		text, heard, err := f.reads(ctx, seq)
		if err != nil {
			return err
		}
		if !heard {
			continue
		}
		if err := f.reword(ctx, at, seq, text); err != nil {
			return err
		}
	}
	return nil
}

// reads gives the words that a message has now; it is not heard where it was forgotten, or is none.
func (f *Follower) reads(ctx context.Context, message event.Seq) (text string, heard bool, err error) {
	r, err := f.Mind.Event(ctx, message)
	if errors.Is(err, ledger.ErrNoEvent) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	p, err := r.Payload()
	if err != nil {
		return "", false, err
	}
	h, heard := p.(event.Heard)
	if !heard {
		return "", false, nil
	}
	text = h.Text
	kinds := []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, f.Mind, ledger.Query{From: []event.Seq{message}, Kinds: kinds}) {
		if err != nil {
			return "", false, err
		}
		switch p := r.Said.(type) {
		case event.Edited:
			text = p.Text
		case event.Transcribed:
			text = p.Text
		}
	}
	return text, true, nil
}
