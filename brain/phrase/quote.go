package phrase

import (
	"fmt"
	"strings"

	"citadel/memory/event"
	"citadel/memory/words"
)

// MaxQuote is the longest quote of somebody's words, in words (MESSAGES 16). It holds for
// other people's; the principal's own may be quoted as long as the message bears.
const MaxQuote = 15

// Quote puts words between quotation marks, without what cannot be seen, cut after most words, where
// "…" is none. Line breaks become spaces and the quotation marks inside become single ones, so that it stays one line.
func Quote(said string, most int) string {
	fields := strings.Fields(words.Visible(said))
	for _, f := range fields {
		if f == "…" {
			most++ // the mark of a cut is no word
		}
	}
	cut := len(fields) > most
	if cut {
		fields = fields[:most]
	}
	s := strings.ReplaceAll(strings.Join(fields, " "), `"`, "'")
	if cut {
		return `"` + s + ` …"`
	}
	return `"` + s + `"`
}

// Bare is a sentence without its full stop, for quoting it inside another; dots of which there
// are several stay.
func Bare(words string) string {
	words = strings.TrimSpace(words)
	if bare, ok := strings.CutSuffix(words, "."); ok && !strings.HasSuffix(bare, ".") {
		return bare
	}
	return words
}

// Unwrapped is what a kept sentence says without that the principal said it, for where that is
// told beside it: `You said: "Rui left."` is "Rui left.".
func Unwrapped(text string) string {
	if inner, ok := strings.CutPrefix(text, `You said: "`); ok && strings.Count(inner, `"`) == 1 {
		if bare, ok := strings.CutSuffix(inner, `"`); ok {
			return bare
		}
	}
	return text
}

// People words a number of people: "1 person", "2 people".
func People(n int) string {
	if n == 1 {
		return "1 person"
	}
	return Thousands(n) + " people"
}

// Handle names a thing by its letter and number: m412 for a message or memory, d
// decision, l loop, r reminder, c promise, K approval (MESSAGES 23). The number is that of
// the event which made it.
func Handle(letter byte, seq event.Seq) string { return fmt.Sprintf("%c%d", letter, seq) }

// Source is a link to the original of a claim, worded as its date: "[12 Aug 2026](src:m412)".
func Source(words string, letter byte, seq event.Seq) string {
	return "[" + words + "](src:" + Handle(letter, seq) + ")"
}

// Count words a number of things: "1 message", "2 messages".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "y") && !strings.HasSuffix(thing, "ay") && !strings.HasSuffix(thing, "ey") {
		return fmt.Sprintf("%s %sies", Thousands(n), strings.TrimSuffix(thing, "y"))
	}
	return fmt.Sprintf("%s %ss", Thousands(n), thing)
}

// few are the numbers that are written as words.
var few = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// Number writes a number, a small one as a word.
func Number(n int) string {
	if 0 <= n && n < len(few) {
		return few[n]
	}
	return Thousands(n)
}

// Few is Count with small numbers in words: "two meetings".
func Few(n int, thing string) string {
	_, things, _ := strings.Cut(Count(n, thing), " ")
	return Number(n) + " " + things
}

// Thousands writes a number with separators: "48,211".
func Thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Doubt words a stored confidence (MESSAGES 17): "" for a fact, "likely", "possibly", or
// "a guess", which is only said when asked.
func Doubt(confidence float64) string {
	switch {
	case confidence >= 0.80:
		return ""
	case confidence >= 0.65:
		return "likely"
	case confidence >= 0.45:
		return "possibly"
	}
	return "a guess"
}
