package extract

import "strings"

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
	if k := c.become(s, p); k > 0 {
		p = predicate{verb: "be", i: k}
	}
	s = r.taken(c, s, p)
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
		if strings.EqualFold(name, value) { // nobody lives in herself
			continue
		}
		r.add(c, Item{Kind: Fact, Subject: name, Attribute: attribute, Value: value, Negated: p.negated})
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

// having reads "I have a dog called Biscuit" and "Ana has a boat".
func (r *reader) having(c *clause, s subject, p predicate, i int) {
	t := c.toks
	if i < len(t) && t[i].low == "got" {
		i++
	}
	if i+1 >= len(t) || p.future || p.former {
		return
	}
	if s.person && i+2 < len(t) && t[i+1].low == "birthday" && determiners[t[i].low] { // "has her birthday on 4 May"
		if when := whenAt(t, i+2); !when.empty() {
			r.fact(c, s, p, "birthday", r.date(t, when.from, when.to))
		}
		return
	}
	if r.allergies(c, s, p, i) {
		return
	}
	if charge := r.chargeAt(t, i); charge != "" && s.person {
		r.fact(c, s, p, "has", charge)
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
	if belongings[noun] || belongings[strings.TrimSuffix(noun, "s")] || j > i && makes[noun] {
		if j+1 >= len(t) || t[j+1].kind > number || t[j+1].low == "in" || t[j+1].low == "and" || t[j+1].low == "now" || t[j+1].low == "at" || t[j+1].low == "near" || t[j+1].low == "any" || t[j+1].low == "again" || t[j+1].low == "after" && j+2 < len(t) && t[j+2].low == "all" {
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
