package extract

import "strings"

// The forms of questions, one reader for each word that opens one.

func (a *asker) where(t []token) {
	a.q.Expects = Place
	i := 1
	inverted := i < len(t) && formOf(t[i].low) == auxiliary
	if inverted {
		i++
	}
	n := a.phrase(t, i, false)
	a.about(n)
	rest := t[min(n.next, len(t)):]
	switch k := indexOfAny(rest, "live", "lives", "living", "work", "works", "working", "from", "born", "move", "moved", "moving", "staying", "based", "located"); {
	case k < 0:
		a.q.Attribute = "whereabouts"
		if n.noun != "" && !related(strings.ToLower(lastWord(n.noun))) {
			a.q.Attribute = "location"
		}
	default:
		switch w := rest[k].low; w {
		case "live", "lives", "living", "move", "moved":
			a.q.Attribute = "residence"
		case "work", "works", "working":
			a.q.Attribute, a.q.Expects = "employer", Name
		case "from":
			a.q.Attribute = "origin"
		case "born":
			a.q.Attribute = "birthplace"
		case "moving":
			a.q.Attribute = "moving to"
		case "staying":
			a.q.Attribute = "whereabouts"
		default:
			a.q.Attribute = "location"
			if n.noun == "" {
				a.q.Attribute = "residence"
			}
		}
	}
}

func (a *asker) when(t []token, i int) {
	a.q.Expects = Date
	if i < len(t) && formOf(t[i].low) == auxiliary {
		i++
	}
	n := a.phrase(t, i, false)
	rest := t[min(n.next, len(t)):]
	attribute := ""
	if k := indexOfAny(rest, "born", "due", "end", "ends", "expire", "expires", "start", "starts", "begin", "begins", "over", "finish", "open", "opens", "close", "closes"); k >= 0 {
		switch rest[k].low {
		case "born":
			attribute = "birthday"
		case "due":
			attribute = "due"
		case "start", "starts", "begin", "begins", "open", "opens":
			attribute = "start"
		default:
			attribute = "end"
		}
	} else if n.noun != "" && (len(rest) == 0 || formOf(rest[0].low) == auxiliary && len(rest) == 1) {
		attribute = "date"
	} else if len(rest) > 0 {
		whole := a.phrase(t, i, true)
		if n.noun != "" && (rest[0].low == "for" || rest[0].low == "with" || rest[0].low == "of") {
			n = whole
			attribute = "date"
		} else {
			a.q.Topic = a.slice(rest, 0, len(rest))
		}
	}
	if noun := strings.ToLower(n.noun); n.owner != "" && (noun == "birthday" || noun == "anniversary" || noun == "deadline") {
		a.possession(n, "")
		return
	}
	a.about(n)
	a.q.Attribute = attribute
}

func (a *asker) who(t []token) {
	a.q.Expects = Person
	for len(t) > 2 && adverbs[t[1].low] {
		t = append(t[:1:1], t[2:]...) // "who still owes me money"
	}
	if len(t) < 3 {
		return
	}
	switch w := t[1].low; {
	case w == "is" || w == "'s" || w == "are" || w == "was" || w == "am":
		n := a.phrase(t, 2, false)
		rest := t[min(n.next, len(t)):]
		switch {
		case len(rest) > 1 && rest[0].low == "married":
			a.about(n)
			a.q.Attribute = "spouse"
		case n.me:
			a.q.Subjects, a.q.Attribute = []string{Me}, "name"
		case len(rest) > 0 && t[2].low == "the":
			n = a.phrase(t, 2, true)
			a.about(n)
			a.q.Attribute = "role"
		case n.name != "":
			a.possession(n, "who")
		}
	case w == "does" || w == "do" || w == "did":
		n := a.phrase(t, 2, false)
		a.about(n)
		if hasLow(t, "work") {
			a.q.Attribute, a.q.Expects = "employer", Name
		} else if n.next < len(t) {
			a.q.Topic = a.slice(t, n.next, len(t))
		}
	case w == "lives" || w == "live" || w == "works" || w == "work" || w == "moved":
		if k := indexOfAny(t, "in", "at", "for", "to", "with"); k > 0 && k+1 < len(t) {
			a.q.Value = a.phrase(t, k+1, true).name
			a.q.Attribute = "residence"
			if w == "works" || w == "work" {
				a.q.Attribute = "employer"
				if t[k].low == "in" {
					a.q.Attribute = ""
				}
			}
		}
	default:
		verb := verbOf[w]
		if verb == "" {
			verb = stem(w)
		}
		if w == "has" && a.chargeAt(t, 2) != "" {
			a.q.Attribute, a.q.Value = "has", a.chargeAt(t, 2)
		} else if attribute := firstNonEmpty(holds[verb], tastes[verb]); attribute != "" {
			a.q.Attribute, a.q.Value = attribute, a.slice(t, 2, len(t))
		}
		if to := strings.ToLower(a.q.Value); a.q.Attribute == "owes" && (strings.HasPrefix(to, "me") || strings.HasPrefix(to, "us")) {
			a.q.Value, a.q.Expects = Me, List // "who owes me money"
		}
	}
}

