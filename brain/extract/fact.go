package extract

import "strings"

// predicate is what stands between a subject and the words that say something
// of it: "has never been living", "doesn't work".
type predicate struct {
	i           int    // token after the auxiliaries
	verb        string // base form, "be" for the copula
	negated     bool
	future      bool
	perfect     bool // has lived: still true
	former      bool // lived, used to live: no longer true
	progressive bool
	modal       bool
}

var verbOf = map[string]string{
	"moved": "move", "moving": "move", "relocated": "move", "relocating": "move", "relocates": "move", "relocate": "move", "lived": "live", "living": "live", "lives": "live",
	"worked": "work", "working": "work", "works": "work", "joined": "join", "joining": "join", "left": "leave", "leaving": "leave",
	"quit": "quit", "got": "get", "started": "start", "starting": "start", "owned": "own", "married": "marry", "costs": "cost",
	"charges": "charge", "earns": "earn", "pays": "pay", "has": "have", "have": "have", "'ve": "have", "ended": "end", "ends": "end", "finishes": "end", "finish": "end",
	"expires": "end", "expire": "end", "closes": "end", "starts": "start", "begins": "start", "begin": "start", "opens": "start", "based": "live", "staying": "stay",
	"stays": "stay", "born": "born", "selling": "sell", "buying": "buy", "running": "run", "studying": "study", "teaching": "teach",
	"comes": "come", "goes": "go", "going": "go", "owes": "owe", "studies": "study", "teaches": "teach",
}

// holds are verbs whose object is worth a fact of its own, with the name of
// the attribute.
var holds = map[string]string{
	"own": "owns", "buy": "buys", "sell": "sells", "supply": "supplies", "import": "imports", "export": "exports", "produce": "produces",
	"manufacture": "produces", "speak": "speaks", "drive": "drives", "study": "studies", "teach": "teaches", "run": "runs", "manage": "manages",
	"lease": "leases", "rent": "rents", "owe": "owes", "play": "plays", "grow": "grows", "represent": "represents",
}

// predicateAt reads the auxiliaries and the verb; ok is false for what might be
// or would be.
func predicateAt(toks []token, i int) (p predicate, hedge string, ok bool) {
	copula := false
	for ; i < len(toks); i++ {
		w := toks[i].low
		switch {
		case w == "would" || w == "could" || w == "'d" || w == "wouldn't" || w == "couldn't" || w == "should" || w == "shouldn't":
			return p, "", false
		case w == "will" || w == "'ll" || w == "won't" || w == "shall":
			p.future, copula = true, false
		case w == "might" || w == "may":
			hedge, p.future = w, true
		case w == "must" || w == "can" || w == "can't" || w == "cannot":
			p.modal = true
		case w == "is" || w == "are" || w == "am" || w == "'m" || w == "'re" || w == "isn't" || w == "aren't" || w == "'s" || w == "ain't":
			copula = true
		case w == "was" || w == "were" || w == "wasn't" || w == "weren't":
			copula, p.former = true, true
		case w == "been" || w == "be":
			copula = true
		case w == "used" && i+1 < len(toks) && toks[i+1].low == "to":
			p.former = true
			i++
		case w == "had" || w == "hadn't" || w == "did" || w == "didn't":
			p.former = true
		case (w == "has" || w == "have" || w == "'ve") && i+1 < len(toks) && toks[i+1].low == "got":
			p.verb, p.i = "have", i+2
			return p, hedge, true
		case (w == "has" || w == "have" || w == "'ve" || w == "hasn't" || w == "haven't") && i+1 < len(toks) && participleFollows(toks, i+1):
			p.perfect = true
		case w == "do" || w == "does" || w == "don't" || w == "doesn't":
		case w == "no" && i+1 < len(toks) && toks[i+1].low == "longer":
			p.negated = true
			i++
			continue
		case hedgeWords[w]:
			hedge = w
			continue
		case w == "not" || w == "never":
		case adverbs[w]:
			continue
		default:
			goto verb
		}
		p.negated = p.negated || negations[w]
	}
verb:
	p.i = i
	if i >= len(toks) {
		p.verb = "be"
		return p, hedge, true
	}
	w := toks[i].low
	v, listed := verbOf[w]
	switch {
	case copula && w == "born", copula && w == "based" && i+1 < len(toks), copula && strings.HasSuffix(w, "ing") && len(w) > 4 && formOf(ingBase(w)) == base:
		p.progressive = w != "born" && w != "based"
		if !listed {
			v = ingBase(w)
		}
		p.verb = v
		p.i++
	case copula && p.perfect && strings.HasSuffix(w, "ing"):
		p.progressive, p.verb = true, v
		p.i++
	case copula:
		p.verb = "be"
	default:
		if !listed {
			v = w
			if formOf(w) == third {
				v = stem(w)
			}
		}
		if formOf(w) == past && w != "quit" && !p.perfect && !presentVerbs[w] {
			p.former = true
		}
		p.verb = v
		p.i++
	}
	return p, hedge, true
}

