package extract

// What the principal does with words: corrects, prefers and reports here; orders,
// promises and decides in files of their own. Each reader takes a clause that
// begins with its marker and reports whether the clause was of its kind, whether
// or not anything in it was worth keeping.

// bareCorrection reads corrections that are no sentence of their own: "it's 15
// March", "I meant Thursday, not Tuesday", "that's wrong".
func (r *reader) bareCorrection(c *clause) {
	t := c.toks
	if r.utterance.Speaker != "" || len(t) == 0 {
		return
	}
	from := -1
	switch {
	case wrongness(t) > 0 && wrongness(t) == len(t):
		r.add(c, Item{Kind: Correction})
		return
	case len(t) > 2 && t[0].low == "i" && t[1].low == "meant" && t[2].low != "to" && t[2].low != "it" && t[2].low != "that" && t[2].low != "what":
		from = 2
	case (t[0].low == "it" || t[0].low == "that") && len(t) > 2 && (t[1].low == "'s" || t[1].low == "is" || t[1].low == "was" || t[1].low == "should"):
		from = 2
		if t[1].low == "should" && t[2].low == "be" {
			from = 3
		}
		if not := indexOf(t, "not"); !c.correcting && (not < 3 || not+1 >= len(t) || !valued(t[2:])) {
			from = -1
		}
	case t[0].low == "not" && len(t) > 3 && c.correcting:
		for i, w := range t {
			if w.kind == comma || w.low == "but" {
				from = i + 1
			}
		}
	}
	if from < 0 || from >= len(t) || t[from].low == "not" {
		return
	}
	end := len(t)
	for i := from + 1; i < len(t); i++ {
		if t[i].kind == comma || t[i].low == "not" && i > from || t[i].low == "because" {
			end = i
			break
		}
	}
	if !valued(t[from:end]) {
		return
	}
	r.add(c, Item{Kind: Correction, Value: r.slice(t, from, end)})
}

// valued reports that a phrase holds a name, a figure, a date or a noun phrase:
// something to put in the place of what was wrong.
func valued(t []token) bool {
	if w := findWhen(t); !w.empty() {
		return true
	}
	for i, w := range t {
		if w.kind == number || w.kind == quoted || w.capital && w.low != "i" || i == 0 && (w.low == "the" || w.low == "my" || w.low == "our") && len(t) > 1 {
			return true
		}
	}
	return false
}

// tastes maps a verb to how Item.Attribute has it.
var tastes = map[string]string{
	"prefer": "prefers", "like": "likes", "love": "likes", "enjoy": "likes", "adore": "likes", "hate": "dislikes", "dislike": "dislikes",
	"loathe": "dislikes", "detest": "dislikes", "favour": "prefers", "favor": "prefers",
	"prefers": "prefers", "likes": "likes", "loves": "likes", "enjoys": "likes", "hates": "dislikes", "dislikes": "dislikes", "favours": "prefers", "favors": "prefers",
}

// preference reads the principal's own; other people's are read with their verbs.
func (r *reader) preference(c *clause) bool {
	t := c.toks
	if len(t) < 3 || t[0].low != "i" && t[0].low != "we" {
		return false
	}
	i, negated := 1, false
	for i < len(t) && (adverbs[t[i].low] || t[i].low == "don't" || t[i].low == "do" || t[i].low == "not" || t[i].low == "never" || t[i].low == "much") {
		negated = negated || negations[t[i].low]
		i++
	}
	if i >= len(t) {
		return false
	}
	attribute := tastes[t[i].low]
	switch {
	case attribute != "":
		i++
	case t[i].low == "'d" || t[i].low == "would":
		if i+1 < len(t) && (t[i+1].low == "rather" || t[i+1].low == "prefer") {
			attribute = "prefers"
			i += 2
			if i < len(t) && t[i].low == "to" || i < len(t) && t[i].low == "not" {
				negated = t[i].low == "not"
				i++
			}
		}
	case t[i].low == "can't" && i+1 < len(t) && (t[i+1].low == "stand" || t[i+1].low == "bear"):
		attribute = "dislikes"
		i += 2
	case (t[i].low == "'m" || t[i].low == "am") && i+3 < len(t) && joinLow(t, i+1, 3) == "a fan of":
		attribute = "likes"
		i += 4
	case (t[i].low == "'m" || t[i].low == "am") && i+4 < len(t) && (joinLow(t, i+1, 4) == "a big fan of" || joinLow(t, i+1, 4) == "not a fan of"):
		attribute = "likes"
		negated = t[i+1].low == "not"
		i += 5
	}
	if attribute == "" || i >= len(t) {
		return false
	}
	switch t[i].low {
	case "it", "that", "this", "you", "how", "what", "them", "him", "her", "if", "when", "your", "those", "these", "their", "his", "all", "seeing", "the":
		// About the thing at hand; a taste is about a kind of thing.
		if attribute != "prefers" {
			return true
		}
	case "to":
		if i+1 < len(t) && (t[i+1].low == "say" || t[i+1].low == "think" || t[i+1].low == "hear" || t[i+1].low == "see" || t[i+1].low == "ask" || t[i+1].low == "bother" || t[i+1].low == "admit") {
			return true
		}
		i++
	}
	if i >= len(t) || t[i].kind >= quoted && t[i].kind != quoted {
		return true
	}
	end := reasonAt(t)
	for k := i; k < end; k++ {
		if t[k].kind == comma || t[k].low == "but" || t[k].low == "so" && k > i {
			end = k
		}
	}
	r.add(c, Item{Kind: Preference, Subject: r.self(), Attribute: attribute, Value: r.slice(t, i, end), Negated: negated})
	return true
}

