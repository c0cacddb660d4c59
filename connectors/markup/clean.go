package markup

import (
	"strings"
	"unicode/utf8"
)

// Clean makes outside text safe to show: invalid UTF-8 becomes U+FFFD, every
// line ending a \n, and the characters that command a terminal or reorder what
// stands around them are dropped: C0 and C1 controls except \n and \t, DEL, the
// line and paragraph separators (which become \n) and the bidirectional
// embeddings, overrides and isolates. What followed an escape character stays,
// visible and harmless. Clean is idempotent.
func Clean(text string) string {
	if isClean(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		switch {
		case r == '\r':
			if !strings.HasPrefix(text[i+1:], "\n") {
				b.WriteByte('\n')
			}
		case r == 0x2028, r == 0x2029:
			b.WriteByte('\n')
		case !hidden(r):
			b.WriteRune(r) // a broken byte arrives here as U+FFFD
		}
	}
	return b.String()
}

func isClean(text string) bool {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if hidden(r) || r == 0x2028 || r == 0x2029 || r == utf8.RuneError && n == 1 {
			return false
		}
		i += n
	}
	return true
}

// hidden reports whether r is one of the characters that Clean drops.
func hidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < 0x20, r >= 0x7F && r <= 0x9F: // C0, DEL, C1
		return true
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069: // bidirectional
		return true
	}
	return false
}
