package extract

import "strings"

// clause is one assertion: a stretch of a sentence with its own verb.
type clause struct {
	toks       []token // without lead-ins and hedges
	all        []token // with them; what the quote covers
	start, end int     // of the quote
	hedge      string
	source     string
	correcting bool
	told       bool // "remember that …"
	denied     bool // "… no more"
	inherited  *subject
}

// leads open a sentence without saying anything; longest first.
var leads = []string{
	"by the way", "just so you know", "for the record", "for what it 's worth", "in case you wonder", "one more thing",
	"good news", "bad news", "quick update", "small update", "as you know", "to be honest", "in other news",
	"please remember that", "please remember", "please note that", "please note", "remember that", "remember", "note that", "note",
	"keep in mind that", "you should know that",
	"turns out that", "it turns out that", "turns out", "it turns out", "of course", "i can confirm that", "i just heard that", "i just learned that",
	"well", "so", "ok", "okay", "oh", "hey", "hi", "hello", "and", "but", "also", "btw", "fyi", "anyway", "anyways", "yes", "yeah", "yep", "um",
	"uh", "hmm", "right", "update", "reminder", "besides", "meanwhile", "however", "unfortunately", "sadly", "luckily", "fortunately",
	"happily", "honestly", "plus", "then", "wow", "wait", "lol", "haha", "great", "good", "nice", "thanks", "frankly", "basically", "finally", "now", "nowadays",
	"good to know", "got it", "i see", "interesting", "understood", "noted", "aha", "ah", "hm",
}

// toldLeads are the leads that ask for what follows to be kept.
var toldLeads = words("remember note keep")

// hedges open or close a claim that its speaker is not sure of.
var hedges = []string{
	"i think that", "i think", "i guess", "i believe that", "i believe", "i suppose", "i assume", "i suspect", "i 'm not sure but", "i am not sure but",
	"not sure but", "as far as i know", "afaik", "if i remember correctly", "if i remember rightly", "if i remember right", "if i recall correctly",
	"if i 'm not mistaken", "if memory serves", "iirc", "it seems that", "it seems", "it looks like", "looks like", "seems like", "i heard that", "i heard", "i 've heard that",
	"i hear", "i read that", "rumour has it that", "rumour has it", "rumor has it that", "they say", "i 'm pretty sure", "i 'm fairly sure", "i 'm almost sure", "pretty sure", "could be that",
	"maybe", "perhaps", "probably", "possibly", "apparently", "supposedly", "allegedly", "presumably",
}

// hearsay begins the hedges by which something is told to have come from others, whoever they were.
var hearsay = []string{"i heard", "i hear", "i 've heard", "i've heard", "rumour has it", "rumor has it", "they say"}

// doubt marks a clause by words that make it unsure, and as somebody's where they tell that it was heard.
func (c *clause) doubt(words string) {
	c.hedge = words
	words = strings.ToLower(strings.ReplaceAll(words, "’", "'"))
	for _, h := range hearsay {
		if c.source == "" && strings.HasPrefix(words, h) {
			c.source = Somebody
		}
	}
}

var phraseStarts = firstWords(leads, hedges)

func firstWords(lists ...[]string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, p := range list {
			first, _, _ := strings.Cut(p, " ")
			set[first] = true
		}
	}
	return set
}

// phraseAt returns the length in tokens of the first phrase of list found at i.
func phraseAt(toks []token, i int, list []string) (string, int) {
	if i >= len(toks) || !phraseStarts[toks[i].low] {
		return "", 0
	}
	for _, p := range list {
		n, rest, k := 0, p, i
		for rest != "" {
			var w string
			w, rest, _ = strings.Cut(rest, " ")
			if k < len(toks) && toks[k].low == "," && n > 0 {
				k++
			}
			if k >= len(toks) || toks[k].low != w {
				n = 0
				break
			}
			k++
			n = k - i
		}
		if n > 0 {
			return p, n
		}
	}
	return "", 0
}

var (
	conditions = words("if unless suppose supposing imagine assuming whether wish pretend were should lest")
	asking     = words("who what when where why how which whose whom is are am was were do does did can could will would should shall may might have has isn't aren't don't doesn't didn't can't couldn't won't wouldn't shouldn't any")
	// commands are verbs that, at the head of a clause, address the agent.
	commands = words(`remind tell show find send book draft write call list add cancel set give help check look search open make put keep
		schedule move delete remove create update read play stop start pause resume get let explain summarise summarize compare
		translate forget ask email mail message text reply answer use try go do don't please can could would come wait hold take bring
		turn run pick choose buy order sort file log mark flag change fix plan prepare print share save record track watch
		mute snooze undo redo export import review repeat describe define calculate convert count draw suggest recommend
		forward ping notify wake see think imagine confirm approve reject skip drop close pay invite thank say speak treat
		leave follow include exclude avoid quote attach end begin round format sign address greet wish consider warn assume refer`)
)

