package extract

import "strings"

// What the principal does with words: orders, promises, decides, prefers,
// corrects, reports. Each reader below takes a clause that begins with its
// marker and reports whether the clause was of its kind, found or not.

// correctionLead takes "no,", "actually", "that's wrong:" off and marks the clause.
func (r *reader) correctionLead(c *clause) bool {
	t := c.toks
	n := 0
	switch {
	case t[0].low == "no" && len(t) > 2 && t[1].low == ",":
		n = 2
	case t[0].low == "actually" && len(t) > 2:
		n = 1
	case (t[0].low == "correction" || t[0].low == "wrong" || t[0].low == "nope") && len(t) > 2 && t[1].kind >= comma:
		n = 2
	case t[0].low == "scratch" && len(t) > 3 && t[1].low == "that":
		n = 2
	case t[0].low == "sorry" && len(t) > 3 && t[1].low == "," && (t[2].low == "i" && t[3].low == "meant" || t[2].low == "it" || t[2].low == "that"):
		n = 2
	case wrongness(t) > 0 && wrongness(t) < len(t) && t[wrongness(t)].kind >= comma:
		n = wrongness(t) + 1
	default:
		return false
	}
	c.correcting = true
	c.toks = t[n:]
	return true
}

// wrongness is the length of "that's wrong" at the head of a clause.
func wrongness(t []token) int {
	if len(t) < 3 || t[0].low != "that" && t[0].low != "this" && t[0].low != "you" && t[0].low != "it" || formOf(t[1].low) != auxiliary {
		return 0
	}
	i := 2
	not := t[1].low == "isn't"
	if t[i].low == "not" {
		not = true
		i++
	}
	for i < len(t) && adverbs[t[i].low] {
		i++
	}
	if i >= len(t) {
		return 0
	}
	switch t[i].low {
	case "wrong", "incorrect", "false", "mistaken":
		if !not {
			return i + 1
		}
	case "right", "correct", "true", "accurate":
		if not {
			return i + 1
		}
	}
	return 0
}

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

// order reads a sentence that tells the agent what to do. A standing order is a
// rule; any other is a command and yields nothing.
func (r *reader) order(c *clause) bool {
	t := c.toks
	i, standing := 0, false
	if n := standingLead(t); n > 0 {
		i, standing = n, true
		for i < len(t) && (t[i].kind >= comma || t[i].low == "please") {
			i++
		}
	}
	if i < len(t) && t[i].low == "please" {
		i++
	}
	if i+1 >= len(t) {
		return standing
	}
	if r.callMe(c, i) {
		return true
	}
	w := t[i].low
	rule := false
	switch {
	case w == "always" || w == "never":
		v := t[i+1].low
		if v == "ever" && i+2 < len(t) {
			v = t[i+2].low
		}
		if v == "mind" || v == "again" || v == "a" || v == "the" || v == "been" || len(t)-i < 3 || !standing && !(commands[v] || presentVerbs[v]) {
			return v == "mind" || !r.subjectFollows(t, i+1)
		}
		if encouraging[v] || v == "give" && hasLow(t, "up") {
			return true
		}
		rule = true
	case w == "don't" || w == "do" && t[i+1].low == "not":
		rule = standing || general(t[i:])
		verb := t[i+1].low
		if verb == "not" && i+2 < len(t) {
			verb = t[i+2].low
		}
		if !rule || encouraging[verb] || verb == "give" && hasLow(t, "up") {
			return true
		}
	case w == "stop" && strings.HasSuffix(t[i+1].low, "ing") && len(t)-i > 2:
		rule = true
	case w == "you" && (t[i+1].low == "should" || t[i+1].low == "must" || t[i+1].low == "can" || t[i+1].low == "may"):
		rule = standing || i+2 < len(t) && (t[i+2].low == "always" || t[i+2].low == "never" || t[i+2].low == "not" && general(t[i:]))
		if !rule {
			return true
		}
	case (w == "whenever" || w == "when" || w == "if" || (w == "every" || w == "each" || w == "any") && t[i+1].low == "time") && (hasLow(t, "i") || w != "if"):
		for k := i + 2; k+1 < len(t); k++ {
			if t[k].kind == comma && (commands[t[k+1].low] || t[k+1].low == "always" || t[k+1].low == "never" || t[k+1].low == "don't") {
				rule = w != "if" && (t[i+1].low == "i" || t[i+1].low == "time" || w == "whenever") && futureFree(t[i:k])
				if t[k+1].low == "always" || t[k+1].low == "never" {
					rule = true
				}
			}
		}
		if !rule {
			return true
		}
	case standing:
		rule = commands[w] || presentVerbs[w] || w == "no" || w == "only" || (w == "i") && t[i+1].low == "want" && hasLow(t, "you")
	case w == "i" && t[i+1].low == "want" && i+2 < len(t) && t[i+2].low == "you" && (hasLow(t, "always") || hasLow(t, "never")):
		rule = true
	default:
		if _, subject := r.subjectAt(t, i); !subject && (commands[w] || w == "let") && !t[i].capital || i > 0 && t[i-1].low == "please" {
			return w != "let" && !(w == "go" && t[i+1].low == "with") || !r.decision(c)
		}
		if commands[w] && i == 0 && t[0].capital && r.imperative(t) {
			if w == "let" || w == "go" {
				return !r.decision(c)
			}
			return true
		}
		return false
	}
	if !rule {
		return false
	}
	if r.utterance.Speaker == "" {
		r.add(c, Item{Kind: Rule, Value: r.slice(t, i, len(t)), Negated: negations[w]})
	}
	return true
}

