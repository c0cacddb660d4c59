package extract

// doing reads verbs other than is.
func (r *reader) doing(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	switch p.verb {
	case "live", "stay":
		r.living(c, s, p)
	case "move":
		if !r.putting(c, s, p) {
			r.moving(c, s, p)
		}
	case "keep", "put", "store", "hide":
		r.putting(c, s, p)
	case "work":
		r.working(c, s, p)
	case "join", "quit", "leave":
		r.joining(c, s, p)
	case "get", "start":
		r.starting(c, s, p)
	case "end":
		r.edge(c, s, p, "end", i)
	case "born":
		r.birth(c, s, p)
	case "come":
		if c.low(i) == "from" && s.person && p.anchored() {
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
		if c.low(i) == "by" && s.me {
			if name, end := r.nameAt(t, i+1); end > i+1 {
				r.fact(c, s, p, "name", name)
			}
		}
	case "have":
		r.having(c, s, p, i)
	case "bought", "sold", "traded", "swapped", "replaced", "scrapped":
		r.acquiring(c, s, p)
	case "cost", "charge", "earn":
		r.earning(c, s, p)
	case "pay":
		r.paying(c, s, p)
	case "prefer", "like", "love", "hate", "dislike", "enjoy":
		r.liking(c, s, p)
	default:
		r.holding(c, s, p)
	}
}

// anchored says that what the verb tells holds, or held until now.
func (p predicate) anchored() bool { return !p.former || p.perfect }

// low is the word at a place, in lower case; empty behind the end.
func (c *clause) low(k int) string {
	if k < len(c.toks) {
		return c.toks[k].low
	}
	return ""
}

// living reads where somebody lives or stays, and where something is.
func (r *reader) living(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if !(c.low(i) == "in" || c.low(i) == "at" || c.low(i) == "near" || c.low(i) == "on" || c.low(i) == "outside") {
		return
	}
	place, _ := r.placeAt(t, i+1)
	switch {
	case place == "" || !p.anchored() && p.verb == "live" && !p.negated || p.future:
	case p.verb == "stay":
		if p.progressive {
			r.fact(c, s, p, "whereabouts", place)
		}
	case !s.person && s.noun != "" || r.isFirm(s.name):
		r.fact(c, s, p, "location", place)
	case placing[c.low(i-1)] && s.noun != "" && !related(s.noun):
		r.fact(c, s, p, "location", place)
	default:
		r.fact(c, s, p, "residence", place)
	}
}

// moving reads where somebody moved, or to when something was.
func (r *reader) moving(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	for c.low(i) == "back" || c.low(i) == "house" || c.low(i) == "away" || c.low(i) == "over" || c.low(i) == "down" || c.low(i) == "up" || c.low(i) == "out" || c.low(i) == "home" || c.low(i) == "here" || c.low(i) == "again" {
		i++
	}
	if c.low(i) == "from" {
		if k := indexOf(t[i:], "to"); k > 0 {
			i += k
		}
	}
	if c.low(i) != "to" && c.low(i) != "into" {
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
}

// working reads for whom somebody works, and as what.
func (r *reader) working(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if !s.person || !p.anchored() && !p.negated || p.future {
		return
	}
	for adverbs[c.low(i)] {
		i++
	}
	switch c.low(i) {
	case "at", "for", "with", "by":
		if employer, end := r.organisation(t, i+1); employer != "" && !(c.low(i) == "with" && s.me && r.peopleName(employer)) {
			r.fact(c, s, p, "employer", employer)
			if c.low(end) == "as" {
				r.role(c, s, p, end+1)
			}
		}
	case "as":
		r.role(c, s, p, i+1)
	}
}

// joining reads whom somebody joined or left.
func (r *reader) joining(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if p.future || !s.person {
		return
	}
	name, end := r.nameAt(t, i)
	if end == i || r.peopleName(name) || (p.verb == "leave" && (p.progressive || c.low(end) == "for" || c.low(end) == "alone")) {
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
}

// starting reads "got a job at Acme", and when something starts.
func (r *reader) starting(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if s.person && s.noun == "" || related(s.noun) {
		head := joinLow(t, i, 4) + " "
		k := -1
		switch {
		case has(head, "a job at "), has(head, "a job with "), has(head, "the job at "), has(head, "work at "), has(head, "a job for "), has(head, "a position at "):
			k = i + 3
			if c.low(i) == "work" {
				k = i + 2
			}
		case has(head, "a new job at "):
			k = i + 4
		case has(head, "working at "), has(head, "working for "), p.verb == "start" && has(head, "at "):
			k = i + 1
			if c.low(i) == "working" {
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
}

// birth reads where and when somebody was born.
func (r *reader) birth(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	switch {
	case c.low(i) == "in" && whenAt(t, i).empty():
		place, end := r.placeAt(t, i+1)
		if place == "" {
			return
		}
		r.fact(c, s, p, "birthplace", place)
		if when := findWhen(t[end:]); !when.empty() && when.from == 0 { // "in Lyon on 4 May 1980"
			r.fact(c, s, p, "birthday", r.date(t, end, end+when.to))
		}
	default:
		if when := findWhen(t[i:]); !when.empty() && when.from == 0 {
			r.fact(c, s, p, "birthday", r.date(t, i, i+when.to))
			if i += when.to; c.low(i) == "in" {
				if place, _ := r.placeAt(t, i+1); place != "" {
					r.fact(c, s, p, "birthplace", place)
				}
			}
		}
	}
}

// earning reads what something costs, or somebody earns.
func (r *reader) earning(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if k := i; p.anchored() && !p.future && k < len(t) {
		for k < len(t) && (t[k].low == "us" || t[k].low == "me" || t[k].low == "about") {
			k++
		}
		if amountAt(t, k) || p.verb == "earn" && t[k].kind == number && r.text[t[k].start-1] == ' ' && digit(t[k].low[0]) {
			attribute := "price"
			if p.verb == "earn" {
				attribute = "income"
			}
			r.fact(c, s, p, attribute, r.amount(t, k))
		}
	}
}

// paying reads what somebody else pays again and again: "Acme pays us A$900 a month". What is paid for
// something is one payment of several, and stays a statement.
func (r *reader) paying(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if s.me || s.name == "" || p.future || !p.anchored() {
		return
	}
	for c.low(i) == "us" || c.low(i) == "me" {
		i++
	}
	if !amountAt(t, i) {
		return
	}
	from, end := amountIn(t, i)
	regular := end-from > 2 && periods[t[end-1].low]
	for adverbs[c.low(end)] || c.low(end) == "now" {
		end++
	}
	if regular && (end == len(t) || !whenAt(t, end).empty()) {
		r.fact(c, s, p, "pays", r.amount(t, i))
	}
}

// liking reads what others like; what the principal likes is read elsewhere.
func (r *reader) liking(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if s.me || p.future || !p.anchored() || c.low(i) == "it" || c.low(i) == "that" || c.low(i) == "" || c.low(i) == "me" || c.low(i) == "you" || c.low(i) == "him" || c.low(i) == "her" || !s.person {
		return
	}
	if c.low(i) == "to" {
		i++
	}
	for _, name := range s.all() {
		r.add(c, Item{Kind: Preference, Subject: name, Attribute: tastes[p.verb], Value: r.object(t, i, true), Negated: p.negated})
	}
}

// holding reads the verbs of which each gives one attribute: owns, speaks, drives.
func (r *reader) holding(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	attribute := holds[p.verb]
	if attribute == "" || s.name == "" && s.pronoun != "he" && s.pronoun != "she" || p.future || !p.anchored() || p.progressive && p.verb != "run" && p.verb != "study" && p.verb != "sell" && p.verb != "rent" {
		return
	}
	first := c.low(i)
	if first == "" || timePrepositions[first] || pronouns[first] || first == "to" || first == "out" || first == "off" || first == "away" || first == "for" || first == "into" || first == "with" || first == "me" && p.verb != "owe" || first == "home" || first == "up" || first == "late" || first == "well" || t[i].kind > number || adverbs[first] || !whenAt(t, i).empty() {
		return
	}
	if s.me && (p.verb == "run" || p.verb == "drive" || p.verb == "play") && !(determiners[first] || t[i].capital) {
		return
	}
	value := r.object(t, i, false)
	if list := r.listAt(t, i, value); list != "" {
		value = list
	}
	r.fact(c, s, p, attribute, value)
}
