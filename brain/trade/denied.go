package trade

import (
	"strings"

	"citadel/memory/event"
)

// Denial says that a thing does not bear on a client.
type Denial struct{ Client, Thing string }

var denials = []struct {
	pattern
	client, thing int
}{
	{spelled(`^(.{2,60}?) (?:does not|doesn['’]t|no longer) (?:matters?|bear on|affects?|reach|concerns?)(?: much| at all)?(?: (?:to|for))? `+name+`(?: any ?more| at all)?$`, "does", "longer", " is"), 2, 1},
	{spelled(`^`+name+` (?:does not|doesn['’]t|no longer)(?: really)? (?:buys?|depends? on|rel(?:y|ies) on|uses?|needs?|cares? about|consumes?) (.{2,60}?)(?: any ?more| at all)?$`, "does", "longer", " is"), 1, 2},
	{spelled(`^`+name+` is(?: not|n['’]t| no longer) (?:exposed to|dependent on) (.{2,60}?)(?: any ?more| at all)?$`, "does", "longer", " is"), 1, 2},
	{spelled(`^`+name+` (?:does not|doesn['’]t|no longer) suppl(?:y|ies) `+name+`(?: any ?more| at all)?$`, "suppl"), 2, 1},
	{spelled(`^(?:[Pp]lease )?(?:[Rr]emove|[Dd]elete|[Dd]rop|[Ee]nd) (?:the|that) (?:link|edge|connection) (?:between|from) (.{2,60}?) (?:and|to) `+name+`$`, "link", "edge", "connection"), 2, 1},
	{spelled(`^(?:[Pp]lease )?(?:[Rr]emove|[Dd]elete|[Dd]rop|[Ee]nd) (?:the|that) (?:link|edge|connection) (?:between|from) `+name+` (?:and|to) (.{2,60}?)$`, "link", "edge", "connection"), 1, 2},
}

// Denied reads that a thing does not bear on a client: "no, copper does not matter to Kessler".
func Denied(text string) (d Denial, ok bool) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	for _, lead := range []string{"no, ", "No, ", "no. ", "No. ", "wrong, ", "Wrong, ", "actually, ", "Actually, ", "but "} {
		text = strings.TrimPrefix(text, lead)
	}
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n") {
		return d, false
	}
	own := first.MatchString(text) && !person.MatchString(text)
	if own {
		text = asClient(text)
	}
	for _, one := range denials {
		m := one.match(text)
		if m == nil || own != (m[one.client] == standIn) {
			continue
		}
		if thing := Thing(m[one.thing]); thing != "" && !hedged(thing) {
			if own {
				return Denial{event.OwnBusiness, thing}, true
			}
			return Denial{m[one.client], thing}, true
		}
	}
	return d, false
}

// standIn is the client as which one's own business is read.
const standIn = "Ourselves"

// auxiliaries are what goes with "we" as they go with a client.
var auxiliaries = strings.NewReplacer(standIn+" don't", standIn+" doesn't", standIn+" don’t", standIn+" doesn’t", standIn+" do not", standIn+" does not",
	standIn+" are not", standIn+" is not", standIn+" aren't", standIn+" isn't", standIn+" aren’t", standIn+" isn’t", standIn+" are no", standIn+" is no")

var ourFirm = spelled(`\b[Oo]ur (?:business|company|firm)\b`, "our ")

// asClient puts the stand-in where the principal speaks of his own business.
func asClient(text string) string {
	return auxiliaries.Replace(first.ReplaceAllLiteralString(ourFirm.compiled().ReplaceAllLiteralString(text, "we"), standIn))
}
