package extract

import (
	"slices"
	"strings"
)

// InFull gives a text with its pronouns replaced by whom or what they mean, where the text itself names nothing
// that they could mean and exactly one thing of the nearest of the texts before it fits: "where does he work?" after
// "Tom is my new accountant" is "where does Tom work?", and "it costs 20 euros" after "the boat show is on Friday" is
// "the boat show costs 20 euros". ok says that something was replaced; else text comes back as it is. Texts before it
// go by nearest first. It costs time linear in the first Limit bytes of each.
func InFull(text string, before ...string) (full string, ok bool) {
	if len(text) > Limit {
		return text, false
	}
	list := sentences(text)
	own := referents(text)
	var out strings.Builder
	done, names := 0, map[string]string{} // by class; empty where nothing fits
	for _, s := range list {
		for i, t := range s.tokens {
			p := meant[t.low]
			if p.class == "" || p.class == "it" && expletive(s.tokens, i) {
				continue
			}
			fit, key := own, p.class
			if doer := actor(text, s.tokens, i); doer != "" { // who does it is not what it is done to
				fit = slices.DeleteFunc(slices.Clone(own), func(m mention) bool { return strings.EqualFold(m.name, doer) })
				key += " done to"
			}
			name, tried := names[key]
			if !tried {
				name = referent(p.class, fit, before)
				names[key] = name
			}
			if name == "" {
				continue
			}
			in := name
			if p.owns || t.low == "her" && i+1 < len(s.tokens) && s.tokens[i+1].kind == word && !functional(s.tokens[i+1].low) && s.tokens[i+1].low != "'s" {
				in += "'s"
			}
			out.WriteString(text[done:t.start])
			out.WriteString(in)
			done = t.end
		}
	}
	if done == 0 {
		return text, false
	}
	out.WriteString(text[done:])
	return out.String(), true
}

// actor is who does something to what the word at i means: "Rita" in "Rita raised it to 200"; empty where that word is no
// object of a verb, or whoever does it does not begin the sentence.
func actor(text string, t []token, i int) string {
	verb := i - 1
	if verb < 1 || formOf(t[verb].low) != past && formOf(t[verb].low) != third {
		return ""
	}
	end := verb
	for end > 1 && (adverbs[t[end-1].low] || formOf(t[end-1].low) == auxiliary) {
		end--
	}
	for _, w := range t[:end] {
		if w.kind > number || functional(w.low) && !articles[w.low] {
			return ""
		}
	}
	return text[t[0].start:t[end-1].end]
}

// InPart gives a text that tells how a part of something changed with that to which the part belongs: "the room was
// changed to 310" after "the exam is on Monday in room 204" is "the exam's room was changed to 310", and "the dentist
// moved to Thursday" after "my dentist appointment is on Tuesday" is "my dentist appointment moved to Thursday". Texts
// before it go by nearest first. ok says that something was put in; else text comes back as it is.
func InPart(text string, before ...string) (full string, ok bool) {
	if len(text) > Limit {
		return text, false
	}
	list := sentences(text)
	if len(list) == 0 || list[0].question || len(list[0].tokens) < 4 {
		return text, false
	}
	t, end := list[0].tokens, 1
	if t[0].low != "the" {
		return switched(text, t, before)
	}
	for end < len(t) && end <= nounLimit && t[end].kind <= number && formOf(t[end].low) == noVerb {
		end++
	}
	if end == 1 || !reports(t[end:]) {
		return text, false
	}
	part := t[end-1]
	for _, b := range before {
		if !mentions(b, part.low) {
			continue
		}
		whole := ""
		for _, m := range referents(b) {
			words := strings.Fields(strings.ToLower(m.name))
			switch {
			case m.person || len(words) < 2:
				continue
			case words[len(words)-1] == part.low:
				return text, false // it is what that text is about
			case end == 2 && slices.Contains(words, part.low):
				return m.name + text[part.end:], true
			case whole == "":
				whole = m.name
			}
		}
		if whole == "" {
			return text, false
		}
		return whole + "'s " + text[t[1].start:], true
	}
	return text, false
}

