package markup

import (
	"strings"

	"github.com/rivo/uniseg"
)

// columns is the width of s in a terminal: East Asian wide characters and emoji
// take two columns, combining marks none, ANSI colours none.
func columns(s string) int {
	if i := strings.IndexByte(s, 0x1b); i >= 0 {
		if end := strings.IndexByte(s[i:], 'm'); end >= 0 {
			return uniseg.StringWidth(s[:i]) + columns(s[i+end+1:])
		}
	}
	return uniseg.StringWidth(s)
}

// breakLines cuts spans into lines at their line breaks and, if width is not 0,
// where a line would grow wider than that. A word wider than the line is cut
// between two characters. Spaces at a cut are dropped.
func breakLines(spans []span, width int) [][]span {
	lines := [][]span{nil}
	for _, s := range spans {
		for i, part := range strings.Split(s.text, "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			if part != "" {
				last := len(lines) - 1
				lines[last] = append(lines[last], span{part, s.style})
			}
		}
	}
	var out [][]span
	for len(lines) > 0 && len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	for _, l := range lines {
		if width == 0 {
			out = append(out, l)
		} else {
			out = append(out, wrap(l, width)...)
		}
	}
	return out
}

// wrap cuts one line. It walks the characters of the whole line, spans or not,
// since a word may change its style in the middle.
func wrap(line []span, width int) [][]span {
	var whole strings.Builder
	for _, s := range line {
		whole.WriteString(s.text)
	}
	text := whole.String()
	var (
		out           [][]span
		from, at, cut int // bytes: start of the line, here, last place to cut
		wide, wideCut int // columns since from, up to at and up to cut
		rest, state   = text, -1
		cluster       string
		boundaries    int
	)
	for rest != "" {
		cluster, rest, boundaries, state = uniseg.StepString(rest, state)
		w := boundaries >> uniseg.ShiftWidth
		if cluster != " " && wide+w > width && at > from {
			if cut == from {
				cut, wideCut = at, wide
			}
			out = append(out, slice(line, from, cut))
			wide -= wideCut
			from, wideCut = cut, 0
		}
		at += len(cluster)
		wide += w
		// Unicode would also break after the slash of an address or a hyphen.
		if boundaries&uniseg.MaskLine != uniseg.LineDontBreak && (cluster == " " || w == 2) {
			cut, wideCut = at, wide
		}
	}
	return append(out, slice(line, from, len(text)))
}

// slice is the part of a line between two bytes of its text, without the spaces
// at its end.
func slice(line []span, from, to int) []span {
	var out []span
	at := 0
	for _, s := range line {
		lo, hi := max(from-at, 0), min(to-at, len(s.text))
		if lo < hi {
			out = append(out, span{s.text[lo:hi], s.style})
		}
		at += len(s.text)
	}
	for len(out) > 0 {
		last := &out[len(out)-1]
		if last.text = strings.TrimRight(last.text, " "); last.text != "" {
			break
		}
		out = out[:len(out)-1]
	}
	return out
}
