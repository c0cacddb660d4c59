package change

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// confine keeps a reply where it may be read: what rests on words from a more private place
// goes to a direct message, if that may show them, and else stays unsaid (TRUST, Private into
// public). What was asked for is done all the same: he asked for it.
func confine(ctx context.Context, t *turn.Turn, r *turn.Reply) error {
	here := t.Asked()
	if here.Private() || t.Sight().Private() { // who wants private words shown here said so
		return nil
	}
	said, err := t.Mind.Roots(ctx, append(r.Text.Rests(), r.About)...)
	if err != nil || here.ShowsAll(said) {
		return err
	}
	if here.Audience == event.Shared {
		t.Read(func(v memory.View) { r.To, r.Direct = v.DirectFor(t.Place, said...) })
	}
	if r.Direct {
		return nil
	}
	r.Text, r.Buttons, r.About = phrase.Text{}, nil, 0
	if len(r.Writes) > 0 || r.Forget != nil {
		r.Text.Say("Done. ")
	}
	r.Text.Say("It rests on words from a more private place: ask me there, and I show it.")
	return nil
}

// tellable keeps of things those whose events may all be shown to whoever reads the reply.
func tellable[T any](ctx context.Context, t *turn.Turn, things []T, made func(T) []event.Seq) ([]T, error) {
	if t.Sight().Private() {
		return things, nil
	}
	var kept []T
	for _, thing := range things {
		roots, err := t.Mind.Roots(ctx, made(thing)...)
		if err != nil {
			return nil, err
		}
		if t.Sight().ShowsAll(roots) {
			kept = append(kept, thing)
		}
	}
	return kept, nil
}
