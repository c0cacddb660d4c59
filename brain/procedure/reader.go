package procedure

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"citadel/brain/beyond"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// read recalls what bears on the message and reads it, once for a visit. A channel that holds
// nothing is not all there is: then it looks where a direct message may look. In a work place
// it finds out whether a private one holds more, and brings none of it.
func (v *visit) read(ctx context.Context) (*reading, error) {
	if v.seen != nil {
		return v.seen, nil
	}
	r, err := v.readAs(ctx, v.Turn)
	if err != nil {
		return nil, err
	}
	switch asked := v.Sight(); {
	case asked.Private() || v.Reader != memory.Sight{}:
	case asked.Audience == event.Shared:
		if !r.found() {
			if r, err = v.readElsewhere(ctx, r); err != nil {
				return nil, err
			}
		}
	default:
		if r.more, err = v.more(ctx, r); err != nil {
			return nil, err
		}
	}
	v.seen = r
	return r, nil
}

// readElsewhere reads as each of the direct places in turn, until one holds something.
func (v *visit) readElsewhere(ctx context.Context, here *reading) (*reading, error) {
	for _, direct := range v.Direct() {
		r, err := v.readFor(ctx, direct)
		if err != nil {
			return nil, err
		}
		if r.found() {
			r.to = direct
			return r, nil
		}
	}
	return here, nil
}

func (v *visit) readFor(ctx context.Context, reader memory.Sight) (*reading, error) {
	t := *v.Turn
	t.Reader = reader
	return v.readAs(ctx, &t)
}

// more says whether the private conversation holds what bears on the question better than
// all that may be shown here.
func (v *visit) more(ctx context.Context, here *reading) (bool, error) {
	private, ok := beyond.Private(v.Turn, v.Sight())
	if !ok {
		return false, nil
	}
	all, err := v.readFor(ctx, private)
	if err != nil {
		return false, err
	}
	shown := func(item recall.Item) bool {
		return slices.ContainsFunc(here.result.Items, func(i recall.Item) bool { return i.Seq == item.Seq })
	}
	if best, _ := extract.Answer(all.question, all.contenders()); best >= 0 && all.answers(best) && all.item(best).Speaker == "" && !shown(all.item(best)) {
		return true, nil
	}
	for _, item := range all.result.Items { // the best first
		if !all.bears(item) || all.stale(item) || all.coverage(item) < nearestBelow {
			continue
		}
		return !shown(item), nil
	}
	return false, nil
}

// tellMore adds that line to an answer.
func (v *visit) tellMore(reply *turn.Reply) *turn.Reply {
	if v.seen == nil || !v.seen.more || reply.Text.Empty() {
		return reply
	}
	reply.Text.Break().Say(beyond.Line)
	return reply
}

// Reader says who is to read the answer that a model gives: whoever reads the place where it
// was asked or, where others read along there and what they said holds nothing that bears on
// it, the direct place that does. More says whether there is more where fewer read, and words
// that for the answer; it is nil where there is not. The errors are those of Answer.
func (d Desk) Reader(ctx context.Context, t *turn.Turn) (reader memory.Sight, more *phrase.Text, err error) {
	v, err := d.visit(ctx, t)
	if err != nil {
		return reader, nil, fmt.Errorf("procedure: %w", err)
	}
	if v.Sight().Private() || !v.asks() && !asksForMemory(v.Text) && !wantsThought(v.Text) {
		return t.Sight(), nil, nil
	}
	r, err := v.read(ctx)
	if err != nil {
		return reader, nil, fmt.Errorf("procedure: reader: %w", err)
	}
	if r.more {
		more = new(phrase.Text).Say(beyond.Line)
	}
	if r.to != (memory.Sight{}) {
		return r.to, more, nil
	}
	return t.Sight(), more, nil
}

// inRoom names a channel in a question: "what did Priya say in #acme?"
var inRoom = regexp.MustCompile(`(?i)\s+(?:in|on|from) #([\pL\pN_-]+)`)

// narrowed gives the turn of somebody who reads one channel alone, where the question names
// one that is read along; known is false where it is none that may be shown.
func (v *visit) narrowed(t *turn.Turn) (narrow *turn.Turn, known bool) {
	at := inRoom.FindStringSubmatchIndex(t.Text)
	if at == nil {
		return t, true
	}
	title, room := t.Text[at[2]:at[3]], memory.Sight{}
	v.Read(func(view memory.View) {
		for _, r := range view.Accounts.Called(title) {
			if room == (memory.Sight{}) || r.Place.Platform == t.Place.Platform && r.Place.Account == t.Place.Account {
				room = view.Sight(r.Place, event.Shared)
			}
		}
	})
	if room == (memory.Sight{}) {
		return t, true
	}
	one := *t
	one.Text = t.Text[:at[0]] + t.Text[at[1]:]
	one.Reader = room
	return &one, t.Sight().Shows(event.Shared, room.Place)
}