func participleFollows(toks []token, i int) bool {
	for i < len(toks) && (adverbs[toks[i].low] || toks[i].low == "not" || toks[i].low == "never") {
		i++
	}
	return i < len(toks) && (formOf(toks[i].low) == past || toks[i].low == "been" || toks[i].low == "gone")
}

func ingBase(w string) string {
	b := strings.TrimSuffix(w, "ing")
	switch {
	case presentVerbs[b]:
		return b
	case presentVerbs[b+"e"]:
		return b + "e"
	case len(b) > 2 && b[len(b)-1] == b[len(b)-2] && presentVerbs[b[:len(b)-1]]:
		return b[:len(b)-1]
	}
	return b
}

// declare reads what a clause says of its subject.
func (r *reader) declare(c *clause, s subject) {
	toks := c.toks
	if r.relative(c, &s) {
		toks = c.toks
	}
	p, hedge, ok := predicateAt(toks, s.next)
	if !ok {
		return
	}
	if hedge != "" && c.hedge == "" {
		c.hedge = hedge
	}
	if r.unfit(c, s) || s.owner != "" && s.owner != Me && r.isMinor(s.owner) {
		return
	}
	if s.minor || childish(s.noun) {
		r.minor(c, s)
		return
	}
	if secret(s.noun) {
		return
	}
	before := len(r.items)
	switch {
	case p.verb == "be" && !p.modal && (!p.former || p.perfect):
		r.being(c, s, p)
	case p.verb == "be":
	case !p.modal:
		r.doing(c, s, p)
	}
	if len(r.items) == before {
		r.statement(c, s, p)
	}
	if s.person && s.noun == "" && s.pronoun == "" {
		for _, name := range s.all() {
			m := mention{name: name}
			if p.verb == "buy" || p.verb == "sell" || p.verb == "supply" || p.verb == "import" || p.verb == "export" || p.verb == "produce" {
				m.firm = true
			} else {
				m.person = !r.isFirm(name)
			}
			r.mention(m)
		}
	}
}

// lastWord is the head of a noun phrase.
func lastWord(noun string) string { return noun[strings.LastIndexByte(noun, ' ')+1:] }

// childish: my kids, our sons; several children are not told apart by age.
func childish(noun string) bool {
	last := strings.ToLower(lastWord(noun))
	return children[last] || younger[strings.TrimSuffix(last, "s")] && strings.HasSuffix(last, "s")
}

// secret: what opens something is not a fact to be kept (TRUST, Secrets).
func secret(noun string) bool {
	switch strings.ToLower(lastWord(noun)) {
	case "password", "passcode", "pin", "passphrase", "secret", "cvv":
		return true
	}
	return false
}

func (r *reader) isMinor(name string) bool { m, _ := r.known(name); return m.minor }
func (r *reader) isFirm(name string) bool  { m, _ := r.known(name); return m.firm }

