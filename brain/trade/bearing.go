package trade

import (
	"slices"
	"strings"

	"citadel/memory/event"
)

// Bearing is that a move of one thing moves another: "higher diesel prices push up our freight costs
// within about six weeks".
type Bearing struct {
	Source, Target string // as they were said, without whose they are and which way they go
	Client         string // in whose affairs the target lies: "Henderson" of "Henderson's imports"; empty for one's own and for nobody's
	Up             bool   // which way the source was said to go
	Moved          bool   // the sentence says of the source that it goes up or down, and not only that it does something
	Turned         bool   // the target goes the other way
	Dear           bool   // the target was said to get dear or cheap: it is what it costs that moves

	Lag         *event.Bounds // weeks until the target follows; nil where that was not said
	PassThrough *event.Bounds // share of the source's move that reaches the target; nil likewise

	Quote string // the sentence
}

// Relation is that of its edge.
func (b Bearing) Relation() string {
	if b.Turned {
		return event.Constrains
	}
	return event.Drives
}

// way is how a clause says that a thing moves.
type way struct {
	up, dear bool
	told     bool // in words, and not only supposed
}

const (
	// more and less stand before a thing and say which way it goes.
	more = `higher|rising|dearer|costlier|more expensive|increasing|growing|climbing|soaring|longer|bigger|larger|(?:a )?strong(?:er)?|(?:a )?(?:rise|increase|jump|hike|surge|spike)s? in|(?:an )increase in`
	less = `lower|falling|cheaper|declining|decreasing|shorter|smaller|(?:a )?weak(?:er)?|(?:a )?(?:fall|drop|decline|cut|slump)s? in`

	// upward and downward are what a thing does by itself.
	upward   = `rises?|goes? up|go up|climbs?|jumps?|increases?|soars?|spikes?|surges?|strengthens?|grows?|picks? up`
	downward = `falls?|goes? down|go down|drops?|declines?|decreases?|weakens?|slumps?|plunges?|sinks?|shrinks?|suffers?|slows?|dries up|dry up`
	dear     = `(?:gets?|becomes?) (?:much )?(?:dearer|costlier|more expensive)`
	cheap    = `(?:gets?|becomes?) (?:much )?cheaper`
	strong   = `(?:gets?|becomes?) (?:much )?(?:stronger|higher|longer)`
	weak     = `(?:gets?|becomes?) (?:much )?(?:weaker|lower|shorter|thinner)`
	moves    = `(follows?(?: suit)?|` + upward + `|` + downward + `|` + dear + `|` + cheap + `|` + strong + `|` + weak + `)`

	// raising and cutting are what a thing does to another.
	raising = `(?:push(?:es)?|drives?|forces?|puts?|bumps?|pulls?) up|lifts?|raises?|increases?|boosts?|inflates?|adds? to|drives?|moves?|feeds? (?:straight |directly )?(?:through )?(?:in)?to|flows? (?:straight |directly )?(?:through )?(?:in)?to|shows? up in`
	cutting = `(?:push(?:es)?|drives?|forces?|pulls?|drags?|brings?) down|cuts?(?: into)?|lowers?|reduces?|eats? into|erodes?|weighs? on|depress(?:es)?|dampens?|squeezes?|hurts?|hits?|slows?(?: down)?|shrinks?|trims?|dents?`
	turning = `(?:push(?:es)?|drives?|sends?|forces?|puts?|pulls?|brings?|drags?|makes?)`

	often   = `(?:(?:always|usually|normally|typically|generally|regularly|quickly|directly|also|then|tends? to|will) )*`
	sized   = `(?: by)?(?: (?:about|around|roughly|some))?(?: (` + share + `))?`
	share   = `\d{1,3}(?:[.,]\d{1,2})? ?(?:%|per ?cent|percent)|a third|two thirds|(?:a )?half|a quarter|three quarters|a fifth|a tenth`
	thing   = `(.{2,60}?)`
	whenany = `(?:when(?:ever)?|every time|each time|as soon as|if)`
)

