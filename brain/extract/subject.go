package extract

import "strings"

// subject is who or what a clause is about.
type subject struct {
	name    string // as Item.Subject has it
	pronoun string // he, she, it …, resolved or not
	noun    string // of "our day rate": day rate; of "my sister Ana": sister
	owner   string // of both: me
	firm    string // of "Priya from Acme Foods": Acme Foods
	others  []string
	me      bool
	person  bool
	minor   bool
	plural  bool
	next    int // the token after it
}

func (s subject) all() []string { return append([]string{s.name}, s.others...) }

// nounLimit is the longest noun phrase in words that is taken for a subject.
const nounLimit = 6

// subjectAt reads a subject that begins at token i and is followed by a verb.
func (r *reader) subjectAt(toks []token, i int) (subject, bool) {
	if i >= len(toks) || toks[i].kind > number {
		return subject{}, false
	}
	switch w := toks[i].low; w {
	case "i", "we":
		return r.finite(toks, subject{name: r.self(), me: true, person: true, plural: true, next: i + 1})
	case "he", "she", "they", "it":
		s := subject{pronoun: w, person: w != "it", plural: w == "they", next: i + 1}
		if m, ok := r.resolve(w); ok {
			s.name, s.minor, s.person = m.name, m.minor, m.person
		}
		return r.finite(toks, s)
	case "my", "our":
		return r.possessed(toks, i+1, r.self(), w)
	case "his", "her", "their", "its":
		owner := ""
		if m, ok := r.resolve(w); ok {
			owner = m.name
		}
		return r.possessed(toks, i+1, owner, "")
	case "the":
		return r.thing(toks, i+1, "", "")
	case "revenue", "rent", "sales", "prices", "oil", "gas", "costs", "turnover", "traffic", "profit", "profits", "orders", "inflation", "rents", "wages":
		if i == 0 {
			return r.thing(toks, i, "", "the")
		}
	case "a", "an", "this", "that", "these", "those", "there", "you", "your", "who", "what", "which":
		return subject{}, false
	}
	if i == 0 && kin[toks[0].low] && len(toks) > 2 && (toks[1].low == "'s" || r.verbAt(toks, 1, false)) { // in notes "my" is left out: "wife is called Clara"
		return r.possessed(toks, 0, r.self(), "my")
	}
	name, j := r.nameAt(toks, i)
	if j == i {
		return subject{}, false
	}
	if j < len(toks) && toks[j].low == "'s" && possessive(toks, j) {
		r.mention(mention{name: name})
		return r.possessed(toks, j+1, name, "")
	}
	m, _ := r.known(name)
	s := subject{name: name, person: true, minor: m.minor, next: j}
	if j+1 < len(toks) && (toks[j].low == "from" || toks[j].low == "at") {
		if firm, end := r.firmAt(toks, j+1); end > j+1 && r.verbAt(toks, pastAdverbs(toks, end), false) {
			s.next = end
			if toks[j].low == "at" || incorporated(firm) || r.isFirm(firm) {
				s.firm = firm
			}
		}
	}
	for s.next+1 < len(toks) && (toks[s.next].low == "and" || toks[s.next].low == "," || toks[s.next].low == "&") {
		k := s.next + 1
		if toks[k].low == "and" {
			k++
		}
		other, end := r.nameAt(toks, k)
		if end == k {
			break
		}
		s.others, s.next, s.plural = append(s.others, other), end, true
	}
	return r.finite(toks, s)
}

// pastAdverbs is the first token from i on that is no adverb: "Tom at Acme always pays late".
func pastAdverbs(toks []token, i int) int {
	for i < len(toks) && adverbs[toks[i].low] {
		i++
	}
	return i
}

// self is what "I" means.
func (r *reader) self() string {
	if r.utterance.Speaker != "" {
		return r.utterance.Speaker
	}
	return Me
}

