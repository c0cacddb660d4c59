package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/store"
	"citadel/memory/words"
)

// revisit looks at a decision again: what was decided, when and why, and what was said and
// learned since that bears on it (MESSAGES 5, without a model). It takes a side only where
// a rule is sure of it: a review that kept the decision speaks for it, and a reason that
// was corrected since speaks against. All else is listed without a side.
func revisit(ctx context.Context, l *look) (*turn.Reply, error) {
	d, refusal, err := l.whichDecision(ctx)
	if err != nil {
		return nil, err
	}
	if refusal != nil {
		return refusal, nil
	}
	since, sides, err := l.since(ctx, d)
	if err != nil {
		return nil, err
	}
	head := l.decisionHead(d)
	if d.Reversed() {
		last := d.Revisions[len(d.Revisions)-1]
		head.Say(" ").Claim([]event.Seq{last.Seq}, "Reversed %s.", fullDay(last.On, l.turn.Now))
	}
	foot := new(phrase.Text).Say("I can't weigh this without a model.")
	if l.turn.Host.Reasons() {
		foot = new(phrase.Text).Say("This takes no side. Ask me what I'd do, and a model weighs it.")
	}
	if len(since) == 0 {
		head.Break().Say("Since then: nothing that shares its words.")
	} else {
		head.Break().Say("Since then:").Break()
		if !sides.Empty() {
			foot.Say(" That is the evidence: ").Add(sides).Say(".")
		}
	}
	r, err := l.list(head, each(since, func(t *phrase.Text) (*phrase.Text, error) { return t, nil }), foot)
	if err != nil {
		return nil, err
	}
	r.About = d.Seq
	for _, b := range []struct{ label, says string }{
		{"Keep it", "keep it"}, {"Amend", "amend"}, {"Reverse", "reverse"}, {"Not now", "not now"},
	} {
		r.Buttons = append(r.Buttons, event.Button{Label: b.label, Says: fmt.Sprintf("%s d%d", b.says, d.Number())})
	}
	return r, nil
}

// whichDecision finds the one that is meant: by its handle, by what was replied to, by
// words, or because there is only one. Otherwise it gives the reply that asks.
func (l *look) whichDecision(ctx context.Context) (decisions.Decision, *turn.Reply, error) {
	none := decisions.Decision{}
	if len(l.cmd.Handles) > 0 {
		h := l.cmd.Handle()
		e, refusal, err := l.at(ctx, h)
		if err != nil {
			return none, nil, err
		}
		if refusal != nil {
			return none, l.says(refusal), nil
		}
		if d, ok := l.decision(e.Seq); ok {
			return d, nil, nil
		}
		text, err := l.whole(ctx, h) // a proposal, or withdrawn
		return none, l.says(text), err
	}
	all, err := l.decisions(ctx)
	if err != nil {
		return none, nil, err
	}
	if len(all) == 0 {
		return none, l.says(new(phrase.Text).Say("No decision is recorded yet, so there is none to look at again. When you say what you decided, I ask whether to record it.")), nil
	}
	if l.cmd.Words != "" {
		best := named(l.cmd.Words, all)
		if len(best) == 1 {
			return best[0], nil, nil
		}
		if len(best) == 0 {
			head := new(phrase.Text).Say("I have no decision about ").Claim(l.turn.Heard(), "%s", quote(l.cmd.Words)).Say(". These are recorded:")
			return l.ask(head, all)
		}
		return l.ask(new(phrase.Text).Say("Several fit:"), best)
	}
	for _, to := range []event.Seq{l.replyTo, l.turn.Last().Under} {
		if to == 0 {
			continue
		}
		if about, err := l.repliedDecisions(ctx, to, all); err != nil {
			return none, nil, err
		} else if len(about) == 1 {
			return about[0], nil, nil
		} else if len(about) > 1 {
			return l.ask(new(phrase.Text).Say("That names several decisions:"), about)
		}
	}
	if len(all) == 1 {
		return all[0], nil, nil
	}
	return l.ask(new(phrase.Text).Say("Your decisions, newest first:"), all)
}

// ask lists decisions, newest first, and asks which is meant.
func (l *look) ask(head *phrase.Text, of []decisions.Decision) (decisions.Decision, *turn.Reply, error) {
	of = slices.Clone(of)
	slices.Reverse(of)
	foot := new(phrase.Text).Say("Which one? `revisit d%d`, for example.", of[0].Number())
	r, err := l.list(head, each(of, func(d decisions.Decision) (*phrase.Text, error) { return l.decided(d), nil }), foot)
	return decisions.Decision{}, r, err
}

// named gives the decisions that share the most words with a phrase such as "the pricing
// decision"; none if they share none.
func named(phrase string, all []decisions.Decision) []decisions.Decision {
	var stems words.Analyzer
	wanted := slices.DeleteFunc(stems.AppendTerms(nil, phrase), func(t string) bool { return strings.HasPrefix(t, "decis") || t == "decid" })
	var best []decisions.Decision
	most := 0
	for _, d := range all {
		have := stems.AppendTerms(nil, d.Text+" "+d.Standing()+" "+d.Reason)
		n := 0
		for _, t := range wanted {
			if slices.Contains(have, t) {
				n++
			}
		}
		switch {
		case n == 0 || n < most:
		case n > most:
			best, most = []decisions.Decision{d}, n
		default:
			best = append(best, d)
		}
	}
	return best
}

