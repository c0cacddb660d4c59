package trade

import (
	"strconv"
	"strings"
)

// Question is what is asked of the graph.
type Question struct {
	Thing  string // a move of which is supposed, or who is exposed to it; where it is empty, what bears on To is asked
	Falls  bool
	Move   string  // how that was said: "rises by 10%"
	Level  float64 // where the move is supposed to end; zero where that was not said
	To     string  // only for this client or thing; all where empty
	Listed bool    // who is exposed, whichever way
	Onward bool    // what Thing moves, somebody's or nobody's
	All    bool    // what each client is exposed to; all else is empty
}

// Parts of questions. What a thing does, and by how much, are three groups; a change that is a noun, six.
const (
	rises   = `(?:rises?|rose|goes up|go up|gets? (?:more expensive|dearer)|climbs?|jumps?|increases?|soars?|spikes?|doubles?|triples?|surges?|strengthens?)`
	falls   = `(?:falls?|fell|drops?|goes down|go down|gets? cheaper|declines?|decreases?|halves?|crashes|crash|collapses?|plunges?|(?:(?:is|are|gets?) )?(?:closed|shut|blocked)|closes?|shuts?(?: down)?|weakens?|slumps?)`
	ups     = `(?:rise|increase|jump|hike|surge|spike|climb)`
	downs   = `(?:fall|drop|cut|decline|decrease|crash|slump|plunge)`
	size    = `(?:about )?(\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|per ?cent|percent)`
	much    = `(?: by)?(?: (?:about |around |roughly )?(\d{1,3}(?:[.,]\d{1,2})? ?(?:%|per ?cent|percent|basis points?|bps?|points?)|(?:an? )?(?:half|third|quarter|fifth|tenth)|two thirds|three quarters))?`
	goes    = `(.{2,50}?) (` + rises + `|` + falls + `)` + much
	changed = `(?:an? |the )?(?:(higher|stronger|rising|dearer|more expensive|increasing)|lower|weaker|falling|cheaper) (.{2,50}?)`
	change  = `(?:an? |the )?(?:` + size + ` )?(?:(` + ups + `|` + downs + `)(?: (?:of|by) ` + size + `)? (?:in|of) (.{2,50}?)|(.{2,50}?) (` + ups + `|` + downs + `))`

	whoever = `(?:who|which (?:of (?:my|our|the) )?(?:clients?|customers?))(?: of mine| of ours)?`
	suffers = `(?:(?:is|are|gets?|would be|will be|would get)(?: the)?(?: (?:most|worst))? (?:hit|hurt|affected|reached|exposed|helped|better off|worse off)|(?:would |will )?(?:suffers?|feels? it|loses?|benefits?|gains?|profits?|wins?))(?: the)?(?: most| worst| hardest)?`
	does    = `(?:what (?:does|would|do|will)|how (?:does|would|will|do))`
	strikes = `(?:mean for|mean to|do to|affect|hit|matter to|reach)`
	moving  = `(?:(?:much |so much |that much )?(?:more expensive|dearer|costlier|cheaper)|up|down)`
)

