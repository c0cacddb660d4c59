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
	at = min(at, len(text))
	var open fence
	next, inside := 0, false // inside a line
	for line := range strings.SplitSeq(text[:at], "\n") {
		end := next + len(line)
		inside = end == at && line != "" && at < len(text) && text[at] != '\n'
		next = end + 1
		if open.mark != "" {
			if inside {
				break
			}
			if !open.leaves(line) {
				if open.closes(line) {
					open = fence{}
				}
				continue
			}
			open = fence{}
		}
		if f, ok := openFence(line); ok && !inside {
			open = f
		}
	}
	rest := text[at:]
	switch {
	case open.mark == "" && inside:
		return strings.TrimLeft(rest, " ")
	case open.mark == "":
		return unled(rest)
	case inside:
		return open.prefix + open.mark + open.info + "\n" + open.continued(rest)
	}
	rest = strings.TrimPrefix(rest, "\n")
	first, behind, _ := strings.Cut(rest, "\n")
	switch {
	case rest == "" || open.leaves(first):
		return unled(rest)
	case open.closes(first): // nothing of the block is left
		return unled(behind)
	}
	return open.prefix + open.mark + open.info + "\n" + rest
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