// possessed reads what follows my, our, Ana's: a relation with or without its
// name, or a thing.
func (r *reader) possessed(toks []token, i int, owner, word string) (subject, bool) {
	j := i
	for j < len(toks) && adjectives[toks[j].low] && j+1 < len(toks) {
		j++
	}
	if j < len(toks) && (toks[j].low == "business" || toks[j].low == "life") && j+1 < len(toks) && toks[j+1].low == "partner" {
		j++
	}
	if j >= len(toks) || !related(toks[j].low) {
		return r.thing(toks, i, owner, word)
	}
	noun := toks[j].low
	s := subject{noun: noun, owner: owner, person: !animals[noun], me: false}
	j++
	name, end := r.relationName(toks, j)
	if end == j {
		if j < len(toks) && toks[j].low == "'s" && possessive(toks, j) && owner != "" {
			relative := called(owner, noun, word)
			r.mention(mention{name: relative, sex: sexOf(noun), person: true, minor: r.minorAt(toks, noun)})
			return r.possessed(toks, j+1, relative, "")
		}
		// "our client database is": the noun goes on.
		if j < len(toks) && !r.verbAt(toks, j, false) {
			return r.thing(toks, i, owner, word)
		}
		if owner != "" {
			s.name = called(owner, noun, word)
		}
		s.minor, s.next = r.minorAt(toks, noun), j
		r.mention(mention{name: s.name, sex: sexOf(noun), person: s.person, minor: s.minor})
		return r.finite(toks, s)
	}
	s.name, s.next = name, end
	s.minor = r.minorAt(toks, noun)
	r.mention(mention{name: name, sex: sexOf(noun), person: s.person && !firms[noun], firm: firms[noun], minor: s.minor})
	if end < len(toks) && toks[end].low == "'s" && possessive(toks, end) {
		return r.possessed(toks, end+1, name, "")
	}
	return r.finite(toks, s)
}

// incorporated says whether a name shows that it is a firm's: after "from" a town may stand as well.
func incorporated(name string) bool {
	return corporate[strings.ToLower(strings.TrimSuffix(lastWord(name), "."))]
}

var corporate = words(`foods ltd limited inc llc plc gmbh ag co corp corporation company group holdings partners associates bank studio
	studios labs systems software logistics packaging media press industries services consulting solutions technologies energy motors
	airlines insurance capital pharma dairy mills bakery brewery`)

func related(w string) bool { return kin[w] || roles[w] || animals[w] }

// called is a person known by relation only: my sister, Ana's husband.
func called(owner, noun, word string) string {
	if owner == Me {
		if word == "" {
			word = "my"
		}
		return word + " " + noun
	}
	return owner + "'s " + noun
}

// relationName reads the name after "my sister", with or without commas.
func (r *reader) relationName(toks []token, j int) (string, int) {
	k := j
	apposed := k < len(toks) && toks[k].low == ","
	if apposed {
		k++
	}
	name, end := r.nameAt(toks, k)
	if end == k && r.plain && !apposed && k+1 < len(toks) && r.nameless(toks[k]) && r.verbAt(toks, k+1, false) && formOf(toks[k].low) == noVerb {
		name, end = r.slice(toks, k, k+1), k+1
	}
	if end == k {
		return "", j
	}
	if apposed {
		if end >= len(toks) || toks[end].low != "," {
			return "", j
		}
		end++
	}
	return name, end
}

// nameless reports that a word in lower case could be a name: it is in no list.
func (r *reader) nameless(t token) bool {
	return t.kind == word && !compounds[t.low] && !opens[t.low] && !adverbs[t.low] && !determiners[t.low] && !hedgeWords[t.low] &&
		!related(t.low) && t.low[0] != '\'' && len(t.low) > 1
}

// compounds make another thing of a relation in front of them: a contact list, client numbers.
var compounds = words("list lists details form forms lens lenses number numbers page base database")

// nameAt reads a proper name: capitals in a row, with titles and particles. At
// the head of a sentence a word from the list of ordinary ones is not a name.
func (r *reader) nameAt(toks []token, i int) (string, int) {
	j := i
	for j < len(toks) && j-i < 5 {
		t := toks[j]
		joins := j > i && j+1 < len(toks) && toks[j+1].capital && nameParticle[t.low]
		if !joins && !r.capitalName(toks, j, j == i) {
			break
		}
		j++
	}
	if j > i && j-i == 1 && titles[strings.TrimSuffix(toks[i].low, ".")] {
		return "", i
	}
	if j == i && r.plain && i == 0 && len(toks) > 2 && r.nameless(toks[0]) && formOf(toks[0].low) == noVerb && personVerb(toks, 1) {
		j = 1
	}
	return r.slice(toks, i, j), j
}

var nameParticle = words("de da di van von der den of & la le bin al y e")

func (r *reader) capitalName(toks []token, j int, first bool) bool {
	t := toks[j]
	if !t.capital || t.kind > number || t.low == "i" || t.low == "me" || t.low == "ok" {
		return false
	}
	if months[t.low] && !namesToo[t.low] || days[t.low] || t.low == "jan" && isMonth(toks, j, false) {
		return false
	}
	if first && j > 0 && (months[t.low] && t.low != "jan" && toks[j-1].low != "called" && toks[j-1].low != "named" || feasts[t.low]) {
		return false
	}
	if j == 0 && (opens[t.low] || formOf(t.low) != noVerb || adverbs[t.low] || languages[t.low] || feasts[t.low] || commands[t.low]) {
		return false
	}
	return !auxiliaries[t.low] || t.low == "will" && j > 0
}

