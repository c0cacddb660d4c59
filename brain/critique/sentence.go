package critique

import (
	"strings"
	"unicode/utf8"
)

// sentences cuts the words of a line into sentences, without the space between them. What
// stands in code, brackets or quotation marks is not cut, unless they are never closed.
// Where a sentence ends is decided by what stands before and right behind its end.
func sentences(s string) []span {
	var out []span
	code := codeSpans(s)
	closers := newClosers(s, code)
	start, over := spaces(s, 0), 0 // over is where the marks that end a sentence, and were seen last, are over
	for i := start; i < len(s); {
		if n := closers.skip(i); n > i {
			// What closes may end the sentence: (That was all.) "Stop." [12 Aug](src:m1).
			if ends(s, start, n) {
				out = append(out, span{start, n})
				start = spaces(s, n)
				i = start
				continue
			}
			i = n
			continue
		}
		if terminates(s[i:]) {
			if i >= over {
				over = afterEnd(s, i) // a line of nothing but full stops has one such end, not many
			}
			n := over
			if n < len(s) && (s[n] == ' ' || s[n] == '\t') && !abbreviated(s[start:i]) {
				out = append(out, span{start, n})
				start = spaces(s, n)
				i = start
				continue
			}
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	if end := len(strings.TrimRight(s, " \t")); end > start {
		out = append(out, span{start, end})
	}
	return out
}

// ends says whether a sentence that began at start ends behind the quotation or bracket
// that ends at n: it does if that holds the end of a sentence, and space follows.
func ends(s string, start, n int) bool {
	if n >= len(s) || s[n] != ' ' && s[n] != '\t' {
		return false
	}
	inner := strings.TrimRight(s[start:n], "\"')]*_`”’»")
	_, k := utf8.DecodeLastRuneInString(inner)
	return k > 0 && terminates(inner[len(inner)-k:]) && !abbreviated(inner[:len(inner)-k])
}

// terminates says whether a text begins with what ends a sentence.
func terminates(s string) bool {
	return s[0] == '.' || s[0] == '!' || s[0] == '?' || strings.HasPrefix(s, "…")
}

// afterEnd is where the end of a sentence at i is over, with whatever closes behind it.
func afterEnd(s string, i int) int {
	for i < len(s) {
		switch r, n := utf8.DecodeRuneInString(s[i:]); r {
		case '.', '!', '?', '…', '"', '\'', ')', ']', '*', '_', '”', '’', '»':
			i += n
		default:
			return i
		}
	}
	return i
}

// abbreviated says whether a text ends with a word that takes a full stop without ending a
// sentence: "e.g", "a.m", "Dr", "No", an initial or a number of a list.
func abbreviated(s string) bool {
	word := s[strings.LastIndexAny(s, " \t([\"")+1:]
	word = strings.ToLower(strings.TrimLeft(word, "*_'"))
	switch word {
	case "e.g", "i.e", "a.m", "p.m", "mr", "mrs", "ms", "dr", "st", "vs", "cf", "approx", "no", "nr", "inc", "ltd", "u.s", "u.k", "etc", "ca",
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri":
		return len(word) < len(s) || word != "no" // "No." alone is a sentence
	}
	return len(word) == 1 && word[0] >= 'a' && word[0] <= 'z' && word != "i"
}

// closers finds where what opens is closed, in linear time for a line.
type closers struct {
	s     string
	code  spans
	round map[int]int // "(" and "[" → where they close
	none  map[string]bool
}

func newClosers(s string, code spans) *closers {
	c := &closers{s: s, code: code, none: map[string]bool{}}
	if !strings.ContainsAny(s, "([") {
		return c
	}
	c.round = map[int]int{}
	var open []int
	for i := 0; i < len(s); i++ {
		if at := code.around(i); at != nil {
			i = at.end - 1
			continue
		}
		switch s[i] {
		case '(', '[':
			open = append(open, i)
		case ')', ']':
			want := byte('(')
			if s[i] == ']' {
				want = '['
			}
			// A bracket of the other kind that stands open between them was never closed.
			for n := len(open); n > 0; n = len(open) {
				at := open[n-1]
				open = open[:n-1]
				if s[at] == want {
					c.round[at] = i
					break
				}
			}
		}
	}
	return c
}

// skip is where what opens at i is over, or i if nothing opens there.
func (c *closers) skip(i int) int {
	if at := c.code.around(i); at != nil {
		return at.end
	}
	if end, ok := c.round[i]; ok {
		return end + 1
	}
	if end := c.quotation(i); end > i {
		return end
	}
	return i
}

// quotation is where the quotation that begins at i is over, or i.
func (c *closers) quotation(i int) int {
	for _, q := range [...][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"„", "“"}} {
		if !strings.HasPrefix(c.s[i:], q[0]) || c.none[q[0]] || q[0] == `"` && i > 0 && wordAt(c.s[i-1:]) > 0 {
			continue // "5" behind a number is a measure
		}
		n := strings.Index(c.s[i+len(q[0]):], q[1])
		if n < 0 {
			c.none[q[0]] = true // nor is there one further on
			return i
		}
		return i + len(q[0]) + n + len(q[1])
	}
	if n := c.single(i); n > i {
		return n
	}
	return i
}

// single is where a quotation in single marks is over: the first stands before a word and
// behind none, the last the other way round.
func (c *closers) single(i int) int {
	open := quoteSign(c.s[i:])
	if open == 0 || c.none["'"] || i > 0 && !strings.ContainsRune(" \t([:-", rune(c.s[i-1])) || i+open >= len(c.s) || wordAt(c.s[i+open:]) == 0 {
		return i
	}
	for j := i + open; j < len(c.s); j++ {
		if n := quoteSign(c.s[j:]); n > 0 && c.s[j-1] > ' ' && (j+n == len(c.s) || wordAt(c.s[j+n:]) == 0) {
			return j + n
		}
	}
	c.none["'"] = true
	return i
}

// quoteSign is the length of the single quotation mark that a text begins with, or 0.
func quoteSign(s string) int {
	switch {
	case s[0] == '\'':
		return 1
	case strings.HasPrefix(s, "‘"), strings.HasPrefix(s, "’"):
		return 3
	}
	return 0
}
