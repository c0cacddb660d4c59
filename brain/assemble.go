package brain

import (
	"context"
	"fmt"
	"strings"

	"citadel/brain/classify"
	"citadel/brain/command"
	"citadel/brain/redact"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// assemble looks up what was heard, as it stands now.
func (b *Brain) assemble(ctx context.Context, q Request) (*turn.Turn, error) {
	t := &turn.Turn{Mind: b.Mind, Store: b.Store, Host: b.Host}
	zone := b.Zone
	b.Mind.Read(func(v memory.View) {
		t.UpTo = v.Head
		if set := v.Principal.Zone(); set != nil {
			zone = set
		}
	})
	t.Now = b.Now().In(zone)
	texts := make([]string, 0, len(q.Messages))
	for _, seq := range q.Messages {
		m, h, err := b.message(ctx, seq)
		if err != nil {
			return nil, err
		}
		t.Messages = append(t.Messages, m)
		t.Place, t.Audience = h.Place, h.Audience
		texts = append(texts, m.Text)
	}
	t.Text = strings.Join(texts, "\n")
	return t, nil
}

// message gives one message with its latest text.
func (b *Brain) message(ctx context.Context, seq event.Seq) (turn.Message, event.Heard, error) {
	r, err := b.Mind.Event(ctx, seq)
	if err != nil {
		return turn.Message{}, event.Heard{}, err
	}
	p, err := r.Payload()
	if err != nil {
		return turn.Message{}, event.Heard{}, err
	}
	h, ok := p.(event.Heard)
	if !ok && p != nil {
		return turn.Message{}, h, fmt.Errorf("event %d is %q and not a message", seq, r.Kind)
	}
	m := turn.Message{Seq: seq, Text: h.Text, On: h.On, ReplyTo: h.ReplyTo, Removed: h.Removed, Files: h.Files, Forwarded: h.Forwarded}
	edits := ledger.Query{From: []event.Seq{seq}, Kinds: []event.Kind{event.Edited{}.Kind()}, Newest: true, Limit: 1}
	for r, err := range b.Mind.Events(ctx, edits) {
		if err != nil {
			return m, h, err
		}
		p, err := r.Payload()
		if err != nil {
			return m, h, err
		}
		if e, ok := p.(event.Edited); ok {
			m.Text, m.Edited, m.Removed = e.Text, r.Seq, e.Removed
		}
	}
	return m, h, nil
}

// understand reads one message: is it a command, and if not, what kind of talk is it?
func understand(t *turn.Turn) {
	if c, ok := command.Parse(t.Text); ok {
		t.Command = &c
		t.Category, t.Tier = string(classify.Meta), classify.Reflex.String()
		return
	}
	var recent []classify.Turn
	t.Read(func(v memory.View) {
		for _, w := range v.Thread.Window[max(0, len(v.Thread.Window)-3):] {
			recent = append(recent, classify.Turn{Category: classify.Category(w.Category), Tier: tier(w.Tier)})
		}
	})
	c := classify.Classify(t.Text, recent)
	t.Category, t.Tier = string(c.Category), c.Tier.String()
	t.Question = c.Question
}

func tier(name string) classify.Tier {
	for t := classify.Reflex; t <= classify.Deep; t++ {
		if t.String() == name {
			return t
		}
	}
	return classify.Reflex
}

// join puts the replies to messages that came together into one.
func join(a, b *turn.Reply) *turn.Reply {
	if a == nil {
		return b
	}
	b.Shift(len(a.Writes))
	if !b.Text.Empty() {
		a.Text.Break().Add(&b.Text)
		a.Buttons, a.Subject, a.About = b.Buttons, b.Subject, b.About
	}
	a.By = b.By
	a.Writes = append(a.Writes, b.Writes...)
	a.Found = append(a.Found, b.Found...)
	a.Among += b.Among
	a.Direct = a.Direct || b.Direct
	a.Quiet = a.Quiet || b.Quiet
	a.Hold = max(a.Hold, b.Hold)
	a.Leave = a.Leave || b.Leave
	if b.Forget != nil {
		a.Forget = b.Forget
	}
	return a
}

// tellRemoved says what was taken out of the message before it was kept (TRUST, Secrets).
func tellRemoved(t *turn.Turn, r *turn.Reply) {
	m := t.Last()
	if len(m.Removed) == 0 {
		return
	}
	named := make([]string, len(m.Removed))
	for i, kind := range m.Removed {
		named[i] = redact.Kind(kind).Words()
	}
	r.Text.Break().Say("Before keeping your message I took out what looked like %s.", strings.Join(named, " and "))
}
