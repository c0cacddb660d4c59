package filter

import (
	"slices"
	"strings"
	"unicode"
)

// pattern is words in a row, one element each: either of some words, perhaps left out, or a gap.
type pattern []element

type element struct {
	words    []string
	optional bool
	gap      bool // up to mostGap words of any sort
}

// mostGap is how many words a gap spans.
const mostGap = 4

// patterns reads a table: one pattern a line, "#" begins a comment.
func patterns(table string) []pattern {
	var all []pattern
	for line := range strings.Lines(table) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, compile(line))
		}
	}
	return all
}

func compile(line string) pattern {
	var p pattern
	for part := range strings.FieldsSeq(line) {
		if part == ".." {
			p = append(p, element{gap: true})
			continue
		}
		words, optional := strings.CutSuffix(part, "?")
		p = append(p, element{words: strings.Split(words, "|"), optional: optional})
	}
	return p
}

// word is a word of a text in lower case, with where it stands.
type word struct {
	low        string
	start, end int
	stop       bool // a sentence or clause ends behind it
}

// split cuts a text into words. An apostrophe inside one belongs to it.
func split(text string) []word {
	var list []word
	start := -1
	end := func(at int) {
		if start < 0 {
			return
		}
		low := strings.ToLower(strings.ReplaceAll(text[start:at], "’", "'"))
		list = append(list, word{low: strings.Trim(low, "'"), start: start, end: at})
		start = -1
	}
	for at, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || start >= 0 && (r == '\'' || r == '’'):
			if start < 0 {
				start = at
			}
		default:
			end(at)
			if len(list) > 0 && strings.ContainsRune(".!?;\n", r) {
				list[len(list)-1].stop = true
			}
		}
	}
	end(len(text))
	return list
}

// match says whether the pattern stands at the head of the words, and how many it takes.
func (p pattern) match(list []word) (int, bool) {
	if len(p) == 0 {
		return 0, true
	}
	e := p[0]
	if e.gap {
		for n := range mostGap + 1 {
			if n > len(list) || n > 0 && list[n-1].stop {
				break
			}
			if m, ok := p[1:].match(list[n:]); ok {
				return n + m, true
			}
		}
		return 0, false
	}
	if len(list) > 0 && slices.Contains(e.words, list[0].low) && (len(p) == 1 || !list[0].stop) {
		if m, ok := p[1:].match(list[1:]); ok {
			return 1 + m, true
		}
	}
	if e.optional {
		return p[1:].match(list)
	}
	return 0, false
}

// find gives the first stretch of words that one of the patterns matches.
func find(all []pattern, list []word) (from, to int, ok bool) {
	for i := range list {
		for _, p := range all {
			if n, ok := p.match(list[i:]); ok && n > 0 {
				return i, i + n, true
			}
		}
	}
	return 0, 0, false
}

// has says whether one of the patterns stands in the words.
func has(all []pattern, list []word) bool {
	_, _, ok := find(all, list)
	return ok
}

// sentence is the sentence of the text around some of its words, without outer space.
func sentence(text string, list []word, from, to int) string {
	for from > 0 && !list[from-1].stop {
		from--
	}
	for to < len(list) && !list[to-1].stop {
		to++
	}
	return strings.TrimSpace(text[list[from].start:list[to-1].end])
}
