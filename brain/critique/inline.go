package critique

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Inside of a line the ways in which words can leave the house, or hide, are closed:
// pictures (a platform fetches them, and their address can carry anything), links and bare
// addresses of hosts nobody spoke of (platforms fetch previews), HTML, and the internal
// names of things. Code spans are left alone.

// inline cleans the words of a line once.
func (m *machine) inline(s string, c class) string {
	if !strings.ContainsAny(s, "<[]!(`\\*./:&") && !holdsHandle(s) {
		return s
	}
	w := inliner{m: m, s: s, links: true, draft: c == quote}
	return w.run()
}

// maxDepth is how deep descriptions may nest in links: deeper ones lose their brackets.
const maxDepth = 4

// inliner is one walk over the words of a line.
type inliner struct {
	m     *machine
	s     string
	i     int
	out   []byte
	ticks *ticks
	match []int           // for each "[" where its "]" is, or -1; nil until it is needed
	cited map[string]bool // what the line has links to; nil until it is needed
	links bool            // links may stand here
	draft bool            // somebody else speaks
	depth int
}

func (w *inliner) run() string {
	for w.i < len(w.s) {
		w.step()
	}
	return string(w.out)
}

// step takes the next piece.
func (w *inliner) step() {
	s, i := w.s, w.i
	switch c := s[i]; {
	case c == '\\' && i+1 < len(s) && s[i+1] > ' ' && s[i+1] < 0x7F && wordAt(s[i+1:]) == 0:
		if s[i+1] == ':' || s[i+1] == '/' || s[i+1] == '.' && (i == 0 || s[i-1] < '0' || s[i-1] > '9') {
			w.i++ // it means nothing there, but would hide an address from us
		}
		w.copy(min(2, len(s)-w.i))
	case c == '&':
		w.reference()
	case c == '`':
		w.code()
	case c == '<':
		w.angle()
	case c == '!' && i+1 < len(s) && s[i+1] == '[':
		w.picture()
	case c == '[':
		w.bracket()
	case c == ']':
		w.copy(1)
		if w.i < len(s) && s[w.i] == '(' {
			w.out = append(w.out, ' ') // what was not read as a link is none for anybody
		}
	case c == '(':
		if g := parenGroup.FindString(near(s[i:])); g != "" {
			w.group(g, '(')
			return
		}
		w.copy(1)
	case c == '*':
		if g := stageWords.FindString(near(s[i:])); g != "" && !w.draft && (i == 0 || s[i-1] != '*') {
			w.m.take(Body, g)
			w.drop(len(g))
			return
		}
		w.copy(1)
	case c == ':' && strings.HasPrefix(s[i:], "://"):
		w.address(s[i:]) // of an address whose beginning was no word of its own
	case c == '/' && relative(w.out, s[i:]):
		w.address(s[i:])
	case wordAt(s[i:]) > 0:
		w.word()
	default:
		w.copy(1)
	}
}

// near is as much of a text as is looked at to tell what begins it. Looking further would
// cost more the longer the line is.
func near(s string) string { return s[:min(len(s), 300)] }

func (w *inliner) copy(n int) {
	w.out = append(w.out, w.s[w.i:w.i+n]...)
	w.i += n
}

// put writes what stands for the next n bytes.
func (w *inliner) put(text string, n int) {
	if text == "" {
		w.drop(n)
		return
	}
	w.out = append(w.out, text...)
	w.i += n
}

// drop leaves the next n bytes out, and mends what stood around them: brackets and commas
// without anything, "according to" nothing, two spaces.
func (w *inliner) drop(n int) {
	w.i += n
	spaced := w.spaced()
	for w.mend() {
		spaced = spaced || w.spaced()
	}
	w.out = bytes.TrimRight(w.out, " \t")
	rest := strings.TrimLeft(w.s[w.i:], " \t")
	w.i = len(w.s) - len(rest)
	if spaced && len(w.out) > 0 && rest != "" && strings.IndexByte(".,;:!?)]", rest[0]) < 0 {
		w.out = append(w.out, ' ')
	}
}

// spaced says whether white space stands where the walk is.
func (w *inliner) spaced() bool {
	n := len(w.out)
	return n > 0 && (w.out[n-1] == ' ' || w.out[n-1] == '\t') || w.i < len(w.s) && (w.s[w.i] == ' ' || w.s[w.i] == '\t')
}

// reference takes a character reference. One that stands for what an address is made of is
// written out, so that it cannot hide one.
func (w *inliner) reference() {
	at := charRef.FindString(near(w.s[w.i:]))
	if c := html.UnescapeString(at); len(c) == 1 && (wordAt(c) > 0 || strings.ContainsAny(c, ":/.-")) {
		w.put(c, len(at))
		return
	}
	w.copy(1)
}

