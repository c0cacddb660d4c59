package extract

// lies reads where a thing is kept or lies: "the spare key is in the blue box". The attribute is place: the
// town or the street of something is its location, and holds beside it.
func (r *reader) lies(c *clause, s subject, p predicate, i int, named bool) bool {
	if named || s.name == "" || p.former || p.future || figurative[lastWord(s.noun)] {
		return false
	}
	value, ok := r.spotAt(c.toks, i)
	if ok {
		r.fact(c, s, p, "place", value)
	}
	return ok
}

// putting reads where somebody put a thing, or keeps it: "I moved the spare key to the drawer".
func (r *reader) putting(c *clause, s subject, p predicate) bool {
	t, i := c.toks, p.i
	if !s.person || p.future || p.negated || p.verb == "keep" && p.former || i+1 >= len(t) || !determiners[t[i].low] || t[i].low == "a" || t[i].low == "an" {
		return false
	}
	end := i + 1
	for end < len(t) && end <= i+nounLimit && t[end].kind <= number && !spots[t[end].low] && t[end].low != "to" && t[end].low != "into" && !stops[t[end].low] {
		end++
	}
	if end == i+1 || figurative[t[end-1].low] {
		return false
	}
	value, ok := r.spotAt(t, end)
	if !ok {
		return false
	}
	thing := subject{noun: r.slice(t, i+1, end), name: r.slice(t, i+1, end)}
	if t[i].low == "my" || t[i].low == "our" {
		thing.name = t[i].low + " " + thing.noun
	}
	if secret(thing.noun) || related(t[end-1].low) || childish(thing.noun) {
		return false
	}
	r.fact(c, thing, predicate{}, "place", value)
	return true
}

// spotAt reads a place that has no name of its own: "the drawer" of "in the drawer", "under the mat". Only
// what has an article or an owner is one: "in trouble" is none.
func (r *reader) spotAt(t []token, i int) (string, bool) {
	if i+2 >= len(t) || !spots[t[i].low] && t[i].low != "to" && t[i].low != "into" || !whenAt(t, i).empty() {
		return "", false
	}
	from, k := i, i+1
	switch two := t[i].low + " " + t[k].low; {
	case two == "next to":
		k++
	case (two == "on top" || two == "in front") && t[k+1].low == "of":
		k += 2
	case t[i].low == "in" || t[i].low == "at" || t[i].low == "to" || t[i].low == "into":
		from = k
	}
	if k+1 >= len(t) || !definite[t[k].low] || !whenAt(t, k+1).empty() {
		return "", false
	}
	end := k + 1
	for end < len(t) && t[end].kind <= number && !stops[t[end].low] && whenAt(t, end).empty() {
		end++
	}
	last := t[max(k, end-1)].low
	for of := k + 2; of < end; of++ { // the drawer of my desk
		if t[of].low == "of" {
			last = t[of-1].low
			break
		}
	}
	if end == k+1 || end-k > spotWords || notSpots[last] || notPlaces[last] || related(last) {
		return "", false
	}
	return r.slice(t, from, end), true
}

// spotWords bounds a place in words.
const spotWords = 7

var (
	definite = words("the a an my our your his her their its this that these those")

	spots = words("in at on under behind beside inside beneath above near below next")
	// figurative things are in no place, whatever is said of them.
	figurative = words("devil ball answer truth problem trouble difference heart eye eyes finger foot feet mind head hand hands life future world hope fault blame point idea question focus emphasis pressure")
	// notSpots are what things are in, on or at that is no place.
	notSpots = words(`details works way phone loop air making red black mix cards dark process middle rise mend market lead end beginning past future meantime
		morning afternoon evening night week weekend month year summer winter spring autumn fall moment time point top bottom side sides hook house fence rocks line
		rails ropes run same agenda list schedule calendar verge brink edge cusp news record basis increase decrease decline up case event dark know mood
		hundreds thousands millions dozens low high lows highs most least area range region order name court pipeline offing wind cold heat latter former
		best worst right wrong first last next other others one idea expense discretion mercy moon ballot table blink nick company hands balance
		minimum maximum average limit level stage age rate price cost risk peak height heart core centre center`)
)
