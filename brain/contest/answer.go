package contest

import (
	"regexp"
	"strings"
)

// Answer is what the principal says to the question which of two statements holds, where he names neither of them.
type Answer int

// The answers; None is something else.
const (
	None Answer = iota
	First
	Second
	Both
	Neither
)

// BothWrong is on the button under the question with which he says Neither.
const BothWrong = "Both wrong"

var (
	idle    = regexp.MustCompile(`^(?:(?:well|oh|ah|um|hm+|ok|okay|actually|honestly|sorry|please|yes|no|i think|i'd say|i guess|in fact) )+|(?: (?:please|actually|thanks|thank you|i think|in fact|of course|then|now))+$`)
	answers = []struct {
		is     *regexp.Regexp
		answer Answer
	}{
		{whole(`(?:it's |that's |they're |they are )?(?:neither|none)(?: one)?(?: of (?:them|those|these|the two))?(?: (?:of them )?(?:holds?|is|are)(?: (?:right|true|correct))?)?`), Neither},
		{whole(`(?:they |those )?(?:are |were |'re )?both(?: of (?:them|those|these))?(?: (?:are|were))? (?:wrong|false|incorrect|untrue|outdated|not true|not right|no longer true)`), Neither},
		{whole(`(?:they|those)(?: are|'re) both (?:wrong|false|incorrect|outdated)`), Neither},
		{whole(`(?:it's |that's |they |they're |they are |keep |take |i have |i meant |i mean )?both(?: of (?:them|those|these))?(?: (?:are|do|is))?(?: (?:hold|holds|stand|count|apply|true|right|correct|fine|valid|okay|ok))?`), Both},
		{whole(rank(first) + okay), First},
		{whole(rank(second) + okay), Second},
		{whole(rank(first) + bad), Second},
		{whole(rank(second) + bad), First},
		{whole(`not ` + rank(first)), Second},
		{whole(`not ` + rank(second)), First},
	}
)

const (
	first  = `first|1st|former|older|old|earlier|original|upper`
	second = `second|2nd|latter|newer|new|later|latest|last|lower`
	okay   = `(?: (?:is|was))?(?: (?:right|true|correct|current|it|fine))?(?: (?:holds|counts|stands|applies))?`
	bad    = ` (?:is|was) (?:wrong|false|incorrect|outdated|not true|not right|no longer true|out of date)`
)

// rank is one of two, named by its place.
func rank(words string) string {
	return `(?:it's |that's |go with |go by |keep |take |i meant |i mean |make it )?(?:the )?(?:` + words + `)(?: one| statement| answer| value)?`
}

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// Answered reads a message as such an answer. Whether it answers anything, only what was said before it can tell.
func Answered(said string) Answer {
	said = strings.ToLower(strings.ReplaceAll(said, "’", "'"))
	if strings.Contains(said, "?") {
		return None
	}
	said = strings.Join(strings.FieldsFunc(said, func(r rune) bool { return strings.ContainsRune(" ,.!;:\t\n", r) }), " ")
	said = idle.ReplaceAllString(said, "")
	for _, a := range answers {
		if a.is.MatchString(said) {
			return a.answer
		}
	}
	return None
}
