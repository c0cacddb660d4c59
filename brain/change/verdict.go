package change

import (
	"context"
	"slices"

	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Why a memory was superseded by a verdict.
const (
	reasonRejected = "rejected"
	reasonChosen   = "the other one holds"
)

// confirmMemory takes the principal's word for something that was inferred, or for one side of
// two statements that cannot both hold.
func confirmMemory(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	o, refusal, err := judgedOn(ctx, t)
	if err != nil || refusal != nil || o.seq == 0 {
		return refusal, err
	}
	if c, ok, err := contestOf(ctx, t, o.seq); err != nil {
		return nil, err
	} else if ok {
		return settle(t, c, o.seq), nil
	}
	r := begin(t)
	switch {
	case o.doubted():
		return assured(t, r, o), nil
	case o.learned.Provenance == event.Stated:
		r.Text.Say("You said that yourself on ").Claim(o.rests(), "%s", phrase.Source(t.FullDay(o.learned.On), 'm', o.source))
		r.Text.Say(": it counts without a confirmation. `wrong %s` corrects it.", o.handle())
		return r, nil
	case o.held.Confirmed:
		return says(t, "You confirmed `%s` before.", o.handle())
	}
	write(r, event.Judged{Memory: o.seq, Verdict: event.Confirmed})
	r.Text.Say("You confirmed: ").Claim(o.rests(), "%s", o.words()).Say(". It counts from now on as if you had told me.")
	undoable(t, &r.Text)
	return r, nil
}

// assured puts what he was not sure of in its place as he says it now: without the doubt.
func assured(t *turn.Turn, r *turn.Reply, o opinion) *turn.Reply {
	sure := o.learned
	sure.Text, sure.Quote = extract.Firmly(sure.Quote), "" // the message that confirms it does not say it
	sure.Hedged, sure.On = false, t.Last().On
	sure.Supersedes, sure.Amends = []event.Seq{o.seq}, nil
	r.Change(sure)
	r.Change(event.Superseded{Memory: o.seq, By: t.Last().Seq, On: t.Last().On, Reason: event.Firmer})
	r.Change(event.Integrated{Messages: []event.Seq{t.Last().Seq}, By: byRules, Learned: 1})
	r.Text.Say("You are sure of it now: ").Claim(o.rests(), "%s", quoted(sure.Text, echo)).Say(".")
	undoable(t, &r.Text)
	return r
}

// reject takes the principal's word against something that was inferred.
func reject(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command.Handle().Letter == 'e' {
		return judgeEdge(ctx, t, event.Rejected)
	}
	o, refusal, err := judgedOn(ctx, t)
	if err != nil || refusal != nil || o.seq == 0 {
		return refusal, err
	}
	if c, ok, err := contestOf(ctx, t, o.seq); err != nil {
		return nil, err
	} else if ok {
		other := c.sides[0]
		if other.seq == o.seq {
			other = c.sides[1]
		}
		return settle(t, c, other.seq), nil
	}
	r := begin(t)
	if o.learned.Provenance == event.Stated && !o.doubted() {
		r.Text.Say("You said that yourself on ").Claim(o.rests(), "%s", phrase.Source(t.FullDay(o.learned.On), 'm', o.source))
		r.Text.Say(". `wrong %s` takes it back.", o.handle())
		return r, nil
	}
	write(r, event.Judged{Memory: o.seq, Verdict: event.Rejected})
	write(r, event.Superseded{Memory: o.seq, On: t.Last().On, Reason: reasonRejected})
	r.Text.Say("Rejected, no longer counted: ").Claim(o.rests(), "%s", o.words()).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// skipMemory leaves a proposal without a verdict. What is skipped twice is not asked about again
// and stays what it is: usable, with its doubt.
func skipMemory(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	o, refusal, err := judgedOn(ctx, t)
	if err != nil || refusal != nil || o.seq == 0 {
		return refusal, err
	}
	if !waits(t, o.seq) {
		return says(t, "`%s` does not wait for your word. `review` lists what does.", o.handle())
	}
	skipped, err := timesSkipped(ctx, t, o.seq)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	write(r, event.Judged{Memory: o.seq, Verdict: event.Skipping})
	if skipped+1 < beliefs.Skips {
		r.Text.Say("Skipped: ").Claim(o.rests(), "%s", o.words()).Say(". I'll ask once more, then leave it alone.")
	} else {
		r.Text.Say("Skipped twice: ").Claim(o.rests(), "%s", o.words()).Say(". I leave it alone now; `confirm %s` still works.", o.handle())
	}
	undoable(t, &r.Text)
	return r, nil
}

func waits(t *turn.Turn, seq event.Seq) (yes bool) {
	t.Read(func(v memory.View) { yes = slices.Contains(v.Beliefs.Proposals(v.Beliefs.Len()), seq) })
	return yes
}

func timesSkipped(ctx context.Context, t *turn.Turn, seq event.Seq) (n int, err error) {
	verdicts, err := all(ctx, t, ledger.Query{After: seq, Kinds: []event.Kind{event.Judged{}.Kind()}})
	for _, rec := range verdicts {
		p, err := rec.Payload()
		if err != nil {
			return 0, err
		}
		switch j, _ := p.(event.Judged); {
		case j.Memory != seq:
		case j.Verdict == event.Skipping:
			n++
		case j.Verdict == event.Withdrawn:
			n = max(0, n-1)
		}
	}
	return n, err
}

// settle records which of two statements holds. The other stays, as history.
func settle(t *turn.Turn, c contested, keeps event.Seq) *turn.Reply {
	winner, loser := c.sides[0], c.sides[1]
	if winner.seq != keeps {
		winner, loser = loser, winner
	}
	r := begin(t)
	write(r, event.Superseded{Memory: loser.seq, On: t.Last().On, Reason: reasonChosen})
	if winner.learned.Provenance != event.Stated {
		write(r, event.Judged{Memory: winner.seq, Verdict: event.Confirmed})
	}
	write(r, event.Settled{Dispute: c.seq, Keeps: winner.seq, How: event.Chosen})
	r.Text.Say("Settled: ").Claim(winner.rests(), "%s", winner.side().Told(t.Now)).Say(" holds.")
	r.Text.Item().Claim(loser.rests(), "%s", loser.side().Told(t.Now))
	r.Text.Say(": kept as history, no longer current").Break().Say("`undo` within ").Claim(t.Heard(), "24 h").Say(".")
	return r
}

// contestOf finds the open dispute in which a memory stands.
func contestOf(ctx context.Context, t *turn.Turn, seq event.Seq) (contested, bool, error) {
	open, err := openDisputes(ctx, t)
	for _, c := range open {
		if c.sides[0].seq == seq || c.sides[1].seq == seq {
			return c, true, err
		}
	}
	return contested{}, false, err
}

// judgedOn finds the one memory that a verdict means: the one it names, else what the post it
// replies to put before the principal, else what the newest post here did. Where that leaves a
// doubt, ask is the reply to give; where nothing was put before him, there is neither, and the
// words are talk.
func judgedOn(ctx context.Context, t *turn.Turn) (o opinion, ask *turn.Reply, err error) {
	if len(t.Command.Handles) > 1 {
		ask, err = says(t, "One at a time: which first?")
		return o, ask, err
	}
	if h := t.Command.Handle(); h != (command.Handle{}) {
		return namedOpinion(ctx, t, h)
	}
	post := t.Last().ReplyTo
	if post == 0 {
		t.Read(func(v memory.View) {
			if last, ok := v.Thread.Last(); ok && len(last.Posts) > 0 {
				post = last.Posts[len(last.Posts)-1]
			}
		})
	}
	shown, err := putBefore(ctx, t, post)
	if err != nil {
		return o, nil, err
	}
	switch len(shown) {
	case 0:
		return o, nil, nil
	case 1:
		return namedOpinion(ctx, t, command.Handle{Letter: 'm', N: uint64(shown[0])})
	}
	r := begin(t)
	if allOfThem(t.Command) {
		r.Text.Say("One at a time, and nothing was done. ")
	}
	r.Text.Say("Which one? As in `%s %s`.", t.Command.Name, phrase.Handle('m', shown[0]))
	return o, r, nil
}

// allOfThem says whether a verdict was given on everything at once: "confirm all". What is inferred is looked at one by
// one, or a wrong one among the right ones passes unseen.
func allOfThem(c *command.Command) bool { return c.Has("all") || c.Has("everything") }

// namedOpinion is the memory of a handle, or why there is nothing to judge under it.
func namedOpinion(ctx context.Context, t *turn.Turn, h command.Handle) (o opinion, ask *turn.Reply, err error) {
	x, ok, err := named(ctx, t, h)
	if err != nil {
		return o, nil, err
	}
	switch {
	case !ok:
		ask, err = unknown(t, h)
		return o, ask, err
	case x.gone():
		ask, err = says(t, "`%s` was forgotten.", h)
		return o, ask, err
	}
	may, err := tellable(ctx, t, []event.Seq{x.seq()}, func(s event.Seq) []event.Seq { return []event.Seq{s} })
	if err != nil {
		return o, nil, err
	}
	o, ok, err = opinionOf(ctx, t, x.seq())
	switch {
	case err != nil:
	case len(may) == 0:
		ask, err = unknown(t, h)
	case !ok && h.Letter == 'd':
		ask, err = says(t, "`%s` is a decision: `record %s` or `not a decision %s`.", h, h, h)
	case !ok:
		ask, err = says(t, "`%s` is nothing that I inferred. `review` lists what waits for your word.", h)
	case o.held.Over:
		ask, err = says(t, "`%s` no longer counts.", h)
	}
	return o, ask, err
}

// putBefore are the memories that a post of ours put before the principal and that may still be
// judged: those proposed in its turn, or both sides of the dispute it is about.
func putBefore(ctx context.Context, t *turn.Turn, post event.Seq) (shown []event.Seq, err error) {
	if post == 0 {
		return nil, nil
	}
	rec, p, err := t.Event(ctx, post)
	q, ok := p.(event.PostQueued)
	if err != nil || !ok || !t.Here(q.Place) {
		return nil, err
	}
	t.Read(func(v memory.View) {
		for _, d := range v.Beliefs.Disputes() {
			if d.Seq == q.About && q.About != 0 {
				shown = slices.Clone(d.Between)
			}
		}
	})
	if len(shown) > 0 {
		return shown, nil
	}
	near, err := all(ctx, t, ledger.Query{After: rec.Cause(), Before: post, Kinds: []event.Kind{event.Proposed{}.Kind()}, Limit: mostProposed})
	for _, n := range near {
		if n.Cause() != rec.Cause() {
			continue
		}
		p, err := n.Payload()
		if err != nil {
			return nil, err
		}
		if m, ok := p.(event.Proposed); ok && waits(t, m.Memory) {
			shown = append(shown, m.Memory)
		}
	}
	return shown, err
}