// encouraging words look like orders: never give up, don't forget to rest.
var encouraging = words("say forget worry underestimate hesitate stress lose panic doubt fear despair think get let")

// callMe reads "call me Sam", an order that tells a name.
func (r *reader) callMe(c *clause, i int) bool {
	t := c.toks
	if t[i].low == "you" && i+1 < len(t) && (t[i+1].low == "can" || t[i+1].low == "may") {
		i += 2
	}
	if i+2 >= len(t) || t[i].low != "call" || t[i+1].low != "me" || r.utterance.Speaker != "" {
		return false
	}
	name, end := r.nameAt(t, i+2)
	if end == i+2 || end < len(t) && t[end].kind <= number {
		return false
	}
	r.add(c, Item{Kind: Fact, Subject: Me, Attribute: "name", Value: name})
	return true
}

// futureFree: "when I get home tomorrow, remind me" is an order for once.
func futureFree(t []token) bool { w := findWhen(t); return w.empty() }

func hasLow(t []token, w string) bool { return indexOf(t, w) >= 0 }

func (r *reader) subjectFollows(t []token, i int) bool {
	_, ok := r.subjectAt(t, i)
	return ok
}

// imperative: a capital at the head hides whether "Grant" is a name.
func (r *reader) imperative(t []token) bool {
	return len(t) < 2 || formOf(t[1].low) == noVerb || formOf(t[1].low) == base || pronouns[t[1].low]
}

func standingLead(t []token) int {
	s := joinLow(t, 0, 4)
	for _, p := range [...]string{"from now on", "from today on", "going forward", "in the future", "in future", "as of now", "henceforth", "as a rule"} {
		if strings.HasPrefix(s, p) && (len(s) == len(p) || s[len(p)] == ' ') {
			return strings.Count(p, " ") + 1
		}
	}
	return 0
}

// general tells a standing prohibition from one for this once.
func general(t []token) bool {
	for i, w := range t {
		switch w.low {
		case "ever", "again", "anymore", "without", "unless", "whenever", "during", "always", "weekends", "mornings", "evenings", "nights", "after", "before":
			return true
		case "any":
			if i+1 < len(t) && t[i+1].low == "more" {
				return true
			}
		case "when":
			return true
		case "more":
			if i+1 < len(t) && t[i+1].low == "than" {
				return true
			}
		case "at":
			if i+1 < len(t) && t[i+1].low == "night" {
				return true
			}
		case "in":
			if i+2 < len(t) && t[i+1].low == "the" && dayParts[t[i+2].low] {
				return true
			}
		}
		if days[w.low] && strings.HasSuffix(w.low, "days") {
			return true
		}
	}
	return false
}

var (
	// emptyVerbs promise nothing one could be held to.
	emptyVerbs = words(`be see think know say admit bet pass take let try guess miss never love like hate believe assume need want mind
		survive manage understand remember wait stay sleep die cry live feel get become always probably live laugh rest relax wonder
		hope agree work eat drink find forget tell ask come look talk confess stress emphasise emphasize point`)
	// goals follow "going to" as verbs, not as places.
	goals = words(`renew file draft prepare finish submit invoice email phone text cancel arrange organise organize confirm
		apply register post transfer settle update check sign review print fix sort water feed clean tidy pack chase request
		return replace upload download publish record revise rewrite translate deliver collect remind discuss ring research install
		back transfer reschedule follow invite tidy paint order figure contact notify schedule complete set thank hand practise`)
)

