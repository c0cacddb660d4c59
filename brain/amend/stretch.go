package amend

import (
	"strings"
	"unicode"

	"citadel/brain/dedupe"
)

// mostOfValue is how many words a value has at most: "twenty five thousand euros".
const mostOfValue = 5

// stretches finds the values of a statement, the longest that can be read from each word on.
func stretches(statement string) (all []stretch) {
	words := fields(statement)
	for i := 0; i < len(words); {
		n := 1
		for most := min(mostOfValue, len(words)-i); most > 0; most-- {
			s, ok := together(statement, words[i:i+most])
			if !ok || s.words == "" || strings.HasPrefix(strings.ToLower(s.words), "at ") {
				continue
			}
			if s.kind = valueAt(words, i, s); s.kind.sort == "" {
				continue
			}
			all, n = append(all, s), most
			break
		}
		i += n
	}
	return all
}

// valueAt is the kind of a value where it stands: "4" is a time behind "at", "one" and "A" are none
// where they are a pronoun and an article.
func valueAt(words []stretch, i int, s stretch) (k kind) {
	before := ""
	if i > 0 {
		before = strings.ToLower(words[i-1].words)
	}
	if before == "at" || before == "until" || before == "till" {
		if k.sort, k.value = sortOf("at " + s.words); k.sort != "" {
			return k
		}
	}
	k.sort, k.value = sortOf(s.words)
	switch {
	case strings.EqualFold(s.words, "one") && !counting[before]:
		return kind{}
	case k.sort == dedupe.Grade && len(s.words) == 1 && !grading[before]:
		return kind{}
	}
	return k
}

var (
	counting = set("have has had own owns need needs is are was were with of got bought")
	grading  = set("is was got an a has have type grade group level class mark")
)

// fields cuts a statement into words with their places.
func fields(statement string) (all []stretch) {
	for i := 0; i < len(statement); {
		n := strings.IndexFunc(statement[i:], func(r rune) bool { return !unicode.IsSpace(r) })
		if n < 0 {
			break
		}
		i += n
		end := strings.IndexFunc(statement[i:], unicode.IsSpace)
		if end < 0 {
			end = len(statement) - i
		}
		all = append(all, stretch{words: statement[i : i+end], start: i, end: i + end})
		i += end
	}
	return all
}

// together is some words as one stretch, without the marks around it; false where a mark stands
// between them.
func together(statement string, words []stretch) (stretch, bool) {
	for k, w := range words {
		if k < len(words)-1 && strings.ContainsAny(w.words[len(w.words)-1:], ",;:.!?)") {
			return stretch{}, false
		}
	}
	s := stretch{start: words[0].start, end: words[len(words)-1].end}
	for s.start < s.end && strings.IndexByte("(\"'", statement[s.start]) >= 0 {
		s.start++
	}
	for s.start < s.end && strings.IndexByte(",;:.!?)\"'", statement[s.end-1]) >= 0 {
		s.end--
	}
	s.words = statement[s.start:s.end]
	return s, true
}
