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

// rule keeps "always …", "never …" and "from now on …" as a standing rule where it tells
// the agent what to do (TRUST, Standing rules). Nothing but a model can apply it, and the
// reply says so.
func rule(_ context.Context, v *visit) (*turn.Reply, error) {
	text := ""
	if unwanted(v.Text, v.Now) != "" {
		text = capital(clause(v.Text))
	} else if v.asks() {
		return nil, nil
	}
	for _, f := range v.own() {
		if text == "" && f.Kind == extract.Rule && f.Hedge == "" && f.Source == "" && addresses(f.Quote) {
			text = ruleText(f)
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
		reply.Text.Claim([]event.Seq{same.Seq}, "Kept as a standing rule since %s: %s.", v.FullDay(same.On), phrase.Quote(same.Text, ownWords*2))
		reply.Text.Say(" `rules` lists them.")
	case len(all) >= principal.MaxRules || words > principal.MaxRuleWords:
		reply.Text.Say("Not kept: there are ").Claim(all, "%s, with this one too many words or too many of them.", phrase.Count(len(all), "rule"))
		reply.Text.Say(" Which shall go, or which shall I merge? `rules` lists them, `rule drop N` ends one.")
	default:
		reply.Change(event.Asked{What: event.AskRuleAdd, Text: text})
		reply.Text.Say("Kept as a standing rule: ").Claim(v.Heard(), "%s", phrase.Quote(text, ownWords*2))
		reply.Text.Say(". %s `rule drop %d` ends it.", v.Host.Heeds("it"), len(all)+1)
	}
	return reply, nil
}

// addresses says whether what is always or never to be done is something that the agent
// does. "Always look on the bright side" is a song.
func addresses(text string) bool {
	ordered := false
	for w := range strings.FieldsSeq(plainWords(text)) {
		switch {
		case isOneOf(" always never from stop don't ", w):
			ordered = true
		case !ordered:
		case isOneOf(agentDoes, w):
			return true
		case !isOneOf(betweenOrder, w):
			return false
		}
	}
	return false
}

// betweenOrder may stand between "always" and what is to be done.
const betweenOrder = " now on again ever please you must should shall are to just only also not do can will try be make sure i want citadel future in the "

// agentDoes is what a principal tells the agent always or never to do, or to be.
const agentDoes = " answer answering reply respond write writing call calling remind mention mentioning use using ask asking send sending tell say show give " +
	"quote cite keep address contact message messaging ping disturb interrupt notify wake suggest recommend propose include add put begin start end finish speak speaking talk talking bring bringing raise raising " +
	"format shorten summarise summarize translate read check confirm record remember forget share reveal disclose repeat explain list name greet apologise apologize " +
	"thank flatter praise assume guess invent lie schedule book order buy delete text warn alert report convert round spell refer " +
	"brief short concise terse honest direct frank polite formal precise "

// isOneOf says whether a word is in a list whose words are set apart by spaces.
func isOneOf(list, w string) bool { return strings.Contains(list, " "+w+" ") }

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
