package trade

import (
	"strings"

	"citadel/memory/event"
)

// Terms are after how long, and how much of, a move reaches a client: "Acme's contract passes fuel costs on after 60 days".
type Terms struct {
	Client      string        // as it was written; event.OwnBusiness for the principal's
	Thing       string        // what moves; empty where that was not said
	Lag         *event.Bounds // weeks; nil where that was not said
	PassThrough *event.Bounds // share; nil likewise
	Quote       string
}

const (
	whoseTerms = `(?P<client>` + `\p{Lu}[\p{L}\p{N}'’.&-]*?(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*?|&|of|and)){0,3}|[Ww]e|[Uu]s|[Oo]urs?|them)`
	anyMove    = `(?:it|that|this|(?:an?|the|any|each|every)(?: \p{L}+)? (?:rise|increase|change|move|difference|fall|drop)(?: in (?P<of>.{2,40}?))?|(?:(?:the|a|any) )?(?:new|higher|lower) prices?|(?:price )?(?:rises|increases|changes|moves)(?: in (?P<in>.{2,40}?))?|(?P<thing>.{2,40}?))`
	passesOn   = `(?:pass(?:es)?|follows?|tracks?|adjusts?|moves?|(?:is|are|gets?) (?:passed|adjusted|reviewed|reset|repriced|renegotiated|fixed|locked))`
)

// terms are the ways to say so, once the delay and the share are taken out.
var terms = []pattern{
	spelled(`^`+whoseTerms+`(?:['’]s?)? (?:\p{L}+ )?(?:contracts?|terms|prices?|rates?|tariffs?|bills?|agreements?|price list) `+passesOn+`(?: (?:on|through|with))?(?: `+anyMove+`)?(?: (?:on|through|along))*(?: to (?:them|us))?$`,
		"contract", "terms", "price", "rate", "tariff", "bill", "agreement"),
	spelled(`^`+whoseTerms+` (?:only |usually |normally )?(?:feels?|sees?|notices?|pays?|gets?|takes?) `+anyMove+`$`, "feel", "see", "notice", "pay", "get", "take"),
	spelled(`^(?:until |before |till )?`+anyMove+` (?:only |usually |normally )?(?:reaches|hits|gets? (?:through )?to|arrives? at|shows? up at|feeds? through to|comes? through (?:to|at)|lands? on|(?:is|are|gets?) passed (?:on|through) to) `+whoseTerms+`$`,
		"reaches", "hits", "get", "arrive", "show", "feed", "come", "land", "passed"),
	spelled(`^(?:until |before |till )`+whoseTerms+` (?:feels?|sees?|notices?|pays?) `+anyMove+`$`, "until", "before", "till"),
	spelled(`^(?:for `+anyMove+` )?to (?:reach|hit|get to|arrive at) `+whoseTerms+`$`, "reach", "hit", "get to", "arrive"),
}

// arriving is a share with what it is of and whom it reaches: "about a third of it reaches Acme".
var arriving = spelled(`(?i)^(?:(?:about|around|roughly|some|only|maybe) )*(`+share+`)(?: to (`+share+`))? of `+`(.+ (?:reach(?:es)?|hits?|gets? (?:through )?to|arrives? at|lands? on|is passed (?:on|through) to) .+)$`, "reach", "hit", "get", "arrive", "land", "passed")

// regular is how often what a client pays is set anew, in which a move waits at the most so long.
var regular = spelled(`(?i),? ?\b(?:(?:every|each|once an?|once per) (month|quarter|year)|(monthly|quarterly|yearly|annually))\b`, "every", "each", "once", "monthly", "quarterly", "yearly", "annually")

// untils are words that here take nothing from a sentence.
var untils = strings.NewReplacer(" until ", " ", " till ", " ")

// ReadTerms reads after how long, or how much of, a move reaches a client; ok is false for whatever else it may be.
func ReadTerms(text string) (t Terms, ok bool) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n\"“”") || unsure.matches(untils.Replace(text)) || asked.matches(text) {
		return t, false
	}
	t.Quote = text
	rest, lag, ok := delay(text)
	if !ok {
		return t, false
	}
	if m := arriving.match(rest); m != nil {
		from, to := fraction(m[1]), fraction(m[2])
		if to == 0 {
			to = from
		}
		if from <= 0 || to < from || to > 1 {
			return t, false
		}
		t.PassThrough, rest = &event.Bounds{From: from, To: to}, m[3]
	}
	if at := regular.places(rest); lag == nil && len(at) == 1 {
		unit := "year"
		for i, period := range []string{"month", "quarter"} {
			if said := strings.ToLower(rest[at[0][0]:at[0][1]]); strings.Contains(said, period) {
				unit = []string{"month", "quarter"}[i]
			}
		}
		lag = &event.Bounds{To: inWeeks("one", unit)}
		rest = without(rest, at[0][0], at[0][1])
	}
	if t.Lag = lag; t.Lag == nil && t.PassThrough == nil {
		return t, false
	}
	for _, form := range terms {
		m := form.match(rest)
		if m == nil {
			continue
		}
		for i, group := range form.compiled().SubexpNames() {
			switch {
			case m[i] == "":
			case group == "client":
				t.Client = whom(plainName(strings.TrimRight(m[i], "'’")))
			case group != "":
				if t.Thing = Thing(m[i]); t.Thing == "" {
					return t, false // "Acme pays us"
				}
			}
		}
		return t, t.Client != "" && (t.Client == event.OwnBusiness || aName(t.Client))
	}
	return t, false
}

// Delay reads a whole text as how long something takes, and how much of it arrives, in answer to that question: "about six
// weeks, a third of it". ok is false where it says anything else.
func Delay(text string) (t Terms, ok bool) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n\"“”") {
		return t, false
	}
	t.Quote = text
	rest := text
	if m := bareSpan.match(rest); m != nil { // "six weeks" is "after six weeks"
		rest = "after " + rest
	}
	rest, lag, okLag := delay(rest)
	rest, part, okPart := passed(rest)
	t.Lag, t.PassThrough = lag, part
	return t, okLag && okPart && (lag != nil || part != nil) && strings.Trim(rest, " ,.") == ""
}

var bareSpan = spelled(`(?i)^`+span+`\b`, "day", "week", "month", "quarter", "year")
