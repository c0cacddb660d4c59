package trade

import (
	"regexp"
	"strings"

	"citadel/memory/event"
)

// kinds are businesses that somebody may have.
const kinds = `(?:business|compan(?:y|ies)|firm|start-?up|shops?|store|brewer(?:y|ies)|baker(?:y|ies)|caf[eé]s?|restaurants?|roaster(?:y|s)?|winery|distillery|dairy|creamery|farms?|mills?|factory|factories|plant|workshop|foundry|nursery|hotels?|pubs?|butchery|agency|consultancy|vineyard|shipyard|smelter|sawmill|laundry|printworks|importer|exporter|wholesaler|distributor|manufacturer|carrier|co-?operative)`

var (
	itself = spelled(`^(?:[Aa]t|[Ff]or|[Ii]n) (?:my|our)(?: own)?(?: \p{Ll}[\p{L}-]*){0,2} `+kinds+`,? we |^(?:[Mm]y|[Oo]ur)(?: own)?(?: \p{Ll}[\p{L}-]*){0,2} `+kinds+`,? (?:also )?`, "my ", "our ")
	runs   = spelled(`^(?:(?:I|[Ww]e) (?:also )?(?:run|own|manage|founded|started|set up|opened)|(?:I['’]m|I am|[Ww]e['’]re|[Ww]e are)) (?:a|an|the|our|my|two|three)(?: [\p{L}-]+){0,3}? `+kinds+`\b`, "run", "own", "manage", "founded", "started", "set up", "opened", "i am", "we are", "i'm", "i’m", "we're", "we’re")
	within = spelled(`,? (?:in|at|for)(?: all)?(?: of)? (?:my|our)(?: own)?(?: \p{Ll}[\p{L}-]*){0,2} `+kinds+`$`, "our ", "my ")
	person = regexp.MustCompile(`\b(?:I|[Mm]y|me|mine)\b`)
	first  = regexp.MustCompile(`\b(?:[Ww]e|[Oo]ur|us)\b`)
	third  = strings.NewReplacer("we", "they", "We", "They", "our", "their", "Our", "Their", "us", "them")

	// athome is what is said of a household as soon as of a business, or of one time.
	athome = spelled(`(?i)\b(?:we (?:also )?(?:need|live)|today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week|weekend|month|year|time)|next \w+|last \w+|(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day|lunch|dinner|breakfast|birthday|holidays?|kids?|children|flat|apartment)\b`)
)

// Runs says whether a sentence says that whoever says it has a business: "I run a small brewery in Melbourne".
func Runs(text string) bool {
	for _, s := range sentences(text) {
		if runs.matches(s) && !hedged(s) {
			return true
		}
	}
	return false
}

// ourselves are the words by which the principal names his own business.
var ourselves = spelled(`(?i)^(?:we|us|ours?|ourselves|(?:my|our)(?: own)?(?: \p{L}+){0,2} `+kinds+`|(?:my|our)(?: \p{L}+)? (?:costs?|margins?|profits?|prices|revenue|sales))$`, "we", "us", "our", "my")

// whom is the client of a question, under whose name his own business stands in the graph.
func whom(said string) string {
	if ourselves.matches(said) {
		return event.OwnBusiness
	}
	return said
}

// party is of whom a question is: a client by his name, a thing, or the principal's own business.
func party(words string) string {
	if own := whom(words); own == event.OwnBusiness {
		return own
	}
	return Thing(words)
}

// spelledOut are contractions that begin what is said of one's own business.
var spelledOut = strings.NewReplacer("We're ", "We are ", "We’re ", "We are ", "we're ", "we are ", "we’re ", "we are ")

// inThird turns what is said of one's own business into what is said of another's: "we buy hops" into "They buy hops".
// named is whether the sentence itself says that it is one.
func inThird(s string) (theirs string, named, ok bool) {
	if at := itself.places(s); at != nil {
		s, named = "We "+s[at[0][1]:], true
	}
	if at := within.places(s); at != nil {
		s, named = s[:at[0][0]], true
	}
	s = spelledOut.Replace(s)
	if person.MatchString(s) || !first.MatchString(s) || athome.matches(s) {
		return "", false, false
	}
	return first.ReplaceAllStringFunc(s, third.Replace), named, true
}

// ourOwn reads a sentence about the principal's own business.
func ourOwn(s string) (t Told, ok bool) {
	theirs, named, ok := inThird(s)
	if !ok {
		return t, false
	}
	if t, ok = sentence(theirs, event.OwnBusiness); !ok || t.Affairs[0].Client != event.OwnBusiness {
		return Told{}, false
	}
	for i := range t.Affairs {
		t.Affairs[i].Quote = s
	}
	t.Business = named
	return t, true
}
