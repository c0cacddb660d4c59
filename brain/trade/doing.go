package trade

import (
	"regexp"
	"strings"

	"citadel/memory/event"
)

// verbs are what a business does with a thing. A loose one is said of much else too, and counts only of what is known.
var verbs = []struct {
	pattern  *regexp.Regexp
	relation string
	loose    bool
}{
	{regexp.MustCompile(`^(?:buys?|purchases?|imports?|sources?|consumes?|burns?|pays?|invoices?|(?:is|are) (?:billed|invoiced))(?: [^,]{2,40}?)? in (US dollars|dollars|euros|yuan|yen|pounds)$`), event.ExposedTo, true},
	{regexp.MustCompile(`^(?:buys?|purchases?|imports?|sources?|consumes?|burns?)(?: in)? (.+)$`), event.ExposedTo, false},
	{regexp.MustCompile(`^(?:get|gets|go|goes) through (.+)$`), event.ExposedTo, true},
	{regexp.MustCompile(`^(?:(?:gets?|takes?|draws?) (?:all |most )?(?:of )?(?:its|their)|gets?|orders?) (.+?) from .+$`), event.ExposedTo, true},
	{regexp.MustCompile(`^(?:roasts?|spins?|weaves?|mills?|presses|crush(?:es)?|refines?|process(?:es)?|casts?|melts? down|rolls?|dyes?|stocks?|feeds? on|runs? (?:almost |mostly |mainly )?on) (.+)$`), event.ExposedTo, true},
	{regexp.MustCompile(`^(?:melts?|heats?|fires?|dries|dry|bakes?|cooks?|powers?|fuels?|runs?|makes?|brews?|builds?|packs?|wraps?|cools?|smelts?)(?: [^,]{2,40}?)? (?:with|on|using|from|out of|in) (.+)$`), event.ExposedTo, true},
	{regexp.MustCompile(`^(?:is|are) (?:very |heavily |also |quite |really )?(?:exposed|sensitive|vulnerable) to (.+)$`), event.ExposedTo, false},
	{regexp.MustCompile(`^(?:is|are) at the mercy of (.+)$`), event.ExposedTo, false},
	{regexp.MustCompile(`^(?:spends?|pays?) (?:a lot|a fortune|a bomb|heavily|most of (?:its|their) (?:money|budget)|[^,]{1,24} (?:a|per) (?:week|month|quarter|year)) (?:on|for) (.+)$`), event.ExposedTo, false},
	{regexp.MustCompile(`^(?:uses?|needs?|spends a lot on|pays for|lives? on|live on) (.+)$`), event.ExposedTo, true},
	{regexp.MustCompile(`^(?:depends?|relies|rely|hangs?|lives?|hinges?|stands? or falls?|stands? and falls?)(?: heavily| mostly| mainly| a lot| very much| much| entirely| completely)? (?:up)?(?:on|off|with) (.+)$`), event.DependsOn, false},
	{regexp.MustCompile(`^(?:is|are) (?:heavily |also |completely |entirely |very )?(?:dependent|reliant|hooked) on (.+)$`), event.DependsOn, false},
	{regexp.MustCompile(`^can(?:['’]t|not)(?: even)? (?:build|make|produce|run|work|operate|bake|brew|do|ship|deliver|survive|live|exist)(?: (?:anything|a thing|any \p{L}+|a single \p{L}+))? without (.+)$`), event.DependsOn, false},
	{regexp.MustCompile(`^(?:ships?|sends?|moves?|exports?|delivers?)(?: (?:it|them|its|their|all|most of|everything)(?: (?:its|their))?(?: \p{L}+){0,2}?)?(?: to \p{L}+(?: \p{L}+)?)? (?:via|through) (.+)$`), event.ShippedVia, false},
	{regexp.MustCompile(`^(?:sells?|produces?|exports?|mines?|grows?|smelts?|farms?) (.+)$`), event.Drives, false},
}

// adverbs stand before a verb and take nothing from it.
var adverbs = regexp.MustCompile(`^(?:(?:also|mainly|mostly|only|still|really|basically|mostly|now|of course|in turn) )+`)

// onward says to whom something goes, which bears on nothing that is traded.
var onward = regexp.MustCompile(`^(?:sells?|exports?|delivers?|ships?|sends?)(?: (?:it|them|everything))?(?: on)? (?:to|for) [^,]+$`)

// byWay says that it also tells which way.
var byWay = regexp.MustCompile(` (?:via|through) `)

// paidIn says in what something is paid that is bought of somebody: "buys hops from Yakima Chief in dollars".
var paidIn = regexp.MustCompile(`^(.+?),? (?:and pays? )?in (US dollars|dollars|euros|yuan|yen|pounds)$`)

// said reads "buys aluminium and depends on gas".
func said(client, words string) (t Told, ok bool) {
	t.Sure = true
	for _, part := range split(words) {
		part = adverbs.ReplaceAllString(strings.TrimSpace(part), "")
		whole, currency := part, ""
		if m := paidIn.FindStringSubmatch(part); m != nil && seller(m[1]) != "" {
			part, currency = m[1], m[2]
		}
		found := onward.MatchString(part) && !byWay.MatchString(part)
		for _, v := range verbs {
			m := v.pattern.FindStringSubmatch(part)
			if m == nil {
				continue
			}
			all := things(m[1])
			if all == nil {
				continue
			}
			by := seller(part)
			for _, thing := range all {
				t.Affairs = append(t.Affairs, Affair{Client: client, Relation: v.relation, Thing: thing, Quote: part, bought: by != ""})
			}
			if by != "" {
				t.Affairs = append(t.Affairs, Affair{Client: client, Relation: event.DependsOn, Thing: by, Quote: part, Supplier: true})
			}
			if currency != "" && currency != "dollars" { // of which country, the words do not say
				t.Affairs = append(t.Affairs, Affair{Client: client, Relation: event.ExposedTo, Thing: currency, Quote: whole})
			}
			t.Sure, found = t.Sure && (!v.loose || by != ""), true
			break
		}
		if !found {
			return Told{}, false
		}
	}
	return t, len(t.Affairs) > 0 && len(t.Affairs) <= maxThings
}

// again is where a sentence takes up a second verb. What may as well be a thing of a list ("packs", "fires") is one
// only with what such a verb goes on with.
var again = regexp.MustCompile(`(?:,? (?:and|but)|,) (?:also |it |they |who |which |that |mostly |mainly |then )*(` +
	`(?:buys?|purchases|imports?|sources|consumes?|burns?|uses?|needs?|depends?|relies|rely|ships?|sells?|produces?|exports?|mines?|grows?|spends?|roasts?|spins?|can['’]t|cannot)\b` +
	`|(?:is|are) (?:exposed|sensitive|dependent|at the)\b|sends? (?:its|their|everything)\b|(?:moves?|delivers?)(?: \p{L}+){0,3} (?:via|through) |lives? o[nf]f?\b|(?:gets?|goes) through\b` +
	`|pays? (?:for|in) |gets? (?:all |most )?(?:of )?(?:its|their) ` +
	`|(?:melts?|heats?|fires?|dries|dry|bakes?|cooks?|powers?|fuels?|runs?|brews?|builds?|packs?|wraps?|cools?|smelts?|makes?)(?: [^,]{2,40}?)? (?:with|on|using|from|out of) )`)

func split(words string) (parts []string) {
	for {
		at := again.FindStringSubmatchIndex(words)
		if at == nil {
			return append(parts, words)
		}
		parts, words = append(parts, words[:at[0]]), words[at[2]:]
	}
}