// relative reads "Ana, who lives in Porto, works at …" as two clauses.
func (r *reader) relative(c *clause, s *subject) bool {
	t := c.toks
	i := s.next
	if i+2 >= len(t) || t[i].low != "," || t[i+1].low != "who" {
		return false
	}
	end := len(t)
	for k := i + 2; k < len(t); k++ {
		if t[k].low == "," {
			end = k
			break
		}
	}
	inner := *c
	inner.toks = t[i+2 : end]
	about := *s
	about.next = 0
	r.declare(&inner, about)
	if end+1 < len(t) {
		c.toks = t[end+1:]
		s.next = 0
		return true
	}
	c.toks = t[:0]
	s.next = 0
	return true
}

// fact adds one fact for each of the subjects.
func (r *reader) fact(c *clause, s subject, p predicate, attribute, value string) {
	if value == "" {
		return
	}
	for _, name := range s.all() {
		r.add(c, Item{Kind: Fact, Subject: name, Attribute: attribute, Value: value, Negated: p.negated})
	}
}

// being reads what follows is and are.
func (r *reader) being(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if i >= len(t) {
		return
	}
	named := s.noun == "" || related(s.noun) // a person or a firm, not a thing
	next := ""
	if i+1 < len(t) {
		next = t[i+1].low
	}
	switch w := t[i].low; {
	case (w == "called" || w == "named") && s.noun != "" && s.owner != "":
		name, end := r.nameAt(t, i+1)
		if end > i+1 && !r.minorAt(t, s.noun) {
			r.rename(s.name)
			r.mention(mention{name: name, sex: sexOf(s.noun), person: related(s.noun) && !animals[s.noun]})
			r.fact(c, subject{name: s.owner}, p, s.noun, name)
		}
	case w == "from" && named:
		if place, _ := r.placeAt(t, i+1); place != "" {
			r.fact(c, s, p, "origin", place)
		}
	case (w == "married" || w == "engaged") && next == "to" && named:
		if name, end := r.nameAt(t, i+2); end > i+2 {
			attribute := "spouse"
			if w == "engaged" {
				attribute = "fiancé"
			}
			r.mention(mention{name: name, person: true})
			r.fact(c, s, p, attribute, name)
		}
	case w == "allergic" && next == "to" && s.me:
		r.fact(c, s, p, "allergic to", r.object(t, i+2, true))
	case w == "due":
		if when := findWhen(t[i:]); !when.empty() {
			r.fact(c, s, p, "due", r.date(t, i+when.from, i+when.to))
		}
	case (w == "in" || w == "at" || w == "near" || w == "off") && whenAt(t, i).empty():
		r.located(c, s, p, i, named)
	case !whenAt(t, i).empty():
		if s.noun != "" && !related(s.noun) && !p.former {
			when := whenAt(t, i)
			r.fact(c, dated(s), p, dateAttribute(s), r.date(t, when.from, when.to))
		}
	case w == "my" || w == "our":
		j := i + 1
		for j < len(t) && adjectives[t[j].low] {
			j++
		}
		if j < len(t) && related(t[j].low) && named && s.name != "" && !s.me && (j+1 >= len(t) || t[j+1].kind > number || t[j+1].low != "'s" && formOf(t[j+1].low) == noVerb) {
			minor := r.minorAt(t, t[j].low)
			r.mention(mention{name: s.name, sex: sexOf(t[j].low), person: !firms[t[j].low], firm: firms[t[j].low], minor: minor})
			if !minor {
				r.fact(c, subject{name: r.self()}, p, t[j].low, s.name)
			}
		}
	case w == "a" || w == "an" || w == "the":
		r.occupation(c, s, p, i, named)
	case s.owner != "" && s.noun != "" && !(related(s.noun) && s.name != called(s.owner, s.noun, "my") && s.name != called(s.owner, s.noun, "our")):
		r.attribute(c, s, p, i)
	case s.noun != "" && amountAt(t, i):
		r.fact(c, s, p, "amount", r.amount(t, i))
	case named && t[i].capital && i+1 < len(t) && t[i+1].low == "'s":
		name, end := r.nameAt(t, i)
		if end > i && end+1 < len(t) && related(t[end+1].low) && s.name != "" && !s.me {
			r.fact(c, subject{name: name}, p, t[end+1].low, s.name)
		}
	case s.me && i+1 == len(t) && t[i].capital && !demonym(t[i].low):
		r.fact(c, s, p, "name", r.slice(t, i, i+1))
	}
}

