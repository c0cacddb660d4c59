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
