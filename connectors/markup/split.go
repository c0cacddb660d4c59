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
	at    int   // where it begins in the source
	fence fence // of a code block; its mark is empty for everything else
}

// fence is the line that opens a code block: mark is "```" or longer, or of ~.
type fence struct {
	prefix string // what stands before the mark: spaces, quote marks
	mark   string
	info   string
}

// openFence parses line as the beginning of a code block.
func openFence(line string) (fence, bool) {
	body := strings.TrimLeft(line, " \t>")
	prefix := line[:len(line)-len(body)]
	for _, c := range []string{"`", "~"} {
		info := strings.TrimLeft(body, c)
		if n := len(body) - len(info); n >= 3 && (c == "~" || !strings.Contains(info, "`")) {
			return fence{prefix, body[:n], strings.TrimSpace(info)}, true
		}
	}
	return fence{}, false
}

// closes reports whether line ends the code block.
func (f fence) closes(line string) bool {
	if f.leaves(line) {
		return true
	}
	body := strings.Trim(line, " \t>\r")
	return len(body) >= len(f.mark) && strings.Trim(body, f.mark[:1]) == ""
}

// leaves reports whether line lies outside the quote that the block is in, which
// ends the block without a closing fence.
func (f fence) leaves(line string) bool {
	return strings.Contains(f.prefix, ">") && !strings.HasPrefix(strings.TrimLeft(line, " "), ">")
}

// chunks cuts text at its blank lines outside code blocks, and around those.
func chunks(text string) []chunk {
	var (
		out  []chunk
		cur  []string
		open fence
		next int // where the next line begins
	)
	flush := func(end int) {
		if len(cur) > 0 {
			t := strings.Join(cur, "\n")
			out = append(out, chunk{t, end - len(t), open})
		}
		cur, open = nil, fence{}
	}
	for line := range strings.SplitSeq(text, "\n") {
		before := next - 1
		next += len(line) + 1
		if open.mark != "" {
			if open.leaves(line) {
				flush(before)
			} else {
				cur = append(cur, line)
				if open.closes(line) {
					flush(next - 1)
				}
				continue
			}
		}
		if f, ok := openFence(line); ok {
			flush(before)
			open = f
			cur = append(cur, line)
			continue
		}
		if strings.TrimSpace(line) == "" {
			flush(before)
			continue
		}
		cur = append(cur, line)
	}
	flush(len(text))
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
	case s.fits(c.text):
		s.begin(c.text, c.at+len(c.text))
		s.last = true
	case c.fence.mark != "" && s.addCode(c):
	default:
		s.addLines(c)
	}
}

// addCode cuts a code block between its lines. It reports false, having done
// nothing, where the fences alone would fill most of a piece.
func (s *splitter) addCode(c chunk) bool {
	f := c.fence
	first := f.prefix + f.mark + f.info
	last := f.prefix + f.mark
	if 2*s.measure(first+"\n\n"+last) > s.max {
		return false
	}
	lines := strings.Split(c.text, "\n")
	end := c.at + len(lines[0]) // of the line before
	lines = lines[1:]
	if n := len(lines); n > 0 && f.closes(lines[n-1]) {
		lines = lines[:n-1]
	}
	wrapped := func(body string) string { return first + "\n" + body + "\n" + last }
	body, begun := "", false
	flush := func() {
		if begun {
			s.begin(wrapped(body), end)
		}
		body, begun = "", false
	}
	for _, l := range lines {
		ends := end + 1 + len(l)
		if begun && s.fits(wrapped(body+"\n"+l)) {
			body, end = body+"\n"+l, ends
			continue
		}
		flush()
		for !s.fits(wrapped(l)) {
			n := s.prefix(l, wrapped)
			end = max(end, ends-len(l[n:]))
			s.begin(wrapped(l[:n]), end)
			l = f.continued(l[n:])
		}
		body, begun, end = l, true, ends
	}
	end = c.at + len(c.text)
	flush()
	s.last = true
	return true
}

// continued is the rest of a line of code that was cut, with the marks of the
// quote it stands in.
func (f fence) continued(rest string) string {
	if strings.Contains(f.prefix, ">") {
		return f.prefix + rest
	}
	return rest
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
			if i > 0 {
				b.WriteString("\n\n")
			}
			b.WriteString(c.text)
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