// sayings are verbs that hand on somebody else's words.
var sayings = words(`said says told tells mentioned mentions claims claimed reports reported wrote writes confirmed confirms announced insists insisted
	warned admitted explained replied complained emailed texted reckons thinks believes thought hopes guesses expects`)

// report reads "Priya said she …": what follows is hers, and stays so.
func (r *reader) report(c *clause) bool {
	t := c.toks
	if len(t) > 4 && t[0].low == "according" && t[1].low == "to" {
		name, j := r.nameAt(t, 2)
		if j == 2 {
			if name, j = r.teller(t, 2); j == 2 {
				return true
			}
		}
		for j < len(t) && t[j].kind >= comma {
			j++
		}
		return r.reported(c, name, j)
	}
	var s subject
	ok := false
	if c.inherited != nil {
		s, ok = *c.inherited, true
		s.next = 0
	} else if s, ok = r.subjectAt(t, 0); !ok {
		return false
	}
	if s.me || s.name == "" && s.noun != "" {
		return false
	}
	i := s.next
	for i < len(t) && (adverbs[t[i].low] || t[i].low == "has" || t[i].low == "'s" || t[i].low == "both" || t[i].low == "all") {
		i++
	}
	if i >= len(t) || !sayings[t[i].low] {
		return false
	}
	verb := t[i].low
	if verb == "thinks" || verb == "believes" || verb == "thought" || verb == "hopes" || verb == "guesses" || verb == "expects" || verb == "reckons" {
		c.hedge = verb
	}
	i++
	for i < len(t) && (t[i].low == "me" || t[i].low == "us" || t[i].low == "that" || t[i].low == "to" || adverbs[t[i].low] || relativeDays[t[i].low]) || i < len(t) && i+1 < len(t) && (timePrepositions[t[i].low] && (days[t[i+1].low] || deictic[t[i+1].low])) || i < len(t) && (days[t[i].low]) {
		if t[i].low == "to" {
			return true // told me to call: an order of theirs, not a report
		}
		i++
	}
	if s.noun == "" || s.person { // of a dentist, or a letter, nobody knows who is meant by "she"
		r.mention(mention{name: s.name, person: true})
	}
	if i >= len(t) {
		return true
	}
	for _, name := range s.others { // all of them said so
		r.reported(c, name, i)
	}
	return r.reported(c, s.name, i)
}

// teller reads whom "according to" names by what he is: "the mechanic", "my aunt". It ends where what he says begins.
func (r *reader) teller(t []token, i int) (string, int) {
	if i >= len(t) || t[i].low != "the" && t[i].low != "my" && t[i].low != "our" {
		return "", i
	}
	j := i + 1
	for j < len(t) && j <= i+3 && t[j].kind == word && !t[j].capital && !determiners[t[j].low] && !pronouns[t[j].low] && !notNouns[t[j].low] {
		j++
	}
	if j == i+1 {
		return "", i
	}
	if t[i].low == "the" {
		return r.slice(t, i+1, j), j
	}
	return r.slice(t, i, j), j
}

// reported reads the inner clause with its source; where nothing in it is
// recognised the report as a whole is a statement.
func (r *reader) reported(c *clause, source string, i int) bool {
	t := c.toks
	if source == "" || i >= len(t) {
		return true
	}
	inner := *c
	inner.toks, inner.source, inner.inherited = t[i:], source, nil
	before := len(r.items)
	for len(inner.toks) > 0 && inner.toks[0].kind >= comma && inner.toks[0].kind != quoted {
		inner.toks = inner.toks[1:]
	}
	if len(inner.toks) > 0 && inner.toks[0].kind != quoted && inner.toks[0].low != "i" && inner.toks[0].low != "we" {
		for len(inner.toks) > 0 {
			_, n := phraseAt(inner.toks, 0, hedges)
			if n == 0 {
				break
			}
			inner.hedge = r.slice(inner.toks, 0, n)
			inner.toks = inner.toks[n:]
		}
		r.source, r.leans = source, false
		if s, ok := r.subjectAt(inner.toks, 0); ok {
			r.declare(&inner, s)
		}
		r.source = ""
	}
	if len(r.items) == before && !r.unfit(c, subject{name: source}) && (len(t)-i > 1 || t[i].kind == word && !pronouns[t[i].low] && !unpointed[t[i].low] && t[i].low != "so") {
		r.add(&inner, Item{Kind: Statement, Subject: source})
	}
	return true
}