// errands are verbs of which one can tell whether they were done, without a date.
var errands = words(`send call write pay book bring buy give get ask tell order meet visit see sell deliver repair clean collect test talk let find
	ship return reply answer report read move hire train sign cook bake paint build start stop switch drop close open raise lower add`)

// promise reads what the principal is to do: I'll …, I need to …, must ….
func (r *reader) promise(c *clause) bool {
	t := c.toks
	if r.utterance.Speaker != "" || len(t) < 3 || c.source != "" {
		return false
	}
	i, firm := 0, true
	if t[0].low == "i" || t[0].low == "we" {
		i = 1
		for i < len(t) && (adverbs[t[i].low] || t[i].low == "probably") && t[i].low != "always" && t[i].low != "often" && t[i].low != "usually" && t[i].low != "sometimes" {
			if t[i].low == "probably" {
				c.hedge = "probably"
			}
			i++
		}
	} else if t[0].low == "todo" || t[0].low == "to-do" {
		i = 1
		for i < len(t) && t[i].kind >= comma {
			i++
		}
		return r.promiseVerb(c, i, true, true)
	} else if t[0].low != "need" && t[0].low != "must" && t[0].low != "have" && t[0].low != "gotta" {
		return false
	}
	switch head := joinLow(t, i, 4) + " "; {
	case has(head, "'ll "), has(head, "will "), has(head, "must "), has(head, "gotta "):
		if has(head, "'ll not ") || has(head, "will not ") || has(head, "must not ") || has(head, "will never ") {
			return false
		}
		firm = !has(head, "'ll ") && !has(head, "will ")
		i++
	case has(head, "need to "), has(head, "have to "):
		i += 2
	case has(head, "'ve got to "), has(head, "have got to "):
		i += 3
	case has(head, "still need to "), has(head, "still have to "):
		i += 3
	case has(head, "should "), has(head, "shall "):
		if c.hedge == "" && has(head, "should ") {
			c.hedge = "should"
		}
		firm = false
		i++
	case has(head, "'m going to "), has(head, "am going to "), has(head, "'re going to "), has(head, "are going to "):
		i += 3
		if i >= len(t) || !goals[t[i].low] && !presentVerbs[t[i].low] || t[i].low == "sleep" || t[i].low == "work" && i+1 >= len(t) {
			return false
		}
		firm = false
	case has(head, "am supposed to "), has(head, "'m supposed to "):
		i += 3
	case has(head, "promised "), has(head, "have promised "), has(head, "'ve promised "):
		for i < len(t) && t[i].low != "to" && t[i].low != "i" && t[i].low != "that" {
			i++
		}
		if i >= len(t) || t[i].low == "that" && i+1 >= len(t) {
			i = indexOf(t, "promised") + 1
			return r.owed(c, i)
		}
		if t[i].low == "to" {
			return r.promiseVerb(c, i+1, true, true)
		}
		if t[i].low == "that" {
			i++
		}
		if i+2 < len(t) && (t[i+1].low == "'d" || t[i+1].low == "would" || t[i+1].low == "'ll" || t[i+1].low == "will") {
			return r.promiseVerb(c, i+2, true, true)
		}
		return false
	case has(head, "owe "):
		return r.owed(c, i+1)
	default:
		return false
	}
	for i < len(t) && (adverbs[t[i].low] || t[i].low == "still") {
		i++
	}
	return r.promiseVerb(c, i, firm, false)
}

func has(s, prefix string) bool { return strings.HasPrefix(s, prefix) }

// owed reads "I owe Petra a reply" and "I promised Petra a reply".
func (r *reader) owed(c *clause, i int) bool {
	if i+1 >= len(c.toks) || c.toks[i].kind > number || c.toks[i].low == "you" {
		return false
	}
	return r.keepPromise(c, i)
}