func demonym(w string) bool {
	return languages[w] || strings.HasSuffix(w, "an") || strings.HasSuffix(w, "ese") || strings.HasSuffix(w, "ish") || days[w] || months[w] || opens[w]
}

// dated: Nadia's birthday belongs to Nadia, any other date to its own noun.
func dated(s subject) subject {
	if s.owner != "" && (s.noun == "birthday" || s.noun == "anniversary") {
		s.name = s.owner
	}
	return s
}

func dateAttribute(s subject) string {
	if s.owner != "" && (s.noun == "birthday" || s.noun == "anniversary") {
		return s.noun
	}
	return "date"
}

// date is a time phrase without the preposition in front of it.
func (r *reader) date(t []token, from, to int) string {
	if timePrepositions[t[from].low] && from+1 < to && t[from].low != "before" && t[from].low != "after" {
		from++
	}
	return r.slice(t, from, to)
}

// located tells a residence from a passing whereabouts and from the place of a thing.
func (r *reader) located(c *clause, s subject, p predicate, i int, named bool) {
	t := c.toks
	place, _ := r.placeAt(t, i+1)
	if place == "" {
		if s.me && (t[i].low == "at" || t[i].low == "in") && i+2 < len(t) && t[i+1].low == "the" && whereabouts[t[i+2].low] {
			r.fact(c, s, p, "whereabouts", r.slice(t, i+1, i+3))
		}
		return
	}
	if !named {
		r.fact(c, s, p, "location", place)
		return
	}
	if !s.person || r.isFirm(s.name) {
		r.fact(c, s, p, "location", place)
		return
	}
	r.fact(c, s, p, "whereabouts", place)
}

var whereabouts = words("airport office station hotel hospital gym library dentist doctor supermarket beach train bus bank pub park car road bus-stop shop")

// occupation reads "a nurse at St Vincent's" and "the CFO of Acme".
func (r *reader) occupation(c *clause, s subject, p predicate, i int, named bool) {
	t := c.toks
	if s.pronoun == "it" {
		return
	}
	if !named || !s.person && s.pronoun == "" {
		if s.owner != "" && s.noun != "" {
			r.attribute(c, s, p, i)
		}
		return
	}
	for k := i + 1; k < len(t) && k <= i+4 && t[k].kind == word; k++ {
		if !occupations[t[k].low] || t[k].capital && len(t[k].low) > 3 {
			continue
		}
		end := k + 1
		for end < len(t) && t[end].kind == word && occupations[t[end].low] {
			end++
		}
		if end < len(t) && formOf(t[end].low) == noVerb && t[end].kind == word && !occupationEnd[t[end].low] {
			return
		}
		r.fact(c, s, p, "role", r.slice(t, i+1, end))
		if end+1 < len(t) && (t[end].low == "at" || t[end].low == "of" || t[end].low == "for" || t[end].low == "with") {
			if name, stop := r.firmAt(t, end+1); stop > end+1 && !r.peopleName(name) {
				r.mention(mention{name: name, firm: true})
				r.fact(c, s, p, "employer", name)
			}
		}
		return
	}
	if s.owner != "" && s.noun != "" && !related(s.noun) {
		r.attribute(c, s, p, i)
	}
}

var occupationEnd = words("at of for in with from and but who by on near here there now")

func (r *reader) peopleName(name string) bool { m, _ := r.known(name); return m.person }

