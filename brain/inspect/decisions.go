package inspect

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
)

// decided lists the principal's decisions, newest first, after those that wait for his
// word.
func decided(ctx context.Context, l *look) (*turn.Reply, error) {
	all, err := l.decisions(ctx)
	if err != nil {
		return nil, err
	}
	waiting, err := l.proposals(ctx)
	if err != nil {
		return nil, err
	}
	if len(all)+len(waiting) == 0 {
		return l.says(new(phrase.Text).Say("No decision is recorded. When you say `we decided to drop the Henderson retainer because they pay late`, I ask whether to record it.")), nil
	}
	if len(all) == 0 {
		head := new(phrase.Text).Say("**No decision is recorded; ").
			Claim(numbers(waiting, func(p decisions.Proposal) event.Seq { return p.Seq }), "%s for your word.**", waits(len(waiting)))
		return l.list(head, each(waiting, l.proposal), nil)
	}
	head := new(phrase.Text).Claim(numbers(all, func(d decisions.Decision) event.Seq { return d.Seq }), "**%s", phrase.Count(len(all), "decision")+over(all)+inOrder(len(all)))
	if len(waiting) > 0 {
		head.Say("; ").Claim(numbers(waiting, func(p decisions.Proposal) event.Seq { return p.Seq }), "%s for your word", waits(len(waiting)))
	}
	head.Say(".**")
	items := func(yield func(*phrase.Text, error) bool) {
		for _, p := range slices.Backward(waiting) {
			if !yield(l.proposal(p)) {
				return
			}
		}
		for _, d := range slices.Backward(all) {
			if !yield(l.decided(d), nil) {
				return
			}
		}
	}
	foot := new(phrase.Text).Say("`revisit d%d` looks at one again.", all[len(all)-1].Number())
	return l.list(head, items, foot)
}

// over says how many of them were reversed: they stay in the list as history.
func over(all []decisions.Decision) string {
	n := 0
	for _, d := range all {
		if d.Reversed() {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case n == len(all):
		return ", reversed"
	}
	return ", " + phrase.Thousands(n) + " reversed"
}

// inOrder says in which order a list stands, where it has one.
func inOrder(n int) string {
	if n < 2 {
		return ""
	}
	return ", newest first"
}

func waits(n int) string {
	if n == 1 {
		return "1 waits"
	}
	return phrase.Thousands(n) + " wait"
}

// decisions gives those that may be shown, oldest first.
func (l *look) decisions(ctx context.Context) ([]decisions.Decision, error) {
	var all []decisions.Decision
	l.turn.Read(func(v memory.View) {
		for _, d := range v.Decisions.Decisions {
			d.Revisions = slices.Clone(d.Revisions)
			all = append(all, d)
		}
	})
	return visible(ctx, l, all, decisions.Decision.Rests)
}

func (l *look) proposals(ctx context.Context) ([]decisions.Proposal, error) {
	var all []decisions.Proposal
	l.turn.Read(func(v memory.View) { all = slices.Clone(v.Decisions.Proposals) })
	return visible(ctx, l, all, alone(func(p decisions.Proposal) event.Seq { return p.Seq }))
}

// decision finds one that is recorded and not withdrawn.
func (l *look) decision(seq event.Seq) (d decisions.Decision, ok bool) {
	l.turn.Read(func(v memory.View) {
		d, ok = v.Decisions.Decision(seq)
		d.Revisions = slices.Clone(d.Revisions)
	})
	return d, ok
}

// known is the number by which a decision is known: that of its proposal, where it had one.
func (l *look) known(seq event.Seq) event.Seq {
	if d, ok := l.decision(seq); ok {
		return d.Number()
	}
	return seq
}

func (l *look) proposal(p decisions.Proposal) (*phrase.Text, error) {
	return new(phrase.Text).Say("`d%d` ", p.Seq).Claim([]event.Seq{p.Seq}, "%s, overheard %s", quote(p.Text),
		phrase.Source(l.turn.FullDay(p.On), 'd', p.Seq)).Say("; waits for `record d%d` or `not a decision d%d`", p.Seq, p.Seq), nil
}

// decided words one decision as it stands: "`d31` drop the retainer (you, 4 Mar 2026)".
func (l *look) decided(d decisions.Decision) *phrase.Text {
	t := new(phrase.Text).Say("`d%d` ", d.Number()).Claim(d.Rests(), "%s (you, %s)", title(d.Standing()),
		phrase.Source(l.turn.FullDay(d.On), 'd', d.Number()))
	if n := len(d.Revisions); n > 0 {
		r := d.Revisions[n-1]
		t.Claim([]event.Seq{r.Seq}, "; %s %s", revised(r.How), l.turn.FullDay(r.On))
	}
	if at := d.ReviewAt(); !at.IsZero() && !d.Reversed() {
		t.Claim(d.Rests(), "; look again %s", phrase.Day(at, l.turn.Now))
	}
	return t
}

// decisionLine words a decision as a piece of evidence: what it says now, and that it was reversed;
// nil where what became of it may not be shown.
func (l *look) decisionLine(ctx context.Context, d decisions.Decision) (*phrase.Text, error) {
	if shown, err := visible(ctx, l, []decisions.Decision{d}, decisions.Decision.Rests); err != nil || len(shown) == 0 {
		return nil, err
	}
	t := new(phrase.Text).Claim(d.Rests(), "Decision `d%d`: %s (%s)", d.Number(), title(d.Standing()),
		phrase.Source(l.turn.FullDay(d.On), 'd', d.Number()))
	if d.Reversed() {
		r := d.Revisions[len(d.Revisions)-1]
		t.Claim([]event.Seq{r.Seq}, ", reversed %s", l.turn.FullDay(r.On))
	}
	return t, nil
}

// decisionHead is how a message about a decision begins (MESSAGES 5).
func (l *look) decisionHead(d decisions.Decision) *phrase.Text {
	only := []event.Seq{d.Seq}
	t := new(phrase.Text).Claim(d.Rests(), "**Decision d%d: %s.** Yours, %s.", d.Number(), title(d.Standing()),
		phrase.Source(fullDay(d.On, l.turn.Now), 'd', d.Number()))
	if d.Standing() != d.Text {
		t.Say(" It was first: ").Claim(only, "%s", quote(d.Text)).Say(".")
	}
	if d.Reason != "" {
		t.Say(" Reason then: ").Claim(only, "%s", quote(d.Reason)).Say(".")
	}
	return t
}

// revision words what came of looking at a decision again.
func (l *look) revision(r decisions.Revision) *phrase.Text {
	t, only := new(phrase.Text), []event.Seq{r.Seq}
	on := phrase.Source(l.turn.FullDay(r.On), 'd', l.known(r.Decision))
	if r.How == event.Amend {
		return t.Claim(only, "You amended it: %s (%s)", quote(r.Text), on)
	}
	return t.Claim(only, "You %s it (%s)", revised(r.How), on)
}
