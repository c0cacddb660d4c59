package change

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// withdraw takes statements back without saying what is right.
func withdraw(ctx context.Context, t *turn.Turn, near []statement) (*turn.Reply, error) {
	explicit := len(t.Command.Handles) > 0
	switch {
	case len(near) == 0 && explicit:
		return withdrawMessage(ctx, t)
	case len(near) == 0:
		return says(t, "I can't tell which statement is wrong. What is right? As in `no, Ana lives in Braga now`.")
	case several(near) && !explicit:
		r := begin(t)
		r.Text.Say("Which of these is wrong?")
		for i, s := range near {
			if i == mostShown {
				break
			}
			r.Text.Item().Claim([]event.Seq{s.seq, s.message}, "%s (%s)", s.told(), s.source(t)).Say(": `wrong m%d`", s.seq)
		}
		return r, nil
	}
	over, err := superseded(ctx, t)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	r.Text.Say("Marked wrong, no longer counted: ")
	for i, s := range near {
		if i > 0 {
			r.Text.Say("; ")
		}
		r.Change(event.Superseded{Memory: s.seq, On: t.Last().On, Reason: reasonWrong})
		r.Text.Claim([]event.Seq{s.seq, s.message}, "%s (%s)", s.told(), s.source(t))
	}
	r.Text.Say(".")
	for _, s := range near {
		if err := bringBack(ctx, t, r, s, over); err != nil {
			return nil, err
		}
	}
	if err := linksWith(ctx, t, r); err != nil {
		return nil, err
	}
	undoable(t, &r.Text)
	r.Text.Say(" What is right?")
	if len(near) == 1 {
		r.Subject, r.About = subjectWithdrawn, near[0].seq
	}
	return r, nil
}

// bringBack restores what a statement that never held had replaced, where nothing but that stood against it.
func bringBack(ctx context.Context, t *turn.Turn, r *turn.Reply, wrong statement, over map[event.Seq][]event.Seq) error {
	if !wrong.memory {
		return nil
	}
	_, p, err := t.Event(ctx, wrong.seq)
	l, ok := p.(event.Learned)
	if err != nil || !ok {
		return err
	}
	for _, seq := range l.Supersedes {
		if len(over[seq]) != 1 {
			continue
		}
		_, p, err := t.Event(ctx, over[seq][0])
		if err != nil {
			return err
		}
		if s, ok := p.(event.Superseded); !ok || s.Reason != event.Changed || s.By != wrong.message {
			continue
		}
		x, err := again(ctx, t, seq)
		if err != nil {
			return err
		}
		if !x.Empty() {
			r.Change(event.Restored{Memory: seq})
			r.Text.Say(" ").Add(&x).Say(".")
		}
	}
	return nil
}

// several says whether statements have more than one handle: those of one message that was not read
// through yet go together.
func several(near []statement) bool {
	return slices.ContainsFunc(near, func(s statement) bool { return s.seq != near[0].seq })
}

// spent says whether all that was learned of a message is over already.
func spent(ctx context.Context, t *turn.Turn, message event.Seq, over map[event.Seq][]event.Seq) (bool, error) {
	made, err := all(ctx, t, ledger.Query{From: []event.Seq{message}, Kinds: []event.Kind{event.Learned{}.Kind()}})
	return len(made) > 0 && !slices.ContainsFunc(made, func(r ledger.Record) bool { return over[r.Seq] == nil }), err
}

// withdrawMessage takes back messages in which no statement was recognised.
func withdrawMessage(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	over, err := superseded(ctx, t)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	for _, h := range t.Command.Handles {
		x, ok, err := named(ctx, t, h)
		if err != nil {
			return nil, err
		}
		on, text, said := saidIn(x.payload)
		if !ok || !said {
			continue
		}
		if !r.Text.Empty() {
			r.Text.Say(" ")
		}
		done := over[x.seq()] != nil
		if !done {
			if done, err = spent(ctx, t, x.seq(), over); err != nil {
				return nil, err
			}
		}
		if done {
			r.Text.Say("`%s` does not count any more.", h)
			continue
		}
		r.Change(event.Superseded{Memory: x.seq(), On: t.Last().On, Reason: reasonWrong})
		r.Text.Say("Marked wrong, no longer counted: ").Claim([]event.Seq{x.seq()}, "%s (you, %s)", quoted(text, phrase.MaxQuote),
			phrase.Source(t.Day(on), 'm', x.seq())).Say(".")
	}
	if len(r.Writes) == 0 {
		if r.Text.Empty() {
			return says(t, "That answer rests on no statement of yours that I could take back. What is right? As in `no, Ana lives in Braga now`.")
		}
		return r, nil
	}
	if err := linksWith(ctx, t, r); err != nil {
		return nil, err
	}
	undoable(t, &r.Text)
	r.Text.Say(" What is right?")
	return r, nil
}
