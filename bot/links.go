package bot

import (
	"context"
	"errors"
	"regexp"

	"citadel/brain/command"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// source is a link to what a handle names (MESSAGES 22).
var source = regexp.MustCompile(`\]\(src:([a-zA-Z][0-9]{1,19})\)`)

// mostLinks is how many links of a post get an address.
const mostLinks = 40

// links gives the addresses, on a platform, of what a text links to.
func (b *Bot) links(ctx context.Context, c connectors.Connector, reader memory.Sight, text string) (map[string]string, error) {
	to, ok := c.(connectors.Linker)
	if !ok {
		return nil, nil
	}
	found := map[string]string{}
	for _, m := range source.FindAllStringSubmatch(text, mostLinks) {
		if _, known := found[m[1]]; known {
			continue
		}
		h, err := command.ParseHandle(m[1])
		if err != nil {
			continue
		}
		if shown, err := b.Mind.Shown(ctx, reader, event.Seq(h.N)); err != nil {
			return nil, err
		} else if !shown {
			continue
		}
		at, id, err := b.original(ctx, event.Seq(h.N), 0)
		if err != nil {
			return nil, err
		}
		if at.Platform == c.Name() && id != "" {
			if url := to.Link(chatPlace(at), id); url != "" {
				found[m[1]] = url
			}
		}
	}
	return found, nil
}

// mostSteps is how far what was derived is followed to the words it rests on.
const mostSteps = 4

// original is where the message stands that an event is, or first rests on; no place where
// there is none any more.
func (b *Bot) original(ctx context.Context, seq event.Seq, step int) (event.Place, connectors.MessageID, error) {
	r, err := b.Mind.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return event.Place{}, "", nil
	}
	if err != nil {
		return event.Place{}, "", err
	}
	p, err := r.Payload()
	if err != nil {
		return event.Place{}, "", err
	}
	switch p := p.(type) {
	case event.Heard:
		return p.Place, connectors.MessageID(p.Message), nil
	case event.PostQueued:
		id, err := b.sentAs(ctx, seq)
		return p.Place, id, err
	case nil:
		return event.Place{}, "", nil
	}
	if len(r.From) == 0 || step == mostSteps {
		return event.Place{}, "", nil
	}
	return b.original(ctx, r.From[0], step+1)
}

// soonSent is how many receipts after a post are looked through for its own.
const soonSent = 30

// sentAs is the platform's id of a post; none while it is on its way.
func (b *Bot) sentAs(ctx context.Context, post event.Seq) (connectors.MessageID, error) {
	receipts := ledger.Query{Kinds: []event.Kind{event.PostSent{}.Kind()}, After: post, Limit: soonSent}
	for r, err := range ledger.Each[event.PostSent](ctx, b.Mind, receipts) {
		if err != nil {
			return "", err
		}
		if sent := r.Said; sent.Post == post {
			return connectors.MessageID(sent.Message), nil
		}
	}
	return "", nil
}
