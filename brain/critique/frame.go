package critique

import (
	"strings"

	"citadel/brain/linear"
)

// A frame is how a verb of the past stands in its sentence: who is said to have done it, in which
// tense, and whether the sentence says from whom it has that. "Your form is stamped" and "the dog
// was fed" share no word and one frame, and "was stamped on 3 May by Ivo" has another: what one
// sentence teaches of its frame holds for all verbs.

// Whoever stands before a verb of the past.
const (
	frameI    = "@i-did"    // I sent, we have just sent
	frameYou  = "@you-did"  // you sent
	frameBare = "@did"      // Sent it off.
	frameBase = "@base"     // Set it to twelve: done, or to be done
	frameIs   = "@is-done"  // it is sent, it got sent
	frameBeen = "@been"     // it has been sent
	frameWas  = "@was-done" // it was sent
	frameBe   = "@to-be"    // it has to be sent, will be sent
	frameThey = "@they-did" // Priya sent
	frameGone = "@is-gone"  // it is out, it is in
)

// What a sentence says of where it has it from, or why nothing is claimed; the first that holds.
const (
	groundAsked  = "@asked"   // a question
	groundNone   = "@denied"  // something is not so
	groundTold   = "@told"    // somebody said so
	groundIf     = "@if"      // on a condition
	groundMay    = "@may"     // possible, or to be done
	groundHabit  = "@habit"   // again and again, in general
	groundDated  = "@dated"   // on a day that is named
	groundByOne  = "@by-one"  // by somebody
	groundOfYou  = "@of-you"  // the reader did it
	groundAtHand = "@at-hand" // below, here: it stands in the answer
	groundPlain  = "@plain"
)

// frameNames are for who writes weights down.
var frameNames = []string{
	frameI, frameYou, frameBare, frameBase, frameIs, frameBeen, frameWas, frameBe, frameThey, frameGone,
	groundAsked, groundNone, groundTold, groundIf, groundMay, groundHabit, groundDated, groundByOne, groundOfYou, groundAtHand, groundPlain,
}

var (
	tellers  = wordSet("said says wrote writes told according per noted notes listed claims claimed report reported message mail letter page notice card reads words")
	supposes = wordSet("if unless whether once until till before when imagine suppose")
	mays     = wordSet("can could would should may might must shall will needs need cannot let ought")
	months   = wordSet("january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec")
	handy    = wordSet("below above here following")
	states   = wordSet("in out up off on through live gone done ready set sorted back over away clear under open closed down final complete settled")
	adverbs  = wordSet(`just already now also then since all been finally safely officially successfully fully both being gone ahead personally quickly simply
		duly promptly gladly happily even right properly not never only still recently once today all both each`)
	// unchanged are verbs whose past is their base form: alone before an object they are advice.
	unchanged = wordSet("set put cut let hit shut split quit read spread cast cost reset bet")
	// habits say that something is so in general.
	habits = wordSet(`each every usually normally always daily weekly monthly yearly annually twice often mostly generally mondays tuesdays wednesdays thursdays fridays
		saturdays sundays weekends a an any most many all people`)
	bidding   = wordSet("check make see verify ask tell note ensure look mind remember decide consider find test")
	particles = wordSet("out off in up down back over away on through ahead around")
)

