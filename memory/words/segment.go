package words

import (
	"unicode"
	"unicode/utf8"

	uax29 "github.com/clipperhouse/uax29/v2/words"
)

// The classes of an ASCII byte that matter to the word borders of UAX #29.
const (
	other    = iota
	letter   // ALetter
	digit    // Numeric
	joiner   // ExtendNumLet: the underscore
	midWord  // MidLetter: ":", holds letters together
	midDigit // MidNum: "," and ";", hold digits together
	midBoth  // MidNumLet and the single quote: "." and "'", hold either together
)

func class(c byte) int {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		return letter
	case '0' <= c && c <= '9':
		return digit
	}
	switch c {
	case '_':
		return joiner
	case ':':
		return midWord
	case ',', ';':
		return midDigit
	case '.', '\'':
		return midBoth
	}
	return other
}

// next finds the first word of text at or after pos, a word being a segment of
// UAX #29 that holds a letter or a digit. It returns start == end when there is
// none. pos must be a border.
//
// English is nearly all ASCII, for which the rules come down to the table
// above. The first byte outside ASCII that touches a word hands that word to the
// general segmenter.
func (a *Analyzer) next(text string, pos int) (start, end int) {
	for pos < len(text) {
		c := text[pos]
		if c >= utf8.RuneSelf {
			end := a.general(text, pos)
			if hasWord(text[pos:end]) {
				return pos, end
			}
			pos = end
			continue
		}
		switch class(c) {
		case letter, digit, joiner:
			end, wordy := ascii(text, pos)
			if end < 0 {
				end = a.general(text, pos)
				wordy = hasWord(text[pos:end])
			}
			if wordy {
				return pos, end
			}
			pos = end
		default:
			pos++
		}
	}
	return pos, pos
}

// ascii returns where the segment that begins at start ends and whether it holds
// a letter or digit, or -1 when a byte outside ASCII has a say in it.
func ascii(text string, start int) (end int, wordy bool) {
	last := class(text[start])
	wordy = last != joiner
	for i := start + 1; ; {
		if i == len(text) {
			return i, wordy
		}
		if text[i] >= utf8.RuneSelf {
			return -1, false
		}
		switch now := class(text[i]); now {
		case letter, digit:
			wordy = true
			last = now
			i++
		case joiner:
			last = now
			i++
		case midWord, midDigit, midBoth:
			if i+1 == len(text) {
				return i, wordy
			}
			if text[i+1] >= utf8.RuneSelf {
				return -1, false
			}
			after := class(text[i+1])
			letters := last == letter && after == letter && now != midDigit
			digits := last == digit && after == digit && now != midWord
			if !letters && !digits {
				return i, wordy
			}
			last = after
			i += 2
		default:
			return i, wordy
		}
	}
}

// general returns where the segment that begins at start ends.
func (a *Analyzer) general(text string, start int) int {
	if a.slow == nil {
		a.slow = uax29.FromString("")
	}
	a.slow.SetText(text[start:])
	if !a.slow.Next() {
		return len(text)
	}
	return start + a.slow.End()
}

func hasWord(segment string) bool {
	for _, r := range segment {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
	}
	return false
}

// Segments returns the words of text as they stand there, in order.
func Segments(text string) []string {
	var a Analyzer
	var found []string
	for pos := 0; ; {
		start, end := a.next(text, pos)
		if start == end {
			return found
		}
		found = append(found, text[start:end])
		pos = end
	}
}
