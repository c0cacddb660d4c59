package inspect

import (
	"context"
	"fmt"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/decisions"
	"citadel/memory/event"
)

// Review is a decision looked at again: what was decided, and what bears on it since. It is for
// one reply.
type Review struct {
	Decision decisions.Decision
	Evidence []Evidence // in the order in which it is told

	look *look
}

// Review gathers what the turn's command "revisit" asks for. Where it does not say which decision
// is meant, or there is none, the reply says so and there is no review. Errors are those of the
// ledger and of the store.
func (d Desk) Review(ctx context.Context, t *turn.Turn) (*Review, *turn.Reply, error) {
	row, _ := command.Lookup("revisit")
	v, refusal, err := newLook(d, t, row).review(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("inspect: revisit: %w", err)
	}
	return v, refusal, nil
}

func (l *look) review(ctx context.Context) (*Review, *turn.Reply, error) {
	d, refusal, err := l.whichDecision(ctx)
	if err != nil || refusal != nil {
		return nil, refusal, err
	}
	v := &Review{Decision: d, look: l}
	v.Evidence, err = l.since(ctx, d)
	return v, nil, err
}

// Rests names the decision and all that bears on it.
func (v *Review) Rests() []event.Seq {
	return append([]event.Seq{v.Decision.Seq}, numbers(v.Evidence, func(e Evidence) event.Seq { return e.Seq })...)
}

// Bare is the review without a model: it lists, and does not weigh.
func (v *Review) Bare() (*turn.Reply, error) {
	foot := new(phrase.Text).Say("I can't weigh this without a model.")
	if v.look.turn.Host.Reasons() {
		foot = new(phrase.Text).Say("I can't weigh this: %s.", v.look.turn.Lacking())
	}
	if sides := v.tally(nil); sides != "" {
		foot.Say(" That is the evidence: ").Claim(v.Rests(), "%s", sides).Say(".")
	}
	return v.reply(nil, foot, "Amend", "amend")
}

// Told is the review with what models made of it (MESSAGES 5). Nothing of it is done: the buttons
// and their words do that.
func (v *Review) Told(a event.DecisionAdvised) (*turn.Reply, error) {
	foot, rests := new(phrase.Text), v.Rests()
	switch {
	case a.ArguedBy == "":
		foot.Say("Nobody argued the other side: no model of another provider is set up for it.")
	case a.Argued == "":
		foot.Say("Nobody argued the other side: ").Claim(rests, "%s", a.ArguedBy).Say(" did not answer.")
	default:
		foot.Say("Best case for reversing (argued by ").Claim(rests, "%s", a.ArguedBy).Say(", to be challenged): ").Claim(rests, "%s", a.Argued)
		if a.Kept != "" {
			foot.Say(" What I keep of it: ").Claim(rests, "%s", a.Kept)
		}
	}
	foot.Break()
	label, says := "Amend", "amend"
	switch a.How {
	case event.Amend:
		foot.Say("**I'd amend it:** ").Claim(rests, "%s", strings.TrimRight(a.Text, "."))
		label, says = "Amend as above", "amend d%d as above"
	case event.Reverse:
		foot.Say("**I'd reverse it**")
	default:
		foot.Say("**I'd keep it**")
	}
	if !a.Review.IsZero() && a.How != event.Reverse {
		foot.Say("; look again on ").Claim(rests, "%s", phrase.Day(a.Review, v.look.turn.Now))
	}
	foot.Say(".")
	if a.Why != "" {
		foot.Say(" ").Claim(rests, "%s", a.Why)
	}
	return v.reply(&a, foot, label, says)
}

// reply lists the evidence, on the sides that models put it on, above a foot.
func (v *Review) reply(a *event.DecisionAdvised, foot *phrase.Text, amend, says string) (*turn.Reply, error) {
	d, l := v.Decision, v.look
	head := l.decisionHead(d)
	if d.Reversed() {
		last := d.Revisions[len(d.Revisions)-1]
		head.Say(" ").Claim([]event.Seq{last.Seq}, "Reversed %s.", fullDay(last.On, l.turn.Now))
	}
	if len(v.Evidence) == 0 {
		head.Break().Say("Since then: nothing that shares its words.")
	} else {
		head.Break().Say("Since then:").Break()
	}
	r, err := l.list(head, each(v.Evidence, func(e Evidence) (*phrase.Text, error) { return e.worded(v.side(e, a)), nil }), foot)
	if err != nil {
		return nil, err
	}
	r.About = d.Seq
	if !strings.Contains(says, "%d") {
		says += " d%d"
	}
	for _, b := range []struct{ label, says string }{
		{"Keep it", "keep it d%d"}, {amend, says}, {"Reverse", "reverse d%d"}, {"Not now", "not now d%d"},
	} {
		r.Buttons = append(r.Buttons, event.Button{Label: b.label, Says: fmt.Sprintf(b.says, d.Number())})
	}
	return r, nil
}

// side is where a piece of evidence stands: where a rule puts it, else where a model does.
func (v *Review) side(e Evidence, a *event.DecisionAdvised) string {
	if e.Side != "" || a == nil {
		return e.Side
	}
	for _, p := range a.Sides {
		if p.Evidence == e.Seq {
			return p.Side
		}
	}
	return ""
}

// tally words how much speaks for each side: "two against, one for".
func (v *Review) tally(a *event.DecisionAdvised) string {
	n := map[string]int{}
	for _, e := range v.Evidence {
		if !e.history {
			n[v.side(e, a)]++
		}
	}
	var parts []string
	for _, of := range []struct{ side, word string }{{event.SideAgainst, "against"}, {event.SideFor, "for"}, {"", "that I can't place"}} {
		if n[of.side] > 0 {
			parts = append(parts, few(n[of.side])+" "+of.word)
		}
	}
	return strings.Join(parts, ", ")
}

// few writes a small number as a word.
func few(n int) string {
	if words := strings.Fields("no one two three four five six seven eight nine ten eleven twelve"); n < len(words) {
		return words[n]
	}
	return phrase.Thousands(n)
}
