package critique

import (
	"regexp"
	"strconv"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// The names by which the mind knows things ("m412") are no words of an answer. In the form
// of the house they stand behind a date, which is a link: "[12 Aug 2026](src:m412)". Other
// forms become that one where the name is known and has a date, and go where not.

const (
	handleName = `[mdlrceaK][0-9]{1,19}`
	handleList = `(?:(?i:src):[ \t]?)?` + handleName + `(?:[ \t]*(?:,|;|&|and)?[ \t]*(?:(?i:src):[ \t]?)?` + handleName + `)*`
	groupLabel = `(?:(?i:see|sources?|ref|refs|from|memory|memories|cf)\b[.:]?[ \t]*)?`
)

var (
	handles      = regexp.MustCompile(handleName)
	bracketGroup = regexp.MustCompile(`^\[[ \t]*` + groupLabel + handleList + `[ \t]*\]$`)
	parenGroup   = regexp.MustCompile(`^\([ \t]*` + groupLabel + handleList + `[ \t]*\)`)
	wordGroup    = regexp.MustCompile(`^(?:(?i:src):[ \t]?)?` + handleName)
	likeHandle   = regexp.MustCompile(`\b` + handleName + `\b|(?i:src):`)
	ownLink      = regexp.MustCompile(`\]\(src:(` + handleName + `)\)`)
)

func holdsHandle(s string) bool { return likeHandle.MatchString(s) }

func isHandle(s string) bool {
	return len(s) > 1 && len(s) < 21 && handles.FindString(s) == s
}

// ours says whether a word that looks like a name of ours is one, and not a road, a
// battery or a chess move: a known one of two digits and more, or one that only we write.
func (l *lore) ours(name string) bool {
	if _, known := l.handles[name]; known {
		return len(name) > 2
	}
	return name[0] == 'm' && len(name) > 3
}

// citation takes a link to a source, of n bytes.
func (w *inliner) citation(label, address string, n int) {
	words := ""
	if !isHandle(strings.TrimSpace(label)) {
		words = w.within(label, false)
	}
	names := handles.FindAllString(address, -1)
	var known []string
	for _, name := range names {
		if _, ok := w.m.handles[name]; ok {
			known = append(known, name)
		}
	}
	switch {
	case len(known) == 0 || !w.links:
		w.m.take(Citation, address)
		w.put(words, n)
		return
	case words == "":
		words = w.m.handles[known[0]]
	}
	var links []string
	if words != "" {
		links = append(links, "["+words+"](src:"+known[0]+")")
	}
	for _, name := range known[1:] {
		if date := w.m.handles[name]; date != "" && name != known[0] {
			links = append(links, source(date, name))
		}
	}
	w.put(strings.Join(links, ", "), n)
}

// group takes names that stand outside of links. The known ones become links, in brackets
// of the kind given, if any, unless the line has them already.
func (w *inliner) group(text string, bracket byte) {
	var links []string
	for _, name := range handles.FindAllString(text, -1) {
		w.m.take(Handle, name)
		date := w.m.handles[name]
		link := source(date, name)
		if w.links && date != "" && !w.linked(name) {
			links = append(links, link)
			w.cited[name] = true
		}
	}
	out := strings.Join(links, ", ")
	if out != "" && bracket == '(' {
		out = "(" + out + ")"
	}
	w.put(out, len(text))
}

// linked says whether the line has a link to a name.
func (w *inliner) linked(name string) bool {
	if w.cited == nil {
		w.cited = map[string]bool{}
		for _, at := range ownLink.FindAllStringSubmatch(w.s, -1) {
			w.cited[at[1]] = true
		}
	}
	return w.cited[name]
}

func source(date, name string) string {
	seq, err := strconv.ParseUint(name[1:], 10, 64)
	if err != nil {
		return "" // it has more digits than there are events
	}
	return phrase.Source(date, name[0], event.Seq(seq))
}

// cite notes what a line that begins at byte at of the text cites: each link to a source,
// and each name in code, holds for the words before it, up to the sentence's beginning or
// the source before. Where it begins a sentence it holds for the sentence before it on the
// line, and where there is none, for its own.
func (m *machine) cite(line string, at int) {
	if !strings.Contains(line, "](src:") && !strings.Contains(line, "`") {
		return
	}
	prefix, body := split(line)
	marks := m.sources(body)
	if len(marks) == 0 {
		return
	}
	units := sentences(body)
	from := 0      // where the claim of the next mark begins
	last := span{} // the claim of the mark before
	u := 0
	for _, k := range marks {
		for u+1 < len(units) && units[u+1].start <= k.start {
			u++
			from = units[u].start
		}
		from = max(from, last.end)
		claim := span{from, k.end}
		switch {
		case hasWords(body[from:k.start]):
		case last.end > 0 && !hasWords(body[last.end:k.start]):
			claim.start = last.start // "(12 Aug, 3 Sep)": both for the same
		case u > 0 && from == units[u].start:
			claim.start = units[u-1].start
		default:
			claim.end = units[u].end
		}
		for claim.start < k.start && strings.IndexByte(" \t),.;:", body[claim.start]) >= 0 {
			claim.start++
		}
		if claim.end < len(body) && body[claim.end] == ')' && strings.Contains(body[claim.start:claim.end], "(") {
			claim.end++
		}
		shift := at + len(prefix)
		m.cites = append(m.cites, event.Cite{Start: claim.start + shift, End: claim.end + shift, Seqs: []event.Seq{k.seq}})
		last = span{claim.start, k.end}
	}
}

// mark is where a line names a source.
type mark struct {
	span
	seq event.Seq
}

// sources finds the links to known sources in the words of a line, and the known names in
// its code.
func (m *machine) sources(body string) []mark {
	var out []mark
	add := func(name string, s span) {
		if _, known := m.handles[name]; !known {
			return
		}
		if seq, err := strconv.ParseUint(name[1:], 10, 64); err == nil {
			out = append(out, mark{s, event.Seq(seq)})
		}
	}
	code := codeSpans(body)
	c := 0
	names := func(upTo int) { // in code, before a place
		for ; c < len(code) && code[c].start < upTo; c++ {
			if name := strings.Trim(body[code[c].start:code[c].end], "` "); isHandle(name) {
				add(name, code[c])
			}
		}
	}
	for _, at := range ownLink.FindAllStringSubmatchIndex(body, -1) {
		names(at[0])
		if code.around(at[0]) != nil {
			continue
		}
		start := strings.LastIndexByte(body[:at[0]], '[')
		if start >= 0 {
			add(body[at[2]:at[3]], span{start, at[1]})
		}
	}
	names(len(body))
	return out
}

// hasWords says whether a stretch holds more than punctuation.
func hasWords(s string) bool {
	for i := range len(s) {
		if wordAt(s[i:]) > 0 {
			return true
		}
	}
	return false
}
