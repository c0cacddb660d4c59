package tone

import (
	"regexp"
	"strings"

	"citadel/brain/classify"
)

// Sentiment is how a message sounds. It is the only reading of the principal that needs no yes
// of his: it is of the words at hand, and gone with them (TRUST, Reading moods).
type Sentiment string

// The sentiments. The zero one is none.
const (
	Blunt   Sentiment = "blunt"   // wants it short
	Worn    Sentiment = "worn"    // worn down
	Partner Sentiment = "partner" // wants somebody to think with
)

// Read gives the sentiment of a message, by rules for English; none for other languages, for
// courtesies and for commands, which are short and not blunt. What sounds worn goes before what
// asks for thought, and that before what is short.
func Read(text string) Sentiment {
	text = strings.ReplaceAll(strings.TrimSpace(text), "’", "'")
	if text == "" || !classify.English(text) {
		return ""
	}
	switch words := strings.Fields(text); {
	case worn.MatchString(text) && !others.MatchString(text):
		return Worn
	case partner.MatchString(text):
		return Partner
	case len(words) <= mostBlunt && blunt.MatchString(text) && !courteous.MatchString(text):
		return Blunt
	}
	return ""
}

// mostBlunt is how many words a blunt message has at most.
const mostBlunt = 6

var (
	worn = regexp.MustCompile(`(?i)\b(?:(?:i'm|i am|im|feeling|i feel|so|just) (?:\w+ ){0,2}?(?:exhausted|knackered|shattered|burnt out|burned out|drained|worn out|wiped out|dead tired|spent|done in|wrecked|fried|overwhelmed|drowning)|` +
		`can't (?:do|take|cope with|deal with|face) (?:this|it|that|any ?more|another)|can't (?:even )?(?:anymore|any more)|i give up|i've had (?:it|enough)|fed up|sick (?:and tired )?of (?:this|it|all)|at my wit'?s'? end|` +
		`(?:no|zero) energy|running on empty|long (?:day|week|night)(?:[.!,…]|$)|awful day|terrible day|what a (?:day|week|mess)|fuck\w*|shit(?:ty|show)?|bloody hell|for god'?s sake|ffs|goddamn\w*|damn(?:ed|it)?|ugh+|argh+|wtf|crap)\b|^sigh\b`)
	// others are told of, or quoted: their state says nothing of his.
	others  = regexp.MustCompile(`(?i)^(?:he|she|they|priya|my (?:\w+ )?(?:boss|wife|husband|sister|brother|son|daughter|friend|client|team)) (?:is|was|are|were|said|says|wrote)\b|["“][^"”]*\b(?:fuck|shit|damn|exhausted)[^"”]*["”]`)
	partner = regexp.MustCompile(`(?i)\b(?:help me (?:think|decide|figure|work out|reason|understand|choose|weigh|see)|think (?:this|it|that|something) through|think with me|think out loud|thinking out loud|` +
		`what (?:do|would) you (?:think|do|make of|suggest|recommend)|your (?:take|view|thoughts|opinion)\b|talk (?:me )?through|bounce (?:this|an idea|something|some ideas)|sounding board|sanity check|` +
		`devil's advocate|poke holes|am i (?:missing|wrong|crazy|overthinking|being)|should (?:i|we)|torn between|(?:can't|cannot|don't know how to) decide|on the fence|pros and cons|weigh (?:up|this|the)|` +
		`how would you (?:approach|go about|handle|think)|what am i (?:missing|not seeing)|does (?:that|this|it) make sense to you|i'm not sure (?:whether|if|how|what)|i wonder (?:whether|if)|let's think|brainstorm)\b`)
	blunt     = regexp.MustCompile(`(?i)^(?:just |only |now|no[.,! ]|no$|nope|yes or no|short|shorter|quick(?:ly)?\b|fast|numbers?\b|figures?\b|the (?:number|figure|date|answer|price)|date\?|price\?|when\?|where\?|who\?|what\?|how much\?|how many\?|status\?|done\?|and\?|so\?|well\?|wrong\b|stop[.!]?$|enough[.!]?$|skip\b|get to|cut (?:it|the)|tl;?dr|bottom line|answer (?:me|the)|do it|fix it|again\b|more\?|not (?:that|now|this)|never ?mind|whatever\b|fine\.$|ok(?:ay)?\.$|k\.?$)|\b(?:asap|now!|already!|no (?:fluff|essay|waffle|details))$`)
	courteous = regexp.MustCompile(`(?i)\b(?:please|thanks|thank you|cheers|hi|hello|hey|morning|sorry|could you|would you)\b`)
)
