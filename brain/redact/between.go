package redact

import "strings"

// This file reads what stands between the word that names a secret and the
// secret: "is", "for the office wifi is now", ":".

// separator is what stands between a name and its value.
type separator uint8

const (
	nothing separator = iota // only space
	verb                     // "is"
	to                       // "changed the password to", "the password used to be"
	denied                   // "isn't … any more": what it was before
	sign                     // ":" or "="
)

// separate skips from the end of a name to its value. For a password some
// words may stand between: "the password for the wifi is".
func (s *scanner) separate(f family, at int) (separator, int) {
	limit := min(len(s.text), at+maxGap)
	i := at
	if i < limit && (s.text[i] == '"' || s.text[i] == '\'' || s.text[i] == '`') {
		i++ // the name was quoted: "password": "…"
	}
	for _, is := range [...]string{"'s ", "’s "} { // "the password's hunter2", and "the password's strength"
		if strings.HasPrefix(s.text[at:limit], is) {
			return to, skipSpace(s.text, at+len(is), limit)
		}
	}
	i = skipSpace(s.text, i, limit)
	if n, ok := s.sign(i, limit); ok {
		return sign, n
	}
	sep, n := verbAt(s.text, i, limit)
	if sep != nothing && sep != to {
		return sep, n
	}
	if f == passwordWord || f == pinWord || f == phraseWord || f == loginWord || f == entryWord {
		if sep, j := s.afterGap(i, limit); sep != nothing {
			return sep, j
		}
	}
	if sep == to {
		return to, n
	}
	return nothing, i
}

// sign skips ":", "=", ":=" or "=>" and the space after it. A line may end in
// between.
func (s *scanner) sign(i, limit int) (int, bool) {
	n := i
	for n < limit && n < i+2 && (s.text[n] == ':' || s.text[n] == '=' || n > i && s.text[n] == '>') {
		n++
	}
	if n == i || n == i+1 && n < limit && s.text[i] == ':' && s.text[n] == '/' {
		return 0, false
	}
	return skipSpace(s.text, n, limit), true
}

// afterGap skips "for the office wifi is" and its like.
func (s *scanner) afterGap(i, limit int) (separator, int) {
	first := true
	for words := 0; words < 7 && i < limit; words++ {
		n := i
		for n < limit && s.text[n] > ' ' && strings.IndexByte(".,;!?:=[]", s.text[n]) < 0 {
			n++
		}
		w := strings.ToLower(s.text[i:n])
		if first {
			switch w {
			case "for", "to", "of", "on", "at", "in", "from":
			default:
				return nothing, 0
			}
			first = false
		}
		if n < limit && (s.text[n] == ':' || s.text[n] == '=') {
			if j, ok := s.sign(n, limit); ok {
				return verb, j
			}
			return nothing, 0
		}
		i = skipSpace(s.text, n, limit)
		if i == n {
			return nothing, 0
		}
		if sep, j := verbAt(s.text, i, limit); sep == verb || sep == denied {
			return sep, j
		}
	}
	return nothing, 0
}

// verbAt recognises "is", "was", "to", "isn't" at i and skips it.
func verbAt(text string, i, limit int) (separator, int) {
	for _, w := range [...]string{"isn't ", "isn’t ", "isnt ", "wasn't ", "wasn’t ", "is not ", "was not ", "is no longer "} {
		if i+len(w) <= limit && strings.EqualFold(text[i:i+len(w)], w) {
			return denied, skipSpace(text, i+len(w), limit)
		}
	}
	for _, w := range [...]string{"has been ", "had been "} { // "has been hunter2 since May"
		if i+len(w) <= limit && strings.EqualFold(text[i:i+len(w)], w) {
			return to, skipSpace(text, i+len(w), limit)
		}
	}
	for _, w := range [...]string{"has changed ", "was changed ", "got changed ", "changed ", "went "} { // what it was, and what it is
		if rest := text[i:limit]; len(rest) > len(w) && strings.EqualFold(rest[:len(w)], w) && (strings.HasPrefix(rest[len(w):], "from ") || strings.HasPrefix(rest[len(w):], "to ")) {
			i += len(w)
			break
		}
	}
	n := i
	for n < limit && letter(text[n]) {
		n++
	}
	sep := nothing
	switch strings.ToLower(text[i:n]) {
	case "is", "was", "are", "ist", "lautet", "es", "est", "remains", "be", "being":
		sep = verb
	case "to", "from", "as", "stays":
		sep = to
	case "used":
		const formerly = "used to be"
		if i+len(formerly) > limit || !strings.EqualFold(text[i:i+len(formerly)], formerly) {
			return nothing, i
		}
		sep, n = to, i+len(formerly)
	default:
		return nothing, i
	}
	n = skipSpace(text, n, limit)
	// "is now", "is still", "is:"
	for _, w := range [...]string{"now ", "still ", "currently ", "just ", "simply ", "always ", "again "} {
		if n+len(w) <= limit && strings.EqualFold(text[n:n+len(w)], w) {
			n = skipSpace(text, n+len(w), limit)
			break
		}
	}
	if n < limit && text[n] == ':' {
		n = skipSpace(text, n+1, limit)
	}
	return sep, n
}

func skipSpace(text string, i, limit int) int {
	for i < limit && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}
