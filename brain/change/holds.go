package change

import (
	"context"
	"slices"

	"citadel/brain/command"
	"citadel/brain/contest"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// whichHolds takes the answer in words to the question which of two statements holds: "the first", "both". Nil where
// that was not asked, or is settled.
func whichHolds(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	answer := contest.Answered(t.Text)
	if answer == contest.None {
		return nil, nil
	}
	posts := []event.Seq{t.Last().ReplyTo}
	if posts[0] == 0 {
		posts = nil
		t.Read(func(v memory.View) {
			if last, ok := v.Thread.Last(); ok {
				posts = slices.Clone(last.Posts)
			}
		})
	}
	for _, seq := range slices.Backward(posts) {
		rec, p, err := t.Event(ctx, seq)
		q, ok := p.(event.PostQueued)
		if err != nil || !ok || rec.Seq == 0 || !t.Here(q.Place) {
			return nil, err
		}
		c, disputed, err := disputeOf(ctx, t, q)
		if err != nil {
			return nil, err
		}
		if disputed {
			return chosenSide(ctx, t, answer, c)
		}
		two, asked, err := pairOf(ctx, t, q)
		if err != nil {
			return nil, err
		}
		if asked {
			return chosenMessage(ctx, t, answer, two)
		}
	}
	return nil, nil
}

// chosenSide settles a dispute between two memories.
func chosenSide(ctx context.Context, t *turn.Turn, answer contest.Answer, c contested) (*turn.Reply, error) {
	t.Command = &command.Command{Name: "confirm"}
	if why := t.Last().NoYes(); why != "" {
		return says(t, "%s, and nothing was done. Write it anew.", why)
	}
	switch answer {
	case contest.First:
		return settle(t, c, c.sides[0].seq), nil
	case contest.Second:
		return settle(t, c, c.sides[1].seq), nil
	case contest.Neither:
		return neither(ctx, t, "wrong "+c.sides[0].handle()+" "+c.sides[1].handle())
	}
	r := begin(t)
	rests := append([]event.Seq{c.seq}, append(c.sides[0].rests(), c.sides[1].rests()...)...)
	write(r, event.Settled{Dispute: c.seq, How: event.BothHold}, rests...)
	tellBoth(t, r, c.sides[0].side(), c.sides[1].side())
	return r, nil
}

// chosenMessage settles what was asked of two messages. Of what holds a memory is made, and of what does not, it is history.
func chosenMessage(ctx context.Context, t *turn.Turn, answer contest.Answer, two pair) (*turn.Reply, error) {
	holds, over := two.sides[0], two.sides[1]
	switch answer {
	case contest.Neither:
		t.Command = &two.wrong
		return wrong(ctx, t)
	case contest.Both:
		asCommand(t, "")
		r := begin(t)
		if err := keepBoth(ctx, t, r, two); err != nil {
			return nil, err
		}
		tellBoth(t, r, two.sides[0].side(), two.sides[1].side())
		return r, nil
	case contest.Second:
		holds, over = over, holds
	}
	asCommand(t, "")
	r := begin(t)
	it := holds.item
	it.Text, it.Quote, it.Hedge = phrase.Bare(extract.Firmly(it.Quote)), "", "" // this message does not say it
	learn(t, r, []extract.Item{it}, []statement{over})
	r.Text.Say("Settled: ").Claim(holds.seqs(), "%s", holds.side().Told(t.Now)).Say(" holds.")
	r.Text.Item().Claim(over.seqs(), "%s", over.side().Told(t.Now)).Say(": kept as history, no longer current")
	r.Text.Break().Say("`undo` within ").Claim(t.Heard(), "24 h").Say(".")
	return r, nil
}

func neither(ctx context.Context, t *turn.Turn, says string) (*turn.Reply, error) {
	c, _ := command.Parse(says)
	t.Command = &c
	return wrong(ctx, t)
}

// keepBoth makes memories of two messages at once: read through later, the newer would replace the older.
func keepBoth(ctx context.Context, t *turn.Turn, r *turn.Reply, two pair) error {
	rests := append(two.sides[0].seqs(), two.sides[1].seqs()...)
	done := event.Integrated{By: byRules}
	for _, side := range two.sides {
		if side.memory {
			continue
		}
		all, err := statements(ctx, t, []event.Seq{side.message})
		if err != nil {
			return err
		}
		rec, p, err := t.Event(ctx, side.message)
		said, ok := p.(event.Heard)
		if err != nil || !ok {
			return err
		}
		for _, s := range all {
			if s.memory || s.item.Attribute == "" && s.item.Kind != extract.Statement {
				continue
			}
			sort := s.item.Kind
			if sort == extract.Correction {
				sort = extract.Fact
			}
			write(r, event.Learned{
				Sort: string(sort), Text: s.item.Text, Quote: s.item.Quote, Subject: s.item.Subject, Attribute: s.item.Attribute, Value: s.item.Value,
				Provenance: event.Stated, Importance: s.item.Importance, Class: string(s.item.Class), On: s.on, Hedged: s.item.Hedge != "",
				Audience: said.Audience, Place: memory.Sight{Audience: said.Audience, Place: said.Place}.Room(),
			}, rec.Seq)
			done.Learned++
		}
		done.Messages = append(done.Messages, side.message)
	}
	if len(done.Messages) > 0 {
		r.Change(done)
	}
	write(r, event.Settled{How: event.BothHold}, rests...)
	return nil
}

// tellBoth says that both of two statements are kept.
func tellBoth(t *turn.Turn, r *turn.Reply, a, b contest.Side) {
	r.Text.Say("Both hold: ").Claim(a.Rests(), "%s", a.Told(t.Now)).Say(" and ").Claim(b.Rests(), "%s", b.Told(t.Now))
	r.Text.Say(". I won't ask again; `wrong %s` takes one back.", phrase.Handle('m', b.Memory))
}

// side is a statement as one of two that cannot both hold.
func (s statement) side() contest.Side {
	return contest.Side{Memory: s.seq, Source: s.message, Learned: event.Learned{
		Quote: s.item.Quote, Subject: s.item.Subject, Attribute: s.item.Attribute, Value: s.item.Value, Hedged: s.item.Hedge != "", On: s.on,
	}}
}