// attribute reads "our day rate is A$1,450" and "my favourite colour is green".
func (r *reader) attribute(c *clause, s subject, p predicate, i int) {
	t := c.toks
	noun := strings.ToLower(s.noun)
	last := lastWord(noun)
	who := subject{name: s.owner}
	if noun == "name" || strings.HasSuffix(noun, " name") || related(noun) {
		if t[i].low == "called" {
			i++
		}
		if name, end := r.nameAt(t, i); end > i {
			// "My partner's name is Jules" names the partner.
			if whose, ok := strings.CutPrefix(s.owner, "my "); ok && noun == "name" && related(whose) {
				who.name, noun = Me, whose
				r.rename(s.owner)
			}
			if noun == "first name" || noun == "full name" {
				noun = "name"
			}
			if related(noun) {
				if r.minorAt(t, noun) {
					return
				}
				r.mention(mention{name: name, sex: sexOf(noun), person: !firms[noun] && !animals[noun], firm: firms[noun]})
			}
			r.fact(c, who, p, noun, name)
		}
		return
	}
	value := r.object(t, i, true)
	first := t[i]
	switch {
	case value == "" || strings.Count(value, " ") > 7:
		return
	case amountAt(t, i):
		value = r.amount(t, i)
	case first.kind == number || first.kind == quoted:
	case first.capital && !opens[first.low]:
	case strings.HasPrefix(noun, "favourite ") || strings.HasPrefix(noun, "favorite ") || strings.HasPrefix(noun, "preferred "):
	case attributes[last] && formOf(first.low) == noVerb && !adverbs[first.low] && !isFeeling(first.low) && !qualities[first.low] && !stronger[first.low] && first.low != "not" && !strings.HasSuffix(first.low, "ing"):
	default:
		return
	}
	r.fact(c, who, p, noun, value)
}

// qualities say how something is, not what.
var qualities = words(`good bad great fine ok okay late early wrong right full empty dead low high ready broken down up off on over gone
	slow fast nice ugly small big huge here there out too so very terrible awful amazing beautiful different important expensive cheap free busy
	stuck lost missing safe clear simple hard easy due`)

