package extract

import "strings"

// placeAt reads a place after in, at, to: capitals, or in a message without
// capitals one or two words of no list. "a small flat in Porto" is Porto.
func (r *reader) placeAt(t []token, i int) (string, int) {
	if i >= len(t) {
		return "", i
	}
	if (t[i].low == "a" || t[i].low == "an" || t[i].low == "the") && !(i+1 < len(t) && t[i].low == "the" && t[i+1].capital) {
		for k := i + 1; k+1 < len(t) && k < i+6; k++ {
			if t[k].kind > number {
				return "", i
			}
			if (t[k].low == "in" || t[k].low == "near" || t[k].low == "of" || t[k].low == "outside") && t[k+1].capital {
				return r.placeAt(t, k+1)
			}
		}
		return "", i
	}
	j := i
	if t[j].low == "the" {
		j++
	}
	if t[j].kind == number && j+1 < len(t) && t[j+1].capital { // 12 Mill Lane
		j++
	}
	start := j
	for j < len(t) && j < start+5 && (r.capitalPlace(t[j]) || j > start && j+1 < len(t) && t[j+1].capital && (nameParticle[t[j].low] || t[j].low == "upon")) {
		j++
	}
	if j == start {
		if !r.plain || months[t[j].low] || days[t[j].low] || !r.nameless(t[j]) || !whenAt(t, j).empty() || formOf(t[j].low) != noVerb || periods[t[j].low] || determiners[t[j].low] || strings.HasSuffix(t[j].low, "ing") || notPlaces[t[j].low] {
			return "", i
		}
		j++
		if j < len(t) && r.nameless(t[j]) && t[j].kind == word && formOf(t[j].low) == noVerb && !placeEnd[t[j].low] && whenAt(t, j).empty() && !notPlaces[t[j].low] {
			j++
		}
		if r.nameless(t[i]) && plainPlace(t, j) {
			return r.slice(t, i, j), j
		}
		return "", i
	}
	// Portland, Oregon
	if j+1 < len(t) && t[j].low == "," && t[j+1].capital && (j+2 >= len(t) || t[j+2].kind > number || formOf(t[j+2].low) == noVerb && t[j+2].low != "'s") && !opens[t[j+1].low] && whenAt(t, j+1).empty() {
		k := j + 2
		for k < len(t) && t[k].capital && t[k].kind == word {
			k++
		}
		if k >= len(t) || t[k].kind > number || !t[k].capital {
			return r.slice(t, i, k), k
		}
	}
	return r.slice(t, i, j), j
}

func (r *reader) capitalPlace(t token) bool {
	return t.capital && t.kind == word && t.low != "i" && !days[t.low] && (!months[t.low] || t.low == "march")
}

var (
	placeEnd  = words("with to for since because but and so now again anymore any by near from until before after these who where if or then last next this too permanently")
	notPlaces = words(`tears bed work home school school's town person peace hell trouble love charge time fact general touch particular public
		private secret stock progress theory practice hospital prison jail court retirement danger debt pain business it them him her us
		meetings meeting class bits shape line order mind sight use limbo denial full best least last first all once risk odds
		hand production management marketing sales finance chaos fear luxury sin poverty isolation lockdown`)
)

func plainPlace(t []token, j int) bool {
	return j >= len(t) || t[j].kind > number || placeEnd[t[j].low] || adverbs[t[j].low] || !whenAt(t, j).empty()
}

// organisation reads whom somebody works for: a name, or "a bank".
func (r *reader) organisation(t []token, i int) (string, int) {
	if name, end := r.firmAt(t, i); end > i {
		r.mention(mention{name: name, firm: true})
		return name, end
	}
	if i+1 < len(t) && (t[i].low == "a" || t[i].low == "an" || t[i].low == "the") {
		end := i + 1
		for end < len(t) && end < i+5 && t[end].kind == word && !stops[t[end].low] && whenAt(t, end).empty() {
			end++
		}
		for k := i + 1; k < end; k++ {
			if employers[t[k].low] {
				return r.slice(t, i, end), end
			}
		}
		return "", i
	}
	if r.plain && i < len(t) && r.nameless(t[i]) && formOf(t[i].low) == noVerb && whenAt(t, i).empty() && (i+1 >= len(t) || placeEnd[t[i+1].low] || t[i+1].kind > number || adverbs[t[i+1].low] || !whenAt(t, i+1).empty()) && !notPlaces[t[i].low] && t[i].kind == word {
		return r.slice(t, i, i+1), i + 1
	}
	return "", i
}

// firmAt reads the name of an organisation, which may end in 's: St Vincent's.
func (r *reader) firmAt(t []token, i int) (string, int) {
	name, end := r.nameAt(t, i)
	if end > i && end < len(t) && t[end].low == "'s" && (end+1 == len(t) || t[end+1].kind > number || stops[t[end+1].low] || adverbs[t[end+1].low] || !whenAt(t, end+1).empty()) {
		end++
		name = r.slice(t, i, end)
	}
	return name, end
}

