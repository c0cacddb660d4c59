package extract

import (
	"strconv"
	"strings"
)

// being reads what follows is and are.
func (r *reader) being(c *clause, s subject, p predicate) {
	t, i := c.toks, p.i
	if i >= len(t) {
		return
	}
	named := s.noun == "" || related(s.noun) // a person or a firm, not a thing
	next := ""
	if i+1 < len(t) {
		next = t[i+1].low
	}
	switch w := t[i].low; {
	case (w == "called" || w == "named") && s.noun != "" && s.owner != "":
		name, end := r.nameAt(t, i+1)
		if end > i+1 && !r.minorAt(t, s.noun) {
			r.rename(s.name)
			r.mention(mention{name: name, sex: sexOf(s.noun), person: related(s.noun) && !animals[s.noun]})
			r.fact(c, subject{name: s.owner}, p, s.noun, name)
		}
	case w == "from" && named:
		if place, _ := r.placeAt(t, i+1); place != "" {
			r.fact(c, s, p, "origin", place)
		}
	case (w == "married" || w == "engaged") && next == "to" && named:
		if name, end := r.nameAt(t, i+2); end > i+2 {
			attribute := "spouse"
			if w == "engaged" {
				attribute = "fiancé"
			}
			r.mention(mention{name: name, person: true})
			r.fact(c, s, p, attribute, name)
		}
	case w == "allergic" && next == "to" && s.me:
		r.fact(c, s, p, "allergic to", r.enumeration(t, i+2))
	case allergy[s.noun] && s.owner == Me:
		r.fact(c, subject{name: s.owner}, p, "allergic to", r.enumeration(t, i))
	case w == "due":
		if when := findWhen(t[i:]); !when.empty() {
			r.fact(c, s, p, "due", r.date(t, i+when.from, i+when.to))
		}
	case (w == "in" || w == "at" || w == "near" || w == "off") && whenAt(t, i).empty():
		r.located(c, s, p, i, named)
	case r.lies(c, s, p, i, named):
	case !whenAt(t, i).empty():
		if s.noun != "" && !related(s.noun) && !p.former {
			when := whenAt(t, i)
			r.fact(c, dated(s), p, dateAttribute(s), r.date(t, when.from, when.to))
		}
	case w == "my" || w == "our":
		j := i + 1
		for j < len(t) && adjectives[t[j].low] {
			j++
		}
		if j < len(t) && related(t[j].low) && named && s.name != "" && !s.me && (j+1 >= len(t) || t[j+1].kind > number || t[j+1].low != "'s" && formOf(t[j+1].low) == noVerb) {
			minor, firm := r.minorAt(t, t[j].low), s.firm
			if roles[t[j].low] && j+1 < len(t) && t[j+1].low == "at" {
				firm, _ = r.firmAt(t, j+2)
			}
			one := !firms[t[j].low] || firm != "" // who is of a firm is none
			r.mention(mention{name: s.name, sex: sexOf(t[j].low), person: one, firm: !one, minor: minor})
			if !minor {
				r.fact(c, subject{name: r.self()}, p, t[j].low, s.name)
			}
			if roles[t[j].low] && !minor && firm != "" {
				r.mention(mention{name: firm, firm: true})
				r.fact(c, s, p, "employer", firm)
			}
		}
	case w == "a" || w == "an" || w == "the":
		r.occupation(c, s, p, i, named)
	case s.owner != "" && s.noun != "" && !(related(s.noun) && s.name != called(s.owner, s.noun, "my") && s.name != called(s.owner, s.noun, "our")):
		r.attribute(c, s, p, i)
	case named && aged(t, i):
		r.fact(c, s, p, "age", t[i].low)
	case s.noun != "" && amountAt(t, i):
		r.fact(c, s, p, "amount", r.amount(t, i))
	case named && t[i].capital && i+1 < len(t) && t[i+1].low == "'s":
		name, end := r.nameAt(t, i)
		if end > i && end+1 < len(t) && related(t[end+1].low) && s.name != "" && !s.me {
			r.fact(c, subject{name: name}, p, t[end+1].low, s.name)
		}
	case s.me && i+1 == len(t) && t[i].capital && !demonym(t[i].low):
		r.fact(c, s, p, "name", r.slice(t, i, i+1))
	}
}

// aged reads "31" and "31 years old" as the age of somebody who is of age; of the others nothing is
// told apart (TRUST, Children).
func aged(t []token, i int) bool {
	years, err := strconv.Atoi(t[i].low)
	if err != nil || years < 18 || years > 120 {
		return false
	}
	rest := joinLow(t, i+1, 3)
	return rest == "" || rest == "years old" || rest == "now" || rest == "today" || rest == "years old now" || t[i+1].kind > quoted
}

func demonym(w string) bool {
	return languages[w] || strings.HasSuffix(w, "an") || strings.HasSuffix(w, "ese") || strings.HasSuffix(w, "ish") || days[w] || months[w] || opens[w]
}

// dated: Nadia's birthday belongs to Nadia, any other date to its own noun.
func dated(s subject) subject {
	if s.owner != "" && (s.noun == "birthday" || s.noun == "anniversary") {
		s.name = s.owner
	}
	return s
}

func dateAttribute(s subject) string {
	if s.owner != "" && (s.noun == "birthday" || s.noun == "anniversary") {
		return s.noun
	}
	return "date"
}

// date is a time phrase without the preposition in front of it.
func (r *reader) date(t []token, from, to int) string {
	if timePrepositions[t[from].low] && from+1 < to && t[from].low != "before" && t[from].low != "after" {
		from++
	}
	return r.slice(t, from, to)
}