// doing reads verbs other than is.
func (r *reader) doing(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	at := func(k int) string {
		if k < len(t) {
			return t[k].low
		}
		return ""
	}
	anchored := !p.former || p.perfect
	switch p.verb {
	case "live", "stay":
		if !(at(i) == "in" || at(i) == "at" || at(i) == "near" || at(i) == "on" || at(i) == "outside") {
			return
		}
		place, _ := r.placeAt(t, i+1)
		switch {
		case place == "" || !anchored && p.verb == "live" && !p.negated || p.future:
		case p.verb == "stay":
			if p.progressive {
				r.fact(c, s, p, "whereabouts", place)
			}
		case !s.person && s.noun != "" || r.isFirm(s.name):
			r.fact(c, s, p, "location", place)
		case at(i-1) == "based" && s.noun != "" && !related(s.noun):
			r.fact(c, s, p, "location", place)
		default:
			r.fact(c, s, p, "residence", place)
		}
	case "move":
		for at(i) == "back" || at(i) == "house" || at(i) == "away" || at(i) == "over" || at(i) == "down" || at(i) == "up" || at(i) == "out" || at(i) == "home" || at(i) == "here" || at(i) == "again" {
			i++
		}
		if at(i) == "from" {
			if k := indexOf(t[i:], "to"); k > 0 {
				i += k
			}
		}
		if at(i) != "to" && at(i) != "into" {
			return
		}
		if s.noun != "" && !related(s.noun) {
			if when := whenAt(t, min(i+1, len(t)-1)); !when.empty() {
				r.fact(c, dated(s), p, "date", r.slice(t, when.from, when.to))
			} else if place, _ := r.placeAt(t, i+1); place != "" && !p.future && !p.progressive {
				r.fact(c, s, p, "location", place)
			}
			return
		}
		place, _ := r.placeAt(t, i+1)
		switch {
		case !s.person || place == "":
		case p.future || p.progressive:
			r.fact(c, s, p, "moving to", place)
		case p.negated:
		default:
			r.fact(c, s, p, "residence", place)
		}
	case "work":
		if !s.person || !anchored && !p.negated || p.future {
			return
		}
		for adverbs[at(i)] {
			i++
		}
		switch at(i) {
		case "at", "for", "with":
			if employer, end := r.organisation(t, i+1); employer != "" && !(at(i) == "with" && s.me && r.peopleName(employer)) {
				r.fact(c, s, p, "employer", employer)
				if at(end) == "as" {
					r.role(c, s, p, end+1)
				}
			}
		case "as":
			r.role(c, s, p, i+1)
		}
	case "join", "quit", "leave":
		if p.future || !s.person {
			return
		}
		name, end := r.nameAt(t, i)
		if end == i || r.peopleName(name) || (p.verb == "leave" && (p.progressive || at(end) == "for" || at(end) == "alone")) {
			return
		}
		for _, group := range [...]string{"Slack", "Zoom", "Teams", "Discord", "Telegram"} {
			if name == group {
				return
			}
		}
		r.mention(mention{name: name, firm: true})
		p.negated = p.negated != (p.verb != "join")
		r.fact(c, s, p, "employer", name)
	case "get", "start":
		if s.person && s.noun == "" || related(s.noun) {
			head := joinLow(t, i, 4) + " "
			k := -1
			switch {
			case has(head, "a job at "), has(head, "a job with "), has(head, "the job at "), has(head, "work at "), has(head, "a job for "), has(head, "a position at "):
				k = i + 3
				if at(i) == "work" {
					k = i + 2
				}
			case has(head, "a new job at "):
				k = i + 4
			case has(head, "working at "), has(head, "working for "), p.verb == "start" && has(head, "at "):
				k = i + 1
				if at(i) == "working" {
					k = i + 2
				}
			}
			if k > 0 && !p.negated && !p.future {
				if name, end := r.firmAt(t, k); end > k {
					r.mention(mention{name: name, firm: true})
					r.fact(c, s, p, "employer", name)
				}
			}
			return
		}
		r.edge(c, s, p, "start", i)
	case "end":
		r.edge(c, s, p, "end", i)
	case "born":
		switch {
		case at(i) == "in" && whenAt(t, i).empty():
			if place, _ := r.placeAt(t, i+1); place != "" {
				r.fact(c, s, p, "birthplace", place)
			}
		default:
			if when := findWhen(t[i:]); !when.empty() && when.from == 0 {
				r.fact(c, s, p, "birthday", r.date(t, i, i+when.to))
			}
		}
	case "come":
		if at(i) == "from" && s.person && anchored {
			if place, _ := r.placeAt(t, i+1); place != "" {
				r.fact(c, s, p, "origin", place)
			}
		}
	case "marry":
		if name, end := r.nameAt(t, i); end > i && s.person && !p.future {
			r.mention(mention{name: name, person: true})
			r.fact(c, s, p, "spouse", name)
		}
	case "go":
		if at(i) == "by" && s.me {
			if name, end := r.nameAt(t, i+1); end > i+1 {
				r.fact(c, s, p, "name", name)
			}
		}
	case "have":
		r.having(c, s, p, i)
	case "cost", "charge", "earn":
		if k := i; anchored && !p.future && k < len(t) {
			for k < len(t) && (t[k].low == "us" || t[k].low == "me" || t[k].low == "about") {
				k++
			}
			if amountAt(t, k) {
				attribute := "price"
				if p.verb == "earn" {
					attribute = "income"
				}
				r.fact(c, s, p, attribute, r.amount(t, k))
			}
		}
	case "prefer", "like", "love", "hate", "dislike", "enjoy":
		if s.me || p.future || !anchored || at(i) == "it" || at(i) == "that" || at(i) == "" || at(i) == "me" || at(i) == "you" || at(i) == "him" || at(i) == "her" || !s.person {
			return
		}
		if at(i) == "to" {
			i++
		}
		for _, name := range s.all() {
			r.add(c, Item{Kind: Preference, Subject: name, Attribute: tastes[p.verb], Value: r.object(t, i, true), Negated: p.negated})
		}
	default:
		attribute := holds[p.verb]
		if attribute == "" || s.name == "" && s.pronoun != "he" && s.pronoun != "she" || p.future || !anchored || p.progressive && p.verb != "run" && p.verb != "study" && p.verb != "sell" && p.verb != "rent" {
			return
		}
		first := at(i)
		if first == "" || timePrepositions[first] || pronouns[first] || first == "to" || first == "out" || first == "off" || first == "away" || first == "for" || first == "into" || first == "with" || first == "me" && p.verb != "owe" || first == "home" || first == "up" || first == "late" || first == "well" || t[i].kind > number || adverbs[first] || !whenAt(t, i).empty() {
			return
		}
		if s.me && (p.verb == "run" || p.verb == "drive" || p.verb == "play") && !(determiners[first] || t[i].capital) {
			return
		}
		r.fact(c, s, p, attribute, r.object(t, i, false))
	}
}

