package markup

import "strings"

// From is what follows byte at of text, where Cut ended a piece, as a text by itself: inside a
// block of code it opens with the fence of the block, and in a quote with its marks. What it
// adds stands in front, so that a byte of it that is n from its end is n from the end of text.
// Blank lines at the cut are dropped. At 0 it is text, and behind the last byte nothing.
func From(text string, at int) string {
	if at <= 0 {
		return text
	}
	if at >= len(text) {
		return ""
	}
	rest := text[at:]
	inside := text[at-1] != '\n' && rest[0] != '\n' // a line
	begins := len(text) - len(unled(rest))
	for _, f := range fences(text) {
		switch {
		case f.at == begins && !inside:
			return f.opening() + text[f.code-1:]
		case at < f.code-1 || at >= f.end:
			continue
		case at >= f.code && at >= f.closing-1: // nothing of the block is left
			return unled(text[f.end:])
		case at >= f.code && inside:
			return f.again() + "\n" + f.continued(rest)
		}
		return f.again() + "\n" + strings.TrimPrefix(rest, "\n")
	}
	if inside {
		return strings.TrimLeft(rest, " ")
	}
	return unled(rest)
}

// unled is text without the blank lines that it begins with.
func unled(text string) string {
	for {
		first, behind, more := strings.Cut(text, "\n")
		if strings.TrimSpace(first) != "" {
			return text
		}
		if !more {
			return ""
		}
		text = behind
	}
}
