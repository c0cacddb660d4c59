package critique

import (
	"slices"
	"strings"
)

// That something is done is told in few grammars, whatever the verb: "I moved it", "Moved it", "it is moved", "they have
// been told". Where a sentence has one of them and says neither from whom it has that, nor when it was, nor that it is
// asked, denied, possible or somebody's habit, less is needed to take it for a claim than elsewhere.

// sureOfDone is that lead.
const sureOfDone = 100

// done says whether a sentence has the grammar of a deed and rests on nothing.
func done(sentence string, words []string) bool {
	if ground(sentence, words) != groundPlain {
		return false
	}
	for i, w := range words {
		if w == "" || !doing(w) || thought[w] && !light[w] && !actsOf().past[w] {
			continue
		}
		switch frame(words, i) {
		case frameBeen:
			return true
		case frameBare, frameI:
			if !either[w] && !light[w] || !onPaper(words[i+1:]) {
				return true
			}
		case frameIs:
			if actsOf().past[w] {
				return true
			}
		}
	}
	return false
}

// rests says whether a sentence says when something was or who did it, asks, or advises: then it is no claim of somebody
// who speaks of himself in none of its words.
func rests(sentence string, words []string) bool {
	if slices.ContainsFunc(words, func(w string) bool { return w == "i" || w == "we" || w == "me" }) {
		return false
	}
	switch ground(sentence, words) {
	case groundDated, groundAsked, groundByOne, groundOfYou:
		return true
	case groundIf:
		return bidding[words[0]] && words[0] != "consider"
	case groundMay:
		return words[0] == "you" && len(words) > 1 && (words[1] == "can" || words[1] == "could" || words[1] == "might" || words[1] == "need")
	}
	return sourced(words)
}

// sourced says whether a sentence names what it has something from: "by his mail", "per your note".
func sourced(words []string) bool {
	for i, w := range words {
		if (w == "by" || w == "per" || w == "from") && i+2 < len(words) && messages[words[i+2]] {
			return true
		}
	}
	return false
}

// light are verbs that are a deed by what they are said of: "took care of the permit", "put in a claim".
var light = wordSet("took taken put left got had made gave given ran kept cut turned started stopped brought asked told wrote written set saw seen met checked followed")

// clauseDone says whether one of several clauses is by itself a claim of a deed: "The complaint is filed; you'll hear
// within two weeks". What a sentence rests on it says once, for all of its clauses.
func (s *sense) clauseDone(sentence string, deed int32) bool {
	parts := clauses(sentence)
	if len(parts) < 2 {
		return false
	}
	words := voiceWords(sentence)
	switch ground(sentence, words) {
	case groundAsked, groundTold, groundIf, groundDated:
		return false
	}
	if explains(words) {
		return false
	}
	for _, part := range parts {
		words := voiceWords(part)
		if len(words) < 3 || len(words) > longest || tells(words) || offers(words) {
			continue
		}
		if kind, lead := s.judge(part, words); kind == Deed && lead > least(kind, part, words, deed) {
			return true
		}
	}
	return false
}

// clauses parts a sentence where a new one could begin: at a semicolon, a dash, and where a comma or "and" stands before
// somebody who does something.
func clauses(sentence string) (parts []string) {
	from := 0
	cut := func(end, next int) {
		if part := strings.TrimSpace(sentence[from:end]); part != "" {
			parts = append(parts, part)
		}
		from = next
	}
	for i := 0; i < len(sentence); i++ {
		switch rest := sentence[i:]; {
		case rest[0] == ';':
			cut(i, i+1)
		case strings.HasPrefix(rest, " — "), strings.HasPrefix(rest, " – "):
			cut(i, i+len(" — "))
		case strings.HasPrefix(rest, ", ") && begins(rest[len(", "):]):
			cut(i, i+len(", "))
		case strings.HasPrefix(rest, " and ") && rest[len(" and "):] != "" && rest[len(" and ")] != 'I' && begins(rest[len(" and "):]):
			cut(i, i+len(" and "))
		}
	}
	cut(len(sentence), len(sentence))
	return parts
}

// begins says whether a text begins with somebody of whom something is told.
func begins(text string) bool {
	word, _, more := strings.Cut(strings.ToLower(strings.ReplaceAll(text, "’", "'")), " ")
	word, _, _ = strings.Cut(word, "'")
	return more && subjects[word]
}

var subjects = wordSet("i you he she it they we the your that both everything")
