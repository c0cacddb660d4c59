package procedure

import (
	"strings"
	"unicode"

	"citadel/brain/extract"
	"citadel/brain/phrase"
)

// excerpt is the stretch of a text that bears most on the question: as many whole sentences
// as fit into a quote of anybody's words, or a part of a longer one, "…" where it was cut.
func (r *reading) excerpt(text string) string {
	all := sentences(text)
	best, most := text, -1.0
	for at := range all {
		words := strings.Fields(all[at])
		if len(words) <= phrase.MaxQuote {
			stretch := strings.Join(words, " ")
			for n, next := len(words), at+1; next < len(all); next++ {
				if n += len(strings.Fields(all[next])); n > phrase.MaxQuote {
					break
				}
				stretch += " " + all[next]
			}
			if n := r.worth(stretch); n > most {
				best, most = stretch, n
			}
			continue
		}
		for i := 0; i+phrase.MaxQuote <= len(words); i++ {
			stretch := strings.Join(words[i:i+phrase.MaxQuote], " ")
			n := r.worth(stretch)
			if i > 0 {
				n -= broken
			}
			if n <= most {
				continue
			}
			best, most = stretch, n
			if i > 0 {
				best = "… " + best
			}
			if i+phrase.MaxQuote < len(words) {
				best += " …"
			}
		}
	}
	return best
}

// What makes a stretch worth quoting beside the question's own words, of which each is
// worth its rarity, about 1 to 8.
const (
	kindWorth    = 1.5  // something of the kind that is asked for
	contentWorth = 0.05 // any word with meaning
	broken       = 0.1  // less, where no sentence begins
	askedWorth   = 0.5  // the part that is left of a question: it tells less than a statement
)

// worth says how much of what the question asks for a stretch holds.
func (r *reading) worth(stretch string) float64 {
	have, n := meaning(stretch), 0.0
	for term, weight := range r.weights {
		if have[term] {
			n += weight
		}
	}
	if r.holdsKind(stretch) {
		n += kindWorth
	}
	if strings.HasSuffix(stretch, "?") {
		n *= askedWorth
	}
	return n + contentWorth*float64(len(have))
}

// holdsKind says whether a stretch holds something of the kind that the question asks for.
func (r *reading) holdsKind(stretch string) bool {
	switch r.question.Expects {
	case extract.Date:
		return timed(stretch)
	case extract.Amount:
		return strings.ContainsAny(stretch, "0123456789") || oneOf(stretch, numerals)
	case extract.Place, extract.Person, extract.Name:
		return named(stretch)
	}
	return false
}

// named says whether a name stands in a text: a capital, and not because a sentence begins.
func named(text string) bool {
	begins := true
	for w := range strings.FieldsSeq(text) {
		first := []rune(w)[0]
		if !begins && unicode.IsUpper(first) && len(w) > 1 && !strings.HasPrefix(w, "I'") && !strings.HasPrefix(w, "I’") {
			return true
		}
		begins = strings.ContainsAny(w[len(w)-1:], ".?!:")
	}
	return false
}

// timed says whether a time stands in a text.
func timed(text string) bool {
	return strings.ContainsAny(text, "0123456789") || oneOf(text, times)
}

const (
	numerals = " one two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty hundred thousand once twice couple half "
	times    = " yesterday today tonight tomorrow ago last next week weekend month year monday tuesday wednesday thursday friday saturday sunday " +
		"january february march april june july august september october november december morning evening "
)

func oneOf(text, list string) bool {
	for w := range strings.FieldsSeq(plainWords(text)) {
		if strings.Contains(list, " "+w+" ") {
			return true
		}
	}
	return false
}
