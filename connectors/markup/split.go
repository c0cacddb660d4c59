package markup

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Split cuts a CommonMark text into pieces of which none measures more than
// max. measure must not shrink when text grows; nil counts bytes. With max below 1, or a text that fits, the text is
// the only piece. Blank text has no pieces.
//
// It cuts between paragraphs if it can, else between lines (list items), else
// between words, and only then inside a word, never inside a character that fits
// a piece. A code block moves to the next piece whole; one that is longer than max is cut
// between its lines, and each part gets the fence of the first. Only blank
// lines and the space at a cut are dropped: the pieces hold all words in order.
// If max is smaller than one character, that character is a piece too long.
func Split(text string, max int, measure func(string) int) []string {
	pieces, _ := Cut(text, max, measure)
	return pieces
}

// Cut is Split, and says for each piece at which byte of text it ends: with those before it
// the piece holds what stands up to there, and From gives what follows. The ends never fall,
// and the last is that of text.
func Cut(text string, max int, measure func(string) int) (pieces []string, ends []int) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	s := splitter{max: max, measure: measure}
	if measure == nil {
		s.measure = func(t string) int { return len(t) }
	}
	if max < 1 || s.fits(text) {
		return []string{text}, []int{len(text)}
	}
	for rest := chunks(text); len(rest) > 0; {
		n := s.gather(rest)
		if n == 0 {
			s.add(rest[0])
			n = 1
		}
		rest = rest[n:]
	}
	if n := len(s.ends); n > 0 {
		s.ends[n-1] = len(text)
	}
	return s.out, s.ends
}

// chunk is a paragraph, list or code block of the source, without the blank
// lines around it.
type chunk struct {
	text  string
	at    int    // where it begins in the source
	fence *fence // of a code block
}

// first is the chunk as it stands where a piece begins with it.
func (c chunk) first() string {
	if c.fence == nil {
		return c.text
	}
	return c.fence.opening() + c.text[min(c.fence.code-1-c.at, len(c.text)):]
}

// chunks cuts text at its blank lines outside code blocks, and around those.
func chunks(text string) []chunk {
	var out []chunk
	next := 0
	for _, f := range fences(text) {
		if f.at < next { // it stands in another, or goldmark errs
			continue
		}
		out = paragraphs(out, text[:f.at], next)
		out = append(out, chunk{text[f.at:f.end], f.at, &f})
		next = min(f.end+1, len(text))
	}
	return paragraphs(out, text, next)
}

// paragraphs appends what stands between the blank lines of text from a byte on.
func paragraphs(out []chunk, text string, from int) []chunk {
	begin, end := from, from
	flush := func() {
		if end > begin {
			out = append(out, chunk{text: text[begin:end], at: begin})
		}
	}
	for line := range strings.Lines(text[from:]) {
		if strings.TrimSpace(line) == "" {
			flush()
			from += len(line)
			begin, end = from, from
			continue
		}
		end = from + len(strings.TrimSuffix(line, "\n"))
		from += len(line)
	}
	flush()
	return out
}

// splitter fills pieces from the front.
type splitter struct {
	max     int
	measure func(string) int
	out     []string
	ends    []int // of each in the source
	last    bool  // the last piece may still grow
}

func (s *splitter) fits(text string) bool { return s.measure(text) <= s.max }

// put adds text to the last piece behind sep, or begins a new one. It ends at a byte of the
// source.
func (s *splitter) put(sep, text string, end int) {
	if n := len(s.out); s.last {
		if joined := s.out[n-1] + sep + text; s.fits(joined) {
			s.out[n-1], s.ends[n-1] = joined, end
			return
		}
	}
	s.begin(text, end)
	s.last = true
}

func (s *splitter) begin(piece string, end int) {
	s.out, s.ends = append(s.out, piece), append(s.ends, end)
}

// add puts a chunk that the last piece does not take into pieces of its own.
func (s *splitter) add(c chunk) {
	switch {
	case s.fits(c.first()):
		s.begin(c.first(), c.at+len(c.text))
		s.last = true
	case c.fence != nil && s.addCode(c):
	default:
		s.addLines(c)
	}
}

// addCode cuts a code block between its lines. It reports false, having done
// nothing, where the fences alone would fill most of a piece.
func (s *splitter) addCode(c chunk) bool {
	f, open := c.fence, c.fence.opening()
	wrapped := func(body string) string { return open + "\n" + body + "\n" + f.close(open) }
	fill := func() bool { return 2*s.measure(wrapped("")) > s.max }
	if f.code >= f.closing || fill() {
		return false
	}
	if open = f.again(); fill() {
		return false
	}
	open = f.opening()
	lines := strings.Split(c.text[f.code-c.at:f.closing-1-c.at], "\n")
	at, added := f.code, 0 // where lines begin in the source, and what was put before the first
	for len(lines) > 0 {
		l := lines[0]
		if s.fits(wrapped(l)) {
			n := most(len(lines), func(n int) bool { return s.fits(wrapped(strings.Join(lines[:n], "\n"))) })
			l, lines = strings.Join(lines[:n], "\n"), lines[n:]
			at += len(l) - added
			s.begin(wrapped(l), at)
			at, added = at+1, 0
		} else {
			n := s.prefix(l, wrapped)
			at += max(n-added, 0)
			s.begin(wrapped(l[:n]), at)
			lines[0] = f.continued(l[n:])
			added = len(lines[0]) - len(l[n:])
		}
		open = f.again()
	}
	s.ends[len(s.ends)-1] = f.end
	s.last = true
	return true
}