func isAnyone(word string) bool {
	return word == "anyone" || word == "anybody" || word == "someone" || word == "somebody" || word == "people"
}

func firstNonEmpty(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (a *asker) how(t []token) {
	switch w := t[1].low; {
	case w == "much" || w == "many":
		a.q.Expects = Amount
		k := 2
		for k < len(t) && formOf(t[k].low) != auxiliary {
			k++
		}
		n := a.phrase(t, k+1, false)
		rest := t[min(n.next, len(t)):]
		v := indexOfAny(rest, "charge", "cost", "earn", "owe", "pay", "own", "have")
		switch {
		case v >= 0 && (rest[v].low == "charge" || rest[v].low == "cost"):
			a.about(n)
			a.q.Attribute = "price"
		case v >= 0 && rest[v].low == "earn":
			a.about(n)
			a.q.Attribute = "income"
		case v >= 0 && rest[v].low == "owe":
			a.about(n)
			a.q.Attribute = "owes"
		case v >= 0 && rest[v].low == "pay" && !n.me && len(rest)-v <= 2:
			a.about(n)
			a.q.Attribute = "pays"
		case v >= 0 && (rest[v].low == "own" || rest[v].low == "have") && k > 2:
			a.about(n)
			a.q.Attribute, a.q.Value = "owns", a.slice(t, 2, k)
		case v >= 0:
			a.about(n)
		default:
			a.possession(n, "amount")
		}
	case w == "do" || w == "did" || w == "does" || w == "am":
		n := a.phrase(t, 2, false)
		a.about(n)
		if n.me && (hasLow(t, "feel") || hasLow(t, "feeling")) {
			a.q.Attribute = "feeling"
			if k := indexOf(t, "about"); k > 0 {
				a.q.Topic = a.phrase(t, k+1, true).name
			}
		}
	case w == "old":
		a.q.Expects = Amount
		a.about(a.phrase(t, 3, false))
		a.q.Attribute = "age"
	case w == "can" && hasLow(t, "reach"):
		if k := indexOf(t, "reach"); k > 0 {
			a.about(a.phrase(t, k+1, true))
			a.q.Attribute = "phone"
		}
	}
}

func (a *asker) why(t []token) {
	a.q.Expects = Reason
	i := 1
	for i < len(t) && formOf(t[i].low) == auxiliary {
		i++
	}
	n := a.phrase(t, i, false)
	a.about(n)
	a.q.Topic = a.slice(t, min(n.next, len(t)), len(t))
}

// kind reads a question for items of one kind.
func (a *asker) kind(t []token) bool {
	for i, w := range t {
		switch w.low {
		case "decide", "decided", "decisions", "decision":
			a.q.Attribute = "decision"
		case "promise", "promised", "promises", "loops", "todo", "todos":
			a.q.Attribute = "promise"
		case "rules", "rule":
			a.q.Attribute = "rule"
		case "need", "have", "supposed":
			if i+1 < len(t) && t[i+1].low == "to" {
				a.q.Attribute = "promise"
			}
		case "must":
			a.q.Attribute = "promise"
		}
		if a.q.Attribute != "" {
			a.q.Subjects = []string{Me}
			if k := indexOf(t, "about"); k > 0 {
				a.q.Topic = a.phrase(t, k+1, true).name
			}
			return true
		}
	}
	return false
}

func (a *asker) what(t []token) {
	if t[0].low == "what's" {
		a.possessionOf(t, 1)
		return
	}
	if (t[1].low == "time" || t[1].low == "date" || t[1].low == "day") && len(t) > 2 {
		a.when(t, 2)
		return
	}
	if t[0].low == "what" && (t[1].low == "is" || t[1].low == "'s" || t[1].low == "are" || t[1].low == "was" || t[1].low == "were") {
		a.possessionOf(t, 2)
		return
	}
	k := 1
	for k < len(t) && formOf(t[k].low) != auxiliary {
		k++
	}
	if k+1 >= len(t) {
		return
	}
	n := a.phrase(t, k+1, false)
	rest := t[min(n.next, len(t)):]
	a.about(n)
	if n.me && a.kind(t) {
		a.q.Expects = Text
		if a.q.Attribute == "promise" {
			a.q.Expects = List
		}
		return
	}
	if len(rest) == 0 {
		return
	}
	verb := rest[0].low
	if v := verbOf[verb]; v != "" {
		verb = v
	}
	if sort := strings.TrimSuffix(t[k-1].low, "s"); k > 1 && belongings[sort] && (verb == "have" || holds[verb] == "owns" || holds[verb] == "drives") {
		a.q.Sort = sort
	}
	switch {
	case verb == "allergic":
		a.q.Attribute = "allergic to"
	case verb == "called":
		a.q.Attribute = "name"
	case tastes[verb] != "":
		a.q.Attribute = tastes[verb]
	case holds[verb] != "":
		a.q.Attribute, a.q.Expects = holds[verb], List
	case verb == "charge" || verb == "cost":
		a.q.Attribute, a.q.Expects = "price", Amount
	case verb == "pay" && !n.me && len(rest) <= 2:
		a.q.Attribute, a.q.Expects = "pays", Amount
	case verb == "do" && len(rest) == 1 && (!n.me || t[k].low == "do" && a.q.When.Text == ""):
		a.q.Attribute = "role"
	case verb == "do" && hasLow(rest, "for") && (hasLow(rest, "work") || hasLow(rest, "living")), verb == "work" && len(rest) > 1 && rest[1].low == "as":
		a.q.Attribute = "role"
	case verb == "have":
		a.q.Attribute, a.q.Expects = "owns", List
	case verb == "do":
		a.q.Expects = List
	}
}

// possessionOf reads what follows "what is".
func (a *asker) possessionOf(t []token, i int) {
	if i+1 < len(t) && (t[i].low == "i" || t[i].low == "we") {
		a.about(np{name: Me})
		if t[i+1].low == "allergic" {
			a.q.Attribute = "allergic to"
		}
		return
	}
	if t[min(i, len(t)-1)].low == "on" || hasLow(t[min(i, len(t)-1):], "happening") {
		a.q.Expects = List
		return
	}
	if n := a.phrase(t, i, false); n.name != "" && n.next+1 < len(t) && t[n.next].low == "allergic" && t[n.next+1].low == "to" {
		a.about(n)
		a.q.Attribute = "allergic to"
		return
	}
	named := len(t) > i+1 && (t[len(t)-1].low == "called" || t[len(t)-1].low == "named")
	if named {
		t = t[:len(t)-1]
	}
	n := a.phrase(t, i, true)
	if n.name == "" {
		return
	}
	if named && (n.owner == "" || !related(n.noun)) {
		a.about(n)
		a.q.Attribute, a.q.Expects = "name", Name
		return
	}
	if n.owner == "" && n.noun != "" {
		if noun, of, ok := strings.Cut(n.noun, " of "); ok {
			a.q.Subjects, a.q.Attribute = []string{strings.TrimPrefix(of, "the ")}, strings.ToLower(noun)
		} else if what, _, ok := strings.Cut(n.noun, " for "); ok && scheduled[lastWord(what)] {
			a.q.Subjects, a.q.Attribute = []string{n.noun}, "date"
		} else {
			a.q.Subjects, a.q.Attribute = []string{n.noun}, ""
		}
	} else {
		a.possession(n, "who")
	}
	switch last := lastWord(a.q.Attribute); {
	case last == "rate" || last == "rent" || last == "price" || last == "fee" || last == "salary" || last == "budget" || last == "revenue" || last == "cost" || last == "turnover":
		a.q.Expects = Amount
	case last == "birthday" || last == "deadline" || last == "date" || last == "anniversary":
		a.q.Expects = Date
	case last == "name" || kin[last] || roles[last]:
		a.q.Expects = Person
	case last == "address":
		a.q.Expects = Place
	}
	if what, is := strings.CutSuffix(a.q.Attribute, " address"); is && len(a.q.Subjects) == 1 && attributeKey(a.q.Attribute) == canonicalPhrase(a.q.Attribute) {
		owners := []string{"our ", "my "}
		if a.q.Subjects[0] != Me {
			owners = []string{a.q.Subjects[0] + "'s "}
		}
		a.q.Subjects = nil
		for _, o := range owners {
			a.q.Subjects = append(a.q.Subjects, o+what)
		}
		a.q.Attribute = "location"
	}
	// "my dog's name" is what the dog of me is called.
	if a.q.Attribute == "name" && len(a.q.Subjects) == 1 {
		for _, mine := range [...]string{"my ", "our "} {
			if noun, ok := strings.CutPrefix(a.q.Subjects[0], mine); ok {
				a.q.Attribute, a.q.Subjects = noun, []string{Me}
				break
			}
		}
	}
}

func (a *asker) yesNo(t []token) {
	if len(t) > 3 && isAnyone(t[1].low) && hasLow(t, "owe") { // "does anyone owe me money"
		a.who(t[1:])
		return
	}
	a.q.Expects = YesNo
	n := a.phrase(t, 1, false)
	a.about(n)
	rest := t[min(n.next, len(t)):]
	if len(rest) == 0 {
		return
	}
	value := func(k int) {
		if k < len(rest) {
			v := a.phrase(rest, k, true)
			a.q.Value = v.name
			if v.owner == "" && v.noun != "" {
				a.q.Value = v.noun
			}
		}
	}
	at := func(k int) string {
		if k < len(rest) {
			return rest[k].low
		}
		return ""
	}
	k := 0
	for adverbs[at(k)] {
		k++
	}
	verb := at(k)
	if v := verbOf[verb]; v != "" {
		verb = v
	}
	switch {
	case verb == "live" && at(k+1) == "in", verb == "move" && at(k+1) == "to":
		a.q.Attribute = "residence"
		value(k + 2)
	case verb == "work" && (at(k+1) == "at" || at(k+1) == "for" || at(k+1) == "with"):
		a.q.Attribute = "employer"
		value(k + 2)
	case (verb == "married" || verb == "marry") && at(k+1) == "to":
		a.q.Attribute = "spouse"
		value(k + 2)
	case verb == "allergic" && at(k+1) == "to":
		a.q.Attribute = "allergic to"
		value(k + 2)
	case verb == "have" && k == 0 || verb == "own":
		if verb == "have" && at(k+1) == "to" || verb == "have" && at(k+1) == "any" && !belongings[strings.TrimSuffix(at(k+2), "s")] {
			a.kind(t)
			if at(k+1) == "any" {
				a.q.Topic = a.slice(rest, k+2, len(rest))
			}
			return
		}
		a.q.Attribute = "owns"
		value(k + 1)
	case tastes[verb] != "":
		a.q.Attribute = tastes[verb]
		a.q.Value = a.slice(rest, k+1, len(rest))
	case holds[verb] != "":
		a.q.Attribute = holds[verb]
		end := len(rest)
		if last := rest[end-1].low; a.q.Attribute == "owes" && end > k+2 && at(k+1) != "me" && at(k+1) != "us" && (last == "money" || last == "anything" || last == "something") {
			end-- // "do I owe Nina money?" asks of Nina
		}
		a.q.Value = a.slice(rest, k+1, end)
	case (t[0].low == "is" || t[0].low == "isn't" || t[0].low == "are") && (verb == "my" || verb == "our"):
		v := a.phrase(rest, k, true)
		if related(strings.ToLower(lastWord(v.noun))) {
			a.q.Subjects, a.q.Attribute, a.q.Value = []string{Me}, strings.ToLower(v.noun), n.name
		}
	case t[0].low == "is" && verb == "in":
		a.q.Attribute = "whereabouts"
		if n.noun != "" && !related(strings.ToLower(lastWord(n.noun))) {
			a.q.Attribute = "location"
		}
		value(k + 1)
	case t[0].low == "is" && verb == "from":
		a.q.Attribute = "origin"
		value(k + 1)
	case t[0].low == "is" && !whenAt(rest, k).empty():
		a.q.Attribute = "date"
		w := whenAt(rest, k)
		a.q.Value = a.date(rest, w.from, w.to)
	case verb == "decide":
		a.q.Attribute = "decision"
		a.q.Topic = a.slice(rest, k+1, len(rest))
	case verb == "promise":
		a.q.Attribute = "promise"
		a.q.Topic = a.slice(rest, k+1, len(rest))
	default:
		a.q.Topic = a.slice(rest, k, len(rest))
	}
}

// scheduled are nouns whose "for" names what has a day: "what's the deadline for the report".
var scheduled = words("deadline date day time schedule timeline slot appointment")
