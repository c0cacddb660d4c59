package extract

// allergy are the nouns for what "allergic to" tells.
var allergy = words("allergy allergies")

// allergies reads what the principal says by the noun: "I have a penicillin allergy", "an allergy to latex". Of others it
// is not read, like "allergic to".
func (r *reader) allergies(c *clause, s subject, p predicate, i int) (read bool) {
	t := c.toks
	k := i
	for k < len(t) && !allergy[t[k].low] {
		k++
	}
	if !s.me || k == len(t) {
		return false
	}
	what := ""
	if c.low(k+1) == "to" {
		what = r.enumeration(t, k+2)
	} else {
		for i < k && (determiners[t[i].low] || adjectives[t[i].low] || qualities[t[i].low]) {
			i++
		}
		what = r.slice(t, i, k)
	}
	if what != "" {
		r.fact(c, s, p, "allergic to", what)
	}
	return what != ""
}

// enumeration is what follows to the end of the clause, further parts of a list among it.
func (r *reader) enumeration(t []token, i int) string {
	value := r.object(t, i, true)
	if list := r.listAt(t, i, value); list != "" {
		return list
	}
	return value
}

// allergies reads a question that calls by the noun what is told as "allergic to": for all of them, or for one.
func (a *asker) allergies(t []token) {
	if len(t) < 2 {
		return
	}
	last := t[len(t)-1].low
	if last == "any" || last == "now" || last == "again" {
		t = t[:len(t)-1]
	}
	k := indexOfAny(t, "allergy", "allergies")
	end := len(t) - 1
	switch first := t[0].low; {
	case hasLow(t, "allergic") && (last == "anything" || last == "something"):
		a.q.Attribute, a.q.Value, a.q.Topic, a.q.Expects = "allergic to", "", "", List
		return
	case k < 1:
		return
	case k == end && k > 2 && t[k-2].low == "about" && (t[k-1].low == "my" || t[k-1].low == "our"): // "tell me about my allergies"
	case first == "what" || first == "which":
		if k != end && k > 3 || k == end && t[1].low != "is" && t[1].low != "are" && t[1].low != "were" {
			return
		}
	case first == "what's" || first == "list" || first == "show" || askedHas[first]:
		if k != end {
			return
		}
	default:
		return
	}
	a.q.Attribute, a.q.Value, a.q.Sort, a.q.Topic, a.q.Expects = "allergic to", "", "", "", List
	switch {
	case hasLow(t, "my") || hasLow(t, "our") || hasLow(t, "i") || hasLow(t, "we"):
		a.q.Subjects = []string{Me}
	default:
		a.q.Subjects = a.names(t)
	}
	if from := indexOfAny(t, "a", "an"); askedHas[t[0].low] && from > 0 && from+1 < k { // "do I have a nut allergy?"
		a.q.Value, a.q.Expects = a.slice(t, from+1, k), YesNo
	}
}

// askedHas begin a question whether somebody has something.
var askedHas = words("do does have has")
