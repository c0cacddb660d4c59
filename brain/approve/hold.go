package approve

import (
	"context"
	"time"

	"citadel/brain/card"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
)

// How long a card can be put aside, and when it is shown again on a day without an hour. Ours.
const (
	mostHeld    = 90 * 24 * time.Hour
	morningHour = 9
)

// hold puts a card aside until a moment or, where none is named, until he asks. It stays exactly the call
// that it was, and its word runs it in the meantime.
func (d Desk) hold(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	h := t.Command.Handle()
	if len(t.Command.Handles) != 1 {
		return says(t, "One at a time, please: each card is a call of its own. Nothing was changed.")
	}
	a, found, err := d.find(ctx, t, event.Seq(h.N))
	if err != nil {
		return nil, err
	}
	if !found {
		return says(t, "There is no card `%s`. `approvals` lists what waits.", h)
	}
	if closed, r, err := d.closed(ctx, t, a); closed || err != nil {
		return r, err
	}
	held := event.ApprovalHeld{Approval: a.card.Seq, Lapses: t.Now.Add(mostHeld), Place: t.Place, Audience: t.Audience}
	if t.Command.Words != "" {
		seq, told, ok := upon(t, t.Command.Words)
		if !ok {
			return says(t, "There is no watch and nothing open under that. `watches` and `loops` list both; nothing was changed.")
		}
		held.Upon = seq
		r := begin(t)
		r.Change(held)
		r.Text.Say("Put aside: I show you `%s` ", h).Add(told).Say(". `approvals` lists it.")
		undoable(t, r)
		return r, nil
	}
	if t.Command.Period != "" {
		m, ok := when.Duration(t.Command.Period, t.Now)
		if ok && m.AllDay() {
			m = m.Clock(morningHour, 0, t.Now)
		}
		if !ok || m.Ambiguous() || !m.At.After(t.Now) || m.At.Sub(t.Now) > mostHeld {
			return says(t, "I can't read the time; it can be put aside for 90 days at most. As in `hold %s until Friday`.", h)
		}
		held.Until, held.Lapses = m.At, m.At.Add(card.Lasts)
	}
	r := begin(t)
	r.Change(held)
	if held.Until.IsZero() {
		r.Text.Say("Put aside: `%s` waits until you ask, and lapses on %s. `approvals` lists it.", h, phrase.Moment(held.Lapses.In(t.Now.Location()), t.Now))
		undoable(t, r)
		return r, nil
	}
	r.Text.Say("Put aside: I show you `%s` again on %s. `approvals` lists it.", h, phrase.Moment(held.Until.In(t.Now.Location()), t.Now))
	undoable(t, r)
	return r, nil
}

// undoable says how it is taken back.
func undoable(t *turn.Turn, r *turn.Reply) {
	r.Text.Say(" `undo` within ").Claim(t.Heard(), "24 h").Say(".")
}

// uponHandle is the handle of what a card waits for.
func uponHandle(c hands.Card, t *turn.Turn) string {
	letter := byte('l')
	t.Read(func(v memory.View) {
		if _, watched := v.Watches.Find(c.Upon); watched {
			letter = 'w'
		}
	})
	return "`" + phrase.Handle(letter, c.Upon) + "`"
}

// aside says until when a card was put aside, or held since it was prepared.
func aside(c hands.Card, t *turn.Turn) string {
	switch {
	case !c.Held:
		return ""
	case c.Upon != 0:
		return "put aside until there is news of " + uponHandle(c, t) + " · "
	case c.Until.IsZero():
		return "put aside · "
	}
	return "put aside until " + phrase.Moment(c.Until.In(t.Now.Location()), t.Now) + " · "
}
