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
func (m *machine) inline(s string) string {
	if !strings.ContainsAny(s, "<[]!(`\\*./:&") && !holdsHandle(s) {
		return s
	}
	w := inliner{m: m, s: s, links: true}
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
	match []int // for each "[" where its "]" is, or -1; nil until it is needed
	links bool  // links may stand here
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
		if g := parenGroup.FindString(s[i:]); g != "" {
			w.group(g, '(')
			return
		}
		w.copy(1)
	case c == '*':
		if g := stageWords.FindString(s[i:]); g != "" && (i == 0 || s[i-1] != '*') {
			w.m.take(Body, g)
			w.drop(len(g))
			return
		}
		w.copy(1)
	case c == ':' && strings.HasPrefix(s[i:], "://"):
		w.address(s[i:]) // of an address whose beginning was no word of its own
	case wordAt(s[i:]) > 0:
		w.word()
	default:
		w.copy(1)
	}
}

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
	at := charRef.FindString(w.s[w.i:])
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

var (
	htmlTag = regexp.MustCompile(`^</?([A-Za-z][A-Za-z0-9-]*)(\s[^<>]*)?/?>`)
	odd     = regexp.MustCompile(`^(?:<[!?][A-Za-z-][^<>]*>|<\|[^<>|]{1,40}\|>)`)
)

// htmlNames are the elements of HTML. A "<name>" that is none of them is a blank to fill in.
var htmlNames = func() map[string]bool {
	names := map[string]bool{}
	for _, n := range strings.Fields(`a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas
		caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form
		frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta
		meter nav noframes noscript object ol optgroup option output p param picture portal pre progress q rp rt ruby s samp script search section select
		slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var
		video wbr xmp`) {
		names[n] = true
	}
	return names
}()

// breaks are the elements that stand for white space.
var breaks = map[string]bool{"br": true, "p": true, "div": true, "li": true, "tr": true, "td": true, "th": true, "hr": true}

// angle takes what begins with "<": a tag, an address, or a sign.
func (w *inliner) angle() {
	rest := w.s[w.i:min(len(w.s), w.i+1000)]
	if at := aThought.FindString(rest); at != "" {
		w.tag(at, true)
		return
	}
	if at := autolink.FindStringSubmatch(rest); at != nil {
		address := at[1]
		switch {
		case strings.HasPrefix(strings.ToLower(address), "src:"):
			w.group(at[0], '(')
		case !strings.Contains(address, ":"):
			w.put(address, len(at[0])) // of mail: nobody fetches it
		case w.links && w.m.leads(address):
			w.copy(len(at[0]))
		default:
			w.m.take(Link, address)
			w.putCode("", address, len(at[0]))
		}
		return
	}
	if at := htmlTag.FindStringSubmatch(rest); at != nil {
		name := strings.ToLower(at[1])
		if (htmlNames[name] || w.m.tags[name]) && at[2] == "" || strings.Contains(at[2], "=") {
			w.tag(at[0], breaks[name])
			return
		}
	}
	if at := odd.FindString(rest); at != "" {
		w.tag(at, false)
		return
	}
	w.copy(1)
}

// tag takes a tag out; a break leaves a space.
func (w *inliner) tag(tag string, breaks bool) {
	w.m.take(Markup, tag)
	w.i += len(tag)
	if n := len(w.out); breaks && n > 0 && w.out[n-1] != ' ' && w.i < len(w.s) && w.s[w.i] != ' ' {
		w.out = append(w.out, ' ')
	}
}

// picture takes "![description](address)": the description stays.
func (w *inliner) picture() {
	end := w.closing(w.i + 1)
	if end >= 0 && end+1 < len(w.s) && w.s[end+1] == '(' {
		if address, n, ok := destination(w.s[end+1:]); ok {
			w.m.take(Picture, address)
			w.put(w.within(w.s[w.i+2:end], w.links), end+1+n-w.i)
			return
		}
	}
	w.copy(1)
}

// bracket takes a link, a group of names, or a bracket.
func (w *inliner) bracket() {
	end := w.closing(w.i)
	if end < 0 {
		w.copy(1)
		return
	}
	if end+1 < len(w.s) && w.s[end+1] == '(' {
		if address, n, ok := destination(w.s[end+1:]); ok {
			w.link(w.s[w.i+1:end], address, end+1+n-w.i)
			return
		}
		if g := parenGroup.FindString(w.s[end+1:]); strings.Contains(g, ":") {
			w.citation(w.s[w.i+1:end], g, end+1+len(g)-w.i) // several, with spaces between
			return
		}
	}
	if g := w.s[w.i : end+1]; len(g) < 300 && bracketGroup.MatchString(g) {
		w.group(g, '(')
		return
	}
	w.copy(1)
}

