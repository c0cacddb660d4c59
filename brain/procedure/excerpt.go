package procedure

import (
	"strings"
	"unicode"

	"citadel/brain/extract"
	"citadel/brain/phrase"
)

// excerpt is the stretch of a text that bears most on the question: at most as many words
// as may be quoted of anybody. "…" stands where a sentence was cut.
func (r *reading) excerpt(text string) string {
	best, most := "", -1.0
	for _, s := range sentences(text) {
		words := strings.Fields(s)
		if len(words) <= phrase.MaxQuote {
			if n := r.worth(s); n > most {
				best, most = s, n
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

// What beside the question's own words makes a stretch worth quoting. A word of the
// question is worth its rarity, which is 1 to 8.
const (
	kindWorth    = 1.5 // something of the kind that is asked for
	contentWorth = 0.05
	broken       = 0.1 // not to begin where a sentence does
)

// worth says how much of what the question asks for a stretch holds.
func (r *reading) worth(stretch string) float64 {
	have, n := meaning(stretch), 0.0
	for term, weight := range r.weights {
		if have[term] {
			n += weight
		}
	}
	n += contentWorth * float64(len(have))
	if r.holdsKind(stretch) {
		n += kindWorth
	}
	return n
}

// holdsKind says whether a stretch holds something of the kind that the question asks for.
func (r *reading) holdsKind(stretch string) bool {
	switch q := r.question; q.Expects {
	case extract.Date:
		return timed(stretch)
	case extract.Amount:
		return strings.ContainsAny(stretch, "0123456789") || counts(stretch)
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
		if !begins && unicode.IsUpper(first) && len(w) > 1 && !strings.HasPrefix(w, "I'") {
			return true
		}
		begins = strings.ContainsAny(w[len(w)-1:], ".?!:…")
	}
	return false
}

// counts says whether a number stands in a text as a word.
func counts(text string) bool {
	return oneOf(text, " two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty hundred thousand once twice couple half ")
}

// timed says whether a time stands in a text.
func timed(text string) bool {
	return strings.ContainsAny(text, "0123456789") || oneOf(text, " yesterday today tonight tomorrow ago last next week weekend month year monday tuesday wednesday thursday "+
		"friday saturday sunday january february march april june july august september october november december morning evening ")
}

func oneOf(text, list string) bool {
	for w := range strings.FieldsSeq(plainWords(text)) {
		if strings.Contains(list, " "+w+" ") {
			return true
		}
	}
	return false
}
