package bot

import (
	"context"
	"slices"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// instead is what changes when the i-th verdict is given on a message: the other one goes.
func (b *Bot) instead(e connectors.Event, about event.Seq, i int) (put, taken []string) {
	on, by := string(e.Message), person(e.From)
	b.Mind.Read(func(v memory.View) {
		now := slices.DeleteFunc(slices.Clone(v.Reactions.There(about, on, by)), func(e string) bool {
			return slices.ContainsFunc(verdicts, func(v verdictButton) bool { return v.emoji == e })
		})
		put, taken = v.Reactions.Changes(about, on, by, append(now, verdicts[i].emoji))
	})
	return put, taken
}

// reactions is what changed on a message by what a platform tells: what was put on, what
// was taken off, or the whole set. Nothing if all of it was known.
func (b *Bot) reactions(ctx context.Context, c connectors.Connector, e connectors.Event, about event.Seq) ([]ledger.Entry, error) {
	var standing, put, taken []string
	on, by := string(e.Message), person(e.From)
	b.Mind.Read(func(v memory.View) {
		standing = slices.Clone(v.Reactions.There(about, on, by))
		if e.Kind == connectors.Reactions {
			put, taken = v.Reactions.Changes(about, on, by, e.Emojis)
		}
	})
	put, taken = b.counting(e, put, taken)
	there := slices.Contains(standing, e.Emoji)
	switch {
	case e.Kind == connectors.React && !there:
		put = []string{e.Emoji}
	case e.Kind == connectors.Unreact && e.Emoji == "":
		taken = standing
	case e.Kind == connectors.Unreact && there:
		taken = []string{e.Emoji}
	}
	return b.reacted(ctx, c, e, about, put, taken, true)
}

// counting leaves, of emoji that were found on a message, those that count. What may have been
// put there, or taken off, while the account was not to be heard does not.
func (b *Bot) counting(e connectors.Event, put, taken []string) ([]string, []string) {
	s := b.sender(e)
	if !e.Found() || !s.TooEarly(e.Posted) {
		return put, taken
	}
	return slices.DeleteFunc(put, func(emoji string) bool {
		i := slices.Index(e.Emojis, emoji)
		return i < 0 || i >= len(e.Put) || s.TooEarly(e.Put[i])
	}), nil
}

// reacted is what is recorded of emoji put on a message and taken off it. One that stands
// for a button of the post is no feedback (TRUST, Feedback with a reason), and with presses it
// is a press, unless it stands on another part of the post already.
func (b *Bot) reacted(ctx context.Context, c connectors.Connector, e connectors.Event, about event.Seq, put, taken []string, presses bool) ([]ledger.Entry, error) {
	if len(put)+len(taken) == 0 {
		return nil, nil
	}
	r, err := b.Mind.Event(ctx, about)
	if err != nil {
		return nil, err
	}
	p, err := r.Payload()
	if err != nil {
		return nil, err
	}
	q, _ := p.(event.PostQueued)
	credits, err := b.credits(ctx, r, q)
	if err != nil {
		return nil, err
	}
	name, cursor, by := c.Name(), string(e.Cursor), person(e.From)
	by.Name = ""
	var elsewhere []string
	b.Mind.Read(func(v memory.View) { elsewhere = v.Reactions.Of(about, by) })
	var entries []ledger.Entry
	for _, emoji := range put {
		sense := b.Sense(name, emoji)
		if i := slices.IndexFunc(q.Buttons, func(x event.Button) bool { return x.Emoji != "" && connectors.NormalEmoji(x.Emoji) == emoji }); i >= 0 {
			if sense = ""; presses && !slices.Contains(elsewhere, emoji) {
				entries = append(entries, b.says(c, e, &q, about, q.Buttons[i]))
			}
		}
		reacted := event.Reacted{About: about, Message: string(e.Message), Person: by, Emoji: emoji, Sense: sense, On: e.At, Cited: r.From, Connector: name, Cursor: cursor}
		if sense != "" {
			reacted.Credits = credits
		}
		entries = append(entries, b.Pens.Write(reacted).Because(about))
	}
	for _, emoji := range taken {
		entries = append(entries, b.Pens.Write(event.Unreacted{About: about, Message: string(e.Message), Person: by, Emoji: emoji, On: e.At, Connector: name, Cursor: cursor}).Because(about))
	}
	return entries, nil
}