// located tells a residence from a passing whereabouts and from the place of a thing.
func (r *reader) located(c *clause, s subject, p predicate, i int, named bool) {
	t := c.toks
	place, _ := r.placeAt(t, i+1)
	if place == "" {
		if s.me && (t[i].low == "at" || t[i].low == "in") && i+2 < len(t) && t[i+1].low == "the" && whereabouts[t[i+2].low] {
			r.fact(c, s, p, "whereabouts", r.slice(t, i+1, i+3))
		}
		r.lies(c, s, p, i, named)
		return
	}
	if !named {
		r.fact(c, s, p, "location", place)
		return
	}
	if !s.person || r.isFirm(s.name) {
		r.fact(c, s, p, "location", place)
		return
	}
	r.fact(c, s, p, "whereabouts", place)
}

var whereabouts = words("airport office station hotel hospital gym library dentist doctor supermarket beach train bus bank pub park car road bus-stop shop")

// occupation reads "a nurse at St Vincent's" and "the CFO of Acme".
func (r *reader) occupation(c *clause, s subject, p predicate, i int, named bool) {
	t := c.toks
	if s.pronoun == "it" {
		return
	}
	if !named || !s.person && s.pronoun == "" {
		if s.owner != "" && s.noun != "" {
			r.attribute(c, s, p, i)
		}
		return
	}
	for k := i + 1; k < len(t) && k <= i+4 && t[k].kind == word; k++ {
		if !occupations[t[k].low] || t[k].capital && len(t[k].low) > 3 {
			continue
		}
		end := k + 1
		for end < len(t) && t[end].kind == word && occupations[t[end].low] {
			end++
		}
		if end < len(t) && formOf(t[end].low) == noVerb && t[end].kind == word && !occupationEnd[t[end].low] {
			return
		}
		r.fact(c, s, p, "role", r.slice(t, i+1, end))
		if end+1 < len(t) && (t[end].low == "at" || t[end].low == "of" || t[end].low == "for" || t[end].low == "with") {
			if name, stop := r.firmAt(t, end+1); stop > end+1 && !r.peopleName(name) {
				r.mention(mention{name: name, firm: true})
				r.fact(c, s, p, "employer", name)
			}
		}
		return
	}
	if s.owner != "" && s.noun != "" && !related(s.noun) {
		r.attribute(c, s, p, i)
	}
}

var occupationEnd = words("at of for in with from and but who by on near here there now")

func (r *reader) peopleName(name string) bool { m, _ := r.known(name); return m.person }

// attribute reads "our day rate is A$1,450" and "my favourite colour is green".
func (r *reader) attribute(c *clause, s subject, p predicate, i int) {
	t := c.toks
	noun := strings.ToLower(s.noun)
	for _, now := range [...]string{"new ", "current ", "own ", "main "} {
		noun = strings.TrimPrefix(noun, now)
	}
	last := lastWord(noun)
	who := subject{name: s.owner}
	if noun == "name" || strings.HasSuffix(noun, " name") || related(noun) {
		if t[i].low == "called" {
			i++
		}
		if name, end := r.nameAt(t, i); end > i {
			name, _ = r.ofFirm(c, p, t, i, name, end, noun)
			// "My partner's name is Jules" names the partner.
			if whose, ok := strings.CutPrefix(s.owner, "my "); ok && noun == "name" && related(whose) {
				who.name, noun = Me, whose
				r.rename(s.owner)
			}
			if noun == "first name" || noun == "full name" {
				noun = "name"
			}
			if related(noun) {
				if r.minorAt(t, noun) {
					return
				}
				r.mention(mention{name: name, sex: sexOf(noun), person: !firms[noun] && !animals[noun], firm: firms[noun]})
			}
			r.fact(c, who, p, noun, name)
		}
		return
	}
	if (t[i].low == "a" || t[i].low == "an") && i+1 < len(t) && t[i+1].capital && belongings[last] { // "my car is a Golf"
		i++
	}
	value := r.object(t, i, true)
	first := t[i]
	switch {
	case value == "" || strings.Count(value, " ") > 7:
		return
	case amountAt(t, i):
		value = r.amount(t, i)
	case first.kind == number || first.kind == quoted:
	case first.capital && !opens[first.low]:
	case strings.HasPrefix(noun, "favourite ") || strings.HasPrefix(noun, "favorite ") || strings.HasPrefix(noun, "preferred "):
	case attributes[last] && formOf(first.low) == noVerb && !adverbs[first.low] && !isFeeling(first.low) && !qualities[first.low] && !stronger[first.low] && first.low != "not" && !strings.HasSuffix(first.low, "ing"):
	default:
		return
	}
	r.fact(c, who, p, noun, value)
}

// ofFirm takes a name apart that says where somebody works: "Marie Curie of Radium Ltd".
func (r *reader) ofFirm(c *clause, p predicate, t []token, i int, name string, end int, noun string) (string, int) {
	for k := i + 1; k+1 < len(t) && roles[noun] && k <= end; k++ {
		if t[k].low != "of" && t[k].low != "from" && t[k].low != "at" {
			continue
		}
		firm, stop := r.firmAt(t, k+1)
		if stop == k+1 || t[k].low == "from" && !incorporated(firm) {
			return name, end
		}
		name = r.slice(t, i, k)
		r.mention(mention{name: firm, firm: true})
		r.fact(c, subject{name: name}, p, "employer", firm)
		return name, stop
	}
	return name, end
}

// qualities say how something is, not what.
var qualities = words(`good bad great fine ok okay late early wrong right full empty dead low high ready broken down up off on over gone
	slow fast nice ugly small big huge here there out too so very terrible awful amazing beautiful different important expensive cheap free busy
	stuck lost missing safe clear simple hard easy due`)
