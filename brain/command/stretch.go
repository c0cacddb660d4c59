package command

import (
	"slices"
	"strings"
)

// stretch is the part of a message that a blank is tried on.
type stretch struct {
	words []word
	raw   string // as typed
	asks  bool   // the message ends with a question mark
	lead  byte   // the punctuation mark before it, or 0
}

// broken reports a clause break inside: a sentence goes on, so it is talk.
func (s stretch) broken() bool {
	for _, w := range s.words[:len(s.words)-1] {
		if w.stop != 0 {
			return true
		}
	}
	return false
}

// has reports whether one of the words in the list occurs.
func (s stretch) has(list string) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return in(list, w.text) })
}

// starts reports whether the first word is in the list.
func (s stretch) starts(list string) bool { return in(list, s.words[0].text) }

// in reports whether the word is one of those in a list set apart by spaces.
func in(list, w string) bool {
	for list != "" {
		var item string
		item, list, _ = strings.Cut(list, " ")
		if item == w && w != "" {
			return true
		}
	}
	return false
}

// allIn reports whether each word is in a list.
func allIn(words []word, list string) bool {
	return !slices.ContainsFunc(words, func(w word) bool { return !in(list, w.text) })
}
