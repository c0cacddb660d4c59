package extract

import "strings"

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
