package briefing

import (
	"slices"
	"strings"
	"unicode"

	"citadel/brain/phrase"
)

// A model may write the first line anew, from the same facts (MESSAGES 1). longestLine bounds it, in bytes: it is
// what a telephone shows.
const longestLine = 110

// holds says whether a line that a model wrote says nothing that the message does not: every figure, every number in
// words and every name in it stands there too, and it is one plain line.
func holds(line, message string) bool {
	if line == "" || len(line) > longestLine || strings.ContainsAny(line, "\n*`_[]<>!?#|:") {
		return false
	}
	known := wordsOf(message)
	for i, word := range wordsOf(line) {
		figure := strings.ContainsFunc(word, unicode.IsDigit)
		name := i > 0 && strings.ContainsFunc(word, unicode.IsUpper)
		if (figure || name || isNumber(word)) && !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, word) }) {
			return false
		}
	}
	return true
}

// isNumber says whether a word is a number as phrase.Number writes it, or says as much as one.
func isNumber(word string) bool {
	low := strings.ToLower(word)
	for n := range 13 {
		if low == phrase.Number(n) {
			return true
		}
	}
	return slices.Contains([]string{"both", "several", "many", "dozen", "half", "twice", "first", "second", "third", "urgent", "overdue", "late"}, low)
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\'' && c != '’' })
}

// plain takes off a line what models like to put around one.
func plain(line string) string {
	return strings.TrimRight(strings.Trim(strings.TrimSpace(line), "\"“”"), ". ")
}