var (
	mover    = spelled(`(?i)^(?:an? )?(?:(` + more + `)|(` + less + `)) (.+)$`)
	moverEnd = spelled(`(?i)^(?:an? )?(.+?) (?:(` + ups + `)s?|(` + downs + `)s?)$`)
	pushing  = spelled(`(?i)^`+thing+` `+often+`(?:(`+raising+`)|(`+cutting+`)) `+thing+sized+`$`, "push", "drive", "force", "put", "bump", "pull", "lift", "rais", "increas", "boost", "inflat", "add", "move", "feed", "flow", "show", "drag", "bring", "cut", "lower", "reduc", "eat", "erod", "weigh", "depress", "dampen", "squeez", "hurt", "hit", "slow", "shrink", "trim", "dent")
	sending  = spelled(`(?i)^`+thing+` `+often+turning+` `+thing+` (?:(up|higher|stronger|longer)|(down|lower|weaker|shorter)|(dearer|costlier|more expensive)|(cheaper))`+sized+`$`, "push", "drive", "send", "force", "put", "pull", "bring", "drag", "make")
	when     = spelled(`(?i)^`+whenany+` `+thing+` `+moves+sized+`,? `+often+thing+` `+often+moves+sized+`$`, "when", "every time", "each time", "as soon as", "if ")
	whenLast = spelled(`(?i)^`+thing+` `+often+moves+sized+`,? `+whenany+` `+thing+` `+moves+sized+`$`, "when", "every time", "each time", "as soon as", "if ")
	follows  = spelled(`(?i)^`+thing+` `+often+`(?:follows?|tracks?|trails?)(?: closely)? `+thing+`(?: closely)?$`, "follow", "track", "trail")

	after    = spelled(`(?i)\bfollows?\b`, "follow") // goes as the other does
	goesUp   = spelled(`(?i)^(?:` + upward + `|` + dear + `|` + strong + `)$`)
	getsDear = spelled(`(?i)^(?:` + dear + `|` + cheap + `)$`)

	// unsure are words by which a sentence says less, says it of one case, or says it in another's name.
	unsure = spelled(`(?i)\b(?:maybe|perhaps|might|may|could|can|cannot|would|should|think|thinks|guess|bet|not|never|hardly|barely|rarely|seldom|sometimes|nothing|neither|nor|without|no|wants?|used|says?|said|told|tells?|claims?|claimed|wrote|writes|reads?|heard|argues?|warns?|warned|believes?|reckons?|expects?|fears?|hopes?|plans?|wish|according|apparently|supposedly|reportedly|allegedly|seems?|suppose|supposing|imagine|assume|assuming|hypothetically|theory|unless|until|except|wonder|whether|why|how|ago|last|yesterday|today|tonight|tomorrow|next|now|currently|moment|this|once|recently|ever|back then|(?:19|20)\d\d)\b|n['’]t\b`)
	// opens are words before a sentence that take nothing from it.
	opens = spelled(`(?i)^(?:(?:note|remember|keep in mind|mind|bear in mind|fyi|btw|by the way|also|and|for us|in our (?:business|trade|industry)|as a rule)(?: that)?,? )+`)
	rule  = spelled(`(?i)\b(?:always|usually|normally|typically|generally|regularly|tends? to)\b`)
	asked = spelled(`(?i)^(?:do|does|did|is|are|was|were|what|which|who|whose|will|has|have|please|remind|tell|let|let['’]s|make|watch|show|find|check|look)\b`)
	ifs   = spelled(`(?i)\bif\b`)
)

// Bears reads a sentence that says how one thing moves another; ok is false for whatever else it may be.
// Its ends are named by words of the sentence. A question, a doubt, a denial, a supposition, another's opinion and what happened one time, or is
// happening now, say no rule and are none. Whether its ends are things of business is for Measurable and
// for whoever knows the graph to say.
func Bears(text string) (b Bearing, ok bool) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	text = opens.compiled().ReplaceAllString(text, "")
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n\"“”") || unsure.matches(text) || asked.matches(text) {
		return b, false
	}
	b.Quote = text
	rest, lag, okLag := delay(text)
	rest, part, okPart := passed(rest)
	if !okLag || !okPart {
		return b, false
	}
	b.Lag, b.PassThrough = lag, part
	if ifs.matches(rest) && lag == nil && part == nil && !rule.matches(rest) {
		return b, false // it may be no more than a thought
	}
	source, target, from, to, sizes, ok := clausesOf(rest)
	if !ok {
		return b, false
	}
	b.Up, b.Moved, b.Dear, b.Turned = from.up, from.told, to.dear, from.up != to.up
	if b.PassThrough == nil {
		b.PassThrough = ratio(sizes)
	}
	var foreign string
	if b.Source, foreign, ok = end(source); !ok || foreign != "" {
		return b, false
	}
	b.Target, b.Client, ok = end(target)
	return b, ok && !strings.EqualFold(b.Source, b.Target)
}

