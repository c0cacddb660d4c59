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
