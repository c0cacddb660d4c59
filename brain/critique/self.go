package critique

import "strings"

// What software can truly say of itself in the present is little: what it holds, reads, reckons,
// advises and cannot do. So not the lives are listed, which have no end, but that: "I get 9%" and "I am
// leaning toward the first" are in it, "I get goosebumps", "I'm a morning person" and "I wear glasses"
// are not. What has been done and what will be is judged in acted.go and deed.go.

var (
	// holds are verbs of the present that software may use of itself.
	holds = wordSet(`know see read think believe suppose assume guess reckon count make take mean suggest recommend advise propose expect doubt hope wish want need keep hold stand rely
		rest owe lean tend prefer favour favor pick choose agree disagree understand admit concede grant insist maintain note notice find call name list use treat base draw infer
		conclude derive estimate calculate compute add subtract divide multiply round compare weigh rank rate score judge consider regard say tell answer reply ask quote cite
		repeat mention point refer mark flag leave skip omit include exclude ignore drop stop start begin end write word rewrite draft translate summarise summarize shorten
		sort group split order list offer give show present provide explain describe define remember recall forget learn lack miss have get go come do work run hear speak answer look
		search check watch try help warn promise apologise apologize regret thank appreciate welcome trust question wonder claim argue mind like support match map rate cover put set live
		send act follow stick focus turn depend assign interpret store save record log receive accept refuse decline separate distinguish identify recognise recognize detect spot
		trace attribute credit blame date number value price scale convert adjust correct withdraw revise amend change qualify stress emphasise emphasize repeat anticipate foresee
		predict forecast project imagine picture sense suspect worry fear bet side vote second echo share hand beg confess suffer err differ vary plan intend aim let thank`)
	// beings are what software may say that it is.
	beings = wordSet(`not no sorry afraid glad happy sure unsure certain uncertain confident aware unaware able unable wrong right mistaken correct clear unclear open ready limited
		inclined tempted sceptical skeptical doubtful curious honest frank careful cautious neutral biased torn grateful pleased software citadel here only just still also more less
		most least fairly quite rather very so too as at in on of against for with to about below above what who all both built made meant trained designed asked told set supposed
		allowed bound free blind new used like unlikely likely going missing lacking short out up back done through the one your his her their that this it yours brief delighted
		surprised puzzled convinced persuaded struck reminded impressed interested concerned worried under programmed instructed required permitted restricted given based
		responsible prepared`)
	// natures are what it may be one of.
	natures = wordSet(`program programme software assistant model machine tool system bot ai computer language colleague piece bit lot fan big set kind sort step little poor bad good
		better large second third single simple helpful digital virtual chatbot process matter product collection text`)
	// belongings are what it may have.
	belongings = wordSet(`no nothing none not never to only just your you his her their its it that this these those them all both one two three four five six seven eight nine ten twelve few
		many several more less enough little any a an the some little another other every each doubt doubts question questions note notes record records figure figures data date
		dates access access reason reasons seen found read counted noted used added assumed made taken put kept left written been had at in on from of about for yet still also so here
		nobody neither what everything something anything half most least different difficulty trouble concerns reservations evidence information details`)
	// things are what it may have one of, or some.
	things = wordSet(`note notes record records question questions figure figures date dates number numbers message messages suggestion suggestions idea ideas guess view opinion doubt doubts
		reason reasons preference hunch bias rule rules list copy draft version entry entries mail memory memories answer way limit limit word few lot clear rough strong
		weak slight second better different full short long bit problem problem concern feeling suspicion plan proposal correction correction caveat source sources name names
		match matches record clue gap choice recommendation couple lead hint point theory price quote quotes mention trace file log new old good single general complete partial
		summary similar related older newer simple possible reservation objection request favour policy duty obligation set range total count mistake look go try shot pair better
		more detailed specific small large last first third further little`)
	// actings are what it may be at.
	actings = wordSet(`reading quoting comparing assuming guessing working going leaning counting taking using treating relying basing referring asking saying telling answering
		suggesting recommending proposing looking thinking considering weighing wondering trying making giving showing listing leaving keeping holding ignoring skipping speaking
		talking getting being having missing lacking doing estimating calculating rounding adding drawing hoping expecting starting beginning stopping repeating following sticking
		pointing translating interpreting inferring concluding describing explaining offering noting withdrawing correcting revising apologising apologizing running waiting
		learning seeing hearing hesitating doubting judging citing summarising summarizing focusing focussing checking searching betting siding projecting predicting
		answering simplifying generalising generalizing exaggerating repeating putting setting writing rewriting drafting sorting`)
	// firstly stand between "I" and its verb.
	firstly = wordSet(`just already now also then still really actually only always never often usually sometimes generally rarely certainly definitely probably simply merely honestly
		truly fully quite even rather first again therefore thus hereby currently mostly mainly partly clearly personally myself too do would`)
	// modals begin what is possible, advised or denied.
	modals = wordSet("can could would should may might must shall will did cannot ought need")
)

// lives says whether a sentence tells, in the present and in the first person, of what software is not
// and has not.
func lives(words []string) bool {
	for i, w := range words {
		if w != "i" || i > 0 && (untold[words[i-1]] || reported[words[i-1]] || supposed[words[i-1]] || words[i-1] == "that" || words[i-1] == "what" || words[i-1] == "than" || words[i-1] == "as") || explains(words[:i]) {
			continue
		}
		j := i + 1
		for j < len(words) && firstly[words[j]] {
			j++
		}
		if j+1 >= len(words) || denials[words[j]] || denials[words[j+1]] || modals[words[j]] || words[j] == "" {
			continue
		}
		if livesBy(words[j], words[j+1:]) {
			return true
		}
	}
	return false
}

// livesBy says whether a verb with what follows it is no software's.
func livesBy(verb string, rest []string) bool {
	for len(rest) > 1 && firstly[rest[0]] {
		rest = rest[1:]
	}
	thing := rest[0]
	if thing == "a" || thing == "an" || thing == "the" || thing == "some" || thing == "any" {
		thing = ""
		if len(rest) > 1 {
			thing = rest[1]
		}
	}
	article := thing != rest[0]
	switch {
	case verb == "was" || verb == "were" || doing(verb) || verb == "had" || verb == "did":
		return false // the past is judged elsewhere
	case verb == "feel" && rest[0] == "that":
		return false
	case verb == "am" && article:
		return rest[0] != "the" && thing != "" && !natures[thing]
	case verb == "am" && strings.HasSuffix(rest[0], "ing"):
		return !actings[rest[0]] && !beings[rest[0]]
	case verb == "am":
		return !beings[rest[0]] && !doing(rest[0]) && !figured(rest[0]) && rest[0] != ""
	case verb == "have" && article:
		return rest[0] != "the" && rest[0] != "any" && thing != "" && !things[thing] && !figured(thing)
	case verb == "have":
		return !belongings[rest[0]] && !doing(rest[0]) && !figured(rest[0]) && rest[0] != ""
	}
	return !holds[verb] && !figured(verb) && !strings.HasSuffix(verb, "ly")
}
