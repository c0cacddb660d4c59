package bot

import (
	"context"
	"slices"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// owed is an event whose connector waits to hear that its turn is over.
type owed struct {
	to    connectors.Finisher
	id    connectors.MessageID
	about event.Seq // the message; zero if nothing will be said
}

// owe notes that a connector waits.
func (b *Bot) owe(c connectors.Connector, e connectors.Event, about event.Seq) {
	f, ok := c.(connectors.Finisher)
	if !ok {
		return
	}
	b.mu.Lock()
	b.owed = append(b.owed, owed{to: f, id: e.ID(), about: about})
	b.mu.Unlock()
	select {
	case b.owing <- struct{}{}:
	default: // it is awake already
	}
}

// finish tells connectors that a turn is over, once nothing more will be said in it.
func (b *Bot) finish(ctx context.Context) error {
	for {
		head := b.Mind.Head()
		b.tellOver(ctx)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.Mind.Past(head):
		case <-b.owing:
		}
	}
}

// tellOver tells of the turns that are over and were not told of, in the order in which
// their events came. All are looked for in one view: those that one turn answered are
// over together.
func (b *Bot) tellOver(ctx context.Context) {
	b.mu.Lock()
	waiting := slices.Clone(b.owed)
	b.mu.Unlock()
	type told struct {
		owed
		how connectors.Answer
	}
	var tell []told
	b.Mind.Read(func(v memory.View) {
		for _, o := range waiting {
			if how, over := o.over(v); over {
				tell = append(tell, told{o, how})
			}
		}
	})
	for _, o := range tell {
		b.mu.Lock()
		b.owed = slices.DeleteFunc(b.owed, func(x owed) bool { return x == o.owed })
		b.mu.Unlock()
		if err := o.to.Finished(ctx, o.how); err != nil && ctx.Err() == nil {
			b.Log.Warn("connector did not take the end of a turn", "err", err)
		}
	}
}

// over says whether everything was said to a message, and how its turn ended.
func (o owed) over(v memory.View) (connectors.Answer, bool) {
	a := connectors.Answer{To: o.id}
	if o.about == 0 {
		return a, true
	}
	for _, w := range v.Thread.Waiting {
		if w.Message == o.about {
			return a, false
		}
	}
	if slices.Contains(v.Thread.Unsaid, o.about) {
		return a, false
	}
	for _, t := range slices.Backward(v.Thread.Over()) {
		if !slices.Contains(t.Messages, o.about) {
			continue
		}
		a.Turn, a.By, a.Category, a.Tier = uint64(t.ID), t.By, t.Category, t.Tier
		for _, p := range v.Outbox.Posts {
			if slices.Contains(t.Posts, p.Seq) {
				return a, false
			}
		}
		break
	}
	return a, true
}