// clausesOf parts a sentence into what moves and what is moved, which way each goes, and by how much, as said.
func clausesOf(text string) (source, target string, from, to way, sizes [2]string, ok bool) {
	if m := when.match(text); m != nil {
		from, to = going(m[2]), going(m[5])
		if after.matches(m[5]) {
			to = from
		}
		return m[1], m[4], from, to, [2]string{m[3], m[6]}, !after.matches(m[2])
	}
	if m := whenLast.match(text); m != nil {
		from, to = going(m[5]), going(m[2])
		if after.matches(m[2]) {
			to = from
		}
		return m[4], m[1], from, to, [2]string{m[6], m[3]}, !after.matches(m[5])
	}
	if m := sending.match(text); m != nil {
		to = way{up: m[3] != "" || m[5] != "", dear: m[5] != "" || m[6] != ""}
		source, from = moved(m[1])
		return source, m[2], from, to, [2]string{"", m[7]}, true
	}
	if m := pushing.match(text); m != nil {
		source, from = moved(m[1])
		if m[3] != "" && costly.matches(m[4]) && vague.matches(m[3]) {
			return "", "", from, to, sizes, false // what hits the costs may raise them
		}
		return source, m[4], from, way{up: m[2] != ""}, [2]string{"", m[5]}, true
	}
	if m := follows.match(text); m != nil {
		return m[2], m[1], way{up: true}, way{up: true}, sizes, true
	}
	return "", "", from, to, sizes, false
}

var (
	costly = spelled(`(?i)\b(?:costs?|prices?|bills?|rates?|freight|wages?|rents?|fees?|surcharges?)\b`)
	vague  = spelled(`(?i)^(?:hits?|hurts?|squeezes?|weighs? on|dents?|eats? into|cuts? into)$`)
)

func going(verb string) way { return way{goesUp.matches(verb), getsDear.matches(verb), true} }

// moved takes off what says which way a thing goes; up where nothing does.
func moved(words string) (thing string, w way) {
	if m := mover.match(words); m != nil {
		return m[3], way{up: m[1] != "", told: true}
	}
	if m := moverEnd.match(words); m != nil {
		return m[1], way{up: m[2] != "", told: true}
	}
	return words, way{up: true}
}

var (
	owned  = spelled(`^(?:(?:[Oo]ur|[Mm]y) (?:client|customer) )?` + name + `['’]s? (.+)$`)
	before = spelled(`(?i)^(?:(?:our|my|the|its|their|(?:customers?|clients?)['’]s?|all|each|every|any|most of|much of|what we pay for|the (?:price|cost) of|prices? of|costs? of|local|overall|average) )+`)
	bodily = spelled(`(?i)\b(?:heart|blood|pulse|body|head|skin|stress|mood|weight|day|week|month|year|time|me|him|her|you|us|them|it|that|which|who|i|we|and|or|when|because|but|of|by|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b`)
)

// end is one end of a bearing without whose it is.
func end(words string) (thing, client string, ok bool) {
	words = strings.TrimSpace(words)
	if m := owned.match(words); m != nil {
		client, words = strings.TrimSuffix(strings.TrimSuffix(m[1], "'s"), "’s"), m[2]
	}
	thing = before.compiled().ReplaceAllString(words, "")
	if client == "" && thing != words && oursAlone.matches(words) {
		client = event.OwnBusiness
	}
	if !plainly.MatchString(thing) || len(strings.Fields(thing)) > maxWords || len(thing) < 2 || bodily.matches(thing) || client == "" && (slices.Contains(notThings, strings.ToLower(thing)) || bare.matches(thing)) {
		return "", "", false
	}
	return thing, client, true
}

// oursAlone is a measure that is one of something only by being the principal's own: "our prices".
var oursAlone = spelled(`(?i)^our (?:prices?|costs?|margins?|sales|revenues?|profits?|turnover|demand)$`)

// bare are measures of nothing.
var bare = spelled(`(?i)^(?:prices?|costs?|things|everything|demand|supply|stronger|higher|lower|weaker)$`)

// measures are words for what firms count.
var measures = spelled(`(?i)\b(?:prices?|costs?|rates?|margins?|demand|sales|revenues?|turnover|profits?|earnings|freight|wages?|salar(?:y|ies)|orders|volumes?|imports?|exports?|bills?|fees?|premiums?|rents?|spend|spending|lead times?|churn|hiring|inflation|budgets?|backlogs?|overtime|surcharges?|tariffs?|yields?|supply|supplies|dollar|pound|euro|yen|output|cash flow|bookings|footfall|stocks?|inventory|inventories|quotes|taxes|duty|duties|levies|levy|subsidies|unemployment|confidence|investment|lending|deliveries|capacity|utilisation|fares|tolls)$`)

// Measurable says whether a thing is one that firms count, by its last word: "freight costs", "churn".
func Measurable(thing string) bool { return measures.matches(thing) }
