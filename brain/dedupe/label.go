package dedupe

import "strings"

// Label is the number that says which of several of a kind a statement is about: the 3 of "drawer 3
// holds apples", with its noun. It is empty where there is none: in "my room is room 4" the number is
// what is said, and "2 cats" are a count.
func (old *Statement) Label() (noun, number string) { return old.sense.label() }

func (s *sense) label() (noun, number string) {
	words := s.subject
	if s.verb.low == "" { // whether a verb stands in it could not be told
		words = s.core
	}
	for len(words) > 0 && (mine[words[0].low] || words[0].low == "the" || words[0].low == "number") {
		words = words[1:]
	}
	if len(words) < 2 || words[0].value || strings.IndexFunc(words[1].low, func(r rune) bool { return r < '0' || r > '9' }) >= 0 {
		return "", ""
	}
	return words[0].root, words[1].low
}

// apart says whether two statements are about different ones of a kind.
func apart(x, y *sense) bool {
	noun, number := x.label()
	other, theirs := y.label()
	return number != "" && noun == other && number != theirs
}
