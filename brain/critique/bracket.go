package critique

import (
	"regexp"
	"strings"
)

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
		if g := parenGroup.FindString(near(w.s[end+1:])); strings.Contains(g, ":") {
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
		inner := inliner{m: w.m, s: label, links: links, draft: w.draft, depth: w.depth + 1}
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