// ground is what a sentence says of where it has it from.
func ground(sentence string, words []string) string {
	if strings.HasSuffix(strings.TrimRight(sentence, `"')*_ `), "?") {
		return groundAsked
	}
	var none, told, when, may, habit, dated, byOne, ofYou, handed bool
	when = len(words) > 2 && bidding[words[0]] && words[0] != "consider"
	first := firstClause(sentence, words) // whether it is so is said where it is said
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if i < first {
			none = none || denials[w] || w == "nothing" || w == "none" || w == "nobody"
			may = may || mays[w] && !(w == "may" && i > 0 && figured(words[i-1])) || (w == "has" || w == "have") && next == "to"
			ofYou = ofYou || w == "you" && next != "" && doing(next) && !wishes(words[:i], next)
			habit = habit || habits[w] && (i == 0 || w != "a" && w != "an" && w != "all" && w != "any") || w == "once" && (next == "a" || next == "both")
		}
		told = told || tellers[w] && !(i > 0 && (words[i-1] == "i" || words[i-1] == "been")) || w == "by" && next == "your"
		when = when || supposes[w]
		dated = dated || months[w] && i > 0 && (figured(words[i-1]) || words[i-1] == "in" || words[i-1] == "since" || figured(next)) || len(w) == 4 && figured(w) && (w[:2] == "20" || w[:2] == "19")
		byOne = byOne || w == "by" && next != "" && !figured(next) && next != "me" && next != "the"
		handed = handed || handy[w]
	}
	switch {
	case none:
		return groundNone
	case told:
		return groundTold
	case when:
		return groundIf
	case may:
		return groundMay
	case habit:
		return groundHabit
	case dated:
		return groundDated
	case ofYou:
		return groundOfYou
	case byOne:
		return groundByOne
	case handed:
		return groundAtHand
	}
	return groundPlain
}

// firstClause is how many of the words stand in the first clause of a sentence.
func firstClause(sentence string, words []string) int {
	parts := clauses(sentence)
	if len(parts) < 2 {
		return len(words)
	}
	return min(len(words), len(voiceWords(parts[0])))
}

// wishes says whether "you wanted" tells why something was done: "like you wanted", "as you asked".
func wishes(before []string, verb string) bool {
	n := len(before)
	return n > 1 && (before[n-1] == "as" || before[n-1] == "like" || before[n-1] == "what" || before[n-1] == "way") && wishing[verb]
}

var wishing = wordSet("wanted asked wished requested said told liked suggested ordered described instructed planned agreed")

// figured says whether a word is a figure.
func figured(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

// doing says whether a word looks like a verb of the past.
func doing(w string) bool {
	return actsOf().past[w] || irregular[w] || either[w] || thought[w] || len(w) > 4 && strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed")
}

// frame is how the verb at i stands in its sentence.
func frame(words []string, i int) string {
	j := i - 1
	for j >= 0 && adverbs[words[j]] && words[j] != "been" {
		j--
	}
	if j < 0 {
		if unchanged[words[i]] && i == 0 {
			return frameBase
		}
		return frameBare
	}
	switch words[j] {
	case "i", "we":
		return frameI
	case "you":
		return frameYou
	case "is", "are", "am", "got", "gets":
		return frameIs
	case "been":
		return frameBeen
	case "was", "were":
		return frameWas
	case "be":
		return frameBe
	case "have", "has", "had":
		for j--; j >= 0 && adverbs[words[j]]; j-- {
		}
		if j >= 0 {
			switch words[j] {
			case "i", "we":
				return frameI
			case "you":
				return frameYou
			}
		}
		return frameThey
	}
	return frameThey
}

// eachFrame calls f with the frames of a sentence: each by itself, with the kind of its verb, with
// what the sentence rests on, and with what follows the verb.
func eachFrame(sentence string, words []string, see func(sort byte, a, b, c uint32)) {
	on := linear.Hash(ground(sentence, words))
	see(feltGround, on, 0, 0)
	known := kindsOfWords()
	for i, w := range words {
		kind := ""
		switch {
		case w == "":
			continue
		case doing(w):
			kind = frame(words, i)
		case states[w] && i > 0 && standing(words, i):
			kind = frameGone
		default:
			continue
		}
		at, verb := linear.Hash(kind), kindOfWord(w, known)
		after := linear.Hash("^")
		if j := i + 1; j < len(words) {
			if particles[words[j]] && j+1 < len(words) {
				j++
			}
			after = kindOfWord(words[j], known)
		}
		see(feltFrame, at, on, 0)
		see(feltFrame, at, on, verb)
		see(feltAfter, at, verb, after)
		see(feltAfter, at, after, 0)
	}
	if len(words) > 0 {
		first := kindOfWord(words[0], known)
		see(feltGround, on, first, 0)
	}
}

// standing says whether "is" stands before a state, with at most two adverbs between.
func standing(words []string, i int) bool {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		switch w := words[j]; {
		case w == "is" || w == "are" || w == "been" || w == "went" || w == "gone":
			return true
		case !adverbs[w]:
			return false
		}
	}
	return false
}