// sentence reads one sentence: what is not an assertion is passed over, the rest
// is cut into clauses.
func (r *reader) sentence(s *sentence) {
	toks := s.tokens
	if s.question || len(toks) < 2 {
		return
	}
	if handsBack(toks) {
		return
	}
	c := clause{start: toks[0].start, end: s.end, toks: toks, all: toks}
	r.lead(&c)
	toks = c.toks
	if len(toks) == 0 || conditions[toks[0].low] || toks[0].low == "had" && len(toks) > 1 && pronouns[toks[1].low] || toks[0].low == "i" && len(toks) > 1 && toks[1].low == "wish" || toks[0].low == "what" {
		return
	}
	if r.order(&c) {
		return
	}
	if asking[toks[0].low] && !(toks[0].low == "when" || toks[0].low == "don't" || toks[0].low == "do") {
		return
	}
	from := 0
	var last *subject
	for i := 1; i <= len(toks); i++ {
		if i < len(toks) && toks[i].kind == quoted {
			continue
		}
		next, inherits := i, false
		if i < len(toks) {
			next, inherits = r.boundary(toks, from, i)
			if next == i {
				continue
			}
		}
		part := c
		part.toks = toks[from:i]
		if from > 0 {
			part.hedge, part.correcting, part.told = "", c.correcting, c.told
			part.start, part.all = toks[from].start, toks[from:i]
			r.lead(&part)
		}
		if i < len(toks) {
			part.end = toks[i-1].end
			part.all = within(part.all, part.end)
		}
		if part.inherited = last; last != nil {
			part.start, part.all = c.start, within(c.all, part.end)
		}
		if what, instead, ok := r.contrast(part); ok {
			r.clause(&what)
			part = instead
		}
		sub := r.clause(&part)
		last = nil
		if inherits {
			last = sub
		}
		if i == len(toks) {
			break
		}
		from = next
		i = next
	}
}

func within(toks []token, end int) []token {
	n := len(toks)
	for n > 0 && toks[n-1].start >= end {
		n--
	}
	return toks[:n]
}

// boundary reports where the next clause begins if one ends at i, and whether
// it borrows the subject of this one ("… and works at Acme").
func (r *reader) boundary(toks []token, from, i int) (next int, inherits bool) {
	next = i
	if r.apposed(toks, i) {
		return i, false
	}
	for next < len(toks) && (toks[next].kind >= comma || next > i-1 && (toks[next].low == "and" || toks[next].low == "but" || toks[next].low == "so" || toks[next].low == "then" || toks[next].low == "while" || toks[next].low == "though" || toks[next].low == "although" || toks[next].low == "whereas")) {
		next++
	}
	if next == i || next >= len(toks) || !hasVerb(toks[from:i]) {
		return i, false
	}
	j := next
	for j < len(toks) && (hedgeWords[toks[j].low] || adverbs[toks[j].low]) {
		j++
	}
	if _, n := phraseAt(toks, j, hedges); n > 0 {
		j += n
	}
	if _, ok := r.subjectAt(toks, j); ok {
		return next, false
	}
	if j >= len(toks) || toks[i].kind == colon {
		return i, false
	}
	joined := toks[next-1].low == "and" || toks[next-1].low == "but"
	switch formOf(toks[j].low) {
	case third, past:
		if joined && (j+1 >= len(toks) || formOf(toks[j+1].low) != auxiliary) {
			return next, true
		}
	case auxiliary:
		if joined && (toks[j].low == "is" || toks[j].low == "has" || toks[j].low == "doesn't") {
			return next, true
		}
	}
	return i, false
}

func hasVerb(toks []token) bool {
	for i, t := range toks {
		if t.kind <= number && (i > 0 || t.low == "need" || t.low == "must" || t.low == "had" || formOf(t.low) == past) {
			if f := formOf(t.low); f != noVerb && (f != base || i == 0 || toks[i-1].low != "the") {
				return true
			}
		}
	}
	return false
}