var charRef = regexp.MustCompile(`^&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});`)

// mend takes away one thing that makes no sense any more, and says whether it did.
func (w *inliner) mend() bool {
	before := bytes.TrimRight(w.out, " \t")
	after := strings.TrimLeft(w.s[w.i:], " \t")
	if len(before) == 0 {
		return false
	}
	last, next := before[len(before)-1], byte(0)
	if after != "" {
		next = after[0]
	}
	pop, skip := 0, 0
	switch {
	case last == '(' && next == ')', last == '[' && next == ']':
		pop, skip = 1, 1
	case (last == ',' || last == ';') && (next == ')' || next == ']'):
		pop = 1
	case last == '(' && (next == ',' || next == ';'):
		skip = 1
	case bytes.HasSuffix(before, []byte("**")) && strings.HasPrefix(after, "**"):
		pop, skip = 2, 2
	case next == 0 || strings.IndexByte(",.;:)", next) >= 0:
		at := leadIn.FindIndex(before[max(0, len(before)-20):])
		if at == nil {
			return false
		}
		pop = at[1] - at[0]
		if next == ',' || next == ':' {
			skip = 1
		}
	default:
		return false
	}
	w.out = before[:len(before)-pop]
	w.i = len(w.s) - len(after) + skip
	return true
}

// leadIn are the words before a source, at the end of a text.
var leadIn = regexp.MustCompile(`(?i)(?:\baccording to|\bas per|\bper|\bsee|\bcf\.|\bsources?:?)$`)

// code takes a code span, or backticks that open none.
func (w *inliner) code() {
	n := run(w.s, w.i)
	if w.ticks == nil {
		w.ticks = newTicks(w.s)
	}
	end, ok := w.ticks.pair(w.i, n)
	if !ok {
		// Without its pair here it may find one on another line, and take words for code and
		// code for words.
		w.put(strings.Repeat("\\`", n), n)
		return
	}
	name := strings.TrimSpace(w.s[w.i+n : end-n])
	if !isHandle(name) {
		w.copy(end - w.i)
		return
	}
	_, known := w.m.handles[name]
	switch {
	case name[0] == 'm' && (known || len(name) > 2):
		w.group(w.s[w.i:end], 0)
	default:
		w.copy(end - w.i) // to be typed, or no name of ours
	}
}

// word takes a word, or an address or a name of ours that begins with it.
func (w *inliner) word() {
	rest := w.s[w.i:]
	n := 0
	for k := wordAt(rest); k > 0; k = wordAt(rest[n:]) {
		n += k
	}
	before := byte(' ')
	if w.i > 0 {
		before = w.s[w.i-1]
	}
	middle := strings.IndexByte("./@-", before) >= 0 // of something
	if n < len(rest) && strings.IndexByte(".:+-", rest[n]) >= 0 {
		if at := near(rest); strings.HasPrefix(rest[n:], "://") || mail.MatchString(at) || scheme.MatchString(at) || web.MatchString(at) || !middle && bare.MatchString(at) {
			w.address(rest)
			return
		}
	}
	g := wordGroup.FindString(rest[:min(len(rest), 40)])
	if after := rest[len(g):]; g != "" && !middle && before != '_' && wordAt(after) == 0 && (after == "" || after[0] != '-' && after[0] != '_') {
		if name := g[strings.LastIndexAny(g, ": \t")+1:]; len(name) < len(g) || w.m.ours(name) {
			w.group(g, 0)
			return
		}
	}
	w.copy(n)
}

// address takes an address in the middle of the text.
func (w *inliner) address(rest string) {
	n := addressLength(rest)
	if n == 0 {
		w.copy(1)
		return
	}
	address := rest[:n]
	if w.m.known(address) {
		w.copy(n)
		return
	}
	w.m.take(Link, address)
	w.putCode("", address, n)
}

// wordAt is the length of the letter or digit that a text begins with, or 0.
func wordAt(s string) int {
	if s == "" {
		return 0
	}
	if c := s[0]; c < utf8.RuneSelf {
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(s)
	if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
		return n
	}
	return 0
}

// stageWords are what a character in a play does, between asterisks.
var stageWords = regexp.MustCompile(`^\*{1,2}(?i:[a-z]+ly )?(?i:smil(?:es|ing)|grin(?:s|ning)|nods|nodding|sighs|sighing|laughs|` +
	`chuckles|giggles|winks|hugs|blushes|shrugs|yawns|stretches|blinks|gasps|sniffs|whispers|sips|beams|smirks|` +
	`waves (?:hello|goodbye|back|at you)|takes a (?:sip|deep breath|breath))\b[^*\n]{0,80}\*{1,2}`)
