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

// Question is what is asked of the graph: what a move of Thing does, or, where that is empty, what bears on To.
type Question struct {
	Thing  string
	Falls  bool
	Move   string // how that was said: "rises 10 %"
	To     string // only for this client or thing; all where empty
	Listed bool   // who is exposed, whichever way
}

const (
	rises = `(?:rises?|rose|goes up|go up|gets? (?:more expensive|dearer)|climbs?|jumps?|increases?|soars?|spikes?|doubles?|triples?|surges?|strengthens?)`
	falls = `(?:falls?|fell|drops?|goes down|go down|gets? cheaper|declines?|decreases?|halves?|crashes|crash|collapses?|plunges?|closes?|shuts?|weakens?|slumps?)`
	ups   = `(?:rise|increase|jump|hike|surge|spike|climb)`
	downs = `(?:fall|drop|cut|decline|decrease|crash|slump|plunge)`
	size  = `(?:about )?(\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|per ?cent|percent)`
	much  = `(?: by)?(?: (\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|per ?cent|percent))?`
)

var (
	whatIf = spelled(`(?i)^(?:and )?what (?:happens|would happen|will happen|does it mean|would it mean|is the effect)(?: to| for)?(?: (me|us|my clients|our clients|.{2,40}?))? (?:if|when) (.{2,50}?) (`+rises+`|`+falls+`)`+much+`$`, "if ", "when ")
	what   = spelled(`(?i)^(?:and )?what if (.{2,50}?) (`+rises+`|`+falls+`)`+much+`$`, "what if ")
	hit    = spelled(`(?i)^(?:and )?(?:who|which (?:of my |of our )?(?:clients?|customers?))(?: of mine| of ours)? (?:(?:is|are|gets?|would be|will be)(?: (?:most|worst))? (?:hit|hurt|affected|reached|exposed)|suffers?|feels? it|loses?)(?: most| worst| hardest)? (?:if|when) (.{2,50}?) (`+rises+`|`+falls+`)`+much+`$`, "if ", "when ")
	bad    = spelled(`(?i)^(?:and )?how (?:bad|good|hard|serious) (?:is|would|will)(?: it| that)?(?: be)? (?:for|on) (.{2,40}?) (?:if|when) (.{2,50}?) (`+rises+`|`+falls+`)`+much+`$`, "how bad", "how good", "how hard", "how serious")
	turn   = spelled(`(?i)^(?:and )?(?:what (?:does|would|do|will)|how (?:does|would|will|do)) (?:an? |the )?(?:(higher|stronger|rising|dearer|more expensive)|lower|weaker|falling|cheaper) (.{2,50}?) (?:mean for|do to|affect|hit|matter to|reach) (.{2,50}?)$`, "mean for", "do to", "affect", "hit", "matter to", "reach")
	who    = spelled(`(?i)^(?:who|which (?:of my |of our )?(?:clients?|customers?))(?: of mine)? (?:(?:is|are)(?: most)? (?:exposed to|affected by|dependent on)|depends? (?:up)?on|rel(?:y|ies) (?:up)?on|buys?|uses?|would be hit by) (.{2,50}?)$`, "who ", "which ")
	is     = spelled(`(?i)^(?:is|are) (.{2,40}?) (?:exposed to|affected by|dependent on) (.{2,50}?)$`, "exposed", "affected", "dependent")
	does   = spelled(`(?i)^(?:does|do|how does|how do|how would) (.{2,50}?) (?:affect|matter to|reach|bear on|hit|drive|influence) (.{2,50}?)$`, "affect", "matter to", "reach", "bear on", "hit", "drive", "influence")
	given  = spelled(`(?i)^(?:and )?(?:if|suppose|supposing|assume|assuming|say|let['’]?s say)(?: that)? (.{2,50}?) (`+rises+`|`+falls+`)`+much+`,? (?:what then|then what|what (?:happens|would happen)(?: then)?(?: to (?:me|us|my clients))?|(?:who|which (?:of my |of our )?(?:clients?|customers?)) (?:is|are|gets?|would be|will be|feels?|suffers?)(?: it| hit| hurt| affected| reached| exposed)?)$`, "if", "suppos", "assum", "say")
	noun   = spelled(`(?i)^(?:and )?(?:what (?:does|would|do|will)|how (?:does|would|will|do)) (?:an? |the )?(?:`+size+` )?(?:(`+ups+`|`+downs+`)(?: (?:of|by) `+size+`)? (?:in|of) (.{2,50}?)|(.{2,50}?) (`+ups+`|`+downs+`)) (?:mean for|mean to|do to|affect|hit|matter to|reach) (.{2,50}?)$`, "mean ", "do to", "affect", "hit", "matter to", "reach")
	how    = spelled(`(?i)^how (?:exposed|vulnerable|sensitive) (?:is|are) (.{2,40}?) to (.{2,50}?)$`, "exposed", "vulnerable", "sensitive")
	whose  = spelled(`(?i)^what (?:(?:would |could |can |might |will )?(?:hits?|hurts?|affects?|moves?|drives?|threatens?|matters? to|bears? on) (.{2,40}?)|(?:does|do|is|are) (.{2,40}?) (?:(?:depend|dependent|rely) (?:up)?on|(?:most )?(?:exposed|vulnerable) to))$`, "what ")
	risks  = spelled(`(?i)^(?:and )?(?:(?:show|give|tell|list)(?: me)? |what are )?(?:(our|my business['’]s?|.{2,40}?['’]s?) (?:biggest |main |top )?(?:risks?|exposures?)|(?:the )?(?:biggest |main |top )?(?:risks?|exposures?) (?:of|for|at|to) (.{2,40}?))$`, "risk", "exposure")
	its    = spelled(`(?i)['’]s? (?:costs?|margins?|business|prices?|revenue|profits?)$`)
	down   = spelled(`(?i)^` + falls + `$`)
	fall   = spelled(`(?i)^` + downs + `$`)
)

