package when

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Examined is how much of a text is looked at, in bytes: nobody puts a date
// behind so much, and it bounds the cost of a pasted document.
const Examined = 16 << 10

// token is a number, a word (letters first, then perhaps digits and
// apostrophes), or one other rune.
type token struct {
	text       string // letters A to Z in lower case
	start, end int    // in the text
	n          int    // of a number of at most nine digits, else -1
	kind       byte   // '0' number, 'a' word, '.' other
	glued      bool   // nothing between it and the token before
	upper      bool   // begins with a capital letter
	caps       bool   // of ASCII capitals alone
}

// reader is a text cut into tokens, read at a moment.
type reader struct {
	toks  []token
	now   time.Time
	today civil
	past  bool // dates without a year lie behind, not ahead
}

func newReader(text string, now time.Time) reader {
	text = text[:whole(text, Examined)]
	return reader{toks: tokens(text), now: now, today: civilOf(now)}
}

// whole is the largest length of at most limit that cuts no rune.
func whole(text string, limit int) int {
	if len(text) <= limit {
		return len(text)
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return limit
}

func tokens(text string) []token {
	lower := lowerASCII(text)
	toks := make([]token, 0, min(len(text)/4+4, 4096))
	glued := false
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			glued = false
			continue
		case '0' <= c && c <= '9':
			j := i
			n := 0
			for j < len(text) && '0' <= text[j] && text[j] <= '9' {
				n = n*10 + int(text[j]-'0')
				if j-i >= 9 {
					n = -1 << 40
				}
				j++
			}
			toks = append(toks, token{text: lower[i:j], start: i, end: j, n: max(n, -1), kind: '0', glued: glued})
			i = j
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			if unicode.IsSpace(r) {
				i += size
				glued = false
				continue
			}
			if !unicode.IsLetter(r) {
				toks = append(toks, token{text: lower[i : i+size], start: i, end: i + size, n: -1, kind: '.', glued: glued})
				i += size
				break
			}
			j := wordEnd(text, i)
			toks = append(toks, token{text: lower[i:j], start: i, end: j, n: -1, kind: 'a', glued: glued, upper: unicode.IsUpper(r), caps: capitals(text[i:j])})
			i = j
		}
		glued = true
	}
	return toks
}

func capitals(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < 'A' || 'Z' < r }) < 0
}

func wordEnd(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\'' || r == '’' {
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			if !unicode.IsLetter(next) {
				break // a closing quote
			}
		} else if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			break
		}
		i += size
	}
	return i
}

