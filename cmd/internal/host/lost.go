package host

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	asking "citadel/brain/card"
	"citadel/brain/perform"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// leftOpen says whether an earlier process left a call open: what can be seen of it is told by lost.
func (c *Citadel) leftOpen(call event.Seq) bool { return slices.Contains(c.left, call) }

// lost tells of a call whose process died before it was known what came of it: that it was begun, and
// what can be seen of it now. It is said where the call was wanted, and is written with what was seen,
// so that it is told once and never left out.
func (c *Citadel) lost(set tools.Set) perform.Tell {
	zone := c.present(c.Brain.Zone)
	return func(ctx context.Context, l perform.Lost) ([]ledger.Entry, error) {
		at, err := c.wanted(ctx, l)
		if err != nil || at.Place.Platform == "" { // nobody is there to be told
			return nil, err
		}
		tool, _ := set.Find(l.Tool)
		tool.Name = l.Tool
		shown := asking.Of(tool, json.RawMessage(l.Args))
		stopped := &tools.Failure{Reason: tools.Unsure, Text: "I was stopped in the middle of it."}
		now, on := c.now().In(zone()), l.At.In(zone())
		text := new(phrase.Text).Claim([]event.Seq{l.Seq}, "%s", asking.Begun(shown, l.Tool, on, now)).Break()
		text.Claim([]event.Seq{l.Seq}, "%s", asking.Told(shown, tools.Result{}, stopped, &l.Verified, on))
		return []ledger.Entry{c.pens.Write(event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectOutage,
		}).Because(l.Seq).Resting(l.Seq)}, nil
	}
}

// shown words a card that was put aside, as it was worded when it was asked for.
func (c *Citadel) shown(a event.ApprovalAsked, handle string, lapses, now time.Time) (*phrase.Text, []event.Button) {
	tool, _ := c.toolset().Find(a.Tool)
	tool.Name = a.Tool
	text, buttons, _ := asking.Ask(asking.Of(tool, json.RawMessage(a.Args)), handle, a.Why, lapses.In(now.Location()), now)
	return text, buttons
}

// wanted is where a call was wanted: where the message stands that it was made for, or, where none was,
// the place that the principal was last heard in.
func (c *Citadel) wanted(ctx context.Context, l perform.Lost) (at memory.Sight, err error) {
	for _, seq := range l.Because {
		r, err := c.Mind.Event(ctx, seq)
		if err != nil {
			return at, fmt.Errorf("where a call was wanted: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return at, fmt.Errorf("where a call was wanted: %w", err)
		}
		if h, is := p.(event.Heard); is {
			return memory.Sight{Place: h.Place, Audience: h.Audience}, nil
		}
	}
	c.Mind.Read(func(v memory.View) { at = v.Home() })
	return at, nil
}