// switched is InPart for who changes to something and leaves out from what: "we switched to Paperlux" after "our
// supplier of paper is Nordpapier".
func switched(text string, t []token, before []string) (full string, ok bool) {
	k := 1
	for k < len(t) && (adverbs[t[k].low] || formOf(t[k].low) == auxiliary) {
		k++
	}
	if t[0].low != "we" && t[0].low != "i" || k+2 >= len(t) || t[k].low != "switched" && t[k].low != "changed" || t[k+1].low != "to" || len(before) == 0 {
		return text, false
	}
	list := sentences(before[0])
	if len(list) == 0 || len(list[0].tokens) == 0 || !definite[list[0].tokens[0].low] {
		return text, false
	}
	b, verb := list[0].tokens, 2
	for verb < len(b) && b[verb].kind <= number && formOf(b[verb].low) == noVerb {
		verb++
	}
	if verb >= len(b) || verb > nounLimit+2 || formOf(b[verb].low) == noVerb {
		return text, false
	}
	return text[:t[k].end] + " " + before[0][b[0].start:b[verb-1].end] + text[t[k].end:], true
}

// reports says whether a verb of change stands at the head of some tokens.
func reports(t []token) bool {
	for _, w := range t[:min(len(t), 3)] {
		switch {
		case alterations[w.low], w.low == "now":
			return true
		case formOf(w.low) != auxiliary && !adverbs[w.low] && w.low != "been":
			return false
		}
	}
	return false
}

var alterations = words(`moved changed postponed rescheduled pushed shifted cancelled canceled brought delayed switched renamed raised increased lowered
	reduced dropped doubled halved went rose fell`)

// mentions says whether a text holds a word.
func mentions(text, word string) bool { return strings.Contains(flat(text), " "+word+" ") }

// meant are the words that may mean something said before, by whom they may mean.
var meant = map[string]struct {
	class string
	owns  bool
}{
	"he": {class: "he"}, "him": {class: "he"}, "his": {"he", true}, "she": {class: "she"}, "her": {class: "she"}, "hers": {"she", true},
	"they": {class: "they"}, "them": {class: "they"}, "their": {"they", true}, "it": {class: "it"}, "its": {"it", true},
}

// referent is what a pronoun means: nothing where the text itself holds what fits.
func referent(class string, own []mention, before []string) string {
	if _, n := candidates(class, own); n > 0 {
		return ""
	}
	for _, text := range before {
		m, n := candidates(class, referents(text))
		switch {
		case n == 1:
			return m.name
		case n > 1:
			return ""
		}
	}
	return ""
}

// candidates counts what a pronoun may mean, and gives the first of it.
func candidates(class string, all []mention) (first mention, n int) {
	for _, m := range all {
		may := false
		switch class {
		case "he":
			may = m.person && m.sex != 'f'
		case "she":
			may = m.person && m.sex != 'm'
		case "they":
			may = m.person || m.firm
		case "it":
			may = !m.person
		}
		if may {
			if n == 0 {
				first = m
			}
			n++
			if class == "it" && !m.firm { // of several things it is the first
				return first, 1
			}
		}
	}
	return first, n
}

// referents are those whom a text names, and the things that its clauses are about or do something with, in order:
// not those behind a preposition, which only tell where, when or with what.
func referents(text string) []mention {
	r := read(Utterance{Text: text})
	r.leans = false
	known := func(name string) (mention, bool) {
		for _, m := range r.named {
			if m.name == name || strings.HasPrefix(m.name, name+" ") {
				return m, true
			}
		}
		return mention{}, false
	}
	var all []mention
	add := func(m mention) {
		for _, other := range all {
			if other.name == m.name {
				return
			}
		}
		all = append(all, m)
	}
	for _, m := range r.named {
		add(m)
	}
	for _, s := range sentences(text) {
		for i := 0; i < len(s.tokens); i++ {
			t := s.tokens[i]
			if !articles[t.low] || i > 0 && prepositions[s.tokens[i-1].low] {
				if thing, end := r.owned(s.tokens, i); thing != "" {
					add(mention{name: thing})
					i = end - 1
				} else if name, end := r.nameAt(s.tokens, i); name != "" && i > 0 {
					if _, is := known(name); !is && !toPlace[s.tokens[i-1].low] && (end >= len(s.tokens) || s.tokens[end].low != "'s") {
						add(mention{name: name, person: true}) // of whom or what, the words do not say
					}
					i = end - 1
				}
				continue
			}
			end := i + 1
			for end < len(s.tokens) && end-i <= nounLimit && s.tokens[end].kind <= number && !phraseEnds(s.tokens, i, end) {
				end++
			}
			if end == i+1 {
				continue
			}
			noun := s.tokens[end-1].low
			named := s.tokens[end-1].capital && end-i > 2 && related(s.tokens[end-2].low) // my daughter Lina
			switch {
			case named, related(noun) && (i > 0 && being[s.tokens[i-1].low] || end < len(s.tokens) && being[s.tokens[end].low]) && len(r.named) > 0: // he who is named beside it
			case related(noun) && !animals[noun]:
				add(mention{name: text[t.start:s.tokens[end-1].end], sex: sexOf(noun), person: true})
			default:
				if i == 0 {
					end = complement(s.tokens, end)
				}
				thing := text[t.start:s.tokens[end-1].end]
				if t.low == "a" || t.low == "an" {
					thing = "the " + text[s.tokens[i+1].start:s.tokens[end-1].end]
				}
				add(mention{name: thing})
			}
			i = end - 1
		}
	}
	return all
}