// addLines cuts a long paragraph or list between its lines.
func (s *splitter) addLines(c chunk) {
	sep, end := "\n\n", c.at-1
	for lines := strings.Split(c.text, "\n"); len(lines) > 0; sep = "\n" {
		if n := s.together(sep, lines); n > 0 {
			text := strings.Join(lines[:n], "\n")
			end += 1 + len(text)
			s.put(sep, text, end)
			lines = lines[n:]
			continue
		}
		line := lines[0]
		lines, end = lines[1:], end+1+len(line)
		for !s.fits(line) {
			n := s.prefix(line, func(t string) string { return t })
			n = wordEnd(line, n)
			if part := strings.TrimRight(line[:n], " "); part != "" {
				s.begin(part, end-len(line[n:]))
				s.last = false
			}
			line = strings.TrimLeft(line[n:], " ")
		}
		if line != "" {
			s.put(sep, line, end)
		}
	}
}

// together is how many of the lines, up to a blank one, fit behind sep in the last piece, or
// in a new one where the first does not; none if that is too long for any.
func (s *splitter) together(sep string, lines []string) int {
	if n := slices.Index(lines, ""); n >= 0 {
		lines = lines[:n]
	}
	if len(lines) == 0 || !s.fits(lines[0]) {
		return 0
	}
	before := ""
	if n := len(s.out); s.last && s.fits(s.out[n-1]+sep+lines[0]) {
		before = s.out[n-1] + sep
	}
	return most(len(lines), func(n int) bool { return s.fits(before + strings.Join(lines[:n], "\n")) })
}

// gather puts the first chunks into the last piece, or into a new one where there is none that may
// grow, as many as it takes, and says how many.
func (s *splitter) gather(cs []chunk) int {
	before := ""
	if s.last {
		before = s.out[len(s.out)-1] + "\n\n"
	}
	joined := func(n int) string {
		var b strings.Builder
		b.WriteString(before)
		for i, c := range cs[:n] {
			switch {
			case i > 0:
				b.WriteString("\n\n" + c.text)
			case before == "":
				b.WriteString(c.first())
			default:
				b.WriteString(c.text)
			}
		}
		return b.String()
	}
	if !s.fits(joined(1)) {
		return 0
	}
	n := most(len(cs), func(n int) bool { return s.fits(joined(n)) })
	if s.last {
		s.out, s.ends = s.out[:len(s.out)-1], s.ends[:len(s.ends)-1]
	}
	s.begin(joined(n), cs[n-1].at+len(cs[n-1].text))
	s.last = true
	return n
}

// most is the largest n, up to a limit, that fits, where 1 does. It asks a few times and not once for
// each, since a measure reads all that it is given.
func most(limit int, fits func(n int) bool) int {
	n, over := 1, 2
	for ; over <= limit && fits(over); over *= 2 {
		n = over
	}
	for over = min(over, limit+1); n+1 < over; {
		if mid := (n + over) / 2; fits(mid) {
			n = mid
		} else {
			over = mid
		}
	}
	return n
}

// prefix is the length of the longest beginning of line that fits once it is
// wrapped: in whole characters, in code points where the first character alone
// is too long, and at least one of them.
func (s *splitter) prefix(line string, wrapped func(string) string) int {
	if len(line) > 4*s.max+64 { // no measure counts fewer than one for four bytes of text
		line = line[:4*s.max+64]
	}
	var ends []int
	for rest, state, at := line, -1, 0; rest != ""; {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		at += len(c)
		ends = append(ends, at)
	}
	if !s.fits(wrapped(line[:ends[0]])) {
		for first := line[:ends[0]]; first != ""; {
			_, n := utf8.DecodeRuneInString(first)
			first = first[n:]
			ends = append(ends, ends[0]-len(first))
		}
		ends = ends[len(ends)-utf8.RuneCountInString(line[:ends[0]]):]
	}
	lo, hi := 0, len(ends) // ends[lo] is taken, ends[hi] does not fit
	for lo+1 < hi {
		if mid := (lo + hi) / 2; s.fits(wrapped(line[:ends[mid]])) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return ends[lo]
}

// wordEnd moves a cut at n back to the last space, unless the line has none there
// or what would begin the next piece could be read as the beginning of a block.
func wordEnd(line string, n int) int {
	for i := n; i > 0; {
		i = strings.LastIndexByte(line[:i], ' ')
		if i <= 0 || strings.TrimSpace(line[:i]) == "" {
			break
		}
		if !beginsBlock(strings.TrimLeft(line[i:], " ")) {
			return i
		}
	}
	return n
}

// beginsBlock reports whether text, at the start of a line, could be a heading,
// quote, list item, rule or fence.
func beginsBlock(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("#>-+*`~=_", r) {
		return true
	}
	digits := strings.TrimLeft(text, "0123456789")
	return len(digits) < len(text) && strings.IndexAny(digits, ".)") == 0
}
