package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/reactions"
)

// reacts says whether an event is about the emoji on a message.
func reacts(e connectors.Event) bool {
	return e.Kind == connectors.React || e.Kind == connectors.Unreact || e.Kind == connectors.Reactions
}

// unplaced keeps the emoji on a message that nobody knows: an answer shows while it is still
// being written, and who likes what stands so far does not wait for its end. False if that is
// nothing new, or the message became known meanwhile.
func (b *Bot) unplaced(ctx context.Context, c connectors.Connector, e connectors.Event) (kept bool, err error) {
	b.placing.Lock()
	defer b.placing.Unlock()
	if _, known, err := b.find(ctx, c.Name(), e.Place, e.Message); known || err != nil {
		return false, err
	}
	by := person(e.From)
	by.Name = ""
	var before []string
	b.Mind.Read(func(v memory.View) {
		for _, u := range v.Reactions.On(place(e.Place), string(e.Message)) {
			if u.Person == by {
				before = u.Emojis
			}
		}
	})
	now, _ := b.counting(e, standingOn(before, e), nil)
	if slices.Equal(before, now) {
		return false, nil
	}
	entry := b.Pens.Write(event.Unplaced{
		Place: place(e.Place), Message: string(e.Message), Person: by, Emojis: now, On: e.At, Connector: c.Name(), Cursor: string(e.Cursor),
	})
	entry.Key, entry.Trust = inKey(c.Name(), e), event.ByPrincipal
	if _, err := b.record(ctx, entry); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return false, fmt.Errorf("bot: take %s: %w", e.Kind, err)
	}
	return true, nil
}

// standingOn is what an account has on a message after an event.
func standingOn(before []string, e connectors.Event) []string {
	rest := slices.DeleteFunc(slices.Clone(before), func(emoji string) bool { return emoji == e.Emoji })
	switch {
	case e.Kind == connectors.Reactions:
		return e.Emojis
	case e.Kind == connectors.React:
		return append(rest, e.Emoji)
	case e.Emoji == "": // all of them
		return nil
	}
	return rest
}

// known records the receipt of a message together with the emoji that were put on it before
// it was known.
func (b *Bot) known(ctx context.Context, c connectors.Connector, post event.Seq, at event.Place, id string, receipt event.Payload, key string) error {
	b.placing.Lock()
	defer b.placing.Unlock()
	var early []reactions.Unplaced
	b.Mind.Read(func(v memory.View) { early = v.Reactions.On(at, id) })
	var placed []ledger.Entry
	for _, u := range early {
		e := connectors.Event{
			Kind: connectors.Reactions, Place: chatPlace(at), Message: connectors.MessageID(id), At: u.On, Emojis: u.Emojis,
			From: connectors.Person{Platform: u.Person.Platform, Account: u.Person.Account, ID: u.Person.ID},
		}
		var put []string // but for what was heard of when a part of the post was known already
		b.Mind.Read(func(v memory.View) { put, _ = v.Reactions.Changes(post, id, u.Person, u.Emojis) })
		// On an answer, which may have been a draft then, one that stands for a button is no press:
		// when it was put there nobody could know what it would agree to.
		q, err := b.posted(ctx, post)
		if err != nil {
			return err
		}
		entries, err := b.reacted(ctx, c, e, post, put, nil, q != nil && q.Answer == nil)
		if err != nil {
			return err
		}
		entries = append(entries, b.Pens.Write(event.Unplaced{Place: u.Place, Message: id, Person: u.Person, On: u.On}))
		for i := range entries {
			entries[i].Trust = event.ByPrincipal
		}
		placed = append(placed, entries...)
	}
	return b.receipt(ctx, receipt, key, placed...)
}
