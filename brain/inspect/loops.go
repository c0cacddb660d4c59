package inspect

import (
	"cmp"
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// openLoops lists what is open: what is due first, then the oldest.
func openLoops(ctx context.Context, l *look) (*turn.Reply, error) {
	var open []loops.Loop
	l.turn.Read(func(v memory.View) { open = slices.Clone(v.Loops.Loops) })
	open, err := visible(ctx, l, open, alone(func(o loops.Loop) event.Seq { return o.Seq }))
	if err != nil {
		return nil, err
	}
	if len(open) == 0 {
		text := new(phrase.Text).Say("Nothing is open. When you say that you will do something (`I'll send Priya the draft by Friday`), it is listed here until it is done.")
		return l.says(text), nil
	}
	slices.SortStableFunc(open, func(a, b loops.Loop) int {
		switch {
		case a.Due.IsZero() && b.Due.IsZero():
			return cmp.Compare(a.Seq, b.Seq)
		case a.Due.IsZero():
			return 1
		case b.Due.IsZero():
			return -1
		}
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Seq, b.Seq))
	})
	head := new(phrase.Text).Claim(numbers(open, func(o loops.Loop) event.Seq { return o.Seq }), "**%s.**", phrase.Count(len(open), "open loop"))
	foot := new(phrase.Text).Say("`close l%d` closes one.", open[0].Seq)
	return l.list(head, each(open, func(o loops.Loop) (*phrase.Text, error) { return l.loop(ctx, o) }), foot)
}

// loop words one loop: "`l18` "Revisit rates" (you, 2 Sep 2026), due Fri 27 Nov".
func (l *look) loop(ctx context.Context, o loops.Loop) (*phrase.Text, error) {
	letter, seq, err := l.origin(ctx, o.Seq, 'l')
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text).Say("`l%d` ", o.Seq).Claim([]event.Seq{o.Seq, seq}, "%s (you, %s)",
		quote(o.Text), phrase.Source(l.turn.FullDay(o.On), letter, seq))
	return t.Add(l.due(o.Seq, o.LoopOpened)), nil
}

// due words when a loop is due, with a comma before it; nothing if that was not said.
func (l *look) due(seq event.Seq, o event.LoopOpened) *phrase.Text {
	t := new(phrase.Text)
	if o.Due.IsZero() {
		return t
	}
	word := "due"
	if o.Due.Before(l.turn.Now) {
		word = "was due"
	}
	t.Claim([]event.Seq{seq}, ", %s %s", word, phrase.Day(o.Due, l.turn.Now))
	if o.DueText != "" {
		t.Claim([]event.Seq{seq}, " (%s)", quote(o.DueText))
	}
	return t
}
