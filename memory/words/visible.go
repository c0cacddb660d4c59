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
	case r == 0xAD, r == 0x180E, r == 0x200B, r == 0x2060, r == 0xFEFF, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return true
	case r >= 0xE0000 && r <= 0xE0FFF: // tag letters, in which text is smuggled
		return true
	}
	return false
}

// Visible is a text without what is Hidden: a word with something invisible in it is that word.
func Visible(text string) string {
	if strings.IndexFunc(text, Hidden) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if Hidden(r) {
			return -1
		}
		return r
	}, text)
}
