package procedure

import (
	"context"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// rephrased gives a reminder the words that its message has now, where that was edited and only gave its words: the answer to
// what shall be said.
func (v *visit) rephrased(ctx context.Context) (*turn.Reply, error) {
	last := v.Turn.Last()
	if !last.Mended() || len(v.Messages) > 1 || v.Command != nil {
		return nil, nil
	}
	w, ok, err := v.reads(ctx, last.Seq)
	if err != nil || !ok {
		return nil, err
	}
	old, set, present, err := v.setBy(ctx, w)
	if err != nil || set == 0 || present {
		return nil, err
	}
	was, err := v.wordingBefore(ctx, w)
	if err != nil {
		return nil, err
	}
	_, asked := readRequest(was)
	_, asks := readRequest(w.text)
	m, told := v.momentOf(old)
	if asked || asks || !told || tidy(was) != old.Text {
		return nil, nil
	}
	return replacing(v.set(request{text: w.text, what: tidy(w.text), given: &m}, last.Seq, v.Heard()), set), nil
}

// wordingBefore is how an edited message read before its latest edit.
func (v *visit) wordingBefore(ctx context.Context, w reworded) (text string, err error) {
	_, p, err := v.Event(ctx, w.wordings[0])
	if h, ok := p.(event.Heard); ok {
		text = h.Text
	}
	for e, err := range ledger.Each[event.Edited](ctx, v.Mind, ledger.Query{From: w.wordings[:1]}) {
		if err != nil {
			return "", err
		}
		if e.Said.Message == w.wordings[0] && e.Trust == event.ByPrincipal && e.Seq != w.now() {
			text = e.Said.Text
		}
	}
	return text, err
}
