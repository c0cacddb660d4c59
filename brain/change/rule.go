package change

import (
	"context"
	"strings"
	"unicode/utf8"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
)

// addRule keeps a standing rule, word for word. What a model is to make of it is not promised
// where there is none.
func addRule(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	text := strings.TrimSpace(t.Command.Words)
	rules, words := rulesNow(t)
	switch {
	case text == "":
		return says(t, "Which rule? As in `rule add never before 9`.")
	case len(text) > principal.MaxRuleLength:
		r := begin(t)
		r.Text.Say("Not added: that rule has ").Claim(t.Heard(), "%d characters, and %d are the most", utf8.RuneCountInString(text), principal.MaxRuleLength)
		r.Text.Say(". Which part of it is the rule?")
		return r, nil
	case len(rules) >= principal.MaxRules, words+len(strings.Fields(text)) > principal.MaxRuleWords:
		r := begin(t)
		r.Text.Say("Not added: with it there would be ").Claim(append(seqsOf(rules), t.Heard()...), "%s of %s", phrase.Count(len(rules)+1, "rule"), phrase.Count(words+len(strings.Fields(text)), "word"))
		r.Text.Say(", and I keep at most ").Claim(t.Heard(), "%d rules of %d words", principal.MaxRules, principal.MaxRuleWords)
		r.Text.Say(". `rules` lists them, `rule drop N` ends one. Which shall go, or be merged?")
		return r, nil
	}
	for i, old := range rules {
		if strings.EqualFold(old.Text, text) {
			r := begin(t)
			r.Text.Say("Kept as a standing rule since ").Claim([]event.Seq{old.Seq}, "%s", t.Day(old.On))
			r.Text.Say(": ").Claim([]event.Seq{old.Seq}, "%s", quoted(old.Text, echo)).Say(". `rule drop %d` ends it.", i+1)
			return r, nil
		}
	}
	r := begin(t).Change(event.Asked{What: event.AskRuleAdd, Text: text})
	r.Text.Say("Kept as a standing rule: ").Claim(t.Heard(), "%s", quoted(text, echo))
	if t.Last().Mended() { // it may replace one, and then the numbers change
		r.Text.Say(". %s `rules` lists all of them.", t.Host.Heeds("it"))
		return r, nil
	}
	r.Text.Say(". %s `rule drop %d` ends it.", t.Host.Heeds("it"), len(rules)+1)
	return r, nil
}

// dropRule ends a rule by its number in the list, from 1.
func dropRule(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	rules, _ := rulesNow(t)
	n := t.Command.Number
	if len(rules) == 0 {
		return says(t, "There are no rules. `rule add TEXT` makes one.")
	}
	if n < 1 || n > len(rules) {
		r := begin(t)
		r.Text.Say("There is no rule ").Claim(t.Heard(), "%d", n)
		r.Text.Say("; `rules` lists the ").Claim(seqsOf(rules), "%s", phrase.Count(len(rules), "rule")).Say(".")
		return r, nil
	}
	old := rules[n-1]
	r := begin(t)
	write(r, event.Asked{What: event.AskRuleDrop, Ref: old.Seq}, old.Seq)
	r.Text.Say("No longer a rule: ").Claim([]event.Seq{old.Seq}, "%s", quoted(old.Text, echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

func rulesNow(t *turn.Turn) (rules []principal.Rule, words int) {
	t.Read(func(v memory.View) {
		rules, words = append(rules, v.Principal.Rules...), v.Principal.Words()
	})
	return rules, words
}

func seqsOf(rules []principal.Rule) []event.Seq {
	var seqs []event.Seq
	for _, r := range rules {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}
