package inspect

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/beliefs"
	"citadel/memory/event"
)

// theory is a reason that was thought of, and how far it can be relied on.
type theory struct {
	agency.Theory
	beliefs.Held
}

func (t theory) rests() []event.Seq { return append([]event.Seq{t.Theory.Seq}, t.Of...) }

// theories lists the reasons that the agent thought of and that nothing has ended, newest first.
func theories(ctx context.Context, l *look) (*turn.Reply, error) {
	var all []theory
	l.turn.Read(func(v memory.View) {
		for _, t := range slices.Backward(v.Agency.Theories) {
			if h, ok := v.Beliefs.Of(t.Seq); ok && !h.Over && !h.Contradicted {
				all = append(all, theory{t, h})
			}
		}
	})
	all, err := visible(ctx, l, all, theory.rests)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return l.says(new(phrase.Text).Say("I have no theory yet. One joins two things that you told me by a reason. With a model I look for some every four hours, and put one to you once more speaks for it.")), nil
	}
	seqs := numbers(all, func(t theory) event.Seq { return t.Theory.Seq })
	head := new(phrase.Text).Claim(seqs, "**%s of mine%s.**", phrase.Count(len(all), "theory"), inOrder(len(all)))
	foot := new(phrase.Text).Say("Nobody told me these. `confirm m%[1]d` or `reject m%[1]d` settles one; the rest fade.", all[0].Theory.Seq)
	return l.list(head, each(all, func(t theory) (*phrase.Text, error) { return l.theory(ctx, t) }), foot)
}

// theory words one: "`m12` A guess: "Henderson pays late because …", from what you told me on 4 Mar and 3 Sep 2026; borne
// out by two messages since".
func (l *look) theory(ctx context.Context, t theory) (*phrase.Text, error) {
	x := new(phrase.Text).Say("`m%d` ", t.Theory.Seq)
	switch doubt := phrase.Doubt(t.Confidence(l.turn.Now)); {
	case t.Confirmed:
		x.Say("You confirmed: ")
	case doubt != "":
		x.Say("%s: ", capital(doubt))
	}
	x.Claim([]event.Seq{t.Theory.Seq}, "%s", quote(t.Text)).Say(", from what you told me on ")
	for i, seq := range t.Of {
		e, ok, err := l.event(ctx, seq)
		if err != nil || !ok {
			return x, err
		}
		letter, root, err := l.origin(ctx, seq, 'm')
		if err != nil {
			return nil, err
		}
		switch {
		case i > 0 && i == len(t.Of)-1:
			x.Say(" and ")
		case i > 0:
			x.Say(", ")
		}
		x.Claim([]event.Seq{seq}, "%s", phrase.Source(l.turn.FullDay(saidOn(e)), letter, root))
	}
	if since := t.Count - 1; since > 0 && !t.Confirmed {
		x.Claim(t.Roots, "; borne out by %s since", phrase.Few(since, "message"))
	}
	return x, nil
}
