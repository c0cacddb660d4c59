package bot

import (
	"context"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// earlyRows is how many messages that seem to be too old are looked at before the rest is
// taken to be so, too.
const earlyRows = 500

// remaining follows the messages that are no longer where they were heard, in a stretch of
// a place that was read whole.
func (b *Bot) remaining(ctx context.Context, c connectors.Connector, e connectors.Event) ([]ledger.Entry, error) {
	still := make(map[string]bool, len(e.Still))
	for _, id := range e.Still {
		still[string(id)] = true
	}
	var entries []ledger.Entry
	early := 0
	for r, err := range b.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Newest: true}) {
		if err != nil {
			return nil, err
		}
		// What was recorded before that was said before, unless our clock was wrong for a while.
		if r.At.Before(e.Since) {
			early++
		}
		if early > earlyRows {
			break
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		h, ok := p.(event.Heard)
		switch {
		case !ok || !within(h, e) || still[h.Message] || h.On.Before(e.Since) || !h.On.Before(e.At):
			continue
		case b.shutSince(r.Trust, h): // who took it back may not have been he
			continue
		case r.Key != heardKey(c.Name(), e.Place, connectors.MessageID(h.Message)): // a press: it stands nowhere
			continue
		}
		followed, err := b.takenBack(ctx, r.Seq)
		if err != nil {
			return nil, err
		}
		if !followed {
			gone := event.Unsaid{Message: r.Seq, On: e.At, Connector: c.Name(), Cursor: string(e.Cursor)}
			entries = append(entries, b.Pens.Write(gone).Because(r.Seq))
		}
	}
	if len(entries) == 0 {
		return []ledger.Entry{b.passed(c, e, "nothing was taken back")}, nil
	}
	b.key(c, e, entries)
	return entries, nil
}

// within says whether a message belongs to what was read whole. One that a thread was opened under stands in the room
// itself.
func within(h event.Heard, e connectors.Event) bool {
	at := h.Place
	if e.Nested || at.Thread == h.Message {
		at.Thread = ""
	}
	return at == place(e.Place)
}

// shutSince says whether the account by which the principal said something is locked or not
// linked any more, or was not to be heard for a while after that.
func (b *Bot) shutSince(trust event.Trust, h event.Heard) (shut bool) {
	b.Mind.Read(func(v memory.View) {
		a, linked := v.Accounts.Of(h.Person)
		shut = linked && (a.Locked || a.TooEarly(h.On)) || !linked && trust == event.ByPrincipal
	})
	return shut
}

// takenBack says whether it is known that the author took a message back: what he decided
// to keep is not asked about again.
func (b *Bot) takenBack(ctx context.Context, message event.Seq) (bool, error) {
	for r, err := range ledger.Each[event.Unsaid](ctx, b.Mind, ledger.Query{After: message}) {
		if err != nil || r.Said.Message == message {
			return err == nil, err
		}
	}
	return false, nil
}