// lead takes lead-ins, leading hedges and leading time phrases off a clause.
func (r *reader) lead(c *clause) {
	for len(c.toks) > 0 {
		t := c.toks[0]
		if t.kind >= comma {
			c.toks = c.toks[1:]
			continue
		}
		if _, n := phraseAt(c.toks, 0, hedges); n > 0 && n < len(c.toks) {
			c.doubt(r.slice(c.toks, 0, n))
			c.toks = c.toks[n:]
			continue
		}
		if r.correctionLead(c) {
			c.begin()
			continue
		}
		if n := r.keeping(c.toks); n > 0 && n < len(c.toks) {
			c.toks, c.told = c.toks[n:], true
			c.begin()
			continue
		}
		p, n := phraseAt(c.toks, 0, leads)
		if n > 0 && n < len(c.toks) && !(n == 1 && leadIsSubject(c.toks, p)) {
			first, _, _ := strings.Cut(strings.TrimPrefix(p, "please "), " ")
			c.toks = c.toks[n:]
			if toldLeads[first] {
				c.told = true
				c.begin()
			}
			continue
		}
		if w := whenAt(c.toks, 0); !w.empty() && w.to < len(c.toks) && !r.verbAt(c.toks, w.to, false) && (c.toks[w.to].kind == comma || c.toks[w.to].low == "i" || c.toks[w.to].low == "we" || c.toks[w.to].low == "my" || c.toks[w.to].low == "our" || c.toks[w.to].capital) {
			c.toks = c.toks[w.to:]
			continue
		}
		return
	}
}

// begin lets the quote begin here: what announces a correction, or asks to keep what follows, is
// no part of what is stated.
func (c *clause) begin() {
	for len(c.toks) > 1 && c.toks[0].kind >= comma {
		c.toks = c.toks[1:]
	}
	if len(c.toks) > 0 {
		c.start, c.all = c.toks[0].start, c.toks
	}
}

// Asserts says whether a sentence can state something: it does not ask, order or suppose.
func Asserts(said string) bool {
	list := sentences(said[:min(len(said), Limit)])
	if len(list) == 0 || list[0].question {
		return false
	}
	c := clause{toks: list[0].tokens}
	(&reader{text: said}).lead(&c)
	if len(c.toks) < 2 {
		return false
	}
	first := c.toks[0].low
	return !asking[first] && !conditions[first] && (!commands[first] || compound(c.toks, 0))
}

// Compound says whether a sentence only seems to order something, as it begins with a noun that is also a
// verb: "book club meets on Thursday".
func Compound(said string) bool {
	list := sentences(said[:min(len(said), Limit)])
	return len(list) > 0 && !list[0].question && compound(list[0].tokens, 0)
}

// leadIsSubject keeps "Then" and "Note" where they are the sentence itself.
func leadIsSubject(toks []token, lead string) bool {
	return formOf(toks[1].low) == auxiliary && toks[1].low != "had" || lead == "remember" && (toks[1].low == "to" || toks[1].low == "when")
}

// clause reads one assertion and returns its subject for the next one.
func (r *reader) clause(c *clause) *subject {
	trailingHedge(r, c)
	c.trailingEnd()
	if len(c.toks) == 0 {
		return c.inherited
	}
	if i := indexOf(c.toks, "if"); i > 0 && c.hedge == "" && !c.correcting {
		if c.promisable() {
			c.hedge = "if"
		} else if !orderly(c.toks) {
			return nil
		}
	}
	if c.hedge == "" && c.unless() {
		c.hedge = "unless"
	}
	r.leans = r.leans && c.inherited != nil
	r.relations(c)
	if r.promise(c) || r.decision(c) || r.preference(c) || r.emotion(c) {
		return &subject{name: r.self(), me: true, person: true, plural: true}
	}
	if r.report(c) {
		return nil
	}
	before := len(r.items)
	s, ok := subject{}, false
	if c.inherited != nil {
		s, ok = *c.inherited, true
		s.next = 0
	} else {
		s, ok = r.subjectAt(c.toks, 0)
	}
	if ok {
		r.declare(c, s)
	}
	if len(r.items) == before {
		r.closing(c, s)
	}
	if len(r.items) == before {
		r.bareCorrection(c)
	}
	if len(r.items) == before {
		r.rearranged(c, s)
	}
	if !ok {
		return nil
	}
	return &s
}

// closing keeps that something is over also where it names nothing to be checked: "Leo got fired".
func (r *reader) closing(c *clause, s subject) {
	it := Item{Kind: Statement, Subject: s.name, Quote: r.text[c.start:c.end]}
	if len(c.toks) == 0 || s.minor || childish(s.noun) || !Closes(it) || delicate(c.toks) && s.name != Me {
		return
	}
	if e, ok := endOf(it); ok && it.Subject == "" && e.who == Me {
		it.Subject = r.self()
	}
	r.add(c, Item{Kind: Statement, Subject: it.Subject})
}

// promisable: a condition in the middle leaves a promise a promise.
func (c *clause) promisable() bool { return c.toks[0].low == "i" || c.toks[0].low == "we" }

func orderly(toks []token) bool { return toks[0].low == "i" || toks[0].low == "we" }

func indexOf(toks []token, w string) int {
	for i, t := range toks {
		if t.low == w {
			return i
		}
	}
	return -1
}