// personVerb reports verbs that follow people only, for messages without capitals.
func personVerb(toks []token, i int) bool {
	switch toks[i].low {
	case "moved", "lives", "works", "joined", "prefers", "left", "likes", "hates", "loves":
		return true
	}
	return false
}

// thing reads a noun phrase up to its verb: the audit, our day rate, Acme's
// price review.
func (r *reader) thing(toks []token, i int, owner, word string) (subject, bool) {
	for k := i + 1; k < len(toks) && k <= i+nounLimit; k++ {
		if toks[k].kind > number {
			return subject{}, false
		}
		plural := strings.HasSuffix(toks[k-1].low, "s")
		if toks[k].low == "'s" && possessive(toks, k) {
			continue
		}
		if !r.verbAt(toks, k, plural) {
			continue
		}
		s := subject{noun: r.slice(toks, i, k), owner: owner, next: k, plural: plural}
		switch {
		case owner == Me || owner == r.utterance.Speaker && owner != "":
			s.name = s.noun
			if word != "" {
				s.name = word + " " + s.noun
			}
		case owner != "":
			s.name = owner + "'s " + s.noun
		case word == "the" || i > 0 && toks[i-1].low == "the":
			s.name = s.noun
		}
		return s, true
	}
	return subject{}, false
}

// finite accepts a subject if a verb follows it.
func (r *reader) finite(toks []token, s subject) (subject, bool) {
	j := s.next
	if j < len(toks) && toks[j].low == "," && j+1 < len(toks) && toks[j+1].low == "who" {
		return s, true
	}
	for j < len(toks) && (adverbs[toks[j].low] || hedgeWords[toks[j].low] && !auxiliaries[toks[j].low] || negations[toks[j].low] && formOf(toks[j].low) == noVerb) {
		j++
	}
	if j < len(toks) && toks[j].low == "longer" {
		j++
	}
	return s, r.verbAt(toks, j, s.plural || s.me)
}

// verbAt reports whether token k is the verb of a subject before it.
func (r *reader) verbAt(toks []token, k int, plural bool) bool {
	if k >= len(toks) || toks[k].kind > number || toks[k].capital && k > 0 {
		return false
	}
	switch formOf(toks[k].low) {
	case auxiliary:
		return true
	case third, past:
		return k+1 >= len(toks) || formOf(toks[k+1].low) != auxiliary
	case base:
		return plural && (k+1 >= len(toks) || formOf(toks[k+1].low) != auxiliary)
	}
	return toks[k].low == "gotta" && plural
}

// possessive tells Ana's birthday from Ana's in Lisbon.
func possessive(toks []token, k int) bool {
	if k+1 >= len(toks) {
		return false
	}
	next := toks[k+1]
	switch next.low {
	case "in", "at", "on", "a", "an", "the", "not", "from", "our", "my", "been", "got", "off", "back", "here", "there", "with", "to", "very", "so", "too", "based", "called", "born", "married", "named", "no", "out", "away":
		return false
	}
	if next.kind > number || adverbs[next.low] && next.low != "only" || hedgeWords[next.low] {
		return false
	}
	if strings.HasSuffix(next.low, "ing") && len(next.low) > 5 && !attributes[next.low] {
		return false
	}
	return formOf(next.low) != past || adjectives[next.low]
}

func sexOf(noun string) byte {
	switch {
	case female[noun]:
		return 'f'
	case male[noun]:
		return 'm'
	}
	return 0
}

// minorAt decides about sons and nieces by what the sentence says of them:
// without a mark of adult life they are taken for minors.
func (r *reader) minorAt(toks []token, noun string) bool {
	if children[noun] {
		return true
	}
	if !younger[noun] {
		return false
	}
	adult := false
	for i, t := range toks {
		if minorMarks[t.low] || strings.HasSuffix(t.low, "-year-old") || (t.low == "little" || t.low == "year") && i+1 < len(toks) {
			if t.low != "year" || smallNumber(toks[i+1].low, 12) {
				return true
			}
		}
		if (t.low == "is" || t.low == "turns" || t.low == "turned" || t.low == "'s" || t.low == "age" || t.low == "aged") && i+1 < len(toks) && smallNumber(toks[i+1].low, 99) {
			return smallNumber(toks[i+1].low, 17)
		}
		adult = adult || adultMarks[t.low]
	}
	return !adult
}