// questions are the ways to ask, in the order in which they are tried, and what each asks for by the groups of its match.
var questions = []struct {
	pattern
	read func(m []string) Question
}{
	{spelled(`(?i)^(?:and )?what (?:happens|would happen|will happen|does it mean|would it mean|is the effect)(?: to| for)?(?: (me|us|my clients|our clients|.{2,40}?))? (?:if|when) `+goes+`$`, "if ", "when "),
		func(m []string) Question { return supposed(m[2], m[3], m[4], m[1]) }},
	{spelled(`(?i)^(?:and )?what if `+goes+`$`, "what if "), func(m []string) Question { return supposed(m[1], m[2], m[3], "") }},
	{spelled(`(?i)^(?:and )?(?:if|suppose|supposing|assume|assuming|say|let['’]?s say)(?: that)? `+goes+`,? (?:what then|then what|what (?:happens|would happen)(?: then)?(?: to (?:me|us|my clients))?|(?:who|which (?:of my |of our )?(?:clients?|customers?)) (?:is|are|gets?|would be|will be|feels?|suffers?)(?: it| hit| hurt| affected| reached| exposed)?)$`, "if", "suppos", "assum", "say"),
		func(m []string) Question { return supposed(m[1], m[2], m[3], "") }},
	{spelled(`(?i)^(?:and )?`+whoever+` `+suffers+` (?:if|when) `+goes+`$`, "if ", "when "), func(m []string) Question { return supposed(m[1], m[2], m[3], "") }},
	{spelled(`(?i)^(?:and )?`+whoever+` `+suffers+` (?:by|from|under) `+changed+`$`, " by ", " from ", " under "), func(m []string) Question { return supposed(m[2], upOrDown(m[1] != ""), "", "") }},
	{spelled(`(?i)^(?:and )?`+whoever+` `+suffers+` (?:by|from|under) `+change+`$`, " by ", " from ", " under "), func(m []string) Question { return nouned(m[1:], "") }},
	{spelled(`(?i)^(?:and )?how (?:bad|good|hard|serious) (?:is|would|will)(?: it| that)?(?: be)? (?:for|on) (.{2,40}?) (?:if|when) `+goes+`$`, "how bad", "how good", "how hard", "how serious"),
		func(m []string) Question { return supposed(m[2], m[3], m[4], m[1]) }},
	{spelled(`(?i)^(?:and )?`+does+` `+changed+` `+strikes+` (.{2,50}?)$`, "mean ", "do to", "affect", "hit", "matter to", "reach"), func(m []string) Question { return supposed(m[2], upOrDown(m[1] != ""), "", m[3]) }},
	{spelled(`(?i)^(?:and )?`+does+` `+change+` `+strikes+` (.{2,50}?)$`, "mean ", "do to", "affect", "hit", "matter to", "reach"), func(m []string) Question { return nouned(m[1:], m[7]) }},
	{spelled(`(?i)^(?:who|which (?:of my |of our )?(?:clients?|customers?))(?: of mine)? (?:(?:is|are)(?: most)? (?:exposed to|affected by|dependent on)|depends? (?:up)?on|rel(?:y|ies) (?:up)?on|buys?|uses?|would be hit by) (.{2,50}?)$`, "who ", "which "),
		func(m []string) Question { return Question{Thing: Thing(m[1]), Listed: true} }},
	{spelled(`(?i)^(?:what|which things) (?:(?:are|do) (?:all )?(?:of )?(?:my|our) (?:clients|customers) (?:most )?(?:exposed to|depend(?:ent)? on|rely on|vulnerable to)|(?:hits|affects|bears on|threatens) (?:my|our) (?:clients|customers))$`, "clients", "customers"),
		func([]string) Question { return Question{All: true} }},
	{spelled(`(?i)^what (?:else )?(?:depends on|hangs on|follows(?: from)?|moves with|gets `+moving+` (?:when|with|if)) (.{2,50}?)(?: (?:`+rises+`|`+falls+`))?$|^what (?:does|do|would|will) (.{2,50}?) (?:affect|move|drive|push up|bear on|influence|make `+moving+`)$`, "what "),
		func(m []string) Question { return Question{Thing: Thing(m[1] + m[2]), Onward: true} }},
	{spelled(`(?i)^what (?:(?:would |could |can |might |will )?(?:hits?|hurts?|affects?|moves?|drives?|threatens?|matters? to|bears? on|makes?) (.{2,40}?)(?: `+moving+`| rise| fall| move)?|(?:does|do|is|are) (.{2,40}?) (?:(?:depend|dependent|rely) (?:up)?on|(?:most )?(?:exposed|vulnerable) to|driven by))$`, "what "),
		func(m []string) Question { return Question{To: party(its.compiled().ReplaceAllString(m[1]+m[2], ""))} }},
	{spelled(`(?i)^(?:and )?(?:(?:show|give|tell|list)(?: me)? |what are )?(?:(our|my business['’]s?|.{2,40}?['’]s?) (?:biggest |main |top )?(?:risks?|exposures?)|(?:the )?(?:biggest |main |top )?(?:risks?|exposures?) (?:of|for|at|to) (.{2,40}?))$`, "risk", "exposure"),
		func(m []string) Question { return Question{To: party(plainName(m[1]) + m[2])} }},
	{spelled(`(?i)^how (?:exposed|vulnerable|sensitive) (?:is|are) (.{2,40}?) to (.{2,50}?)$`, "exposed", "vulnerable", "sensitive"), func(m []string) Question { return reaching(m[2], m[1]) }},
	{spelled(`(?i)^(?:(?:why|how|how come) )?(?:is|are) (.{2,40}?) (?:exposed to|affected by|dependent on) (.{2,50}?)$`, "exposed", "affected", "dependent"), func(m []string) Question { return reaching(m[2], m[1]) }},
	{spelled(`(?i)^(?:why|how) (?:does|do|would) (.{2,50}?) (?:make|push up|push|bring|drive up|drive) (.{2,50}?) `+moving+`$`, "make", "push", "bring", "drive"), func(m []string) Question { return reaching(m[1], m[2]) }},
	{spelled(`(?i)^(?:why|how come) (?:is|are|does|do|would|will) (.{2,50}?) (?:(?:get|gets|be|become|go) )?`+moving+` (?:when|if|with|because of) (?:higher |rising )?(.{2,50}?)(?: `+rises+`| `+falls+`)?$`, "why ", "how come"), func(m []string) Question { return reaching(m[2], m[1]) }},
	{spelled(`(?i)^(?:does|do|why does|why do|how does|how do|how would|what does|what would) (.{2,50}?) (?:affect|matter to|reach|bear on|hit|drive|influence|get into|feed into|do to|have to do with) (.{2,50}?)$`, "affect", "matter to", "reach", "bear on", "hit", "drive", "influence", "into", "do to", "to do with"),
		func(m []string) Question { return reaching(m[1], m[2]) }},
}

