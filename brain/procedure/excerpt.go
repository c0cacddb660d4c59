package procedure

import (
	"strings"
	"unicode"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
)

// quoteBytes is how long an excerpt may be, so that five of them fit into a message. Only
// addresses and code come to it within the words that may be quoted.
const quoteBytes = 140

// excerpt is the stretch of a text that bears most on the question: as many whole sentences
// as fit into a quote of anybody's words, or a part of a longer one, "…" where it was cut.
func (r *reading) excerpt(text string) string {
	all := sentences(extract.Stated(text))
	best, most := "", -1.0
	for at := range all {
		words := strings.Fields(all[at])
		if fit(words) == len(words) {
			for _, next := range all[at+1:] {
				more := append(words[:len(words):len(words)], strings.Fields(next)...)
				if fit(more) < len(more) {
					break
				}
				words = more
			}
			stretch := strings.Join(words, " ")
			if n := r.worth(stretch); n > most {
				best, most = ellipsis(stretch, false, false), n
			}
			continue
		}
		for from, to := 0, 0; to < len(words); from++ {
			to = from + fit(words[from:])
			stretch := strings.Join(words[from:to], " ")
			n := r.worth(stretch) + middleWorth*r.worth(strings.Join(middle(words[from:to]), " "))
			if from > 0 {
				n -= broken
			}
			if to < len(words) {
				n -= broken
			}
			if n > most {
				best, most = ellipsis(stretch, from > 0, to < len(words)), n
			}
		}
	}
	return best
}

// ownBytes is how long the sentence may be that the principal's own words are quoted with first.
const ownBytes = 200

// lead is what is quoted first of an item: its excerpt, and of the principal's own words the sentence that this would cut,
// where it is no long one. What answers may stand at its end: "… except Ben who can't make it".
func (r *reading) lead(i recall.Item) string {
	part := r.excerpt(i.Text)
	cut := strings.TrimSuffix(strings.TrimPrefix(part, "… "), " …")
	if i.Speaker != "" || cut == part {
		return part
	}
	for _, s := range sentences(extract.Stated(i.Text)) {
		if words := strings.Fields(s); len(words) <= ownWords && len(s) <= ownBytes && !strings.Contains(s, "://") && strings.Contains(strings.Join(words, " "), cut) {
			return s
		}
	}
	return part
}

// fit is how many of the words may be quoted together, at least one.
func fit(words []string) int {
	n, length := 0, 0
	for n < len(words) && n < phrase.MaxQuote {
		length += len(words[n]) + 1
		if length > quoteBytes && n > 0 {
			break
		}
		n++
	}
	return n
}

// middle is the inner half of some words. What answers a question stands before or behind
// its own words, so these are best in the middle.
func middle(words []string) []string {
	quarter := len(words) / 4
	return words[quarter : len(words)-quarter]
}

// ellipsis marks where a stretch was cut. A word that is longer than a quote is cut itself.
func ellipsis(stretch string, before, behind bool) string {
	if len(stretch) > quoteBytes {
		stretch, behind = strings.ToValidUTF8(stretch[:quoteBytes], ""), true
	}
	if before {
		stretch = "… " + stretch
	}
	if behind {
		stretch += " …"
	}
	return stretch
}

// What makes a stretch worth quoting beside the question's own words, of which each is
// worth its rarity, about 1 to 8.
const (
	kindWorth    = 1.5  // something of the kind that is asked for
	contentWorth = 0.05 // any word with meaning
	middleWorth  = 0.1  // of all that, once more for what stands in the middle
	broken       = 0.1  // less, for each end that is cut
	askedWorth   = 0.5  // the part that is left of a question: it tells less than a statement
)

// worth says how much of what the question asks for a stretch holds.
func (r *reading) worth(stretch string) float64 {
	have, n := meaningBy(r.stems, stretch), 0.0
	for _, w := range r.weights {
		if have[w.term] {
			n += w.of
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
	return oneOf(r.question.Text, called) && named(stretch)
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
	called   = " country city town state street book books film movie song band brand name names named called "
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