var employers = words(`bank school university college hospital firm company startup start-up agency studio bakery restaurant council ministry government
	charity factory brewery shop store hotel museum newspaper magazine station clinic lab laboratory practice consultancy insurer
	airline railway theatre court church foundation institute bookshop supermarket garage farm law`)

// stops end the object of a verb.
var stops = words("from at to for because since when while if so but in on with via through by after before near that which who although and now instead until as again anymore nowadays lately these per under over")

// object reads the words a verb governs. A long one, as after prefers, goes on
// through prepositions; a short one ends at the first.
func (r *reader) object(t []token, i int, long bool) string {
	end := i
	for end < len(t) && t[end].kind != comma && t[end].kind != colon {
		w := t[end].low
		if w == "because" || w == "but" || w == "so" && end > i || w == "although" || w == "now" || w == "anymore" || w == "any" && end+1 < len(t) && t[end+1].low == "more" {
			break
		}
		if !long && end > i && w == "and" && (end+1 >= len(t) || formOf(t[end+1].low) != noVerb && formOf(t[end+1].low) != base) {
			break
		}
		if !long && end > i && w != "and" && stops[w] {
			break
		}
		if !long && end > i && !whenAt(t, end).empty() {
			break
		}
		end++
	}
	return r.slice(t, i, end)
}

// listAt is an enumeration that goes on behind its first part to the end of the clause: "Russian, Polish and some
// German"; empty where there is none. No verb stands in it.
func (r *reader) listAt(t []token, i int, first string) string {
	end, joined := i, false
	for end < len(t) && t[end].end <= t[i].start+len(first) {
		end++
	}
	if end == i || end >= len(t) || t[end].low != "," {
		return ""
	}
	for k := end; k < len(t); k++ {
		switch f := formOf(t[k].low); {
		case t[k].low == "and" || t[k].low == "or":
			joined = k+1 < len(t)
		case t[k].kind == comma:
		case t[k].kind > quoted, pronouns[t[k].low], prepositions[t[k].low], f != noVerb && f != base, t[k].low == "but":
			return ""
		}
	}
	if !joined {
		return ""
	}
	return r.slice(t, i, len(t))
}

// amountAt reports money, a percentage or another figure with a unit.
func amountAt(t []token, i int) bool {
	if i >= len(t) {
		return false
	}
	if t[i].low == "about" || t[i].low == "around" || t[i].low == "roughly" || t[i].low == "now" || t[i].low == "only" || t[i].low == "just" {
		return amountAt(t, i+1)
	}
	if t[i].kind != number {
		return false
	}
	w := t[i].low
	if strings.ContainsAny(w, "$€£¥%") {
		return true
	}
	return i+1 < len(t) && (currencyWords[t[i+1].low] || t[i+1].low == "per" || (t[i+1].low == "a" || t[i+1].low == "an") && i+2 < len(t) && periods[t[i+2].low]) || strings.HasPrefix(w, "us$") || strings.HasPrefix(w, "a$")
}

// amount is the figure with its unit and "a month", "per hour".
func (r *reader) amount(t []token, i int) string {
	from, end := amountIn(t, i)
	return r.slice(t, from, end)
}

// amountIn is where the figure that amountAt reports begins and ends.
func amountIn(t []token, i int) (from, end int) {
	for t[i].kind != number {
		i++
	}
	end = i + 1
	if end < len(t) && (currencyWords[t[end].low] || t[end].low == "million" || t[end].low == "billion" || t[end].low == "k") {
		end++
	}
	if end+1 < len(t) && (t[end].low == "a" || t[end].low == "an" || t[end].low == "per" || t[end].low == "each" || t[end].low == "every") && t[end+1].kind == word {
		end += 2
	}
	return i, end
}

// Names gives the proper names of a text in order, with their places. A word that has its capital
// from the head of a sentence is none.
func Names(text string) (names []Span) {
	text = text[:min(len(text), Limit)]
	r := reader{text: text}
	for _, s := range sentences(text) {
		for i := 0; i < len(s.tokens); i++ {
			name, end := r.nameAt(s.tokens, i)
			if end == i {
				continue
			}
			names = append(names, Span{name, s.tokens[i].start, s.tokens[end-1].end})
			i = end - 1
		}
	}
	return names
}

// Role says what sort of person a common noun calls somebody: "kin" (sister), "work" (lawyer, nurse),
// or neither.
func Role(noun string) string {
	switch {
	case kin[noun]:
		return "kin"
	case roles[noun] || occupations[noun]:
		return "work"
	}
	return ""
}

// OfPeople says whether what has this attribute is a person, and whether its value names one.
func OfPeople(attribute string) (subject, value bool) {
	felt := tastes[strings.TrimSuffix(attribute, "s")] != ""
	return personAttribute[attribute] || felt || attribute == "age" || attribute == "allergic to",
		related(attribute) && !firms[attribute] && !animals[attribute] || attribute == "spouse" || attribute == "fiancé" || attribute == "name"
}