// promiseVerb accepts a promise whose verb is worth keeping. firm is need, must
// and have to, which mean it; marked is "I promised" and "todo", which say so.
func (r *reader) promiseVerb(c *clause, i int, firm, marked bool) bool {
	t := c.toks
	if i+1 > len(t)-1 || t[i].kind > number || t[i].capital {
		return false
	}
	when := findWhen(t[i:])
	v, next := t[i].low, t[i+1].low
	switch {
	case v == "let" && (next == "you" || next == "it" || next == "go"):
		return false
	case v == "let" || v == "tell" && next != "you" || v == "ask" && next != "you" || v == "get" && next != "to" && next != "through" && next != "this" && next != "it" && len(t)-i > 2 || v == "find" && len(t)-i > 2:
	case v == "take" && (firm || marked || !when.empty()) && next != "it":
	case v == "talk" && next == "to" || v == "look" && (next == "into" || next == "at") && !when.empty() || v == "come" && next == "back" && !when.empty():
	case v == "try" && next == "to":
		if c.hedge == "" {
			c.hedge = "try to"
		}
		return r.promiseVerb(c, i+2, firm, marked)
	case v == "work" && next == "on":
	case v == "remember" && next == "to":
	case emptyVerbs[v], negations[v]:
		return false
	case !firm && when.empty() && !goals[v] && !errands[v]:
		return false
	case when.empty() && (next == "it" || next == "that" || next == "this" || next == "them") && (!errands[v] || v == "give" || v == "get" || v == "add"):
		return false
	case v == "keep" && (when.empty() || next == "it" || strings.HasSuffix(next, "ing")), v == "check" && (next == "it" || next == "that" || next == "them"), v == "make" && (next == "it" || next == "sure"), v == "appreciate":
		return false
	case v == "have" && when.empty(), v == "go" && when.empty() && next != "to", v == "do" && len(t)-i < 3, v == "do" && (next == "it" || next == "that" || next == "so") && when.empty(), v == "give" && next == "up":
		return false
	case v == "go" && len(t)-i == 1+when.to-when.from:
		return false
	case formOf(v) == auxiliary && v != "have" && v != "do":
		return false
	}
	if next == "you" && !marked && (v == "tell" || v == "give" || v == "show" || v == "send" && when.empty()) {
		return false
	}
	return r.keepPromise(c, i)
}

// keepPromise keeps the words from i on, without their reason and a time phrase
// that closes them.
func (r *reader) keepPromise(c *clause, i int) bool {
	t := c.toks
	end := reasonAt(t)
	if end > i && t[end-1].kind >= comma {
		end--
	}
	for k := i + 1; k < end; k++ {
		aside := t[k].kind == comma && (t[k].low != "," || k+1 < end && (t[k+1].low == "that" || t[k+1].low == "it" || t[k+1].low == "they" || t[k+1].low == "so" || t[k+1].low == "then"))
		if t[k].low == "if" || t[k].kind == colon || aside {
			end = k
		}
	}
	when := findWhen(t[i:end])
	if !when.empty() && i+when.to == end && when.from > 0 {
		end = i + when.from
	}
	for end > i+1 && t[end-1].kind >= comma {
		end--
	}
	r.add(c, Item{Kind: Promise, Subject: Me, Value: r.slice(t, i, end)})
	return true
}

// reasonAt is where "because …" begins, or the end.
func reasonAt(t []token) int {
	for i := 1; i < len(t); i++ {
		switch t[i].low {
		case "because", "cause", "'cause", "cos":
			return i
		case "since":
			if i+2 < len(t) && (t[i+1].low == "they" || t[i+1].low == "it" || t[i+1].low == "we" || t[i+1].low == "the" || t[i+1].low == "nobody") && hasVerb(t[i:]) {
				return i
			}
		case "due":
			if i+2 < len(t) && t[i+1].low == "to" {
				return i
			}
		case "given":
			if i+2 < len(t) && t[i+1].low == "that" {
				return i
			}
		case "as":
			if i+2 < len(t) && (t[i+1].low == "they" || t[i+1].low == "it" || t[i+1].low == "we") && t[i-1].low != "soon" && t[i-1].low != "long" {
				return i
			}
		}
	}
	return len(t)
}

// decisive verbs after "let's" settle something; "let's see" and "let's talk" do not.
var decisive = words(`drop use stop keep cancel postpone switch hire fire end raise lower stick skip choose pick buy sell close launch ship
	accept reject decline sign renew start move delay reduce increase cut split merge change replace outsource lease rent
	terminate extend abandon scrap ditch shelve adopt open limit pause freeze double halve leave schedule settle order focus`)