// repliedDecisions gives the decisions that a message replied to is about, cites, or led to.
func (l *look) repliedDecisions(ctx context.Context, to event.Seq, all []decisions.Decision) ([]decisions.Decision, error) {
	e, ok, err := l.event(ctx, to)
	if err != nil || !ok {
		return nil, err
	}
	seqs := []event.Seq{e.Seq}
	switch p := e.payload.(type) {
	case event.PostQueued:
		if slices.ContainsFunc(all, func(d decisions.Decision) bool { return d.Seq == p.About }) {
			seqs = []event.Seq{p.About}
			break
		}
		for _, c := range p.Cites {
			seqs = append(seqs, c.Seqs...)
		}
	case event.Heard:
		made, err := l.resting(ctx, seqs, "decision.recorded")
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, numbers(made, func(e seen) event.Seq { return e.Seq })...)
	}
	var about []decisions.Decision
	for _, d := range all {
		if slices.Contains(seqs, d.Seq) || d.Proposal != 0 && slices.Contains(seqs, d.Proposal) {
			about = append(about, d)
		}
	}
	return about, nil
}

const (
	// bears is the least share of a decision's words, by their rarity, that a later
	// statement must hold to count as bearing on it.
	bears = 0.15
	// mostSince bounds how many statements are listed.
	mostSince = 8
)

// since lists what came after a decision and bears on it, the newest first, and words how
// many there are of each side.
func (l *look) since(ctx context.Context, d decisions.Decision) ([]*phrase.Text, *phrase.Text, error) {
	against, err := l.reasonsGone(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	lines, kept := against, 0
	for _, r := range slices.Backward(d.Revisions) {
		line := l.revision(r)
		if r.How == event.Hold {
			kept++
			line = new(phrase.Text).Say("For it: ").Claim([]event.Seq{r.Seq}, "you kept it (%s)",
				phrase.Source(phrase.FullDay(r.On, l.turn.Now), 'd', d.Number()))
		}
		lines = append(lines, line)
	}
	said, err := l.bearing(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	var parts []string
	for _, side := range []struct {
		n    int
		word string
	}{{len(against), "against"}, {kept, "for"}, {len(said), "that I can't place"}} {
		if side.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", phrase.Thousands(side.n), side.word))
		}
	}
	return append(lines, said...), new(phrase.Text).Claim([]event.Seq{d.Seq}, "%s", strings.Join(parts, ", ")), nil
}

// reasonsGone lists what the decision rested on and was corrected since.
func (l *look) reasonsGone(ctx context.Context, d decisions.Decision) ([]*phrase.Text, error) {
	e, _, err := l.event(ctx, d.Seq)
	if err != nil {
		return nil, err
	}
	held, err := l.resting(ctx, e.From, "learned")
	if err != nil {
		return nil, err
	}
	var gone []*phrase.Text
	for _, m := range held {
		if m.payload == nil || m.Seq > d.Seq+maxTurn {
			continue
		}
		by, ended, err := l.superseded(ctx, m)
		if err != nil {
			return nil, err
		}
		line, err := l.evidence(ctx, m)
		if err != nil {
			return nil, err
		}
		if !ended || line == nil || by.At.Before(d.On) {
			continue
		}
		gone = append(gone, new(phrase.Text).Say("Against it, corrected ").
			Claim([]event.Seq{by.Seq}, "%s", phrase.FullDay(by.At, l.turn.Now)).Say(": ").Add(line))
	}
	return gone, nil
}

// bearing finds what was said after a decision and shares its words.
func (l *look) bearing(ctx context.Context, d decisions.Decision) ([]*phrase.Text, error) {
	r, err := l.turn.Store.Search(ctx, store.Query{
		Text: d.Text + " " + d.Standing() + " " + d.Reason, Audiences: l.sight.Audiences(), Limit: 4 * mostSince,
		Kinds: []store.Kind{store.Said, store.Heard, store.Fact, store.Belief}, From: d.On, Now: l.turn.Now,
	})
	if err != nil {
		return nil, err
	}
	var seqs []event.Seq
	for _, h := range r.Hits {
		if seq := event.Seq(h.Item.Seq); h.Coverage >= bears && seq < l.asked {
			seqs = append(seqs, seq)
		}
	}
	made, _, err := l.event(ctx, d.Seq)
	if err != nil {
		return nil, err
	}
	found, err := l.named(ctx, seqs)
	if err != nil {
		return nil, err
	}
	told := slices.Clone(made.From) // the messages that made the decision are not news
	if d.Proposal != 0 {
		proposal, _, err := l.event(ctx, d.Proposal)
		if err != nil {
			return nil, err
		}
		told = append(told, proposal.From...)
	}
	slices.SortFunc(found, func(a, b seen) int { return cmp.Or(saidOn(b).Compare(saidOn(a)), cmp.Compare(b.Seq, a.Seq)) })
	var lines []*phrase.Text
	for _, e := range found {
		if len(lines) == mostSince || slices.Contains(told, e.Seq) || orders(e) || !saidOn(e).After(d.On) {
			continue
		}
		// A message and the memory made from it are one piece of evidence.
		if e.Kind == "learned" && slices.ContainsFunc(e.From, func(s event.Seq) bool { return slices.Contains(told, s) }) {
			continue
		}
		line, err := l.evidence(ctx, e)
		if err != nil {
			return nil, err
		}
		if line != nil {
			lines = append(lines, line)
			told = append(append(told, e.Seq), e.From...)
		}
	}
	return lines, nil
}

// orders says whether a message was a command and stated nothing.
func orders(e seen) bool {
	h, ok := e.payload.(event.Heard)
	if !ok || e.Trust != event.ByPrincipal {
		return false
	}
	c, parsed := command.Parse(h.Text)
	return parsed && c.Name != "remember" && c.Name != "wrong"
}
