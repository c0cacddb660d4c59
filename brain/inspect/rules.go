package inspect

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
)

// numberedRule is a rule with its place in the list, by which "rule drop" knows it. The
// place is that in the whole list, also where some of the rules may not be shown.
type numberedRule struct {
	principal.Rule
	n int
}

// rules lists the standing rules, word for word.
func rules(ctx context.Context, l *look) (*turn.Reply, error) {
	var all []numberedRule
	l.turn.Read(func(v memory.View) {
		for i, r := range v.Principal.Rules {
			all = append(all, numberedRule{r, i + 1})
		}
	})
	number := func(r numberedRule) event.Seq { return r.Seq }
	all, err := visible(ctx, l, slices.Clone(all), alone(number))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return l.says(new(phrase.Text).Say("You have given me no standing rule. `rule add never write before 9` keeps one.")), nil
	}
	seqs := numbers(all, number)
	head := new(phrase.Text).Claim(seqs, "**%s, kept until you drop them.**", phrase.Count(len(all), "standing rule"))
	if len(all) == 1 {
		head = new(phrase.Text).Claim(seqs, "**1 standing rule, kept until you drop it.**")
	}
	foot := new(phrase.Text).Say("%s `rule drop %d` ends one, `rule add TEXT` makes one.", l.turn.Host.Heeds("them"), all[len(all)-1].n)
	return l.list(head, each(all, func(r numberedRule) (*phrase.Text, error) {
		return new(phrase.Text).Claim([]event.Seq{r.Seq}, "Rule %d: %s (you, %s)", r.n, phrase.Quote(r.Text, principal.MaxRuleLength), l.turn.FullDay(r.On)), nil
	}), foot)
}
