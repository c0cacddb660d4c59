package extract

import "strings"

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
		verb, behind := t[i+1].low, i+2
		if verb == "not" && i+2 < len(t) {
			verb, behind = t[i+2].low, i+3
		}
		rule = standing || general(t[i:]) || broaches(verb, t[behind:])
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
	case compound(t, i):
		return false
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

// compound tells a noun that begins like an order from one: book club meets, call centre is down.
func compound(t []token, i int) bool {
	if i+2 >= len(t) || !commands[t[i].low] {
		return false
	}
	noun, verb := t[i+1], t[i+2]
	return noun.kind == word && (!noun.capital || len(noun.low) == 1) && formOf(noun.low) == noVerb && !pronouns[noun.low] && !determiners[noun.low] && !adverbs[noun.low] && !notNouns[noun.low] &&
		(formOf(verb.low) == third || verb.low == "is" || verb.low == "was" || verb.low == "'s")
}

// notNouns are words behind an order that are no part of a noun.
var notNouns = words("to for in at on of with about from by me us it them him her you what who where when how why whether if that and or up off out back not here there")

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

// broaches says whether an order is about bringing a subject up: forbidding that is never meant for once. "Don't mention
// it" is thanks.
func broaches(verb string, t []token) bool {
	n := map[string]int{"bring up": 1, "talk about": 1, "speak about": 1, "speak of": 1, "mention": 0, "raise": 0}
	if len(t) == 0 {
		return false
	}
	skip, one := n[verb]
	if !one {
		if skip, one = n[verb+" "+t[0].low]; !one {
			return false
		}
	}
	return skip < len(t) && !notNouns[t[skip].low] && !pronouns[t[skip].low] && !unpointed[t[skip].low]
}

// unpointed are words for the thing at hand.
var unpointed = words("this that these those anything something")

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