// trailingHedge takes ", I think" and ", maybe" off the end.
func trailingHedge(r *reader, c *clause) {
	for back := 1; back <= 6 && back < len(c.toks); back++ {
		i := len(c.toks) - back
		if _, n := phraseAt(c.toks, i, hedges); n == back {
			c.doubt(r.slice(c.toks, i, len(c.toks)))
			for i > 0 && c.toks[i-1].kind == comma {
				i--
			}
			c.toks = c.toks[:i]
			return
		}
	}
}

// trailingEnd takes "any more", "after all" and their like off the end, and a reason that stands behind
// them: they are no part of what is told.
func (c *clause) trailingEnd() {
	for i := 2; i < len(c.toks); i++ {
		n := 1
		switch pair := joinLow(c.toks, i, 2); {
		case c.low(i) == "anymore":
		case pair == "any more", pair == "any longer", pair == "after all", pair == "no more":
			n = 2
		default:
			continue
		}
		if end := i + n; end < len(c.toks) && !reasons[c.low(end)] && c.toks[end].kind <= number {
			continue
		}
		c.denied = c.low(i) == "no"
		c.toks = c.toks[:i]
		return
	}
}

// reasons begin to say why.
var reasons = words("because since as due")

// relations finds "my sister Ana" wherever it stands in a clause.
func (r *reader) relations(c *clause) {
	toks := c.all
	if c.inherited != nil {
		toks = c.toks
	}
	for i := 0; i+1 < len(toks); i++ {
		if companions[toks[i].low] && toks[i].low != "and" && toks[i+1].capital {
			if name, end := r.nameAt(toks, i+1); end > i+1 {
				if _, known := r.known(name); !known {
					r.mention(mention{name: name, person: true})
				}
			}
		}
		owner := ""
		switch toks[i].low {
		case "my", "our":
			owner = r.self()
		case "his", "her", "their":
			if m, ok := r.resolve(toks[i].low); ok {
				owner = m.name
			}
		case "'s":
			if i > 0 && toks[i-1].capital && possessive(toks, i) {
				j := i - 1
				for j > 0 && r.capitalName(toks, j-1, true) {
					j--
				}
				owner = r.slice(toks, j, i)
			}
		}
		has := r.havingAt(toks, i)
		if has {
			owner = r.self()
		}
		if owner == "" {
			continue
		}
		j := i + 1
		for j < len(toks) && adjectives[toks[j].low] {
			j++
		}
		if j+1 < len(toks) && toks[j].low == "business" && toks[j+1].low == "partner" {
			j++
		}
		if j+1 >= len(toks) || !related(toks[j].low) {
			continue
		}
		noun := toks[j].low
		name, end := r.relationName(toks, j+1)
		if has && end == j+1 {
			name, end = r.introduced(toks, j+1)
		}
		if end == j+1 {
			continue
		}
		minor := r.minorAt(toks, noun)
		r.mention(mention{name: name, sex: sexOf(noun), person: !firms[noun] && !animals[noun], firm: firms[noun], minor: minor})
		if m, ok := r.known(owner); minor || ok && m.minor {
			continue
		}
		r.add(c, Item{Kind: Fact, Subject: owner, Attribute: noun, Value: name})
		if has && end+1 < len(toks) && toks[end-1].low == "," && toks[end].low == "who" {
			inner := *c
			inner.toks = toks[end+1:]
			r.declare(&inner, subject{name: name, person: true})
		}
	}
}

// havingAt says whether the principal has what follows the article at i: "I have a brother", "we've got one aunt".
func (r *reader) havingAt(toks []token, i int) bool {
	if i < 2 || toks[i].low != "a" && toks[i].low != "an" && toks[i].low != "one" {
		return false
	}
	k := i - 1
	if toks[k].low == "got" {
		k--
	}
	return k > 0 && (toks[k].low == "have" || toks[k].low == "'ve") && (toks[k-1].low == "i" || toks[k-1].low == "we")
}

// apposed says whether the comma at i stands between whom the principal has and his name: "I have a brother, Leo, who …".
func (r *reader) apposed(toks []token, i int) bool {
	if i < 3 || i >= len(toks) || toks[i].low != "," || !related(toks[i-1].low) {
		return false
	}
	k := i - 2
	for k > 0 && adjectives[toks[k].low] {
		k--
	}
	if !r.havingAt(toks, k) {
		return false
	}
	_, end := r.nameAt(toks, i+1)
	return end > i+1 && (end == len(toks) || toks[end].low == ",")
}

// introduced reads the name of "a brother, Leo" at the end of a sentence.
func (r *reader) introduced(toks []token, j int) (string, int) {
	if j >= len(toks) || toks[j].low != "," {
		return "", j
	}
	name, end := r.nameAt(toks, j+1)
	if end == j+1 || end < len(toks) {
		return "", j
	}
	return name, end
}
