package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	pasting "citadel/memory/words"
)

// Span is a stretch of the message: its words as said, and its byte offsets.
// The zero Span means that there is none.
type Span struct {
	Text       string
	Start, End int
}

type tokenKind uint8

const (
	word   tokenKind = iota
	number           // holds a digit: 11, 3pm, A$1,450, 15:00
	quoted           // somebody else's words, or a title; never looked into
	comma            // also a dash or a closing bracket: a place where a clause may end
	colon            // also a semicolon
)

// token is one word with its place. low is what the rules look at.
type token struct {
	low        string
	start, end int
	kind       tokenKind
	capital    bool
}

// sentence is the tokens between two full stops.
type sentence struct {
	tokens   []token
	end      int // where its closing mark ends
	question bool
}

// abbreviations keep their full stop and do not end a sentence.
var abbreviations = words("dr mr mrs ms st prof no jr sr inc ltd co vs etc e.g i.e a.m p.m approx dept est")

// sentences cuts text into sentences of tokens. What is pasted (quoted lines, mails, fenced
// code) is somebody else's words and yields nothing. It looks ahead by at most
// quoteLimit bytes, so its cost is linear in the text.
func sentences(text string) []sentence {
	s := scanner{text: text, theirs: others(text)}
	s.tokens = make([]token, 0, len(text)/5+4)
	for s.pos < len(text) {
		if len(s.tokens)-s.first >= sentenceLimit {
			s.flush(s.pos, false)
		}
		s.step()
	}
	s.flush(len(text), false)
	return s.out
}

// quoteLimit is how long a passage in quotation marks may be: about five sentences.
const quoteLimit = 600

// sentenceLimit is where a sentence is cut, in words. Rules look back and ahead
// within a sentence, so this is what keeps their cost linear in the message.
const sentenceLimit = 200

type scanner struct {
	text   string
	pos    int
	tokens []token // all of them; a sentence is a window into this
	first  int
	out    []sentence
	theirs map[int]bool // heads of lines that are of others
}

func (s *scanner) flush(end int, question bool) {
	if len(s.tokens) > s.first {
		s.out = append(s.out, sentence{tokens: s.tokens[s.first:len(s.tokens):len(s.tokens)], end: end, question: question})
	}
	s.first = len(s.tokens)
}

func (s *scanner) step() {
	if s.pos == 0 || s.text[s.pos-1] == '\n' {
		if s.skipLine() {
			return
		}
	}
	r, size := utf8.DecodeRuneInString(s.text[s.pos:])
	switch {
	case r == '\n':
		s.flush(s.pos, false)
		s.pos += size
	case unicode.IsSpace(r):
		s.pos += size
	case r == '.' || r == '!' || r == '?' || r == '…':
		s.closeSentence()
	case r == '"' || r == '“' || r == '«':
		s.quote(r, size)
	case r == ',' || r == '—' || r == '–' || r == '(' || r == ')':
		s.mark(comma, size)
	case r == '-' && s.spaced(size):
		s.mark(comma, size)
	case r == ';' || r == ':':
		s.mark(colon, size)
	case wordRune(r), s.sign() > 0:
		s.word()
	default:
		s.pos += size
	}
}

// others are where lines begin that are of others.
func others(text string) map[int]bool {
	lines := slices.Collect(strings.Lines(text))
	var heads map[int]bool
	at := 0
	for i, theirs := range pasting.Theirs(lines) {
		if theirs && heads == nil {
			heads = map[int]bool{}
		}
		if theirs {
			heads[at] = true
		}
		at += len(lines[i])
	}
	return heads
}

// skipLine passes over a line that is of others, at its head.
func (s *scanner) skipLine() bool {
	if !s.theirs[s.pos] {
		return false
	}
	end := len(s.text)
	if n := strings.IndexByte(s.text[s.pos:], '\n'); n >= 0 {
		end = s.pos + n + 1
	}
	s.flush(s.pos, false)
	s.pos = end
	return true
}

