package trade

import "strings"

// Priced is a question for a figure of the economy.
type Priced struct {
	Thing string
	Plain bool // in words that ask for nothing else: "the oil price", "what is copper trading at"
}

const (
	atPresent = `(?: (?:now|today|right now|at the moment|currently|these days|this (?:morning|week|month)|lately|recently))*`
	ofThing   = `(?:the )?(?:current |latest |newest |spot )?`
)

var prices = []struct {
	pattern
	plain bool
}{
	{spelled(`(?i)^(?:and )?(?:what(?:['’]s| is| are)|how(?:['’]s| is| are)|where(?:['’]s| is| are)|show me|tell me) `+ofThing+`(?:(?:prices?|cost) of (.{2,40}?)|(.{2,40}?) (?:prices?|rates?|futures))(?: (?:at|doing|going|standing|trading(?: at)?|looking|like))?`+atPresent+`$`, "price", "cost of", "rate", "futures"), true},
	{spelled(`(?i)^(?:and )?(?:what(?:['’]s| is| are)|where(?:['’]s| is| are)) `+ofThing+`(.{2,40}?) (?:at|trading(?: at)?|standing(?: at)?)`+atPresent+`$`, " at", "trading", "standing"), true},
	{spelled(`(?i)^(?:and )?how(?:['’]s| is| are) `+ofThing+`(.{2,40}?) (?:doing|going|trading|looking|moving)`+atPresent+`$`, "doing", "going", "trading", "looking", "moving"), false},
	{spelled(`(?i)^(?:and )?how much (?:is|are|does|do) (?:an? |the )?(?:(?:barrel|tonne|ton|bushel|ounce|pound) of )?(.{2,40}?)(?: cost)?`+atPresent+`$`, "how much"), false},
	{spelled(`(?i)^(?:and )?(?:did|has|have|is|are) (?:the )?(?:(?:prices?|cost) of )?(.{2,40}?)(?: prices?)? (?:go|gone|going|went|risen|rise|rising|fallen|fall|falling|dropp?(?:ed|ing)?|moved?|moving|changed?|climb(?:ed|ing)?)(?: up| down| much| at all)*`+atPresent+`$`, "did ", "has ", "have ", "is ", "are "), false},
	{spelled(`(?i)^(?:the )?(.{2,40}?) prices?$|^prices? of (.{2,40}?)$`, "price"), true},
}

// AskPrice reads a question for a figure; ok is false for whatever else is asked. Whether there is such a figure is for
// whoever knows them to say.
func AskPrice(text string) (p Priced, ok bool) {
	text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), "?!."))
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n\"") {
		return p, false
	}
	for _, one := range prices {
		if m := one.match(text); m != nil {
			p.Thing, p.Plain = Thing(strings.Join(m[1:], "")), one.plain
			return p, p.Thing != ""
		}
	}
	return p, false
}
