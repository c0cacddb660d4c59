package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// reads says whether the place of an event was read along when it was done.
func (b *Bot) reads(e connectors.Event) (yes bool) {
	b.Mind.Read(func(v memory.View) {
		ch, open := v.Accounts.Reads(place(e.Place))
		yes = open && !ch.TooEarly(e.At)
	})
	return yes
}

// moved has what is allowed in a place go on where that does. Of a place that is nobody's
// business nothing is kept.
func (b *Bot) moved(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	from, to := place(e.Place), place(e.To)
	var known bool
	b.Mind.Read(func(v memory.View) { known = v.Accounts.Knows(roomOf(from)) })
	if !known || !follows(from, to) {
		return b.drop(ctx, c, e, whyApart)
	}
	_, err := b.record(ctx, b.goesOn(c, from, to, e.Cursor))
	switch {
	case errors.Is(err, ledger.ErrDuplicate): // a post that was refused there told it meanwhile
		return b.drop(ctx, c, e, whyApart)
	case err != nil:
		return fmt.Errorf("bot: follow a place: %w", err)
	}
	b.owe(c, e, 0)
	return nil
}

// follows says whether a place can go on as another.
func follows(from, to event.Place) bool {
	return to.Room != "" && to.Platform == from.Platform && to.Account == from.Account && !to.SharesRoom(from)
}

// goesOn is what is recorded of that. The platform tells it by itself, more than once, and when it
// refuses a post, perhaps at the same moment; it is kept once, and then the place that was is nobody's
// business.
func (b *Bot) goesOn(c connectors.Connector, from, to event.Place, cursor connectors.Cursor) ledger.Entry {
	entry := b.Pens.Write(event.PlaceMoved{Connector: c.Name(), From: roomOf(from), To: roomOf(to), Cursor: string(cursor)})
	entry.Key = takenKey("moved/"+from.Platform, from.Account+"/"+from.Room)
	return entry
}

// skips says whether somebody does not want to be kept.
func (b *Bot) skips(p connectors.Person) (yes bool) {
	key := b.veiled()
	if key == nil { // nobody ever asked
		return false
	}
	who := hashed(key, p.Platform, p.Account, p.ID, "")
	b.Mind.Read(func(v memory.View) { yes = v.Accounts.Skips(who) })
	return yes
}

// others decides about what somebody else does in a place that is not direct. It is kept
// where the principal allowed that, as what others said, and never answered. Their
// reactions and presses are nobody's business.
func (b *Bot) others(ctx context.Context, c connectors.Connector, e connectors.Event) (a admission, done bool, err error) {
	if (e.Kind == connectors.Message || e.Kind == connectors.Edit) && e.Addressed && e.Forwarded == "" && e.Via == "" && e.From.ID != "" && isSkip(e.Text) {
		return a, true, b.skip(ctx, c, e)
	}
	switch {
	case !b.reads(e) || e.From.ID == "" || b.skips(e.From):
		return a, true, b.drop(ctx, c, e, whyApart)
	case e.Kind != connectors.Message && e.Kind != connectors.Edit && e.Kind != connectors.Delete:
		return a, true, b.drop(ctx, c, e, whyStranger)
	}
	return admission{audience: event.Shared, overheard: true, trust: event.ByThirdParty}, false, nil
}

// isSkip reads "skip me", the words with which somebody asks to be left out.
func isSkip(text string) bool {
	text = strings.ToLower(strings.Trim(strings.TrimSpace(text), "`\"'.!/ "))
	return strings.Join(strings.Fields(text), " ") == "skip me"
}

// skipped is what he is told.
const skipped = "Done: I keep none of your messages, and what I kept of them is gone."

// mostSkips is how many can ask for it in direct conversations while a process runs: of
// those nothing is kept anyway, and they shall not fill the disk.
const mostSkips = 1000

// skip keeps nothing of somebody from now on, for ever, and forgets what was kept: all of
// it before that is acknowledged. Only a hash of the account remains.
func (b *Bot) skip(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	who, err := b.hashOf(ctx, e.From, "")
	if err != nil {
		return err
	}
	b.mu.Lock()
	known, many := b.skipping[who], e.Direct && len(b.skipping) >= mostSkips
	b.mu.Unlock()
	if known || many {
		return b.drop(ctx, c, e, whyStranger)
	}
	entry := b.Pens.Write(event.Skipped{Connector: c.Name(), Sender: who, Cursor: string(e.Cursor)})
	entry.Key = "skipped/" + who
	_, err = b.record(ctx, entry)
	before := errors.Is(err, ledger.ErrDuplicate)
	if err != nil && !before {
		return fmt.Errorf("bot: skip somebody: %w", err)
	}
	if err := b.forgetAll(ctx, e.From); err != nil {
		return fmt.Errorf("bot: skip somebody: %w", err)
	}
	b.mu.Lock()
	if b.skipping == nil {
		b.skipping = map[string]bool{}
	}
	b.skipping[who] = true
	b.mu.Unlock()
	if e.Direct && !before { // that is his line of this day
		return b.tell(ctx, c, e, whyStranger, skipped)
	}
	if !before {
		b.aside(c, e, skipped)
	}
	b.owe(c, e, 0)
	return nil
}

// forgetAll forgets what was kept of somebody else's words, and the answers that were made of
// them.
func (b *Bot) forgetAll(ctx context.Context, who connectors.Person) error {
	var kept []event.Seq
	for r, err := range ledger.Each[event.Heard](ctx, b.Mind, ledger.Query{}) {
		if err != nil {
			return err
		}
		said := r.Said.Person
		by := connectors.Person{Platform: said.Platform, Account: said.Account, ID: said.ID}
		if r.Trust == event.ByThirdParty && who.Is(by) {
			kept = append(kept, r.Seq)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	_, err := b.Mind.ForgetQuoted(ctx, kept, "skip me")
	if errors.Is(err, ledger.ErrLingers) {
		b.Log.Error("what was forgotten may linger in a file", "err", err)
		return nil
	}
	return err
}

// underOurs says whether a message stands under a post of the agent's, or under one that the principal
// wrote to it: then it is meant for the agent without naming it. What is replied to is, on platforms with
// threads, the first message of the thread.
func (b *Bot) underOurs(ctx context.Context, c connectors.Connector, e connectors.Event) (bool, error) {
	about, err := b.referred(ctx, c.Name(), e.Place, e.ReplyTo, "")
	if about == 0 || err != nil {
		return false, err
	}
	r, err := b.Mind.Event(ctx, about)
	if err != nil {
		return false, err
	}
	p, err := r.Payload()
	h, said := p.(event.Heard)
	_, ours := p.(event.PostQueued)
	return ours || said && r.Trust == event.ByPrincipal && !h.Overheard, err
}