// role reads "as a structural engineer".
func (r *reader) role(c *clause, s subject, p predicate, i int) {
	t := c.toks
	if i < len(t) && (t[i].low == "a" || t[i].low == "an" || t[i].low == "the") {
		i++
	}
	end := i
	for end < len(t) && end < i+4 && t[end].kind == word && !occupationEnd[t[end].low] && !adverbs[t[end].low] {
		end++
	}
	r.fact(c, s, p, "role", r.slice(t, i, end))
}

// edge reads when something begins or ends.
func (r *reader) edge(c *clause, s subject, p predicate, attribute string, i int) {
	if s.noun == "" || related(s.noun) || i >= len(c.toks) {
		return
	}
	if when := whenAt(c.toks, i); !when.empty() && (!p.former || p.future) {
		r.fact(c, s, p, attribute, r.date(c.toks, when.from, when.to))
	}
}

var belongings = words("dog cat horse puppy kitten parrot rabbit hamster pony car bike motorbike motorcycle boat house flat apartment cottage van truck caravan piano guitar garden bicycle scooter tractor farm cabin")

// having reads "I have a dog called Biscuit" and "Ana has a boat".
func (r *reader) having(c *clause, s subject, p predicate, i int) {
	t := c.toks
	if i < len(t) && t[i].low == "got" {
		i++
	}
	if i+1 >= len(t) || p.future || p.former {
		return
	}
	j := i
	if determiners[t[j].low] || numberWords[t[j].low] || t[j].kind == number {
		j++
	}
	for j < len(t) && (adjectives[t[j].low] || qualities[t[j].low]) {
		j++
	}
	if j >= len(t) || j == i && !belongings[strings.TrimSuffix(t[j].low, "s")] {
		return
	}
	noun := t[j].low
	if j+2 < len(t) && (t[j+1].low == "called" || t[j+1].low == "named") && (related(noun) || belongings[noun]) {
		if name, end := r.nameAt(t, j+2); end > j+2 && !r.minorAt(t, noun) {
			r.mention(mention{name: name, sex: sexOf(noun), person: !animals[noun] && related(noun)})
			r.fact(c, s, p, noun, name)
		}
		return
	}
	if belongings[noun] || belongings[strings.TrimSuffix(noun, "s")] {
		if j+1 >= len(t) || t[j+1].kind > number || t[j+1].low == "in" || t[j+1].low == "and" || t[j+1].low == "now" || t[j+1].low == "at" || t[j+1].low == "near" || t[j+1].low == "any" {
			r.fact(c, s, p, "owns", r.slice(t, i, j+1))
		}
	}
}

// minor keeps what is said of a minor as words only: no subject, no names.
func (r *reader) minor(c *clause, s subject) {
	if w := findWhen(c.toks); !w.empty() {
		r.add(c, Item{Kind: Statement})
	}
}
