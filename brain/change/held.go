package change

import (
	"context"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/memory/ledger"
)

// good is how long a card that comes back is good at least.
const good = 24 * time.Hour

// unheld takes back what was done to a card: that it was put aside, refused, or prepared. Nothing is done by that; a card
// that was refused waits again, as a new one.
func unheld(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	card := func(seq event.Seq) (c hands.Card, open bool) {
		t.Read(func(m memory.View) { c, open = m.Hands.Card(seq) })
		return c, open && c.Open(t.Now)
	}
	switch p := p.(type) {
	case event.ApprovalAsked:
		if _, open := card(rec.Seq); open && p.Held {
			v.write(event.ApprovalDropped{Approval: rec.Seq, Reason: "refused"}, rec.Seq)
			v.text.Say("what was prepared, `%s`", phrase.Handle('K', rec.Seq))
		}
	case event.ApprovalHeld:
		c, open := card(p.Approval)
		if !open || !c.Held {
			return v, nil
		}
		before, err := heldBefore(ctx, t, p.Approval, rec.Seq)
		if err != nil {
			return v, err
		}
		if before.Lapses.Before(t.Now.Add(good)) {
			before.Lapses = t.Now.Add(good)
		}
		v.write(before, p.Approval)
		v.text.Say("`%s` is as it was before it was put aside, and lapses on ", phrase.Handle('K', p.Approval)).
			Claim([]event.Seq{p.Approval}, "%s", phrase.Moment(before.Lapses.In(t.Now.Location()), t.Now))
	case event.ApprovalDropped:
		r, old, err := t.Event(ctx, p.Approval)
		asked, is := old.(event.ApprovalAsked)
		if err != nil || !is || p.Reason != "refused" {
			return v, err
		}
		asked.Held, asked.Until, asked.Upon, asked.Lapses = true, time.Time{}, 0, t.Now.Add(good)
		v.write(asked, append([]event.Seq{p.Approval}, r.From...)...)
		v.text.Say("`%s` waits again, as a new card that `approvals` lists", phrase.Handle('K', p.Approval))
	}
	return v, nil
}

// heldBefore is how a card stood before an event: put aside, or not.
func heldBefore(ctx context.Context, t *turn.Turn, card, before event.Seq) (h event.ApprovalHeld, err error) {
	_, p, err := t.Event(ctx, card)
	asked, _ := p.(event.ApprovalAsked)
	h = event.ApprovalHeld{Approval: card, Back: !asked.Held, Until: asked.Until, Upon: asked.Upon, Lapses: asked.Lapses}
	if err != nil {
		return h, err
	}
	recs, err := all(ctx, t, ledger.Query{After: card, Before: before, Kinds: []event.Kind{event.ApprovalHeld{}.Kind()}})
	if err != nil {
		return h, err
	}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return h, err
		}
		if old, is := p.(event.ApprovalHeld); is && old.Approval == card {
			h = old
		}
	}
	return h, nil
}