// decision reads what was decided. It is for a proposal: decisions exist only
// once confirmed (TRUST, Confirming).
func (r *reader) decision(c *clause) bool {
	t := c.toks
	if r.utterance.Speaker != "" || len(t) < 3 {
		return false
	}
	from, negated := -1, false
	head := joinLow(t, 0, 6) + " "
	for _, w := range [...]string{"finally ", "just ", "now ", "already ", "also ", "both "} {
		head = strings.Replace(head, w, "", 1)
	}
	at := func(w string) int { return indexOf(t, w) + 1 }
	switch {
	case has(head, "i 've decided "), has(head, "i have decided "), has(head, "i decided "), has(head, "we 've decided "), has(head, "we have decided "), has(head, "we decided "), has(head, "decided to "), has(head, "decided against "):
		from = at("decided")
		if from >= len(t) {
			return true
		}
		switch t[from].low {
		case "to", "on", "that", "in":
			from++
		case "not":
			negated = true
		case "against":
			negated = true
		case ":", ",":
			from++
		default:
			if t[from].low != "we" && t[from].low != "i" {
				return true
			}
		}
		if from < len(t) && t[from].low == "to" {
			from++
		}
	case has(head, "i 'm going with "), has(head, "we 're going with "), has(head, "i am going with "), has(head, "we are going with "), has(head, "i 'll go with "), has(head, "we 'll go with "), has(head, "i 'm going to go with "), has(head, "we 're going to go with "), has(head, "go with the "), has(head, "let 's go with "):
		from = at("with")
	case has(head, "we 've agreed to "), has(head, "we agreed to "), has(head, "we have agreed to "), has(head, "we 've agreed on "), has(head, "we agreed on "), has(head, "we settled on "), has(head, "we 've settled on "), has(head, "i settled on "), has(head, "i 've settled on "):
		from = 1 + max(indexOf(t, "agreed"), indexOf(t, "settled")) + 1
	case has(head, "i 've chosen "), has(head, "we 've chosen "), has(head, "i have chosen "), has(head, "we have chosen "), has(head, "we chose "), has(head, "i chose "), has(head, "i 'm choosing "), has(head, "we 're choosing "):
		from = 1 + max(indexOf(t, "chosen"), indexOf(t, "chose"), indexOf(t, "choosing"))
	case has(head, "let 's not "), has(head, "lets not "):
		from, negated = at("not"), true
		if !decisive[t[min(from, len(t)-1)].low] {
			return true
		}
	case has(head, "let 's "), has(head, "lets "):
		from = at("'s")
		if t[0].low == "lets" {
			from = 1
		}
		if from+1 >= len(t) || !decisive[t[from].low] || softTalk[joinLow(t, from, 2)] || t[from].low == "keep" && !determiners[t[from+1].low] && !t[from+1].capital {
			return true
		}
	case has(head, "decision : "), has(head, "decision , "), has(head, "decided : "):
		from = 2
	case has(head, "i 've made up my mind "), has(head, "i made up my mind "):
		from = at("mind")
		for from < len(t) && t[from].kind >= comma {
			from++
		}
	case has(head, "i 'm not going to renew "), has(head, "we 're not going to renew "), has(head, "we won't renew "), has(head, "i won't renew "), has(head, "we will not renew "), has(head, "we 're not renewing "), has(head, "i 'm not renewing "):
		from, negated = 1, true
	default:
		return false
	}
	if from < 0 || from >= len(t) {
		return true
	}
	end, reason := reasonAt(t), ""
	if end < len(t) {
		k := end + 1
		if t[end].low == "due" || t[end].low == "given" || k < len(t) && t[k].low == "of" {
			k++
		}
		reason = r.slice(t, k, len(t))
	}
	for end > from && t[end-1].kind >= comma {
		end--
	}
	for k := from + 1; k < end; k++ {
		if t[k].kind == comma && k+2 < end && (t[k+1].low == "it" || t[k+1].low == "they" || t[k+1].low == "the") && formOf(t[k+2].low) != noVerb {
			end = k
		}
	}
	r.add(c, Item{Kind: Decision, Subject: Me, Value: r.slice(t, from, end), Reason: reason, Negated: negated})
	return true
}

// softTalk begins like a decision and settles nothing.
var softTalk = map[string]bool{"keep it": true, "start with": true, "start over": true, "start again": true, "stop here": true, "move on": true, "move forward": true,
	"leave it": true, "leave that": true, "skip it": true, "drop it": true, "pick up": true, "end on": true, "change it": true, "keep that": true, "keep this": true}

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
		return attribute != "prefers"
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
			return true
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
	if s.me || len(s.others) > 0 || s.noun != "" && !s.person {
		return false
	}
	i := s.next
	for i < len(t) && (adverbs[t[i].low] || t[i].low == "has" || t[i].low == "'s") {
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
	r.mention(mention{name: s.name, person: true})
	if i >= len(t) {
		return true
	}
	return r.reported(c, s.name, i)
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
		if s, ok := r.subjectAt(inner.toks, 0); ok {
			r.declare(&inner, s)
		}
	}
	if len(r.items) == before && !r.unfit(c, subject{name: source}) && len(t)-i > 1 {
		r.add(&inner, Item{Kind: Statement, Subject: source})
	}
	return true
}