var (
	its   = spelled(`(?i)['’]s? (?:costs?|margins?|business|prices?|revenue|profits?)$`)
	down  = spelled(`(?i)^(?:` + falls + `|` + downs + `)$`)
	tells = spelled(`(?i)^(?:` + rises + `|` + falls + `)\b`)

	// level is where a move is supposed to end: "hits $120", "falls to 60 dollars a barrel".
	level = spelled(`(?i) (?:(hits?|reach(?:es)?|goes (?:back )?to|gets? to|is at|trades at)|((?:`+rises+`|`+falls+`) (?:back )?to)) ((?:(?:US|AU?)?[$€£] ?)?(\d{1,6}(?:,\d{3})*(?:\.\d+)?)(?: ?(?:dollars|euros?|pounds|cents|bucks|usd|eur|aud))?(?: (?:a|per) (?:barrel|tonne|ton|kilo|kg|pound|litre|liter|gallon|bushel|mmbtu))?)\b`, "hit", "reach", " to ", " at ")
)

// Ask reads a question about what bears on what; ok is false for whatever else is asked.
func Ask(text string) (q Question, ok bool) {
	text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), "?!."))
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n\"") {
		return q, false
	}
	text, bank := set(text)
	text, end := leveled(text)
	for _, one := range questions {
		m := one.match(text)
		if m == nil {
			continue
		}
		if q = one.read(m); end.Move != "" && q.Move != "" {
			q.Move, q.Level = end.Move, end.Level
		}
		if bank != "" && q.Move != "" {
			q.Move = bank
		}
		return q, q.All || q.Thing != "" || q.To != ""
	}
	return q, false
}

// Unsaid says of a move that ends somewhere that only the present figure tells which way that is: "hits $120".
func Unsaid(move string) bool { return !tells.matches(move) }

// leveled says of a move that is supposed to end somewhere only which way it goes, and gives where it ends. Up is what
// was not said otherwise.
func leveled(text string) (rest string, end Question) {
	all := level.places(text)
	if len(all) != 1 {
		return text, end
	}
	at := all[0]
	part := func(i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return text[at[2*i]:at[2*i+1]]
	}
	end.Level, _ = strconv.ParseFloat(strings.ReplaceAll(part(4), ",", ""), 64)
	verb := " rises"
	if goes := part(2); goes != "" {
		verb = " " + strings.TrimSuffix(strings.TrimSuffix(goes, " to"), " back")
	}
	end.Move = strings.TrimSpace(text[at[0]:at[1]])
	return text[:at[0]] + verb + text[at[1]:], end
}

// supposed is a question about a move that did not happen.
func supposed(thing, verb, by, to string) Question {
	q := Question{Thing: Thing(thing), Falls: down.matches(verb), Move: verb}
	if by != "" {
		q.Move += " by " + extent(by)
	}
	if to = strings.TrimSpace(to); to != "" && !strings.EqualFold(to, "me") && !strings.EqualFold(to, "us") && !strings.HasSuffix(strings.ToLower(to), " clients") {
		q.To = whom(its.compiled().ReplaceAllString(to, ""))
	}
	if q.Thing == "" {
		return Question{}
	}
	return q
}

// extent is how far something moves, as it is read: "10%", "25 basis points", "a quarter".
func extent(by string) string {
	by = strings.ReplaceAll(by, ",", ".")
	size, unit, _ := strings.Cut(strings.ReplaceAll(by, "%", " %"), " ")
	if _, err := strconv.ParseFloat(size, 64); err != nil {
		return by
	}
	switch unit = strings.TrimSpace(unit); unit {
	case "bp", "bps":
		unit = "basis points"
	case "", "%", "percent", "per cent":
		return size + "%"
	}
	return size + " " + unit
}

// setting is a bank that sets a rate, and what it does to it: "the RBA raises rates".
var setting = spelled(`(?i)\b(?:the )?(RBA|Reserve Bank(?: of Australia)?|Fed|Federal Reserve) ((?:(raises?|hikes?|lifts?|increases?|puts? up)|cuts?|lowers?|drops?|reduces?|eases?)(?: the| its| interest| cash| official| policy)* rates?(?: by| to)?( \d{1,3}(?:\.\d{1,2})? ?(?:%|per ?cent|percent|basis points?|bps?|points?)| a quarter(?: of a point| point)?)?)`, "rba", "reserve", "fed")

// set says of a rate that a bank sets only which way it goes, and gives what the bank does.
func set(text string) (rest, move string) {
	all := setting.places(text)
	if len(all) != 1 {
		return text, ""
	}
	at := all[0]
	verb := " falls"
	if at[6] >= 0 {
		verb = " rises"
	}
	return text[:at[2]] + text[at[2]:at[3]] + verb + text[at[1]:], text[at[4]:at[5]]
}

// nouned is a question about a move that is named by a noun: the six groups of change.
func nouned(m []string, to string) Question {
	return supposed(m[3]+m[4], upOrDown(!down.matches(m[1]+m[5])), m[0]+m[2], to)
}

// reaching is a question whether a thing reaches a client, or another thing.
func reaching(thing, to string) Question {
	q := Question{Thing: Thing(thing), To: party(to), Listed: true}
	if q.Thing == "" || q.To == "" {
		return Question{}
	}
	return q
}

func upOrDown(up bool) string {
	if up {
		return "rises"
	}
	return "falls"
}