// lowerASCII keeps every byte in its place, which strings.ToLower does not.
func lowerASCII(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' }) < 0 {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// at is the text of token i, or "" outside.
func (r *reader) at(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	return r.toks[i].text
}

// is reports whether token i is one of the words.
func (r *reader) is(i int, words ...string) bool {
	w := r.at(i)
	if w == "" {
		return false
	}
	for _, s := range words {
		if w == s {
			return true
		}
	}
	return false
}

// skip moves past the words, if token i is one of them.
func (r *reader) skip(i int, words ...string) int {
	if r.is(i, words...) {
		return i + 1
	}
	return i
}

// number is token i as digits within the bounds.
func (r *reader) number(i, low, high int) (int, bool) {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind != '0' {
		return 0, false
	}
	n := r.toks[i].n
	return n, low <= n && n <= high
}

func (r *reader) glued(i int) bool { return i > 0 && i < len(r.toks) && r.toks[i].glued }

// begins reports whether a phrase may begin at token i: not in the middle of an
// address, an amount or a name such as v2.
func (r *reader) begins(i int) bool {
	return !r.glued(i) || r.is(i-1, "(", "[", "\"", "'", "“", "‘", ":", ",", "–", "—", "*", "_", "`")
}

// ends reports whether a phrase may end before token i.
func (r *reader) ends(i int) bool {
	if !r.glued(i) {
		return true
	}
	if r.toks[i].kind != '.' {
		return false
	}
	// "3.5", "Monday.com", "10%" and "friday-night" go on; "3pm." and "3pm," end.
	if r.is(i, "%", "°", "$", "€") {
		return false
	}
	return !(r.is(i, ".", "-", "/", ":", "@", "_") && r.glued(i+1) && r.toks[i+1].kind != '.')
}

// count reads a small number in digits or words.
func (r *reader) count(i int) (int, bool) {
	if n, ok := r.number(i, 0, 100_000); ok {
		return n, true
	}
	n := countWord(r.at(i))
	return n, n > 0
}

func countWord(w string) int {
	switch w {
	case "one":
		return 1
	case "two":
		return 2
	case "three":
		return 3
	case "four":
		return 4
	case "five":
		return 5
	case "six":
		return 6
	case "seven":
		return 7
	case "eight":
		return 8
	case "nine":
		return 9
	case "ten":
		return 10
	case "eleven":
		return 11
	case "twelve":
		return 12
	case "fifteen":
		return 15
	case "twenty":
		return 20
	case "thirty":
		return 30
	case "forty":
		return 40
	case "fifty":
		return 50
	case "ninety":
		return 90
	}
	return 0
}

// ordinal reads "3rd" or "third" and the token behind it.
func (r *reader) ordinal(i int) (n, next int, ok bool) {
	if n, ok := r.number(i, 1, 31); ok && r.glued(i+1) && r.is(i+1, "st", "nd", "rd", "th") {
		return n, i + 2, true
	}
	for n, w := range [...]string{1: "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"} {
		if n > 0 && r.is(i, w) {
			return n, i + 1, true
		}
	}
	return 0, i, false
}

// month is the month called so, or 0.
func month(w string) time.Month {
	switch w {
	case "january", "jan":
		return time.January
	case "february", "feb":
		return time.February
	case "march", "mar":
		return time.March
	case "april", "apr":
		return time.April
	case "may":
		return time.May
	case "june", "jun":
		return time.June
	case "july", "jul":
		return time.July
	case "august", "aug":
		return time.August
	case "september", "sep", "sept":
		return time.September
	case "october", "oct":
		return time.October
	case "november", "nov":
		return time.November
	case "december", "dec":
		return time.December
	}
	return 0
}

// monthAt reads a month and the full stop of a short one. "I may go" and "march
// on" are verbs.
func (r *reader) monthAt(i int) (m time.Month, next int, ok bool) {
	m = month(r.at(i))
	if m == 0 {
		return 0, i, false
	}
	if !r.toks[i].upper {
		if m == time.May && (r.is(i-1, "i", "you", "he", "she", "it", "we", "they", "who", "that", "this", "which", "one", "people") ||
			r.is(i+1, "be", "have", "go", "come", "not", "also", "well", "still", "need", "want", "get", "do", "seem", "i", "we", "you")) {
			return 0, i, false
		}
		if r.is(i, "march") && r.is(i+2, "miles", "km", "kilometres", "kilometers", "steps", "times", "blocks", "people", "hours") {
			return 0, i, false
		}
	}
	next = i + 1
	if len(r.at(i)) <= 4 && m != time.May && r.glued(next) && r.is(next, ".") && !r.glued(next+1) && next+1 < len(r.toks) {
		if _, ok := r.number(next+1, 1, 9999); ok {
			next++
		}
	}
	return m, next, true
}

// weekday is the day called so, or -1.
func weekday(w string) time.Weekday {
	switch w {
	case "monday", "mon":
		return time.Monday
	case "tuesday", "tue", "tues":
		return time.Tuesday
	case "wednesday", "wed":
		return time.Wednesday
	case "thursday", "thu", "thur", "thurs":
		return time.Thursday
	case "friday", "fri":
		return time.Friday
	case "saturday", "sat":
		return time.Saturday
	case "sunday", "sun":
		return time.Sunday
	}
	return -1
}

// weekdayAt reads a weekday. Short forms that are words as well ("sun", "sat",
// "wed", "mon") need something that belongs to a date beside them.
func (r *reader) weekdayAt(i int) (d time.Weekday, next int, ok bool) {
	d = weekday(r.at(i))
	if d < 0 {
		return 0, i, false
	}
	next = i + 1
	if r.is(i, "sun", "sat", "wed", "mon") && len(r.toks) > 1 {
		if r.is(i-1, "the") && !r.toks[i].upper {
			return 0, i, false
		}
		_, digits := r.number(next, 0, 2359)
		if !digits && !r.is(next, "at", "morning", "afternoon", "evening", "night") && !(r.is(next, ",") && r.toks[i].upper) &&
			!r.is(i-1, "on", "next", "this", "every", "each", "other", "by", "until", "till", "last", "coming", "since", "from", "before", "and", ",", "to", "-", "–", "second", "of") {
			return 0, i, false
		}
	}
	return d, next, true
}

// weekdaysAt reads a plural: "Mondays".
func (r *reader) weekdaysAt(i int) (d time.Weekday, next int, ok bool) {
	w, plural := strings.CutSuffix(r.at(i), "s")
	if !plural || len(w) < 6 {
		return 0, i, false
	}
	d = weekday(w)
	return d, i + 1, d >= 0
}