// complement is the end of a subject that ends at a place, with what it is of or for: "the budget for the party" in "the
// budget for the party is 150 euros".
func complement(t []token, end int) int {
	if end+1 >= len(t) || t[end].low != "of" && t[end].low != "for" && t[end].low != "from" {
		return end
	}
	behind := end + 1
	for behind < len(t) && behind-end <= nounLimit && t[behind].kind <= word && formOf(t[behind].low) == noVerb && !prepositions[t[behind].low] {
		behind++
	}
	if behind == end+1 || behind == len(t) || formOf(t[behind].low) == noVerb {
		return end
	}
	return behind
}

// owned is a thing that is called by whose it is, at the place of his name: "Eva's train". end is behind it.
func (r *reader) owned(t []token, i int) (thing string, end int) {
	name, at := r.nameAt(t, i)
	if name == "" || at+1 >= len(t) || t[at].low != "'s" || !possessive(t, at) {
		return "", i
	}
	end = at + 1
	for end < len(t) && end-at <= nounLimit && t[end].kind <= number && !phraseEnds(t, at, end) {
		end++
	}
	if end == at+1 || related(t[end-1].low) {
		return "", i
	}
	return r.slice(t, i, end), end
}

var (
	articles     = words("a an the my our this")
	toPlace      = words("in at from to near into on")
	being        = words("is was 's are were")
	prepositions = words("at in on by for from with without to of about into near under over after before since until till during between behind than as")
)

// functional says whether a word holds a sentence together and is no noun.
func functional(low string) bool {
	return prepositions[low] || opens[low] || asking[low] || formOf(low) != noVerb
}

// phraseEnds says whether a noun phrase that began with the determiner at i is over before the token at end.
func phraseEnds(t []token, i, end int) bool {
	low := t[end].low
	if low == "'s" {
		return end+1 >= len(t) || formOf(t[end+1].low) != noVerb || prepositions[t[end+1].low]
	}
	if prepositions[low] || asking[low] || meant[low].class != "" {
		return true
	}
	if end > i+1 && end+1 < len(t) && !adverbs[low] { // "my phone plan costs": the last before the verb is no verb
		if f := formOf(t[end+1].low); f == third || f == auxiliary || f == past {
			return formOf(low) == third || formOf(low) == auxiliary || formOf(low) == past
		}
	}
	// The first word behind a determiner is no verb: "the build", "a call", "the budget".
	return end > i+1 && (opens[low] && !adjectives[low] || formOf(low) != noVerb && !t[end].capital)
}

// expletive says whether "it" at i means nothing: "what time is it", "is it raining", "it seems".
func expletive(t []token, i int) bool {
	for _, k := range [...]int{i - 1, i + 1, i + 2} {
		if k >= 0 && k < len(t) && impersonal[t[k].low] {
			return true
		}
	}
	return i > 1 && (t[i-2].low == "time" || t[i-2].low == "day" || t[i-2].low == "date" || t[i-2].low == "far" || t[i-2].low == "how" && t[i-1].low != "much")
}

var impersonal = words(`true false possible impossible ok okay worth time raining rains rain snowing snows snow cold hot warm sunny windy dark seems seem turns looks
	going matter matters depends late early christmas clear obvious likely unlikely important necessary better best`)
