package inspect

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/words"
)

// revisit looks at a decision again without a model (MESSAGES 5). What a model said of it
// before, and he has not answered, stands on the further pages of what was said then.
func revisit(ctx context.Context, l *look) (*turn.Reply, error) {
	v, refusal, err := l.review(ctx)
	if err != nil || refusal != nil {
		return refusal, err
	}
	if a := v.Decision.Advice; a != nil && l.page > 1 {
		return v.Told(a.DecisionAdvised)
	}
	return v.Bare()
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
	waiting, err := l.proposals(ctx)
	if err != nil {
		return none, nil, err
	}
	if l.cmd.Words != "" && len(named(l.cmd.Words, all)) == 0 { // what was never recorded is said to wait, and not that there is nothing
		if unrecorded := proposedAs(l.cmd.Words, waiting); len(unrecorded) > 0 {
			waiting, all = unrecorded, nil
		}
	}
	if len(all) == 0 && len(waiting) > 0 {
		head := new(phrase.Text).Claim(numbers(waiting, func(p decisions.Proposal) event.Seq { return p.Seq }), "Not recorded yet: %s for your word.", waits(len(waiting)))
		r, err := l.list(head, each(waiting, l.proposal), nil)
		return none, r, err
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
			head := new(phrase.Text).Say("I have no decision about ").Claim(l.turn.Heard(), "%s", quote(about(l.cmd.Words))).Say(". These are recorded:")
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
	here, err := l.madeInThread(ctx, all)
	switch {
	case err != nil:
		return none, nil, err
	case len(here) == 1:
		return here[0], nil, nil
	case len(here) > 1:
		return l.ask(new(phrase.Text).Say("Several decisions were made in this thread:"), here)
	case len(all) == 1:
		return all[0], nil, nil
	}
	return l.ask(new(phrase.Text).Say("Your decisions, newest first:"), all)
}

// madeInThread gives the decisions that come from messages of the thread where the command was
// typed; none outside threads.
func (l *look) madeInThread(ctx context.Context, all []decisions.Decision) (here []decisions.Decision, err error) {
	if l.turn.Place.Thread == "" {
		return nil, nil
	}
	for _, d := range all {
		e, ok, err := l.event(ctx, d.Seq)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		root, ok, err := l.root(ctx, e)
		if err != nil {
			return nil, err
		}
		if h, said := root.payload.(event.Heard); ok && said && h.Place == l.turn.Place {
			here = append(here, d)
		}
	}
	return here, nil
}

// ask lists decisions, newest first, and asks which is meant.
func (l *look) ask(head *phrase.Text, of []decisions.Decision) (decisions.Decision, *turn.Reply, error) {
	of = slices.Clone(of)
	slices.Reverse(of)
	foot := new(phrase.Text).Say("Which one? `revisit d%d`, for example.", of[0].Number())
	r, err := l.list(head, each(of, func(d decisions.Decision) (*phrase.Text, error) { return l.decided(d), nil }), foot)
	return decisions.Decision{}, r, err
}

// about is what a decision is about, out of "the hiring decision" or "the decision about hiring".
func about(which string) string {
	for _, lead := range []string{"the ", "my ", "our ", "decision ", "about ", "on ", "to ", "for "} {
		which = strings.TrimPrefix(which, lead)
	}
	return strings.TrimSuffix(which, " decision")
}

// proposedAs gives the proposals that share a word with such a phrase.
func proposedAs(phrase string, waiting []decisions.Proposal) []decisions.Proposal {
	var fits []decisions.Proposal
	for _, p := range waiting {
		like := decisions.Decision{DecisionRecorded: event.DecisionRecorded{Text: p.Text, Reason: p.Reason}}
		if len(named(phrase, []decisions.Decision{like})) > 0 {
			fits = append(fits, p)
		}
	}
	return fits
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
