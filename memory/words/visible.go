package words

import (
	"strings"
	"unicode"
)

// Hidden says whether a character cannot be seen, and so can only hide something: controls but for those
// that part words, what reorders the text around it, and what has no width, but for what joins letters
// into one.
func Hidden(r rune) bool {
	switch {
	case unicode.IsSpace(r):
		return false
	case r < 0x20, r >= 0x7F && r <= 0x9F:
		return true
	case r < 0xAD, joins(r):
		return false
	case r >= 0xE0000 && r <= 0xE0FFF: // tag letters, in which text is smuggled
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// joins says whether a character, unseen itself, joins the letters beside it, or parts them.
func joins(r rune) bool { return r == 0x200C || r == 0x200D }

// joinable says whether a joiner after a character can be seen. In these scripts no letter changes by it,
// and what stands at the beginning of a word joins nothing.
func joinable(r rune) bool {
	return r != 0 && !unicode.IsSpace(r) && !unicode.IsDigit(r) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}

// Visible is a text without what is Hidden: a word with something invisible in it is that word.
func Visible(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return joins(r) || Hidden(r) }) < 0 {
		return text
	}
	var before rune
	return strings.Map(func(r rune) rune {
		if Hidden(r) || joins(r) && !joinable(before) {
			return -1
		}
		before = r
		return r
	}, text)
}
