package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// token names the i-th button of a post to the platform.
func token(post event.Seq, i int) string { return fmt.Sprintf("%d/%d", post, i) }

// verdicts are the buttons under posts that nobody asked for, where the platform may not
// tell of reactions. Pressing one is reacting.
var verdicts = []verdictButton{{"Useful", "👍"}, {"Not useful", "👎"}}

type verdictButton struct{ label, emoji string }

// verdict names the i-th of them to the platform.
func verdict(post event.Seq, i int) string { return fmt.Sprintf("%d/v%d", post, i) }

// press is what is recorded of a press: the same as saying what the button stands for, in
// reply to its post, or as putting the emoji it stands for. Nothing if there is no such
// button under that post.
func (b *Bot) press(ctx context.Context, c connectors.Connector, e connectors.Event, about event.Seq, a admission) ([]ledger.Entry, error) {
	q, err := b.posted(ctx, about)
	if q == nil || err != nil {
		return nil, err
	}
	for i := range verdicts {
		if e.Button == verdict(about, i) {
			put, taken := b.instead(e, about, i)
			return b.reacted(ctx, c, e, about, put, taken, true)
		}
	}
	for i, button := range q.Buttons {
		if e.Button != token(about, i) {
			continue
		}
		said := b.says(c, e, q, about, button)
		if button.Once {
			before, n, err := b.pressedBefore(ctx, c, e, q, a)
			if before != nil || err != nil {
				return before, err
			}
			said.Key = pressedKey(e.Button, n)
		}
		return []ledger.Entry{said}, nil
	}
	return nil, nil
}

// pressedKey is the key of what a button says that says it once, however often it is pressed, and on
// whatever platform. The n-th is for a press after n-1 of which nothing came.
func pressedKey(button string, n int) string {
	return takenKey("pressed", fmt.Sprintf("%s/%d", button, n))
}

const (
	doubleClick = 10 * time.Second // how soon a second press of a button is taken for the first
	mostPresses = 5                // of one button that are heard
)

// pressedBefore is what is recorded of a press of a button that was pressed before: nothing, where it is
// the same press, or that one is not answered yet; a word of it where it was answered. Where nothing at all
// came of that one, the press counts: n is then the how-manieth it is.
func (b *Bot) pressedBefore(ctx context.Context, c connectors.Connector, e connectors.Event, q *event.PostQueued, a admission) (entries []ledger.Entry, n int, err error) {
	var keys []string
	for i := range mostPresses {
		keys = append(keys, pressedKey(e.Button, i+1))
	}
	var last ledger.Record
	for r, err := range b.Mind.Events(ctx, ledger.Query{Keys: keys}) {
		if err != nil {
			return nil, 0, err
		}
		last, n = r, n+1
	}
	if n == 0 {
		return nil, 1, nil
	}
	p, err := last.Payload()
	if err != nil {
		return nil, 0, err
	}
	entries = []ledger.Entry{b.passed(c, e, "pressed before")}
	was, known := p.(event.Heard) // else it is forgotten
	waits := false
	b.Mind.Read(func(v memory.View) { waits = open(v, last.Seq) })
	if !known || waits || was.Message == string(e.ID()) {
		return entries, 0, nil
	}
	switch nothing, err := b.void(ctx, last.Seq); {
	case err != nil:
		return nil, 0, err
	case nothing && n < mostPresses:
		return nil, n + 1, nil
	case e.At.Sub(was.On) < doubleClick:
		return entries, 0, nil
	}
	const text = "That button was pressed before, and I do not take it again. If you still want it, say so in words."
	return append(entries, b.Pens.Write(event.PostQueued{
		Place: under(e, q), Audience: a.audience, Text: text, Subject: event.SubjectAccount,
	}).Because(ledger.Here(0))), 0, nil
}

// void says whether nothing came of a message: its only turn ended before it did anything. A turn that had begun, and
// did not end, may have done something.
func (b *Bot) void(ctx context.Context, message event.Seq) (void bool, err error) {
	b.Mind.Read(func(v memory.View) {
		void = slices.ContainsFunc(v.Thread.Window, func(t thread.Turn) bool { return t.Void && slices.Contains(t.Messages, message) })
	})
	if !void {
		return false, nil
	}
	turns := 0
	kinds := []event.Kind{event.TurnBegan{}.Kind(), event.TurnJoined{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, b.Mind, ledger.Query{After: message, Kinds: kinds}) {
		if err != nil {
			return false, err
		}
		switch p := r.Said.(type) {
		case event.TurnBegan:
			if slices.Contains(p.Messages, message) {
				turns++
			}
		case event.TurnJoined:
			if slices.Contains(p.Messages, message) {
				turns++
			}
		}
	}
	return turns == 1, nil
}

// open says whether a message waits to be answered, or is being answered.
func open(v memory.View, message event.Seq) bool {
	return slices.ContainsFunc(v.Thread.Waiting, func(w thread.Waiting) bool { return w.Message == message }) ||
		slices.ContainsFunc(v.Thread.Aside, func(d thread.Deferred) bool { return d.Message == message })
}

// copied finds the post of a button under a message that is not known: a copy of which no
// receipt tells, since the process ended with it on its way. Its button names the post.
func (b *Bot) copied(ctx context.Context, e connectors.Event) (event.Seq, error) {
	number, _, _ := strings.Cut(e.Button, "/")
	seq, err := strconv.ParseUint(number, 10, 63)
	if err != nil {
		return 0, nil
	}
	q, err := b.posted(ctx, event.Seq(seq))
	if q == nil || err != nil {
		return 0, err
	}
	if !b.reader(e.Place).In(q.Place) {
		return 0, nil
	}
	return event.Seq(seq), nil
}

// under is where a button was pressed: where the platform does not tell in which thread that was, in that of its post.
func under(e connectors.Event, q *event.PostQueued) event.Place {
	at := place(e.Place)
	if in := q.Place; at.Thread == "" {
		if in.Thread = ""; in == at {
			return q.Place
		}
	}
	return at
}

// says is a button pressed, as the message it stands for.
func (b *Bot) says(c connectors.Connector, e connectors.Event, q *event.PostQueued, post event.Seq, button event.Button) ledger.Entry {
	said := b.Pens.Write(event.Heard{
		Place: under(e, q), Person: person(e.From), Message: string(e.ID()), On: e.At, Text: button.Says,
		Audience: b.audienceOf(e), ReplyTo: post, Alone: alone(button.Says), Cursor: string(e.Cursor),
	})
	said.Trust = event.ByPrincipal
	return said
}

// posted gives what a post says; nil if it is none, or was forgotten.
func (b *Bot) posted(ctx context.Context, seq event.Seq) (*event.PostQueued, error) {
	r, err := b.Mind.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := r.Payload()
	if q, ok := p.(event.PostQueued); ok {
		return &q, err
	}
	return nil, err
}

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