// link takes a link of n bytes.
func (w *inliner) link(label, address string, n int) {
	if len(address) > 4 && strings.EqualFold(address[:4], "src:") {
		w.citation(label, address, n)
		return
	}
	if w.links && strings.TrimSpace(label) == address && w.m.leads(address) {
		w.put(address, n)
		return
	}
	words := w.within(label, false)
	if w.links && words != "" && w.m.leads(address) && !misleads(words, address) {
		w.put("["+words+"]("+address+")", n)
		return
	}
	w.m.take(Link, address)
	if words == "" || words == address {
		w.putCode("", address, n)
		return
	}
	w.putCode(words, address, n)
}

// putCode writes an address as code, behind words if there are any.
func (w *inliner) putCode(words, address string, n int) {
	shown := inCode(address)
	switch {
	case shown == "":
		w.put(words, n)
		return
	case words != "":
		shown = words + " (" + shown + ")"
	case len(w.out) > 0 && w.out[len(w.out)-1] == '`':
		shown = " " + shown // two marks in a row would be another mark
	}
	if w.i+n < len(w.s) && w.s[w.i+n] == '`' {
		shown += " "
	}
	w.put(shown, n)
}

// misleads says whether the words of a link are an address of another place.
func misleads(words, address string) bool {
	for _, h := range Hosts(words) {
		if siteName.MatchString(h) && !strings.Contains(strings.ToLower(address), h) {
			return true
		}
	}
	return false
}

// siteName tells a host from "main.go".
var siteName = regexp.MustCompile(`\.(?:com|net|org|io|co|ai|app|dev|info|biz|bank|gov|edu|eu|[a-z]{2}\.[a-z]{2}|au|uk|de|fr|us|ca|nz|ch|at|nl|es|it|ie)$`)

// within cleans the words of a link or the description of a picture.
func (w *inliner) within(label string, links bool) string {
	if w.depth < maxDepth {
		inner := inliner{m: w.m, s: label, links: links, depth: w.depth + 1}
		label = inner.run()
	}
	if !links || w.depth >= maxDepth {
		label = brackets.Replace(label)
	}
	return strings.TrimSpace(label)
}

var brackets = strings.NewReplacer("![", "", "[", "", "]", "")

// closing gives the "]" that belongs to the "[" at i, or -1.
func (w *inliner) closing(i int) int {
	if w.match == nil {
		w.match = matches(w.s)
	}
	return w.match[i]
}

// matches pairs the brackets of a line: for each "[" its "]", for everything else -1.
func matches(s string) []int {
	match := make([]int, len(s))
	var open []int
	code := codeSpans(s)
	for i := 0; i < len(s); i++ {
		match[i] = -1
		switch s[i] {
		case '\\':
			if i++; i < len(s) {
				match[i] = -1
			}
		case '`':
			if c := code.around(i); c != nil {
				for ; i < c.end-1; i++ {
					match[i] = -1
				}
				match[i] = -1
			}
		case '[':
			open = append(open, i)
		case ']':
			if n := len(open); n > 0 {
				match[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return match
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
		near := rest[:min(len(rest), 300)]
		if strings.HasPrefix(rest[n:], "://") || scheme.MatchString(near) || web.MatchString(near) || !middle && bare.MatchString(near) {
			w.address(rest)
			return
		}
	}
	if g := wordGroup.FindString(rest[:min(len(rest), 40)]); g != "" && !middle && before != '_' && wordAt(rest[len(g):]) == 0 && !strings.HasPrefix(rest[len(g):], "-") &&
		!strings.HasPrefix(rest[len(g):], "_") {
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
var stageWords = regexp.MustCompile(`^\*{1,2}(?i:[a-z]+ly )?(?i:smil(?:es|ing)|grin(?:s|ning)|nods|nodding|sighs|sighing|laughs|chuckles|giggles|winks|hugs|blushes|shrugs|yawns|` +
	`stretches|blinks|gasps|sniffs|whispers|sips|beams|smirks|waves (?:hello|goodbye|back|at you)|takes a (?:sip|deep breath|breath))\b[^*\n]{0,80}\*{1,2}`)