func (s *scanner) spaced(size int) bool {
	return s.pos > 0 && s.text[s.pos-1] == ' ' && s.pos+size < len(s.text) && s.text[s.pos+size] == ' '
}

func (s *scanner) mark(k tokenKind, size int) {
	s.tokens = append(s.tokens, token{low: s.text[s.pos : s.pos+size], start: s.pos, end: s.pos + size, kind: k})
	s.pos += size
}

func (s *scanner) closeSentence() {
	question := false
	for s.pos < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if r != '.' && r != '!' && r != '?' && r != '…' {
			break
		}
		question = question || r == '?'
		s.pos += size
	}
	s.flush(s.pos, question)
}

func (s *scanner) quote(open rune, size int) {
	closing := map[rune]string{'"': `"`, '“': "”", '«': "»"}[open]
	rest := s.text[s.pos+size:]
	if len(rest) > quoteLimit {
		rest = rest[:quoteLimit]
	}
	n := strings.Index(rest, closing)
	if n < 0 {
		s.pos += size
		return
	}
	end := s.pos + size + n + len(closing)
	s.tokens = append(s.tokens, token{low: `"`, start: s.pos, end: end, kind: quoted})
	// A sentence may end with the quotation it carries: said: "I'm moving."
	ended := n > 0 && strings.IndexByte(".!?", rest[n-1]) >= 0
	s.pos = end
	if ended {
		next := strings.TrimLeft(s.text[end:min(end+8, len(s.text))], " ")
		if r, _ := utf8.DecodeRuneInString(next); next == "" || r == '\n' || unicode.IsUpper(r) {
			s.flush(end, false)
		}
	}
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("$€£¥@#&'’%+", r)
}

// inner marks join two parts of one word when something stands on both sides.
func inner(r rune, before, after byte) bool {
	switch r {
	case '\'', '’', '-', '_', '@', '/', '&', '+', '$', '%', '#':
		return true
	case '.':
		return alnum(before) && alnum(after)
	case ',', ':':
		return digit(before) && digit(after)
	}
	return false
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
func alnum(c byte) bool { return digit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf }

// sign is how many bytes before a number belong to it: -3%, ≤ 5, ~50k. A value without its
// sign is another value.
func (s *scanner) sign() int {
	if s.pos > 0 && alnum(s.text[s.pos-1]) && !strings.HasPrefix(s.text[s.pos:], "≤") && !strings.HasPrefix(s.text[s.pos:], "≥") {
		return 0
	}
	rest := s.text[s.pos:]
	for _, sign := range [...]string{"<=", ">=", "-", "−", "+", "<", ">", "≤", "≥", "~", "≈", "±"} {
		after, ok := strings.CutPrefix(rest, sign)
		if !ok {
			continue
		}
		if sign != "-" && sign != "−" && sign != "+" { // ≤ 5
			after = strings.TrimPrefix(after, " ")
		}
		number := after
		if r, size := utf8.DecodeRuneInString(after); strings.ContainsRune("$€£¥", r) {
			number = after[size:]
		}
		if r, _ := utf8.DecodeRuneInString(number); unicode.IsNumber(r) {
			return len(rest) - len(after)
		}
		return 0
	}
	return 0
}

// suffix is how many bytes behind a word belong to it: A+, C#, C++, 50+, and the minus of A-,
// which behind a longer word is a dash.
func (s *scanner) suffix(start int) int {
	rest := s.text[s.pos:]
	n := 0
	for n < len(rest) && (rest[n] == '+' || rest[n] == '#') {
		n++
	}
	if n == 0 && strings.HasPrefix(rest, "-") && s.pos-start <= len("AB") {
		n = len("-")
	}
	if n == 0 && strings.HasPrefix(rest, "−") && s.pos-start <= len("AB") {
		n = len("−")
	}
	if r, _ := utf8.DecodeRuneInString(rest[n:]); n < len(rest) && (unicode.IsLetter(r) || unicode.IsNumber(r)) {
		return 0
	}
	return n
}

func (s *scanner) word() {
	start := s.pos
	s.pos += s.sign()
	hasDigit, hasLetter := false, false
	for s.pos < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || strings.ContainsRune("$€£¥°‰", r) {
			hasDigit = hasDigit || unicode.IsNumber(r)
			hasLetter = hasLetter || unicode.IsLetter(r)
			s.pos += size
			continue
		}
		next := s.pos + size
		if r == '%' {
			s.pos = next
			continue
		}
		if next >= len(s.text) || !inner(r, s.text[max(s.pos-1, 0)], s.text[next]) {
			break
		}
		if s.pos > start && !alnum(s.text[next]) || s.pos == start && s.text[next] == ' ' && r != '&' {
			break
		}
		s.pos = next
		if r == '&' && s.pos-start == size {
			break
		}
	}
	if s.pos == start {
		_, size := utf8.DecodeRuneInString(s.text[s.pos:])
		s.pos += size
		return
	}
	if hasDigit || hasLetter {
		s.pos += s.suffix(start)
	}
	if !hasDigit && !hasLetter && s.text[start:s.pos] != "&" {
		return
	}
	s.addWord(start, s.pos, hasDigit)
}

