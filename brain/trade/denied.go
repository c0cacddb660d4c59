package trade

import (
	"strings"

	"citadel/memory/event"
)

// Denial says that a thing does not bear on a client; that he is none any more where Thing is empty.
type Denial struct{ Client, Thing string }

const (
	anyMore = `(?: any ?more| any longer| at all| now)?`
	off     = `(?: (?:has|have)|['’](?:s|ve))?(?: (?:just|now|since|recently))? (?:stopped|quit|ceased|given up|done with)`
	taking  = `(?:buying|purchasing|importing|sourcing|using|consuming|burning|depending on|relying on|selling|exporting)`
)

// opening is what a denial begins with, and is none of it.
var opening = spelled(`^(?:(?:[Nn]o|[Ww]rong|[Ss]orry|[Cc]orrection|[Aa]ctually|[Oo]h|[Ww]ell|[Ff]yi|FYI|[Bb]ut)[,.:;]+ +|(?:[Aa]ctually|[Bb]ut|[Aa]s it turns out,?|[Ii]t turns out(?: that)?,?) +)+`, "no", "wrong", "sorry", "correction", "actually", "oh", "well", "fyi", "but", "turns out")

var denials = []struct {
	pattern
	client, thing int
}{
	{spelled(`^(.{2,60}?) (?:does not|doesn['’]t|no longer) (?:matters?|bear on|affects?|reach|concerns?)(?: much| at all)?(?: (?:to|for))? `+name+`(?: any ?more| at all)?$`, "does", "longer", " is"), 2, 1},
	{spelled(`^`+name+` (?:does not|doesn['’]t|no longer)(?: really)? (?:buys?|depends? on|rel(?:y|ies) on|uses?|needs?|cares? about|consumes?) (.{2,60}?)(?: any ?more| at all)?$`, "does", "longer", " is"), 1, 2},
	{spelled(`^`+name+off+` `+taking+` (.{2,60}?)`+anyMore+`$`, "stopped", "quit", "ceased", "given up", "done with"), 1, 2},
	{spelled(`^`+name+` (?:is(?: not|n['’]t)|has(?: not|n['’]t) been) `+taking+` (.{2,60}?) (?:any ?more|any longer)$`, "any"), 1, 2},
	{spelled(`^`+name+` is(?: not|n['’]t| no longer) (?:exposed to|dependent on) (.{2,60}?)(?: any ?more| at all)?$`, "does", "longer", " is"), 1, 2},
	{spelled(`^`+name+` (?:does not|doesn['’]t|no longer) suppl(?:y|ies) `+name+`(?: any ?more| at all)?$`, "suppl"), 2, 1},
	{spelled(`^(?:[Pp]lease )?(?:[Rr]emove|[Dd]elete|[Dd]rop|[Ee]nd) (?:the|that) (?:link|edge|connection) (?:between|from) (.{2,60}?) (?:and|to) `+name+`$`, "link", "edge", "connection"), 2, 1},
	{spelled(`^(?:[Pp]lease )?(?:[Rr]emove|[Dd]elete|[Dd]rop|[Ee]nd) (?:the|that) (?:link|edge|connection) (?:between|from) `+name+` (?:and|to) (.{2,60}?)$`, "link", "edge", "connection"), 1, 2},
}

// partings say of a client that he is none any more.
var partings = []pattern{
	spelled(`^`+name+` is(?: no longer|(?: not|n['’]t)) (?:an?|our|my|one of (?:our|my)) `+buyer+`(?: of (?:mine|ours))?`+anyMore+`$`, "client", "customer", "account"),
	spelled(`^(?:[Ww]e|I)(?:['’]ve| have)?(?: just)? (?:lost|dropped|parted (?:ways )?with) (?:(?:my|our|the) `+buyer+` )?`+name+`(?: as (?:an? |our |my )?`+buyer+`)$`, "lost", "dropped", "parted"),
	spelled(`^(?:[Ww]e|I)(?: no longer|(?: do not| don['’]t)) (?:work|consult|act)(?: (?:for|with))? `+name+anyMore+`$`, "work", "consult", "act"),
}

// Denied reads that a thing does not bear on a client: "no, copper does not matter to Kessler".
func Denied(text string) (d Denial, ok bool) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	if opening.may(text) {
		text = opening.compiled().ReplaceAllLiteralString(text, "")
	}
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n") {
		return d, false
	}
	for _, one := range partings {
		if m := one.match(text); m != nil && aName(m[1]) {
			return Denial{Client: plainName(m[1])}, true
		}
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
			return Denial{plainName(m[one.client]), thing}, true
		}
	}
	return d, false
}

// instead is where a sentence says what something takes the place of.
var instead = spelled(`(?i)^(.+?)(?:,? (?:and |but )?not|,? instead of|,? rather than) (?:(?:on|to|of|via) )?(.{2,40}?)(?: any ?more| any longer)?$`, " not ", ",not ", "instead of", "rather than")

// reasons are what a thing does not begin with, and a reason or a condition does.
var reasons = spelled(`(?i)^(?:because|since|so|as|only|just|even|yet|much|any|all)\b`)

// Instead reads that one thing bears on a client and not another: "no, Bergmann depends on electricity, not gas".
func Instead(text string) (told Told, d Denial, ok bool) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	if opening.may(text) {
		text = opening.compiled().ReplaceAllLiteralString(text, "")
	}
	m := instead.match(text)
	if m == nil || len(sentences(text)) != 1 {
		return told, d, false
	}
	d.Thing = Thing(m[2])
	if told, ok = Read(m[1]); !ok || d.Thing == "" || hedged(d.Thing) || reasons.matches(d.Thing) || told.Affairs[0].Client == "" {
		return Told{}, Denial{}, false
	}
	d.Client = told.Affairs[0].Client
	return told, d, true
}

// standIn is the client as which one's own business is read.
const standIn = "Ourselves"

// auxiliaries are what goes with "we" as they go with a client.
var auxiliaries = strings.NewReplacer(standIn+" don't", standIn+" doesn't", standIn+" don’t", standIn+" doesn’t", standIn+" do not", standIn+" does not",
	standIn+" are not", standIn+" is not", standIn+" aren't", standIn+" isn't", standIn+" aren’t", standIn+" isn’t", standIn+" are no", standIn+" is no", standIn+"'ve", standIn+" has", standIn+"’ve", standIn+" has")

var ourFirm = spelled(`\b[Oo]ur (?:business|company|firm)\b`, "our ")

// asClient puts the stand-in where the principal speaks of his own business.
func asClient(text string) string {
	return auxiliaries.Replace(first.ReplaceAllLiteralString(ourFirm.compiled().ReplaceAllLiteralString(text, "we"), standIn))
}
