package procedure

import (
	"context"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
)

// rule takes "always …", "never …" and "from now on …" as a standing rule, in force from
// this turn (TRUST, Standing rules).
func rule(_ context.Context, v *visit) (*turn.Reply, error) {
	if v.asks() {
		return nil, nil
	}
	text := ""
	for _, f := range v.own() {
		if f.Kind == extract.Rule && f.Hedge == "" && f.Source == "" {
			text = ruleText(f)
			break
		}
	}
	if text == "" || len(text) > principal.MaxRuleLength {
		return nil, nil
	}
	reply := says("rule")
	var same principal.Rule
	var all []event.Seq
	words := len(strings.Fields(text))
	v.Read(func(view memory.View) {
		words += view.Principal.Words()
		for _, r := range view.Principal.Rules {
			all = append(all, r.Seq)
			if strings.EqualFold(plainWords(r.Text), plainWords(text)) {
				same = r
			}
		}
	})
	switch {
	case same.Seq != 0:
		reply.Text.Claim([]event.Seq{same.Seq}, "In force since %s: %s.", phrase.FullDay(same.On, v.Now), phrase.Quote(same.Text, ownWords*2))
		reply.Text.Say(" `rules` lists them.")
	case len(all) >= principal.MaxRules || words > principal.MaxRuleWords:
		reply.Text.Say("Not in force: I keep ").Claim(all, "%s, with this one too many words or too many of them.", phrase.Count(len(all), "rule"))
		reply.Text.Say(" Which shall go, or which shall I merge? `rules` lists them, `rule drop N` ends one.")
	default:
		reply.Change(event.Asked{What: event.AskRuleAdd, Text: text})
		reply.Text.Say("In force now: ").Claim(v.Heard(), "%s", phrase.Quote(text, ownWords*2)).Say(". `rules` lists them; `undo` takes it back.")
	}
	return reply, nil
}

// ruleText is a rule word for word, without what is said to the agent around it.
func ruleText(f extract.Item) string {
	text := clause(f.Quote)
	for _, end := range []string{", please", " please", ", thanks", ", ok", ", okay"} {
		text = strings.TrimSuffix(text, end)
	}
	return capital(text)
}

// own are the items read in the message itself.
func (v *visit) own() []extract.Item {
	return extract.Read(extract.Utterance{Text: v.Text, At: v.Last().On})
}
