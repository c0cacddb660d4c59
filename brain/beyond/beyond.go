// Package beyond finds out whether a list leaves out what the private conversation holds, and says so:
// a list that keeps silent of it claims that there is nothing (TRUST, Private into public).
package beyond

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// Line says that there is more where fewer read, and how to have it shown.
const Line = "There is more in our private conversation; `show it here` brings it."

// nothing stands for a list without entries where there is more: that there is none at all would be untrue.
const nothing = "Nothing that I may show here."

// Private gives the private conversation that holds more than a reader may see. ok is false where he
// reads it, where there is none, and where others read along: they are told of none.
func Private(t *turn.Turn, reader memory.Sight) (private memory.Sight, ok bool) {
	if reader.Audience != event.Work {
		return memory.Sight{}, false
	}
	direct := t.Direct()
	i := slices.IndexFunc(direct, memory.Sight.Private)
	if i < 0 {
		return memory.Sight{}, false
	}
	return direct[i], true
}

// Tell adds the line to a list where the same list, asked for in the private conversation, rests on
// words that its reader may not see, and says whether it does. list gives it for a turn, and is asked
// only where there may be more. Errors are those of list and of the ledger.
func Tell(ctx context.Context, t *turn.Turn, r *turn.Reply, list func(context.Context, *turn.Turn) (*turn.Reply, error)) (more bool, err error) {
	reader := t.Sight()
	if r.Direct && t.Audience == event.Shared && r.To != (memory.Sight{}) {
		reader = r.To
	}
	private, ok := Private(t, reader)
	if !ok || r.Text.Empty() {
		return false, nil
	}
	there := *t
	there.Place, there.Audience, there.Was, there.Reader = private.Place, private.Audience, event.Place{}, memory.Sight{}
	whole, err := list(ctx, &there)
	if err != nil || whole == nil {
		return false, err
	}
	roots, err := t.Mind.Roots(ctx, whole.Text.Rests()...)
	if err != nil || reader.ShowsAll(roots) {
		return false, err
	}
	Add(t, r)
	return true, nil
}

// Hides says whether an event rests on words that a reader may not see.
func Hides(ctx context.Context, t *turn.Turn, reader memory.Sight, seq event.Seq) (bool, error) {
	roots, err := t.Mind.Roots(ctx, seq)
	return err == nil && !reader.ShowsAll(roots), err
}

// Add adds the line. A reply that rests on nothing but the question says that there is nothing, which
// the line would gainsay.
func Add(t *turn.Turn, r *turn.Reply) {
	heard := t.Heard()
	if !slices.ContainsFunc(r.Text.Rests(), func(s event.Seq) bool { return !slices.Contains(heard, s) }) {
		r.Text = *new(phrase.Text).Say(nothing)
	}
	r.Text.Break().Say(Line)
}
