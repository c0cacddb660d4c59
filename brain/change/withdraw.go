package change

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
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
	undoable(t, &r.Text)
	r.Text.Say(" What is right?")
	return r, nil
}

// several says whether statements have more than one handle: those of one message that was not read
// through yet go together.
func several(near []statement) bool {
	return slices.ContainsFunc(near, func(s statement) bool { return s.seq != near[0].seq })
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
		if over[x.seq()] != nil {
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
	undoable(t, &r.Text)
	r.Text.Say(" What is right?")
	return r, nil
}