// Ask reads a question about what bears on what; ok is false for whatever else is asked.
func Ask(text string) (q Question, ok bool) {
	text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), "?!."))
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n\"") {
		return q, false
	}
	if m := whatIf.match(text); m != nil {
		return supposed(m[2], m[3], m[4], m[1])
	}
	if m := what.match(text); m != nil {
		return supposed(m[1], m[2], m[3], "")
	}
	if m := given.match(text); m != nil {
		return supposed(m[1], m[2], m[3], "")
	}
	if m := hit.match(text); m != nil {
		return supposed(m[1], m[2], m[3], "")
	}
	if m := bad.match(text); m != nil {
		return supposed(m[2], m[3], m[4], m[1])
	}
	if m := turn.match(text); m != nil {
		verb := "falls"
		if m[1] != "" {
			verb = "rises"
		}
		return supposed(m[2], verb, "", m[3])
	}
	if m := noun.match(text); m != nil {
		thing, verb := m[4]+m[5], "rises"
		if fall.matches(m[2] + m[6]) {
			verb = "falls"
		}
		return supposed(thing, verb, m[1]+m[3], m[7])
	}
	if m := who.match(text); m != nil {
		thing := Thing(m[1])
		return Question{Thing: thing, Listed: true}, thing != ""
	}
	if m := whose.match(text); m != nil {
		q.To = party(its.compiled().ReplaceAllString(m[1]+m[2], ""))
		return q, q.To != ""
	}
	if m := risks.match(text); m != nil {
		q.To = party(plainName(m[1]) + m[2])
		return q, q.To != ""
	}
	if m := how.match(text); m != nil {
		text = "is " + m[1] + " exposed to " + m[2]
	}
	for n, p := range []pattern{is, does} {
		m := p.match(text)
		if m == nil {
			continue
		}
		thing, to := Thing(m[2-n]), party(m[1+n])
		return Question{Thing: thing, To: to, Listed: true}, thing != "" && to != ""
	}
	return q, false
}

// supposed is a question about a move that did not happen.
func supposed(thing, verb, by, to string) (q Question, ok bool) {
	q = Question{Thing: Thing(thing), Falls: down.matches(verb), Move: verb}
	if by != "" {
		q.Move += " by " + strings.ReplaceAll(by, ",", ".") + "%"
	}
	if to = strings.TrimSpace(to); to != "" && !strings.EqualFold(to, "me") && !strings.EqualFold(to, "us") && !strings.HasSuffix(strings.ToLower(to), " clients") {
		q.To = whom(its.compiled().ReplaceAllString(to, ""))
	}
	return q, q.Thing != ""
}