// contractions are cut off as words of their own, so that "Ana's" and "I'll"
// show who is meant.
var contractions = [...]string{"'s", "'ll", "'m", "'re", "'ve", "'d"}

func (s *scanner) addWord(start, end int, hasDigit bool) {
	low := strings.ToLower(s.text[start:end])
	if strings.Contains(low, "’") {
		low = strings.ReplaceAll(low, "’", "'")
	}
	low = strings.Trim(low, "'")
	if marked := unmarked[low]; marked != "" && s.marks(low, end) {
		low = marked
	}
	first, _ := utf8.DecodeRuneInString(s.text[start:])
	t := token{low: low, start: start, end: end, capital: unicode.IsUpper(first)}
	if hasDigit {
		t.kind = number
	}
	for _, c := range contractions {
		if base, ok := strings.CutSuffix(low, c); ok && base != "" {
			// The apostrophe is one byte or three, or was not typed, so the cut is counted from behind.
			cut := end - (len(c) - 1)
			if r, size := utf8.DecodeLastRuneInString(s.text[start:cut]); r == '\'' || r == '’' {
				cut -= size
			}
			if cut <= start {
				break
			}
			t.low, t.end = base, cut
			s.tokens = append(s.tokens, t, token{low: c, start: cut, end: end})
			return
		}
	}
	if s.pos < len(s.text) && s.text[s.pos] == '.' && (abbreviations[low] || initial(low, t.capital)) {
		if rest := s.text[s.pos+1:]; rest != "" && (titles[low] || initial(low, t.capital) || low == "st" && s.saint() || !endsHere(rest)) {
			s.pos++
			t.end++
		}
	}
	s.tokens = append(s.tokens, t)
}

// saint reports whether the "St." that comes now is no street: no name stands before it.
func (s *scanner) saint() bool {
	return len(s.tokens) == s.first || !s.tokens[len(s.tokens)-1].capital
}

// endsHere reports whether a sentence plainly ends before rest.
func endsHere(rest string) bool {
	return rest[0] == '\n' || len(rest) > 1 && rest[0] == ' ' && 'A' <= rest[1] && rest[1] <= 'Z' && !strings.HasPrefix(rest, " I ")
}

func initial(low string, capital bool) bool { return capital && len(low) == 1 && low != "i" }

// words makes a set from a list.
func words(list string) map[string]bool {
	fields := strings.Fields(list)
	set := make(map[string]bool, len(fields))
	for _, w := range fields {
		set[w] = true
	}
	return set
}

// with is a set with a phrase that words would part.
func with(phrase string, set map[string]bool) map[string]bool {
	set[phrase] = true
	return set
}
